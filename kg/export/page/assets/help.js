/** The dialog that tells the keys; and the ways in which all dialogs are closed. */
(function () {
  "use strict";

  const { h, byId } = KG.dom;

  /** @type {[string, [string, string][]][]} */
  const KEYS = [
    [
      "Everywhere",
      [
        ["/", "Search"],
        ["t", "Picture or table"],
        ["f", "Filters"],
        ["?", "This help"],
        ["Tab", "From one control to the next"],
        ["Esc", "Close what is open"],
        ["Alt ←", "Back, as everywhere in the browser"],
      ],
    ],
    [
      "In a search",
      [
        ["↓ ↑", "Choose a hit"],
        ["Enter", "Open it"],
      ],
    ],
    [
      "In the picture",
      [
        ["Arrows", "Walk from node to node"],
        ["Enter", "Open the node"],
        ["e c", "Expand it, collapse it"],
        ["p", "Pin it, or let it go"],
        ["+ − 0", "Zoom in, out, to all"],
        ["Shift Arrows", "Move the picture"],
        ["Esc", "Back"],
      ],
    ],
  ];

  /** @implements {KG.View} */
  class Help {
    /** @param {KG.App} app */
    constructor(app) {
      this.app = app;
      this.dialog = /** @type {HTMLDialogElement} */ (byId("help-dialog"));
      byId("key-list").append(...KEYS.flatMap(([title, keys]) => [h("h3", {}, title), table(keys)]));
      byId("open-help").addEventListener("click", () => this.dialog.showModal());
      for (const dialog of document.querySelectorAll("dialog")) {
        dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
        for (const button of dialog.querySelectorAll("[data-close]"))
          button.addEventListener("click", () => dialog.close());
      }
      document.addEventListener("keydown", (event) => this.onKey(event));
    }

    /** The keys are always the same. */
    render() {}

    /** @param {KeyboardEvent} event */
    onKey(event) {
      const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
      if (typing || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
      const { store } = this.app;
      if (event.key === "?") this.dialog.showModal();
      else if (event.key === "f") byId("open-filters").click();
      else if (event.key === "t") store.set({ view: store.get().view === "map" ? "table" : "map" });
      else return;
      event.preventDefault();
    }
  }

  /** @param {[string, string][]} keys */
  const table = (keys) =>
    h(
      "dl",
      { class: "keys" },
      ...keys.map(([key, what]) =>
        h("div", {}, h("dt", {}, ...key.split(" ").flatMap((each) => [h("kbd", {}, each), " "])), h("dd", {}, what)),
      ),
    );

  KG.help = { Help };
})();
