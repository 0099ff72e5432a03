/** Finding nodes by what people call them. */
(function () {
  "use strict";

  const { fold, squeeze } = KG.names;
  const LIMIT = 20;
  const INSIDE = 3; // letters from which a query is also looked for inside squeezed names
  const SLICE = 8; // milliseconds that making the index may take from the page at once

  /** How well a name answers a query: 0 best, Infinity not at all.
   * @param {string} name folded
   * @param {string} query folded
   * @param {string[]} words those of the query */
  function grade(name, query, words) {
    const at = name.indexOf(query);
    if (at === 0) return name.length === query.length ? 0 : 1;
    if (at > 0 && (name[at - 1] === " " || name.includes(" " + query))) return 2;
    if (words.length > 1 && words.every((word) => name.startsWith(word) || name.includes(" " + word))) return 3;
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

  /** All names of all nodes, the most shared concepts first. It is made bit by bit while nothing else is to be done, or
   * what is left of it at the first search. */
  class Index {
    /** @param {KG.Graph} graph */
    constructor(graph) {
      this.graph = graph;
      const concepts = Array.from({ length: graph.size - graph.paperCount }, (_, row) => graph.paperCount + row);
      concepts.sort((a, b) => graph.counts[b] - graph.counts[a] || a - b);
      const papers = Array.from({ length: graph.paperCount }, (_, paper) => paper);
      this.nodes = [...concepts, ...papers];
      /** @type {{node: number, names: string[], folded: string[], squeezed: string[]}[]} */
      this.entries = [];
      this.words = new KG.typos.Words();
    }

    /** @param {number} [time] milliseconds after which to stop
     * @returns {boolean} whether all is there */
    fill(time = Infinity) {
      const end = performance.now() + time;
      while (this.entries.length < this.nodes.length) {
        this.take(this.nodes[this.entries.length]);
        if (this.entries.length % 64 === 0 && performance.now() > end) return false;
      }
      return true;
    }

    /** Fill the index while the browser is idle. */
    fillLater() {
      const idle = window.requestIdleCallback || ((/** @type {() => void} */ work) => setTimeout(work));
      const work = (/** @type {IdleDeadline | undefined} */ left) => {
        const done = this.fill(Math.min(SLICE, left ? left.timeRemaining() : SLICE));
        if (!done) idle(work);
      };
      idle(work);
    }

    /** @param {number} node */
    take(node) {
      const names = namesOf(this.graph, node);
      const folded = names.map(fold);
      for (const name of folded) this.words.add(name, this.entries.length);
      this.entries.push({ node, names, folded, squeezed: folded.map(squeeze) });
    }

    /**
     * The best hits: names that are the query, begin with it, have a word that begins with it, have words that begin
     * with each of its words, have it inside; among equals, the concept of more papers. Blanks, hyphens, accents and
     * punctuation may differ, and Greek letters may be spelled out. Where that finds little, a wrong letter in a word
     * is forgiven, or two in a long one.
     * @param {string} text
     * @returns {KG.Hit[]} with the name that answered */
    search(text) {
      const query = fold(text);
      if (!query) return [];
      this.fill();
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
      const hits = grades.flat().slice(0, LIMIT);
      return hits.length < LIMIT ? this.forgiving(hits, query) : hits;
    }

    /** @param {KG.Hit[]} hits
     * @param {string} query folded
     * @returns {KG.Hit[]} these and, where they are few, names that are nearly the query */
    forgiving(hits, query) {
      const words = KG.typos.wordsOf(query);
      if (hits.length || !words.length) return hits;
      return this.words
        .near(words)
        .slice(0, LIMIT)
        .map(([place]) => {
          const { node, names, folded } = this.entries[place];
          const wrong = folded.map((name) => KG.typos.wrongInName(words, name));
          return { node, name: names[wrong.indexOf(Math.min(...wrong))] };
        });
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
