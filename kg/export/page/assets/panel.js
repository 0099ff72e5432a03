/** The cards of papers, of parts of the field, of the whole, and of nothing. */
(function () {
  "use strict";

  const { h, icon } = KG.dom;
  const { KINDS, words, color, grouped, counted } = KG.kinds;
  const { chip, marked, quotation, list, head, section, published, relationLine, hiddenNote } = KG.pieces;
  const TOP = 6; // concepts of a kind on the first card
  const CONCEPTS = 30; // of a role of a paper
  const PART = 12; // concepts of a kind in a part of the field

  /** @param {KG.App} app
   * @param {number} paper */
  function paperCard({ graph, filter }, paper) {
    const { abstract, authors } = graph.papers;
    const all = graph.linksOf(paper);
    const roles = [...graph.linksByRole(paper)].map(([type, edges]) => ({ type, edges: edges.filter(filter.edge) }));
    const shown = roles.reduce((sum, { edges }) => sum + edges.length, 0);
    const relations = [...graph.statedBy(paper)].filter(filter.edge);
    /** @type {KG.Quote} */
    const whole = { field: "abstract", start: 0, end: abstract[paper].length, marks: [] };
    whole.marks = KG.evidence.marksOf(graph, paper, "abstract");
    return h(
      "article",
      { class: "card" },
      ...head(graph, paper),
      authors[paper].length > 0 && h("p", { class: "authors" }, h("bdi", {}, authors[paper].join(", "))),
      h("p", { class: "meta" }, ...published(graph, paper)),
      abstract[paper] && h("p", { class: "abstract", dir: "auto" }, ...marked(graph, abstract[paper], whole)),
      graph.detail !== "full" && h("p", { class: "meta" }, "The abstract is not in this file, to keep it small."),
      section("Concepts", shown, h("dl", { class: "concepts" }, ...conceptsByRole(graph, roles))),
      hiddenNote(all.length - shown, "concept"),
      section(
        "What it states",
        relations.length,
        list(relations, (edge) => statedHere(graph, edge, paper), "relations"),
      ),
    );
  }

  /** @param {KG.Graph} graph
   * @param {{type: string, edges: number[]}[]} roles */
  function conceptsByRole(graph, roles) {
    return roles.flatMap(({ type, edges }) => {
      if (!edges.length) return [];
      const item = (/** @type {number} */ edge) => h("li", {}, chip(graph, graph.edges.to[edge]));
      return [h("dt", {}, words(type)), h("dd", {}, ...list(edges, item, "companions", CONCEPTS))];
    });
  }

  /** A relation with the sentences of one paper alone.
   * @param {KG.Graph} graph
   * @param {number} edge
   * @param {number} paper */
  function statedHere(graph, edge, paper) {
    const quotes = KG.evidence.statements(graph, edge).filter((statement) => statement.paper === paper);
    return h("li", {}, relationLine(graph, edge), ...quotes.map((quote) => quotation(graph, paper, quote)));
  }

  /** What to read before anything is chosen.
   * @param {KG.App} app */
  function startCard({ graph, filter, overview }) {
    const concepts = ranked(graph, filter);
    const most = concepts.length ? filter.count(concepts[0]) : 1;
    const kinds = graph.kinds.slice(1).map((kind) => {
      const all = concepts.filter((concept) => graph.kind(concept) === kind);
      return section(KINDS[kind].many, all.length, topList(graph, filter, all.slice(0, TOP), most));
    });
    return h(
      "article",
      { class: "card start" },
      h("h2", { tabindex: -1 }, "What the field is about"),
      h(
        "p",
        { class: "lead" },
        "The picture shows the concepts that most papers share. Click one, or search, to see which papers introduce, " +
          "use or compare it, and the sentences that say so.",
      ),
      ...kinds,
      section("Parts of the field", overview.regions.length, list(overview.regions, partEntry, "top", PART)),
    );
  }

  /** @param {KG.Region} region */
  function partEntry({ key, label, tint, papers }) {
    const style = `--share: 100%; --kind: var(--region-${tint})`;
    const name = h("span", { class: "name", dir: "auto" }, label);
    const count = h("span", { class: "count" }, grouped(papers), h("span", { class: "unseen" }, " papers"));
    return h("li", {}, h("a", { href: "#" + key, style, class: "part" }, name, count));
  }

  /** The concepts that the filters leave, those of most papers first.
   * @param {KG.Graph} graph
   * @param {KG.Filter} filter */
  function ranked(graph, filter) {
    const concepts = [];
    for (let node = graph.paperCount; node < graph.size; node++) if (filter.node(node)) concepts.push(node);
    return concepts.sort((a, b) => filter.count(b) - filter.count(a) || a - b);
  }

  /** @param {KG.Graph} graph
   * @param {KG.Filter} filter
   * @param {number[]} concepts
   * @param {number} most papers of one */
  function topList(graph, filter, concepts, most) {
    const item = (/** @type {number} */ concept) => {
      const count = filter.count(concept);
      const style = `--share: ${((100 * count) / Math.max(1, most)).toFixed(1)}%; --kind: ${color(graph.kind(concept))}`;
      const papers = h("span", { class: "count" }, grouped(count), h("span", { class: "unseen" }, " papers"));
      const name = h("span", { class: "name", dir: "auto" }, graph.label(concept));
      return h("li", {}, h("a", { href: "#" + graph.key(concept), style }, icon(graph.kind(concept)), name, papers));
    };
    return list(concepts, item, "top", PART);
  }

  /** What a community of the overview is about.
   * @param {KG.App} app
   * @param {KG.Region} region */
  function regionCard({ graph, filter, overview }, region) {
    const place = overview.regions.indexOf(region);
    const inside = overview.nodes.filter((node) => node.region === place).map(({ id }) => id);
    const concepts = inside.filter((concept) => filter.node(concept));
    const most = Math.max(1, ...concepts.map((concept) => filter.count(concept)));
    const kinds = graph.kinds.slice(1).map((kind) => {
      const all = concepts.filter((concept) => graph.kind(concept) === kind);
      all.sort((a, b) => filter.count(b) - filter.count(a) || a - b);
      return section(KINDS[kind].many, all.length, topList(graph, filter, all, most));
    });
    return h(
      "article",
      { class: "card" },
      h("p", { class: "kind" }, ["Part of the field", counted(region.papers, "paper")].join(" · ")),
      h("h2", { tabindex: -1, dir: "auto" }, region.label),
      ...kinds,
      hiddenNote(inside.length - concepts.length, "concept"),
    );
  }

  /** @param {string} key what the address asked for */
  function missingCard(key) {
    let name = key;
    try {
      name = decodeURIComponent(key);
    } catch {
      // An address that is not well escaped is shown as it stands.
    }
    return h(
      "article",
      { class: "card" },
      h("h2", { tabindex: -1 }, "Not in this graph"),
      h(
        "p",
        { class: "lead" },
        "Nothing here is called “",
        h("bdi", {}, name),
        "”. Try the search, or go back to the overview.",
      ),
    );
  }

  KG.panel = { paperCard, startCard, regionCard, missingCard, ranked };
})();
