/** What the picture holds: nodes with places, edges, and in words what it leaves out. */
(function () {
  "use strict";

  const { counted, KINDS } = KG.kinds;
  const MOST_PAPERS = 24;
  const MOST_CONCEPTS = 36;
  const ROW = 15; // pixels for a label at the rim
  const SPARED = 170; // pixels of the canvas's height that are for other things
  const SPACE = 3300; // square pixels for a node of the overview and its label, at least
  const INNER = 0.52; // of the radius: where the papers stand
  const WIDE = 0.85; // of rings: their labels stand at the sides

  /** The main concepts, where they were placed when the page was built.
   * @param {KG.Graph} graph
   * @param {KG.Overview} overview
   * @param {KG.Visible} visible
   * @param {KG.Size} canvas
   * @returns {KG.Scene} */
  function overviewScene(graph, overview, visible, canvas) {
    const largest = Math.max(2, ...overview.nodes.map((node) => node.value));
    const room = Math.max(12, Math.floor((canvas.width * (canvas.height - SPARED)) / SPACE));
    const main = overview.nodes.slice(0, room); // they come with the most shared first
    const kept = main.filter((node) => visible(node.id));
    const nodes = kept.map(({ id, x, y, value }) => ({
      id,
      x,
      y,
      size: 5 + 16 * Math.sqrt(Math.max(0, value - 1) / (largest - 1)),
    }));
    const ids = new Set(nodes.map((node) => node.id));
    const joined = overview.edges.filter((edge) => ids.has(edge.from) && ids.has(edge.to));
    const edges = joined.map(({ from, to, value }) => ({ from, to, strength: value }));
    const total = graph.size - graph.paperCount;
    const note =
      main.length < total
        ? `The ${main.length} most shared of ${counted(total, "concept")}; lines join those that go together.`
        : `${counted(total, "concept")}; lines join those that go together.`;
    return { focus: null, nodes, edges, note };
  }

  /** A concept in the middle, around it its papers, around them the concepts those have.
   * @param {KG.Graph} graph
   * @param {number} concept
   * @param {KG.Visible} visible
   * @param {KG.Size} canvas
   * @returns {KG.Scene} */
  function conceptScene(graph, concept, visible, canvas) {
    const rows = rowsIn(canvas);
    const found = related(graph, concept).filter(([node]) => visible(node));
    const others = found.slice(0, Math.min(MOST_CONCEPTS, 2 * rows)).map(([node]) => node);
    const all = [...new Set([...graph.linksOf(concept)].map((edge) => graph.other(edge, concept)))];
    const papers = choosePapers(graph, concept, visible, new Set(others)).slice(0, Math.min(MOST_PAPERS, rows));
    const size = radius(others.length, papers.length);
    const outer = ring(others.length, size);
    const inner = papers.length === 1 ? [clearest(outer, INNER * size)] : ring(papers.length, INNER * size);
    const places = new Map(papers.map((paper, i) => [paper, inner[i]]));
    const ordered = around(graph, others, outer, places);
    const nodes = [
      { id: concept, x: 0, y: 0, size: 20 },
      ...papers.map((id, i) => ({ id, ...inner[i], size: 9 })),
      ...ordered.map((id, i) => ({ id, ...outer[i], size: sizeOf(graph, id), side: sideOf(outer[i]) })),
    ];
    const note = [part(papers.length, all.length, "paper"), part(others.length, found.length, "related concept")];
    return { focus: concept, nodes, edges: edgesAmong(graph, concept, nodes), note: note.join(", ") + "." };
  }

  /** A paper in the middle, around it its concepts, in the order of what it does with them.
   * @param {KG.Graph} graph
   * @param {number} paper
   * @param {KG.Visible} visible
   * @param {KG.Size} canvas
   * @returns {KG.Scene} */
  function paperScene(graph, paper, visible, canvas) {
    const links = [...graph.linksOf(paper)].sort(byType(graph));
    const seen = [...new Set(links.map((edge) => graph.edges.to[edge]))].filter(visible);
    const shown = seen.slice(0, Math.min(MOST_CONCEPTS, 2 * rowsIn(canvas)));
    const places = ring(shown.length, radius(shown.length, 0) * 0.8);
    const nodes = [
      { id: paper, x: 0, y: 0, size: 16 },
      ...shown.map((id, i) => ({ id, ...places[i], size: sizeOf(graph, id), side: sideOf(places[i]) })),
    ];
    const note = part(shown.length, seen.length, "concept") + ".";
    return { focus: paper, nodes, edges: edgesAmong(graph, paper, nodes), note };
  }

  /** Concepts that share papers with a concept or are related to it by a statement, the closest first.
   * @param {KG.Graph} graph
   * @param {number} concept
   * @returns {[number, number][]} node and score */
  function related(graph, concept) {
    /** @type {Map<number, number>} */
    const scores = new Map();
    const add = (/** @type {number} */ node, /** @type {number} */ score) =>
      node !== concept && scores.set(node, (scores.get(node) || 0) + score);
    for (const edge of graph.edgesOf(concept)) {
      const other = graph.other(edge, concept);
      if (!graph.isLink(edge)) add(other, 2);
      else for (const link of graph.linksOf(other)) add(graph.edges.to[link], 1);
    }
    return [...scores].sort((a, b) => b[1] - a[1] || graph.counts[b[0]] - graph.counts[a[0]] || a[0] - b[0]);
  }

  /** The papers of a concept, in the order in which they are shown if there is room: what they do with it first, then
   * how many of the shown concepts they have.
   * @param {KG.Graph} graph
   * @param {number} concept
   * @param {KG.Visible} visible
   * @param {Set<number>} shown */
  function choosePapers(graph, concept, visible, shown) {
    const links = [...graph.linksOf(concept)].filter((edge) => visible(graph.edges.from[edge]));
    /** @type {Map<number, number>} */
    const common = new Map();
    for (const edge of links) {
      const paper = graph.edges.from[edge];
      common.set(paper, graph.linksOf(paper).filter((link) => shown.has(graph.edges.to[link])).length);
    }
    const introduces = graph.types.indexOf("introduces");
    const first = (/** @type {number} */ edge) => Number(graph.edges.type[edge] !== introduces);
    const rank = (/** @type {number} */ edge) => -(common.get(graph.edges.from[edge]) || 0);
    links.sort((a, b) => first(a) - first(b) || rank(a) - rank(b) || a - b);
    return [...new Set(links.map((edge) => graph.edges.from[edge]))];
  }

  /** Links by type, in the order the data lists the types (introduces first, mentions last).
   * @param {KG.Graph} graph */
  const byType = (graph) => (/** @type {number} */ a, /** @type {number} */ b) =>
    graph.edges.type[a] - graph.edges.type[b] || a - b;

  /** The edges of the graph between shown nodes, one a pair; a node that has none is joined with the middle.
   * @param {KG.Graph} graph
   * @param {number} middle
   * @param {KG.SceneNode[]} nodes
   * @returns {KG.SceneEdge[]} */
  function edgesAmong(graph, middle, nodes) {
    const ids = new Set(nodes.map((node) => node.id));
    const joined = new Set([middle]);
    /** @type {Map<string, KG.SceneEdge>} */
    const edges = new Map();
    for (const id of [middle, ...nodes.filter((node) => graph.isPaper(node.id)).map((node) => node.id)]) {
      for (const edge of graph.edgesOf(id)) {
        const [from, to] = [graph.edges.from[edge], graph.edges.to[edge]];
        if (from === to || !ids.has(from) || !ids.has(to)) continue;
        edges.set(`${from} ${to}`, { from, to, relation: graph.isLink(edge) ? undefined : graph.type(edge) });
        joined.add(from).add(to);
      }
    }
    if (graph.isPaper(middle))
      for (const edge of statedBy(graph, middle, ids)) edges.set(`${edge.from} ${edge.to}`, edge);
    for (const id of ids) if (!joined.has(id)) edges.set(`${middle} ${id}`, { from: middle, to: id });
    return [...edges.values()];
  }

  /** The relations between shown concepts that a paper states.
   * @param {KG.Graph} graph
   * @param {number} paper
   * @param {Set<number>} ids
   * @returns {KG.SceneEdge[]} */
  function statedBy(graph, paper, ids) {
    return relationsStatedBy(graph, paper)
      .map((edge) => ({ from: graph.edges.from[edge], to: graph.edges.to[edge], relation: graph.type(edge) }))
      .filter(({ from, to }) => from !== to && ids.has(from) && ids.has(to));
  }

  /** @param {KG.Graph} graph
   * @param {number} paper
   * @returns {number[]} edges */
  function relationsStatedBy(graph, paper) {
    const edges = new Set();
    for (const link of graph.linksOf(paper)) {
      for (const edge of graph.relationsOf(graph.edges.to[link])) {
        const flat = graph.edges.evidence[edge];
        if (flat.some((value, at) => at % 2 === 0 && value === paper)) edges.add(edge);
      }
    }
    return [...edges].sort((a, b) => a - b);
  }

  /** Places on a ring, clockwise from the top right, evenly spaced in height so that labels at the sides stand free.
   * @param {number} count
   * @param {number} size
   * @returns {KG.Point[]} */
  function ring(count, size) {
    const right = Math.ceil(count / 2);
    const left = count - right;
    return Array.from({ length: count }, (_, i) => {
      const onRight = i < right;
      const y = onRight ? (2 * i + 1) / right - 1 : 1 - (2 * (i - right) + 1) / left;
      const x = Math.sqrt(1 - y * y) * WIDE * (onRight ? 1 : -1);
      return { x: Math.round(x * size), y: Math.round(y * size) };
    });
  }

  /** The place for a single paper from which no line to the ring runs through the middle, as far as that can be.
   * @param {KG.Point[]} ends
   * @param {number} size
   * @returns {KG.Point} */
  function clearest(ends, size) {
    const places = Array.from({ length: 16 }, (_, i) => {
      const turn = (i * Math.PI) / 8;
      return { x: Math.round(Math.cos(turn) * WIDE * size), y: Math.round(Math.sin(turn) * size) };
    });
    const clearance = places.map((place) => Math.min(Infinity, ...ends.map((end) => offMiddle(place, end))));
    return places[clearance.indexOf(Math.max(...clearance))];
  }

  /** How far the line between two places stays from the middle.
   * @param {KG.Point} a
   * @param {KG.Point} b */
  function offMiddle(a, b) {
    const [x, y] = [b.x - a.x, b.y - a.y];
    const along = Math.max(0, Math.min(1, -(a.x * x + a.y * y) / (x * x + y * y || 1)));
    return Math.hypot(a.x + along * x, a.y + along * y);
  }

  /** How many labels stand above each other at the rim.
   * @param {KG.Size} canvas */
  const rowsIn = ({ height }) => Math.max(6, Math.floor((height - SPARED) / ROW));

  /** @param {number} outer
   * @param {number} inner */
  const radius = (outer, inner) => Math.max(200, 9 * outer, 14 * inner);

  /** Nodes in the order in which they best stand on the ring: each near the papers that have it.
   * @param {KG.Graph} graph
   * @param {number[]} nodes
   * @param {KG.Point[]} slots
   * @param {Map<number, KG.Point>} papers */
  function around(graph, nodes, slots, papers) {
    const wishes = nodes.map((node) => ({ node, angle: angle(middleOf(graph, node, papers)) }));
    wishes.sort((a, b) => a.angle - b.angle || a.node - b.node);
    const angles = slots.map(angle);
    let best = wishes;
    let least = Infinity;
    for (let shift = 0; shift < wishes.length; shift++) {
      const turned = [...wishes.slice(shift), ...wishes.slice(0, shift)];
      const cost = turned.reduce((sum, wish, i) => sum + 1 - Math.cos(angles[i] - wish.angle), 0);
      if (cost < least - 1e-9) [best, least] = [turned, cost];
    }
    return best.map(({ node }) => node);
  }

  /** The middle of a concept's shown papers.
   * @param {KG.Graph} graph
   * @param {number} node
   * @param {Map<number, KG.Point>} papers */
  function middleOf(graph, node, papers) {
    const sum = { x: 0, y: 0 };
    for (const edge of graph.linksOf(node)) {
      const place = papers.get(graph.edges.from[edge]);
      if (place) [sum.x, sum.y] = [sum.x + place.x, sum.y + place.y];
    }
    return sum;
  }

  /** Clockwise from the top, 0 to 2π.
   * @param {KG.Point} point */
  const angle = ({ x, y }) => (Math.atan2(x, -y) + 2 * Math.PI) % (2 * Math.PI);

  /** @param {KG.Point} place
   * @returns {"left" | "right"} */
  const sideOf = (place) => (place.x < 0 ? "left" : "right");

  /** @param {KG.Graph} graph
   * @param {number} node */
  const sizeOf = (graph, node) => Math.min(15, 5 + 2 * Math.log2(1 + graph.counts[node]));

  /** `24 of 485 papers`, `3 papers`.
   * @param {number} shown
   * @param {number} total
   * @param {string} one */
  const part = (shown, total, one) => (shown < total ? `${shown} of ${counted(total, one)}` : counted(total, one));

  /** Which kinds the legend has switched off, in words, or "".
   * @param {Set<string>} hidden */
  function hiddenKinds(hidden) {
    const names = Object.keys(KINDS).filter((kind) => hidden.has(kind));
    return names.length ? ` Hidden: ${names.map((kind) => KINDS[kind].many.toLowerCase()).join(", ")}.` : "";
  }

  KG.scene = { overviewScene, conceptScene, paperScene, relationsStatedBy, byType, hiddenKinds };
})();
