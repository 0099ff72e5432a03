/** What stands above the picture and the table: which of the two is shown, how far from the middle, what is hidden. */
(function () {
  "use strict";

  const { byId } = KG.dom;
  const VIEWS = /** @type {const} */ (["map", "table"]);

  /** @implements {KG.View} */
  class Bar {
    /** @param {KG.App} app */
    constructor(app) {
      this.app = app;
      this.depth = /** @type {HTMLInputElement} */ (byId("depth"));
      for (const view of VIEWS) byId(`as-${view}`).addEventListener("click", () => app.store.set({ view }));
      this.depth.addEventListener("input", () =>
        app.store.set({ depth: /** @type {1 | 2 | 3} */ (Number(this.depth.value)) }, { replace: true }),
      );
      byId("show-all").addEventListener("click", () => {
        app.store.filter(KG.state.ALL);
        byId("note").focus();
      });
      const sheet = byId("sheet");
      sheet.addEventListener("click", () => {
        const open = document.body.classList.toggle("reading");
        sheet.setAttribute("aria-expanded", String(open));
        sheet.textContent = open ? "More of the picture" : "More of the details";
      });
      for (const link of document.querySelectorAll("a.skip")) link.addEventListener("click", skip);
    }

    /** @param {KG.State} state */
    render({ view, depth, path }) {
      const { app } = this;
      for (const each of VIEWS) byId(`as-${each}`).setAttribute("aria-pressed", String(each === view));
      const node = app.node();
      byId("depth-box").hidden = node === undefined || path !== null;
      this.depth.value = String(depth);
      byId("depth-value").textContent = String(depth);
      const steps = depth === 1 ? "1 step" : `${depth} steps`;
      this.depth.setAttribute("aria-valuetext", `${steps} from the middle`);
      byId("hidden-box").hidden = !app.filter.sentence;
      if (byId("hidden").textContent !== app.filter.sentence) byId("hidden").textContent = app.filter.sentence;
    }
  }

  /** Give the focus to what a skip link names; such a link is no state of the page.
   * @param {Event} event */
  function skip(event) {
    const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
    event.preventDefault();
    event.stopPropagation();
    const target = byId((link.getAttribute("href") || "").slice(1));
    const inside = target.querySelector("h2");
    (inside instanceof HTMLElement ? inside : target).focus();
  }

  KG.bar = { Bar };
})();
