"""What ``kg show``, ``compare``, ``map``, ``trends`` and ``stats`` show on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from kg import paper_ids
from kg.cli.terminal import Column, Screen, clean, many, place_and_year, source_of
from kg.names import key
from kg.query.words import in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import networkx as nx

    from kg.query.cards import ConceptCard, Entry, PaperCard, PaperEntry
    from kg.query.compare import Comparison
    from kg.query.maps import TaskMap
    from kg.query.stats import Stats
    from kg.query.trends import Trend, Trends

_BARS = "▁▂▃▄▅▆▇█"
_MOST_YEARS = 20  # that a line of bars shows, the last ones
_MOST_LISTED = 12  # years or venues that a list shows
_NAME, _HEAD = 36, 12  # columns that a method's and a benchmark's name may take in a table
_NO_BAR = "·"
_VERBS = {
    "introduces": ("introduces", "introduce"),
    "uses": ("uses", "use"),
    "addresses": ("addresses", "address"),
    "comparesWith": ("compares with", "compare with"),
    "evaluatesOn": ("evaluates on", "evaluate on"),
    "reports": ("reports", "report"),
    "mentions": ("mentions", "mention"),
}


def show_concept(screen: Screen, graph: nx.MultiDiGraph, card: ConceptCard, *, sentences: bool) -> None:
    """Show a concept's card.

    Args:
        screen: Where.
        graph: Where its papers are.
        card: The card.
        sentences: Whether the concepts on it are quoted one by one, not only listed.
    """
    screen.title(card.label, card.kind, *(f"also {kind}" for kind in card.other_types))
    if card.definition:
        screen.line(card.definition)
    screen.blank()
    papers = ", ".join(_does(link, count) for link, count in card.links.items())
    screen.facts(
        [
            ("also called", ", ".join(_other_names(card))),
            ("broader", _names(card.broader)),
            ("narrower", _names(card.narrower)),
            ("papers", f"{sum(card.links.values()):,}: {papers}" if papers else "none; it joins others"),
            ("years", _years(card.years)),
            *((group.heading, _names(group.entries, group.left)) for group in card.groups if not sentences),
        ]
    )
    for group in card.groups if sentences else ():
        screen.blank()
        screen.line(group.heading, style="dim")
        for entry in group.entries:
            screen.title(entry.label, many(entry.papers, "paper"), indent=2)
            if entry.sentence:
                screen.line(screen.quote(graph, entry.sentence), indent=4)
        if group.left:
            screen.line(f"and {group.left:,} more", style="dim", indent=2)
    _papers(screen, graph, card.papers, card.papers_left)


def _papers(screen: Screen, graph: nx.MultiDiGraph, papers: Sequence[PaperEntry], left: int) -> None:
    link = ""
    for paper in papers:
        if paper.link != link:
            link = paper.link
            screen.blank()
            screen.line(in_words(link), style="dim")
        if paper.sentence is None:
            screen.line(source_of(graph, paper.node, screen.width - 2), indent=2)
        else:
            screen.line(screen.quote(graph, paper.sentence, indent=2), indent=2)
    if left:
        screen.blank()
        screen.line(f"and {many(left, 'more paper', 'more papers')}", style="dim")


def show_paper(screen: Screen, graph: nx.MultiDiGraph, card: PaperCard, *, sentences: bool) -> None:
    """Show a paper's card; see :func:`show_concept`."""
    screen.title(card.label, "paper")
    if card.authors:
        screen.line(", ".join(card.authors))
    screen.blank()
    screen.facts(
        [
            ("id", card.paper),
            ("in", place_and_year(card.venue, card.year)),
            ("doi", card.doi),
            ("ids", ", ".join(paper_ids.shown(each) for each in card.ids if not each.startswith("doi:"))),
            ("url", card.url),
            ("keywords", ", ".join(card.keywords)),
            *((in_words(group.heading), _names(group.entries)) for group in card.groups),
        ]
    )
    if card.statements:
        screen.blank()
        screen.line("it says that", style="dim")
        for said in card.statements:
            screen.line(f"{said.head_label} — {in_words(said.relation)} — {said.tail_label}", indent=2)
            if sentences and said.sentence:
                screen.line(screen.quote(graph, said.sentence), indent=4)
    if card.abstract:
        screen.blank()
        screen.line(card.abstract)


def show_comparison(screen: Screen, graph: nx.MultiDiGraph, answer: Comparison) -> None:
    """Show two concepts side by side."""
    screen.title(f"{answer.first.label} and {answer.second.label}", many(answer.shared_papers, "paper") + " with both")
    screen.blank()
    screen.facts(
        [
            (
                clean(side.label),
                f"{side.kind}, {many(side.papers, 'paper')}" + (side.definition and f". {side.definition}"),
            )
            for side in (answer.first, answer.second)
        ]
    )
    names = "  in common", *(f"  only {clean(side.label)}" for side in (answer.first, answer.second))
    for aspect in answer.aspects:
        screen.blank()
        screen.line(aspect.heading, style="dim")
        columns = zip(names, (aspect.both, aspect.first, aspect.second), aspect.left, strict=True)
        screen.facts([(name, _names(entries, left)) for name, entries, left in columns], names=names)
    for verdict in answer.verdicts:
        screen.blank()
        sides = {side.node: side.label for side in (answer.first, answer.second)}
        said = f"{sides[verdict.winner]} is better" if verdict.winner else "compared"
        word = f"by the word of a paper that introduces {sides[verdict.party]}" if verdict.party else "by a third paper"
        screen.line(f"{said}, {word}")
        if verdict.sentence:
            screen.line(screen.quote(graph, verdict.sentence), indent=4)


def show_map(screen: Screen, answer: TaskMap) -> None:
    """Show the map of a task as a table, with as many benchmarks as there is room for."""
    screen.title(answer.label, many(answer.papers, "paper"))
    screen.blank()
    if answer.note:
        screen.line(answer.note)
        return
    room = _room(screen, answer)
    shown = answer.benchmarks[:room]
    columns = (
        Column("method", shrinks=True),
        Column("papers", right=True),
        *(Column(benchmark.label, right=True, shrinks=True) for benchmark in shown),
    )
    rows = [
        (
            method.label + (" *" if method.introduced else ""),
            f"{len(method.papers):,}",
            *(f"{count:,}" if count else "·" for count in counts[:room]),
        )
        for method, counts in zip(answer.methods, answer.counts(), strict=True)
    ]
    screen.table(columns, rows)
    screen.blank()
    if any(method.introduced for method in answer.methods):
        screen.line("* introduced by one of these papers", style="dim")
    left = [
        many(answer.methods_left, "method") if answer.methods_left else "",
        many(len(answer.benchmarks) - len(shown) + answer.benchmarks_left, "benchmark")
        if len(answer.benchmarks) > len(shown) or answer.benchmarks_left
        else "",
    ]
    if any(left):
        screen.line(f"not shown: {' and '.join(filter(None, left))}; --limit and --csv or --svg show more", style="dim")
    if not answer.benchmarks:
        screen.line("none of its papers evaluates on a benchmark that the graph knows", style="dim")


def _room(screen: Screen, answer: TaskMap) -> int:
    """How many benchmarks there is room for, each of them at most so many columns wide."""
    names = min(_NAME, max(len(method.label) for method in answer.methods) + 2)
    left = screen.width - names - len("  papers")
    for place, benchmark in enumerate(answer.benchmarks):
        left -= 2 + min(_HEAD, len(benchmark.label))
        if left < 0:
            return max(1, place)
    return len(answer.benchmarks)


def show_trends(screen: Screen, answer: Trends, *, named: bool) -> None:
    """Show concepts by year: those that rise, then those that fall, with bars for the shares of the years."""
    years = list(answer.years)
    if answer.note:
        screen.line(answer.note)
        return
    if len(years) == 1:
        screen.line(
            f"All {many(sum(answer.years.values()), 'dated paper')} are of {years[0]}; a trend takes two years."
        )
        screen.blank()
        _trend_table(screen, answer, sorted(answer.rows, key=lambda row: (-row.papers, row.node)))
        return
    screen.line(f"{many(sum(answer.years.values()), 'paper')} of {years[0]}–{years[-1]}, share of each year's papers")
    if named:
        screen.blank()
        _trend_table(screen, answer, answer.rows)
        return
    for heading, rows in (("rising", answer.rising), ("falling", answer.falling)):
        screen.blank()
        screen.title(heading)
        if rows:
            _trend_table(screen, answer, rows)
        else:
            screen.line("none", indent=2)


def _trend_table(screen: Screen, answer: Trends, rows: Iterable[Trend]) -> None:
    years = list(answer.years)[-_MOST_YEARS:]
    single = len(answer.years) == 1
    columns = (
        Column("concept", shrinks=True),
        Column("type"),
        Column("papers", right=True),
        Column("" if single else f"{years[0]}–{years[-1]}"),
        Column(str(years[-1]), right=True),
        Column("" if single else "score", right=True),
    )
    cells = [
        (
            row.label,
            row.kind,
            f"{row.papers:,}",
            "" if single else bars(row.shares[-_MOST_YEARS:]),
            f"{row.shares[-1]:.1%}",
            "" if single else f"{row.score:+.1f}",
        )
        for row in rows
    ]
    screen.table(columns, cells)


def bars(shares: Sequence[float]) -> str:
    """Draw numbers as a line of bars; one that is nothing is a dot.

    >>> bars([0, 0.1, 0.2])
    '·▅█'
    """
    highest = max(shares, default=0.0)
    return "".join(_BARS[round((len(_BARS) - 1) * share / highest)] if share else _NO_BAR for share in shares)


def show_stats(screen: Screen, answer: Stats) -> None:
    """Show what a graph holds."""
    bare = f", {answer.without_concepts:,} without concepts" if answer.without_concepts else ""
    screen.facts(
        [
            ("papers", f"{answer.papers:,}{bare}"),
            ("years", _years(answer.years)),
            ("venues", _counts(answer.venues)),
            ("concepts", _total(answer.concepts)),
            ("in several papers", _total(answer.shared)),
            ("links", _total({in_words(link): count for link, count in answer.links.items()})),
            ("relations", _total({in_words(relation): count for relation, count in answer.relations.items()})),
        ]
    )
    if any(answer.most.values()):
        screen.blank()
        screen.line("most papers", style="dim")
    most = ((kind, ", ".join(f"{label} ({count:,})" for label, count in pairs)) for kind, pairs in answer.most.items())
    screen.facts([(f"  {kind}", names) for kind, names in most])


def _names(entries: Sequence[Entry], left: int = 0) -> Text:
    """Names in a line, each with its number of papers where that is more than one."""
    text = Text()
    for place, entry in enumerate(entries):
        text.append(", " if place else "")
        text.append(clean(entry.label))
        text.append(f" ({entry.papers:,})" if entry.papers > 1 else "", "dim")
    text.append(f" and {left:,} more" if left else "", "dim")
    return text


def _years(years: Mapping[int, int]) -> str:
    last = dict(list(years.items())[-_MOST_LISTED:])
    before = sum(years.values()) - sum(last.values())
    earlier = f"before {next(iter(last))}: {before:,}, " if before else ""
    return earlier + ", ".join(f"{year}: {count:,}" for year, count in last.items())


def _total(counts: Mapping[str, int]) -> str:
    total = sum(counts.values())
    return f"{total:,}: {_counts(counts)}" if total else "0"


def _does(link: str, papers: int) -> str:
    """Say how many papers do what with a concept.

    >>> _does("comparesWith", 2), _does("introduces", 1)
    ('2 compare with it', '1 introduces it')
    """
    one, several = _VERBS.get(link, (link, link))
    return f"{papers:,} {one if papers == 1 else several} it"


def _other_names(card: ConceptCard) -> list[str]:
    """The other names of a concept, one of each spelling."""
    names = {key(name): name for name in reversed([card.label, *card.aliases])}
    return [name for name in card.aliases if names[key(name)] == name]


def _counts(counts: Mapping[str, int]) -> str:
    shown = list(counts.items())[:_MOST_LISTED]
    more = f", {len(counts) - len(shown):,} more" if len(counts) > len(shown) else ""
    return ", ".join(f"{count:,} {name}" for name, count in shown) + more
