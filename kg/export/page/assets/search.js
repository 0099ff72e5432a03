/** Finding nodes by what people call them. */
(function () {
  "use strict";

  const { fold, squeeze } = KG.names;
  const LIMIT = 20;
  const INSIDE = 3; // letters from which a query is also looked for inside squeezed names

  /** How well a name answers a query: 0 best, Infinity not at all.
   * @param {string} name folded
   * @param {string} query folded
   * @param {string[]} words those of the query */
  function grade(name, query, words) {
    const at = name.indexOf(query);
    if (at === 0) return name.length === query.length ? 0 : 1;
    const padded = " " + name;
    if (at > 0 && padded.includes(" " + query)) return 2;
    if (words.length > 1 && words.every((word) => padded.includes(" " + word))) return 3;
    return at > 0 ? 4 : Infinity;
  }

  /** The same with blanks and punctuation aside.
   * @param {string} name squeezed
   * @param {string} query squeezed */
  function looseGrade(name, query) {
    const at = query ? name.indexOf(query) : -1;
    if (at === 0) return 1;
    return at > 0 && query.length >= INSIDE ? 4 : Infinity;
  }

  /** All names of all nodes, the most shared concepts first. Made at the first search. */
  class Index {
    /** @param {KG.Graph} graph */
    constructor(graph) {
      const concepts = Array.from({ length: graph.size - graph.paperCount }, (_, row) => graph.paperCount + row);
      concepts.sort((a, b) => graph.counts[b] - graph.counts[a] || a - b);
      const papers = Array.from({ length: graph.paperCount }, (_, paper) => paper);
      /** @type {{node: number, names: string[], folded: string[], squeezed: string[]}[]} */
      this.entries = [...concepts, ...papers].map((node) => {
        const names = namesOf(graph, node);
        const folded = names.map(fold);
        return { node, names, folded, squeezed: folded.map(squeeze) };
      });
    }

    /**
     * The best hits: names that are the query, begin with it, have a word that begins with it, have words that begin
     * with each of its words, have it inside; among equals, the concept of more papers. Blanks, hyphens and
     * punctuation may differ, and Greek letters may be spelled out.
     * @param {string} text
     * @returns {KG.Hit[]} with the name that answered
     */
    search(text) {
      const query = fold(text);
      if (!query) return [];
      const words = query.split(" ");
      const tight = squeeze(query);
      /** @type {KG.Hit[][]} */
      const grades = [[], [], [], [], []];
      for (const { node, names, folded, squeezed } of this.entries) {
        let best = Infinity;
        let name = "";
        for (let i = 0; i < folded.length && best > 0; i++) {
          const mark = Math.min(grade(folded[i], query, words), looseGrade(squeezed[i], tight));
          if (mark < best) [best, name] = [mark, names[i]];
        }
        if (best < Infinity && grades[best].length < LIMIT) grades[best].push({ node, name });
      }
      return grades.flat().slice(0, LIMIT);
    }
  }

  /** @param {KG.Graph} graph
   * @param {number} node */
  function namesOf(graph, node) {
    if (graph.isPaper(node)) return [graph.label(node), graph.papers.name[node]];
    return [graph.label(node), ...graph.concepts.aliases[graph.row(node)]];
  }

  KG.search = { Index };
})();
