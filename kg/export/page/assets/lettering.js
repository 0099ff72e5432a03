/** Which labels a picture has at a scale, and where: regions first, then what is in the middle, then nodes by their order.
 * Where they stand on the screen does not matter, so that panning leaves them as they are. */
(function () {
  "use strict";

  const { linesOf, sizeOf, cut } = KG.letters;
  const { words } = KG.kinds;
  const { beside } = KG.labels;
  const NARROW = 640; // width below which labels at the rim take two lines and none is large
  const RING = 1.3; // how much larger the node in the middle is with the ring around it
  const SMALLEST = 10; // pixels of letters
  const SHORT = [24, 14]; // letters to which labels are cut that find no room otherwise
  const STEPS = [1, 0.88, 0.76]; // sizes of letters to try, by the best one
  const SHIFTS = [0, 0.6, -0.6, 1, -1]; // see KG.labels.beside
  const MAIN = 250; // nodes of the map whose labels may stand in many ways …
  const FIRST = 60; // … and which rather cover nodes than stay away
  const DOT = 3; // pixels of radius up to which labels may cover nodes
  const WALL = 800; // pixels of width and height from which letters grow
  const FEW = 16; // relations up to which all are named in the picture
  const NEAR = 1.18; // change of the scale up to which labels stay at their nodes' sides
  const SHARES = [0.5, 0.6, 0.4, 0.7]; // of an edge: where its name may be
  const EDGE_FONT = { pixels: 11, weight: 400, italic: true };

  class Lettering {
    /** @param {KG.Picture} picture */
    constructor(picture) {
      this.picture = picture;
      /** The labels shown last; boxes in pixels around the scene's (0, 0).
       * @type {Map<string | number, KG.Label>} */
      this.shown = new Map();
      /** Labels as they were last chosen, at another scale perhaps.
       * @type {Map<string | number, KG.Label>} */
      this.chosen = new Map();
      this.chosenAt = 0;
      this.shownAt = 0;
      /** @type {Map<number, KG.Shape[]>} */
      this.shapes = new Map();
    }

    /** Another picture, or the same with other places. */
    reset() {
      this.shapes.clear();
      this.chosen = new Map();
      this.chosenAt = this.shownAt = 0;
    }

    /** Whether labels have been chosen for the scale at which they are shown. */
    get settled() {
      return this.shownAt === this.chosenAt;
    }

    /** The labels at a scale. While it changes they stay at their nodes' sides, but for those that would meet.
     * @param {number} scale
     * @param {boolean} settle whether the scale stays
     * @returns {Map<string | number, KG.Label>} */
    at(scale, settle = false) {
      if (scale === this.shownAt && (!settle || this.settled)) return this.shown;
      const ratio = this.chosenAt ? scale / this.chosenAt : Infinity;
      if (settle || ratio > NEAR || ratio < 1 / NEAR) {
        this.shown = this.chosen = this.choose(scale);
        this.chosenAt = scale;
      } else this.shown = this.moved(scale);
      this.shownAt = scale;
      return this.shown;
    }

    /** @param {number} scale */
    moved(scale) {
      const { chosenAt } = this;
      const wishes = [...this.chosen].map(([id, label]) => {
        const [x, y] = [label.x + label.anchor.x * (scale - chosenAt), label.y + label.anchor.y * (scale - chosenAt)];
        return { id, boxes: () => [{ ...label, x, y }] };
      });
      return KG.labels.place(wishes, []);
    }

    /** @param {number} scale */
    choose(scale) {
      const { scene, nodes, regions } = this.picture;
      const all = [...nodes.values()];
      const map = scene.kind === "map";
      const middle = all.filter((node) => node.id === scene.focus);
      const inside = this.picture.frame(scale);
      const places = all.map((node) => this.disc(node.id, scale)).filter(({ radius }) => radius > DOT);
      const discs = places.flatMap(KG.labels.discOf);
      /** @type {KG.Wish<KG.Label>[]} */
      const wishes = [
        ...(map ? regions.map((region) => this.regionWish(region, scale, inside)) : []),
        ...[...middle, ...all.filter(({ id }) => id !== scene.focus && this.picture.radius(id, scale))].map(
          (node, rank) => this.nodeWish(node, scale, inside, map ? rank : 0),
        ),
        ...this.edgeWishes(this.relations(), scale),
      ];
      const placed = KG.labels.place(wishes, discs);
      for (const label of placed.values()) label.tint = this.tintUnder(label, scale);
      return placed;
    }

    /** The tint of the region that the middle of a label lies on.
     * @param {KG.Label} label
     * @param {number} scale
     * @returns {number | undefined} */
    tintUnder({ x, y, width, height }, scale) {
      const middle = { x: (x + width / 2) / scale, y: (y + height / 2) / scale };
      return this.picture.regions.find(({ rings }) => rings.filter((ring) => encloses(ring, middle)).length % 2)?.tint;
    }

    /** Where a node is in pixels around the scene's (0, 0), and how large.
     * @param {number} id
     * @param {number} scale
     * @returns {KG.Disc} */
    disc(id, scale) {
      const { x, y } = /** @type {KG.SceneNode} */ (this.picture.nodes.get(id));
      return { x: x * scale, y: y * scale, radius: this.picture.radius(id, scale) };
    }

    /** @param {KG.Region} region
     * @param {number} scale
     * @param {(box: KG.Box) => boolean} inside
     * @returns {KG.Wish<KG.Label>} */
    regionWish({ key, label, x, y, rings }, scale, inside) {
      const xs = (rings[0] || [x, y]).filter((_, i) => i % 2 === 0);
      const ys = (rings[0] || [x, y]).filter((_, i) => i % 2 === 1);
      const width = (Math.max(...xs) - Math.min(...xs)) * scale;
      const height = (Math.max(...ys) - Math.min(...ys)) * scale;
      const narrow = this.picture.area.width < NARROW;
      const pixels = narrow ? 12 : Math.max(13, Math.min(18, width / 22));
      const font = { pixels: Math.round(pixels * this.wall()), weight: 700 };
      const names = label.split(" · ");
      const forms = names.length > 1 && !narrow ? [names, names.slice(0, 1)] : [names.slice(0, 1)];
      const boxes = () => {
        const found = [];
        for (const form of forms) {
          const lines = form.flatMap((name) => KG.letters.wrap(name, narrow ? 16 : 26, 2));
          const size = sizeOf(lines, font);
          if (size.width > Math.max(1.25 * width, 90) && form !== forms[forms.length - 1]) continue;
          for (const down of [0, -0.12, 0.12, -0.24, 0.24, -0.36, 0.36]) {
            for (const right of [0, -0.1, 0.1, -0.2, 0.2]) {
              const left = x * scale + right * width - size.width / 2;
              const top = y * scale + down * height - size.height / 2;
              found.push({ ...size, lines, font, x: left, y: top, side: "middle", anchor: { x, y } });
            }
          }
        }
        return found.filter(inside);
      };
      return { id: key, boxes, loose: true };
    }

    /** @param {KG.SceneNode} node
     * @param {number} scale
     * @param {(box: KG.Box) => boolean} inside
     * @param {number} rank
     * @returns {KG.Wish<KG.Label>} */
    nodeWish(node, scale, inside, rank) {
      const simple = rank >= MAIN;
      const map = this.picture.scene.kind === "map";
      const forced = node.id === this.picture.scene.focus;
      const boxes = (/** @type {(box: KG.Box) => boolean} */ test) => this.boxesOf(node, scale, test, simple);
      const free = () => boxes(inside);
      const [any] = forced ? free() : [];
      return {
        id: node.id,
        boxes: forced && !any ? () => boxes(() => true) : free,
        forced,
        loose: map && rank < FIRST,
      };
    }

    /** Where a node's label may be, the best first: where it was, if that was good.
     * @param {KG.SceneNode} node
     * @param {number} scale
     * @param {(box: KG.Box) => boolean} inside
     * @param {boolean} simple
     * @returns {Iterable<KG.Label>} */
    *boxesOf(node, scale, inside, simple) {
      const main = node.id === this.picture.scene.focus;
      const place = this.disc(node.id, scale);
      if (main) place.radius *= RING;
      const shapes = simple ? this.shapesOf(node).slice(0, 1) : this.shapesOf(node);
      const shifts = node.side || main || simple ? [0] : SHIFTS;
      const anchor = { x: node.x, y: node.y };
      const before = this.chosen.get(node.id);
      if (before && before.shape === 0 && before.side) {
        const box = beside(place, shapes[0], before.side, before.shift);
        const label = { ...before, ...box, anchor };
        if (inside(label)) yield label;
      }
      for (let shape = 0; shape < shapes.length; shape++) {
        for (const shift of shifts) {
          for (const side of this.sidesOf(node)) {
            const label = { ...shapes[shape], shape, shift, anchor, ...beside(place, shapes[shape], side, shift) };
            if (inside(label)) yield label;
          }
        }
      }
    }

    /** @param {KG.SceneNode} node */
    sidesOf({ id, x, side }) {
      const { scene, graph } = this.picture;
      if (side) return [side];
      if (id === scene.focus) return ["below", "above"];
      if (scene.kind === "path") return ["below", "above", "right", "left"];
      const inwards = x < 0 ? ["right", "left"] : ["left", "right"];
      if (!graph.isPaper(id) || Math.abs(x) < 1) return ["below", ...inwards, "above"];
      return [inwards[0], "below", "above"]; // outwards are the labels at the rim
    }

    /** The ways to write a node's label; they are the same at every scale.
     * @param {KG.SceneNode} node
     * @returns {KG.Shape[]} */
    shapesOf(node) {
      const known = this.shapes.get(node.id);
      if (known) return known;
      const shapes = this.variants(node).map(({ lines, font }) => ({ lines, font, ...sizeOf(lines, font) }));
      this.shapes.set(node.id, shapes);
      return shapes;
    }

    /** The ways to write a node's label, the best first: large and whole, then smaller, then cut.
     * @param {KG.SceneNode} node
     * @returns {{lines: string[], font: KG.Font}[]} */
    variants(node) {
      const { graph, scene } = this.picture;
      const { lines, font } = this.labelOf(node);
      const name = graph.label(node.id);
      const shapes = graph.isPaper(node.id) ? [lines] : [lines, linesOf(name, lines.length < 2)];
      if (scene.kind === "map") return shapes.map((lines) => ({ lines, font }));
      const least = { pixels: SMALLEST, weight: font.weight };
      const fonts = STEPS.map((step) => ({ ...font, pixels: Math.round(step * font.pixels) }));
      const whole = [...fonts.filter(({ pixels }) => pixels > SMALLEST), least].flatMap((font) =>
        shapes.map((lines) => ({ lines, font })),
      );
      return [...whole, ...SHORT.map((longest) => ({ lines: linesOf(name, false, longest), font: least }))];
    }

    /** @param {KG.SceneNode} node */
    labelOf({ id, size, side, far }) {
      const { graph, scene, area } = this.picture;
      const paper = graph.isPaper(id);
      const main = id === scene.focus;
      const narrow = area.width < NARROW;
      const largest = !narrow ? 16 : side ? 12 : 14;
      const usual = Math.round(Math.min(largest, Math.max(11, 8.5 + 0.45 * size)));
      const pixels = main ? largest : paper || (far || 0) > 1 ? 11 : usual;
      const weight = main || (size > 11 && !paper && !side && (far || 0) < 2) ? 600 : 400;
      const font = { pixels: Math.round(pixels * this.wall()), weight };
      return { lines: linesOf(graph.label(id), !side || narrow), font };
    }

    /** How much larger letters are on a screen that is looked at from further away. */
    wall() {
      const { width, height } = this.picture.area;
      return Math.max(1, Math.min(1.6, Math.sqrt(Math.min(width, height) / WALL)));
    }

    /** The edges that are named in the picture: relations, where they are few.
     * @returns {number[]} */
    relations() {
      const { scene } = this.picture;
      if (scene.kind === "path") return scene.edges.map((_, edge) => edge);
      const named = scene.edges.flatMap(({ relation }, edge) => (relation ? [edge] : []));
      return named.length <= FEW ? named : [];
    }

    /** The names of edges, halfway or near that.
     * @param {number[]} edges
     * @param {number} scale
     * @returns {KG.Wish<KG.Label>[]} */
    edgeWishes(edges, scale) {
      const { scene, nodes } = this.picture;
      return edges.map((edge) => {
        const { from, to, relation, name } = scene.edges[edge];
        const [a, b] = [from, to].map((id) => /** @type {KG.SceneNode} */ (nodes.get(id)));
        const lines = [cut(name || words(relation || ""), 32)];
        const { width, height } = sizeOf(lines, EDGE_FONT);
        const boxes = SHARES.map((share) => {
          const anchor = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
          const box = { x: anchor.x * scale - width / 2, y: anchor.y * scale - height / 2, width, height };
          return { ...box, lines, font: EDGE_FONT, anchor };
        });
        return { id: `edge ${edge}`, boxes: () => boxes };
      });
    }

    /** The names of more edges and nodes, which lie above everything.
     * @param {number[]} edges
     * @param {Iterable<number>} nodes
     * @param {number} scale
     * @returns {Map<string | number, KG.Label>} those that find room beside each other */
    names(edges, nodes, scale) {
      const { shown, picture } = this;
      const fresh = [...nodes].filter((id) => !shown.has(id)).slice(0, FEW);
      const kept = [...nodes].flatMap((id) => shown.get(id) || []);
      const wishes = [
        ...kept.map((label, i) => ({ id: `kept ${i}`, boxes: () => [label] })),
        ...fresh.map((id) => {
          const node = /** @type {KG.SceneNode} */ (picture.nodes.get(id));
          return this.nodeWish(node, scale, picture.frame(scale), 0);
        }),
        ...this.edgeWishes(
          edges.filter((edge) => !shown.has(`edge ${edge}`)),
          scale,
        ),
      ];
      const placed = KG.labels.place(wishes, []);
      kept.forEach((_, i) => placed.delete(`kept ${i}`));
      return placed;
    }
  }

  /** Whether a closed line goes around a point.
   * @param {number[]} ring
   * @param {KG.Point} point */
  function encloses(ring, { x, y }) {
    let inside = false;
    for (let at = 0, last = ring.length - 2; at < ring.length; last = at, at += 2) {
      const [ax, ay, bx, by] = [ring[at], ring[at + 1], ring[last], ring[last + 1]];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
    return inside;
  }

  KG.lettering = { Lettering };
})();
