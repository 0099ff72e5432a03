/** The picture as a view: which scene belongs to the state, what stands above it in words, and what gestures and keys on
 * it make of the state. */
(function () {
  "use strict";

  const { byId } = KG.dom;
  const STEP = 1.4; // by which the buttons zoom
  /** Parts of the state that change who is in the picture. @type {(keyof KG.State)[]} */
  const PARTS = ["focus", "filters", "depth", "expanded", "collapsed", "path"];

  /** @param {HTMLElement} element
   * @returns {KG.Size} */
  const sizeOf = ({ clientWidth, clientHeight }) => ({ width: clientWidth, height: clientHeight });

  /** @implements {KG.View} */
  class MapView {
    /** @param {KG.App} app */
    constructor(app) {
      this.app = app;
      this.element = byId("canvas");
      /** @type {KG.Canvas} */
      this.canvas = new KG.canvas.Canvas(this.element, app.graph, app.options);
      /** The node that is dragged. @type {number | null} */
      this.dragged = null;
      new KG.pointer.Pointer(this.element, this.gestures());
      KG.keys.listen(this.element, this.actions());
      this.listen();
    }

    listen() {
      const { element, canvas } = this;
      byId("back").addEventListener("click", () => this.back());
      byId("zoom-in").addEventListener("click", () => this.zoom(STEP));
      byId("zoom-out").addEventListener("click", () => this.zoom(1 / STEP));
      byId("zoom-fit").addEventListener("click", () => this.draw());
      element.addEventListener("focus", () => {
        if (element.matches(":focus-visible") && canvas.focused === null) this.focus(this.first());
      });
      element.addEventListener("blur", () => canvas.focus(null));
      // What stands before the canvas takes room from it too.
      const observer = new ResizeObserver(() => {
        const { width, height, top, bottom } = KG.fit.areaOf(element);
        const { area } = canvas;
        const same = width === area.width && height === area.height && top === area.top && bottom === area.bottom;
        if (!same && width && height && !canvas.moved) this.draw();
      });
      for (const part of [element, byId("legend"), /** @type {Element} */ (document.querySelector(".bar"))])
        observer.observe(part);
    }

    /** @param {KG.State} state
     * @param {KG.State | null} before */
    render(state, before) {
      if (!before || state.edge !== before.edge)
        this.canvas.mark((state.edge || []).map((key) => this.app.graph.find(key)));
      if (!before || PARTS.some((part) => state[part] !== before[part])) this.draw();
      else if (state.pinned !== before.pinned) this.draw({ keep: true });
    }

    /** @param {{keep?: boolean}} [options] */
    draw(options) {
      const { app } = this;
      const { path } = app.store.get();
      const [node, region] = [app.node(), app.region()];
      const scene = this.scene(node);
      byId("note").textContent = scene.note;
      byId("back").hidden = node === undefined && !region && !path;
      const name = node !== undefined ? app.graph.label(node) : region ? region.label : "Overview";
      byId("where").textContent = scene.kind === "path" ? "Path" : name;
      this.element.setAttribute("aria-label", `Picture: ${scene.kind === "path" ? "path" : name}`);
      this.canvas.show(scene, options); // after what stands above it, which takes room from it
    }

    /** @param {number | undefined} node
     * @returns {KG.Scene} */
    scene(node) {
      const { graph, overview, filter, store } = this.app;
      const state = store.get();
      const size = sizeOf(this.element);
      if (state.path && graph.ready) return KG.path.pathScene(graph, filter, state.path, size);
      if (node === undefined) {
        const { width, height, top, bottom } = KG.fit.areaOf(this.element);
        return KG.scene.overviewScene(graph, overview, filter, this.app.region(), height - top - bottom > width);
      }
      return KG.hood.hoodScene(graph, node, state, filter, size);
    }

    /** @returns {KG.Gestures} */
    gestures() {
      const { canvas } = this;
      return {
        hover: (point, touch) => canvas.point(point && canvas.at(point, touch)),
        click: (point, touch) => this.choose(canvas.at(point, touch)),
        mayTwice: (point, touch) => {
          const node = canvas.at(point, touch)?.node;
          return node !== undefined && canvas.scene.kind === "hood" && this.expandable(node);
        },
        twice: (point, touch) => this.expand(canvas.at(point, touch)?.node ?? null),
        pan: (right, down) => this.pan(right, down),
        zoom: (factor, point) => this.zoom(factor, point),
        grab: (point) => {
          const at = canvas.scene.kind === "hood" ? canvas.at(point)?.node : undefined;
          const node = at === canvas.scene.focus ? undefined : at; // the middle stays the middle
          this.dragged = node ?? null;
          return node !== undefined;
        },
        drag: (point) => this.dragged !== null && canvas.put(this.dragged, point),
        drop: () => {
          if (this.dragged !== null) this.pin(this.dragged);
          this.dragged = null;
        },
      };
    }

    /** @returns {KG.Actions} */
    actions() {
      const { canvas } = this;
      const focused = () => canvas.focused ?? canvas.scene.focus;
      return {
        walk: (direction) => this.walk(direction),
        open: () => canvas.focused !== null && this.open(canvas.focused),
        back: () => this.back(),
        home: () => this.focus(this.first()),
        expand: () => this.expand(focused()),
        collapse: () => this.collapse(focused()),
        pin: () => this.togglePin(focused()),
        pan: (right, down) => this.pan(right, down),
        zoom: (factor) => this.zoom(factor),
        fit: () => this.draw(),
      };
    }

    /** @param {{node?: number, region?: string, edge?: number} | null} found */
    choose(found) {
      const { app, canvas } = this;
      if (found?.node !== undefined) this.open(found.node);
      else if (found?.region !== undefined) app.store.open(found.region);
      else if (found?.edge !== undefined) {
        const { from, to } = canvas.scene.edges[found.edge];
        app.store.set({ edge: [app.graph.key(from), app.graph.key(to)] });
      } else {
        canvas.focus(null);
        canvas.point(null);
      }
    }

    /** @param {number} node */
    open(node) {
      const { graph, store } = this.app;
      if (node !== this.canvas.scene.focus) store.open(graph.key(node));
    }

    back() {
      const { store } = this.app;
      const { focus, path } = store.get();
      if (path) store.set({ path: null, edge: null });
      else if (focus !== null) store.open(null);
      else this.draw();
    }

    /** @param {number} node */
    expandable(node) {
      const { papers, concepts } = this.canvas.more(node);
      return papers + concepts > 0 || this.app.store.get().collapsed.includes(this.app.graph.key(node));
    }

    /** @param {number | null} node */
    expand(node) {
      const { store, graph } = this.app;
      if (node === null || this.canvas.scene.kind !== "hood") return;
      const before = this.canvas.scene.nodes.length;
      if (this.expandable(node)) store.set(KG.hood.expand(store.get(), graph.key(node)));
      const more = this.canvas.scene.nodes.length - before;
      const none = this.expandable(node) ? "No room for more" : "Nothing more";
      this.say(`${more > 0 ? `${more} more` : none} around ${graph.label(node)}.`);
    }

    /** @param {number | null} node */
    collapse(node) {
      const { store, graph } = this.app;
      if (node === null || this.canvas.scene.kind !== "hood") return;
      const before = this.canvas.scene.nodes.length;
      store.set(KG.hood.collapse(store.get(), graph.key(node)));
      this.say(`${before - this.canvas.scene.nodes.length} fewer around ${graph.label(node)}.`);
    }

    /** @param {number} node */
    pin(node) {
      const { store, graph } = this.app;
      store.set(KG.hood.pin(store.get(), graph.key(node), this.canvas.unplaced(node)));
      this.say(`${graph.label(node)} is pinned.`);
    }

    /** @param {number | null} node */
    togglePin(node) {
      const { store, graph } = this.app;
      if (node === null || this.canvas.scene.kind !== "hood") return;
      const key = graph.key(node);
      if (!store.get().pinned.some((pin) => pin.key === key)) this.pin(node);
      else {
        store.set(KG.hood.unpin(store.get(), key));
        this.say(`${graph.label(node)} is no longer pinned.`);
      }
    }

    /** @param {number} right
     * @param {number} down */
    pan(right, down) {
      this.canvas.moved = true;
      this.canvas.stage.pan(right, down);
    }

    /** @param {number} factor
     * @param {KG.Point} [point] */
    zoom(factor, point) {
      this.canvas.moved = true;
      this.canvas.stage.zoom(factor, point);
    }

    /** Where the keys begin: in the middle, or with the most shared concept. */
    first() {
      const { scene } = this.canvas;
      return scene.focus ?? scene.nodes[0]?.id ?? null;
    }

    /** Go to the next node in a direction; on the map to those that have a label at this scale.
     * @param {[number, number]} direction */
    walk(direction) {
      const { canvas } = this;
      const at = canvas.focused ?? canvas.hovered;
      if (at === null) return this.focus(this.first());
      const sight = canvas.stage.sight();
      const ids = [...canvas.nodes.keys()].filter((id) => canvas.scene.kind !== "map" || canvas.placed.has(id));
      const places = ids.map((id) => ({ id, ...canvas.disc(id, sight) }));
      const next = KG.keys.next(canvas.disc(at, sight), direction, places);
      if (next !== null) this.focus(next);
    }

    /** @param {number | null} id */
    focus(id) {
      const { canvas } = this;
      canvas.focus(id);
      if (id === null) return;
      const { x, y } = canvas.disc(id);
      const { width, height, top, bottom } = canvas.area;
      if (x < 20 || x > width - 20 || y < top || y > height - bottom) {
        canvas.moved = true;
        canvas.stage.look({ .../** @type {KG.SceneNode} */ (canvas.nodes.get(id)), scale: canvas.stage.sight().scale });
      }
      const pinned = canvas.nodes.get(id)?.pinned ? ["pinned"] : [];
      const about = KG.paint.aboutNode(canvas, id);
      this.say([this.app.graph.label(id), ...about, ...pinned].join(", ") + ".");
    }

    /** Tell those who do not see the picture.
     * @param {string} text */
    say(text) {
      byId("said").textContent = text;
    }
  }

  KG.map = { MapView };
})();
