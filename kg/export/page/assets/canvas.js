/** The picture: vis-network pans, zooms and finds what is under the pointer; what is seen of nodes is painted here. */
(function () {
  "use strict";

  const { KINDS, words, counted } = KG.kinds;
  const { linesOf, sizeOf } = KG.paint;
  const MARGIN = 22;
  const TOP = 52; // the line above the picture
  const BOTTOM = 52; // the legend below it
  const LARGEST = 1.5; // scale beyond which a small picture is not blown up …
  const WALL = 260; // … unless half the screen is higher than this times the scale
  const NARROW = 640; // width below which labels at the rim take two lines
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
      /** @type {Map<string | number, KG.Box>} */
      this.placed = new Map();
      this.placedFor = "";
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
      new ResizeObserver(() => this.moved || this.fit()).observe(this.container);
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
      this.nodes = new Map(scene.nodes.map((node) => [node.id, node]));
      this.placedFor = "";
      this.hover(null);
      this.network.setData({
        nodes: scene.nodes.map(({ id, x, y }) => ({ id, x, y, ctxRenderer: this.renderer(id) })),
        edges: scene.edges.map((edge, id) => ({ id, from: edge.from, to: edge.to, ...this.edgeStyle(edge) })),
      });
      if (!keepView) this.fit();
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
      for (const [id, box] of this.placed) this.drawLabel(context, id, box);
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
      const state = `${scale.toFixed(4)} ${this.hovered}`;
      if (this.placedFor === state) return;
      this.placedFor = state;
      const nodes = this.scene.nodes.filter((node) => node.id !== this.hovered);
      nodes.sort((a, b) => this.importance(b) - this.importance(a));
      const wishes = [...nodes.map((node) => this.nodeWish(node, scale)), ...this.edgeWishes(scale)];
      this.placed = KG.labels.place(
        wishes,
        this.scene.nodes.map((node) => KG.labels.discOf(this.onScreen(node.id, scale))),
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
     * @returns {KG.Wish} */
    nodeWish(node, scale) {
      const place = this.onScreen(node.id, scale);
      const label = this.labelOf(node);
      const size = sizeOf(label.lines, label.font);
      const inwards = node.x < 0 ? ["right", "left"] : ["left", "right"];
      const free = node.id === this.scene.focus ? ["below", "above"] : ["below", ...inwards, "above"];
      const sides = node.side ? [node.side] : free;
      const all = sides.map((side) => KG.labels.beside(place, size, side));
      const inside = all.filter((box) => this.moved || this.isInside(box, scale));
      const boxes = inside.length ? inside : all.slice(0, 1);
      return { id: node.id, boxes, strong: label.font.weight > 400, forced: node.id === this.scene.focus };
    }

    /** Whether a label is between the left and the right edge of the picture.
     * @param {KG.Box} box
     * @param {number} scale */
    isInside({ x, width }, scale) {
      const left = this.network.getViewPosition().x * scale - this.container.clientWidth / 2;
      return x > left + 4 && x + width < left + this.container.clientWidth - 4;
    }

    /** The names of relations, halfway or near that: all where they are few, else those of the node under the pointer.
     * @param {number} scale
     * @returns {KG.Wish[]} */
    edgeWishes(scale) {
      const relations = this.scene.edges.flatMap(({ from, to, relation }, i) =>
        relation ? [{ from, to, relation, i }] : [],
      );
      const named = relations.filter(
        ({ from, to }) => relations.length <= FEW || from === this.hovered || to === this.hovered,
      );
      return named.map(({ from, to, relation, i }) => {
        const [a, b] = [this.onScreen(from, scale), this.onScreen(to, scale)];
        const { width, height } = sizeOf([words(relation)], EDGE_FONT);
        const boxes = [0.5, 0.6, 0.4, 0.7].map((share) => ({
          x: a.x + (b.x - a.x) * share - width / 2,
          y: a.y + (b.y - a.y) * share - height / 2,
          width,
          height,
        }));
        return { id: `edge ${i}`, boxes };
      });
    }

    /** @param {KG.SceneNode} node */
    labelOf({ id, size, side }) {
      const paper = this.graph.isPaper(id);
      const main = id === this.scene.focus;
      const pixels = main ? 16 : paper ? 11 : Math.round(Math.min(16, Math.max(11, 8 + 0.5 * size)));
      const weight = main || (size > 11 && !paper && !side) ? 600 : 400;
      return {
        lines: linesOf(this.graph.label(id), !side || this.container.clientWidth < NARROW),
        font: { pixels, weight },
      };
    }

    /** @param {CanvasRenderingContext2D} context
     * @param {string | number} id of a node, or "edge" and its number
     * @param {KG.Box} box */
    drawLabel(context, id, box) {
      const rim = this.theme.ground;
      const soft = this.theme["text-soft"];
      if (typeof id === "string") {
        const edge = this.scene.edges[Number(id.slice(5))];
        KG.paint.drawLines(context, [words(edge.relation || "")], EDGE_FONT, box, { color: soft, rim });
        return;
      }
      const { lines, font } = this.labelOf(/** @type {KG.SceneNode} */ (this.nodes.get(id)));
      const color = this.graph.isPaper(id) && id !== this.scene.focus ? soft : this.theme.text;
      context.globalAlpha = this.lit && !this.lit.has(id) ? 0.25 : 1;
      KG.paint.drawLines(context, lines, font, box, { color, rim });
      context.globalAlpha = 1;
    }

    /** The whole name of a node, on a plate below it, inside the picture.
     * @param {CanvasRenderingContext2D} context
     * @param {number} id
     * @param {number} scale */
    drawName(context, id, scale) {
      const about = this.graph.isPaper(id) ? this.graph.published(id) : counted(this.graph.counts[id], "paper");
      const second = [KINDS[this.graph.kind(id)].one, about].filter(Boolean).join(" · ");
      const { x, y, radius } = this.onScreen(id, scale);
      const centre = this.network.getViewPosition().x * scale;
      const half = this.container.clientWidth / 2 - 8;
      const inside = (/** @type {number} */ width) =>
        Math.max(centre - half, Math.min(x - width / 2, centre + half - width));
      const corner = (/** @type {{width: number}} */ { width }) => ({ x: inside(width), y: y + radius + 7 });
      KG.paint.drawPlate(context, [this.graph.label(id).replace(/\s+/g, " "), second], corner, this.theme);
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

    /** Scale and centre so that every node and its label are inside. */
    fit() {
      const { nodes } = this.scene;
      if (!nodes.length) return;
      const x = middle(nodes.map((node) => node.x));
      const y = middle(nodes.map((node) => node.y));
      const halfWidth = this.container.clientWidth / 2 - MARGIN;
      const halfHeight = (this.container.clientHeight - TOP - BOTTOM) / 2;
      let scale = Math.max(LARGEST, halfHeight / WALL);
      for (const node of nodes) {
        const { lines, font } = this.labelOf(node);
        const { width, height } = sizeOf(lines, font);
        const [dx, dy] = [Math.abs(node.x - x), Math.abs(node.y - y)];
        if (dx)
          scale = Math.min(
            scale,
            (halfWidth - (node.side ? node.size + width + 4 : Math.max(node.size, width / 2))) / dx,
          );
        if (dy) scale = Math.min(scale, (halfHeight - node.size - (node.side ? 0 : height)) / dy);
      }
      // On a narrow screen labels at the rim are rather cut than the picture made tiny.
      const widest = Math.max(...nodes.map((node) => Math.abs(node.x - x)));
      if (widest) scale = Math.max(scale, Math.min(1, (0.4 * halfWidth) / widest));
      this.moved = false;
      this.network.moveTo({ position: { x, y: y + (BOTTOM - TOP) / 2 / scale }, scale, animation: false });
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

  /** @param {number[]} values */
  const middle = (values) => (Math.min(...values) + Math.max(...values)) / 2;

  KG.canvas = { Canvas };
})();
