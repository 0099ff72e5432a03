/** The picture: vis-network pans, zooms and finds what is under the pointer; what is seen of nodes is painted here. */
(function () {
  "use strict";

  const { KINDS, words, counted } = KG.kinds;
  const { linesOf, sizeOf } = KG.paint;
  const NARROW = 640; // width below which labels at the rim take two lines and none is large
  const RIM = 0.3; // most of the width that labels at the rim are given, on either side
  const RING = 1.2; // how much larger a node is with the ring around it
  const SMALLEST = 10; // pixels of letters
  const SHORT = [24, 14]; // letters to which labels are cut that find no room otherwise
  const STEPS = [1, 0.88, 0.76]; // sizes of letters to try, by the best one
  const SHIFTS = [0, 0.6, -0.6, 1, -1]; // see KG.labels.beside
  const STILL = 6; // pixels that a pointer may move between down and up for it to be a click
  const FEW = 16; // relations up to which all are named in the picture

  class Canvas {
    /**
     * @param {HTMLElement} container
     * @param {KG.Graph} graph
     * @param {object} options of vis-network
     * @param {(node: number) => void} open called when a node is clicked
     */
    constructor(container, graph, options, open) {
      this.container = container;
      this.graph = graph;
      /** @type {KG.Scene} */
      this.scene = { focus: null, nodes: [], edges: [], note: "" };
      /** @type {Map<number, KG.SceneNode>} */
      this.nodes = new Map();
      /** @type {number | null} */
      this.hovered = null;
      /** The hovered node and those joined with it.
       * @type {Set<number> | null} */
      this.lit = null;
      this.moved = false;
      /** @type {KG.Area} */
      this.area = { width: 0, height: 0, top: 0, bottom: 0 };
      /** @type {Map<string | number, KG.Label>} */
      this.placed = new Map();
      this.placedFor = "";
      /** @type {Map<number, KG.Shape[]>} */
      this.shapes = new Map();
      this.theme = KG.paint.readTheme();
      this.network = new vis.Network(container, { nodes: [], edges: [] }, options);
      // The picture takes no keys: what it shows is in the panel and in the search as well.
      for (const element of container.querySelectorAll("[tabindex]")) element.removeAttribute("tabindex");
      this.listen(open);
    }

    /** @param {(node: number) => void} open */
    listen(open) {
      this.listenToClicks(open);
      this.network.on("hoverNode", ({ node }) => this.hover(node));
      this.network.on("blurNode", () => this.hover(null));
      this.network.on("dragEnd", () => (this.moved = true));
      this.network.on("zoom", () => (this.moved = true));
      this.network.on("afterDrawing", (context) => this.drawOver(context));
      new ResizeObserver(() => (this.area = KG.fit.areaOf(this.container))).observe(this.container);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
        this.theme = KG.paint.readTheme();
        this.show(this.scene, { keepView: true });
      });
    }

    /** The browser's clicks: those of vis-network are none when the button was held for a quarter of a second.
     * @param {(node: number) => void} open */
    listenToClicks(open) {
      let [x, y] = [0, 0];
      this.container.addEventListener("pointerdown", (event) => ([x, y] = [event.clientX, event.clientY]), true);
      this.container.addEventListener("click", (event) => {
        if (Math.hypot(event.clientX - x, event.clientY - y) > STILL) return;
        const { left, top } = this.container.getBoundingClientRect();
        const node = this.network.getNodeAt({ x: event.clientX - left, y: event.clientY - top });
        if (node !== undefined) open(node);
      });
    }

    /** @param {KG.Scene} scene
     * @param {{keepView?: boolean}} [options] */
    show(scene, { keepView = false } = {}) {
      this.network.setData({ nodes: [], edges: [] }); // nothing of the old picture is drawn with the new one's places
      this.scene = scene;
      this.area = KG.fit.areaOf(this.container);
      const view = KG.fit.arrange(scene.nodes, this.area, (node) => this.roomFor(node));
      if (!keepView) this.nodes = new Map(view.places.map((node) => [node.id, node]));
      this.placedFor = "";
      this.shapes.clear();
      this.hover(null);
      this.network.setData({
        nodes: [...this.nodes.values()].map(({ id, x, y }) => ({ id, x, y, ctxRenderer: this.renderer(id) })),
        edges: scene.edges.map((edge, id) => ({ id, from: edge.from, to: edge.to, ...this.edgeStyle(edge) })),
      });
      if (keepView || !scene.nodes.length) return;
      this.moved = false;
      this.network.moveTo({ position: view.position, scale: view.scale, animation: false });
    }

    /** What a node and its label need on either side; a label that is not at the rim has sides to choose from.
     * @param {KG.SceneNode} node */
    roomFor(node) {
      const { lines, font } = this.labelOf(node);
      const { width, height } = sizeOf(lines, font);
      if (!node.side) return { x: node.size + 24, y: node.size + height / 2 };
      return { x: node.size + 4 + Math.min(width, RIM * this.area.width), y: Math.max(node.size, height / 2) };
    }

    /** @param {KG.SceneEdge} edge */
    edgeStyle({ relation, strength }) {
      if (relation) {
        const arrows = { to: { enabled: true, scaleFactor: 0.45 } };
        return { color: { color: this.theme.relation, opacity: 0.8 }, width: 1.4, arrows };
      }
      const opacity = strength === undefined ? 0.7 : 0.3 + 0.6 * Math.min(1, 2 * strength);
      return { color: { color: this.theme.edge, opacity }, width: strength === undefined ? 1 : 0.6 + 1.6 * strength };
    }

    /** How vis-network is to draw a node, and how large it is for the pointer.
     * @param {number} id */
    renderer(id) {
      return (/** @type {{ctx: CanvasRenderingContext2D}} */ { ctx }) => {
        const side = 2 * this.place(id).radius;
        return { drawNode: () => this.drawNode(ctx, id), nodeDimensions: { width: side, height: side } };
      };
    }

    /** Where a node is and how large. It grows slower than the picture when that is zoomed into, so that nodes part.
     * @param {number} id */
    place(id) {
      const { x, y, size } = /** @type {KG.SceneNode} */ (this.nodes.get(id));
      return { x, y, radius: size / Math.sqrt(Math.max(0.2, this.network.getScale())) };
    }

    /** @param {CanvasRenderingContext2D} context
     * @param {number} id */
    drawNode(context, id) {
      const ring = id === this.scene.focus || id === this.hovered;
      const faint = this.lit !== null && !this.lit.has(id);
      KG.paint.drawNode(context, this.graph.kind(id), this.place(id), { theme: this.theme, ring, faint });
    }

    /** What lies above the nodes: the edges of the node under the pointer, then all labels.
     * @param {CanvasRenderingContext2D} context */
    drawOver(context) {
      const scale = this.network.getScale();
      if (this.lit) this.drawLit(context);
      context.save();
      context.scale(1 / scale, 1 / scale);
      this.placeLabels(scale);
      for (const [id, label] of this.placed) this.drawLabel(context, id, label);
      if (this.hovered !== null) this.drawName(context, this.hovered, scale);
      context.restore();
    }

    /** @param {CanvasRenderingContext2D} context */
    drawLit(context) {
      const hovered = /** @type {number} */ (this.hovered);
      context.save();
      context.strokeStyle = this.theme[this.graph.kind(hovered)];
      context.lineWidth = 1.8 / Math.sqrt(this.network.getScale());
      context.beginPath();
      for (const { from, to } of this.scene.edges.filter((edge) => edge.from === hovered || edge.to === hovered)) {
        const [a, b] = [this.place(from), this.place(to)];
        context.moveTo(a.x, a.y);
        context.lineTo(b.x, b.y);
      }
      context.stroke();
      context.restore();
      for (const id of /** @type {Set<number>} */ (this.lit)) this.drawNode(context, id);
    }

    /** Where labels go; kept until the scale or the picture changes.
     * @param {number} scale */
    placeLabels(scale) {
      const state = `${scale.toFixed(4)} ${this.hovered} ${this.moved}`;
      if (this.placedFor === state) return;
      this.placedFor = state;
      const nodes = [...this.nodes.values()].filter((node) => node.id !== this.hovered);
      nodes.sort((a, b) => this.importance(b) - this.importance(a));
      const wishes = [...nodes.map((node) => this.nodeWish(node, scale)), ...this.edgeWishes(scale)];
      this.placed = KG.labels.place(
        wishes,
        this.scene.nodes.flatMap((node) => KG.labels.discOf(this.onScreen(node.id, scale))),
      );
    }

    /** @param {KG.SceneNode} node */
    importance({ id, size }) {
      if (id === this.scene.focus) return Infinity;
      const lit = this.lit && this.lit.has(id) ? 1000 : 0;
      return lit + (this.graph.isPaper(id) ? 0 : size);
    }

    /** @param {number} id
     * @param {number} scale */
    onScreen(id, scale) {
      const { x, y, radius } = this.place(id);
      return { x: x * scale, y: y * scale, radius: radius * scale };
    }

    /** @param {KG.SceneNode} node
     * @param {number} scale
     * @returns {KG.Wish<KG.Label>} */
    nodeWish(node, scale) {
      const forced = node.id === this.scene.focus;
      const isInside = this.moved ? () => true : this.frame(scale);
      const boxes = () => this.boxesOf(node, scale, isInside);
      const [any] = forced ? boxes() : [];
      return { id: node.id, boxes: forced && !any ? () => this.boxesOf(node, scale, () => true) : boxes, forced };
    }

    /** Where a node's label may be, the best first.
     * @param {KG.SceneNode} node
     * @param {number} scale
     * @param {(box: KG.Box) => boolean} isInside
     * @returns {Iterable<KG.Label>} */
    *boxesOf(node, scale, isInside) {
      const main = node.id === this.scene.focus;
      const place = this.onScreen(node.id, scale);
      if (main) place.radius *= RING;
      const shifts = node.side || main ? [0] : SHIFTS;
      for (const shape of this.shapesOf(node)) {
        for (const shift of shifts) {
          for (const side of this.sidesOf(node)) {
            const label = { ...shape, ...KG.labels.beside(place, shape, side, shift) };
            if (isInside(label)) yield label;
          }
        }
      }
    }

    /** @param {KG.SceneNode} node */
    sidesOf({ id, x, side }) {
      if (side) return [side];
      if (id === this.scene.focus) return ["below", "above"];
      const inwards = x < 0 ? ["right", "left"] : ["left", "right"];
      if (!this.graph.isPaper(id) || Math.abs(x) < 1) return ["below", ...inwards, "above"];
      return [inwards[0], "below", "above"]; // outwards are the labels at the rim
    }

    /** The ways to write a node's label; they are the same at every scale.
     * @param {KG.SceneNode} node
     * @returns {KG.Shape[]} */
    shapesOf(node) {
      const known = this.shapes.get(node.id);
      if (known) return known;
      const shapes = this.variants(node).map(({ lines, font }) => ({ lines, font, ...sizeOf(lines, font) }));
      this.shapes.set(node.id, shapes);
      return shapes;
    }

    /** The ways to write a node's label, the best first: large and whole, then smaller, then cut.
     * @param {KG.SceneNode} node
     * @returns {{lines: string[], font: KG.Font}[]} */
    variants(node) {
      const { lines, font } = this.labelOf(node);
      const name = this.graph.label(node.id);
      const least = { pixels: SMALLEST, weight: font.weight };
      const fonts = STEPS.map((step) => ({ ...font, pixels: Math.round(step * font.pixels) }));
      const shapes = this.graph.isPaper(node.id) ? [lines] : [lines, linesOf(name, lines.length < 2)];
      const whole = [...fonts.filter(({ pixels }) => pixels > SMALLEST), least].flatMap((font) =>
        shapes.map((lines) => ({ lines, font })),
      );
      return [...whole, ...SHORT.map((longest) => ({ lines: linesOf(name, false, longest), font: least }))];
    }

    /** What tells whether a label is in the part of the canvas that nothing stands before.
     * @param {number} scale
     * @returns {(box: KG.Box) => boolean} */
    frame(scale) {
      const centre = this.network.getViewPosition();
      const { width: w, height: h } = this.area;
      const [left, right] = [centre.x * scale - w / 2 + 4, centre.x * scale + w / 2 - 4];
      const top = centre.y * scale - h / 2 + this.area.top;
      const bottom = centre.y * scale + h / 2 - this.area.bottom;
      return ({ x, y, width, height }) => x > left && x + width < right && y > top && y + height < bottom;
    }

    /** The names of relations, halfway or near that: all where they are few, else those of the node under the pointer.
     * @param {number} scale
     * @returns {KG.Wish<KG.Label>[]} */
    edgeWishes(scale) {
      const relations = this.scene.edges.flatMap(({ from, to, relation }, i) =>
        relation ? [{ from, to, relation, i }] : [],
      );
      const named = relations.filter(
        ({ from, to }) => relations.length <= FEW || from === this.hovered || to === this.hovered,
      );
      return named.map(({ from, to, relation, i }) => {
        const [a, b] = [this.onScreen(from, scale), this.onScreen(to, scale)];
        const lines = [words(relation)];
        const { width, height } = sizeOf(lines, EDGE_FONT);
        const boxes = [0.5, 0.6, 0.4, 0.7].map((share) => ({
          x: a.x + (b.x - a.x) * share - width / 2,
          y: a.y + (b.y - a.y) * share - height / 2,
          width,
          height,
          lines,
          font: EDGE_FONT,
        }));
        return { id: `edge ${i}`, boxes: () => boxes };
      });
    }

    /** @param {KG.SceneNode} node */
    labelOf({ id, size, side }) {
      const paper = this.graph.isPaper(id);
      const main = id === this.scene.focus;
      const narrow = this.area.width < NARROW;
      const largest = !narrow ? 16 : side ? 12 : 14;
      const pixels = main ? largest : paper ? 11 : Math.round(Math.min(largest, Math.max(11, 8 + 0.5 * size)));
      const weight = main || (size > 11 && !paper && !side) ? 600 : 400;
      return { lines: linesOf(this.graph.label(id), !side || narrow), font: { pixels, weight } };
    }

    /** @param {CanvasRenderingContext2D} context
     * @param {string | number} id of a node, or "edge" and its number
     * @param {KG.Label} label */
    drawLabel(context, id, label) {
      const { theme } = this;
      const soft = typeof id === "string" || (this.graph.isPaper(id) && id !== this.scene.focus);
      const faint = typeof id === "number" && this.lit && !this.lit.has(id);
      const style = { color: soft ? theme["text-soft"] : theme.text, rim: theme.ground };
      context.globalAlpha = faint ? 0.25 : 1;
      KG.paint.drawLines(context, label.lines, label.font, label, style);
      context.globalAlpha = 1;
    }

    /** The name of a node on a plate below it, or above it where the picture ends.
     * @param {CanvasRenderingContext2D} context
     * @param {number} id
     * @param {number} scale */
    drawName(context, id, scale) {
      const about = this.graph.isPaper(id) ? this.graph.published(id) : counted(this.graph.counts[id], "paper");
      const second = [KINDS[this.graph.kind(id)].one, about].filter(Boolean).join(" · ");
      const { x, y, radius } = this.onScreen(id, scale);
      const view = this.network.getViewPosition();
      const half = this.area.width / 2 - 8;
      const bottom = view.y * scale + this.area.height / 2 - this.area.bottom;
      const corner = (/** @type {{width: number, height: number}} */ { width, height }) => ({
        x: Math.max(view.x * scale - half, Math.min(x - width / 2, view.x * scale + half - width)),
        y: y + radius + 7 + height < bottom ? y + radius + 7 : y - radius - 7 - height,
      });
      KG.paint.drawPlate(context, this.graph.label(id), second, corner, this.theme);
    }

    /** @param {number | null} node */
    hover(node) {
      this.hovered = node !== null && this.nodes.has(node) ? node : null;
      this.lit = this.hovered === null ? null : new Set([this.hovered]);
      for (const { from, to } of this.scene.edges) {
        if (this.lit && from === node) this.lit.add(to);
        if (this.lit && to === node) this.lit.add(from);
      }
      this.container.style.cursor = this.hovered === null ? "" : "pointer";
      this.network.redraw();
    }

    /** @param {number} factor */
    zoom(factor) {
      this.moved = true;
      this.network.moveTo({ scale: this.network.getScale() * factor, animation: false });
    }

    /** Where a node is in the window.
     * @param {number} id
     * @returns {KG.Point} */
    whereIs(id) {
      const { x, y } = this.network.canvasToDOM(this.place(id));
      const { left, top } = this.container.getBoundingClientRect();
      return { x: left + x, y: top + y };
    }
  }

  const EDGE_FONT = { pixels: 11, weight: 400, italic: true };

  KG.canvas = { Canvas };
})();
