/** How many papers a concept has in each year: a list whose entries are drawn as bars. */
(function () {
  "use strict";

  const { h } = KG.dom;
  const { counted, grouped } = KG.kinds;
  const MOST = 40; // bars
  const FEW = 12; // bars that have room for their numbers

  /** The years from the first to the last, those without papers too; of more than there is room for, the last ones that
   * have papers.
   * @param {Map<number, number>} counts in the order of years
   * @returns {[number, number][]} years and counts */
  function barsOf(counts) {
    const years = [...counts.keys()];
    const [first, last] = [years[0], years[years.length - 1]];
    if (last - first >= MOST) return [...counts].slice(-MOST);
    return Array.from({ length: last - first + 1 }, (_, i) => [first + i, counts.get(first + i) || 0]);
  }

  /** @param {Map<number, number>} counts papers by year, in the order of years
   * @param {string} color
   * @returns {HTMLElement | null} nothing where there are not two years to compare */
  function yearChart(counts, color) {
    if (counts.size < 2) return null;
    const bars = barsOf(counts);
    const most = Math.max(...bars.map(([, count]) => count));
    const items = bars.map(([year, count], i) => {
      const style = `--share: ${((100 * count) / most).toFixed(1)}%`;
      const named = i === 0 || i === bars.length - 1 || bars.length <= FEW;
      return h(
        "li",
        { title: `${year}: ${counted(count, "paper")}` },
        h("span", { class: "unseen" }, `${year}: ${counted(count, "paper")}`),
        h("span", { class: "bar-value", "aria-hidden": "true" }, bars.length <= FEW && count ? grouped(count) : ""),
        h("span", { class: "bar-rod", style }),
        h("span", { class: "bar-year", "aria-hidden": "true" }, named ? String(year) : ""),
      );
    });
    return h(
      "figure",
      { class: "chart", style: `--kind: ${color}` },
      h("figcaption", {}, "Papers by year"),
      h("ol", { role: "list", class: bars.length > FEW && "many" }, ...items),
    );
  }

  KG.chart = { yearChart };
})();
