"""Two concepts side by side: what they share, what each has alone, and which is better by whose word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.model import ConceptType, Link, Relation
from kg.query.cards import entry, shared_papers
from kg.query.evidence import pair_sentences, statement_sentence
from kg.query.filters import at_least_none
from kg.query.links import papers_of, statements
from kg.query.result import Answer, Tabular
from kg.query.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import networkx as nx

    from kg.query.cards import Entry
    from kg.query.evidence import Sentence

LIMIT = 8
"""How many concepts a column has, where nothing else is said."""


@dataclass(frozen=True, slots=True)
class Side(Answer):
    """One of two concepts.

    Attributes:
        node: The concept.
        label: Its name.
        kind: Its type.
        definition: One line, or "".
        papers: How many papers have it.
    """

    node: str
    label: str
    kind: str
    definition: str
    papers: int


@dataclass(frozen=True, slots=True)
class Aspect(Answer):
    """Concepts of one sort that the two have in common and apart, those of most papers first.

    Attributes:
        heading: The sort (``tasks``).
        both: In common.
        first: Of the first alone.
        second: Of the second alone.
        left: How many more there are of each.
    """

    heading: str
    both: tuple[Entry, ...]
    first: tuple[Entry, ...]
    second: tuple[Entry, ...]
    left: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Verdict(Answer):
    """A paper that sets one against the other.

    Attributes:
        winner: The node that the paper says is better, or "" where it compares without that being read.
        paper: The paper.
        label: Its title or first words.
        year: Its year.
        party: The one of the two that the paper itself introduces, or "" where it introduces neither.
        sentence: The sentence.
    """

    winner: str
    paper: str
    label: str
    year: int | None
    party: str
    sentence: Sentence | None


@dataclass(frozen=True, slots=True)
class Comparison(Tabular):
    """Two concepts side by side.

    Attributes:
        first: The one.
        second: The other.
        shared_papers: How many papers have both.
        aspects: Tasks, benchmarks, metrics and what they are based on; those without any concept are left out.
        verdicts: The papers that set one against the other.
    """

    first: Side
    second: Side
    shared_papers: int
    aspects: tuple[Aspect, ...]
    verdicts: tuple[Verdict, ...]

    def table(self) -> Table:
        """A row a concept: of which sort, which of the two have it, in how many papers."""
        rows = [
            (aspect.heading, owner, entry.label, entry.papers, entry.node)
            for aspect in self.aspects
            for owner, entries in (
                ("both", aspect.both),
                (self.first.label, aspect.first),
                (self.second.label, aspect.second),
            )
            for entry in entries
        ]
        return Table(("what", "of", "concept", "papers", "node"), tuple(rows))


@dataclass(frozen=True, slots=True)
class _Sort:
    """Which concepts an aspect gathers: those that a relation leads to, and those of a type that share papers."""

    heading: str
    relation: Relation | None = None
    kind: ConceptType | None = None


_SORTS = (
    _Sort("tasks", Relation.APPLIED_TO, ConceptType.TASK),
    _Sort("benchmarks", Relation.EVALUATED_ON, ConceptType.BENCHMARK),
    _Sort("metrics", kind=ConceptType.METRIC),
    _Sort("based on", Relation.BASED_ON),
    _Sort("methods", kind=ConceptType.METHOD),
)


def compare(graph: nx.MultiDiGraph, first: str, second: str, *, limit: int = LIMIT) -> Comparison:
    """Set two concepts side by side.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
        first: The one.
        second: The other.
        limit: At most so many concepts a column.

    Raises:
        ValueError: The limit is negative.
    """
    at_least_none(limit, "limit")
    papers = papers_of(graph, first), papers_of(graph, second)
    aspects = []
    methods = {graph.nodes[first]["kind"], graph.nodes[second]["kind"]} == {ConceptType.METHOD.value}
    for sort in _SORTS[:-1] if methods else _SORTS:
        one, two = (_having(graph, node, having, sort) for node, having in zip((first, second), papers, strict=True))
        one.pop(second, None)
        two.pop(first, None)
        if one or two:
            aspects.append(_aspect(graph, sort.heading, one, two, limit))
    both = [paper for paper in papers[0] if paper in papers[1]]
    return Comparison(
        first=_side(graph, first, len(papers[0])),
        second=_side(graph, second, len(papers[1])),
        shared_papers=len(both),
        aspects=tuple(aspects),
        verdicts=tuple(_verdicts(graph, first, second, both)),
    )


def _side(graph: nx.MultiDiGraph, node: str, papers: int) -> Side:
    data = graph.nodes[node]
    return Side(node, data["label"], data["kind"], data["definition"], papers)


def _having(graph: nx.MultiDiGraph, node: str, papers: Mapping[str, str], sort: _Sort) -> dict[str, set[str]]:
    """The concepts of a sort, each with the papers that state it or have both."""
    found: dict[str, set[str]] = {}
    if sort.relation:
        for other, said in statements(graph, node, sort.relation):
            found[other] = {statement["paper"] for statement in said}
    if sort.kind:
        for other, shared in shared_papers(graph, node, papers, sort.kind).items():
            found.setdefault(other, set()).update(shared)
    return found


def _aspect(
    graph: nx.MultiDiGraph, heading: str, one: Mapping[str, set[str]], two: Mapping[str, set[str]], limit: int
) -> Aspect:
    papers = {node: len(one.get(node, set()) | two.get(node, set())) for node in one.keys() | two.keys()}
    columns = [
        sorted(nodes, key=lambda node: (-papers[node], node))
        for nodes in (one.keys() & two.keys(), one.keys() - two.keys(), two.keys() - one.keys())
    ]
    both, first, second = (
        tuple(entry(graph, node, papers=papers[node]) for node in column[:limit]) for column in columns
    )
    left = [max(0, len(column) - limit) for column in columns]
    return Aspect(heading, both, first, second, (left[0], left[1], left[2]))


def _verdicts(graph: nx.MultiDiGraph, first: str, second: str, shared: Iterable[str]) -> list[Verdict]:
    """Statements that one outperforms the other, then papers that introduce one and compare with the other."""
    found: list[Verdict] = []
    for winner, loser in ((first, second), (second, first)):
        edge = graph.get_edge_data(winner, loser, Relation.OUTPERFORMS.value, default={})
        for said in edge.get("statements", ()):
            sentence = statement_sentence(graph, said, winner, loser)
            found.append(_verdict(graph, winner, said["paper"], (first, second), sentence))
    judged = {verdict.paper for verdict in found}
    for paper in shared:
        links = {*graph[paper][first], *graph[paper][second]}
        if Link.COMPARES_WITH in links and paper not in judged:
            sentence = next(iter(pair_sentences(graph, first, second, (paper,))), None)
            found.append(_verdict(graph, "", paper, (first, second), sentence))
    return found


def _verdict(
    graph: nx.MultiDiGraph, winner: str, paper: str, sides: tuple[str, str], sentence: Sentence | None
) -> Verdict:
    party = next((node for node in sides if graph.has_edge(paper, node, Link.INTRODUCES.value)), "")
    data = graph.nodes[paper]
    return Verdict(winner, paper, data["label"], data["year"], party, sentence)
