/** The picture as SVG: real text and shapes, in a document of its own that asks for nothing. */
(function () {
  "use strict";

  const { KINDS } = KG.kinds;
  const { FAMILY, LINE } = KG.letters;
  const ANCHORS = { left: "start", right: "end", center: "middle" };
  const MIDDLE = 0.35; // of the size of letters: from the middle of a line to its base

  /** @param {number} value */
  const short = (value) => String(Math.round(value * 100) / 100);

  /** A text as it stands in XML, without what XML has no place for.
   * @param {string} text */
  const escaped = (text) =>
    text
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
      .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

  /** @param {string} tag
   * @param {Record<string, string | number | undefined>} attributes
   * @param {string} [inside] */
  function element(tag, attributes, inside) {
    const list = Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [` ${name}="${typeof value === "number" ? short(value) : escaped(value)}"`],
    );
    return `<${tag}${list.join("")}${inside === undefined ? "/>" : `>${inside}</${tag}>`}`;
  }

  /** @param {number | undefined} alpha */
  const faded = (alpha) => (alpha === undefined || alpha === 1 ? undefined : alpha);

  /** @implements {KG.Pen} */
  class SvgPen {
    constructor() {
      /** @type {string[]} */
      this.parts = [];
    }

    /** @param {number[][]} rings
     * @param {{x: number, y: number, scale: number}} at
     * @param {string} color */
    rings(rings, { x, y, scale }, color) {
      const d = rings.map((ring) => {
        const points = [];
        for (let at = 0; at < ring.length; at += 2)
          points.push(`${short(ring[at] * scale + x)},${short(ring[at + 1] * scale + y)}`);
        return `M${points.join(" ")}Z`;
      });
      this.parts.push(element("path", { d: d.join(""), fill: color, "fill-rule": "evenodd" }));
    }

    /** @param {number[]} flat
     * @param {KG.Stroke} stroke */
    lines(flat, { color, width, alpha }) {
      const d = [];
      for (let at = 0; at < flat.length; at += 4) {
        const [a, b, c, e] = flat.slice(at, at + 4).map(short);
        d.push(`M${a},${b}L${c},${e}`);
      }
      const style = { stroke: color, "stroke-width": width, "stroke-opacity": faded(alpha), fill: "none" };
      if (d.length) this.parts.push(element("path", { d: d.join(""), ...style }));
    }

    /** @param {number[]} flat
     * @param {string} color
     * @param {number} alpha */
    triangles(flat, color, alpha) {
      const d = [];
      for (let at = 0; at < flat.length; at += 6)
        d.push(
          `M${flat
            .slice(at, at + 6)
            .map(short)
            .join(" ")}Z`,
        );
      if (d.length) this.parts.push(element("path", { d: d.join(""), fill: color, "fill-opacity": faded(alpha) }));
    }

    /** @param {string} kind
     * @param {number[]} flat
     * @param {KG.SignStyle} style */
    signs(kind, flat, { fill, rim, rimWidth = 0, alpha }) {
      for (let at = 0; at < flat.length; at += 3) {
        const [x, y, size] = flat.slice(at, at + 3);
        const stroke = rim && { stroke: rim, "stroke-width": (2 * rimWidth) / size, "paint-order": "stroke" };
        const transform = `translate(${short(x)} ${short(y)}) scale(${short(size)})`;
        this.parts.push(element("path", { d: KINDS[kind].path, transform, fill, ...stroke, opacity: faded(alpha) }));
      }
    }

    /** @param {string[]} lines
     * @param {KG.Font} font
     * @param {KG.Box} box
     * @param {KG.TextStyle} style */
    text(lines, font, box, { color, rim, alpha }) {
      const { x, align } = KG.pen.anchorOf(box);
      const stroke = rim && { stroke: rim, "stroke-width": 3.5, "stroke-linejoin": "round", "paint-order": "stroke" };
      const style = {
        "text-anchor": ANCHORS[align],
        "font-family": FAMILY,
        "font-size": font.pixels,
        "font-weight": font.weight === 400 ? undefined : font.weight,
        "font-style": font.italic ? "italic" : undefined,
        fill: color,
        ...stroke,
        opacity: faded(alpha),
      };
      const rows = lines.map((line, i) => {
        const y = box.y + (i + 0.5) * font.pixels * LINE + MIDDLE * font.pixels;
        return element("tspan", { x, y }, escaped(line));
      });
      this.parts.push(element("text", style, rows.join(" ")));
    }

    /** @param {KG.Box} box
     * @param {string} color
     * @param {number} round */
    plate({ x, y, width, height }, color, round) {
      this.parts.push(element("rect", { x, y, width, height, rx: round || undefined, fill: color }));
    }

    /** The document.
     * @param {KG.Size} size
     * @param {string} title
     * @param {string} description */
    document({ width, height }, title, description) {
      const box = { width, height, viewBox: `0 0 ${short(width)} ${short(height)}`, role: "img" };
      const about = [element("title", {}, escaped(title)), element("desc", {}, escaped(description))];
      const inside = [...about, ...this.parts].join("\n");
      return `<?xml version="1.0" encoding="UTF-8"?>\n${element("svg", { xmlns: "http://www.w3.org/2000/svg", ...box }, `\n${inside}\n`)}\n`;
    }
  }

  KG.svg = { SvgPen };
})();
