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

  KG.dom = { h, icon, webLink, byId };
})();
