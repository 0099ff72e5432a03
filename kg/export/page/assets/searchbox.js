/** The search at the top: what is chosen there is opened. */
(function () {
  "use strict";

  const { byId } = KG.dom;

  /** @implements {KG.View} */
  class SearchBox {
    /** @param {KG.App} app */
    constructor(app) {
      this.input = /** @type {HTMLInputElement} */ (byId("search"));
      this.index = KG.searchbox.indexOf(app.graph);
      this.index.fillLater();
      new KG.combobox.Combobox(app.graph, {
        input: this.input,
        listbox: byId("hits"),
        status: byId("found"),
        index: () => this.index,
        choose: (/** @type {number} */ node) => {
          this.input.value = "";
          // The card of what was chosen is what comes next to read.
          this.input.blur();
          app.store.open(app.graph.key(node));
        },
      });
      document.addEventListener("keydown", (event) => {
        const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
        const elsewhere = document.querySelector("dialog[open]");
        if (event.key !== "/" || typing || elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        this.input.focus();
        this.input.select();
      });
    }

    /** The search goes over all of the graph, whatever the state is. */
    render() {}
  }

  /** @type {WeakMap<KG.Graph, any>} */
  const indexes = new WeakMap();

  /** The index of a graph's names, one for all who search in it.
   * @param {KG.Graph} graph */
  function indexOf(graph) {
    if (!indexes.has(graph)) indexes.set(graph, new KG.search.Index(graph));
    return indexes.get(graph);
  }

  KG.searchbox = { SearchBox, indexOf };
})();
