/** The side panel as a view: which card belongs to the state. */
(function () {
  "use strict";

  const { byId } = KG.dom;

  /** @implements {KG.View} */
  class PanelView {
    /** @param {KG.App} app */
    constructor(app) {
      this.app = app;
      this.panel = byId("panel");
    }

    /** @param {KG.State} state
     * @param {KG.State | null} before */
    render(state, before) {
      const same =
        before !== null && ["focus", "edge", "path"].every((name) => part(state, name) === part(before, name));
      if (same && before && before.filters === state.filters) return;
      const active = document.activeElement;
      // The picture keeps the focus; where it was on what is gone now, the card's heading has it.
      const lost = active === null || active === document.body || this.panel.contains(active);
      const top = same ? this.panel.scrollTop : 0;
      this.panel.replaceChildren(this.card(state));
      this.panel.scrollTop = top;
      const heading = /** @type {HTMLElement} */ (this.panel.querySelector("h2"));
      if (before && lost && !same) heading.focus({ preventScroll: true });
    }

    /** @param {KG.State} state */
    card({ focus, edge, path }) {
      const { app } = this;
      const { graph } = app;
      const ends = (edge || path || []).map((key) => graph.find(key));
      if (edge && ends[0] !== undefined && ends[1] !== undefined) return KG.paneledge.edgeCard(app, ends[0], ends[1]);
      if (path && ends[0] !== undefined && ends[1] !== undefined) {
        const labels = ends.map((node) => graph.label(Number(node)));
        return KG.paneledge.pathCard(app, labels, KG.path.find(app, ends[0], ends[1]));
      }
      const node = app.node();
      if (node !== undefined)
        return graph.isPaper(node) ? KG.panel.paperCard(app, node) : KG.conceptcard.conceptCard(app, node);
      const region = app.region();
      if (region) return KG.panel.regionCard(app, region);
      return focus ? KG.panel.missingCard(focus) : KG.panel.startCard(app);
    }
  }

  /** @param {KG.State} state
   * @param {string} name */
  const part = (state, name) => String(/** @type {Record<string, any>} */ (state)[name]);

  KG.panelview = { PanelView };
})();
