/** The graph: tables as the file carries them, and what views ask of them, in the time that the answer takes to read. */
(function () {
  "use strict";

  const NONE = new Uint32Array(0);

  /** Nodes are numbers, papers first; edges are numbers too, links from papers before relations. At first only the nodes
   * of the overview are known; the rest comes with `fill`.
   * @implements {KG.Graph} */
  class Graph {
    /** @param {KG.Front} front
     * @param {KG.OverviewNode[]} nodes of the overview */
    constructor(front, nodes) {
      this.kinds = front.kinds;
      this.types = front.types;
      this.detail = front.detail;
      this.paperCount = front.papers;
      this.size = front.papers + front.concepts;
      /** How many papers have each concept. */
      this.counts = new Uint32Array(this.size);
      /** @type {Map<number, KG.OverviewNode>} */
      this.first = new Map(nodes.map((node) => [node.id, node]));
      for (const { id, value } of nodes) this.counts[id] = value;
      this.ready = false;
      /** @type {{starts: Uint32Array, middles: Uint32Array, incident: Uint32Array}} */
      this.rows = { starts: new Uint32Array(this.size + 1), middles: new Uint32Array(this.size), incident: NONE };
      /** @type {KG.Rows} */
      this.evidence = { of: () => NONE };
      /** @type {KG.Rows} */
      this.sentences = { of: () => NONE };
      /** @type {KG.Papers} */
      this.papers = { id: [], label: [], title: [], abstract: [], authors: [], year: [], venue: [], url: [], name: [] };
      /** @type {KG.Concepts} */
      this.concepts = { id: [], label: [], kind: [], aliases: [], definition: [], otherKinds: [] };
      /** @type {KG.Edges} */
      this.edges = { from: NONE, to: NONE, type: new Uint8Array(0) };
      /** Names of venues, without years; `venue[paper]` is the place of the paper's in it, or -1.
       * @type {KG.Venue[]} */
      this.venues = [];
      /** @type {Int32Array} */
      this.venue = new Int32Array(0);
      /** The years of papers, 0 where a paper has none.
       * @type {Int32Array} */
      this.years = new Int32Array(0);
      /** From the first to the last year of a paper, or null.
       * @type {[number, number] | null} */
      this.span = null;
      /** Nodes that were asked for, by their keys.
       * @type {Map<string, number>} */
      this.found = new Map();
      /** @type {KG.Rows | null} */
      this.stated = null;
    }

    /** Take the whole graph.
     * @param {KG.Raw} raw */
    fill(raw) {
      this.papers = raw.papers;
      this.concepts = raw.concepts;
      this.edges = {
        from: Uint32Array.from(raw.edges.from),
        to: Uint32Array.from(raw.edges.to),
        type: Uint8Array.from(raw.edges.type),
      };
      this.evidence = rowsOf(raw.evidence);
      this.sentences = rowsOf(raw.sentences);
      this.rows = adjacency(this);
      // A file that has not all papers says how many have a concept.
      const counts = countPapers(this);
      (raw.concepts.papers || []).forEach((papers, row) => (counts[this.paperCount + row] = papers));
      this.counts = counts;
      this.years = Int32Array.from(raw.papers.year, (year) => year || 0);
      this.span = spanOf(this.years);
      [this.venues, this.venue] = venuesOf(raw.papers.venue);
      this.ready = true;
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
      if (this.isPaper(node)) return this.kinds[0];
      const first = this.first.get(node);
      return first ? first.group : this.kinds[this.concepts.kind[this.row(node)]];
    }

    /** @param {number} node
     * @returns {string} */
    label(node) {
      if (this.isPaper(node)) return this.papers.title[node] || this.papers.label[node];
      const first = this.first.get(node);
      return first ? first.label : this.concepts.label[this.row(node)];
    }

    /** The name of a node in addresses: `concept/…` or `paper/…`. Where it follows from the label, the file is without.
     * @param {number} node */
    key(node) {
      const row = this.row(node);
      if (this.isPaper(node)) return "paper/" + (this.papers.id[row] || mint(this.papers.name[row]));
      const slug = this.ready ? this.concepts.id[row] : this.first.get(node)?.slug;
      return "concept/" + (slug || mint(this.label(node)));
    }

    /** The node of that key, or undefined.
     * @param {string} key */
    find(key) {
      if (!this.ready) return undefined;
      const node = this.found.get(key) ?? nodeOf(this, key);
      if (node !== undefined) this.found.set(key, node);
      return node;
    }

    /** All edges that begin or end at a node: first the links between a paper and concepts, then relations.
     * @param {number} node */
    edgesOf(node) {
      const { incident, starts } = this.rows;
      return incident.subarray(starts[node], starts[node + 1]);
    }

    /** The links between a paper and concepts, from either side; a view, not to be sorted in place.
     * @param {number} node
     * @returns {Uint32Array} */
    linksOf(node) {
      const { incident, starts, middles } = this.rows;
      return incident.subarray(starts[node], middles[node]);
    }

    /** The relations to other concepts; a view, not to be sorted in place.
     * @param {number} node
     * @returns {Uint32Array} */
    relationsOf(node) {
      const { incident, starts, middles } = this.rows;
      return incident.subarray(middles[node], starts[node + 1]);
    }

    /** The links of a node by what the paper does with the concept, in the order of the types.
     * @param {number} node
     * @returns {Map<string, number[]>} */
    linksByRole(node) {
      /** @type {number[][]} */
      const roles = this.types.map(() => []);
      for (const edge of this.linksOf(node)) roles[this.edges.type[edge]].push(edge);
      return new Map(roles.flatMap((edges, type) => (edges.length ? [[this.types[type], edges]] : [])));
    }

    /** The papers of a concept or the concepts of a paper, each once.
     * @param {number} node
     * @returns {number[]} */
    across(node) {
      return [...new Set(Array.from(this.linksOf(node), (edge) => this.other(edge, node)))];
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

    /** What an edge rests on, flat: `sentence, start, end` for each mention of a link, `paper, sentence` for each
     * statement of a relation.
     * @param {number} edge
     * @returns {Uint32Array} */
    evidenceOf(edge) {
      return this.evidence.of(edge);
    }

    /** The sentences of a paper, flat: `0` for the title or `1` for the abstract, start, end.
     * @param {number} paper
     * @returns {Uint32Array} */
    sentencesOf(paper) {
      return this.sentences.of(paper);
    }

    /** The relations that a paper states.
     * @param {number} paper
     * @returns {Uint32Array} */
    statedBy(paper) {
      this.stated = this.stated || statements(this);
      return this.stated.of(paper);
    }

    /** How many papers have a concept, by year; papers without a year are not in it.
     * @param {number} concept
     * @param {(edge: number) => boolean} [passes] only links that do
     * @returns {Map<number, number>} in the order of years */
    countsByYear(concept, passes = () => true) {
      const papers = new Set();
      for (const edge of this.linksOf(concept)) if (passes(edge)) papers.add(this.edges.from[edge]);
      /** @type {Map<number, number>} */
      const counts = new Map();
      for (const paper of papers) {
        const year = this.years[paper];
        if (year) counts.set(year, (counts.get(year) || 0) + 1);
      }
      return new Map([...counts].sort(([a], [b]) => a - b));
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

  /** The rows of a table whose rows differ in length: all values one after the other, and where each row ends.
   * @param {{ends: ArrayLike<number>, values: ArrayLike<number>}} table
   * @returns {KG.Rows} */
  function rowsOf({ ends, values }) {
    const [stops, all] = [Uint32Array.from(ends), Uint32Array.from(values)];
    return { of: (row) => all.subarray(row ? stops[row - 1] : 0, stops[row]) };
  }

  /** Edges by node, in compressed rows: those of node `n` are `incident[starts[n]]` up to `incident[starts[n + 1]]`, the
   * relations among them from `incident[middles[n]]`.
   * @param {Graph} graph
   * @returns {{starts: Uint32Array, middles: Uint32Array, incident: Uint32Array}} */
  function adjacency({ size, paperCount, edges: { from, to } }) {
    const starts = new Uint32Array(size + 1);
    const links = new Uint32Array(size);
    for (let edge = 0; edge < from.length; edge++) {
      const link = Number(from[edge] < paperCount);
      starts[from[edge] + 1]++;
      links[from[edge]] += link;
      if (to[edge] === from[edge]) continue;
      starts[to[edge] + 1]++;
      links[to[edge]] += link;
    }
    for (let node = 0; node < size; node++) starts[node + 1] += starts[node];
    const incident = new Uint32Array(starts[size]);
    const next = starts.slice(0, size);
    // Links have the lower numbers, for papers have, so that they come first with each node.
    for (let edge = 0; edge < from.length; edge++) {
      incident[next[from[edge]]++] = edge;
      if (to[edge] !== from[edge]) incident[next[to[edge]]++] = edge;
    }
    return { starts, middles: links.map((count, node) => starts[node] + count), incident };
  }

  /** How many papers have each concept. The edges of a paper stand together, so the last one seen tells repeats.
   * @param {KG.Graph} graph
   * @param {(edge: number) => boolean} [passes] only links that do */
  function countPapers(graph, passes = () => true) {
    const counts = new Uint32Array(graph.size);
    const last = new Int32Array(graph.size).fill(-1);
    const { from, to } = graph.edges;
    for (let edge = 0; edge < from.length && from[edge] < graph.paperCount; edge++) {
      if (last[to[edge]] === from[edge] || !passes(edge)) continue;
      last[to[edge]] = from[edge];
      counts[to[edge]]++;
    }
    return counts;
  }

  /** @param {Int32Array} years
   * @returns {[number, number] | null} */
  function spanOf(years) {
    const known = years.filter(Boolean);
    return known.length ? [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))] : null;
  }

  /** What a venue is called in every year: `ICML` of `ICML 2025`, `ICML'25` and `2025 ICML`.
   * @param {string} name */
  const series = (name) =>
    name
      .replace(/\s*\b(?:19|20)\d\d\b\s*|'\d\d\b/g, " ")
      .replace(/\s+/g, " ")
      .trim() || name;

  /** @param {string[]} names
   * @returns {[KG.Venue[], Int32Array]} venues, those of most papers first, and of each paper the place of its own */
  function venuesOf(names) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    /** @type {Map<string, string>} */
    const known = new Map();
    for (const name of names) {
      if (!name) continue;
      if (!known.has(name)) known.set(name, series(name));
      const venue = /** @type {string} */ (known.get(name));
      counts.set(venue, (counts.get(venue) || 0) + 1);
    }
    const venues = [...counts].map(([name, papers]) => ({ name, papers }));
    venues.sort((a, b) => b.papers - a.papers || (a.name < b.name ? -1 : 1));
    const places = new Map(venues.map(({ name }, place) => [name, place]));
    return [venues, Int32Array.from(names, (name) => places.get(known.get(name) || "") ?? -1)];
  }

  /** Which relations each paper states.
   * @param {Graph} graph
   * @returns {KG.Rows} */
  function statements(graph) {
    /** @type {Map<number, Set<number>>} */
    const found = new Map();
    for (let edge = graph.edges.from.length - 1; edge >= 0 && !graph.isLink(edge); edge--) {
      const flat = graph.evidenceOf(edge);
      for (let at = 0; at < flat.length; at += 2) {
        const edges = found.get(flat[at]);
        if (edges) edges.add(edge);
        else found.set(flat[at], new Set([edge]));
      }
    }
    return { of: (paper) => Uint32Array.from(found.get(paper) || []).sort() };
  }

  /** The node of a key. It is looked for among the names: few keys are asked for, and to keep them all takes long.
   * @param {Graph} graph
   * @param {string} key
   * @returns {number | undefined} */
  function nodeOf(graph, key) {
    const { papers, concepts, paperCount } = graph;
    const [kind, slug = ""] = key.split("/");
    if (kind !== "paper" && kind !== "concept") return undefined;
    const [names, ids, first] =
      kind === "paper" ? [papers.name, papers.id, 0] : [concepts.label, concepts.id, paperCount];
    const name = nameOf(slug);
    const rows = [slug ? ids.indexOf(slug) : -1];
    for (let row = names.indexOf(name); row >= 0; row = names.indexOf(name, row + 1)) rows.push(row);
    const found = rows.find((row) => row >= 0 && graph.key(first + row) === key);
    return found === undefined ? undefined : first + found;
  }

  /** The name that `mint` makes a segment of; of anything else something or other.
   * @param {string} segment */
  function nameOf(segment) {
    try {
      return decodeURIComponent(segment).replace(/~([~_.])|_/g, (_, sign) => sign || " ");
    } catch {
      return "";
    }
  }

  /** A name as a segment of an address; the same as `kg.ids.mint`.
   * @param {string} name */
  const mint = (name) =>
    encodeURIComponent(name.replace(/~/g, "~~").replace(/_/g, "~_").replace(/ /g, "_").replace(/^\./, "~.")).replace(
      /[!'()*]/g,
      (sign) => "%" + sign.charCodeAt(0).toString(16).toUpperCase(),
    );

  KG.graph = { Graph, countPapers, mint, series };
})();
