/** The page: the state in the middle, the views around it. */
(function () {
  "use strict";

  const { byId } = KG.dom;

  /** Views that need the overview alone are there at once, the others when the whole graph is. */
  const FIRST = [KG.map.MapView, KG.filterbar.FilterBar];
  const LATER = [
    KG.filters.Filters,
    KG.searchbox.SearchBox,
    KG.bar.Bar,
    KG.share.Share,
    KG.pathdialog.PathDialog,
    KG.help.Help,
    KG.table.TableView,
    KG.panelview.PanelView,
  ];

  /** @implements {KG.App} */
  class App {
    constructor() {
      const front = /** @type {KG.Front} */ (KG.load.read("kg-front"));
      this.overview = { nodes: KG.load.read("kg-nodes"), edges: KG.load.read("kg-edges"), regions: front.regions };
      this.options = KG.load.read("kg-options");
      this.heading = document.title;
      /** @type {KG.Graph} */
      this.graph = new KG.graph.Graph(front, this.overview.nodes);
      this.regions = new Map(front.regions.map((region) => [region.key, region]));
      /** @type {KG.Store} */
      this.store = new KG.state.Store(front.start);
      this.filter = this.filtered(this.store.get());
      /** @type {KG.View[]} */
      this.views = [];
      /** @type {any} */
      this.canvas = null;
      this.listen();
      this.begin();
    }

    /** Draw what there is: the overview before the rest is read, unless the address asks for something else. */
    begin() {
      const whole = KG.load.wholeGraph();
      if (!(whole instanceof Promise)) return this.complete(whole);
      document.body.setAttribute("aria-busy", "true");
      const { focus, path, view } = this.store.get();
      if (!path && view === "map" && (focus === null || this.region())) this.add(FIRST);
      whole
        .then((raw) => this.complete(raw))
        .catch((error) => {
          byId("note").textContent = "The graph in this file could not be read: the file may be cut off.";
          throw error;
        });
    }

    /** @param {KG.Raw} raw */
    complete(raw) {
      const { graph } = this;
      /** @type {any} */ (graph).fill(raw);
      document.body.removeAttribute("aria-busy");
      const state = this.store.get();
      this.filter = this.filtered(state);
      // The picture stays as it is where it was there before and nothing of it has changed.
      if (this.views.length && (this.filter.active || this.node() !== undefined)) this.render(state, null);
      this.add(this.views.length ? LATER : [...FIRST, ...LATER]);
      this.name();
    }

    /** @param {(new (app: App) => KG.View)[]} classes */
    add(classes) {
      const views = classes.map((View) => new View(this));
      this.views.push(...views);
      this.canvas = /** @type {any} */ (this.views[0]).canvas;
      for (const view of views) view.render(this.store.get(), null);
    }

    listen() {
      this.store.subscribe((state, before) => {
        if (state.filters !== before.filters) this.filter = this.filtered(state);
        this.name();
        this.render(state, before);
      });
      // The browser would follow them too, but not in the frame of a notebook, and without the filters.
      document.addEventListener("click", (event) => {
        const link = event.target instanceof Element && event.target.closest("a[href^='#']");
        if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        this.store.follow(/** @type {string} */ (link.getAttribute("href")));
      });
    }

    /** @param {KG.State} state
     * @param {KG.State | null} before */
    render(state, before) {
      for (const view of this.views) view.render(state, before);
    }

    /** @param {KG.State} state
     * @returns {KG.Filter} */
    filtered({ filters }) {
      return KG.visible.apply(this.graph, filters);
    }

    name() {
      const [node, region] = [this.node(), this.region()];
      const name = node !== undefined ? this.graph.label(node) : region ? region.label : "";
      document.title = name ? `${name} – ${this.heading}` : this.heading;
    }

    /** @returns {number | undefined} */
    node() {
      const { focus } = this.store.get();
      return focus === null ? undefined : this.graph.find(focus);
    }

    /** @returns {KG.Region | undefined} */
    region() {
      return this.regions.get(this.store.get().focus || "");
    }
  }

  KG.app = new App();
})();
