"""Concepts by year: what rises and what falls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kg.query.filters import Filter, at_least_none
from kg.query.links import count_years
from kg.query.result import Answer, Tabular
from kg.query.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kg.query import KnowledgeGraph
    from kg.query.incidence import Floats, Incidence, Ints
    from kg.query.tables import Cell

MIN_PAPERS = 3
"""A concept of fewer papers has no trend to speak of."""

_ALL = Filter(min_papers=MIN_PAPERS)


@dataclass(frozen=True, slots=True)
class Trend(Answer):
    """A concept through the years.

    Attributes:
        node: The concept.
        label: Its name.
        kind: Its type.
        papers: How many papers have it.
        counts: How many of each year's papers have it, a number for each of :attr:`Trends.years`.
        shares: The same as shares of the year's papers.
        score: How surely its share rises (above 0) or falls (below 0), in standard deviations; see :func:`trend_score`.
    """

    node: str
    label: str
    kind: str
    papers: int
    counts: tuple[int, ...]
    shares: tuple[float, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Trends(Tabular):
    """Concepts through the years.

    Attributes:
        years: The years that have papers, in order, each with their number.
        undated: How many papers have no year.
        rows: The concepts, the one that rises most surely first, the one that falls most surely last.
        note: Where there are none, why; else "".
    """

    years: Mapping[int, int]
    undated: int
    rows: tuple[Trend, ...]
    note: str = ""

    @property
    def rising(self) -> tuple[Trend, ...]:
        """Those that rise, most surely first."""
        return tuple(row for row in self.rows if row.score > 0)

    @property
    def falling(self) -> tuple[Trend, ...]:
        """Those that fall, most surely first."""
        return tuple(row for row in reversed(self.rows) if row.score < 0)

    def table(self) -> Table:
        """A row a concept, a column a year."""
        columns = ("concept", "type", "papers", "score", *map(str, self.years), "node")
        rows: list[tuple[Cell, ...]] = [
            (row.label, row.kind, row.papers, row.score, *row.counts, row.node) for row in self.rows
        ]
        return Table(columns, tuple(rows))


def trends(
    graph: KnowledgeGraph,
    *,
    concepts: Mapping[str, Iterable[str]] | None = None,
    only: Filter = _ALL,
    limit: int = 20,
) -> Trends:
    """Rank concepts by how surely their share of the papers rises or falls.

    Args:
        graph: The graph.
        concepts: Only these, few papers or many, each with those narrower ones whose papers count as its own.
        only: Which papers count (by year and venue), and which concepts (by type and number of dated papers).
        limit: At most so many: half of them rising, half falling; more of one where there are fewer of the other.

    Raises:
        ValueError: The limit is negative.
    """
    at_least_none(limit, "limit")
    matrix, data = graph.incidence, graph.nx.nodes
    totals, column, undated = _dated(graph, only)
    if concepts is not None:
        nodes = list(concepts)
        counts: Ints = np.array([_union(matrix, (node, *concepts[node]), column, len(totals)) for node in nodes])
    else:
        nodes, counts = _common(graph, _counts(matrix, column, len(totals)), only)
    scores = _scores(counts, totals)
    papers_of = counts.sum(axis=1)
    ranked = sorted(range(len(nodes)), key=lambda row: (-round(float(scores[row]), 9), -papers_of[row], nodes[row]))
    chosen = ranked if concepts is not None else _both_ends(ranked, int((scores >= 0).sum()), limit)
    rows = tuple(
        _trend(nodes[row], data[nodes[row]], counts[row].tolist(), totals, float(scores[row])) for row in chosen
    )
    note = _why_empty(graph, only) if not totals or not nodes else ""
    return Trends(totals, undated, rows, note)


def _dated(graph: KnowledgeGraph, only: Filter) -> tuple[dict[int, int], Ints, int]:
    """The papers of each year, each paper's place among the years (-1 for none), and how many have no year."""
    data = dict(graph.nx.nodes(data=True))
    papers = [data[paper] for paper in graph.incidence.papers]
    passes = only.have_papers(papers)
    years = [paper["year"] if passed else None for paper, passed in zip(papers, passes, strict=True)]
    totals = count_years(years)
    columns: dict[int | None, int] = {year: column for column, year in enumerate(totals)}
    column = np.array([columns.get(year, -1) for year in years], dtype=np.int64)
    return totals, column, sum(passes) - sum(totals.values())


def _why_empty(graph: KnowledgeGraph, only: Filter) -> str:
    """Say which condition left nothing."""

    def leaves_any(condition: Filter) -> bool:
        totals, column, _ = _dated(graph, condition)
        nodes, _ = _common(graph, _counts(graph.incidence, column, len(totals)), condition)
        return bool(nodes)

    if not leaves_any(Filter()):
        return "no paper with a concept has a year"
    return f"nothing is left by {only.blame(leaves_any)}"


def _counts(matrix: Incidence, column: Ints, years: int) -> Ints:
    """How many papers have each concept (row) in each year (column)."""
    cells = matrix.concept * years + column[matrix.paper]
    shape = len(matrix.concepts), years
    return np.bincount(cells[column[matrix.paper] >= 0], minlength=shape[0] * shape[1]).reshape(shape)


def _union(matrix: Incidence, concepts: Iterable[str], column: Ints, years: int) -> Ints:
    """How many papers of each year have any of some concepts."""
    papers = np.unique(matrix.paper[matrix.by_concept.of(matrix.numbers_of(concepts))])
    dated = column[papers]
    return np.bincount(dated[dated >= 0], minlength=years)


def _common(graph: KnowledgeGraph, counts: Ints, only: Filter) -> tuple[list[str], Ints]:
    """The concepts of enough papers, and of the types asked for."""
    nodes, kinds = graph.incidence.concepts, graph.nx.nodes
    rows = [
        row
        for row in np.flatnonzero(counts.sum(axis=1) >= max(1, only.min_papers))
        if not only.kinds or kinds[nodes[row]]["kind"] in only.kinds
    ]
    return [nodes[row] for row in rows], counts[rows]


def _both_ends(ranked: list[int], rising: int, limit: int) -> list[int]:
    if len(ranked) <= limit:
        return ranked
    head = max(min(rising, limit - limit // 2), limit - (len(ranked) - rising))
    return ranked[:head] + ranked[len(ranked) - (limit - head) :]


def _trend(
    concept: str, data: Mapping[str, Any], counts: Sequence[int], totals: Mapping[int, int], score: float
) -> Trend:
    return Trend(
        node=concept,
        label=data["label"],
        kind=data["kind"],
        papers=sum(counts),
        counts=tuple(counts),
        shares=tuple(round(count / total, 6) for count, total in zip(counts, totals.values(), strict=True)),
        score=round(score, 3),
    )


def trend_score(counts: Mapping[int, int], totals: Mapping[int, int]) -> float:
    """How many standard deviations a share's slope is from no slope, over the years.

    The Cochran–Armitage statistic (Armitage, *Tests for linear trends in proportions and frequencies*, Biometrics
    11(3), 1955): it uses every year, and a concept of few papers has to rise more steeply to score as high.

    Args:
        counts: Papers with the concept, by year.
        totals: All papers, by year; every year of ``counts`` is among them.

    >>> trend_score({2023: 1, 2024: 5, 2025: 9}, {2023: 50, 2024: 50, 2025: 50}) > 2
    True
    >>> trend_score({2025: 4}, {2025: 50})
    0.0
    """
    return float(_scores(np.array([[counts.get(year, 0) for year in totals]]), totals)[0])


def _scores(counts: Ints, totals: Mapping[int, int]) -> Floats:
    """:func:`trend_score` of each row."""
    papers = max(1, sum(totals.values()))
    middle = sum(year * total for year, total in totals.items()) / papers
    away = np.array([year - middle for year in totals])
    spread = float((away**2 * np.array(list(totals.values()))).sum())
    share = counts.sum(axis=1) / papers
    variance = share * (1 - share) * spread
    certain = variance <= 0
    scores: Floats = np.where(certain, 0.0, (counts * away).sum(axis=1) / np.sqrt(np.where(certain, 1.0, variance)))
    return scores
