/** Labels that lie neither on each other nor on nodes: the most important first, each where there is room, or not at all. */
(function () {
  "use strict";

  const CELL = 80;
  const GAP = 4;

  /** Boxes by the cells of a grid, so that a look-up meets only those near. */
  class Boxes {
    constructor() {
      /** @type {Map<string, KG.Box[]>} */
      this.cells = new Map();
    }

    /** @param {KG.Box} box */
    add(box) {
      for (const key of cellsOf(box)) {
        const cell = this.cells.get(key);
        if (cell) cell.push(box);
        else this.cells.set(key, [box]);
      }
    }

    /** How much of a box is covered.
     * @param {KG.Box} box */
    covered(box) {
      const near = new Set([...cellsOf(box)].flatMap((key) => this.cells.get(key) || []));
      let area = 0;
      for (const other of near) area += overlap(box, other);
      return area;
    }
  }

  /** @param {KG.Box} box */
  function* cellsOf({ x, y, width, height }) {
    for (let column = Math.floor(x / CELL); column <= Math.floor((x + width) / CELL); column++) {
      for (let row = Math.floor(y / CELL); row <= Math.floor((y + height) / CELL); row++) yield `${column} ${row}`;
    }
  }

  /** The area that two boxes share.
   * @param {KG.Box} a
   * @param {KG.Box} b */
  function overlap(a, b) {
    const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
    const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
    return width > 0 && height > 0 ? width * height : 0;
  }

  /** The box of a label on one side of its node.
   * @param {{x: number, y: number, radius: number}} node
   * @param {{width: number, height: number}} label
   * @param {string} side
   * @param {number} [shift] along that side: at 0 the label is centred, at 1 or -1 it begins or ends at the node's centre
   * @returns {KG.Box} */
  function beside({ x, y, radius }, { width, height }, side, shift = 0) {
    const away = radius + GAP;
    const [alongX, alongY] = [x + ((shift - 1) * width) / 2, y + ((shift - 1) * height) / 2];
    if (side === "right") return { x: x + away, y: alongY, width, height, side };
    if (side === "left") return { x: x - away - width, y: alongY, width, height, side };
    return { x: alongX, y: side === "below" ? y + away - 1 : y - away - height + 1, width, height, side };
  }

  /** The square in a node's disc: labels may touch its rim.
   * @param {{x: number, y: number, radius: number}} node
   * @returns {KG.Box} */
  function discOf({ x, y, radius }) {
    const half = 0.8 * radius;
    return { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
  }

  /**
   * Choose which labels are drawn, and where.
   * @template {KG.Box} B
   * @param {KG.Wish<B>[]} wishes the most important first
   * @param {KG.Box[]} nodes what only forced labels may cover
   * @returns {Map<string | number, B>}
   */
  function place(wishes, nodes) {
    const [taken, discs] = [new Boxes(), new Boxes()];
    nodes.forEach((box) => discs.add(box));
    /** @type {Map<string | number, B>} */
    const placed = new Map();
    for (const { id, boxes, forced } of wishes) {
      const cost = (/** @type {KG.Box} */ box) => taken.covered(box) + discs.covered(box);
      const box = boxes.find((box) => cost(box) === 0) || (forced ? cheapest(boxes, cost) : undefined);
      if (!box) continue;
      taken.add(box);
      placed.set(id, box);
    }
    return placed;
  }

  /** @template {KG.Box} B
   * @param {B[]} boxes
   * @param {(box: B) => number} cost
   * @returns {B | undefined} */
  function cheapest(boxes, cost) {
    const costs = boxes.map(cost);
    return boxes[costs.indexOf(Math.min(...costs))];
  }

  KG.labels = { place, beside, discOf, overlap };
})();
