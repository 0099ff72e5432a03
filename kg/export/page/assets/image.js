/** The picture as a file: PNG at twice the screen's points, or SVG; with a title, the legend and what is left out. */
(function () {
  "use strict";

  const { KINDS, counted } = KG.kinds;
  const { cut, widthOf, wrap } = KG.letters;
  const TWICE = 2;
  const SIDE = 20; // pixels left and right
  const TITLE = { pixels: 18, weight: 650 };
  const SMALL = { pixels: 12, weight: 400 };
  const HEAD = 44; // pixels of height of the title …
  const FOOT = 40; // … and of the legend
  const LINE = 16; // pixels of a line of the note

  /** Draw the picture as it is looked at, without what the pointer is on.
   * @param {KG.App} app
   * @param {(size: KG.Size) => KG.Pen} penFor
   * @returns {KG.Pen} */
  function draw(app, penFor) {
    const { canvas } = app;
    const sight = canvas.stage.sight();
    const note = wrap(notes(app), Math.max(20, Math.floor((sight.width - 2 * SIDE) / 6.4)), 3);
    const head = HEAD + LINE * note.length;
    const size = { width: sight.width, height: sight.height + head + FOOT };
    const pen = penFor(size);
    const { theme } = canvas;
    /** @type {KG.Picture} */
    const still = Object.create(canvas, {
      ...Object.fromEntries(["hovered", "focused", "lit", "edge", "motion"].map((name) => [name, { value: null }])),
    });
    // What was in the middle of the canvas is in the middle between title and legend.
    const y = sight.y + (FOOT - head) / 2 / sight.scale;
    pen.plate({ x: 0, y: 0, ...size }, theme.ground, 0);
    KG.paint.picture(pen, still, { ...sight, y, height: size.height }, canvas.placed);
    pen.plate({ x: 0, y: 0, width: size.width, height: head }, theme.ground, 0);
    pen.plate({ x: 0, y: size.height - FOOT, width: size.width, height: FOOT }, theme.ground, 0);
    const title = fitting(titleOf(app), TITLE, size.width - 2 * SIDE);
    pen.text([title], TITLE, { ...lineAt(12), width: size.width }, { color: theme.text });
    note.forEach((line, i) =>
      pen.text([line], SMALL, { ...lineAt(HEAD - 6 + LINE * i), width: size.width }, { color: theme["text-soft"] }),
    );
    legend(pen, canvas, size);
    return pen;
  }

  /** @param {number} y
   * @returns {{x: number, y: number, height: number, side: string}} */
  const lineAt = (y) => ({ x: SIDE, y, height: LINE, side: "right" });

  /** @param {KG.Pen} pen
   * @param {KG.Picture} picture
   * @param {KG.Size} size */
  function legend(pen, { theme, graph, nodes }, { width, height }) {
    const shown = new Set([...nodes.keys()].map((id) => graph.kind(id)));
    let x = SIDE;
    for (const [kind, { one }] of Object.entries(KINDS)) {
      const wide = 20 + widthOf(one, SMALL);
      if (!shown.has(kind) || x + wide > width - SIDE) continue;
      pen.signs(kind, [x + 6, height - FOOT / 2, 6], { fill: theme[kind] });
      const box = { x: x + 18, y: height - FOOT / 2 - 7.5, width: wide, height: LINE, side: "right" };
      pen.text([one], SMALL, box, { color: theme.text });
      x += wide + 18;
    }
  }

  /** @param {string} text
   * @param {KG.Font} font
   * @param {number} width */
  function fitting(text, font, width) {
    let longest = Math.min(120, text.length);
    while (longest > 8 && widthOf(cut(text, longest), font) > width) longest--;
    return cut(text, longest);
  }

  /** @param {KG.App} app */
  function titleOf({ heading, canvas, graph, store, region }) {
    const { focus } = canvas.scene;
    const { path } = store.get();
    if (focus !== null) return `${graph.label(focus)} – ${heading}`;
    const [a, b] = path ? path.map((key) => graph.find(key)) : [];
    if (a !== undefined && b !== undefined) return `From ${graph.label(a)} to ${graph.label(b)} – ${heading}`;
    const open = canvas.regions.length === 1 && store.get().focus === canvas.regions[0].key ? canvas.regions[0] : null;
    return open ? `${open.label} – ${heading}` : heading;
  }

  /** @param {KG.App} app */
  function notes({ canvas, graph, filter }) {
    const facts = `${counted(graph.paperCount, "paper")}, ${counted(graph.size - graph.paperCount, "concept")}.`;
    return [canvas.scene.note, filter.sentence, `From ${facts}`].filter(Boolean).join(" ");
  }

  /** @param {KG.App} app
   * @returns {string} */
  function svg(app) {
    const made = new KG.svg.SvgPen();
    let size = { width: 0, height: 0 };
    draw(app, (asked) => {
      size = asked;
      return made;
    });
    return made.document(size, titleOf(app), notes(app));
  }

  /** @param {KG.App} app
   * @returns {Promise<Blob>} */
  function png(app) {
    const canvas = document.createElement("canvas");
    draw(app, ({ width, height }) => {
      [canvas.width, canvas.height] = [TWICE * width, TWICE * height];
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      context.scale(TWICE, TWICE);
      return new KG.pen.CanvasPen(context);
    });
    return new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large for a PNG")))),
    );
  }

  /** The name of a file of what is shown.
   * @param {KG.App} app
   * @param {string} ending */
  const name = (app, ending) => KG.dom.fileName(titleOf(app), ending);

  /** @param {KG.App} app
   * @param {"png" | "svg"} format */
  async function save(app, format) {
    const blob = format === "png" ? await png(app) : new Blob([svg(app)], { type: "image/svg+xml" });
    KG.dom.download(blob, name(app, format));
  }

  KG.image = { svg, png, name, save };
})();
