/** The menu that takes what is shown out of the page: as a picture, as tables, as linked data, as a link. */
(function () {
  "use strict";

  const { h, byId, download, fileName } = KG.dom;

  /** @implements {KG.View} */
  class Share {
    /** @param {KG.App} app */
    constructor(app) {
      this.app = app;
      this.menu = byId("share");
      this.status = byId("shared");
      const offers = [
        this.offer("Picture (PNG)", () => KG.image.save(app, "png")),
        this.offer("Picture (SVG)", () => KG.image.save(app, "svg")),
        this.offer("Nodes (CSV)", () => this.save("nodes.csv", KG.csv.nodes, "text/csv")),
        this.offer("Connections (CSV)", () => this.save("connections.csv", KG.csv.lines, "text/csv")),
        this.offer("Linked data (JSON-LD)", () => this.save("jsonld", KG.jsonld.jsonld, "application/ld+json")),
        this.offer("Print", () => print()),
      ];
      // In the frame of a notebook the page has no address of its own.
      if (location.protocol !== "about:") offers.unshift(this.offer("Copy a link to this view", () => this.copy()));
      this.menu.prepend(h("ul", { role: "list" }, ...offers.map((offer) => h("li", {}, offer))));
      this.menu.addEventListener("toggle", (event) => {
        const open = /** @type {ToggleEvent} */ (event).newState === "open";
        byId("open-share").setAttribute("aria-expanded", String(open));
        this.status.textContent = "";
        byId("link-box").hidden = true;
        if (open) this.menu.querySelector("button")?.focus();
      });
    }

    /** What is saved is what is shown when it is. */
    render() {}

    /** @param {string} text
     * @param {() => unknown} act */
    offer(text, act) {
      const run = async () => {
        this.status.textContent = "";
        try {
          await act();
        } catch (error) {
          this.status.textContent = "That did not work: " + (error instanceof Error ? error.message : String(error));
          throw error;
        }
      };
      return h("button", { type: "button", onclick: run }, text);
    }

    /** @param {string} ending
     * @param {(app: KG.App, scene: KG.Scene) => string} make
     * @param {string} type */
    save(ending, make, type) {
      const text = make(this.app, KG.table.sceneOf(this.app));
      download(new Blob([text], { type: type + ";charset=utf-8" }), fileName(document.title, ending));
      this.status.textContent = "Saved.";
    }

    async copy() {
      const link = location.href;
      try {
        await navigator.clipboard.writeText(link);
        this.status.textContent = "The link is copied.";
      } catch {
        // A browser may forbid it; then the link is there to be copied by hand.
        const box = /** @type {HTMLInputElement} */ (byId("link-box"));
        box.hidden = false;
        box.value = link;
        box.focus();
        box.select();
        this.status.textContent = "Here is the link to copy.";
      }
    }
  }

  KG.share = { Share };
})();
