/** The canvas and from where the picture is looked at; vis-network holds both and knows nothing of what is drawn. */
(function () {
  "use strict";

  const FARTHEST = 0.02; // scales between which the picture can be zoomed
  const NEAREST = 12;

  class Stage {
    /** @param {HTMLElement} container
     * @param {object} options of vis-network
     * @param {(context: CanvasRenderingContext2D, view: KG.Sight) => void} draw */
    constructor(container, options, draw) {
      this.container = container;
      this.network = new vis.Network(container, { nodes: [], edges: [] }, options);
      // The canvas itself takes no keys: its container does.
      for (const element of container.querySelectorAll("[tabindex]")) element.removeAttribute("tabindex");
      this.network.on("afterDrawing", (/** @type {CanvasRenderingContext2D} */ context) => {
        const ratio = context.canvas.width / Math.max(1, container.clientWidth);
        context.save();
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        draw(context, this.sight());
        context.restore();
      });
      // A canvas of another size is empty until it is drawn on.
      this.network.on("resize", () => this.network.redraw());
    }

    /** @returns {KG.Sight} */
    sight() {
      const { x, y } = this.network.getViewPosition();
      const { clientWidth: width, clientHeight: height } = this.container;
      return { x, y, scale: this.network.getScale(), width, height };
    }

    /** @param {{x: number, y: number, scale: number}} sight */
    look({ x, y, scale }) {
      const kept = Math.max(FARTHEST, Math.min(NEAREST, scale));
      this.network.moveTo({ position: { x, y }, scale: kept, animation: false });
    }

    /** Move the picture by pixels.
     * @param {number} right
     * @param {number} down */
    pan(right, down) {
      const { x, y, scale } = this.sight();
      this.look({ x: x - right / scale, y: y - down / scale, scale });
    }

    /** @param {number} factor
     * @param {KG.Point} [still] in pixels of the canvas: what stays where it is; by default the middle */
    zoom(factor, still) {
      const before = this.sight();
      const scale = Math.max(FARTHEST, Math.min(NEAREST, before.scale * factor));
      const [dx, dy] = still ? [still.x - before.width / 2, still.y - before.height / 2] : [0, 0];
      const gain = 1 / before.scale - 1 / scale;
      this.look({ x: before.x + dx * gain, y: before.y + dy * gain, scale });
    }

    /** Take the size of the container, which vis-network would do later, and change the scale by it. */
    resize() {
      this.network.setSize();
    }

    /** Draw anew with the next frame, once however often that is asked for. */
    redraw() {
      this.network.moveTo({ animation: false });
    }
  }

  /** From the scene to pixels of the canvas.
   * @param {KG.Point} point
   * @param {KG.Sight} sight
   * @returns {KG.Point} */
  const onCanvas = ({ x, y }, sight) => ({
    x: (x - sight.x) * sight.scale + sight.width / 2,
    y: (y - sight.y) * sight.scale + sight.height / 2,
  });

  /** From pixels of the canvas to the scene.
   * @param {KG.Point} point
   * @param {KG.Sight} sight
   * @returns {KG.Point} */
  const inScene = ({ x, y }, sight) => ({
    x: (x - sight.width / 2) / sight.scale + sight.x,
    y: (y - sight.height / 2) / sight.scale + sight.y,
  });

  KG.stage = { Stage, onCanvas, inScene };
})();
