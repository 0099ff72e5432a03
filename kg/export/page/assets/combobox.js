/** An input that offers nodes while one types, by the ARIA pattern of a combobox with a list. */
(function () {
  "use strict";

  const { h, icon } = KG.dom;
  const { KINDS, counted } = KG.kinds;
  const PAUSE = 40; // milliseconds without a key before the search runs

  class Combobox {
    /** @param {KG.Graph} graph
     * @param {{input: HTMLInputElement, listbox: HTMLElement, status: HTMLElement, index: () => KG.Finder,
     *     choose: (node: number) => void}} parts `choose` is called with what was chosen */
    constructor(graph, { input, listbox, status, index, choose }) {
      this.graph = graph;
      this.input = input;
      this.listbox = listbox;
      this.status = status;
      this.index = index;
      this.chosen = choose;
      /** @type {KG.Hit[]} */
      this.hits = [];
      this.active = -1;
      this.timer = 0;
      this.stale = false; // whether the hits are older than the text
      this.listen();
    }

    listen() {
      this.input.addEventListener("input", () => {
        clearTimeout(this.timer);
        this.stale = true;
        this.timer = setTimeout(() => this.search(), PAUSE);
      });
      this.input.addEventListener("keydown", (event) => this.onKey(event));
      this.input.addEventListener("focus", () => this.input.value && this.stale && this.search());
      this.input.addEventListener("blur", () => this.close());
    }

    search() {
      clearTimeout(this.timer);
      this.stale = false;
      this.hits = this.index().search(this.input.value);
      this.active = this.hits.length ? 0 : -1;
      this.listbox.replaceChildren(...this.hits.map((hit, i) => this.option(hit, i)));
      const open = this.input.value.trim() !== "";
      const found = this.hits.length ? counted(this.hits.length, "hit") : "Nothing found";
      this.status.textContent = open ? found : "";
      this.listbox.classList.toggle("none", !this.hits.length);
      this.listbox.hidden = !open || !this.hits.length;
      this.input.setAttribute("aria-expanded", String(!this.listbox.hidden));
      this.status.classList.toggle("unseen", !open || this.hits.length > 0);
      this.mark();
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
          id: `${this.listbox.id}-${i}`,
          onmousedown: (event) => event.preventDefault(),
          onclick: () => this.choose(i),
        },
        icon(graph.kind(node)),
        h("span", { class: "name" }, h("bdi", {}, label), name !== label && h("small", {}, " ", h("bdi", {}, name))),
        h("small", { class: "about" }, [KINDS[graph.kind(node)].one, about].filter(Boolean).join(" · ")),
      );
    }

    /** @param {KeyboardEvent} event */
    onKey(event) {
      const steps = { ArrowDown: 1, ArrowUp: -1 };
      if (event.key in steps) {
        event.preventDefault();
        if (this.stale || !this.hits.length) this.search();
        else this.step(steps[/** @type {"ArrowDown" | "ArrowUp"} */ (event.key)]);
      } else if (event.key === "Enter") {
        if (this.stale) this.search();
        if (this.active < 0) return;
        event.preventDefault();
        this.choose(this.active);
      } else if (event.key === "Escape" && this.input.value) {
        // The first Escape empties the box, the next is for what is around it.
        event.preventDefault();
        event.stopPropagation();
        this.input.value = "";
        this.close();
      }
    }

    /** @param {number} step */
    step(step) {
      this.active = (this.active + step + this.hits.length) % this.hits.length;
      this.mark();
    }

    /** Show which hit Enter would open. */
    mark() {
      this.listbox.querySelectorAll("[role=option]").forEach((option, i) => {
        option.setAttribute("aria-selected", String(i === this.active));
        if (i === this.active) option.scrollIntoView({ block: "nearest" });
      });
      if (this.active >= 0) this.input.setAttribute("aria-activedescendant", `${this.listbox.id}-${this.active}`);
      else this.input.removeAttribute("aria-activedescendant");
    }

    /** @param {number} i */
    choose(i) {
      const { node } = this.hits[i];
      this.close();
      this.chosen(node);
    }

    close() {
      clearTimeout(this.timer);
      this.hits = [];
      this.active = -1;
      this.listbox.hidden = true;
      this.listbox.replaceChildren();
      this.status.classList.add("unseen");
      this.status.textContent = "";
      this.input.setAttribute("aria-expanded", "false");
      this.input.removeAttribute("aria-activedescendant");
    }
  }

  KG.combobox = { Combobox };
})();
