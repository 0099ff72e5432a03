/** Mouse, pen and fingers on the picture, told as what they mean. */
(function () {
  "use strict";

  const STILL = 6; // pixels that a pointer may move between down and up for it to be a click
  const LONG = 450; // milliseconds that a finger rests for what a mouse does by hovering
  const TWICE = 280; // milliseconds between the clicks of a double click
  const WHEEL = 0.0016; // by which a pixel of the wheel zooms, as an exponent
  const LINE = 32; // pixels of a line of the wheel, where it turns in lines
  const MOST = 120; // pixels of the wheel that one event is believed

  class Pointer {
    /** @param {HTMLElement} element
     * @param {KG.Gestures} gestures */
    constructor(element, gestures) {
      this.element = element;
      this.gestures = gestures;
      /** The pointers that are down, and where.
       * @type {Map<number, KG.Point>} */
      this.down = new Map();
      /** @type {KG.Point} */
      this.start = { x: 0, y: 0 };
      /** What the pointers that are down do. @type {"" | "click" | "pan" | "drag" | "pinch" | "press"} */
      this.doing = "";
      this.rest = 0; // timer of a finger that rests
      this.wait = 0; // timer of a click that may become a double click
      /** @type {KG.Point | null} */
      this.clicked = null;
      this.listen();
    }

    listen() {
      const { element } = this;
      const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ handler) =>
        element.addEventListener(name, handler, { capture: true, passive: false });
      on("pointerdown", (event) => this.onDown(event));
      on("pointermove", (event) => this.onMove(event));
      on("pointerup", (event) => this.onUp(event));
      on("pointercancel", (event) => this.onCancel(event));
      on("pointerleave", (event) => event.pointerType === "mouse" && !this.down.size && this.gestures.hover(null));
      on("wheel", (event) => this.onWheel(event));
      on("contextmenu", (event) => this.doing === "press" && event.preventDefault());
    }

    /** @param {MouseEvent} event
     * @returns {KG.Point} in pixels of the element */
    pointOf({ clientX, clientY }) {
      const { left, top } = this.element.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    }

    /** @param {PointerEvent} event */
    onDown(event) {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      const point = this.pointOf(event);
      this.down.set(event.pointerId, point);
      clearTimeout(this.rest);
      if (this.down.size > 1) {
        if (this.doing === "drag") this.gestures.drop();
        this.doing = this.down.size === 2 ? "pinch" : "";
        return;
      }
      this.start = point;
      this.doing = "click";
      if (event.pointerType === "mouse") return;
      this.rest = setTimeout(() => {
        if (this.doing !== "click") return;
        this.doing = "press";
        this.gestures.hover(this.start, true);
      }, LONG);
    }

    /** @param {PointerEvent} event */
    onMove(event) {
      const point = this.pointOf(event);
      const before = this.down.get(event.pointerId);
      if (!before) {
        if (event.pointerType === "mouse") this.gestures.hover(point);
        return;
      }
      if (this.doing === "pinch") this.pinch(event.pointerId, point);
      else if (this.doing === "click" || this.doing === "press") this.begin(event, point);
      else if (this.doing === "pan") this.gestures.pan(point.x - before.x, point.y - before.y);
      else if (this.doing === "drag") this.gestures.drag(point);
      if (this.doing !== "click") this.down.set(event.pointerId, point);
    }

    /** A pointer has moved: as soon as that is no tremble, it drags a node or the picture.
     * @param {PointerEvent} event
     * @param {KG.Point} point */
    begin(event, point) {
      if (Math.hypot(point.x - this.start.x, point.y - this.start.y) <= STILL) return;
      clearTimeout(this.rest);
      this.element.setPointerCapture(event.pointerId);
      this.doing = this.gestures.grab(this.start) ? "drag" : "pan";
      if (this.doing === "drag") this.gestures.drag(point);
      else this.gestures.pan(point.x - this.start.x, point.y - this.start.y);
    }

    /** Two fingers zoom by their distance and pan by their middle.
     * @param {number} id
     * @param {KG.Point} point */
    pinch(id, point) {
      const other = [...this.down].find(([key]) => key !== id)?.[1];
      const before = this.down.get(id);
      if (!other || !before) return;
      const distance = (/** @type {KG.Point} */ place) => Math.max(1, Math.hypot(place.x - other.x, place.y - other.y));
      this.gestures.pan((point.x - before.x) / 2, (point.y - before.y) / 2);
      const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
      this.gestures.zoom(distance(point) / distance(before), middle);
    }

    /** @param {PointerEvent} event */
    onUp(event) {
      if (!this.down.delete(event.pointerId)) return;
      clearTimeout(this.rest);
      const { doing } = this;
      // The finger that stays after a pinch pans on.
      this.doing = this.down.size === 1 ? "pan" : "";
      if (doing === "drag") this.gestures.drop();
      else if (doing === "click") this.click(this.pointOf(event), event.pointerType !== "mouse");
    }

    /** @param {PointerEvent} event */
    onCancel(event) {
      this.down.delete(event.pointerId);
      clearTimeout(this.rest);
      if (this.doing === "drag") this.gestures.drop();
      this.doing = "";
    }

    /** A click waits for a second one only where two mean something else than one.
     * @param {KG.Point} point
     * @param {boolean} touch */
    click(point, touch) {
      const { clicked } = this;
      clearTimeout(this.wait);
      if (clicked && Math.hypot(point.x - clicked.x, point.y - clicked.y) <= 4 * STILL) {
        this.clicked = null;
        this.gestures.twice(clicked, touch);
        return;
      }
      this.clicked = null;
      if (!this.gestures.mayTwice(point, touch)) {
        this.gestures.click(point, touch);
        return;
      }
      this.clicked = point;
      this.wait = setTimeout(() => {
        this.clicked = null;
        this.gestures.click(point, touch);
      }, TWICE);
    }

    /** @param {WheelEvent} event */
    onWheel(event) {
      event.preventDefault();
      event.stopPropagation();
      const turned = event.deltaY * (event.deltaMode ? LINE : 1) * (event.ctrlKey ? 5 : 1);
      this.gestures.zoom(Math.exp(-WHEEL * Math.max(-MOST, Math.min(MOST, turned))), this.pointOf(event));
    }
  }

  KG.pointer = { Pointer };
})();
