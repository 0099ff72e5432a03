/** What is shown as CSV, for spreadsheets. */
(function () {
  "use strict";

  // What a spreadsheet would run as a formula, and what would break a line or hide in it.
  const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/;
  // eslint-disable-next-line no-control-regex
  const UNPRINTABLE =
    /[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
  /** @type {Record<string, string>} */
  const SHORT = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

  /** @param {string} sign */
  function escaped(sign) {
    const code = sign.charCodeAt(0);
    return (
      SHORT[sign] ||
      (code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`)
    );
  }

  /** A text that no spreadsheet runs: one that looks like a formula is led by an apostrophe.
   * @param {string} text */
  function harmless(text) {
    const plain = text.replace(UNPRINTABLE, escaped);
    return FORMULA.test(plain) ? `'${plain}` : plain;
  }

  /** @param {string | number | null} cell */
  function field(cell) {
    if (cell === null) return "";
    const text = typeof cell === "number" ? String(cell) : harmless(cell);
    return /[",]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  }

  /** @param {(string | number | null)[][]} rows
   * @returns {string} as in RFC 4180, but for line ends of one character */
  const csv = (rows) => rows.map((row) => row.map(field).join(",") + "\n").join("");

  /** The nodes of a scene.
   * @param {KG.App} app
   * @param {KG.Scene} scene */
  function nodes(app, scene) {
    const { graph } = app;
    const rows = KG.rows.nodeRows(app, scene).map((/** @type {KG.NodeRow} */ row) => {
      const paper = graph.isPaper(row.node);
      const url = paper ? graph.papers.url[row.node] : "";
      return [graph.key(row.node), row.name, row.kind, row.papers, row.years, row.venue, url, row.connection];
    });
    return csv([["id", "name", "kind", "papers", "years", "venue", "url", "connection"], ...rows]);
  }

  /** What joins the nodes of a scene, each with the sentence that best bears it.
   * @param {KG.App} app
   * @param {KG.Scene} scene */
  function lines(app, scene) {
    const { graph } = app;
    const rows = KG.rows.lineRows(app, scene).map((/** @type {KG.LineRow} */ row) => {
      const statement = KG.rows.sentenceOf(app, row);
      const sentence = statement
        ? graph.papers[/** @type {KG.Statement} */ (statement).field][statement.paper].slice(
            statement.start,
            statement.end,
          )
        : "";
      const paper = statement ? graph.key(statement.paper) : "";
      const ends = [graph.key(row.from), graph.label(row.from), row.says, graph.key(row.to), graph.label(row.to)];
      return [...ends, row.papers, sentence, paper];
    });
    return csv([["from", "from_name", "says", "to", "to_name", "papers", "sentence", "paper"], ...rows]);
  }

  KG.csv = { csv, nodes, lines };
})();
