/** The picture on the screen: what is where, what the pointer and the keys are at, and how one scene becomes the next. */
(function () {
  "use strict";

  const { onCanvas, inScene } = KG.stage;
  const { sizeOf } = KG.letters;
  const NARROW = 640; // pixels of width below which labels at the rim take two lines
  const RIM = 0.3; // most of the width that labels at the rim are given, on either side
  const SETTLING = 140; // milliseconds after the last change of scale until labels are placed anew
  const MOVING = 100; // nodes up to which they are seen to go to their new places
  const STAMPED = 300; // nodes from which signs are copied: fewer are drawn faster than their copies are made
  const TARGET = 12; // pixels around a node's centre that are the node for a mouse …
  const TOUCH = 18; // … and for a finger
  const LINE = 5; // pixels beside a line that are the line
  const SPACE = 5200; // square pixels for a concept of the map that is drawn in full, with its lines, where all is seen
  const LEAST = 0.4; // of their size that others have …
  const DOTS = 9; // … who are at most so many times as many

  /** @implements {KG.Picture} */
  class Canvas {
    /** @param {HTMLElement} container
     * @param {KG.Graph} graph
     * @param {object} options of vis-network */
    constructor(container, graph, options) {
      this.container = container;
      this.graph = graph;
      /** @type {KG.Scene} */
      this.scene = { kind: "map", focus: null, nodes: [], edges: [], regions: [], note: "" };
      /** Nodes where they are now, in the order of the scene.
       * @type {Map<number, KG.SceneNode>} */
      this.nodes = new Map();
      /** @type {KG.Region[]} */
      this.regions = [];
      /** @type {number | null} */
      this.hovered = null;
      /** The edge the pointer is on. @type {number | null} */
      this.edge = null;
      /** The node the keys are on. @type {number | null} */
      this.focused = null;
      /** The node that is pointed at and those joined with it.
       * @type {Set<number> | null} */
      this.lit = null;
      /** The ends of the edge whose sentences are open. @type {readonly (number | undefined)[]} */
      this.marked = [];
      this.moved = false;
      /** @type {KG.Area} */
      this.area = { width: 0, height: 0, top: 0, bottom: 0, corner: { width: 0, height: 0 } };
      this.stretch = { x: 1, y: 1, middle: { x: 0, y: 0 } };
      this.home = { x: 0, y: 0, scale: 1 };
      /** @type {KG.Motion | null} */
      this.motion = null;
      this.timer = 0;
      this.theme = KG.pen.readTheme();
      this.stamps = new KG.pen.Stamps();
      this.lettering = new KG.lettering.Lettering(this);
      this.stage = new KG.stage.Stage(container, options, (/** @type {any} */ context, /** @type {KG.Sight} */ sight) =>
        this.draw(context, sight),
      );
      this.calm = matchMedia("(prefers-reduced-motion: reduce)");
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
        this.theme = KG.pen.readTheme();
        this.stage.redraw();
      });
    }

    /** vis-network, which pans and zooms. */
    get network() {
      return this.stage.network;
    }

    /** The labels that are shown, by node, region or edge; boxes in pixels around the scene's (0, 0).
     * @returns {Map<string | number, KG.Label>} */
    get placed() {
      return this.lettering.at(this.stage.sight().scale);
    }

    /** @param {KG.Scene} scene
     * @param {{keep?: boolean}} [options] `keep` leaves everything where it is but what the scene itself has moved */
    show(scene, { keep = false } = {}) {
      const before = this.moves(scene) ? this.shownPlaces() : null;
      this.stage.resize(); // which draws at once, and so before anything is of the new scene
      this.scene = scene;
      this.area = KG.fit.areaOf(this.container);
      if (!keep) {
        const { stretch, scale, position } = KG.fit.arrange(scene, this.area, (node) => this.roomFor(node));
        this.stretch = stretch;
        this.home = { ...position, scale };
      }
      const place = (/** @type {KG.SceneNode} */ node) => KG.fit.placed(node, this.stretch);
      this.nodes = new Map(scene.nodes.map((node) => [node.id, place(node)]));
      this.regions = scene.regions.map((region) => KG.fit.placedRegion(region, this.stretch));
      this.lettering.reset();
      if (this.focused !== null && !this.nodes.has(this.focused)) this.focused = scene.focus;
      this.hovered = this.edge = null;
      this.light();
      if (!keep) this.fit();
      this.motion = before && KG.motion.begin(scene, before, this.stage.sight());
    }

    /** Look at all of it. */
    fit() {
      this.moved = false;
      this.lettering.reset();
      this.stage.look(this.home);
    }

    /** Where nodes are on the canvas now, for the next scene to begin with.
     * @returns {Map<number, KG.Point>} */
    shownPlaces() {
      const sight = this.stage.sight();
      return new Map([...this.nodes.keys()].map((id) => [id, onCanvas(this.position(id), sight)]));
    }

    /** Whether nodes are seen to go to their new places: where the picture stays, but for some. Another one is there at
     * once.
     * @param {KG.Scene} scene */
    moves({ kind, focus, nodes }) {
      const same = kind !== "map" && kind === this.scene.kind && focus === this.scene.focus;
      return same && nodes.length <= MOVING && !this.calm.matches;
    }

    /** Where a node is drawn: on its way while it moves.
     * @param {number} id
     * @returns {KG.Point} */
    position(id) {
      const place = /** @type {KG.SceneNode} */ (this.nodes.get(id));
      return this.motion ? this.motion.place(id, place) : place;
    }

    /** What a node and its label need on either side; a label that is not at the rim has sides to choose from.
     * @param {KG.SceneNode} node */
    roomFor(node) {
      if (this.scene.kind === "map") return { x: node.size + 4, y: node.size + 4 };
      const { lines, font } = this.lettering.labelOf(node);
      const { width, height } = sizeOf(lines, font);
      if (this.scene.kind === "path")
        return { x: Math.min(width / 2, RIM * this.area.width) + 8, y: node.size + height };
      if (!node.side) return { x: node.size + (this.area.width < NARROW ? 12 : 24), y: node.size + height };
      return { x: node.size + 4 + Math.min(width, RIM * this.area.width), y: Math.max(node.size, height / 2) };
    }

    /** The radius of a node in pixels. It grows slower than the picture when that is zoomed into, so that nodes part; on
     * the map the less shared ones are small until there is room for them.
     * @param {number} id
     * @param {number} scale */
    radius(id, scale) {
      const { size, rank = 0 } = /** @type {KG.SceneNode} */ (this.nodes.get(id));
      const full = size * Math.sqrt(Math.max(0.04, scale));
      const share = this.detail(scale) / (rank + 1);
      if (DOTS * share < 1 && !this.lit?.has(id)) return 0;
      return full * Math.max(LEAST, Math.min(1, share));
    }

    /** How many concepts of the map are drawn in full at a scale.
     * @param {number} scale */
    detail(scale) {
      const { width, height, top, bottom } = this.area;
      const plain = Math.max(10, (width * (height - top - bottom)) / SPACE);
      return this.scene.kind === "map" ? plain * (scale / this.home.scale) ** 1.6 : Infinity;
    }

    /** What tells whether a label is in the part of the canvas that nothing stands before; all are, once it has moved.
     * @param {number} scale
     * @returns {(box: KG.Box) => boolean} */
    frame(scale) {
      if (this.moved) return () => true;
      const { x, y } = this.home;
      const { width: w, height: h, corner } = this.area;
      const [left, right] = [x * scale - w / 2 + 4, x * scale + w / 2 - 4];
      const top = y * scale - h / 2 + this.area.top;
      const bottom = y * scale + h / 2 - this.area.bottom;
      const [cornerLeft, cornerTop] = [right + 4 - corner.width, y * scale + h / 2 - corner.height];
      return (box) =>
        box.x > left &&
        box.x + box.width < right &&
        box.y > top &&
        box.y + box.height < bottom &&
        (box.x + box.width < cornerLeft || box.y + box.height < cornerTop);
    }

    /** @param {CanvasRenderingContext2D} context
     * @param {KG.Sight} sight */
    draw(context, sight) {
      const stamps = this.nodes.size > STAMPED ? this.stamps : null;
      const pen = new KG.pen.CanvasPen(context, stamps, context.canvas.width / Math.max(1, sight.width));
      if (!this.motion?.step()) this.motion = null;
      const labels = this.lettering.at(sight.scale);
      KG.paint.picture(pen, this, sight, labels);
      KG.paint.above(pen, this, sight, this.motion ? new Map() : this.names(sight.scale));
      if (this.motion) this.stage.redraw();
      else if (!this.lettering.settled) this.settleSoon();
    }

    settleSoon() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.lettering.at(this.stage.sight().scale, true);
        this.stage.redraw();
      }, SETTLING);
    }

    /** Names that come with what is pointed at: of its edges, on the map of the nodes at their ends.
     * @param {number} scale */
    names(scale) {
      const at = this.hovered ?? this.focused;
      if (at === null) return new Map();
      if (this.scene.kind === "map") return this.lettering.names([], this.lit || [], scale);
      const edges = this.scene.edges.flatMap(({ from, to, relation }, edge) =>
        relation && (from === at || to === at) ? [edge] : [],
      );
      return this.lettering.names(edges, [], scale);
    }

    /** What the plate is about: the edge or node the pointer is on, or the node the keys are on.
     * @returns {{name: string, about: string[], place: KG.Disc} | null} */
    pointed() {
      const sight = this.stage.sight();
      if (this.edge !== null) {
        const edge = this.scene.edges[this.edge];
        const [a, b] = [edge.from, edge.to].map((id) => this.disc(id, sight));
        const place = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, radius: 0 };
        return { name: KG.paint.sentence(this, edge), about: ["click: who says so?"], place };
      }
      const id = this.hovered ?? this.focused;
      if (id === null) return null;
      const about = KG.paint.aboutNode(this, id);
      return { name: this.graph.label(id), about, place: this.disc(id, sight) };
    }

    /** How many nodes around one could be opened.
     * @param {number} id
     * @returns {KG.More} */
    more(id) {
      return this.scene.more ? this.scene.more(id) : { papers: 0, concepts: 0 };
    }

    /** Whether an edge is one of those that are lit.
     * @param {number} edge */
    isLit(edge) {
      if (edge === this.edge) return true;
      const at = this.hovered ?? this.focused;
      const { from, to } = this.scene.edges[edge];
      if (this.marked.includes(from) && this.marked.includes(to)) return true;
      return at !== null && (from === at || to === at);
    }

    /** Whether an edge is drawn at a scale: on the map lines come with the nodes they join.
     * @param {number} edge
     * @param {number} scale */
    drawsEdge(edge, scale) {
      const { rank = 0, aside } = this.scene.edges[edge];
      return !aside && rank < this.detail(scale);
    }

    /** @param {number} id
     * @param {KG.Sight} [sight]
     * @returns {KG.Disc} on the canvas */
    disc(id, sight = this.stage.sight()) {
      const node = /** @type {KG.SceneNode} */ (this.nodes.get(id));
      return { ...onCanvas(node, sight), radius: this.radius(id, sight.scale) };
    }

    /** What is at a point of the canvas: a node or its label, the label of a region, or an edge.
     * @param {KG.Point} point
     * @param {boolean} [touch]
     * @returns {{node?: number, region?: string, edge?: number} | null} */
    at(point, touch = false) {
      const sight = this.stage.sight();
      const places = KG.paint.placesOf(this, sight);
      let [node, least] = [-1, Infinity];
      for (const [id, { x, y, radius }] of places) {
        if (!radius) continue;
        const distance = Math.hypot(point.x - x, point.y - y);
        if (distance > Math.max(radius + 3, touch ? TOUCH : TARGET)) continue;
        if (distance - radius < least) [node, least] = [id, distance - radius];
      }
      if (node >= 0 && least <= 2) return { node };
      const origin = onCanvas({ x: 0, y: 0 }, sight);
      for (const [id, { x, y, width, height }] of this.placed) {
        const inside = point.x >= x + origin.x && point.x <= x + origin.x + width;
        if (!inside || point.y < y + origin.y || point.y > y + origin.y + height) continue;
        if (typeof id === "number") return { node: id };
        return id.startsWith("edge ") ? { edge: Number(id.slice(5)) } : { region: id };
      }
      if (node >= 0) return { node };
      const edge = this.edgeAt(point, places, sight.scale, touch ? 2 * LINE : LINE);
      return edge === null ? null : { edge };
    }

    /** @param {KG.Point} point
     * @param {Map<number, KG.Disc>} places
     * @param {number} scale
     * @param {number} reach
     * @returns {number | null} */
    edgeAt({ x, y }, places, scale, reach) {
      /** @type {number | null} */
      let best = null;
      this.scene.edges.forEach(({ from, to }, edge) => {
        if (!this.drawsEdge(edge, scale) && !this.isLit(edge)) return;
        const [a, b] = [/** @type {KG.Disc} */ (places.get(from)), /** @type {KG.Disc} */ (places.get(to))];
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        const along = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1);
        if (along < 0 || along > 1) return;
        const distance = Math.hypot(x - a.x - along * dx, y - a.y - along * dy);
        if (distance < reach) [best, reach] = [edge, distance];
      });
      return best;
    }

    /** Light what the pointer is on.
     * @param {{node?: number, region?: string, edge?: number} | null} found */
    point(found) {
      const [hovered, edge] = [found?.node ?? null, found?.edge ?? null];
      this.container.style.cursor = found ? "pointer" : "";
      if (hovered === this.hovered && edge === this.edge) return;
      this.hovered = hovered;
      this.edge = edge;
      this.light();
    }

    /** Keep the edge between two nodes lit, or none.
     * @param {readonly (number | undefined)[]} ends */
    mark(ends) {
      this.marked = ends;
      this.stage.redraw();
    }

    /** The keys are on a node, or on none.
     * @param {number | null} id */
    focus(id) {
      this.focused = id;
      this.light();
    }

    /** Find what is joined with what is pointed at. */
    light() {
      const at = this.hovered ?? this.focused;
      const { edges } = this.scene;
      this.lit = at === null ? null : new Set([at]);
      if (this.edge !== null) this.lit = new Set([edges[this.edge].from, edges[this.edge].to]);
      else if (this.lit) {
        for (const { from, to } of edges) {
          if (from === at) this.lit.add(to);
          if (to === at) this.lit.add(from);
        }
      }
      this.stage.redraw();
    }

    /** Put a node somewhere.
     * @param {number} id
     * @param {KG.Point} point of the canvas */
    put(id, point) {
      const node = /** @type {KG.SceneNode} */ (this.nodes.get(id));
      const place = inScene(point, this.stage.sight());
      this.nodes.set(id, { ...node, ...place, side: undefined, pinned: true });
      this.lettering.reset();
      this.stage.redraw();
    }

    /** Where a node is, in the scene's own units.
     * @param {number} id
     * @returns {KG.Point} */
    unplaced(id) {
      return KG.fit.unplaced(/** @type {KG.SceneNode} */ (this.nodes.get(id)), this.stretch);
    }

    /** Where a node is in the window.
     * @param {number} id
     * @returns {KG.Point} */
    whereIs(id) {
      const { x, y } = this.disc(id);
      const { left, top } = this.container.getBoundingClientRect();
      return { x: left + x, y: top + y };
    }
  }

  KG.canvas = { Canvas };
})();
