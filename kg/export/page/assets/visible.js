/** What the filters leave: which papers count, which nodes and edges are shown, and in words what is hidden. */
(function () {
  "use strict";

  const { KINDS, words, counted } = KG.kinds;

  /** @param {KG.Graph} graph
   * @param {KG.Filters} filters
   * @returns {KG.Filter} */
  function apply(graph, filters) {
    const papers = passing(graph, filters);
    const limited = papers !== null || filters.types.length > 0;
    const types = Uint8Array.from(graph.types, (type) => Number(!filters.types.includes(type)));
    const edge = edgeTest(graph, papers, types);
    const counts = limited && graph.ready ? KG.graph.countPapers(graph, edge) : graph.counts;
    const kinds = new Set(filters.kinds);
    const paper = (/** @type {number} */ node) => !papers || papers[node] === 1;
    // What no paper has at all is from the vocabulary, and goes only where papers are asked for.
    const concept = (/** @type {number} */ node) =>
      counts[node] >= filters.papers || (filters.papers === 1 && !graph.counts[node]);
    /** @type {KG.Filter} */
    const filter = {
      active: limited || filters.kinds.length > 0 || filters.papers > 1,
      paper,
      kind: (kind) => !kinds.has(kind),
      node: (node) => !kinds.has(graph.kind(node)) && (graph.isPaper(node) ? paper(node) : concept(node)),
      edge,
      count: (concept) => counts[concept],
      sentence: sentence(graph, filters),
    };
    return filter;
  }

  /** Which papers pass by year and venue: 1 or 0, or null where all do.
   * @param {KG.Graph} graph
   * @param {KG.Filters} filters */
  function passing(graph, { years, venues }) {
    if ((!years && !venues.length) || !graph.ready) return null;
    const [first, last] = years || [null, null];
    const named = new Set(venues);
    const places = graph.venues.map(({ name }) => !venues.length || named.has(name));
    const passes = new Uint8Array(graph.paperCount);
    for (let paper = 0; paper < passes.length; paper++) {
      const year = graph.years[paper];
      // A paper of no known year or venue is not one of those that were asked for.
      const inTime = !years || (year && (first === null || year >= first) && (last === null || year <= last));
      passes[paper] = Number(inTime && (!venues.length || places[graph.venue[paper]] === true));
    }
    return passes;
  }

  /** @param {KG.Graph} graph
   * @param {Uint8Array | null} papers
   * @param {Uint8Array} types
   * @returns {(edge: number) => boolean} */
  function edgeTest(graph, papers, types) {
    return (edge) => {
      if (!types[graph.edges.type[edge]]) return false;
      if (!papers) return true;
      if (graph.isLink(edge)) return papers[graph.edges.from[edge]] === 1;
      const flat = graph.evidenceOf(edge);
      for (let at = 0; at < flat.length; at += 2) if (papers[flat[at]]) return true;
      return !flat.length; // what no paper states is from the vocabulary
    };
  }

  /** `Hidden: metrics; links and relations “mentions”; papers before 2020.`, or "" where nothing is.
   * @param {KG.Graph} graph
   * @param {KG.Filters} filters */
  function sentence(graph, { kinds, types, years, venues, papers }) {
    const hidden = [
      ...Object.keys(KINDS)
        .filter((kind) => kinds.includes(kind))
        .map((kind) => KINDS[kind].many.toLowerCase()),
      ...either(
        graph.types.filter((type) => types.includes(type)).map((type) => `“${words(type)}”`),
        (list) => `what is said by ${list}`,
      ),
      ...outside(years),
      ...either(venues, (list) => `papers of venues other than ${list}`),
      ...(papers > 1 ? [`concepts of fewer than ${counted(papers, "paper")}`] : []),
    ];
    return hidden.length ? `Hidden: ${hidden.join("; ")}.` : "";
  }

  /** @param {readonly string[]} names
   * @param {(list: string) => string} phrase
   * @returns {string[]} nothing for no names */
  function either(names, phrase) {
    if (!names.length) return [];
    return [phrase(names.length < 2 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`)];
  }

  /** @param {KG.Filters["years"]} years
   * @returns {string[]} */
  function outside(years) {
    if (!years) return [];
    const [first, last] = years;
    if (first !== null && first === last) return [`papers of other years than ${first}`];
    const sides = [first !== null && `before ${first}`, last !== null && `after ${last}`].filter(Boolean);
    return [`papers ${sides.join(" or ")}`];
  }

  KG.visible = { apply };
})();
