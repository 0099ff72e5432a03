"""What a concept is linked to, hop by hop: by statements and by shared papers, in one ranking.

:mod:`kg.query.ties` says how strong a tie is. A neighbour's score is the probability that a walker reaches it who leaves
each node along its ties, a tie as likely as it is strong, and takes each hop once. So a path through a hub, from where
thousands of ties lead on, counts for little, as in the degree-weighted path counts of Himmelstein and Baranzini,
"Heterogeneous network edge prediction" (2015).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kg.query.filters import Filter, at_least_none
from kg.query.hierarchy import narrower
from kg.query.links import is_paper
from kg.query.result import Answer, Tabular
from kg.query.subgraph import subgraph
from kg.query.tables import Table
from kg.query.ways import Way, link_tie, span_of_years, tie_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import networkx as nx

    from kg.export.page import Frame
    from kg.query import KnowledgeGraph
    from kg.query.evidence import Sentence
    from kg.query.incidence import Floats, Ints

HEIGHT = 640
"""Pixels that a page in a notebook is high if nothing else is asked for."""

_FOLLOWED = 32
"""How many of a hop's neighbours the next hop starts from, the strongest first."""


@dataclass(frozen=True, slots=True)
class Neighbour(Answer):
    """A row of a neighbourhood.

    Attributes:
        node: The concept's node.
        label: Its label.
        kind: Its type.
        depth: How many hops away, from 1.
        score: How strong the tie to the centre is, between 0 and 1; comparable within one hop.
        via: The node through which it was best reached; at depth 1 the centre, or one of the concepts under it.
        ways: How it is linked to ``via``, statements first.
        papers: The papers that speak for it, in the graph's order.
        years: First and last year of those papers, if any has one.
        sentences: The best two.
    """

    node: str
    label: str
    kind: str
    depth: int
    score: float
    via: str
    ways: tuple[Way, ...]
    papers: tuple[str, ...]
    years: tuple[int, int] | None
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Neighbourhood(Tabular):
    """A concept and what it is linked to.

    Attributes:
        centre: The node asked for.
        label: Its label.
        kind: Its kind.
        under: The narrower concepts that were taken together with it.
        rows: The neighbours, hop by hop, the strongest first.
        total: How many neighbours each hop had before the limit.
        note: Where there are no rows, why: the condition that left nothing; else "".
    """

    centre: str
    label: str
    kind: str
    under: tuple[str, ...]
    rows: tuple[Neighbour, ...]
    total: tuple[int, ...]
    note: str = ""
    _graph: nx.MultiDiGraph | None = field(default=None, repr=False, compare=False)

    @property
    def subgraph(self) -> nx.MultiDiGraph:
        """The part of the graph on which the rows rest, as a graph of its own.

        It has the centre, the neighbours, the nodes they were reached through and the papers that speak for them, with
        the statements of those papers.
        """
        nodes = {self.centre, *self.under}
        for row in self.rows:
            nodes.update((row.node, row.via, *row.papers))
        return subgraph(self._graph, nodes)

    def show(self, *, height: int = HEIGHT) -> Frame:
        """Show the neighbourhood in a notebook: the page of :attr:`subgraph`, open at the centre, in a frame of its own.

        Args:
            height: How many pixels high.
        """
        from kg.export.page import frame_page  # noqa: PLC0415  # most questions need no page

        return frame_page(self.subgraph, height=height, heading=self.label, start=self.centre)

    def table(self) -> Table:
        """Give a row a neighbour."""
        columns = ("depth", "concept", "type", "score", "papers", "from", "to", "linked", "via", "sentence", "node")
        return Table(columns, tuple(_cells(row) for row in self.rows))


def _cells(row: Neighbour) -> tuple[str | int | float | None, ...]:
    first, last = row.years or (None, None)
    linked = ", ".join(way.text for way in row.ways)
    sentence = row.sentences[0].text if row.sentences else ""
    score = round(row.score, 6)
    return row.depth, row.label, row.kind, score, len(row.papers), first, last, linked, row.via, sentence, row.node


def neighbourhood(
    graph: KnowledgeGraph, node: str, *, depth: int = 1, only: Filter | None = None, limit: int | None = 20
) -> Neighbourhood:
    """Give the neighbourhood of a node.

    Args:
        graph: The graph.
        node: A concept, or a paper: then the first hop are its concepts.
        depth: How many hops. Those after the first start from the 32 strongest of the hop before. The search ends
            where a hop finds nothing new.
        only: Conditions. Those on papers, roles and relations count on every hop; types of neighbours are
            chosen at the end, so that a hop may lead through the others.
        limit: How many neighbours a hop at most; ``None`` for all.

    Raises:
        ValueError: The depth or the limit is negative.
    """
    at_least_none(depth, "depth")
    at_least_none(limit or 0, "limit")
    only = only or Filter()
    data = graph.nx.nodes[node]
    under = narrower(graph.nx, node) if only.under and not is_paper(graph.nx, node) else ()
    walk = _Walk(graph, (node, *under), only)
    rows: list[Neighbour] = []
    total: list[int] = []
    for hop in walk.hops(depth):
        chosen = hop.wanted if limit is None else hop.wanted[:limit]
        rows += (walk.neighbour(hop, number) for number in chosen)
        total.append(len(hop.wanted))
    note = _why_empty(graph, (node, *under), only) if depth and not any(total) else ""
    return Neighbourhood(node, data["label"], data["kind"], under, tuple(rows), tuple(total), note, graph.nx)


@dataclass(frozen=True, slots=True)
class _Hop:
    """One hop: what it found, by the concepts' numbers.

    Attributes:
        depth: Its number, from 1.
        score: The probability to reach each concept.
        via: For each concept the concept through which it was best reached; -1 for the centre.
        found: What is new, the strongest first.
        wanted: Of those, what the filter wants.
    """

    depth: int
    score: Floats
    via: Ints
    found: Ints
    wanted: Ints


class _Walk:
    """The walk from a centre, hop by hop."""

    def __init__(self, graph: KnowledgeGraph, centre: tuple[str, ...], only: Filter) -> None:
        self._graph, self._centre, self._only = graph, centre, only
        self._matrix = graph.incidence
        self._ties = graph.ties(only)

    def hops(self, depth: int) -> Iterator[_Hop]:
        """Give the hops that find something."""
        size = len(self._matrix.concepts)
        seen = np.zeros(size, dtype=bool)
        seen[self._numbers(self._centre)] = True
        sources: list[tuple[int, float]] = [(-1, 1.0)]
        for number in range(1, depth + 1):
            score, best, via = np.zeros(size), np.zeros(size), np.full(size, -1)
            for source, weight in sources:
                reached = weight * self._steps(source)
                score += reached
                via[reached > best] = source
                np.maximum(best, reached, out=best)
            score[seen] = 0
            found = np.flatnonzero(score)
            if not len(found):
                return
            # In half the digits, what rounding errors alone tell apart is equal; far hops are too faint for them as such.
            relative = score[found] / score[found].max()
            found = found[np.argsort(-relative.astype(np.float32), kind="stable")]
            seen[found] = True
            yield _Hop(number, score, via, found, found[self._is_wanted(found)])
            sources = [(int(each), float(score[each])) for each in found[:_FOLLOWED]]

    def _numbers(self, nodes: Sequence[str]) -> Ints:
        return self._matrix.numbers_of(node for node in nodes if node in self._matrix.concept_number)

    def _steps(self, source: int) -> Floats:
        """Give the probability of each step from a concept, or from the centre (-1)."""
        if source == -1 and is_paper(self._graph.nx, self._centre[0]):
            ties = self._ties.of_paper(self._matrix.paper_number[self._centre[0]])
        else:
            ties = self._ties.ties(self._numbers(self._centre) if source == -1 else np.array([source]))
        strength = np.where(ties.papers >= self._least, ties.strength, 0.0)
        whole = strength.sum()
        return strength / whole if whole else strength

    @property
    def _least(self) -> int:
        """How many papers a tie needs: the vocabulary's statements have none and pass where one is enough."""
        return self._only.min_papers if self._only.min_papers > 1 else 0

    def _is_wanted(self, found: Ints) -> Ints:
        kinds, nodes, concepts = self._only.kinds, self._graph.nx.nodes, self._matrix.concepts
        return np.array([not kinds or nodes[concepts[each]]["kind"] in kinds for each in found], dtype=bool)

    def neighbour(self, hop: _Hop, number: int) -> Neighbour:
        """Say all about one concept that a hop found."""
        graph, node = self._graph.nx, self._matrix.concepts[number]
        data = graph.nodes[node]
        source = int(hop.via[number])
        if source == -1 and is_paper(graph, self._centre[0]):
            tie = link_tie(graph, self._centre[0], node)
        else:
            members = self._centre if source == -1 else (self._matrix.concepts[source],)
            tie = tie_of(graph, members, node, self._only)
        return Neighbour(
            node=node,
            label=data["label"],
            kind=data["kind"],
            depth=hop.depth,
            score=float(hop.score[number]),
            via=tie.via,
            ways=tie.ways,
            papers=tie.papers,
            years=span_of_years(graph, tie.papers),
            sentences=tie.sentences,
        )


def _why_empty(graph: KnowledgeGraph, centre: tuple[str, ...], only: Filter) -> str:
    """Say which condition left nothing."""
    label = graph.nx.nodes[centre[0]]["label"]
    if not _leaves_any(graph, centre, Filter()):
        return f"{label} shares no paper with another concept, and nothing is stated of it"
    return f"nothing near {label} is left by {only.blame(lambda condition: _leaves_any(graph, centre, condition))}"


def _leaves_any(graph: KnowledgeGraph, centre: tuple[str, ...], only: Filter) -> bool:
    return any(len(hop.wanted) for hop in _Walk(graph, centre, only).hops(1))
