/** The card of a concept: what it is, when it was written about, what is said of it, and by which papers. */
(function () {
  "use strict";

  const { h, icon } = KG.dom;
  const { KINDS, words, color, grouped, counted } = KG.kinds;
  const { nodeLink, chip, list, head, section, paperEntry, statementEntry, hiddenNote } = KG.pieces;
  const NAMES = 12; // other names before one has to ask for more
  const COMPANIONS = 12;

  /** What a concept's papers do with it, as a heading over them.
   * @type {Record<string, string>} */
  const BY = {
    introduces: "Introduced by",
    uses: "Used by",
    addresses: "Addressed by",
    comparesWith: "Compared with in",
    evaluatesOn: "Used for evaluation in",
    reports: "Reported by",
    mentions: "Mentioned by",
  };

  /** What a relation's other ends are to the concept that it starts from, and to the one it leads to.
   * @type {Record<string, [string, string]>} */
  const ENDS = {
    appliedTo: ["Used for", "Methods used for it"],
    evaluatedOn: ["Evaluated on", "Methods evaluated on it"],
    outperforms: ["Compared with", "Compared with"],
    basedOn: ["Based on", "Basis of"],
    broader: ["Broader", "Narrower"],
    benchmarkFor: ["Benchmark for", "Benchmarks for it"],
    measures: ["Measures", "Metrics for it"],
  };
  /** Where a heading covers both ways, each entry says which it is.
   * @type {Record<string, [string, string]>} */
  const WAYS = { outperforms: ["outperforms", "outperformed by"] };

  /** @param {KG.App} app
   * @param {number} concept */
  function conceptCard(app, concept) {
    const { graph, filter } = app;
    const row = graph.row(concept);
    const { aliases, definition, otherKinds } = graph.concepts;
    const others = otherKinds[row].map((kind) => KINDS[graph.kinds[kind]].one.toLowerCase());
    const roles = [...graph.linksByRole(concept)].map(([type, edges]) => ({
      type,
      shown: edges.filter(filter.edge),
      edges,
    }));
    const sections = roles.map((role) => paperSection(app, concept, role));
    const introduced = sections.filter((_, i) => roles[i].type === "introduces");
    return h(
      "article",
      { class: "card" },
      ...head(graph, concept, counted(filter.count(concept), "paper")),
      definition[row] && h("p", { class: "definition", dir: "auto" }, definition[row]),
      alsoCalled(KG.names.otherNames(graph.label(concept), aliases[row], KG.evidence.spellings(graph, concept))),
      others.length > 0 && h("p", { class: "aliases" }, `Some papers treat it as a ${others.join(" or a ")}.`),
      rolesNote(roles, sections),
      KG.chart.yearChart(graph.countsByYear(concept, filter.edge), color(graph.kind(concept))),
      ...introduced,
      ...relationSections(app, concept),
      companionSection(app, concept),
      ...sections.filter((each) => !introduced.includes(each)),
      hiddenNote(
        roles.reduce((sum, { shown, edges }) => sum + edges.length - shown.length, 0),
        "paper",
      ),
    );
  }

  /** @param {string[]} names */
  function alsoCalled(names) {
    if (!names.length) return null;
    const text = h("bdi", {}, names.slice(0, NAMES).join(" · "));
    const rest = names.length - NAMES;
    const show = () => {
      text.textContent = names.join(" · ");
      more.remove();
      text.focus();
    };
    if (rest > 0) text.setAttribute("tabindex", "-1");
    const more = h("button", { class: "rest", type: "button", onclick: show }, `… ${grouped(rest)} more`);
    return h("p", { class: "aliases" }, "Also: ", text, rest > 0 && " ", rest > 0 && more);
  }

  /** How many papers introduce, use … the concept; each leads to them.
   * @param {{type: string, shown: number[]}[]} roles
   * @param {(HTMLElement | null)[]} sections */
  function rolesNote(roles, sections) {
    const chips = roles.flatMap(({ type, shown }, i) => {
      if (!shown.length) return [];
      const jump = () => {
        const heading = /** @type {HTMLElement | null | undefined} */ (sections[i]?.querySelector("h3"));
        heading?.scrollIntoView({ block: "start" });
        heading?.focus({ preventScroll: true });
      };
      const text = [h("b", {}, grouped(shown.length)), ` ${verb(type, shown.length)} it`];
      const button = h("button", { type: "button", onclick: jump }, ...text);
      return [h("li", {}, button)];
    });
    return (
      chips.length > 0 && h("ul", { class: "chips", role: "list", "aria-label": "What papers do with it" }, ...chips)
    );
  }

  /** `uses` of one paper, `use` of more.
   * @param {string} type
   * @param {number} count */
  const verb = (type, count) => (count === 1 ? words(type) : words(type).replace(/^(\w*ss)es\b|^(\w+)s\b/, "$1$2"));

  /** @param {KG.App} app
   * @param {number} concept
   * @param {{type: string, shown: number[]}} role */
  function paperSection({ graph }, concept, { type, shown }) {
    const year = (/** @type {number} */ edge) => graph.years[graph.edges.from[edge]];
    const edges = [...shown].sort((a, b) => year(b) - year(a) || a - b);
    const entry = (/** @type {number} */ edge) =>
      paperEntry(graph, graph.edges.from[edge], KG.evidence.quotes(graph, edge), { self: concept });
    return section(Object.hasOwn(BY, type) ? BY[type] : words(type), edges.length, list(edges, entry, "papers"));
  }

  /** What papers state of the concept and others, by what the others are to it.
   * @param {KG.App} app
   * @param {number} concept */
  function relationSections(app, concept) {
    const { graph, filter } = app;
    /** @type {Map<string, number[]>} */
    const groups = new Map();
    const relations = [...graph.relationsOf(concept)].filter(filter.edge);
    relations.sort(
      (a, b) => graph.edges.type[a] - graph.edges.type[b] || support(graph, b) - support(graph, a) || a - b,
    );
    for (const edge of relations) {
      const title = endsOf(graph, edge, concept);
      groups.set(title, [...(groups.get(title) || []), edge]);
    }
    return [...groups].map(([title, edges]) =>
      section(
        title,
        edges.length,
        list(edges, (edge) => relationEntry(app, edge, concept), "relations", 5),
      ),
    );
  }

  /** @param {KG.Graph} graph
   * @param {number} edge */
  const support = (graph, edge) => graph.evidenceOf(edge).length / 2;

  /** @param {KG.Graph} graph
   * @param {number} edge
   * @param {number} concept */
  function endsOf(graph, edge, concept) {
    const type = graph.type(edge);
    return Object.hasOwn(ENDS, type) ? ENDS[type][Number(graph.edges.from[edge] !== concept)] : words(type);
  }

  /** The concept at the other end, with the surest sentence and the way to the others.
   * @param {KG.App} app
   * @param {number} edge
   * @param {number} concept */
  function relationEntry(app, edge, concept) {
    const { graph, filter } = app;
    const other = graph.other(edge, concept);
    const type = graph.type(edge);
    const way = Object.hasOwn(WAYS, type) ? WAYS[type][Number(graph.edges.from[edge] !== concept)] : "";
    const stated = KG.evidence.statements(graph, edge).filter(({ paper }) => filter.paper(paper));
    const all = () => app.store.set({ edge: [graph.key(concept), graph.key(other)] });
    return h(
      "li",
      {},
      h("p", { class: "line" }, icon(graph.kind(other)), way && h("i", {}, way + " "), nodeLink(graph, other)),
      ...stated.slice(0, 1).map((statement) => statementEntry(graph, statement, concept)),
      stated.length === 0 && h("p", { class: "meta" }, "From the vocabulary."),
      stated.length > 1 &&
        h("button", { type: "button", class: "rest", onclick: all }, `All ${grouped(stated.length)} statements`),
    );
  }

  /** @param {KG.App} app
   * @param {number} concept */
  function companionSection(app, concept) {
    const found = KG.between.companions(app, concept);
    const item = (/** @type {[number, number]} */ [other, count]) =>
      h(
        "li",
        {},
        chip(app.graph, other, h("span", { class: "count", title: counted(count, "shared paper") }, grouped(count))),
      );
    return section("Often in the same papers", found.length, list(found, item, "companions", COMPANIONS));
  }

  KG.conceptcard = { conceptCard };
})();
