/** What joins two nodes: the edges of the graph between them, and the papers that have both. */
(function () {
  "use strict";

  /** @param {KG.App} app
   * @param {number} a
   * @param {number} b
   * @returns {number[]} the edges between two nodes that the filters leave, in the order of their types */
  function edgesBetween({ graph, filter }, a, b) {
    const [near, far] = graph.edgesOf(a).length <= graph.edgesOf(b).length ? [a, b] : [b, a];
    const edges = [...graph.edgesOf(near)].filter((edge) => graph.other(edge, near) === far && filter.edge(edge));
    return edges.sort((one, other) => graph.edges.type[one] - graph.edges.type[other] || one - other);
  }

  /** The papers of a concept that count, and by which links.
   * @param {KG.App} app
   * @param {number} concept
   * @returns {Map<number, number[]>} links by paper */
  function papersOf({ graph, filter }, concept) {
    /** @type {Map<number, number[]>} */
    const papers = new Map();
    for (const edge of graph.linksOf(concept)) {
      if (!filter.edge(edge)) continue;
      const links = papers.get(graph.edges.from[edge]);
      if (links) links.push(edge);
      else papers.set(graph.edges.from[edge], [edge]);
    }
    return papers;
  }

  /** The papers that have two concepts, newer ones first, with their links to both.
   * @param {KG.App} app
   * @param {number} a
   * @param {number} b
   * @returns {{paper: number, links: number[]}[]} none where one of them is a paper */
  function shared(app, a, b) {
    const { graph } = app;
    if (graph.isPaper(a) || graph.isPaper(b)) return [];
    const [near, far] = graph.linksOf(a).length <= graph.linksOf(b).length ? [a, b] : [b, a];
    const others = papersOf(app, far);
    return [...papersOf(app, near)]
      .filter(([paper]) => others.has(paper))
      .map(([paper, links]) => ({ paper, links: [...links, ...(others.get(paper) || [])] }))
      .sort((one, other) => graph.years[other.paper] - graph.years[one.paper] || one.paper - other.paper);
  }

  /** The sentences in which a paper names what some of its links lead to: those that name most of it first.
   * @param {KG.Graph} graph
   * @param {number[]} links of one paper
   * @returns {KG.Quote[]} */
  function quotesOf(graph, links) {
    /** @type {Map<string, KG.Quote>} */
    const found = new Map();
    for (const quote of links.flatMap((edge) => KG.evidence.quotes(graph, edge))) {
      const key = `${quote.field} ${quote.start} ${quote.end}`;
      const known = found.get(key);
      if (known) known.marks.push(...quote.marks);
      else found.set(key, quote);
    }
    const named = (/** @type {KG.Quote} */ quote) => new Set(quote.marks.map(({ node }) => node)).size;
    return [...found.values()].sort((a, b) => named(b) - named(a) || a.start - b.start);
  }

  /** The concepts that most often stand in the same papers as a concept.
   * @param {KG.App} app
   * @param {number} concept
   * @returns {[number, number][]} concepts and how many papers have both, most first */
  function companions(app, concept) {
    const { graph, filter } = app;
    const counts = new Uint32Array(graph.size);
    const last = new Int32Array(graph.size).fill(-1);
    /** @type {number[]} */
    const met = [];
    for (const paper of papersOf(app, concept).keys()) {
      for (const edge of graph.linksOf(paper)) {
        const other = graph.edges.to[edge];
        if (other === concept || last[other] === paper || !filter.edge(edge)) continue;
        last[other] = paper;
        if (!counts[other]++) met.push(other);
      }
    }
    const kept = met.filter((other) => counts[other] > 1 && filter.node(other));
    kept.sort((a, b) => counts[b] - counts[a] || graph.counts[a] - graph.counts[b] || a - b);
    return kept.map((other) => [other, counts[other]]);
  }

  KG.between = { edgesBetween, papersOf, shared, quotesOf, companions };
})();
