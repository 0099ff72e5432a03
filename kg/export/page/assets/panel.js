/** The side panel: what is known of a concept or a paper, and who says so. */
(function () {
  "use strict";

  const { h, icon, webLink } = KG.dom;
  const { KINDS, words, color, grouped, counted } = KG.kinds;
  const PAGE = 8; // entries of a list before one has to ask for more
  const NAMES = 12; // other names of a concept before one has to ask for more
  const TOP = 6; // concepts of a kind on the first panel

  /** @param {KG.Graph} graph
   * @param {number} node
   * @param {string} [text] */
  function nodeLink(graph, node, text = graph.label(node)) {
    return h("a", { href: "#" + graph.key(node), class: "node" }, text);
  }

  /** Text with its marks; a mark leads to the concept it names, where that is another than the panel's.
   * @param {KG.Graph} graph
   * @param {string} text
   * @param {KG.Quote} quote
   * @param {number} [self] */
  function marked(graph, text, quote, self) {
    return KG.evidence.segments(text, quote.start, quote.end, quote.marks).map(({ text: part, mark }) => {
      if (!mark) return part;
      const kind = graph.kind(mark.node);
      const link = mark.node === self ? part : nodeLink(graph, mark.node, part);
      return h("mark", { "data-kind": kind, style: `--kind: ${color(kind)}`, title: KINDS[kind].one }, link);
    });
  }

  /** A sentence of a paper, as a quotation.
   * @param {KG.Graph} graph
   * @param {number} paper
   * @param {KG.Quote} quote
   * @param {number} [self] */
  function quotation(graph, paper, quote, self) {
    return h("blockquote", {}, ...marked(graph, graph.papers[quote.field][paper], quote, self));
  }

  /** A list that shows its first entries and the rest on demand.
   * @template T
   * @param {T[]} items
   * @param {(item: T) => HTMLElement} render
   * @param {string} className */
  function list(items, render, className) {
    const element = h("ul", { class: className }, ...items.slice(0, PAGE).map(render));
    if (items.length <= PAGE) return [element];
    let shown = PAGE;
    const more = h("button", { class: "more", type: "button", onclick: () => extend() }, "");
    const extend = () => {
      element.append(...items.slice(shown, shown + 5 * PAGE).map(render));
      shown = Math.min(items.length, shown + 5 * PAGE);
      name();
    };
    const name = () => {
      more.textContent = `Show more (${grouped(items.length - shown)} left)`;
      more.hidden = shown === items.length;
    };
    name();
    return [element, more];
  }

  /** @param {KG.Graph} graph
   * @param {number} node
   * @param {...string} more */
  function head(graph, node, ...more) {
    const kind = graph.kind(node);
    return [
      h("p", { class: "kind" }, icon(kind), [KINDS[kind].one, ...more].filter(Boolean).join(" · ")),
      h("h2", { tabindex: -1 }, graph.label(node)),
    ];
  }

  /** @param {string} title
   * @param {number} count
   * @param {...any} content */
  function section(title, count, ...content) {
    if (!count) return null;
    const heading = h("h3", {}, title, h("span", { class: "count" }, grouped(count)));
    return h("section", {}, heading, ...content);
  }

  /** @param {KG.Graph} graph
   * @param {number} concept */
  function conceptCard(graph, concept) {
    const row = graph.row(concept);
    const { aliases, definition, otherKinds } = graph.concepts;
    const links = [...graph.linksOf(concept)].sort(forReading(graph));
    const relations = [...graph.relationsOf(concept)];
    const others = otherKinds[row].map((kind) => KINDS[graph.kinds[kind]].one.toLowerCase());
    return h(
      "article",
      { class: "card" },
      ...head(graph, concept, counted(graph.counts[concept], "paper")),
      definition[row] && h("p", { class: "definition" }, definition[row]),
      alsoCalled(KG.names.otherNames(graph.label(concept), aliases[row], KG.evidence.spellings(graph, concept))),
      others.length > 0 && h("p", { class: "aliases" }, `Some papers treat it as a ${others.join(" or a ")}.`),
      roles(graph, links),
      section(
        "Papers",
        links.length,
        list(links, (edge) => paperEntry(graph, edge), "papers"),
      ),
      section(
        "What papers state",
        relations.length,
        list(relations, (edge) => relation(graph, edge, concept), "relations"),
      ),
    );
  }

  /** @param {string[]} names */
  function alsoCalled(names) {
    if (!names.length) return null;
    const text = h("span", {}, names.slice(0, NAMES).join(" · "));
    const rest = names.length - NAMES;
    const show = () => {
      text.textContent = names.join(" · ");
      more.remove();
    };
    const more = h("button", { class: "rest", type: "button", onclick: show }, `… ${grouped(rest)} more`);
    return h("p", { class: "aliases" }, "Also: ", text, rest > 0 && " ", rest > 0 && more);
  }

  /** Links by type, newer papers first.
   * @param {KG.Graph} graph */
  const forReading = (graph) => (/** @type {number} */ a, /** @type {number} */ b) => {
    const year = (/** @type {number} */ edge) => graph.papers.year[graph.edges.from[edge]] || 0;
    return graph.edges.type[a] - graph.edges.type[b] || year(b) - year(a) || a - b;
  };

  /** How many papers introduce, use … the concept.
   * @param {KG.Graph} graph
   * @param {number[]} links sorted by type */
  function roles(graph, links) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const edge of links) counts.set(graph.type(edge), (counts.get(graph.type(edge)) || 0) + 1);
    const chips = [...counts].map(([type, count]) => h("li", {}, h("b", {}, String(count)), " ", words(type)));
    return chips.length > 1 && h("ul", { class: "chips", "aria-label": "What papers do with it" }, ...chips);
  }

  /** A paper that has the concept, with the sentences that say so.
   * @param {KG.Graph} graph
   * @param {number} edge */
  function paperEntry(graph, edge) {
    const [paper, concept] = [graph.edges.from[edge], graph.edges.to[edge]];
    const quotes = KG.evidence.quotes(graph, edge);
    const inTitle = quotes.find((quote) => quote.field === "title");
    const [first, ...rest] = quotes.filter((quote) => quote.field === "abstract");
    const title = graph.label(paper);
    const whole = inTitle && { ...inTitle, start: 0, end: title.length };
    const link = h(
      "a",
      { href: "#" + graph.key(paper), class: "title" },
      ...(whole ? marked(graph, title, whole, concept) : [title]),
    );
    return h(
      "li",
      {},
      link,
      h("p", { class: "meta" }, h("span", { class: "role" }, words(graph.type(edge))), ...published(graph, paper)),
      first && quotation(graph, paper, first, concept),
      rest.length > 0 && further(rest.map((quote) => quotation(graph, paper, quote, concept))),
    );
  }

  /** @param {HTMLElement[]} quotations */
  function further(quotations) {
    return h("details", {}, h("summary", {}, `${counted(quotations.length, "more sentence")}`), ...quotations);
  }

  /** Venue, year and where to read the paper.
   * @param {KG.Graph} graph
   * @param {number} paper */
  function published(graph, paper) {
    return [graph.published(paper), webLink(graph.papers.url[paper], "Read the paper")].filter(Boolean);
  }

  /** A relation in words, with the sentences that state it; without any it is from the vocabulary.
   * @param {KG.Graph} graph
   * @param {number} edge
   * @param {number} [self] */
  function relation(graph, edge, self) {
    const name = (/** @type {number} */ node) =>
      node === self ? h("b", {}, graph.label(node)) : nodeLink(graph, node);
    const stated = KG.evidence
      .statements(graph, edge)
      .map((statement) =>
        h(
          "div",
          { class: "statement" },
          quotation(graph, statement.paper, statement, self),
          h("p", { class: "meta" }, h("a", { href: "#" + graph.key(statement.paper) }, graph.label(statement.paper))),
        ),
      );
    const line = [
      name(graph.edges.from[edge]),
      " ",
      h("i", {}, words(graph.type(edge))),
      " ",
      name(graph.edges.to[edge]),
    ];
    return h(
      "li",
      {},
      h("p", { class: "line" }, ...line),
      stated.length === 0 && h("p", { class: "meta" }, "From the vocabulary."),
      ...stated.slice(0, 1),
      stated.length > 1 && further(stated.slice(1)),
    );
  }

  /** @param {KG.Graph} graph
   * @param {number} paper */
  function paperCard(graph, paper) {
    const { abstract, authors } = graph.papers;
    const links = [...graph.linksOf(paper)].sort(KG.scene.byType(graph));
    const relations = KG.scene.relationsStatedBy(graph, paper);
    /** @type {KG.Quote} */
    const whole = { field: "abstract", start: 0, end: abstract[paper].length, marks: [] };
    whole.marks = KG.evidence.marksOf(graph, paper, "abstract");
    return h(
      "article",
      { class: "card" },
      ...head(graph, paper),
      authors[paper].length > 0 && h("p", { class: "authors" }, authors[paper].join(", ")),
      h("p", { class: "meta" }, ...published(graph, paper)),
      abstract[paper] && h("p", { class: "abstract" }, ...marked(graph, abstract[paper], whole)),
      section("Concepts", links.length, h("dl", { class: "concepts" }, ...conceptsByRole(graph, links))),
      section(
        "What it states",
        relations.length,
        list(relations, (edge) => statedHere(graph, edge, paper), "relations"),
      ),
    );
  }

  /** @param {KG.Graph} graph
   * @param {number[]} links sorted by type */
  function conceptsByRole(graph, links) {
    /** @type {Map<string, HTMLElement[]>} */
    const roles = new Map();
    for (const edge of links) {
      const concept = graph.edges.to[edge];
      const item = h(
        "a",
        { href: "#" + graph.key(concept), class: "chip" },
        icon(graph.kind(concept)),
        graph.label(concept),
      );
      roles.set(graph.type(edge), [...(roles.get(graph.type(edge)) || []), item]);
    }
    return [...roles].flatMap(([type, items]) => [h("dt", {}, words(type)), h("dd", {}, ...items)]);
  }

  /** A relation with the sentences of one paper alone.
   * @param {KG.Graph} graph
   * @param {number} edge
   * @param {number} paper */
  function statedHere(graph, edge, paper) {
    const [from, to] = [graph.edges.from[edge], graph.edges.to[edge]];
    const line = [nodeLink(graph, from), " ", h("i", {}, words(graph.type(edge))), " ", nodeLink(graph, to)];
    const quotes = KG.evidence.statements(graph, edge).filter((statement) => statement.paper === paper);
    return h("li", {}, h("p", { class: "line" }, ...line), ...quotes.map((quote) => quotation(graph, paper, quote)));
  }

  /** What to read before anything is chosen.
   * @param {KG.Graph} graph */
  function startCard(graph) {
    const concepts = Array.from({ length: graph.size - graph.paperCount }, (_, row) => graph.paperCount + row);
    concepts.sort((a, b) => graph.counts[b] - graph.counts[a] || a - b);
    const kinds = graph.kinds.slice(1).map((kind) => {
      const all = concepts.filter((concept) => graph.kind(concept) === kind);
      return section(KINDS[kind].many, all.length, topList(graph, all.slice(0, TOP), graph.counts[concepts[0]]));
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
    );
  }

  /** @param {KG.Graph} graph
   * @param {number[]} concepts
   * @param {number} most */
  function topList(graph, concepts, most) {
    const items = concepts.map((concept) => {
      const share = (100 * graph.counts[concept]) / Math.max(1, most);
      const style = `--share: ${share}%; --kind: ${color(graph.kind(concept))}`;
      const count = h("span", { class: "count" }, grouped(graph.counts[concept]));
      return h(
        "li",
        {},
        h(
          "a",
          { href: "#" + graph.key(concept), style },
          icon(graph.kind(concept)),
          h("span", { class: "name" }, graph.label(concept)),
          count,
        ),
      );
    });
    return h("ol", { class: "top" }, ...items);
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
      h("p", { class: "lead" }, `Nothing here is called “${name}”. Try the search, or go back to the overview.`),
    );
  }

  KG.panel = { conceptCard, paperCard, startCard, missingCard };
})();
