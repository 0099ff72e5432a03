/** Cards that say what joins nodes: two of them, or the steps of a path; each with the sentences that bear it. */
(function () {
  "use strict";

  const { h } = KG.dom;
  const { words, counted } = KG.kinds;
  const { nodeLink, list, section, paperEntry, statementEntry, relationLine, quotation, published, further } =
    KG.pieces;
  const STEP = 3; // papers shown for a step of a path

  /** A way back from what was looked up in passing.
   * @param {string} text
   * @param {() => void} act */
  const back = (text, act) => h("button", { type: "button", class: "rest back-to", onclick: act }, "← ", text);

  /** Who says that two nodes belong together.
   * @param {KG.App} app
   * @param {number} a
   * @param {number} b */
  function edgeCard(app, a, b) {
    const { graph } = app;
    const edges = KG.between.edgesBetween(app, a, b);
    const shared = KG.between.shared(app, a, b);
    const node = app.node();
    const to = node === undefined ? "Back" : `Back to ${graph.label(node)}`;
    return h(
      "article",
      { class: "card" },
      back(to, () => app.store.set({ edge: null })),
      h("p", { class: "kind" }, "Who says so"),
      h("h2", { tabindex: -1 }, h("bdi", {}, graph.label(a)), " – ", h("bdi", {}, graph.label(b))),
      ...edges.map((edge) => edgeSection(app, edge)),
      section(
        "Papers that have both",
        shared.length,
        list(shared, ({ paper, links }) => paperEntry(graph, paper, KG.between.quotesOf(graph, links)), "papers"),
      ),
      !edges.length && !shared.length && h("p", { class: "lead" }, "Nothing joins them that the filters leave."),
    );
  }

  /** One edge, in words, with all that speaks for it.
   * @param {KG.App} app
   * @param {number} edge */
  function edgeSection({ graph, filter }, edge) {
    if (graph.isLink(edge)) return linkSection(graph, edge);
    const stated = KG.evidence.statements(graph, edge).filter(({ paper }) => filter.paper(paper));
    return h(
      "section",
      { class: "says" },
      heading(graph, edge),
      stated.length === 0 && h("p", { class: "meta" }, "From the vocabulary."),
      ...list(stated, (statement) => h("li", {}, statementEntry(graph, statement)), "relations"),
    );
  }

  /** @param {KG.Graph} graph
   * @param {number} edge */
  function linkSection(graph, edge) {
    const paper = graph.edges.from[edge];
    const quotes = KG.evidence.quotes(graph, edge);
    return h(
      "section",
      { class: "says" },
      heading(graph, edge),
      h("p", { class: "meta" }, ...published(graph, paper)),
      ...quotes.map((quote) => quotation(graph, paper, quote)),
    );
  }

  /** @param {KG.Graph} graph
   * @param {number} edge */
  const heading = (graph, edge) => h("h3", {}, relationLine(graph, edge));

  /** The way from one node to another, step by step.
   * @param {KG.App} app
   * @param {string[]} ends their labels
   * @param {number[]} nodes on the way, both ends included; none where there is no way */
  function pathCard(app, ends, nodes) {
    const steps = nodes.slice(1).map((node, i) => [nodes[i], node]);
    const none = "No way leads from one to the other" + (app.filter.active ? " past what the filters hide." : ".");
    return h(
      "article",
      { class: "card" },
      back("Leave the path", () => app.store.set({ path: null })),
      h("p", { class: "kind" }, "Path"),
      h("h2", { tabindex: -1 }, "From ", h("bdi", {}, ends[0]), " to ", h("bdi", {}, ends[1])),
      h(
        "p",
        { class: "lead" },
        nodes.length ? `${counted(steps.length, "step")}, the most telling way there is.` : none,
      ),
      h("ol", { class: "steps", role: "list" }, ...steps.map(([from, to]) => step(app, from, to))),
    );
  }

  /** @param {KG.App} app
   * @param {number} from
   * @param {number} to */
  function step(app, from, to) {
    const { graph } = app;
    const edges = KG.between.edgesBetween(app, from, to);
    if (edges.length) return h("li", {}, ...edges.slice(0, STEP).map((edge) => stepEdge(app, edge)));
    const shared = KG.between.shared(app, from, to);
    const line = [
      nodeLink(graph, from),
      " ",
      h("i", {}, `shares ${counted(shared.length, "paper")} with`),
      " ",
      nodeLink(graph, to),
    ];
    const entries = shared.slice(0, STEP);
    return h(
      "li",
      {},
      h("p", { class: "line" }, ...line),
      h(
        "ul",
        { class: "papers", role: "list" },
        ...entries.map(({ paper, links }) => paperEntry(graph, paper, KG.between.quotesOf(graph, links))),
      ),
    );
  }

  /** @param {KG.App} app
   * @param {number} edge */
  function stepEdge({ graph, filter }, edge) {
    const line = relationLine(graph, edge);
    if (graph.isLink(edge)) {
      const [first, ...rest] = KG.evidence.quotes(graph, edge);
      const paper = graph.edges.from[edge];
      const more = further(rest.map((quote) => quotation(graph, paper, quote)));
      return h("div", {}, line, first && quotation(graph, paper, first), more);
    }
    const [first, ...rest] = KG.evidence.statements(graph, edge).filter(({ paper }) => filter.paper(paper));
    if (!first) return h("div", {}, line, h("p", { class: "meta" }, "From the vocabulary."));
    return h("div", {}, line, statementEntry(graph, first), further(rest.map((each) => statementEntry(graph, each))));
  }

  /** What an edge says, for lists: `uses`, `is based on`, or that papers have both.
   * @param {KG.Graph} graph
   * @param {number | null} edge */
  const says = (graph, edge) => (edge === null ? "shares papers with" : words(graph.type(edge)));

  KG.paneledge = { edgeCard, pathCard, says };
})();
