/** Finding words that are nearly what was typed. */
(function () {
  "use strict";

  const SHORT = 4; // letters from which one wrong letter is forgiven
  const LONG = 8; // and from which two are

  /** How many wrong letters are forgiven in a word.
   * @param {string} word */
  const allowance = (word) => (word.length >= LONG ? 2 : word.length >= SHORT ? 1 : 0);

  /** Which of 32 groups of letters a word has, as bits.
   * @param {string} word */
  function letters(word) {
    let bits = 0;
    for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) % 32);
    return bits;
  }

  /** @param {number} bits */
  function ones(bits) {
    let count = 0;
    for (let rest = bits; rest; rest &= rest - 1) count++;
    return count;
  }

  /** The least number of letters to add, drop, change, or swap with their neighbour that turn a query into a word or the
   * beginning of one (optimal string alignment), or Infinity where it is more than allowed.
   * @param {string} query
   * @param {string} word
   * @param {number} most */
  function distance(query, word, most) {
    const width = Math.min(word.length, query.length + most);
    if (width < query.length - most) return Infinity;
    let [last, before] = [Array.from({ length: width + 1 }, (_, j) => j), /** @type {number[]} */ ([])];
    for (let i = 1; i <= query.length; i++) {
      const row = [i];
      let least = i;
      for (let j = 1; j <= width; j++) {
        const change = Number(query[i - 1] !== word[j - 1]);
        let best = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + change);
        if (i > 1 && j > 1 && query[i - 1] === word[j - 2] && query[i - 2] === word[j - 1])
          best = Math.min(best, before[j - 2] + 1);
        row.push(best);
        least = Math.min(least, best);
      }
      if (least > most) return Infinity;
      [before, last] = [last, row];
    }
    const best = Math.min(...last);
    return best <= most ? best : Infinity;
  }

  /** @param {string} name folded */
  const wordsOf = (name) => name.split(/[^\p{L}\p{N}+#]+/u).filter(Boolean);

  /** How many letters of a query are wrong for a word that is to begin with it, or Infinity where that is too many.
   * @param {string} query
   * @param {string} word */
  function wrongIn(query, word) {
    const most = allowance(query);
    if (word.startsWith(query)) return 0;
    return most ? distance(query, word, most) : Infinity;
  }

  /** The same for all words of a query and the words of a name that each is nearest to.
   * @param {string[]} query
   * @param {string} name folded */
  const wrongInName = (query, name) =>
    query.reduce((sum, word) => sum + Math.min(Infinity, ...wordsOf(name).map((other) => wrongIn(word, other))), 0);

  /** The words of names, each with the places that have it. */
  class Words {
    constructor() {
      /** @type {Map<string, number[]>} */
      this.places = new Map();
      /** @type {{word: string, bits: number, places: number[]}[] | null} */
      this.all = null;
    }

    /** @param {string} name folded
     * @param {number} place not less than those before */
    add(name, place) {
      for (const word of wordsOf(name)) {
        const places = this.places.get(word);
        if (!places) this.places.set(word, [place]);
        else if (places[places.length - 1] !== place) places.push(place);
      }
    }

    /** Places that have, for each word of a query, one that is nearly it or begins nearly so.
     * @param {string[]} query folded words
     * @returns {[number, number][]} places and how many letters are wrong, the fewest first */
    near(query) {
      this.all = this.all || [...this.places].map(([word, places]) => ({ word, places, bits: letters(word) }));
      /** @type {Map<number, number> | null} */
      let found = null;
      for (const word of query) {
        const here = this.nearWord(word);
        /** @type {Map<number, number>} */
        const both = new Map();
        for (const [place, wrong] of here) {
          const sum = found ? found.get(place) : 0;
          if (sum !== undefined) both.set(place, sum + wrong);
        }
        found = both;
      }
      return [...(found || [])].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    }

    /** @param {string} query
     * @returns {Map<number, number>} */
    nearWord(query) {
      const most = allowance(query);
      const bits = letters(query);
      /** @type {Map<number, number>} */
      const found = new Map();
      for (const entry of this.all || []) {
        if (ones(bits & ~entry.bits) > most) continue;
        const wrong = wrongIn(query, entry.word);
        if (wrong === Infinity) continue;
        for (const place of entry.places) found.set(place, Math.min(wrong, found.get(place) ?? Infinity));
      }
      return found;
    }
  }

  KG.typos = { Words, distance, wordsOf, wrongInName };
})();
