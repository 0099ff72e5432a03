/** Where the nodes of a neighbourhood stand: on rings around the middle, and further out in fans behind what they hang on. */
(function () {
  "use strict";

  const INNER = 0.52; // of the radius: where the papers stand
  const WIDE = 0.85; // of rings: their labels stand at the sides
  const FURTHER = 0.5; // of the radius: from ring to ring outside
  const ROOM = 60; // pixels for a node of the outer rings along them

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

  /** Places of what is in the middle, on the inner ring, on the ring, and behind the ring.
   * @param {KG.Graph} graph
   * @param {KG.Hood} hood
   * @returns {Map<number, KG.Point & {side?: "left" | "right"}>} */
  function layOut(graph, { focus, papers, others, behind }) {
    const fans = behind.size > 0;
    const leaves = others.map((node) => leavesOf(node, behind));
    const total = leaves.reduce((sum, count) => sum + count, 0);
    const size = fans
      ? Math.max(200, (ROOM * total) / (2 * Math.PI * (1 + FURTHER)))
      : radius(others.length, papers.length);
    const outer = ring(others.length, size);
    const inner = papers.length === 1 ? [clearest(outer, INNER * size)] : ring(papers.length, INNER * size);
    const places = new Map(papers.map((paper, i) => [paper, inner[i]]));
    const ordered = graph.isPaper(focus) ? others : around(graph, others, outer, places);
    /** @type {Map<number, KG.Point & {side?: "left" | "right"}>} */
    const all = new Map([[focus, { x: 0, y: 0 }], ...places]);
    if (!fans) ordered.forEach((node, i) => all.set(node, { ...outer[i], side: outer[i].x < 0 ? "left" : "right" }));
    else
      fan(ordered, { behind, size, from: -Math.PI / 2 - Math.PI / Math.max(1, others.length), turn: 2 * Math.PI, all });
    return all;
  }

  /** @param {number} node
   * @param {Map<number, number[]>} behind
   * @returns {number} */
  const leavesOf = (node, behind) =>
    Math.max(
      1,
      (behind.get(node) || []).reduce((sum, child) => sum + leavesOf(child, behind), 0),
    );

  /** Nodes on a part of a ring, each with as much of it as what hangs on it needs, and that behind it.
   * @param {number[]} nodes
   * @param {{behind: Map<number, number[]>, size: number, from: number, turn: number, all: Map<number, KG.Point>}} part */
  function fan(nodes, { behind, size, from, turn, all }) {
    const total = nodes.reduce((sum, node) => sum + leavesOf(node, behind), 0);
    let at = from;
    for (const node of nodes) {
      const share = (turn * leavesOf(node, behind)) / total;
      const middle = at + share / 2;
      all.set(node, { x: Math.round(Math.cos(middle) * size), y: Math.round(Math.sin(middle) * size * WIDE) });
      const further = { behind, size: size * (1 + FURTHER), from: at, turn: share, all };
      const children = behind.get(node);
      if (children) fan(children, further);
      at += share;
    }
  }

  KG.rings = { layOut, around, ring };
})();
