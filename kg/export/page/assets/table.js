/** The table: what the picture shows, in rows that can be sorted. */
(function () {
  "use strict";

  const { h, icon, byId, focusFirst } = KG.dom;
  const { grouped, counted } = KG.kinds;
  const { nodeLink, quotation } = KG.pieces;
  const PAGE = 100; // rows before one has to ask for more
  const LISTS = /** @type {const} */ (["nodes", "lines"]);

  /** @template T
   * @typedef {{title: string, sort?: (row: T) => string | number, cell: (row: T) => KG.Child[], number?: boolean}} Column */

  /** @implements {KG.View} */
  class TableView {
    /** @param {KG.App} app */
    constructor(app) {
      this.app = app;
      this.element = byId("table");
      /** Whether what is in the element is of an earlier state. */
      this.stale = true;
      this.shown = PAGE;
    }

    /** @param {KG.State} state
     * @param {KG.State | null} before */
    render(state, before) {
      const changed = !before || KG.table.SHOWN.some((name) => part(state, name) !== part(before, name));
      this.stale = this.stale || changed;
      if (changed) this.shown = PAGE;
      const open = state.view === "table";
      this.element.hidden = !open;
      document.body.classList.toggle("as-table", open);
      if (open && this.stale) this.draw(state);
    }

    /** @param {KG.State} state */
    draw(state) {
      this.stale = false;
      const scene = KG.table.sceneOf(this.app);
      const rows = { nodes: KG.rows.nodeRows(this.app, scene), lines: KG.rows.lineRows(this.app, scene) };
      // The table is made anew where its heading was clicked: that keeps the focus.
      const column = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.column : "";
      const tabs = LISTS.map((list) => this.tab(list, state, rows[list].length));
      const body =
        state.list === "nodes"
          ? this.table(rows.nodes, nodeColumns(this.app, scene), state, "Nodes")
          : this.table(rows.lines, lineColumns(this.app), state, "Connections");
      this.element.replaceChildren(
        h("div", { class: "tabs", role: "group", "aria-label": "What is listed" }, ...tabs),
        ...body,
      );
      if (column) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-column="${column}"]`))?.focus();
    }

    /** @param {"nodes" | "lines"} list
     * @param {KG.State} state
     * @param {number} count */
    tab(list, state, count) {
      const name = list === "nodes" ? "Nodes" : "Connections";
      const choose = () => this.app.store.set({ list, sort: "" });
      const pressed = String(state.list === list); // "false" must be written out
      const attributes = { type: "button", "aria-pressed": pressed, "data-column": `tab-${list}`, onclick: choose };
      return h("button", attributes, name, " ", h("span", { class: "count" }, grouped(count)));
    }

    /** @template {Record<string, any>} T
     * @param {T[]} rows
     * @param {Record<string, Column<T>>} columns
     * @param {KG.State} state
     * @param {string} name */
    table(rows, columns, state, name) {
      if (!rows.length) return [h("p", { class: "empty" }, `${name}: none that the filters leave.`)];
      const values = Object.fromEntries(
        Object.entries(columns).flatMap(([key, { sort }]) => (sort ? [[key, sort]] : [])),
      );
      const sorted = KG.rows.sorted(rows, state.sort, values);
      const head = Object.entries(columns).map(([key, column]) => this.heading(key, column, state.sort));
      const row = (/** @type {T} */ each) =>
        h(
          "tr",
          { role: "row" },
          ...Object.entries(columns).map(([key, { title, cell, number }]) =>
            h(
              "td",
              { role: "cell", class: `of-${key}` + (number ? " number" : ""), "data-title": title },
              ...cell(each),
            ),
          ),
        );
      const body = h("tbody", { role: "rowgroup" }, ...sorted.slice(0, this.shown).map(row));
      const caption = h("caption", { class: "unseen" }, `${name}: ${counted(rows.length, "row")}`);
      // The roles say what they are where narrow screens have rows as cards.
      const top = h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...head));
      const table = h("table", { role: "table" }, caption, top, body);
      return [table, this.more(sorted, body, row)];
    }

    /** @template T
     * @param {T[]} rows
     * @param {HTMLElement} body
     * @param {(row: T) => HTMLElement} render */
    more(rows, body, render) {
      const name = () => {
        const left = rows.length - this.shown;
        button.hidden = left <= 0;
        button.textContent = `Show ${grouped(Math.min(PAGE, left))} more of ${grouped(left)} rows`;
      };
      const extend = () => {
        const from = this.shown;
        body.append(...rows.slice(from, from + PAGE).map(render));
        this.shown += PAGE;
        name();
        focusFirst(body.children[from]);
      };
      const button = h("button", { type: "button", class: "more", onclick: extend });
      name();
      return button;
    }

    /** @param {string} key
     * @param {Column<any>} column
     * @param {string} sort */
    heading(key, { title, sort: sortable, number }, sort) {
      if (!sortable) return h("th", { scope: "col", role: "columnheader" }, title);
      const up = sort === key;
      const down = sort === "-" + key;
      // Numbers are most often wanted from the largest on.
      const [first, second] = number ? ["-" + key, key] : [key, "-" + key];
      const turn = () => this.app.store.set({ sort: sort === first ? second : first }, { replace: true });
      const sign = h("span", { "aria-hidden": "true", class: "sort" }, up ? "▲" : down ? "▼" : "↕");
      const button = h("button", { type: "button", "data-column": key, onclick: turn }, title, "\u00a0", sign);
      const order = up ? "ascending" : down ? "descending" : null;
      return h("th", { scope: "col", role: "columnheader", class: number && "number", "aria-sort": order }, button);
    }
  }

  /** @param {KG.App} app
   * @param {KG.Scene} scene
   * @returns {Record<string, Column<KG.NodeRow>>} */
  function nodeColumns(app, scene) {
    const { graph } = app;
    /** @type {Record<string, Column<KG.NodeRow>>} */
    const columns = {
      name: {
        title: "Name",
        sort: (row) => row.name,
        cell: ({ node }) => [h("span", { class: "named" }, icon(graph.kind(node)), nodeLink(graph, node))],
      },
      kind: { title: "Kind", sort: (row) => row.kind, cell: ({ kind }) => [kind] },
      papers: {
        title: "Papers",
        number: true,
        sort: (row) => row.papers ?? -1,
        cell: ({ papers }) => [papers === null ? "" : grouped(papers)],
      },
      years: {
        title: "Years",
        sort: (row) => row.years,
        cell: ({ years }) => [years],
      },
    };
    if (scene.nodes.some(({ id }) => graph.isPaper(id) && graph.papers.venue[id]))
      columns.venue = { title: "Venue", sort: (row) => row.venue, cell: ({ venue }) => [venue && h("bdi", {}, venue)] };
    if (scene.focus !== null) {
      const title = `To ${shortened(graph.label(scene.focus))}`;
      columns.connection = { title, sort: (row) => row.connection || "\uffff", cell: ({ connection }) => [connection] };
    }
    if (scene.kind === "hood") columns.more = { title: "Not shown", cell: ({ node }) => neighbours(app, node) };
    return columns;
  }

  /** What shows more or fewer neighbours of a node, as a double click in the picture does.
   * @param {KG.App} app
   * @param {number} node */
  function neighbours(app, node) {
    const { graph, store } = app;
    const key = graph.key(node);
    const label = graph.label(node);
    const state = store.get();
    const more = app.canvas.more(node);
    const left = more.papers + more.concepts;
    const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {Partial<KG.State>} */ change) =>
      h("button", { type: "button", class: "rest", "aria-label": name, onclick: () => store.set(change) }, text);
    return [
      (left > 0 || state.collapsed.includes(key)) &&
        button(`+ ${grouped(left)}`, `+ ${grouped(left)} around ${label}`, KG.hood.expand(state, key)),
      state.expanded.includes(key) && button("−", `− Fewer around ${label}`, KG.hood.collapse(state, key)),
    ];
  }

  /** @param {KG.App} app
   * @returns {Record<string, Column<KG.LineRow>>} */
  function lineColumns(app) {
    const { graph, store } = app;
    const end = (/** @type {number} */ node) =>
      h("span", { class: "named" }, icon(graph.kind(node)), nodeLink(graph, node));
    return {
      from: { title: "From", sort: ({ from }) => graph.label(from), cell: ({ from }) => [end(from)] },
      says: { title: "Says", sort: ({ says }) => says, cell: ({ says }) => [says] },
      to: { title: "To", sort: ({ to }) => graph.label(to), cell: ({ to }) => [end(to)] },
      papers: {
        title: "Papers",
        number: true,
        sort: ({ papers }) => papers,
        cell: ({ from, to, papers }) => {
          const open = () => store.set({ edge: [graph.key(from), graph.key(to)] });
          const label = `Who says that ${graph.label(from)} and ${graph.label(to)} belong together: ${counted(papers, "paper")}`;
          return [h("button", { type: "button", class: "rest", "aria-label": label, onclick: open }, grouped(papers))];
        },
      },
      sentence: {
        title: "Sentence",
        cell: (row) => {
          const statement = KG.rows.sentenceOf(app, row);
          if (!statement) return [row.papers ? "" : "From the vocabulary."];
          return [quotation(graph, statement.paper, statement)];
        },
      },
    };
  }

  /** @param {string} text */
  const shortened = (text) => (text.length > 40 ? text.slice(0, 38).trimEnd() + "…" : text);

  /** @param {KG.State} state
   * @param {string} name */
  const part = (state, name) => /** @type {Record<string, any>} */ (state)[name];

  /** What the picture shows.
   * @param {KG.App} app
   * @returns {KG.Scene} */
  const sceneOf = (app) => /** @type {any} */ (app).canvas.scene;

  /** The parts of the state that change what is listed. */
  const SHOWN = ["focus", "depth", "expanded", "collapsed", "path", "filters", "list", "sort"];

  KG.table = { TableView, sceneOf, SHOWN };
})();
