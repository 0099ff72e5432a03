"""What ``kg search``, ``near``, ``related`` and ``path`` show on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from kg.cli.terminal import Column, Screen, clean, many
from kg.query.filters import SHARES_PAPERS
from kg.query.words import in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    import networkx as nx

    from kg.query.evidence import Sentence
    from kg.query.index import Hit
    from kg.query.neighbourhood import Neighbour, Neighbourhood
    from kg.query.paths import Paths
    from kg.query.related import RelatedConcepts
    from kg.query.ways import Way

_NAME = 60  # letters of what was asked for that are repeated


def way_in_words(ways: Sequence[Way]) -> str:
    """Say how two nodes are linked; that they share papers only where nothing more is said."""
    return ", ".join(way.text for way in ways if way.relation != SHARES_PAPERS) or in_words(SHARES_PAPERS)


def years_in_words(years: tuple[int, int] | None) -> str:
    """Give a span of years.

    >>> years_in_words((2024, 2025)), years_in_words((2025, 2025))
    ('2024–2025', '2025')
    """
    if years is None:
        return ""
    first, last = years
    return str(first) if first == last else f"{first}–{last}"


def show_hits(screen: Screen, name: str, hits: Sequence[Hit], *, kinds: Sequence[str]) -> None:
    """Show what a search for a name found, among nodes of some kinds if any are given."""
    if not hits:
        what = f"no {' or '.join(kinds)}" if kinds else "nothing"
        screen.line(f"{what} goes by a name like {name[:_NAME]!r}")
        return
    columns = (
        Column("", right=True),
        Column("name", shrinks=True),
        Column("type"),
        Column("papers", right=True),
        Column("matched", shrinks=True),
    )
    rows = []
    for place, hit in enumerate(hits, 1):
        found = "" if hit.matched == hit.label else hit.matched
        papers = "" if hit.kind == "paper" else f"{hit.papers:,}"
        rows.append((str(place), hit.label, hit.kind, papers, found))
    screen.table(columns, rows)


def show_neighbourhood(screen: Screen, graph: nx.MultiDiGraph, answer: Neighbourhood, *, sentences: int) -> None:
    """Show a neighbourhood, hop by hop."""
    definition = graph.nodes[answer.centre].get("definition")
    screen.title(answer.label, answer.kind)
    if definition:
        screen.line(definition, style="dim")
    if answer.under:
        labels = [graph.nodes[node]["label"] for node in answer.under]
        screen.line(f"with {', '.join(labels[:5])}" + (f" and {len(labels) - 5} more" * (len(labels) > 5)), style="dim")
    if answer.note:
        screen.blank()
        screen.line(answer.note)
    for depth, total in enumerate(answer.total, 1):
        rows = [row for row in answer.rows if row.depth == depth]
        screen.blank()
        if len(answer.total) > 1:
            screen.title(f"hop {depth}", _how_many(len(rows), total))
        _hop(screen, graph, rows, sentences, through=depth > 1)
        if len(answer.total) == 1 and total > len(rows):
            screen.line(f"{_how_many(len(rows), total)}; --limit shows more", style="dim")


def _how_many(shown: int, total: int) -> str:
    return many(total, "concept") if shown == total else f"{shown:,} of {many(total, 'concept')}"


def _hop(screen: Screen, graph: nx.MultiDiGraph, rows: Sequence[Neighbour], sentences: int, *, through: bool) -> None:
    columns = (
        Column("", right=True),
        Column("concept", shrinks=True),
        Column("type"),
        Column("papers", right=True),
        Column("years"),
        Column("through", shrinks=True),
        Column("linked", shrinks=True),
    )
    cells = [
        (
            str(place),
            row.label,
            row.kind,
            f"{len(row.papers):,}",
            years_in_words(row.years),
            graph.nodes[row.via]["label"] if through else "",
            way_in_words(row.ways),
        )
        for place, row in enumerate(rows, 1)
    ]
    screen.table(columns, cells, [_quotes(screen, graph, row.sentences[:sentences]) for row in rows])


def _quotes(screen: Screen, graph: nx.MultiDiGraph, sentences: Sequence[Sentence]) -> list[Text]:
    return [screen.quote(graph, sentence) for sentence in sentences]


def show_related(screen: Screen, graph: nx.MultiDiGraph, answer: RelatedConcepts, *, sentences: int) -> None:
    """Show related concepts, each with why."""
    screen.title(answer.label, answer.kind)
    screen.blank()
    if not answer.rows:
        screen.line(answer.note)
        return
    columns = (
        Column("", right=True),
        Column("concept", shrinks=True),
        Column("type"),
        Column("papers", right=True),
        Column("shared", right=True),
        Column("score", right=True),
    )
    cells = [
        (str(place), row.label, row.kind, f"{row.papers:,}", f"{row.shared:,}", f"{row.score:.3g}")
        for place, row in enumerate(answer.rows, 1)
    ]
    notes = [[Text(clean(row.why), "dim"), *_quotes(screen, graph, row.sentences[:sentences])] for row in answer.rows]
    screen.table(columns, cells, notes)


def show_paths(screen: Screen, graph: nx.MultiDiGraph, answer: Paths, *, sentences: int) -> None:
    """Show the paths between two concepts, step by step."""
    screen.title(f"{answer.source_label} … {answer.target_label}")
    if not answer.paths:
        screen.blank()
        screen.line(answer.note)
    for place, path in enumerate(answer.paths, 1):
        screen.blank()
        screen.title(f"{place}. " + " — ".join(path.labels))
        for step in path.steps:
            speak = f"; {many(len(step.papers), 'paper')}" if step.papers else ""
            screen.line(f"{step.source_label} — {step.target_label}: {way_in_words(step.ways)}{speak}", indent=3)
            for sentence in step.sentences[:sentences]:
                screen.line(screen.quote(graph, sentence, indent=6), indent=6)
