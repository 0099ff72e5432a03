/** The surroundings of a node as a scene: which nodes are in it by the depth, by what was expanded, collapsed and pinned. */
(function () {
  "use strict";

  const { counted } = KG.kinds;
  const ROW = 15; // pixels for a label at the rim
  const SPARED = 170; // pixels of the canvas's height that are for other things
  const MOST = 160; // nodes of a picture that can still be read
  const MORE = 8; // neighbours that one more expansion opens
  const MIDDLE = 60; // units around the middle that are no place for another node
  const ABOVE = 50; // units above the picture for what was pinned there
  /** By depth: papers and concepts around the middle, and neighbours of each further node. */
  const BOUNDS = {
    1: { papers: 24, concepts: 36, further: 0 },
    2: { papers: 10, concepts: 16, further: 3 },
    3: { papers: 6, concepts: 10, further: 3 },
  };

  /** Who is in a picture, and what hangs on what.
   * @implements {KG.Hood} */
  class Members {
    /** @param {KG.Graph} graph
     * @param {KG.Near} near
     * @param {number} focus */
    constructor(graph, near, focus) {
      this.graph = graph;
      this.near = near;
      this.focus = focus;
      /** @type {number[]} */
      this.papers = [];
      /** @type {number[]} */
      this.others = [];
      /** @type {Map<number, number[]>} */
      this.behind = new Map();
      /** How many steps from the middle each node is, and what it hangs on.
       * @type {Map<number, {far: number, on: number}>} */
      this.all = new Map([[focus, { far: 0, on: focus }]]);
      this.relatedCount = 0;
      this.paperCount = 0;
    }

    /** @param {number} node */
    has(node) {
      return this.all.has(node);
    }

    /** @param {number[]} nodes
     * @param {number} far
     * @param {number} on */
    add(nodes, far, on) {
      for (const node of nodes) this.all.set(node, { far, on });
    }

    /** What is around the middle.
     * @param {number} papers
     * @param {number} concepts */
    open(papers, concepts) {
      const { focus, near } = this;
      if (this.graph.isPaper(focus)) {
        const { nodes, total } = near.concepts(focus, concepts);
        [this.others, this.relatedCount] = [nodes, total];
      } else {
        const related = near.related(focus, concepts, undefined, Infinity);
        const found = near.papers(focus, related.nodes, papers);
        [this.others, this.relatedCount] = [related.nodes, related.total];
        [this.papers, this.paperCount] = [found.nodes, found.total];
      }
      this.add(this.papers, 1, focus);
      this.add(this.others, 1, focus);
    }

    /** Open more of what is around the middle; what is there stays. */
    openMore() {
      const { graph, near, focus } = this;
      const paper = graph.isPaper(focus);
      const others = paper ? near.concepts(focus, MORE, this) : near.related(focus, 2 * MORE, this, Infinity);
      this.others.push(...others.nodes);
      this.add(others.nodes, 1, focus);
      if (paper) return;
      const papers = near.papers(focus, this.others, MORE, this).nodes;
      this.papers.push(...papers);
      this.add(papers, 1, focus);
    }

    /** Open neighbours of a node that are not there: those of an inner paper come to the ring, others behind the node.
     * @param {number} node
     * @param {number} most */
    expand(node, most) {
      const place = this.all.get(node);
      const room = Math.min(most, MOST - this.all.size);
      if (!place || room <= 0) return;
      const found = this.neighbours(node, room);
      if (place.far === 1 && this.graph.isPaper(node)) this.others.push(...found);
      else this.behind.set(node, [...(this.behind.get(node) || []), ...found]);
      this.add(found, place.far + (place.far === 1 && this.graph.isPaper(node) ? 0 : 1), node);
    }

    /** @param {number} node
     * @param {number} most */
    neighbours(node, most) {
      const { graph, near, focus } = this;
      if (graph.isPaper(node)) return near.concepts(node, most, this).nodes;
      // Around a paper the next step is to other papers; else concepts lead to concepts, and then to what has them.
      const papers = (/** @type {number} */ count) => near.papers(node, this.all.keys(), count, this).nodes;
      if (graph.isPaper(focus)) return papers(most);
      const concepts = near.related(node, most, this).nodes;
      return [...concepts, ...papers(most - concepts.length)];
    }

    /** Take away what hangs on a node alone.
     * @param {number} node
     * @param {Set<number>} collapsed */
    collapse(node, collapsed) {
      const gone = new Set(this.behind.get(node) || []);
      this.behind.delete(node);
      const place = this.all.get(node);
      if (node === this.focus) [...this.papers, ...this.others].forEach((other) => gone.add(other));
      else if (place?.far === 1 && this.graph.isPaper(node)) {
        for (const other of this.others) if (!this.held(other, collapsed)) gone.add(other);
      }
      for (const other of gone) {
        if (other !== node) this.collapse(other, collapsed);
        this.all.delete(other);
      }
      this.papers = this.papers.filter((other) => !gone.has(other));
      this.others = this.others.filter((other) => !gone.has(other));
    }

    /** Whether a concept is there by more than collapsed papers.
     * @param {number} concept
     * @param {Set<number>} collapsed */
    held(concept, collapsed) {
      const { graph, focus } = this;
      if ([...graph.relationsOf(concept)].some((edge) => graph.other(edge, concept) === focus)) return true;
      const papers = this.papers.filter((paper) =>
        graph.linksOf(paper).some((edge) => graph.edges.to[edge] === concept),
      );
      return !papers.length || papers.some((paper) => !collapsed.has(paper));
    }
  }

  /** @param {KG.Graph} graph
   * @param {number} focus
   * @param {KG.State} state
   * @param {KG.Filter} filter
   * @param {KG.Size} canvas
   * @returns {KG.Scene} */
  function hoodScene(graph, focus, state, filter, canvas) {
    const near = new KG.near.Near(graph, filter);
    const members = membersOf(graph, near, focus, state, canvas);
    const pins = pinsOf(graph, filter, state);
    const places = KG.rings.layOut(graph, members);
    const nodes = [...members.all].map(([id, { far, on }]) => {
      const size =
        id === focus ? (graph.isPaper(id) ? 16 : 20) : graph.isPaper(id) ? 9 : sizeOf(graph, id) / (far > 1 ? 1.3 : 1);
      const place = /** @type {KG.Point} */ (places.get(id));
      const pin = pins.get(id);
      return { id, size, far, near: on, ...place, ...(pin && pinned(id === focus || inMiddle(pin) ? place : pin)) };
    });
    let above = Math.min(...nodes.map(({ y }) => y));
    for (const [id, pin] of pins) {
      if (members.has(id)) continue;
      const place = inMiddle(pin) ? { x: 0, y: (above -= ABOVE) } : pin;
      nodes.push({ id, size: sizeOf(graph, id), far: 1, near: focus, ...place, ...pinned(place) });
    }
    const shown = new Set(nodes.map(({ id }) => id));
    return {
      kind: "hood",
      focus,
      nodes,
      edges: edgesAmong(graph, members, shown, filter),
      regions: [],
      note: noteOf(graph, members, pins.size),
      more: KG.near.once((id) => near.more(id, shown, graph.isPaper(focus))),
    };
  }

  /** @param {KG.Graph} graph
   * @param {KG.Near} near
   * @param {number} focus
   * @param {KG.State} state
   * @param {KG.Size} canvas */
  function membersOf(graph, near, focus, { depth, expanded, collapsed }, canvas) {
    const rows = Math.max(6, Math.floor((canvas.height - SPARED) / ROW));
    const { papers, concepts, further } = BOUNDS[depth];
    const again = expanded.filter((key) => key === graph.key(focus)).length;
    const members = new Members(graph, near, focus);
    members.open(Math.min(papers, rows), Math.min(concepts, 2 * rows));
    for (let time = 0, size = 0; time < again && members.all.size < MOST && members.all.size > size; time++) {
      size = members.all.size;
      members.openMore();
    }
    const shut = new Set(numbers(graph, collapsed));
    for (let far = 1; far < depth; far++) {
      const outer = [...members.all].filter(([id, place]) => place.far === far && !members.papers.includes(id));
      for (const [id] of outer) if (!shut.has(id)) members.expand(id, further);
    }
    for (const id of numbers(graph, expanded)) if (id !== focus) members.expand(id, MORE);
    for (const id of shut) if (members.has(id)) members.collapse(id, shut);
    return members;
  }

  /** @param {KG.Graph} graph
   * @param {readonly string[]} keys */
  const numbers = (graph, keys) => keys.flatMap((key) => graph.find(key) ?? []);

  /** @param {KG.Graph} graph
   * @param {KG.Filter} filter
   * @param {KG.State} state
   * @returns {Map<number, KG.Point>} */
  function pinsOf(graph, filter, state) {
    const pins = state.pinned.flatMap(({ key, x, y }) => {
      const node = graph.find(key);
      return node === undefined || !filter.node(node) ? [] : [/** @type {[number, KG.Point]} */ ([node, { x, y }])];
    });
    return new Map(pins);
  }

  /** @param {KG.Point} place */
  const pinned = ({ x, y }) => ({ x, y, side: undefined, pinned: true });

  /** Whether a node was pinned where the middle of every picture is, which has room for one alone.
   * @param {KG.Point} pin */
  const inMiddle = ({ x, y }) => Math.hypot(x, y) < MIDDLE;

  /** The edges of the graph between shown nodes, one a pair. Those of the middle, of papers and to what a node hangs on
   * are drawn, others when an end is pointed at; a node that has none is joined with what it hangs on.
   * @param {KG.Graph} graph
   * @param {Members} members
   * @param {Set<number>} shown
   * @param {KG.Filter} filter
   * @returns {KG.SceneEdge[]} */
  function edgesAmong(graph, members, shown, filter) {
    const { focus } = members;
    const hangs = (/** @type {number} */ a, /** @type {number} */ b) => members.all.get(a)?.on === b;
    const joined = new Set([focus]);
    /** @type {Map<string, KG.SceneEdge>} */
    const edges = new Map();
    const join = (/** @type {number} */ edge, always = false) => {
      const [from, to] = [graph.edges.from[edge], graph.edges.to[edge]];
      if (from === to || !shown.has(from) || !shown.has(to) || !filter.edge(edge)) return;
      const relation = graph.isLink(edge) ? undefined : graph.type(edge);
      const near = [from, to].includes(focus) || graph.isPaper(from) || hangs(from, to) || hangs(to, from);
      const aside = !near && !always && members.behind.size > 0;
      const name = relation ? undefined : KG.kinds.words(graph.type(edge));
      edges.set(`${from} ${to}`, { from, to, relation, name, aside });
      if (!aside) joined.add(from).add(to);
    };
    const asked = [...shown].filter((id) => id === focus || graph.isPaper(id) || members.behind.has(id));
    for (const id of asked) for (const edge of graph.edgesOf(id)) join(edge);
    if (graph.isPaper(focus)) for (const edge of graph.statedBy(focus)) join(edge, true);
    const together = (/** @type {number} */ on, /** @type {number} */ id) => {
      if (!edges.has(`${on} ${id}`) && !edges.has(`${id} ${on}`))
        edges.set(`${on} ${id}`, { from: on, to: id, name: "in the same papers" });
    };
    for (const [id, { on }] of members.all) if (!joined.has(id)) together(on, id);
    for (const [on, children] of members.behind) for (const id of children) together(on, id);
    return [...edges.values()];
  }

  /** What the picture holds and what it leaves out.
   * @param {KG.Graph} graph
   * @param {Members} members
   * @param {number} pins */
  function noteOf(graph, members, pins) {
    const { focus, papers, others } = members;
    const own = others.filter((id) => members.all.get(id)?.on === focus).length;
    const further = members.all.size - 1 - papers.length - own;
    const about = graph.isPaper(focus)
      ? [part(own, members.relatedCount, "concept")]
      : [part(papers.length, members.paperCount, "paper"), part(own, members.relatedCount, "related concept")];
    if (further) about.push(`${further} further out`);
    if (pins) about.push(`${pins} pinned`);
    const full = members.all.size >= MOST ? ` No more than ${MOST} are drawn at once.` : "";
    return `${about.join(", ")}.${full}`;
  }

  /** @param {KG.Graph} graph
   * @param {number} node */
  const sizeOf = (graph, node) => Math.min(15, 5 + 2 * Math.log2(1 + graph.counts[node]));

  /** `24 of 485 papers`, `3 papers`.
   * @param {number} shown
   * @param {number} total
   * @param {string} one */
  const part = (shown, total, one) => (shown < total ? `${shown} of ${counted(total, one)}` : counted(total, one));

  /** The change of the state that opens more of a node's neighbours.
   * @param {KG.State} state
   * @param {string} key
   * @returns {Partial<KG.State>} */
  function expand({ expanded, collapsed }, key) {
    // What was collapsed comes back as it was.
    if (collapsed.includes(key)) return { collapsed: collapsed.filter((other) => other !== key) };
    return { expanded: [...expanded, key] };
  }

  /** The change that takes away what hangs on a node: what was expanded last, else what is there by itself.
   * @param {KG.State} state
   * @param {string} key
   * @returns {Partial<KG.State>} */
  function collapse({ expanded, collapsed }, key) {
    if (expanded.includes(key)) return { expanded: expanded.filter((other) => other !== key) };
    return collapsed.includes(key) ? {} : { collapsed: [...collapsed, key] };
  }

  /** The change that keeps a node at a place of the scene, in every picture that has it.
   * @param {KG.State} state
   * @param {string} key
   * @param {KG.Point} place
   * @returns {Partial<KG.State>} */
  function pin({ pinned }, key, { x, y }) {
    const kept = pinned.filter((pin) => pin.key !== key);
    return { pinned: [...kept, { key, x: Math.round(x), y: Math.round(y) }] };
  }

  /** The change that lets a node go where it belongs, or all.
   * @param {KG.State} state
   * @param {string | null} key
   * @returns {Partial<KG.State>} */
  const unpin = ({ pinned }, key) => ({ pinned: key === null ? [] : pinned.filter((pin) => pin.key !== key) });

  KG.hood = { hoodScene, expand, collapse, pin, unpin, sizeOf };
})();
