/** What there is in the graph, how it looks and what it is called. */

/** The one name that the script defines: each module puts under it what others use.
 * @type {Record<string, any>} */
const KG = {};

(function () {
  "use strict";

  /**
   * Shapes as SVG paths around (0, 0), about 1 in radius: the canvas and the legend draw the same.
   * @type {Record<string, {one: string, many: string, path: string}>}
   */
  const KINDS = {
    Method: { one: "Method", many: "Methods", path: "M-1,0 A1,1 0 1 1 1,0 A1,1 0 1 1 -1,0 Z" },
    Task: {
      one: "Task",
      many: "Tasks",
      path: "M-.6,-.9 H.6 Q.9,-.9 .9,-.6 V.6 Q.9,.9 .6,.9 H-.6 Q-.9,.9 -.9,.6 V-.6 Q-.9,-.9 -.6,-.9 Z",
    },
    Benchmark: { one: "Benchmark", many: "Benchmarks", path: "M0,-1.2 L1.2,0 L0,1.2 L-1.2,0 Z" },
    Metric: { one: "Metric", many: "Metrics", path: "M0,-1.1 L1.15,.9 L-1.15,.9 Z" },
    paper: { one: "Paper", many: "Papers", path: "M-.75,-1 H.25 L.75,-.5 V1 H-.75 Z M.25,-1 V-.5 H.75" },
  };

  /**
   * What an edge says, read from its start to its end.
   * @type {Record<string, string>}
   */
  const WORDS = {
    introduces: "introduces",
    uses: "uses",
    addresses: "addresses",
    comparesWith: "compares with",
    evaluatesOn: "evaluates on",
    reports: "reports",
    mentions: "mentions",
    appliedTo: "is applied to",
    evaluatedOn: "is evaluated on",
    basedOn: "is based on",
    outperforms: "outperforms",
    broader: "is a kind of",
    benchmarkFor: "is a benchmark for",
    measures: "measures",
  };

  /** The words of an edge type; a type that is not known here speaks for itself.
   * @param {string} type */
  const words = (type) => (Object.hasOwn(WORDS, type) ? WORDS[type] : type);

  /** The CSS colour of a kind.
   * @param {string} kind */
  const color = (kind) => `var(--${kind.toLowerCase()})`;

  /** `1,204`; the browser's own way takes longer than all the rest of the first picture.
   * @param {number} count */
  const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

  /** `1 paper`, `1,204 papers`.
   * @param {number} count
   * @param {string} one
   * @param {string} [many] */
  const counted = (count, one, many = one + "s") => `${grouped(count)} ${count === 1 ? one : many}`;

  /** `1 paper, 12 concepts`, or "" for none.
   * @param {KG.More} more */
  const nodesInWords = ({ papers, concepts }) =>
    [papers && counted(papers, "paper"), concepts && counted(concepts, "concept")].filter(Boolean).join(", ");

  KG.kinds = { KINDS, words, color, grouped, counted, nodesInWords };
})();
