/** What the file carries, as values: JSON in the clear, or where it is large compressed. */
(function () {
  "use strict";

  const { byId } = KG.dom;

  /** @param {string} id */
  const read = (id) => JSON.parse(byId(id).textContent || "null");

  /** @param {string} text in base64
   * @returns {Uint8Array<ArrayBuffer>} */
  function bytesOf(text) {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  }

  /** @param {Uint8Array<ArrayBuffer>} bytes
   * @returns {Promise<any>} */
  async function inflate(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  }

  /** The whole graph: at once where it is in the clear, else a promise of it.
   * @returns {KG.Raw | Promise<KG.Raw>} */
  function wholeGraph() {
    const element = byId("kg-data");
    if (element.dataset.encoding !== "gzip") return read("kg-data");
    return inflate(bytesOf((element.textContent || "").trim())).then((raw) => {
      element.textContent = ""; // the tab need not hold it twice
      return raw;
    });
  }

  KG.load = { read, wholeGraph };
})();
