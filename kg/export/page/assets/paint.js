/** How a picture looks: regions at the bottom, then lines, nodes, letters, and above all what the pointer or the keys are
 * at. The same for the screen, for PNG and for SVG, which differ in their pens. */
(function () {
  "use strict";

  const { counted, KINDS, words } = KG.kinds;
  const { cut, wrap, widthOf } = KG.letters;
  const { onCanvas } = KG.stage;
  const RIM = 1.6; // pixels of ground around each node
  const DOT = 3; // pixels of radius below which a node is a dot without a rim
  const FAINT = 0.16;
  const MARGIN = 24; // pixels beyond the canvas within which nodes are drawn
  const PLATE = 40; // letters of its lines
  const HEAD = 8; // pixels of an arrow's head

  /** @param {KG.Pen} pen
   * @param {KG.Picture} picture
   * @param {KG.Sight} sight
   * @param {Map<string | number, KG.Label>} labels */
  function picture(pen, picture, sight, labels) {
    const { theme, regions } = picture;
    const origin = onCanvas({ x: 0, y: 0 }, sight);
    for (const { tint, rings } of regions) pen.rings(rings, { ...origin, scale: sight.scale }, theme[`region-${tint}`]);
    const places = placesOf(picture, sight);
    edges(pen, picture, sight, places);
    nodes(pen, picture, sight, places);
    marks(pen, picture, places);
    letters(pen, picture, origin, labels, sight);
  }

  /** Where nodes are on the canvas, and how large.
   * @param {KG.Picture} picture
   * @param {KG.Sight} sight
   * @returns {Map<number, KG.Disc>} */
  function placesOf(picture, sight) {
    const places = new Map();
    for (const id of picture.nodes.keys()) {
      const { x, y } = picture.position(id);
      const place = { x: (x - sight.x) * sight.scale + sight.width / 2, y: (y - sight.y) * sight.scale, radius: 0 };
      place.y += sight.height / 2;
      place.radius = picture.radius(id, sight.scale);
      places.set(id, place);
    }
    return places;
  }

  /** @param {KG.Disc} place
   * @param {KG.Size} size */
  const near = ({ x, y, radius }, { width, height }) =>
    x > -MARGIN - radius && x < width + MARGIN + radius && y > -MARGIN - radius && y < height + MARGIN + radius;

  /** Whether a line between two places can be seen.
   * @param {KG.Disc} a
   * @param {KG.Disc} b
   * @param {KG.Size} size */
  const crosses = (a, b, { width, height }) =>
    Math.max(a.x, b.x) > 0 && Math.min(a.x, b.x) < width && Math.max(a.y, b.y) > 0 && Math.min(a.y, b.y) < height;

  /** Lines are drawn by their looks, all of one look at once.
   * @param {KG.Pen} pen
   * @param {KG.Picture} picture
   * @param {KG.Sight} sight
   * @param {Map<number, KG.Disc>} places */
  function edges(pen, picture, sight, places) {
    const { scene, theme, lit } = picture;
    const dim = lit ? 0.35 : 1;
    /** @type {Map<string, KG.Bundle>} */
    const bundles = new Map();
    /** @type {KG.Bundle} */
    const bright = { style: { color: theme.text, width: 1.8, alpha: 0.85 }, lines: [], heads: [] };
    for (let edge = 0; edge < scene.edges.length; edge++) {
      const { from, to, relation, strength } = scene.edges[edge];
      const [a, b] = [/** @type {KG.Disc} */ (places.get(from)), /** @type {KG.Disc} */ (places.get(to))];
      if (!crosses(a, b, sight)) continue;
      const lighted = picture.isLit(edge);
      if (!lighted && !picture.drawsEdge(edge, sight.scale)) continue;
      const step = relation
        ? "relation"
        : strength === undefined
          ? "plain"
          : `${Math.min(3, Math.floor(strength * 4))}`;
      let bundle = lighted ? bright : bundles.get(step);
      if (!bundle) bundles.set(step, (bundle = { style: styleOf(step, theme, dim), lines: [], heads: [] }));
      if (relation || scene.kind === "path") arrow(bundle, a, b, relation !== undefined);
      else bundle.lines.push(a.x, a.y, b.x, b.y);
    }
    for (const { style, lines, heads } of [...bundles.values(), bright]) {
      if (lines.length) pen.lines(lines, style);
      if (heads.length) pen.triangles(heads, style.color, style.alpha || 1);
    }
  }

  /** @param {string} step
   * @param {KG.Theme} theme
   * @param {number} dim
   * @returns {KG.Stroke} */
  function styleOf(step, theme, dim) {
    if (step === "relation") return { color: theme.relation, width: 1.5, alpha: 0.85 * dim };
    if (step === "plain") return { color: theme.edge, width: 1.1, alpha: 0.75 * dim };
    return { color: theme.edge, width: 0.8 + 0.45 * Number(step), alpha: (0.4 + 0.15 * Number(step)) * dim };
  }

  /** A line from rim to rim, with a head if it says something in one direction.
   * @param {KG.Bundle} bundle
   * @param {KG.Disc} a
   * @param {KG.Disc} b
   * @param {boolean} headed */
  function arrow({ lines, heads }, a, b, headed) {
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length < 1) return;
    const [x, y] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const end = length - b.radius - 3;
    const head = headed && end > HEAD ? HEAD : 0;
    lines.push(a.x, a.y, a.x + x * (end - head), a.y + y * (end - head));
    if (!head) return;
    const [tipX, tipY, backX, backY] = [a.x + x * end, a.y + y * end, a.x + x * (end - head), a.y + y * (end - head)];
    heads.push(
      tipX,
      tipY,
      backX - y * head * 0.45,
      backY + x * head * 0.45,
      backX + y * head * 0.45,
      backY - x * head * 0.45,
    );
  }

  /** @param {KG.Pen} pen
   * @param {KG.Picture} picture
   * @param {KG.Sight} sight
   * @param {Map<number, KG.Disc>} places */
  function nodes(pen, picture, sight, places) {
    const { graph, theme, lit, scene } = picture;
    /** @type {Map<string, {kind: string, style: KG.SignStyle, flat: number[]}>} */
    const groups = new Map();
    for (const [id, node] of picture.nodes) {
      const place = /** @type {KG.Disc} */ (places.get(id));
      if (!place.radius || !near(place, sight)) continue;
      const kind = graph.kind(id);
      const dot = place.radius < DOT;
      const faint = lit !== null && !lit.has(id);
      const alpha = faint ? FAINT : dot && scene.kind === "map" ? 0.6 : (node.far || 0) > 1 ? 0.8 : 1;
      const name = `${kind} ${dot} ${alpha}`;
      let group = groups.get(name);
      if (!group) {
        const style = { fill: theme[kind], rim: dot ? undefined : theme.ground, rimWidth: RIM, alpha };
        groups.set(name, (group = { kind, style, flat: [] }));
      }
      group.flat.push(place.x, place.y, place.radius);
    }
    const faintFirst = [...groups.values()].sort((a, b) => (a.style.alpha || 0) - (b.style.alpha || 0));
    for (const { kind, style, flat } of faintFirst) {
      // No line shows through a node.
      if (!lit && style.alpha !== 1 && style.rim) pen.signs(kind, flat, { ...style, fill: theme.ground, alpha: 1 });
      pen.signs(kind, flat, style);
    }
  }

  /** The node in the middle, the one the pointer is on, the one the keys are on, and pinned ones.
   * @param {KG.Pen} pen
   * @param {KG.Picture} picture
   * @param {Map<number, KG.Disc>} places */
  function marks(pen, picture, places) {
    const { theme, graph, scene, hovered, focused } = picture;
    const ringed = (/** @type {number} */ id, /** @type {string} */ color, /** @type {number} */ wide) => {
      const place = places.get(id);
      if (!place) return;
      const { x, y, radius } = place;
      const kind = graph.kind(id);
      pen.signs(kind, [x, y, radius], { fill: color, rim: color, rimWidth: wide + 2 });
      pen.signs(kind, [x, y, radius], { fill: theme[kind], rim: theme.ground, rimWidth: 2 });
    };
    for (const id of new Set([scene.focus, hovered])) if (id !== null) ringed(id, theme.text, 2);
    if (focused !== null) ringed(focused, theme.accent, 4);
    for (const [id, { pinned }] of picture.nodes) {
      if (!pinned) continue;
      const { x, y, radius } = /** @type {KG.Disc} */ (places.get(id));
      const dot = [x + 0.8 * radius, y - 0.8 * radius, 3.5];
      pen.signs("Method", dot, { fill: theme.text, rim: theme.ground, rimWidth: 1.5 });
    }
  }

  /** @param {KG.Pen} pen
   * @param {KG.Picture} picture
   * @param {KG.Point} origin
   * @param {Map<string | number, KG.Label>} labels
   * @param {KG.Sight} sight */
  function letters(pen, picture, origin, labels, sight) {
    const { theme, graph, lit, scene, nodes } = picture;
    const tints = new Map(picture.regions.map(({ key, tint }) => [key, tint]));
    for (const [id, label] of labels) {
      const box = { ...label, x: label.x + origin.x, y: label.y + origin.y };
      if (typeof id === "number") {
        // A label goes with its node.
        const [now, place] = [picture.position(id), /** @type {KG.SceneNode} */ (nodes.get(id))];
        box.x += (now.x - place.x) * sight.scale;
        box.y += (now.y - place.y) * sight.scale;
      } else if (picture.motion) continue;
      if (box.x > sight.width || box.x + box.width < 0 || box.y > sight.height || box.y + box.height < 0) continue;
      const faint = lit !== null && !(typeof id === "number" && lit.has(id));
      let color = theme["text-soft"];
      const rim = label.tint === undefined ? theme.ground : theme[`region-${label.tint}`];
      if (typeof id === "number") {
        const node = /** @type {KG.SceneNode} */ (nodes.get(id));
        const soft = (graph.isPaper(id) && id !== scene.focus) || (node.far || 0) > 1;
        if (!soft) color = theme.text;
      } else if (tints.has(id)) color = theme[`region-${tints.get(id)}-text`];
      pen.text(label.lines, label.font, box, { color, rim, alpha: faint ? 0.22 : 1 });
    }
  }

  /** What lies above the picture on the screen alone: the names of the lit edges, and a plate about the node or edge.
   * @param {KG.Pen} pen
   * @param {KG.Picture} picture
   * @param {KG.Sight} sight
   * @param {Map<string | number, KG.Label>} names of edges */
  function above(pen, picture, sight, names) {
    const { theme } = picture;
    const origin = onCanvas({ x: 0, y: 0 }, sight);
    for (const label of names.values()) {
      const box = { ...label, x: label.x + origin.x, y: label.y + origin.y };
      pen.plate({ ...box, x: box.x - 4, width: box.width + 8 }, theme.ground, 6);
      pen.text(label.lines, label.font, box, { color: theme.text });
    }
    const pointed = picture.pointed();
    if (pointed) plate(pen, picture, sight, pointed);
  }

  /** @param {KG.Pen} pen
   * @param {KG.Picture} picture
   * @param {KG.Size} size
   * @param {{name: string, about: string[], place: KG.Disc}} pointed */
  function plate(pen, { theme, area }, size, { name, about, place }) {
    const lines = [...wrap(name, PLATE), ...about.map((line) => cut(line, PLATE))];
    const head = lines.length - about.length;
    const fonts = lines.map((_, i) => (i < head ? { pixels: 13, weight: 600 } : { pixels: 12, weight: 400 }));
    const width = Math.max(...lines.map((line, i) => widthOf(line, fonts[i]))) + 22;
    const height = 10 + 17 * lines.length;
    const x = Math.max(8, Math.min(place.x - width / 2, size.width - 8 - width));
    const under = place.y + place.radius + 9;
    const y = under + height < size.height - area.bottom ? under : place.y - place.radius - 9 - height;
    pen.plate({ x, y, width, height }, theme.text, 8);
    lines.forEach((line, i) => {
      const box = { x: x + 11, y: y + 5.5 + 17 * i, width, height: 17, side: "right" };
      pen.text([line], fonts[i], box, { color: theme.ground });
    });
  }

  /** What a plate says of a node below its name.
   * @param {KG.Picture} picture
   * @param {number} id
   * @returns {string[]} */
  function aboutNode(picture, id) {
    const { graph } = picture;
    const known = graph.isPaper(id) ? graph.published(id) : counted(graph.counts[id], "paper");
    const kind = [KINDS[graph.kind(id)].one, known].filter(Boolean).join(" · ");
    const more = KG.kinds.nodesInWords(picture.more(id));
    return more ? [kind, `${more} not shown`] : [kind];
  }

  /** An edge in words: `GrokNet outperforms α-CROWN`, or what goes together.
   * @param {KG.Picture} picture
   * @param {KG.SceneEdge} edge */
  function sentence({ graph }, { from, to, relation, name }) {
    const [a, b] = [from, to].map((id) => cut(graph.label(id), PLATE));
    if (relation) return `${a} ${words(relation)} ${b}`;
    return name ? `${a} – ${b}: ${name}` : `${a} goes together with ${b}`;
  }

  KG.paint = { picture, placesOf, above, aboutNode, sentence };
})();
