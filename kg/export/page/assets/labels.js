/** Labels that lie neither on each other nor on nodes: the most important first, each where there is room, if any. */
(function () {
  "use strict";

  const CELL = 64;
  const ROWS = 1e6; // more than a picture has
  const GAP = 4;

  /** Boxes by the cells of a grid, so that a look-up meets only those near. */
  class Boxes {
    constructor() {
      /** @type {Map<number, KG.Box[]>} */
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

    /** Whether nothing lies on a box.
     * @param {KG.Box} box */
    leaves({ x, y, width, height }) {
      const [right, bottom] = [x + width, y + height];
      const [lastColumn, lastRow] = [Math.floor(right / CELL), Math.floor(bottom / CELL)];
      for (let column = Math.floor(x / CELL); column <= lastColumn; column++) {
        for (let row = Math.floor(y / CELL); row <= lastRow; row++) {
          const cell = this.cells.get(column * ROWS + row);
          if (!cell) continue;
          for (let i = 0; i < cell.length; i++) {
            const other = cell[i];
            if (x < other.x + other.width && other.x < right && y < other.y + other.height && other.y < bottom)
              return false;
          }
        }
      }
      return true;
    }

    /** How much of a box is covered.
     * @param {KG.Box} box */
    covered(box) {
      const near = new Set(cellsOf(box).flatMap((key) => this.cells.get(key) || []));
      return [...near].reduce((area, other) => area + overlap(box, other), 0);
    }
  }

  /** @param {KG.Box} box
   * @returns {number[]} */
  function cellsOf({ x, y, width, height }) {
    const cells = [];
    for (let column = Math.floor(x / CELL); column <= Math.floor((x + width) / CELL); column++) {
      for (let row = Math.floor(y / CELL); row <= Math.floor((y + height) / CELL); row++)
        cells.push(column * ROWS + row);
    }
    return cells;
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
   * @param {KG.Disc} node
   * @param {KG.Size} label
   * @param {string} side
   * @param {number} [shift] along that side: 0 centres the label, at 1 or -1 it begins or ends at the node's centre
   * @returns {KG.Box} */
  function beside({ x, y, radius }, { width, height }, side, shift = 0) {
    const away = radius + GAP;
    const [alongX, alongY] = [x + ((shift - 1) * width) / 2, y + ((shift - 1) * height) / 2];
    if (side === "right") return { x: x + away, y: alongY, width, height, side };
    if (side === "left") return { x: x - away - width, y: alongY, width, height, side };
    return { x: alongX, y: side === "below" ? y + away - 1 : y - away - height + 1, width, height, side };
  }

  /** A node's disc in boxes, but for its rim, which labels may touch.
   * @param {KG.Disc} node
   * @returns {KG.Box[]} */
  function discOf({ x, y, radius }) {
    return [
      [0.95, 0.4],
      [0.75, 0.75],
      [0.4, 0.95],
    ].map(([across, down]) => ({
      x: x - across * radius,
      y: y - down * radius,
      width: 2 * across * radius,
      height: 2 * down * radius,
    }));
  }

  /**
   * Choose which labels are drawn, and where.
   * @template {KG.Box} B
   * @param {Iterable<KG.Wish<B>>} wishes the most important first
   * @param {KG.Box[]} nodes what only forced and loose labels may cover
   * @returns {Map<string | number, B>}
   */
  function place(wishes, nodes) {
    const [taken, discs] = [new Boxes(), new Boxes()];
    nodes.forEach((box) => discs.add(box));
    /** @type {Map<string | number, B>} */
    const placed = new Map();
    for (const { id, boxes, forced, loose } of wishes) {
      const box = loose
        ? cheapest(
            [...boxes()].filter((box) => taken.leaves(box)),
            discs,
          )
        : firstFree(boxes, taken, discs) || (forced ? cheapest([...boxes()], taken, discs) : undefined);
      if (!box) continue;
      taken.add(box);
      placed.set(id, box);
    }
    return placed;
  }

  /** @template {KG.Box} B
   * @param {() => Iterable<B>} boxes
   * @param {Boxes} taken
   * @param {Boxes} discs
   * @returns {B | undefined} */
  function firstFree(boxes, taken, discs) {
    for (const box of boxes()) if (taken.leaves(box) && discs.leaves(box)) return box;
    return undefined;
  }

  /** @template {KG.Box} B
   * @param {B[]} boxes
   * @param {...Boxes} obstacles
   * @returns {B | undefined} */
  function cheapest(boxes, ...obstacles) {
    const costs = boxes.map((box) => obstacles.reduce((sum, obstacle) => sum + obstacle.covered(box), 0));
    return boxes[costs.indexOf(Math.min(...costs))];
  }

  KG.labels = { Boxes, place, beside, discOf, overlap };
})();
