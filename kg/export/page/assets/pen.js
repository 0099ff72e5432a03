/** What the picture is drawn with, on a canvas; svg.js draws the same as SVG. All places are in pixels of the picture. */
(function () {
  "use strict";

  const { KINDS } = KG.kinds;
  const { LINE, css } = KG.letters;
  const TINTS = Array.from({ length: 8 }, (_, tint) => `region-${tint}`);
  const STEPS = 2; // sizes of stamps in a pixel
  const MOST_STAMPS = 2000;
  const COLORS = ["text", "text-soft", "ground", "edge", "relation", "accent", ...TINTS, ...Object.keys(KINDS)];

  /** The signs of kinds as lists of commands, for whole pictures of them in one path.
   * @type {Map<string, [string, ...number[]][]>} */
  const SIGNS = new Map(Object.entries(KINDS).map(([kind, { path }]) => [kind, commandsOf(path)]));

  /** @param {string} path with absolute commands; an arc means a circle of radius 1
   * @returns {[string, ...number[]][]} */
  function commandsOf(path) {
    if (path.includes("A")) return [["A"]];
    let [x, y] = [0, 0];
    return [...path.matchAll(/([MLHVQZ])([^MLHVQZ]*)/g)].map(([, command, rest]) => {
      const numbers = (rest.match(/-?\d*\.?\d+/g) || []).map(Number);
      if (command === "H") [x] = numbers;
      else if (command === "V") [y] = numbers;
      else if (numbers.length) [x, y] = numbers.slice(-2);
      return "HV".includes(command) ? ["L", x, y] : [command, ...numbers];
    });
  }

  /** The colours that the style sheet has for light or dark, by name.
   * @returns {KG.Theme} */
  function readTheme() {
    const style = getComputedStyle(document.documentElement);
    const color = (/** @type {string} */ name) => style.getPropertyValue(`--${name.toLowerCase()}`).trim();
    const theme = Object.fromEntries(COLORS.map((name) => [name, color(name)]));
    for (const tint of TINTS) theme[`${tint}-text`] = deepened(theme[tint], theme.text);
    return theme;
  }

  /** A tint mixed with the colour of letters, so that it can be read on the tint.
   * @param {string} tint as `#rrggbb`
   * @param {string} text as `#rrggbb` */
  function deepened(tint, text) {
    const [a, b] = [tint, text].map((color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)));
    const mean = (a[0] + a[1] + a[2]) / 3;
    // The tint's difference from grey, made strong, on three quarters of the way to the letters' colour.
    const mixed = b.map((value, i) => value * 0.76 + mean * 0.24 + (a[i] - mean) * 2.4);
    return `#${mixed
      .map((value) =>
        Math.round(Math.max(0, Math.min(255, value)))
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")}`;
  }

  /** Small pictures of signs, drawn once and then copied, which is many times faster than to fill so many paths.
   * @implements {KG.Stamps} */
  class Stamps {
    constructor() {
      /** @type {Map<string, HTMLCanvasElement>} */
      this.known = new Map();
      this.ratio = 0;
    }

    /** @param {string} kind
     * @param {number} size in steps
     * @param {KG.SignStyle} style
     * @param {number} ratio device pixels for a pixel */
    of(kind, size, style, ratio) {
      if (ratio !== this.ratio) this.known.clear();
      this.ratio = ratio;
      const name = `${kind} ${size} ${style.fill} ${style.rim} ${style.rimWidth}`;
      let stamp = this.known.get(name);
      if (!stamp) {
        if (this.known.size > MOST_STAMPS) this.known.clear();
        this.known.set(name, (stamp = this.draw(kind, size / STEPS, style, ratio)));
      }
      return stamp;
    }

    /** @param {string} kind
     * @param {number} size
     * @param {KG.SignStyle} style
     * @param {number} ratio */
    draw(kind, size, style, ratio) {
      const stamp = document.createElement("canvas");
      const half = Math.ceil((1.25 * size + (style.rimWidth || 0) + 1) * ratio);
      stamp.width = stamp.height = 2 * half;
      const context = /** @type {CanvasRenderingContext2D} */ (stamp.getContext("2d"));
      context.translate(half, half);
      context.scale(ratio, ratio);
      new CanvasPen(context).signs(kind, [0, 0, size], { ...style, alpha: 1 });
      return stamp;
    }
  }

  /** @implements {KG.Pen} */
  class CanvasPen {
    /** @param {CanvasRenderingContext2D} context
     * @param {KG.Stamps | null} [stamps] for signs that are drawn again and again
     * @param {number} [ratio] device pixels for a pixel */
    constructor(context, stamps = null, ratio = 1) {
      this.context = context;
      this.stamps = stamps;
      this.ratio = ratio;
    }

    /** @param {number[][]} rings
     * @param {{x: number, y: number, scale: number}} at
     * @param {string} color */
    rings(rings, { x, y, scale }, color) {
      const { context } = this;
      context.fillStyle = color;
      context.beginPath();
      for (const ring of rings) {
        context.moveTo(ring[0] * scale + x, ring[1] * scale + y);
        for (let at = 2; at < ring.length; at += 2) context.lineTo(ring[at] * scale + x, ring[at + 1] * scale + y);
        context.closePath();
      }
      context.fill("evenodd");
    }

    /** @param {number[]} flat
     * @param {KG.Stroke} stroke */
    lines(flat, { color, width, alpha = 1 }) {
      const { context } = this;
      context.globalAlpha = alpha;
      context.strokeStyle = color;
      context.lineWidth = width;
      context.beginPath();
      for (let at = 0; at < flat.length; at += 4) {
        context.moveTo(flat[at], flat[at + 1]);
        context.lineTo(flat[at + 2], flat[at + 3]);
      }
      context.stroke();
      context.globalAlpha = 1;
    }

    /** @param {number[]} flat
     * @param {string} color
     * @param {number} alpha */
    triangles(flat, color, alpha) {
      const { context } = this;
      context.globalAlpha = alpha;
      context.fillStyle = color;
      context.beginPath();
      for (let at = 0; at < flat.length; at += 6) {
        context.moveTo(flat[at], flat[at + 1]);
        context.lineTo(flat[at + 2], flat[at + 3]);
        context.lineTo(flat[at + 4], flat[at + 5]);
        context.closePath();
      }
      context.fill();
      context.globalAlpha = 1;
    }

    /** @param {string} kind
     * @param {number[]} flat
     * @param {KG.SignStyle} style */
    signs(kind, flat, style) {
      const { context } = this;
      const { fill, rim, rimWidth = 0, alpha = 1 } = style;
      if (this.stamps) return this.stamp(kind, flat, style, this.stamps);
      const commands = /** @type {[string, ...number[]][]} */ (SIGNS.get(kind));
      context.globalAlpha = alpha;
      context.beginPath();
      for (let at = 0; at < flat.length; at += 3) trace(context, commands, flat[at], flat[at + 1], flat[at + 2]);
      if (rim) {
        context.lineJoin = "round";
        context.strokeStyle = rim;
        context.lineWidth = 2 * rimWidth;
        context.stroke();
      }
      context.fillStyle = fill;
      context.fill();
      context.globalAlpha = 1;
    }

    /** Copies of signs, on whole pixels of the device so that they stay sharp.
     * @param {string} kind
     * @param {number[]} flat
     * @param {KG.SignStyle} style
     * @param {KG.Stamps} stamps */
    stamp(kind, flat, style, stamps) {
      const { context, ratio } = this;
      context.globalAlpha = style.alpha ?? 1;
      for (let at = 0; at < flat.length; at += 3) {
        const stamp = stamps.of(kind, Math.max(1, Math.round(flat[at + 2] * STEPS)), style, ratio);
        const side = stamp.width / ratio;
        const left = Math.round((flat[at] - side / 2) * ratio) / ratio;
        const top = Math.round((flat[at + 1] - side / 2) * ratio) / ratio;
        context.drawImage(stamp, left, top, side, side);
      }
      context.globalAlpha = 1;
    }

    /** @param {string[]} lines
     * @param {KG.Font} font
     * @param {KG.Box} box
     * @param {KG.TextStyle} style */
    text(lines, font, box, { color, rim, alpha = 1 }) {
      const { context } = this;
      const { x, align } = anchorOf(box);
      context.globalAlpha = alpha;
      context.font = css(font);
      context.textAlign = align;
      context.textBaseline = "middle";
      context.lineJoin = "round";
      for (let i = 0; i < lines.length; i++) {
        const y = box.y + (i + 0.5) * font.pixels * LINE;
        if (rim) {
          context.lineWidth = 3.5;
          context.strokeStyle = rim;
          context.strokeText(lines[i], x, y);
        }
        context.fillStyle = color;
        context.fillText(lines[i], x, y);
      }
      context.globalAlpha = 1;
    }

    /** @param {KG.Box} box
     * @param {string} color
     * @param {number} round */
    plate({ x, y, width, height }, color, round) {
      const { context } = this;
      context.fillStyle = color;
      context.beginPath();
      context.roundRect(x, y, width, height, round);
      context.fill();
    }
  }

  /** Where the lines of a box stand: those at the right of a node begin at it, those at the left end at it.
   * @param {KG.Box} box
   * @returns {{x: number, align: "left" | "right" | "center"}} */
  function anchorOf({ x, width, side }) {
    if (side === "right") return { x, align: "left" };
    if (side === "left") return { x: x + width, align: "right" };
    return { x: x + width / 2, align: "center" };
  }

  /** @param {CanvasRenderingContext2D} context
   * @param {[string, ...number[]][]} commands
   * @param {number} x
   * @param {number} y
   * @param {number} size */
  function trace(context, commands, x, y, size) {
    for (let i = 0; i < commands.length; i++) {
      const [command, a, b, c, d] = commands[i];
      if (command === "M") context.moveTo(x + a * size, y + b * size);
      else if (command === "L") context.lineTo(x + a * size, y + b * size);
      else if (command === "Q") context.quadraticCurveTo(x + a * size, y + b * size, x + c * size, y + d * size);
      else if (command === "Z") context.closePath();
      else {
        context.moveTo(x + size, y);
        context.arc(x, y, size, 0, 2 * Math.PI);
        context.closePath();
      }
    }
  }

  KG.pen = { CanvasPen, Stamps, readTheme, anchorOf };
})();
