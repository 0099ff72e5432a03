/** The one state of the page: what is looked at, and how. It stands in the address, so that back, forward, bookmarks and
 * links to it are the browser's own: `#concept/adam?depth=2&hide=Metric`. */
(function () {
  "use strict";

  const MOST = 500; // entries of a list that an address is believed to mean
  const PAUSE = 250; // milliseconds between two writings of the address while something is dragged

  /** @type {KG.Filters} */
  const ALL = freeze({ kinds: [], types: [], years: null, venues: [], papers: 1 });
  /** @type {KG.State} */
  const EMPTY = freeze({
    view: "map",
    focus: null,
    depth: 1,
    expanded: [],
    collapsed: [],
    pinned: [],
    path: null,
    edge: null,
    filters: ALL,
    list: "nodes",
    sort: "",
  });
  /** What belongs to a picture and goes with it when another node is opened; what is pinned stays. */
  const PICTURE = freeze({ expanded: [], collapsed: [], path: null, edge: null });

  /** @template T
   * @param {T} value
   * @returns {T} */
  function freeze(value) {
    if (value && typeof value === "object" && !Object.isFrozen(value))
      Object.values(Object.freeze(value)).forEach(freeze);
    return value;
  }

  /** A text as a value in the address: readable where that is safe.
   * @param {string} text */
  const escaped = (text) =>
    encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))
      .replace(/%20/g, "+")
      .replace(/%2F/g, "/");

  /** @param {string} text
   * @returns {string} as it stands where it is not well escaped */
  function unescaped(text) {
    try {
      return decodeURIComponent(text.replace(/\+/g, " "));
    } catch {
      return text;
    }
  }

  /** Keys are safe in addresses as they are; what is no key must not become two.
   * @param {string} key */
  const plain = (key) => key.replace(/[?&,@#\s]/g, encodeURIComponent);

  /** @param {string} text
   * @returns {string[]} */
  const list = (text) => text.split(",").filter(Boolean).slice(0, MOST);

  /** @param {string} text
   * @returns {string[]} */
  const distinct = (text) => [...new Set(list(text))];

  /** @param {string} text
   * @param {number} least
   * @param {number} most */
  const integer = (text, least, most) => Math.max(least, Math.min(most, Math.trunc(Number(text)) || least));

  /** @param {string} text
   * @returns {[string, string] | null} */
  function pair(text) {
    const keys = text.split(",");
    return keys.length === 2 && keys[0] && keys[1] ? [keys[0], keys[1]] : null;
  }

  /** How each part of the state is written; a part that is as at first is not.
   * @type {Record<string, {write: (state: KG.State) => string, read: (text: string) => Partial<KG.State> | {filters: Partial<KG.Filters>}}>} */
  const PARTS = {
    view: {
      write: ({ view }) => (view === "map" ? "" : view),
      read: (text) => ({ view: text === "table" ? "table" : "map" }),
    },
    depth: {
      write: ({ depth }) => (depth === 1 ? "" : String(depth)),
      read: (text) => ({ depth: /** @type {1 | 2 | 3} */ (integer(text, 1, 3)) }),
    },
    open: {
      write: ({ expanded }) => expanded.map(plain).join(","),
      read: (text) => ({ expanded: list(text) }), // twice is further
    },
    shut: {
      write: ({ collapsed }) => collapsed.map(plain).join(","),
      read: (text) => ({ collapsed: distinct(text) }),
    },
    pin: {
      write: ({ pinned }) => pinned.map(({ key, x, y }) => `${plain(key)}@${Math.round(x)}@${Math.round(y)}`).join(","),
      read: (text) => ({ pinned: distinct(text).flatMap(pinOf) }),
    },
    path: {
      write: ({ path }) => (path ? path.map(plain).join(",") : ""),
      read: (text) => ({ path: pair(text) }),
    },
    edge: {
      write: ({ edge }) => (edge ? edge.map(plain).join(",") : ""),
      read: (text) => ({ edge: pair(text) }),
    },
    hide: {
      write: ({ filters }) => filters.kinds.map(escaped).join(","),
      read: (text) => ({ filters: { kinds: distinct(text).map(unescaped) } }),
    },
    without: {
      write: ({ filters }) => filters.types.map(escaped).join(","),
      read: (text) => ({ filters: { types: distinct(text).map(unescaped) } }),
    },
    years: {
      write: ({ filters: { years } }) => (years ? years.map((year) => year ?? "").join("-") : ""),
      read: (text) => ({ filters: { years: yearsOf(text) } }),
    },
    venues: {
      write: ({ filters }) => filters.venues.map(escaped).join(","),
      read: (text) => ({ filters: { venues: distinct(text).map(unescaped) } }),
    },
    papers: {
      write: ({ filters }) => (filters.papers > 1 ? String(filters.papers) : ""),
      read: (text) => ({ filters: { papers: integer(text, 1, 1e9) } }),
    },
    list: {
      write: ({ list }) => (list === "nodes" ? "" : list),
      read: (text) => ({ list: text === "lines" ? "lines" : "nodes" }),
    },
    sort: {
      write: ({ sort }) => escaped(sort),
      read: (text) => ({ sort: unescaped(text) }),
    },
  };

  /** @param {string} text
   * @returns {KG.Pin[]} none where it is no pin */
  function pinOf(text) {
    const [key, x, y] = text.split("@");
    const place = { x: Math.round(Number(x)) || 0, y: Math.round(Number(y)) || 0 };
    return key && y !== undefined && Math.abs(place.x) < 1e6 && Math.abs(place.y) < 1e6 ? [{ key, ...place }] : [];
  }

  /** @param {string} text
   * @returns {[number | null, number | null] | null} */
  function yearsOf(text) {
    const [, first, last] = /^(\d{0,4})-(\d{0,4})$/.exec(text) || [];
    if (!first && !last) return null;
    return [first ? Number(first) : null, last ? Number(last) : null];
  }

  /** The state that an address means; what it does not say is as at first, what nobody knows is left out.
   * @param {string} hash with or without its `#`
   * @returns {KG.State} */
  function parse(hash) {
    const [focus, ...rest] = hash.replace(/^#/, "").split("?");
    /** @type {KG.State} */
    let state = { ...EMPTY, focus: focus || null };
    for (const part of rest.join("?").split("&")) {
      const at = part.indexOf("=");
      const name = part.slice(0, Math.max(0, at));
      if (!Object.hasOwn(PARTS, name)) continue;
      const { filters, ...change } = PARTS[name].read(part.slice(at + 1));
      state = { ...state, ...change, filters: { ...state.filters, ...filters } };
    }
    return freeze(state);
  }

  /** The address of a state, without the `#`.
   * @param {KG.State} state */
  function format(state) {
    const parts = Object.entries(PARTS).flatMap(([name, { write }]) => {
      const text = write(state);
      return text ? [`${name}=${text}`] : [];
    });
    return (state.focus || "").replace(/[?#]/g, encodeURIComponent) + (parts.length ? "?" + parts.join("&") : "");
  }

  /** Holds the state, tells those who asked, and keeps it and the address the same. */
  class Store {
    /** @param {string} [start] the node to begin with where the address names none */
    constructor(start = "") {
      this.state = parse(location.hash);
      /** @type {((state: KG.State, before: KG.State) => void)[]} */
      this.subscribers = [];
      this.timer = 0;
      // In the address, so that the way back to the overview is the same as from any other node.
      if (start && !location.hash) {
        this.state = freeze({ ...this.state, focus: start });
        this.write(true);
      }
      // Back and forward are told by the one event, an address that is typed by the other, most by both.
      for (const event of ["popstate", "hashchange"]) addEventListener(event, () => this.read());
    }

    /** The state now. It is never changed, only replaced: what is `===` is the same.
     * @returns {KG.State} */
    get() {
      return this.state;
    }

    /** Change parts of the state.
     * @param {Partial<KG.State>} change
     * @param {{replace?: boolean}} [options] `replace` makes no new entry in the browser's history: for what is dragged
     *     or typed */
    set(change, { replace = false } = {}) {
      const next = freeze({ ...this.state, ...change });
      if (format(next) === format(this.state)) return;
      // What is still to be written belongs to the entry that is left.
      if (!replace && this.timer) this.write(true, this.state);
      this.become(next);
      if (!replace) this.write(false);
      else this.timer = this.timer || setTimeout(() => this.write(true), PAUSE);
    }

    /** Change parts of the filters.
     * @param {Partial<KG.Filters>} change
     * @param {{replace?: boolean}} [options] */
    filter(change, options) {
      this.set({ filters: { ...this.state.filters, ...change } }, options);
    }

    /** Open a node or a region, or with null the overview; filters and pins stay, what belongs to the picture goes.
     * @param {string | null} key */
    open(key) {
      this.set({ ...PICTURE, focus: key });
    }

    /** Follow a link within the page. One that names only a node opens it, as a click on the node does.
     * @param {string} hash */
    follow(hash) {
      if (hash.includes("?")) this.set(parse(hash));
      else this.open(hash.replace(/^#/, "") || null);
    }

    /** @param {(state: KG.State, before: KG.State) => void} subscriber called after each change
     * @returns {() => void} ends it */
    subscribe(subscriber) {
      this.subscribers.push(subscriber);
      return () => (this.subscribers = this.subscribers.filter((other) => other !== subscriber));
    }

    /** @param {KG.State} next */
    become(next) {
      const before = this.state;
      this.state = next;
      for (const subscriber of this.subscribers) subscriber(next, before);
    }

    /** Put the state into the address. A whole address, for in a frame of a notebook `#…` alone would be taken as one of
     * the notebook's.
     * @param {boolean} replace
     * @param {KG.State} [state] */
    write(replace, state = this.state) {
      clearTimeout(this.timer);
      this.timer = 0;
      const [page, hash] = location.href.split("#");
      const text = format(state);
      if (text === (hash || "")) return;
      history[replace ? "replaceState" : "pushState"](null, "", `${page}#${text}`);
    }

    /** Take the state from the address, where that has become another. */
    read() {
      const next = parse(location.hash);
      if (format(next) === format(this.state)) return;
      clearTimeout(this.timer);
      this.timer = 0;
      this.become(next);
    }
  }

  KG.state = { Store, parse, format, EMPTY, ALL };
})();
