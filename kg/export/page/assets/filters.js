/** The filters: kinds, what papers do and state, years, venues, numbers of papers. */
(function () {
  "use strict";

  const { h, icon, byId } = KG.dom;
  const { KINDS, words, grouped } = KG.kinds;
  const VENUES = 8; // venues before one has to ask for more

  /** A list without an entry that it has, or with one that it has not.
   * @param {readonly string[]} list
   * @param {string} entry
   * @returns {string[]} */
  const without = (list, entry) => (list.includes(entry) ? list.filter((other) => other !== entry) : [...list, entry]);

  /** @implements {KG.View} */
  class Filters {
    /** @param {KG.App} app */
    constructor(app) {
      this.app = app;
      this.drawer = byId("filters");
      this.button = byId("open-filters");
      /** What brings a part of the drawer in line with the filters.
       * @type {((filters: KG.Filters) => void)[]} */
      this.parts = [];
      this.button.addEventListener("click", () => this.toggle());
      this.drawer.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        this.toggle(false);
      });
    }

    /** @param {boolean} [open] */
    toggle(open = this.drawer.hidden) {
      // Made at the first opening: counting all edges is not for the first paint.
      if (open && !this.parts.length) this.fill();
      this.drawer.hidden = !open;
      document.body.classList.toggle("filtering", open);
      this.button.setAttribute("aria-expanded", String(open));
      (open ? /** @type {HTMLElement} */ (this.drawer.querySelector("h2")) : this.button).focus();
    }

    /** @param {KG.State} state */
    render({ filters }) {
      for (const part of this.parts) part(filters);
      const { kinds, types, years, venues, papers } = filters;
      const count = kinds.length + types.length + Number(years !== null) + venues.length + Number(papers > 1);
      byId("filter-count").textContent = count ? String(count) : "";
      byId("filter-count").hidden = !count;
    }

    fill() {
      const { graph, store } = this.app;
      const counts = new Uint32Array(graph.types.length);
      for (const type of graph.edges.type) counts[type]++;
      const links = graph.types.filter((type, i) => counts[i] && this.ofLinks(i));
      const relations = graph.types.filter((type, i) => counts[i] && !this.ofLinks(i));
      const countOf = (/** @type {string} */ type) => counts[graph.types.indexOf(type)];
      const close = h(
        "button",
        { type: "button", class: "close", "aria-label": "Close the filters", onclick: () => this.toggle(false) },
        "×",
      );
      const reset = h(
        "button",
        { type: "button", class: "wide", onclick: () => store.filter(KG.state.ALL) },
        "Show everything",
      );
      this.drawer.append(
        ...[
          h("div", { class: "drawer-head" }, h("h2", { tabindex: -1 }, "Filters"), close),
          this.switches("Kinds", Object.keys(KINDS), "kinds", (kind) => [icon(kind), KINDS[kind].many]),
          this.switches("What papers do", links, "types", (type) => [words(type), count(countOf(type))]),
          this.switches("What papers state", relations, "types", (type) => [words(type), count(countOf(type))]),
          this.years(),
          this.papers(),
          this.venues(),
          reset,
        ].filter((part) => part !== null),
      );
      for (const part of this.parts) part(store.get().filters);
    }

    /** Whether a type is of links, which lead from papers: the types stand links first, and each has its name in CSS.
     * @param {number} type */
    ofLinks(type) {
      const { graph } = this.app;
      return graph.isLink(graph.edges.type.indexOf(type));
    }

    /** Checkboxes for what may be hidden.
     * @param {string} title
     * @param {string[]} entries
     * @param {"kinds" | "types"} name
     * @param {(entry: string) => KG.Child[]} label */
    switches(title, entries, name, label) {
      if (!entries.length) return null;
      const { store } = this.app;
      const boxes = entries.map((entry) => {
        const toggle = () => store.filter({ [name]: without(store.get().filters[name], entry) });
        const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", onchange: toggle }));
        this.parts.push((filters) => (box.checked = !filters[name].includes(entry)));
        return h("label", { class: "check" }, box, ...label(entry));
      });
      return h("fieldset", {}, h("legend", {}, title), ...boxes);
    }

    years() {
      const { graph, store } = this.app;
      if (!graph.span || graph.span[0] === graph.span[1]) return null;
      const [first, last] = graph.span;
      const inputs = [first, last].map((bound, i) => {
        const change = () => {
          const { years } = store.get().filters;
          const text = inputs[i].value;
          const value = text ? Math.max(0, Math.min(9999, Math.round(Number(text)))) : null;
          /** @type {[number | null, number | null]} */
          const next = i ? [years ? years[0] : null, value] : [value, years ? years[1] : null];
          store.filter({ years: next[0] === null && next[1] === null ? null : next });
        };
        const name = i ? "Last year" : "First year";
        const attributes = {
          type: "number",
          min: first,
          max: last,
          placeholder: bound,
          "aria-label": name,
          onchange: change,
        };
        return /** @type {HTMLInputElement} */ (h("input", attributes));
      });
      this.parts.push(({ years }) => inputs.forEach((input, i) => (input.value = String((years && years[i]) ?? ""))));
      return h(
        "fieldset",
        {},
        h("legend", {}, "Years of papers"),
        h("div", { class: "range" }, inputs[0], "to", inputs[1]),
      );
    }

    papers() {
      const { store } = this.app;
      const change = () => store.filter({ papers: Math.max(1, Math.round(Number(input.value)) || 1) });
      const attributes = { type: "number", min: 1, step: 1, id: "least-papers", onchange: change };
      const input = /** @type {HTMLInputElement} */ (h("input", attributes));
      this.parts.push(({ papers }) => (input.value = String(papers)));
      const label = h("label", { for: "least-papers" }, "At least");
      return h("fieldset", {}, h("legend", {}, "Concepts"), h("div", { class: "range" }, label, input, "papers"));
    }

    venues() {
      const { graph, store } = this.app;
      if (graph.venues.length < 2) return null;
      const item = (/** @type {KG.Venue} */ { name, papers }) => {
        const toggle = () => store.filter({ venues: without(store.get().filters.venues, name) });
        const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", onchange: toggle }));
        box.checked = store.get().filters.venues.includes(name);
        this.parts.push(({ venues }) => (box.checked = venues.includes(name)));
        return h("li", {}, h("label", { class: "check" }, box, h("bdi", {}, name), count(papers)));
      };
      const note = h("p", { class: "meta" }, "None chosen means all.");
      return h(
        "fieldset",
        {},
        h("legend", {}, "Venues"),
        note,
        ...KG.pieces.list(graph.venues, item, "venues", VENUES),
      );
    }
  }

  /** @param {number} number */
  const count = (number) => h("span", { class: "count" }, grouped(number));

  KG.filters = { Filters, without };
})();
