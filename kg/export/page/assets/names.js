/** When two spellings are one name, and which spellings of a name are worth showing. */
(function () {
  "use strict";

  const GREEK = new Map(
    Object.entries({
      α: "alpha",
      β: "beta",
      γ: "gamma",
      δ: "delta",
      ε: "epsilon",
      ζ: "zeta",
      η: "eta",
      θ: "theta",
      ι: "iota",
      κ: "kappa",
      λ: "lambda",
      μ: "mu",
      ν: "nu",
      ξ: "xi",
      ο: "omicron",
      π: "pi",
      ρ: "rho",
      σ: "sigma",
      ς: "sigma",
      τ: "tau",
      υ: "upsilon",
      φ: "phi",
      χ: "chi",
      ψ: "psi",
      ω: "omega",
    }),
  );

  /** Case, accents, hyphens and runs of blanks aside.
   * @param {string} text */
  function fold(text) {
    const plain = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");
    return plain
      .toLowerCase()
      .replace(/[\s_/\u2010-\u2015-]+/g, " ")
      .trim();
  }

  /** What is left of a folded name in one word: Greek letters spelled out, no blanks and no punctuation but the signs
   * that tell C++ and C# from C.
   * @param {string} folded */
  const squeeze = (folded) =>
    folded.replace(/[α-ω]/g, (letter) => GREEK.get(letter) || letter).replace(/[^\p{L}\p{N}+#]/gu, "");

  /** A word without the ending of a plural.
   * @param {string} word folded */
  function singular(word) {
    if (word.length < 3 || !/[^sui']s$/.test(word)) return word;
    if (/[^aeiou]ies$/.test(word) && word.length > 4) return word.slice(0, -3) + "y";
    return word.replace(/(?<=x|z|ch|sh|ss)es$|s$/, "");
  }

  /** The key of a name: the same for spellings that differ in case, hyphens, punctuation or number.
   * @param {string} name */
  function nameKey(name) {
    const folded = fold(name);
    return squeeze(folded.split(" ").map(singular).join(" ")) || folded || name;
  }

  /** Other names of what has a label, one spelling each: the one most often met, else the shortest.
   * @param {string} label
   * @param {string[]} aliases
   * @param {Map<string, number>} counts how often each spelling is met
   * @returns {string[]} names met more often first */
  function otherNames(label, aliases, counts) {
    const count = (/** @type {string} */ name) => counts.get(name) || 0;
    /** @type {Map<string, {name: string, total: number}>} */
    const groups = new Map();
    const own = nameKey(label);
    for (const name of [...aliases].sort((a, b) => count(b) - count(a) || a.length - b.length)) {
      const key = nameKey(name);
      const group = groups.get(key);
      if (group) group.total += count(name);
      else if (key !== own) groups.set(key, { name, total: count(name) });
    }
    return [...groups.values()].sort((a, b) => b.total - a.total).map(({ name }) => name);
  }

  KG.names = { fold, squeeze, otherNames };
})();
