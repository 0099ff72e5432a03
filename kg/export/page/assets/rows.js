/** What a table says of a scene: a row for each node and for each thing that joins two of them. */
(function () {
  "use strict";

  const { KINDS, words, counted } = KG.kinds;

  /** A scene's nodes in words.
   * @param {KG.App} app
   * @param {KG.Scene} scene
   * @returns {KG.NodeRow[]} */
  function nodeRows(app, scene) {
    const { graph, filter } = app;
    const { focus } = scene;
    return scene.nodes.map(({ id }) => {
      const paper = graph.isPaper(id);
      const years = paper ? [graph.years[id]].filter(Boolean) : [...graph.countsByYear(id, filter.edge).keys()];
      return {
        node: id,
        name: graph.label(id),
        kind: KINDS[graph.kind(id)].one,
        papers: paper ? null : filter.count(id),
        years: span(years),
        venue: paper ? graph.papers.venue[id] : "",
        connection: focus === null || focus === id ? "" : connection(app, focus, id),
      };
    });
  }

  /** @param {number[]} years in their order */
  function span(years) {
    const [first, last] = [years[0], years[years.length - 1]];
    if (first === undefined) return "";
    return first === last ? String(first) : `${first}–${last}`;
  }

  /** How a node belongs to that in the middle, in words.
   * @param {KG.App} app
   * @param {number} focus
   * @param {number} node */
  function connection(app, focus, node) {
    const { graph } = app;
    const edges = KG.between.edgesBetween(app, focus, node);
    const phrases = edges.map((edge) => {
      const says = words(graph.type(edge));
      return graph.edges.from[edge] === node ? `${says} it` : `it ${says} this`;
    });
    if (phrases.length) return [...new Set(phrases)].join("; ");
    const both = KG.between.shared(app, focus, node).length;
    return both ? `shares ${counted(both, "paper")} with it` : "";
  }

  /** What joins a scene's nodes: a row for each edge of the graph between two that are joined, or for the papers they
   * share.
   * @param {KG.App} app
   * @param {KG.Scene} scene
   * @returns {KG.LineRow[]} */
  function lineRows(app, scene) {
    const { graph } = app;
    /** @type {Set<string>} */
    const seen = new Set();
    /** @type {KG.LineRow[]} */
    const rows = [];
    for (const line of scene.edges) {
      const pair = `${Math.min(line.from, line.to)} ${Math.max(line.from, line.to)}`;
      if (seen.has(pair)) continue;
      seen.add(pair);
      const edges = KG.between.edgesBetween(app, line.from, line.to);
      for (const edge of edges) {
        const [from, to] = [graph.edges.from[edge], graph.edges.to[edge]];
        rows.push({ from, to, edge, says: words(graph.type(edge)), papers: papersOf(app, edge) });
      }
      if (edges.length) continue;
      const papers = KG.between.shared(app, line.from, line.to).length;
      if (papers) rows.push({ from: line.from, to: line.to, edge: null, says: "shares papers with", papers });
    }
    return rows;
  }

  /** How many papers say what an edge says.
   * @param {KG.App} app
   * @param {number} edge */
  function papersOf({ graph, filter }, edge) {
    if (graph.isLink(edge)) return 1;
    const flat = graph.evidenceOf(edge);
    const papers = new Set();
    for (let at = 0; at < flat.length; at += 2) if (filter.paper(flat[at])) papers.add(flat[at]);
    return papers.size;
  }

  /** The sentence that best bears a row, and its paper.
   * @param {KG.App} app
   * @param {KG.LineRow} row
   * @returns {KG.Statement | null} nothing where the vocabulary says so, or the file is without sentences */
  function sentenceOf(app, row) {
    const { graph, filter } = app;
    const full = (/** @type {KG.Quote | undefined} */ quote) => quote && quote.end > quote.start;
    if (row.edge === null) {
      const [first] = KG.between.shared(app, row.from, row.to);
      const [quote] = first ? KG.between.quotesOf(graph, first.links) : [];
      return full(quote) ? { ...quote, paper: first.paper } : null;
    }
    if (graph.isLink(row.edge)) {
      const quotes = KG.evidence.quotes(graph, row.edge);
      const quote = quotes.find((/** @type {KG.Quote} */ { field }) => field === "abstract") || quotes[0];
      return full(quote) ? { ...quote, paper: graph.edges.from[row.edge] } : null;
    }
    const stated = KG.evidence.statements(graph, row.edge);
    const first = stated.find((/** @type {KG.Statement} */ { paper }) => filter.paper(paper));
    return full(first) ? first : null;
  }

  /** Rows in the order of a column.
   * @template {Record<string, any>} T
   * @param {T[]} rows
   * @param {string} sort a column, downwards with a `-` before it
   * @param {Record<string, (row: T) => string | number>} columns
   * @returns {T[]} as they were where there is no such column */
  function sorted(rows, sort, columns) {
    const down = sort.startsWith("-");
    const name = sort.replace(/^-/, "");
    if (!Object.hasOwn(columns, name)) return rows;
    const value = columns[name];
    const sign = down ? -1 : 1;
    const keyed = rows.map((row, i) => ({ row, i, key: value(row) }));
    keyed.sort((a, b) => sign * compare(a.key, b.key) || a.i - b.i);
    return keyed.map(({ row }) => row);
  }

  /** @type {Intl.Collator | undefined} */
  let collator;

  /** @param {string | number} a
   * @param {string | number} b */
  function compare(a, b) {
    if (typeof a === "number" && typeof b === "number") return a - b;
    collator = collator || new Intl.Collator("en", { numeric: true, sensitivity: "base" });
    return collator.compare(String(a), String(b));
  }

  KG.rows = { nodeRows, lineRows, sentenceOf, sorted };
})();
