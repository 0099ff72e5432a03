/** The legend, which switches kinds. */
(function () {
  "use strict";

  const { h, icon, byId } = KG.dom;
  const { KINDS, color } = KG.kinds;

  /** @implements {KG.View} */
  class FilterBar {
    /** @param {KG.App} app */
    constructor(app) {
      this.app = app;
      /** @type {Map<string, HTMLElement>} */
      this.switches = new Map(Object.keys(KINDS).map((kind) => [kind, this.switchOf(kind)]));
      byId("legend").append(...this.switches.values());
    }

    /** @param {string} kind */
    switchOf(kind) {
      const { one, many } = KINDS[kind];
      const button = h("button", { type: "button", title: `Show or hide ${many.toLowerCase()}` }, icon(kind), one);
      button.style.setProperty("--kind", color(kind));
      button.addEventListener("click", () => {
        const { store } = this.app;
        store.filter({ kinds: KG.filters.without(store.get().filters.kinds, kind) });
      });
      return button;
    }

    /** @param {KG.State} state */
    render({ filters }) {
      for (const [kind, button] of this.switches)
        button.setAttribute("aria-pressed", String(!filters.kinds.includes(kind)));
    }
  }

  KG.filterbar = { FilterBar };
})();
