/** Elements are made here and nowhere else: texts become text nodes, never markup. */
(function () {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";

  /**
   * @param {string} tag
   * @param {Record<string, any>} [properties] attributes; `onclick` and the like take functions
   * @param {...(KG.Child | KG.Child[])} children
   * @returns {HTMLElement}
   */
  function h(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (typeof value === "function") element.addEventListener(name.slice(2), value);
      else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, String(value));
    }
    for (const child of children.flat()) if (child) element.append(child);
    return element;
  }

  /** The sign of a kind, as in the picture.
   * @param {string} kind */
  function icon(kind) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "-1.4 -1.4 2.8 2.8");
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", KG.kinds.KINDS[kind].path);
    path.style.fill = KG.kinds.color(kind);
    svg.append(path);
    return svg;
  }

  /** A link that leaves the page, or null where the address is not one of the web.
   * @param {string} address
   * @param {string} text */
  function webLink(address, text) {
    if (!/^https?:\/\//i.test(address)) return null;
    return h("a", { href: address, target: "_blank", rel: "noopener noreferrer", class: "out" }, text);
  }

  /** @param {string} id */
  function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no element #${id}`);
    return element;
  }

  /** Give the focus to the first thing in an element that takes it.
   * @param {Element | undefined} element */
  function focusFirst(element) {
    const first = element?.querySelector("a[href], button, input, select, summary");
    if (first instanceof HTMLElement) first.focus();
  }

  /** Give the reader a file.
   * @param {Blob} blob
   * @param {string} name */
  function download(blob, name) {
    const address = URL.createObjectURL(blob);
    const link = /** @type {HTMLAnchorElement} */ (h("a", { href: address, download: name }));
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  }

  /** What is shown, as the name of a file on any system.
   * @param {string} title
   * @param {string} ending */
  function fileName(title, ending) {
    const plain = title
      .normalize("NFC")
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, "");
    const name = [...plain].slice(0, 60).join("") || "graph";
    // Windows keeps some names for devices.
    return (/^(con|prn|aux|nul|(com|lpt)[\d¹²³])$/i.test(name) ? `${name}-graph` : name) + `.${ending}`;
  }

  KG.dom = { h, icon, webLink, byId, focusFirst, download, fileName };
})();
