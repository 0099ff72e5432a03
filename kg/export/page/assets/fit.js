/** How the picture fills the free part of its canvas: what is wide is drawn wide, what is high high. */
(function () {
  "use strict";

  const MARGIN = 12; // pixels between the picture and what bounds it
  const LARGEST = 1.5; // scale beyond which a small picture is not blown up …
  const WALL = 260; // … unless half the screen is higher than this times the scale
  const UNEVEN = { map: 1.35, hood: 1.8, path: 1.8 }; // how much more one axis may be stretched than the other
  const CORE = 0.4; // least share of the width for nodes: labels are rather cut than the picture made tiny
  const AROUND = { x: 8, y: 8 }; // pixels around regions

  /** The part of the canvas between the line above it and the legend, and the corner that the buttons take.
   * @param {HTMLElement} container
   * @returns {KG.Area} */
  function areaOf(container) {
    const { top, bottom, right } = container.getBoundingClientRect();
    const edge = (/** @type {string} */ selector) =>
      /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
    return {
      width: container.clientWidth,
      height: container.clientHeight,
      top: edge(".bar").bottom - top,
      bottom: bottom - edge("#legend").top,
      corner: { width: right - edge(".zoom").left, height: bottom - edge(".zoom").top },
    };
  }

  /** Where to put nodes, and from where to look at them, so that they and what they need around them are in the area.
   * @param {KG.Scene} scene
   * @param {KG.Area} area
   * @param {(node: KG.SceneNode) => KG.Point} need pixels on either side of a node's centre
   * @returns {KG.Arrangement} */
  function arrange(scene, area, need) {
    const free = {
      x: Math.max(40, area.width / 2 - MARGIN),
      y: Math.max(40, (area.height - area.top - area.bottom) / 2 - MARGIN),
    };
    const most = Math.max(LARGEST, free.y / WALL);
    const corners = scene.regions.flatMap(cornersOf);
    const all = [...scene.nodes, ...corners];
    const middle = { x: middleOf(all.map(({ x }) => x)), y: middleOf(all.map(({ y }) => y)) };
    const factor = { x: most, y: most };
    const limit = (/** @type {KG.Point} */ place, /** @type {KG.Point} */ room) => {
      for (const axis of /** @type {("x" | "y")[]} */ (["x", "y"])) {
        const distance = Math.abs(place[axis] - middle[axis]);
        if (!distance) continue;
        factor[axis] = Math.min(factor[axis], Math.max(CORE * free[axis], free[axis] - room[axis]) / distance);
      }
    };
    for (const node of scene.nodes) limit(node, need(node));
    for (const corner of corners) limit(corner, AROUND);
    const uneven = UNEVEN[scene.kind];
    factor.x = Math.min(factor.x, uneven * factor.y);
    factor.y = Math.min(factor.y, uneven * factor.x);
    const scale = Math.sqrt(factor.x * factor.y);
    const stretch = { x: factor.x / scale, y: factor.y / scale, middle };
    return { stretch, scale, position: { x: 0, y: (area.bottom - area.top) / 2 / scale } };
  }

  /** @param {KG.Region} region
   * @returns {KG.Point[]} */
  function cornersOf({ rings }) {
    const [xs, ys] = [0, 1].map((axis) => rings.flat().filter((_, i) => i % 2 === axis));
    if (!xs.length) return [];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    return [
      { x: left, y: top },
      { x: right, y: bottom },
    ];
  }

  /** A point of the scene where the arrangement puts it.
   * @template {KG.Point} P
   * @param {P} point
   * @param {KG.Stretch} stretch
   * @returns {P} */
  const placed = (point, { x, y, middle }) => ({ ...point, x: (point.x - middle.x) * x, y: (point.y - middle.y) * y });

  /** The point of the scene that the arrangement puts there.
   * @param {KG.Point} point
   * @param {KG.Stretch} stretch
   * @returns {KG.Point} */
  const unplaced = (point, { x, y, middle }) => ({ x: point.x / x + middle.x, y: point.y / y + middle.y });

  /** @param {KG.Region} region
   * @param {KG.Stretch} stretch
   * @returns {KG.Region} */
  function placedRegion(region, stretch) {
    const { x, y, middle } = stretch;
    const rings = region.rings.map((ring) =>
      ring.map((value, i) => (i % 2 ? (value - middle.y) * y : (value - middle.x) * x)),
    );
    return { ...placed(region, stretch), rings };
  }

  /** @param {number[]} values */
  const middleOf = (values) =>
    values.length ? (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2 : 0;

  KG.fit = { areaOf, arrange, placed, unplaced, placedRegion };
})();
