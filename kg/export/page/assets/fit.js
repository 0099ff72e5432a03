/** How the picture fills the free part of its canvas: what is wide is drawn wide, what is high high. */
(function () {
  "use strict";

  const MARGIN = 12; // pixels between the picture and what bounds it
  const LARGEST = 1.5; // scale beyond which a small picture is not blown up …
  const WALL = 260; // … unless half the screen is higher than this times the scale
  const UNEVEN = 1.8; // how much more one axis may be stretched than the other
  const CORE = 0.4; // least share of the width for nodes: labels are rather cut than the picture made tiny

  /** The part of the canvas between the line above it and the legend.
   * @param {HTMLElement} container
   * @returns {KG.Area} */
  function areaOf(container) {
    const { top, bottom } = container.getBoundingClientRect();
    const edge = (/** @type {string} */ selector) =>
      /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
    return {
      width: container.clientWidth,
      height: container.clientHeight,
      top: edge(".bar").bottom - top,
      bottom: bottom - edge("#legend").top,
    };
  }

  /** Where to put nodes, and from where to look at them, so that they and what they need around them are in the area.
   * @param {KG.SceneNode[]} nodes
   * @param {KG.Area} area
   * @param {(node: KG.SceneNode) => {x: number, y: number}} need pixels on either side of a node's centre
   * @returns {KG.View} */
  function arrange(nodes, area, need) {
    const free = {
      x: Math.max(40, area.width / 2 - MARGIN),
      y: Math.max(40, (area.height - area.top - area.bottom) / 2 - MARGIN),
    };
    const most = Math.max(LARGEST, free.y / WALL);
    const middle = { x: middleOf(nodes.map((node) => node.x)), y: middleOf(nodes.map((node) => node.y)) };
    const factor = { x: most, y: most };
    for (const node of nodes) {
      const room = need(node);
      for (const axis of /** @type {("x" | "y")[]} */ (["x", "y"])) {
        const distance = Math.abs(node[axis] - middle[axis]);
        if (distance) {
          const fitting = Math.max(CORE * free[axis], free[axis] - room[axis]) / distance;
          factor[axis] = Math.min(factor[axis], fitting);
        }
      }
    }
    factor.x = Math.min(factor.x, UNEVEN * factor.y);
    factor.y = Math.min(factor.y, UNEVEN * factor.x);
    const scale = Math.sqrt(factor.x * factor.y);
    const places = nodes.map((node) => ({
      ...node,
      x: ((node.x - middle.x) * factor.x) / scale,
      y: ((node.y - middle.y) * factor.y) / scale,
    }));
    return { places, scale, position: { x: 0, y: (area.bottom - area.top) / 2 / scale } };
  }

  /** @param {number[]} values */
  const middleOf = (values) => (Math.min(...values) + Math.max(...values)) / 2;

  KG.fit = { areaOf, arrange };
})();
