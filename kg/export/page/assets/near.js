/** What is close to a node, the closest first, in time that follows the node's own links. */
(function () {
  "use strict";

  const STATED = 2; // shared papers that a stated relation counts as
  const MOST = 400; // papers of a concept that are looked at where only its few closest are asked for

  /** Scores of nodes, without an array for each question. */
  class Scores {
    /** @param {number} size */
    constructor(size) {
      this.scores = new Uint32Array(size);
      /** @type {number[]} */
      this.nodes = [];
    }

    /** @param {number} node
     * @param {number} score */
    add(node, score) {
      if (!this.scores[node]) this.nodes.push(node);
      this.scores[node] += score;
    }

    /** The nodes of the highest scores, then of most papers; all are forgotten after.
     * @param {number} most
     * @param {Uint32Array} counts
     * @returns {number[]} */
    take(most, counts) {
      const { scores, nodes } = this;
      const least = this.atLeast(most);
      const best = nodes.filter((node) => scores[node] >= least);
      best.sort((a, b) => scores[b] - scores[a] || counts[b] - counts[a] || a - b);
      for (const node of nodes) scores[node] = 0;
      this.nodes = [];
      return best.slice(0, most);
    }

    /** A score that at least so many nodes have, if there are as many; most scores are small, so few nodes are sorted.
     * @param {number} most */
    atLeast(most) {
      const steps = new Uint32Array(64);
      for (const node of this.nodes) steps[Math.min(63, this.scores[node])]++;
      let step = 63;
      for (let count = steps[63]; count < most && step > 1; count += steps[step]) step--;
      return step;
    }
  }

  class Near {
    /** @param {KG.Graph} graph
     * @param {KG.Filter} filter */
    constructor(graph, filter) {
      this.graph = graph;
      this.filter = filter;
      this.scores = new Scores(graph.size);
    }

    /** Concepts that share papers with a concept or are related to it by a statement.
     * @param {number} concept
     * @param {number} most
     * @param {{has(node: number): boolean}} [without] nodes that are not asked for
     * @param {number} [looked] papers that are looked at
     * @returns {{nodes: number[], total: number}} the closest, and how many there are */
    related(concept, most, without = new Set(), looked = MOST) {
      const { graph, filter, scores } = this;
      const { from, to } = graph.edges;
      let papers = 0;
      for (const edge of graph.edgesOf(concept)) {
        if (!filter.edge(edge)) continue;
        const other = graph.other(edge, concept);
        if (!graph.isLink(edge)) this.count(other, concept, STATED, without);
        else if (filter.paper(other) && papers++ < looked) {
          for (const link of graph.linksOf(from[edge]))
            if (filter.edge(link)) this.count(to[link], concept, 1, without);
        }
      }
      const total = scores.nodes.length;
      return { nodes: scores.take(most, graph.counts), total };
    }

    /** @param {number} node
     * @param {number} concept
     * @param {number} score
     * @param {{has(node: number): boolean}} without */
    count(node, concept, score, without) {
      if (node !== concept && !without.has(node) && this.filter.node(node)) this.scores.add(node, score);
    }

    /** The papers of a concept: those that introduce it, then those that have most of some concepts.
     * @param {number} concept
     * @param {Iterable<number>} shown
     * @param {number} most
     * @param {{has(node: number): boolean}} [without]
     * @returns {{nodes: number[], total: number}} */
    papers(concept, shown, most, without = new Set()) {
      const { graph, filter, scores } = this;
      const marked = new Set(shown);
      const introduces = graph.types.indexOf("introduces");
      const { from, to, type } = graph.edges;
      if (!filter.kind(graph.kinds[0])) return { nodes: [], total: 0 };
      for (const edge of graph.linksOf(concept)) {
        const paper = from[edge];
        if (without.has(paper) || !filter.edge(edge) || !filter.node(paper)) continue;
        let common = 1;
        for (const link of graph.linksOf(paper)) if (marked.has(to[link])) common++;
        scores.add(paper, type[edge] === introduces ? 1000 + common : scores.scores[paper] ? 0 : common);
      }
      const total = scores.nodes.length;
      return { nodes: scores.take(most, graph.counts), total };
    }

    /** The concepts of a paper in the order of what it does with them: introduces first, mentions last.
     * @param {number} paper
     * @param {number} most
     * @param {{has(node: number): boolean}} [without]
     * @returns {{nodes: number[], total: number}} */
    concepts(paper, most, without = new Set()) {
      const { graph, filter } = this;
      const { to, type } = graph.edges;
      const links = [...graph.linksOf(paper)].filter((edge) => filter.edge(edge) && filter.node(to[edge]));
      links.sort((a, b) => type[a] - type[b] || a - b);
      const nodes = [...new Set(links.map((edge) => to[edge]))].filter((node) => !without.has(node));
      return { nodes: nodes.slice(0, most), total: nodes.length };
    }

    /** How many nodes that are not shown could be opened around one.
     * @param {number} node
     * @param {{has(node: number): boolean}} shown
     * @param {boolean} [toPapers] whether concepts lead to papers alone
     * @returns {KG.More} */
    more(node, shown, toPapers = false) {
      if (this.graph.isPaper(node)) return { papers: 0, concepts: this.concepts(node, 0, shown).total };
      const papers = this.papers(node, [], 0, shown).total;
      return { papers, concepts: toPapers ? 0 : this.related(node, 0, shown, Infinity).total };
    }
  }

  /** A count that is made when it is first asked for.
   * @param {(node: number) => KG.More} count
   * @returns {(node: number) => KG.More} */
  function once(count) {
    /** @type {Map<number, KG.More>} */
    const known = new Map();
    return (node) => {
      const found = known.get(node) || count(node);
      known.set(node, found);
      return found;
    };
  }

  KG.near = { Near, once };
})();
