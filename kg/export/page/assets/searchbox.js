/** The search box: an input with a list of hits, by the ARIA pattern of a combobox. */
(function () {
  "use strict";

  const { h, icon, byId } = KG.dom;
  const { KINDS, counted } = KG.kinds;
  const PAUSE = 60; // milliseconds without a key before the search runs

  class SearchBox {
    /** @param {KG.Graph} graph
     * @param {(node: number) => void} open */
    constructor(graph, open) {
      this.graph = graph;
      this.open = open;
      this.input = /** @type {HTMLInputElement} */ (byId("search"));
      this.listbox = byId("hits");
      /** @type {KG.Hit[]} */
      this.hits = [];
      this.active = -1;
      this.timer = 0;
      this.stale = false; // whether the hits are older than the text
      /** @type {{search: (text: string) => KG.Hit[]} | null} */
      this.index = null;
      this.listen();
    }

    listen() {
      this.input.addEventListener("input", () => {
        clearTimeout(this.timer);
        this.stale = true;
        this.timer = setTimeout(() => this.search(), PAUSE);
      });
      this.input.addEventListener("keydown", (event) => this.onKey(event));
      this.input.addEventListener("focus", () => {
        setTimeout(() => this.names());
        if (this.input.value) this.search();
      });
      this.input.addEventListener("blur", () => this.close());
      document.addEventListener("keydown", (event) => {
        const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
        if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        this.input.focus();
        this.input.select();
      });
    }

    search() {
      clearTimeout(this.timer);
      this.stale = false;
      this.hits = this.names().search(this.input.value);
      this.active = this.hits.length ? 0 : -1;
      this.listbox.replaceChildren(...this.hits.map((hit, i) => this.option(hit, i)));
      if (!this.hits.length) this.listbox.append(h("li", { class: "none", role: "presentation" }, "Nothing found"));
      const open = this.input.value.trim() !== "";
      this.listbox.hidden = !open;
      this.input.setAttribute("aria-expanded", String(open));
      byId("found").textContent = open ? counted(this.hits.length, "hit") : "";
      this.mark();
    }

    /** The index of all names, made when it is first needed. */
    names() {
      this.index = this.index || new KG.search.Index(this.graph);
      return /** @type {{search: (text: string) => KG.Hit[]}} */ (this.index);
    }

    /** @param {KG.Hit} hit
     * @param {number} i */
    option({ node, name }, i) {
      const { graph } = this;
      const paper = graph.isPaper(node);
      const about = paper ? graph.published(node) : counted(graph.counts[node], "paper");
      const label = graph.label(node);
      return h(
        "li",
        {
          role: "option",
          id: `hit-${i}`,
          onmousedown: (event) => event.preventDefault(),
          onclick: () => this.choose(i),
        },
        icon(graph.kind(node)),
        h("span", { class: "name" }, label, name !== label && h("small", {}, ` ${name}`)),
        h("small", { class: "about" }, [KINDS[graph.kind(node)].one, about].filter(Boolean).join(" · ")),
      );
    }

    /** @param {KeyboardEvent} event */
    onKey(event) {
      const steps = { ArrowDown: 1, ArrowUp: -1 };
      if (event.key in steps && this.hits.length) {
        event.preventDefault();
        const step = steps[/** @type {"ArrowDown" | "ArrowUp"} */ (event.key)];
        this.active = (this.active + step + this.hits.length) % this.hits.length;
        this.mark();
      } else if (event.key === "Enter") {
        if (this.stale) this.search();
        if (this.active >= 0) this.choose(this.active);
      } else if (event.key === "Escape") {
        this.input.value = "";
        this.close();
      }
    }

    /** Show which hit Enter would open. */
    mark() {
      this.listbox.querySelectorAll("[role=option]").forEach((option, i) => {
        option.setAttribute("aria-selected", String(i === this.active));
        if (i === this.active) option.scrollIntoView({ block: "nearest" });
      });
      if (this.active >= 0) this.input.setAttribute("aria-activedescendant", `hit-${this.active}`);
      else this.input.removeAttribute("aria-activedescendant");
    }

    /** @param {number} i */
    choose(i) {
      const { node } = this.hits[i];
      this.input.value = "";
      this.close();
      this.open(node);
    }

    close() {
      clearTimeout(this.timer);
      this.hits = [];
      this.active = -1;
      this.listbox.hidden = true;
      this.input.setAttribute("aria-expanded", "false");
      this.input.removeAttribute("aria-activedescendant");
    }
  }

  KG.searchbox = { SearchBox };
})();
