/** What is shown follows from the address: `#concept/…`, `#paper/…`, or nothing for the overview. */
(function () {
  "use strict";

  const { h, icon, byId } = KG.dom;
  const { KINDS, color, counted } = KG.kinds;

  /** @param {string} id */
  const read = (id) => JSON.parse(byId(id).textContent || "null");

  /** @param {HTMLElement} element
   * @returns {KG.Size} */
  const sizeOf = ({ clientWidth, clientHeight }) => ({ width: clientWidth, height: clientHeight });

  class App {
    constructor() {
      const data = read("kg-data");
      this.graph = new KG.graph.Graph(data);
      this.overview = { nodes: read("kg-nodes"), edges: read("kg-edges") };
      /** @type {Set<string>} */
      this.hidden = new Set();
      this.heading = document.title;
      this.canvas = new KG.canvas.Canvas(byId("canvas"), this.graph, read("kg-options"), (node) => this.open(node));
      this.search = new KG.searchbox.SearchBox(this.graph, (node) => this.open(node));
      this.fillLegend();
      this.listen();
      // In the address, so that the way back to the overview is the same as from any other node.
      if (data.start && !location.hash) history.replaceState(null, "", `#${data.start}`);
      this.render();
    }

    listen() {
      addEventListener("hashchange", () => this.render({ focus: true }));
      byId("back").addEventListener("click", () => (location.hash = ""));
      byId("zoom-in").addEventListener("click", () => this.canvas.zoom(1.4));
      byId("zoom-out").addEventListener("click", () => this.canvas.zoom(1 / 1.4));
      byId("zoom-fit").addEventListener("click", () => this.draw(this.asked().node));
      const picture = byId("canvas");
      let drawn = sizeOf(picture);
      const follow = () => {
        const { width, height } = sizeOf(picture);
        const changed = width !== drawn.width || height !== drawn.height;
        drawn = { width, height };
        if (changed && !this.canvas.moved) this.draw(this.asked().node);
      };
      new ResizeObserver(follow).observe(picture);
    }

    /** @param {number} node */
    open(node) {
      location.hash = this.graph.key(node);
    }

    /** What the address asks for; behind a `?` there may be more, which is not part of the key.
     * @returns {{key: string, node: number | undefined}} */
    asked() {
      const [key] = location.hash.slice(1).split("?");
      return { key, node: key ? this.graph.find(key) : undefined };
    }

    /** Show what the address asks for.
     * @param {{focus?: boolean}} [options] whether to move the keyboard's focus to the new panel */
    render({ focus = false } = {}) {
      const { key, node } = this.asked();
      this.draw(node);
      const panel = byId("panel");
      panel.replaceChildren(this.card(key, node));
      panel.scrollTop = 0;
      if (focus) /** @type {HTMLElement} */ (panel.querySelector("h2")).focus({ preventScroll: true });
      document.title = node === undefined ? this.heading : `${this.graph.label(node)} – ${this.heading}`;
    }

    /** @param {number | undefined} node */
    draw(node) {
      const scene = this.sceneOf(node);
      byId("note").textContent = scene.note + KG.scene.hiddenKinds(this.hidden);
      byId("back").hidden = node === undefined;
      byId("where").textContent = node === undefined ? "Overview" : this.graph.label(node);
      this.canvas.show(scene); // after what stands above it, which takes room from it
    }

    /** @param {number | undefined} node
     * @returns {KG.Scene} */
    sceneOf(node) {
      const visible = (/** @type {number} */ other) => !this.hidden.has(this.graph.kind(other));
      const size = sizeOf(byId("canvas"));
      if (node === undefined) return KG.scene.overviewScene(this.graph, this.overview, visible, size);
      const scene = this.graph.isPaper(node) ? KG.scene.paperScene : KG.scene.conceptScene;
      return scene(this.graph, node, visible, size);
    }

    /** @param {string} key
     * @param {number | undefined} node */
    card(key, node) {
      if (node === undefined) return key ? KG.panel.missingCard(key) : KG.panel.startCard(this.graph);
      return this.graph.isPaper(node) ? KG.panel.paperCard(this.graph, node) : KG.panel.conceptCard(this.graph, node);
    }

    /** A switch for each kind. */
    fillLegend() {
      const counts = new Map([[this.graph.kinds[0], this.graph.paperCount]]);
      for (const kind of this.graph.concepts.kind) {
        counts.set(this.graph.kinds[kind], (counts.get(this.graph.kinds[kind]) || 0) + 1);
      }
      const switches = Object.keys(KINDS).map((kind) => {
        const name = counted(counts.get(kind) || 0, KINDS[kind].one.toLowerCase());
        const properties = { type: "button", "aria-pressed": "true", title: `Show or hide: ${name}` };
        const button = h("button", properties, icon(kind), KINDS[kind].one);
        button.style.setProperty("--kind", color(kind));
        button.addEventListener("click", () => this.toggle(kind, button));
        return button;
      });
      byId("legend").append(...switches);
    }

    /** @param {string} kind
     * @param {HTMLElement} button */
    toggle(kind, button) {
      if (!this.hidden.delete(kind)) this.hidden.add(kind);
      button.setAttribute("aria-pressed", String(!this.hidden.has(kind)));
      this.draw(this.asked().node);
    }
  }

  KG.app = new App();
})();
