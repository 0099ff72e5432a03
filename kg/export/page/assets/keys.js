/** The keyboard on the picture: from node to node in the direction of the arrow, and what else can be done with one. */
(function () {
  "use strict";

  const STEP = 80; // pixels that Shift and an arrow pan
  const ZOOM = 1.3;
  const ASIDE = 2.2; // how much more a pixel aside counts than one ahead, when the next node is looked for
  /** @type {Record<string, [number, number]>} */
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  /** The place that is next in a direction: near, and rather ahead than aside.
   * @param {KG.Point} from
   * @param {[number, number]} direction
   * @param {Iterable<KG.Point & {id: number}>} places
   * @returns {number | null} its id */
  function next(from, [right, down], places) {
    /** @type {number | null} */
    let best = null;
    let least = Infinity;
    for (const { id, x, y } of places) {
      const [dx, dy] = [x - from.x, y - from.y];
      const ahead = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (ahead <= 1 || aside > 2.5 * ahead) continue;
      const cost = ahead + ASIDE * aside;
      if (cost < least) [best, least] = [id, cost];
    }
    return best;
  }

  /** What a key does, by its name.
   * @param {KG.Actions} actions
   * @returns {Record<string, () => void>} */
  const byKey = (actions) => ({
    Enter: actions.open,
    " ": actions.open,
    Escape: actions.back,
    Home: actions.home,
    e: actions.expand,
    c: actions.collapse,
    p: actions.pin,
    "+": () => actions.zoom(ZOOM),
    "=": () => actions.zoom(ZOOM),
    "-": () => actions.zoom(1 / ZOOM),
    0: actions.fit,
  });

  /** @param {HTMLElement} element
   * @param {KG.Actions} actions */
  function listen(element, actions) {
    const keys = byKey(actions);
    element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target !== element) return;
      const arrow = ARROWS[event.key];
      if (arrow && event.shiftKey) actions.pan(-STEP * arrow[0], -STEP * arrow[1]);
      else if (arrow) actions.walk(arrow);
      else if (Object.hasOwn(keys, event.key)) keys[event.key]();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  KG.keys = { listen, next };
})();
