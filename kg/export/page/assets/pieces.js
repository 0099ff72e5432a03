/** What the cards of the panel are made of: links, quotations with their marks, lists that grow on demand. */
(function () {
  "use strict";

  const { h, icon, webLink, focusFirst } = KG.dom;
  const { KINDS, words, color, grouped, counted } = KG.kinds;
  const FIRST = 8; // entries of a list before one has to ask for more
  const NEXT = 20; // entries that each asking brings

  /** @param {KG.Graph} graph
   * @param {number} node
   * @param {string} [text] */
  function nodeLink(graph, node, text = graph.label(node)) {
    return h("a", { href: "#" + graph.key(node), class: "node" }, h("bdi", {}, text));
  }

  /** A link to a node with the sign of its kind.
   * @param {KG.Graph} graph
   * @param {number} node
   * @param {...KG.Child} more */
  function chip(graph, node, ...more) {
    return h(
      "a",
      { href: "#" + graph.key(node), class: "chip" },
      icon(graph.kind(node)),
      h("bdi", {}, graph.label(node)),
      ...more,
    );
  }

  /** Text with its marks; a mark leads to the concept it names, where that is another than the card's.
   * @param {KG.Graph} graph
   * @param {string} text
   * @param {KG.Quote} quote
   * @param {number} [self] */
  function marked(graph, text, quote, self) {
    return KG.evidence.segments(text, quote.start, quote.end, quote.marks).map(({ text: part, mark }) => {
      if (!mark) return part;
      const kind = graph.kind(mark.node);
      const link = mark.node === self ? part : h("a", { href: "#" + graph.key(mark.node) }, part);
      return h("mark", { "data-kind": kind, style: `--kind: ${color(kind)}`, title: KINDS[kind].one }, link);
    });
  }

  /** A sentence of a paper, as a quotation; nothing where the file is without it.
   * @param {KG.Graph} graph
   * @param {number} paper
   * @param {KG.Quote} quote
   * @param {number} [self] */
  function quotation(graph, paper, quote, self) {
    if (quote.start === quote.end) return null;
    // What a paper writes from right to left, or with signs that turn the direction, does not turn what stands beside it.
    return h("blockquote", { dir: "auto" }, ...marked(graph, graph.papers[quote.field][paper], quote, self));
  }

  /** A list that shows its first entries, and more on demand.
   * @template T
   * @param {readonly T[]} items
   * @param {(item: T) => HTMLElement} render
   * @param {string} className
   * @param {number} [first]
   * @returns {HTMLElement[]} */
  function list(items, render, className, first = FIRST) {
    const element = h("ul", { class: className, role: "list" }, ...items.slice(0, first).map(render));
    if (items.length <= first) return [element];
    let shown = first;
    const name = () => {
      const left = items.length - shown;
      more.textContent = left <= NEXT ? `Show ${grouped(left)} more` : `Show ${NEXT} more of ${grouped(left)}`;
      more.hidden = !left;
    };
    const extend = () => {
      const from = shown;
      element.append(...items.slice(shown, shown + NEXT).map(render));
      shown = Math.min(items.length, shown + NEXT);
      name();
      focusFirst(element.children[from]);
    };
    const more = h("button", { class: "more", type: "button", onclick: extend });
    name();
    return [element, more];
  }

  /** @param {KG.Graph} graph
   * @param {number} node
   * @param {...KG.Child} more */
  function head(graph, node, ...more) {
    const kind = graph.kind(node);
    return [
      h("p", { class: "kind" }, icon(kind), [KINDS[kind].one, ...more].filter(Boolean).join(" · ")),
      h("h2", { tabindex: -1, dir: "auto" }, graph.label(node)),
    ];
  }

  /** A part of a card under its own heading; nothing where there is nothing to count.
   * @param {string} title
   * @param {number} count
   * @param {...(KG.Child | KG.Child[])} content */
  function section(title, count, ...content) {
    if (!count) return null;
    const heading = h("h3", { tabindex: -1 }, title, " ", h("span", { class: "count" }, grouped(count)));
    return h("section", {}, heading, ...content);
  }

  /** The rest of some quotations, on demand.
   * @param {(HTMLElement | null)[]} quotations */
  function further(quotations) {
    const all = quotations.filter((quote) => quote !== null);
    if (!all.length) return null;
    return h("details", {}, h("summary", {}, counted(all.length, "more sentence")), ...all);
  }

  /** Venue, year and where to read the paper.
   * @param {KG.Graph} graph
   * @param {number} paper */
  function published(graph, paper) {
    const [name, link] = [graph.published(paper), webLink(graph.papers.url[paper], "Read the paper")];
    return [name ? h("bdi", {}, name) : null, link];
  }

  /** A paper's title as a link, its mentions marked.
   * @param {KG.Graph} graph
   * @param {number} paper
   * @param {KG.Quote[]} quotes what speaks of it, that in the title is used
   * @param {number} [self] */
  function titleLink(graph, paper, quotes, self) {
    const title = graph.label(paper);
    const marks = quotes.flatMap((quote) => (quote.field === "title" ? quote.marks : []));
    // A link cannot hold others: the marks of the title lead nowhere.
    const parts = KG.evidence.segments(title, 0, title.length, marks).map(({ text, mark }) => {
      if (!mark) return text;
      const kind = graph.kind(mark.node);
      return h("mark", { "data-kind": kind, style: `--kind: ${color(kind)}`, title: KINDS[kind].one }, text);
    });
    return h("a", { href: "#" + graph.key(paper), class: "title", dir: "auto" }, ...parts);
  }

  /** A paper with the sentences that speak of what the card is about.
   * @param {KG.Graph} graph
   * @param {number} paper
   * @param {KG.Quote[]} quotes
   * @param {{self?: number, role?: string}} [options] `role` says what the paper does, in words */
  function paperEntry(graph, paper, quotes, { self, role } = {}) {
    const [first, ...rest] = quotes.filter((quote) => quote.field === "abstract");
    return h(
      "li",
      {},
      titleLink(graph, paper, quotes, self),
      h("p", { class: "meta" }, role && h("span", { class: "role" }, role), ...published(graph, paper)),
      first && quotation(graph, paper, first, self),
      further(rest.map((quote) => quotation(graph, paper, quote, self))),
    );
  }

  /** A sentence with the paper that it stands in.
   * @param {KG.Graph} graph
   * @param {KG.Statement} statement
   * @param {number} [self] */
  function statementEntry(graph, statement, self) {
    const { paper } = statement;
    const source = h("a", { href: "#" + graph.key(paper), dir: "auto" }, graph.label(paper));
    const when = graph.published(paper);
    return h(
      "div",
      { class: "statement" },
      quotation(graph, paper, statement, self),
      h("p", { class: "meta" }, source, when && h("bdi", {}, when)),
    );
  }

  /** A relation in words, both ends as links.
   * @param {KG.Graph} graph
   * @param {number} edge */
  function relationLine(graph, edge) {
    const [from, to] = [graph.edges.from[edge], graph.edges.to[edge]];
    return h(
      "p",
      { class: "line" },
      nodeLink(graph, from),
      " ",
      h("i", {}, words(graph.type(edge))),
      " ",
      nodeLink(graph, to),
    );
  }

  /** What the filters leave out of a card.
   * @param {number} count
   * @param {string} one */
  function hiddenNote(count, one) {
    return count > 0 ? h("p", { class: "meta" }, `${counted(count, one)} more, hidden by the filters.`) : null;
  }

  KG.pieces = {
    nodeLink,
    chip,
    marked,
    quotation,
    list,
    head,
    section,
    further,
    published,
    paperEntry,
    statementEntry,
    relationLine,
    hiddenNote,
  };
})();
