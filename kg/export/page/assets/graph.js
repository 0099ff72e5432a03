/** The graph: tables as the file carries them, and who is joined with whom. */
(function () {
  "use strict";

  /** Nodes are numbers, papers first; edges are numbers too.
   * @implements {KG.Graph} */
  class Graph {
    /** @param {KG.Raw} raw */
    constructor(raw) {
      this.kinds = raw.kinds;
      this.papers = raw.papers;
      this.concepts = raw.concepts;
      this.edges = raw.edges;
      this.types = raw.types;
      this.paperCount = raw.papers.id.length;
      this.size = this.paperCount + raw.concepts.id.length;
      const [starts, incident] = adjacency(this.size, raw.edges);
      this.starts = starts;
      this.incident = incident;
      this.counts = countPapers(this);
      /** @type {Map<string, number> | null} */
      this.numbers = null;
    }

    /** @param {number} node */
    isPaper(node) {
      return node < this.paperCount;
    }

    /** The row of a node in its table.
     * @param {number} node */
    row(node) {
      return this.isPaper(node) ? node : node - this.paperCount;
    }

    /** @param {number} node */
    kind(node) {
      return this.isPaper(node) ? this.kinds[0] : this.kinds[this.concepts.kind[this.row(node)]];
    }

    /** @param {number} node */
    label(node) {
      if (this.isPaper(node)) return this.papers.title[node] || this.papers.label[node];
      return this.concepts.label[this.row(node)];
    }

    /** The name of a node in addresses: `concept/…` or `paper/…`.
     * @param {number} node */
    key(node) {
      return this.isPaper(node) ? `paper/${this.papers.id[node]}` : `concept/${this.concepts.id[this.row(node)]}`;
    }

    /** The node of that key, or undefined.
     * @param {string} key */
    find(key) {
      if (!this.numbers) {
        this.numbers = new Map();
        for (let node = 0; node < this.size; node++) this.numbers.set(this.key(node), node);
      }
      return this.numbers.get(key);
    }

    /** All edges that begin or end at a node.
     * @param {number} node */
    edgesOf(node) {
      return this.incident.subarray(this.starts[node], this.starts[node + 1]);
    }

    /** The links between a paper and concepts, from either side.
     * @param {number} node */
    linksOf(node) {
      return this.edgesOf(node).filter((edge) => this.isLink(edge));
    }

    /** The relations to other concepts.
     * @param {number} node */
    relationsOf(node) {
      return this.edgesOf(node).filter((edge) => !this.isLink(edge));
    }

    /** Whether an edge leads from a paper to a concept.
     * @param {number} edge */
    isLink(edge) {
      return this.isPaper(this.edges.from[edge]);
    }

    /** @param {number} edge */
    type(edge) {
      return this.types[this.edges.type[edge]];
    }

    /** The node at the other end.
     * @param {number} edge
     * @param {number} node */
    other(edge, node) {
      return this.edges.from[edge] === node ? this.edges.to[edge] : this.edges.from[edge];
    }

    /** `ICML 2025`, `2024` or nothing.
     * @param {number} paper */
    published(paper) {
      const venue = this.papers.venue[paper];
      const year = this.papers.year[paper];
      const known = year === null || venue.includes(String(year));
      return [venue, known ? "" : String(year)].filter(Boolean).join(" ");
    }
  }

  /** Edges by node, in compressed rows: those of node `n` are `incident[starts[n]]` up to `incident[starts[n + 1]]`.
   * @param {number} size
   * @param {KG.Edges} edges
   * @returns {[Uint32Array, Uint32Array]} */
  function adjacency(size, { from, to }) {
    const starts = new Uint32Array(size + 1);
    for (let edge = 0; edge < from.length; edge++) {
      starts[from[edge] + 1]++;
      if (to[edge] !== from[edge]) starts[to[edge] + 1]++;
    }
    for (let node = 0; node < size; node++) starts[node + 1] += starts[node];
    const incident = new Uint32Array(starts[size]);
    const next = starts.slice(0, size);
    for (let edge = 0; edge < from.length; edge++) {
      incident[next[from[edge]]++] = edge;
      if (to[edge] !== from[edge]) incident[next[to[edge]]++] = edge;
    }
    return [starts, incident];
  }

  /** How many papers have each concept. The edges of a paper stand together, so the last one seen tells repeats.
   * @param {Graph} graph */
  function countPapers(graph) {
    const counts = new Uint32Array(graph.size);
    const last = new Int32Array(graph.size).fill(-1);
    const { from, to } = graph.edges;
    for (let edge = 0; edge < from.length; edge++) {
      if (!graph.isLink(edge) || last[to[edge]] === from[edge]) continue;
      last[to[edge]] = from[edge];
      counts[to[edge]]++;
    }
    return counts;
  }

  KG.graph = { Graph };
})();
