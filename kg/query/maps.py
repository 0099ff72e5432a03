"""The map of a task: which methods its papers have, and which benchmarks they evaluate on."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.model import ConceptType, Link
from kg.query.filters import Filter, at_least_none
from kg.query.links import papers_of
from kg.query.result import Answer, Tabular
from kg.query.tables import Table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    import networkx as nx


_ALL = Filter()
_USED = {Link.INTRODUCES.value, Link.USES.value, Link.COMPARES_WITH.value, Link.EVALUATES_ON.value}


@dataclass(frozen=True, slots=True)
class Axis(Answer):
    """A method or a benchmark of a map.

    Attributes:
        node: The concept.
        label: Its name.
        papers: The task's papers that have it, as nodes.
        introduced: Whether one of them introduces it.
    """

    node: str
    label: str
    papers: tuple[str, ...]
    introduced: bool


@dataclass(frozen=True, slots=True)
class MapCell(Answer):
    """A method and a benchmark that meet.

    Attributes:
        method: The method's place among the map's methods.
        benchmark: The benchmark's place among the map's benchmarks.
        papers: The task's papers that have both, as nodes.
    """

    method: int
    benchmark: int
    papers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TaskMap(Tabular):
    """Methods × benchmarks of the papers of a task.

    Attributes:
        node: The task.
        label: Its name.
        papers: How many papers have it.
        methods: The rows: those that meet a benchmark first, then by number of papers.
        benchmarks: The columns, by number of papers.
        cells: Where a method and a benchmark meet, row by row.
        methods_left: How many methods found no room.
        benchmarks_left: How many benchmarks found no room.
        note: Where there are no methods, why; else "".
    """

    node: str
    label: str
    papers: int
    methods: tuple[Axis, ...]
    benchmarks: tuple[Axis, ...]
    cells: tuple[MapCell, ...]
    methods_left: int = 0
    benchmarks_left: int = 0
    note: str = ""

    def counts(self) -> list[list[int]]:
        """How many papers have each method (row) and benchmark (column)."""
        counts = [[0] * len(self.benchmarks) for _ in self.methods]
        for cell in self.cells:
            counts[cell.method][cell.benchmark] = len(cell.papers)
        return counts

    def table(self) -> Table:
        """A row a method, a column a benchmark."""
        columns = ("method", "papers", *(benchmark.label for benchmark in self.benchmarks), "node")
        rows = zip(self.methods, self.counts(), strict=True)
        return Table(columns, tuple((method.label, len(method.papers), *row, method.node) for method, row in rows))


def task_map(
    graph: nx.MultiDiGraph,
    tasks: Collection[str],
    *,
    only: Filter = _ALL,
    limit: int = 20,
    benchmarks: int = 8,
) -> TaskMap:
    """Map the papers of a task.

    A paper counts in a cell if it introduces, uses or compares with the method and evaluates on, introduces or compares
    with the benchmark. What a paper only names does not count.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
        tasks: The task, then those narrower ones whose papers count too.
        only: Which papers count, by year and venue.
        limit: At most so many methods.
        benchmarks: At most so many benchmarks.

    Raises:
        ValueError: A limit is negative.
    """
    at_least_none(min(limit, benchmarks), "limit")
    task, *_ = tasks
    having = dict.fromkeys(paper for concept in tasks for paper in papers_of(graph, concept))
    papers = _passing(graph, having, only)
    rows, columns = (_used(graph, papers, kind) for kind in (ConceptType.METHOD, ConceptType.BENCHMARK))
    shown = _most(graph, columns, benchmarks)
    met = {paper for benchmark in shown for paper in benchmark.papers}
    methods = _most(graph, rows, limit, first=frozenset(met))
    members = [frozenset(benchmark.papers) for benchmark in shown]
    cells = tuple(
        MapCell(row, column, both)
        for row, method in enumerate(methods)
        for column, having in enumerate(members)
        if (both := tuple(paper for paper in method.papers if paper in having))
    )
    return TaskMap(
        node=task,
        label=graph.nodes[task]["label"],
        papers=len(papers),
        methods=methods,
        benchmarks=shown,
        cells=cells,
        methods_left=len(rows) - len(methods),
        benchmarks_left=len(columns) - len(shown),
        note="" if methods else _why_empty(graph, having, papers, only),
    )


def _passing(graph: nx.MultiDiGraph, papers: Iterable[str], only: Filter) -> list[str]:
    return [paper for paper in papers if only.has_paper(graph.nodes[paper])]


def _why_empty(graph: nx.MultiDiGraph, having: Collection[str], papers: Collection[str], only: Filter) -> str:
    if papers:
        return "none of its papers works with a method"
    if not having:
        return "no paper has it"
    return f"none of its papers is left by {only.blame(lambda condition: bool(_passing(graph, having, condition)))}"


def _used(graph: nx.MultiDiGraph, papers: Iterable[str], kind: ConceptType) -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for paper in papers:
        for concept, links in graph.succ[paper].items():
            if graph.nodes[concept]["kind"] == kind and not _USED.isdisjoint(links):
                found[concept].append(paper)
    return found


def _most(
    graph: nx.MultiDiGraph, found: Mapping[str, list[str]], limit: int, *, first: frozenset[str] = frozenset()
) -> tuple[Axis, ...]:
    """The concepts of most papers, those that have one of the ``first`` papers before all others."""
    ranked = sorted(found, key=lambda concept: (first.isdisjoint(found[concept]), -len(found[concept]), concept))
    return tuple(
        Axis(
            node=concept,
            label=graph.nodes[concept]["label"],
            papers=tuple(found[concept]),
            introduced=any(Link.INTRODUCES in graph[paper][concept] for paper in found[concept]),
        )
        for concept in ranked[:limit]
    )
