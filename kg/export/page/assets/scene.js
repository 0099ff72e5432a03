/** The overview as a scene: the main concepts where they were placed when the page was built. */
(function () {
  "use strict";

  const { counted } = KG.kinds;

  /** The main concepts: all, or those of a region.
   * @param {KG.Graph} graph
   * @param {KG.Overview} overview
   * @param {KG.Filter} filter
   * @param {KG.Region} [region]
   * @param {boolean} [turned] whether it is to be high instead of wide
   * @returns {KG.Scene} */
  function overviewScene(graph, overview, filter, region, turned = false) {
    const place = region ? overview.regions.indexOf(region) : -1;
    const inside = region ? overview.nodes.filter((node) => node.region === place) : overview.nodes;
    const shown = inside.filter((node) => filter.node(node.id));
    const nodes = shown.map(({ id, x, y, size }, rank) => ({
      id,
      ...(turned ? { x: y, y: x } : { x, y }),
      size,
      rank,
    }));
    const ranks = new Map(nodes.map(({ id }, rank) => [id, rank]));
    const edges = overview.edges.flatMap(({ from, to, value }) => {
      const [a, b] = [ranks.get(from), ranks.get(to)];
      return a === undefined || b === undefined ? [] : [{ from, to, strength: value, rank: Math.max(a, b) }];
    });
    const areas = region ? [region] : overview.regions;
    const regions = turned ? areas.map(turnedRegion) : areas;
    const note = noteOf(inside.length, graph.size - graph.paperCount, region);
    return { kind: "map", focus: null, nodes, edges, regions, note };
  }

  /** A region with its axes swapped; its label is again above its middle.
   * @param {KG.Region} region
   * @returns {KG.Region} */
  function turnedRegion(region) {
    const rings = region.rings.map((ring) => ring.map((_, i) => ring[i ^ 1]));
    const [xs, ys] = [0, 1].map((axis) => rings.flatMap((ring) => ring.filter((_, i) => i % 2 === axis)));
    if (!xs.length) return { ...region, x: region.y, y: region.x };
    return { ...region, rings, x: (least(xs) - least(xs.map((x) => -x))) / 2, y: least(ys) };
  }

  /** @param {number[]} values */
  const least = (values) => values.reduce((a, b) => Math.min(a, b));

  /** @param {number} shown
   * @param {number} total
   * @param {KG.Region} [region] */
  function noteOf(shown, total, region) {
    const lines = "lines join those that go together.";
    if (region) return `${counted(shown, "main concept")} of this part of the field; ${lines}`;
    if (shown < total)
      return `The ${counted(shown, "most shared", "most shared")} of ${counted(total, "concept")}; ${lines}`;
    return `${counted(total, "concept")}; ${lines}`;
  }

  KG.scene = { overviewScene };
})();
