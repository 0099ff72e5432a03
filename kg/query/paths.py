"""How two concepts meet: the few most telling paths between them.

A step between two concepts costs ``ln(1 + √(d₁ d₂) / w)``: *d* is the number of papers that have a concept, *w* the number
that have both, with twice its confidence more for each statement between them. Without the 1 that is minus the logarithm
of Salton's cosine, the usual normalisation of co-occurrences (van Eck and Waltman, "How to normalize co-occurrence data?",
2009): a step into a hub and one out of it both cost by the hub's size. The 1 makes every step cost something. The cheapest
path is found by Dijkstra's algorithm from both ends (Nicholson, "Finding the shortest route between two points in a
network", 1966); then again without the concepts between the ends or, where the ends meet at once, without the papers they
share, so that each path tells something new.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from kg.query.filters import Filter, at_least_none
from kg.query.result import Answer, Tabular
from kg.query.tables import Table
from kg.query.ways import tie_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import networkx as nx
    from numpy.typing import NDArray

    from kg.query import KnowledgeGraph
    from kg.query.evidence import Sentence
    from kg.query.incidence import Floats, Incidence, Ints
    from kg.query.ways import Way

_STATED = 2.0


@dataclass(frozen=True, slots=True)
class Step(Answer):
    """One step of a path.

    Attributes:
        source: The node it leaves.
        target: The node it reaches.
        source_label: Label of ``source``.
        target_label: Label of ``target``.
        ways: How the two are linked, statements first; directions as seen from ``source``.
        papers: The papers that speak for it.
        sentences: The best two.
    """

    source: str
    target: str
    source_label: str
    target_label: str
    ways: tuple[Way, ...]
    papers: tuple[str, ...]
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class ConceptPath(Answer):
    """A path between two concepts.

    Attributes:
        nodes: Its nodes, from end to end.
        labels: Their labels.
        score: How telling it is, between 0 and 1: ``exp(-cost)``.
        steps: Its steps, one fewer than nodes.
    """

    nodes: tuple[str, ...]
    labels: tuple[str, ...]
    score: float
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Paths(Tabular):
    """The paths between two concepts, the most telling first.

    Attributes:
        source: The node where they start.
        target: The node where they end.
        source_label: Label of ``source``.
        target_label: Label of ``target``.
        paths: The paths.
        note: Where there is none, why; else "".
    """

    source: str
    target: str
    source_label: str
    target_label: str
    paths: tuple[ConceptPath, ...]
    note: str = ""

    def table(self) -> Table:
        """Give a row a step, under the number of its path."""
        columns = ("path", "score", "step", "from", "linked", "to", "papers", "sentence")
        rows = [
            (number, round(path.score, 6), place, *_cells(step))
            for number, path in enumerate(self.paths, 1)
            for place, step in enumerate(path.steps, 1)
        ]
        return Table(columns, tuple(rows))


def _cells(step: Step) -> tuple[str | int | float | None, ...]:
    linked = ", ".join(way.text for way in step.ways)
    sentence = step.sentences[0].text if step.sentences else ""
    return step.source_label, linked, step.target_label, len(step.papers), sentence


def paths(graph: KnowledgeGraph, source: str, target: str, *, limit: int = 3) -> Paths:
    """Find the most telling paths between two concepts.

    Args:
        graph: The graph.
        source: A concept.
        target: Another.
        limit: How many paths at most; no two share a concept between the ends.

    Raises:
        ValueError: The limit is negative.
    """
    at_least_none(limit, "limit")
    labels = graph.nx.nodes[source]["label"], graph.nx.nodes[target]["label"]
    if source == target:
        return Paths(source, target, *labels, (), f"both names mean {labels[0]}")
    matrix = graph.incidence
    ends = matrix.concept_number[source], matrix.concept_number[target]
    found = tuple(_path(graph, cost, nodes) for cost, nodes in sorted(_found(matrix, ends, limit)))
    note = "" if found or not limit else f"no papers and statements lead from {labels[0]} to {labels[1]}"
    return Paths(source, target, *labels, found, note)


def _found(matrix: Incidence, ends: tuple[int, int], limit: int) -> Iterator[tuple[float, list[int]]]:
    """Give the paths, each with its cost, as they are found."""
    search = _Search(matrix)
    for _ in range(limit):
        best = search.cheapest(*ends)
        if best is None:
            return
        yield best
        between = best[1][1:-1]
        search.close(between)
        if not between:
            search.part(*ends)


def _path(graph: KnowledgeGraph, cost: float, numbers: list[int]) -> ConceptPath:
    nodes = tuple(graph.incidence.concepts[number] for number in numbers)
    labels = tuple(graph.nx.nodes[node]["label"] for node in nodes)
    return ConceptPath(nodes, labels, math.exp(-cost), tuple(_step(graph.nx, *ends) for ends in pairwise(nodes)))


def _step(graph: nx.MultiDiGraph, one: str, other: str) -> Step:
    tie = tie_of(graph, (one,), other, Filter())
    labels = graph.nodes[one]["label"], graph.nodes[other]["label"]
    return Step(one, other, *labels, tie.ways, tie.papers, tie.sentences)


class _Search:
    """The search for cheap paths in one graph, of which more and more can be closed."""

    def __init__(self, matrix: Incidence) -> None:
        self._matrix, said = matrix, matrix.statements
        of_vocabulary = np.bincount(said.near[said.paper < 0], minlength=len(matrix.concepts))
        self._size = np.sqrt(np.maximum(matrix.degree + of_vocabulary, 1))
        # What is in one paper and in no statement leads nowhere: what it reaches, its neighbours reach for less.
        self._leads_on = (matrix.degree > 1) | (np.diff(said.by_concept.start) > 0)
        self._open_paper = np.ones(len(matrix.papers) + 1, dtype=bool)  # the last is the vocabulary, -1
        self._parted: frozenset[int] = frozenset()
        self._known: dict[int, tuple[Ints, Floats]] = {}

    def close(self, concepts: Sequence[int]) -> None:
        """Let no path lead through some concepts from now on."""
        self._leads_on[list(concepts)] = False

    def part(self, one: int, other: int) -> None:
        """Let no path rest on the papers that have both concepts, nor on a statement between them, from now on."""
        mine, theirs = (self._matrix.paper[self._matrix.by_concept.of([end])] for end in (one, other))
        self._open_paper[np.intersect1d(mine, theirs)] = False
        self._parted = frozenset((one, other))
        self._known.clear()

    def cheapest(self, source: int, target: int) -> tuple[float, list[int]] | None:
        """Give the cheapest path, if there is one, and its cost."""
        open_ = self._leads_on.copy()
        open_[[source, target]] = True
        sides = tuple(_Side(end, open_.copy()) for end in (source, target))
        meeting, least = -1, math.inf
        while sum(side.nearest for side in sides) < least:
            side, other = sorted(sides, key=lambda each: each.waiting)
            number, cost = side.settle()
            reached = side.reach(number, cost, *self._steps(number))
            sums = side.cost[reached] + other.cost[reached]
            if sums.min(initial=math.inf) < least:
                meeting, least = int(reached[sums.argmin()]), float(sums.min())
        if meeting < 0:
            return None
        return least, [*sides[0].way_to(meeting), *sides[1].way_to(meeting)[-2::-1]]

    def _steps(self, number: int) -> tuple[Ints, Floats]:
        """Give the concepts that one step leads to, and what each step costs."""
        if number not in self._known:
            self._known[number] = self._find_steps(number)
        return self._known[number]

    def _find_steps(self, number: int) -> tuple[Ints, Floats]:
        matrix, said = self._matrix, self._matrix.statements
        papers = matrix.paper[matrix.by_concept.of([number])]
        shared = matrix.concept[matrix.by_paper.of(papers[self._open_paper[papers]])]
        stated = said.by_concept.of([number])
        stated = stated[self._open_paper[said.paper[stated]]]
        weights = np.concatenate([np.ones(len(shared)), _STATED * said.confidence[stated]])
        reached, place = np.unique(np.concatenate([shared, said.far[stated]]), return_inverse=True)
        weight = np.bincount(place, weights=weights, minlength=len(reached))
        cost = np.log1p(self._size[number] * self._size[reached] / weight)
        kept = reached != number
        if number in self._parted:
            kept &= ~np.isin(reached, list(self._parted))
        return reached[kept], cost[kept]


class _Side:
    """One of the two ends from which paths are sought.

    Args:
        start: The end.
        open_: For each concept, whether a path may lead through it; changed as the search goes on.

    Attributes:
        cost: Of the cheapest way known to each concept.
    """

    def __init__(self, start: int, open_: NDArray[np.bool_]) -> None:
        self.cost = np.full(len(open_), math.inf)
        self.cost[start] = 0.0
        self._before: dict[int, int] = {}
        self._queue = [(0.0, start)]
        self._open = open_

    @property
    def nearest(self) -> float:
        """The least cost of a concept from which no step was taken yet."""
        while self._queue and not self._open[self._queue[0][1]]:
            heappop(self._queue)
        return self._queue[0][0] if self._queue else math.inf

    @property
    def waiting(self) -> int:
        """How many concepts wait, at most; the search goes on where there are fewer."""
        return len(self._queue)

    def settle(self) -> tuple[int, float]:
        """Take the nearest concept, to which the cheapest way is now known for good."""
        cost, number = heappop(self._queue)
        self._open[number] = False
        return number, cost

    def reach(self, number: int, cost: float, others: Ints, costs: Floats) -> Ints:
        """Note the ways that lead on from a concept; give the concepts to which they are the cheapest so far."""
        whole = (cost + costs).round(12)
        better = (whole < self.cost[others]) & self._open[others]
        reached: Ints = others[better]
        self.cost[reached] = whole[better]
        for other, its_cost in zip(reached.tolist(), whole[better].tolist(), strict=True):
            self._before[other] = number
            heappush(self._queue, (its_cost, other))
        return reached

    def way_to(self, number: int) -> list[int]:
        """Give the concepts from the start to one."""
        way = [number]
        while way[-1] in self._before:
            way.append(self._before[way[-1]])
        return way[::-1]
