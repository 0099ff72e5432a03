/** Strokes and letters: everything that is drawn on the canvas, in the colours of the style sheet. */
(function () {
  "use strict";

  const { KINDS } = KG.kinds;
  const FAMILY = "system-ui, sans-serif";
  const LINE = 1.22; // height of a line by the size of its letters
  const LONGEST = 40; // letters of a label, or of a line on a plate, before it is cut
  const MOST_LINES = 3; // of a name on a plate
  const BREAK = 15; // letters from which a label may be broken in two

  const PATHS = new Map(Object.entries(KINDS).map(([kind, { path }]) => [kind, new Path2D(path)]));
  const ruler = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  /** @type {Map<string, number>} */
  const widths = new Map();

  /** The colours that the style sheet has for light or dark, by name.
   * @returns {Record<string, string>} */
  function readTheme() {
    const style = getComputedStyle(document.documentElement);
    const names = ["text", "text-soft", "ground", "edge", "relation", ...Object.keys(KINDS)];
    return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name.toLowerCase()}`).trim()]));
  }

  /** @param {KG.Font} font */
  const css = ({ pixels, weight, italic }) => `${italic ? "italic " : ""}${weight} ${pixels}px ${FAMILY}`;

  /** @param {string} text
   * @param {KG.Font} font */
  function widthOf(text, font) {
    const key = css(font) + text;
    let width = widths.get(key);
    if (width === undefined) {
      ruler.font = css(font);
      width = ruler.measureText(text).width;
      widths.set(key, width);
    }
    return width;
  }

  /** @param {string} text
   * @param {number} longest
   * @returns {string} not longer than that, on one line */
  function cut(text, longest) {
    const letters = Array.from(text.replace(/\s+/g, " ").trim());
    if (letters.length <= longest) return letters.join("");
    return letters.slice(0, longest - 1).join("").trimEnd() + "…";
  }

  /** The lines of a label: cut where it is too long, in two where that is asked for and it has a middle to break at.
   * @param {string} text
   * @param {boolean} broken
   * @param {number} [longest] letters
   * @returns {string[]} */
  function linesOf(text, broken, longest = LONGEST) {
    const short = cut(text, longest);
    const gaps = [...short.matchAll(/[ -]/g)].map((match) => match.index + 1);
    if (!broken || short.length <= BREAK || !gaps.length) return [short];
    const longer = (/** @type {number} */ at) => Math.max(at, short.length - at);
    const at = gaps.reduce((best, gap) => (longer(gap) < longer(best) ? gap : best));
    return [short.slice(0, at).trimEnd(), short.slice(at)];
  }

  /** A name in lines, the last one cut where there would be too many.
   * @param {string} text
   * @returns {string[]} */
  function wrap(text) {
    const lines = [""];
    for (const word of cut(text, LONGEST * MOST_LINES).split(" ")) {
      const longer = `${lines[lines.length - 1]} ${word}`.trim();
      if (longer.length <= LONGEST) lines[lines.length - 1] = longer;
      else lines.push(cut(word, LONGEST));
    }
    const kept = lines.filter(Boolean);
    return kept.slice(0, MOST_LINES - 1).concat(cut(kept.slice(MOST_LINES - 1).join(" "), LONGEST) || []);
  }

  /** @param {string[]} lines
   * @param {KG.Font} font */
  function sizeOf(lines, font) {
    const width = Math.max(...lines.map((line) => widthOf(line, font)));
    return { width, height: Math.ceil(lines.length * font.pixels * LINE) };
  }

  /** Lines in a box, with a rim of the ground's colour so that edges do not cross the letters.
   * @param {CanvasRenderingContext2D} context
   * @param {string[]} lines
   * @param {KG.Font} font
   * @param {KG.Box} box
   * @param {{color: string, rim?: string}} style */
  function drawLines(context, lines, font, box, { color, rim }) {
    const align = box.side === "right" ? "left" : box.side === "left" ? "right" : "center";
    const x = box.x + { left: 0, right: box.width, center: box.width / 2 }[align];
    context.font = css(font);
    context.textAlign = align;
    context.textBaseline = "middle";
    context.lineJoin = "round";
    lines.forEach((line, i) => {
      const y = box.y + (i + 0.5) * font.pixels * LINE;
      if (rim) {
        context.lineWidth = 3.5;
        context.strokeStyle = rim;
        context.strokeText(line, x, y);
      }
      context.fillStyle = color;
      context.fillText(line, x, y);
    });
  }

  /** A node, around it a rim of the ground's colour, around that a ring where it is to stand out.
   * @param {CanvasRenderingContext2D} context
   * @param {string} kind
   * @param {{x: number, y: number, radius: number}} place
   * @param {{theme: Record<string, string>, ring: boolean, faint: boolean}} style */
  function drawNode(context, kind, { x, y, radius }, { theme, ring, faint }) {
    const path = /** @type {Path2D} */ (PATHS.get(kind));
    context.save();
    context.globalAlpha = faint ? 0.2 : 1;
    context.translate(x, y);
    context.scale(radius, radius);
    context.lineJoin = "round";
    if (ring) {
      context.strokeStyle = theme.text;
      context.lineWidth = 0.5;
      context.stroke(path);
    }
    context.strokeStyle = theme.ground;
    context.lineWidth = 0.28;
    context.stroke(path);
    context.fillStyle = theme[kind];
    context.fill(path);
    context.restore();
  }

  /** A name in bold on a plate, below it a line about what has it.
   * @param {CanvasRenderingContext2D} context
   * @param {string} name
   * @param {string} about
   * @param {(size: {width: number, height: number}) => KG.Point} corner
   * @param {Record<string, string>} theme */
  function drawPlate(context, name, about, corner, theme) {
    const lines = [...wrap(name), cut(about, LONGEST)];
    const fonts = lines.map((_, i) =>
      i < lines.length - 1 ? { pixels: 13, weight: 600 } : { pixels: 12, weight: 400 },
    );
    const width = Math.max(...lines.map((line, i) => widthOf(line, fonts[i]))) + 22;
    const height = 10 + 17 * lines.length;
    const { x, y } = corner({ width, height });
    context.fillStyle = theme.text;
    context.beginPath();
    context.roundRect(x, y, width, height, 8);
    context.fill();
    lines.forEach((line, i) => {
      const box = { x: x + 11, y: y + 5.5 + 17 * i, width, height: 17, side: "right" };
      drawLines(context, [line], fonts[i], box, { color: theme.ground });
    });
  }

  KG.paint = { readTheme, linesOf, wrap, sizeOf, drawLines, drawNode, drawPlate };
})();
