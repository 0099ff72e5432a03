/** From the numbers of an edge to the words of the papers that speak for it. */
(function () {
  "use strict";

  const FIELDS = /** @type {const} */ (["title", "abstract"]);

  /** A sentence of a paper, nothing marked; an empty one where the file is without abstracts.
   * @param {KG.Graph} graph
   * @param {number} paper
   * @param {number} sentence
   * @returns {KG.Quote} */
  function sentenceOf(graph, paper, sentence) {
    const [field = 1, start = 0, end = 0] = graph.sentencesOf(paper).subarray(3 * sentence, 3 * sentence + 3);
    return { field: FIELDS[field], start, end, marks: [] };
  }

  /** The sentences in which a paper names a concept, each once, its mentions marked.
   * @param {KG.Graph} graph
   * @param {number} edge a link
   * @returns {KG.Quote[]} */
  function quotes(graph, edge) {
    const paper = graph.edges.from[edge];
    const flat = graph.evidenceOf(edge);
    /** @type {Map<number, KG.Quote>} */
    const found = new Map();
    for (let at = 0; at < flat.length; at += 3) {
      const [sentence, start, end] = flat.subarray(at, at + 3);
      const quote = found.get(sentence) || sentenceOf(graph, paper, sentence);
      quote.start = Math.min(quote.start, start);
      quote.end = Math.max(quote.end, end);
      quote.marks.push({ start, end, node: graph.edges.to[edge] });
      found.set(sentence, quote);
    }
    return [...found.values()];
  }

  /** How often papers write each spelling of a concept's name.
   * @param {KG.Graph} graph
   * @param {number} concept
   * @returns {Map<string, number>} */
  function spellings(graph, concept) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const edge of graph.linksOf(concept)) {
      for (const { field, marks } of quotes(graph, edge)) {
        for (const { start, end } of marks) {
          const text = graph.papers[field][graph.edges.from[edge]].slice(start, end);
          counts.set(text, (counts.get(text) || 0) + 1);
        }
      }
    }
    return counts;
  }

  /** The sentences that state a relation, its two concepts marked where they are named.
   * @param {KG.Graph} graph
   * @param {number} edge a relation
   * @returns {KG.Statement[]} */
  function statements(graph, edge) {
    const flat = graph.evidenceOf(edge);
    const found = [];
    for (let at = 0; at < flat.length; at += 2) {
      const quote = sentenceOf(graph, flat[at], flat[at + 1]);
      const ends = [graph.edges.from[edge], graph.edges.to[edge]];
      quote.marks = marksOf(graph, flat[at], quote.field).filter(
        (mark) => ends.includes(mark.node) && mark.start >= quote.start && mark.end <= quote.end,
      );
      found.push({ ...quote, paper: flat[at] });
    }
    return found;
  }

  /** Every mention in a field of a paper.
   * @param {KG.Graph} graph
   * @param {number} paper
   * @param {"title" | "abstract"} field
   * @returns {Required<KG.Mark>[]} */
  function marksOf(graph, paper, field) {
    const marks = [];
    for (const edge of graph.linksOf(paper)) {
      for (const quote of quotes(graph, edge)) if (quote.field === field) marks.push(...quote.marks);
    }
    return /** @type {Required<KG.Mark>[]} */ (marks);
  }

  /** Cut a stretch of text at its marks; of marks that overlap, the first and longest counts.
   * @param {string} text
   * @param {number} start
   * @param {number} end
   * @param {KG.Mark[]} marks
   * @returns {{text: string, mark: KG.Mark | null}[]} */
  function segments(text, start, end, marks) {
    const parts = [];
    let at = start;
    for (const mark of [...marks].sort((a, b) => a.start - b.start || b.end - a.end)) {
      if (mark.start < at || mark.end > end) continue;
      if (mark.start > at) parts.push({ text: text.slice(at, mark.start), mark: null });
      parts.push({ text: text.slice(mark.start, mark.end), mark });
      at = mark.end;
    }
    if (at < end) parts.push({ text: text.slice(at, end), mark: null });
    return parts;
  }

  KG.evidence = { quotes, spellings, statements, marksOf, segments };
})();
