/** The dialog that asks between which two nodes a path is wanted. */
(function () {
  "use strict";

  const { h, byId } = KG.dom;
  const NAMES = /** @type {const} */ (["From", "To"]);

  /** @implements {KG.View} */
  class PathDialog {
    /** @param {KG.App} app */
    constructor(app) {
      this.app = app;
      this.dialog = /** @type {HTMLDialogElement} */ (byId("path-dialog"));
      /** @type {(number | undefined)[]} */
      this.ends = [undefined, undefined];
      this.inputs = NAMES.map((name, i) => this.input(name, i));
      byId("path-form").addEventListener("submit", (event) => {
        event.preventDefault();
        this.find();
      });
      byId("path-swap").addEventListener("click", () => this.fill([this.ends[1], this.ends[0]]));
      byId("open-path").addEventListener("click", () => this.open());
    }

    /** What stands in the dialog is asked of the state when it is opened. */
    render() {}

    /** @param {string} name
     * @param {number} i */
    input(name, i) {
      const id = `path-${name.toLowerCase()}`;
      const attributes = {
        id,
        type: "text",
        role: "combobox",
        autocomplete: "off",
        spellcheck: "false",
        placeholder: "A concept or paper",
        "aria-autocomplete": "list",
        "aria-expanded": "false",
        "aria-controls": `${id}-hits`,
        oninput: () => (this.ends[i] = undefined),
      };
      const input = /** @type {HTMLInputElement} */ (h("input", attributes));
      const listbox = h("ul", {
        id: `${id}-hits`,
        class: "hits",
        role: "listbox",
        "aria-label": `Hits: ${name}`,
        hidden: "",
      });
      const status = h("span", { class: "found unseen", role: "status" });
      byId("path-ends").append(h("div", { class: "end" }, h("label", { for: id }, name), input, listbox, status));
      new KG.combobox.Combobox(this.app.graph, {
        input,
        listbox,
        status,
        index: () => KG.searchbox.indexOf(this.app.graph),
        choose: (/** @type {number} */ node) => {
          this.ends[i] = node;
          input.value = this.app.graph.label(node);
          const other = this.inputs[1 - i];
          if (this.ends[1 - i] === undefined) other.focus();
          else byId("path-find").focus();
        },
      });
      return input;
    }

    open() {
      const { graph } = this.app;
      const { path } = this.app.store.get();
      const known = path ? path.map((key) => graph.find(key)) : [this.app.node(), undefined];
      this.fill(known);
      byId("path-said").textContent = "";
      this.dialog.showModal();
      this.inputs[known[0] === undefined ? 0 : 1].focus();
    }

    /** @param {(number | undefined)[]} ends */
    fill(ends) {
      this.ends = [...ends];
      ends.forEach((node, i) => (this.inputs[i].value = node === undefined ? "" : this.app.graph.label(node)));
    }

    find() {
      const { graph, store } = this.app;
      const missing = this.ends.findIndex((node) => node === undefined);
      const [from, to] = this.ends;
      if (from === undefined || to === undefined) {
        byId("path-said").textContent = `Choose from the list where the path ${missing ? "ends" : "begins"}.`;
        this.inputs[missing].focus();
        return;
      }
      if (from === to) {
        byId("path-said").textContent = "These are the same; choose two.";
        this.inputs[1].focus();
        return;
      }
      this.dialog.close();
      // The card of the path is what comes next to read.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      store.set({ path: [graph.key(from), graph.key(to)], edge: null });
    }
  }

  KG.pathdialog = { PathDialog };
})();
