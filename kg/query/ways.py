"""In which ways two nodes are linked, with the papers that say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kg.query.evidence import Sentence, link_sentences, pair_sentences
from kg.query.filters import SHARES_PAPERS, Filter
from kg.query.hierarchy import is_told
from kg.query.links import shared_papers
from kg.query.result import Answer
from kg.query.words import towards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import networkx as nx

Direction = Literal["out", "in", ""]


@dataclass(frozen=True, slots=True)
class Way(Answer):
    """One way in which a neighbour is linked to the node it was reached from.

    Attributes:
        relation: A value of :class:`kg.model.Relation`; of :class:`kg.model.Link` where it was reached from a paper; or
            "sharesPapers".
        direction: "out" where the statement leads to the neighbour, "in" where it comes from the neighbour, "" for
            sharing papers.
        papers: The papers that say so, in the graph's order; none where the vocabulary alone does.
        confidence: Of the surest statement; 1 for sharing papers and for the vocabulary.
    """

    relation: str
    direction: Direction
    papers: tuple[str, ...]
    confidence: float = 1.0

    @property
    def text(self) -> str:
        """The way in a few words, as seen from the node it leaves, with the number of papers where that is not one.

        >>> Way("basedOn", "in", ("paper/1", "paper/2")).text
        '← based on (2)'
        """
        count = {0: " (vocabulary)", 1: ""}.get(len(self.papers), f" ({len(self.papers):,})")
        return towards(self.relation, self.direction) + count


@dataclass(frozen=True, slots=True)
class Tie(Answer):
    """All ways between two concepts.

    Attributes:
        via: The concept they leave; of several, the one with most papers.
        ways: The ways, statements first, those of most papers first.
        papers: The papers of all of them, in the graph's order.
        sentences: The best two.
    """

    via: str
    ways: tuple[Way, ...]
    papers: tuple[str, ...]
    sentences: tuple[Sentence, ...]


def tie_of(graph: nx.MultiDiGraph, members: Sequence[str], node: str, only: Filter) -> Tie:
    """Give all ways from a concept, or from several taken as one, to another.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
        members: The concepts that the ways leave, the foremost first.
        node: The concept that they reach.
        only: Which papers, roles and relations count.
    """
    found = {member: list(ways_between(graph, member, node, only)) for member in members}
    speak = {member: _union(way.papers for way in ways) for member, ways in found.items()}
    order = sorted((member for member in members if found[member]), key=lambda each: -len(speak[each]))
    via = order[0] if order else members[0]
    merged: dict[tuple[str, Direction], list[Way]] = {}
    for ways in found.values():
        for way in ways:
            merged.setdefault((way.relation, way.direction), []).append(way)
    ways = [
        Way(relation, direction, _union(way.papers for way in same), max(way.confidence for way in same))
        for (relation, direction), same in merged.items()
    ]
    ways.sort(key=lambda way: (way.relation == SHARES_PAPERS, -len(way.papers), way.relation, way.direction))
    sentences = [
        sentence
        for member in order[:2]
        for sentence in pair_sentences(graph, member, node, speak[member], relations=only.relations)
    ]
    return Tie(via, tuple(ways), _union(speak.values()), tuple(sentences[:2]))


def ways_between(graph: nx.MultiDiGraph, one: str, other: str, only: Filter) -> Iterator[Way]:
    """Give the ways from one concept to another that a filter lets pass."""
    ends: tuple[tuple[str, str, Direction], ...] = ((one, other, "out"), (other, one, "in"))
    for head, tail, direction in ends:
        for relation, edge in graph.get_edge_data(head, tail, default={}).items():
            if (not only.relations or relation in only.relations) and is_told(graph, head, relation, tail):
                said = [each for each in edge["statements"] if _passes(graph, each["paper"], other, only)]
                if said:
                    papers = _union([[each["paper"] for each in said]])
                    yield Way(relation, direction, papers, max(each["confidence"] for each in said))
                elif not edge["statements"] and not only.limits_papers:
                    yield Way(relation, direction, ())
    if not only.relations or SHARES_PAPERS in only.relations:
        papers = tuple(paper for paper in shared_papers(graph, one, other) if _passes(graph, paper, other, only))
        if papers:
            yield Way(SHARES_PAPERS, "", papers)


def _passes(graph: nx.MultiDiGraph, paper: str, concept: str, only: Filter) -> bool:
    if not only.limits_papers:
        return paper in graph
    if paper not in graph or (only.links and only.links.isdisjoint(graph.get_edge_data(paper, concept, default={}))):
        return False
    return only.has_paper(graph.nodes[paper])


def link_tie(graph: nx.MultiDiGraph, paper: str, concept: str) -> Tie:
    """Give what a paper does with a concept, as ways from the paper."""
    edges = graph.get_edge_data(paper, concept, default={})
    ways = tuple(Way(link, "out", (paper,), edge["confidence"]) for link, edge in edges.items())
    return Tie(paper, ways, (paper,), link_sentences(graph, paper, concept, limit=2))


def span_of_years(graph: nx.MultiDiGraph, papers: Iterable[str]) -> tuple[int, int] | None:
    """Give the first and the last year of papers, if any has one."""
    years = [year for paper in papers if (year := graph.nodes[paper]["year"]) is not None]
    return (min(years), max(years)) if years else None


def _union(groups: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Give papers once each, in the order in which they first come."""
    return tuple(dict.fromkeys(paper for papers in groups for paper in papers))
