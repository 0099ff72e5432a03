/** The most telling way between two nodes, as `kg path` finds it, and the scene that shows it as a chain. */
(function () {
  "use strict";

  const { counted, words } = KG.kinds;
  const STATED = 2; // shared papers that a statement counts as
  const MOST = 2e7; // ties that are looked at before the search gives up
  const APART = 170; // units between the nodes of a chain
  const DOWN = 110; // … if it runs downwards
  const NARROW = 640; // pixels of width below which it does
  const BEND = 5; // nodes in a row

  /** The least of its entries first.
   * @see Williams, *Algorithm 232: Heapsort*, 1964 */
  class Heap {
    constructor() {
      /** @type {[number, number][]} */
      this.entries = [];
    }

    /** @param {number} cost
     * @param {number} node */
    push(cost, node) {
      const { entries } = this;
      let at = entries.push([cost, node]) - 1;
      while (at && before(entries[at], entries[(at - 1) >> 1])) at = this.swap(at, (at - 1) >> 1);
    }

    /** @returns {[number, number] | undefined} */
    pop() {
      const { entries } = this;
      const first = entries[0];
      const last = entries.pop();
      if (!last || !entries.length) return first;
      entries[0] = last;
      for (let at = 0; ;) {
        let least = at;
        for (const child of [2 * at + 1, 2 * at + 2])
          if (child < entries.length && before(entries[child], entries[least])) least = child;
        if (least === at) return first;
        at = this.swap(at, least);
      }
    }

    /** @param {number} a
     * @param {number} b */
    swap(a, b) {
      const { entries } = this;
      [entries[a], entries[b]] = [entries[b], entries[a]];
      return b;
    }
  }

  /** @param {[number, number]} a
   * @param {[number, number]} b */
  const before = (a, b) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);

  /** What was found last: the picture and the panel ask for the same.
   * @type {{filter: KG.Filter, start: number, end: number, found: {nodes: number[], complete: boolean}} | null} */
  let last = null;

  /** The cheapest way between two nodes over concepts that the filters leave. A step costs `ln(1 + √(d₁ d₂) / w)`, where d
   * is how many papers have a concept and w how many have both, a statement counting as two (see kg/query/paths.py); a
   * paper is a concept of one paper. Dijkstra's algorithm: each paper is met once from each of its concepts.
   * @param {KG.Graph} graph
   * @param {KG.Filter} filter
   * @param {number} start
   * @param {number} end
   * @returns {{nodes: number[], complete: boolean}} no nodes where there is no way; whether the search went to its end */
  function shortest(graph, filter, start, end) {
    if (last && last.filter === filter && last.start === start && last.end === end) return last.found;
    const found = search(graph, filter, start, end);
    last = { filter, start, end, found };
    return found;
  }

  /** @param {KG.Graph} graph
   * @param {KG.Filter} filter
   * @param {number} start
   * @param {number} end */
  function search(graph, filter, start, end) {
    const ties = new Ties(graph, filter, end);
    const costs = new Float64Array(graph.size).fill(Infinity);
    const cameFrom = new Int32Array(graph.size).fill(-1);
    const done = new Uint8Array(graph.size);
    const heap = new Heap();
    costs[start] = 0;
    heap.push(0, start);
    for (let entry = heap.pop(); entry; entry = heap.pop()) {
      const [cost, node] = entry;
      if (node === end) return { nodes: chain(cameFrom, end), complete: true };
      if (done[node]) continue;
      if (ties.looked > MOST) return { nodes: [], complete: false };
      done[node] = 1;
      const own = ties.size(node);
      for (const other of ties.of(node)) {
        const next = cost + Math.log1p(Math.sqrt(own * ties.size(other)) / ties.weights[other]);
        if (done[other] || next >= costs[other]) continue;
        costs[other] = next;
        cameFrom[other] = node;
        heap.push(next, other);
      }
    }
    return { nodes: [], complete: true };
  }

  /** @param {Int32Array} cameFrom
   * @param {number} end */
  function chain(cameFrom, end) {
    const nodes = [end];
    for (let node = cameFrom[end]; node >= 0; node = cameFrom[node]) nodes.unshift(node);
    return nodes;
  }

  /** Which concepts a node goes together with, and how much; papers are met as ends alone. */
  class Ties {
    /** @param {KG.Graph} graph
     * @param {KG.Filter} filter
     * @param {number} end */
    constructor(graph, filter, end) {
      this.graph = graph;
      this.filter = filter;
      this.end = end;
      /** Of the node asked for last. */
      this.weights = new Float64Array(graph.size);
      /** @type {number[]} */
      this.nodes = [];
      this.looked = 0;
    }

    /** How many papers have a node.
     * @param {number} node */
    size(node) {
      return this.graph.isPaper(node) ? 1 : Math.max(1, this.filter.count(node));
    }

    /** @param {number} node
     * @returns {number[]} */
    of(node) {
      const { graph, filter, end } = this;
      const { from, to } = graph.edges;
      for (const other of this.nodes) this.weights[other] = 0;
      this.nodes = [];
      for (const edge of graph.edgesOf(node)) {
        if (!filter.edge(edge)) continue;
        if (!graph.isLink(edge))
          this.add(graph.other(edge, node), STATED * Math.max(1, graph.evidenceOf(edge).length / 2));
        else if (graph.isPaper(node)) this.add(to[edge], 1);
        else if (from[edge] === end) this.add(end, 1);
        else if (filter.paper(from[edge]))
          for (const link of graph.linksOf(from[edge])) if (filter.edge(link)) this.add(to[link], 1);
      }
      return this.nodes.filter((other) => other !== node && (other === end || filter.node(other)));
    }

    /** @param {number} node
     * @param {number} weight */
    add(node, weight) {
      if (!this.weights[node]) this.nodes.push(node);
      this.weights[node] += weight;
      this.looked++;
    }
  }

  /** @param {KG.Graph} graph
   * @param {KG.Filter} filter
   * @param {readonly [string, string]} ends
   * @param {KG.Size} canvas
   * @returns {KG.Scene} */
  function pathScene(graph, filter, ends, canvas) {
    const [start, end] = ends.map((key) => graph.find(key));
    const known = start !== undefined && end !== undefined;
    const { nodes: found, complete } = known ? shortest(graph, filter, start, end) : { nodes: [], complete: true };
    const chained = found.length ? found : known ? [start, end] : [];
    const places = placesFor(chained.length, canvas);
    const nodes = chained.map((id, i) => ({ id, size: 15, ...places[i] }));
    const edges = found.slice(1).map((to, i) => stepOf(graph, filter, found[i], to));
    const note = noteOf(graph, { known, complete, found, start, end });
    return { kind: "path", focus: null, nodes, edges, regions: [], note };
  }

  /** Along a line; in a narrow picture downwards; a long chain turns at the end of a row.
   * @param {number} count
   * @param {KG.Size} canvas
   * @returns {KG.Point[]} */
  function placesFor(count, { width }) {
    return Array.from({ length: count }, (_, i) => {
      if (width < NARROW) return { x: 0, y: i * DOWN };
      const row = Math.floor(i / BEND);
      const along = row % 2 ? BEND - 1 - (i % BEND) : i % BEND;
      return { x: along * APART, y: row * DOWN + (along % 2) * 30 };
    });
  }

  /** A step as an edge: what states it, else in how many papers the two are.
   * @param {KG.Graph} graph
   * @param {KG.Filter} filter
   * @param {number} a
   * @param {number} b
   * @returns {KG.SceneEdge} */
  function stepOf(graph, filter, a, b) {
    const between = [...graph.edgesOf(a)].filter((edge) => graph.other(edge, a) === b && filter.edge(edge));
    const stated = between.find((edge) => !graph.isLink(edge));
    const edge = stated ?? between[0];
    if (edge !== undefined) {
      const [from, to, type] = [graph.edges.from[edge], graph.edges.to[edge], graph.type(edge)];
      return { from, to, relation: type, name: words(type) };
    }
    const papers = new Set(graph.across(a).filter((paper) => filter.paper(paper)));
    const shared = graph.across(b).filter((paper) => papers.has(paper)).length;
    return { from: a, to: b, name: `in ${counted(shared, "paper")} together` };
  }

  /** @param {KG.Graph} graph
   * @param {{known: boolean, complete: boolean, found: number[], start?: number, end?: number}} answer */
  function noteOf(graph, { known, complete, found, start, end }) {
    if (!known || start === undefined || end === undefined) return "One end of this path is not in the graph.";
    if (start === end) return "Both ends are the same.";
    const ends = `${graph.label(start)} and ${graph.label(end)}`;
    if (found.length)
      return `The most telling path in ${counted(found.length - 1, "step")}; click a line for who says so.`;
    return complete
      ? `No papers or statements that are shown lead from one to the other: ${ends}.`
      : `${ends} are too far apart.`;
  }

  /** The nodes of the path that the filters leave, from end to end; none where there is none.
   * @param {KG.App} app
   * @param {number} start
   * @param {number} end */
  const find = ({ graph, filter }, start, end) => (start === end ? [] : shortest(graph, filter, start, end).nodes);

  KG.path = { find, shortest, pathScene };
})();
