/** Finding nodes by what people call them. */
(function () {
  "use strict";

  const LIMIT = 20;

  /** Case, accents, hyphens and runs of blanks aside.
   * @param {string} text */
  function fold(text) {
    const plain = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");
    return plain
      .toLowerCase()
      .replace(/[\s_/\u2010-\u2015-]+/g, " ")
      .trim();
  }

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

  /** All names of all nodes, the most shared concepts first. Made at the first search. */
  class Index {
    /** @param {KG.Graph} graph */
    constructor(graph) {
      const concepts = Array.from({ length: graph.size - graph.paperCount }, (_, row) => graph.paperCount + row);
      concepts.sort((a, b) => graph.counts[b] - graph.counts[a] || a - b);
      const papers = Array.from({ length: graph.paperCount }, (_, paper) => paper);
      /** @type {{node: number, names: string[], folded: string[]}[]} */
      this.entries = [...concepts, ...papers].map((node) => {
        const names = namesOf(graph, node);
        return { node, names, folded: names.map(fold) };
      });
    }

    /**
     * The best hits: names that are the query, begin with it, have a word that begins with it, have words that begin
     * with each of its words, have it inside; among equals, the concept of more papers.
     * @param {string} text
     * @returns {KG.Hit[]} with the name that answered
     */
    search(text) {
      const query = fold(text);
      if (!query) return [];
      const words = query.split(" ");
      /** @type {KG.Hit[][]} */
      const grades = [[], [], [], [], []];
      for (const { node, names, folded } of this.entries) {
        let best = Infinity;
        let name = "";
        for (let i = 0; i < folded.length && best > 0; i++) {
          const mark = grade(folded[i], query, words);
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
