/** Nodes on their way from one picture to the next. */
(function () {
  "use strict";

  const { inScene } = KG.stage;
  const LONG = 240; // milliseconds that they take

  /** @implements {KG.Motion} */
  class Motion {
    /** @param {Map<number, KG.Point>} from */
    constructor(from) {
      this.from = from;
      this.start = performance.now();
      /** The part of the way that lies behind them. */
      this.share = 0;
    }

    /** Go on to where they are now.
     * @returns {boolean} whether they are still on their way */
    step() {
      const time = Math.min(1, (performance.now() - this.start) / LONG);
      this.share = 1 - (1 - time) ** 3;
      return time < 1;
    }

    /** Where a node is.
     * @param {number} id
     * @param {KG.Point} to
     * @returns {KG.Point} */
    place(id, to) {
      const from = this.from.get(id);
      if (!from) return to;
      return { x: from.x + (to.x - from.x) * this.share, y: from.y + (to.y - from.y) * this.share };
    }
  }

  /** Let the nodes of a scene go from where they were; new ones come from what they hang on.
   * @param {KG.Scene} scene
   * @param {Map<number, KG.Point>} before places on the canvas
   * @param {KG.Sight} sight
   * @returns {KG.Motion} */
  function begin({ nodes, focus }, before, sight) {
    const from = new Map();
    for (const { id, near } of nodes) {
      const place = before.get(id) || before.get(near ?? -1) || before.get(focus ?? -1);
      if (place) from.set(id, inScene(place, sight));
    }
    return new Motion(from);
  }

  KG.motion = { begin };
})();
