/** Letters: how wide they are, and how names are cut and broken into lines. */
(function () {
  "use strict";

  const FAMILY = "system-ui, sans-serif";
  const LINE = 1.22; // height of a line by the size of its letters
  const LONGEST = 40; // letters of a label, or of a line on a plate, before it is cut
  const MOST_LINES = 3; // of a name on a plate
  const BREAK = 15; // letters from which a label may be broken in two

  const ruler = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  /** Widths by font, then by text.
   * @type {Map<string, Map<string, number>>} */
  const widths = new Map();

  /** @param {KG.Font} font */
  const css = ({ pixels, weight, italic }) => `${italic ? "italic " : ""}${weight} ${pixels}px ${FAMILY}`;

  /** @param {string} text
   * @param {KG.Font} font */
  function widthOf(text, font) {
    const name = css(font);
    let known = widths.get(name);
    if (!known) widths.set(name, (known = new Map()));
    let width = known.get(text);
    if (width === undefined) {
      ruler.font = name;
      width = ruler.measureText(text).width;
      known.set(text, width);
    }
    return width;
  }

  /** @param {string} text
   * @param {number} longest
   * @returns {string} not longer than that, on one line */
  function cut(text, longest) {
    const letters = Array.from(text.replace(/\s+/g, " ").trim());
    if (letters.length <= longest) return letters.join("");
    return (
      letters
        .slice(0, longest - 1)
        .join("")
        .trimEnd() + "…"
    );
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

  /** A text in lines, the last one cut where there would be too many.
   * @param {string} text
   * @param {number} [longest] letters of a line
   * @param {number} [most] lines
   * @returns {string[]} */
  function wrap(text, longest = LONGEST, most = MOST_LINES) {
    const lines = [""];
    for (const word of cut(text, longest * most).split(" ")) {
      const longer = `${lines[lines.length - 1]} ${word}`.trim();
      if (longer.length <= longest) lines[lines.length - 1] = longer;
      else lines.push(cut(word, longest));
    }
    const kept = lines.filter(Boolean);
    return kept.slice(0, most - 1).concat(cut(kept.slice(most - 1).join(" "), longest) || []);
  }

  /** @param {string[]} lines
   * @param {KG.Font} font */
  function sizeOf(lines, font) {
    const width = Math.max(...lines.map((line) => widthOf(line, font)));
    return { width, height: Math.ceil(lines.length * font.pixels * LINE) };
  }

  KG.letters = { FAMILY, LINE, css, widthOf, cut, linesOf, wrap, sizeOf };
})();
