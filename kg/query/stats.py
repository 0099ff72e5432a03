"""What a graph holds, counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain
from typing import TYPE_CHECKING, Any

from kg.model import ConceptType, Link, Relation
from kg.query.links import count_years
from kg.query.result import Tabular
from kg.query.tables import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    import networkx as nx

_MOST = 5


@dataclass(frozen=True, slots=True)
class Stats(Tabular):
    """What a graph holds.

    Attributes:
        papers: How many papers.
        without_concepts: How many of them have no concept.
        years: Papers by year, in order; those without a year are left out.
        venues: Papers by venue, most first; those without a venue are left out.
        concepts: Concepts by type.
        shared: Concepts that more than one paper has, by type.
        links: Edges from papers to concepts, by kind, most first.
        relations: Edges from concept to concept, by kind, most first.
        most: By type, the concepts of most papers, each with their number.
    """

    papers: int
    without_concepts: int
    years: Mapping[int, int]
    venues: Mapping[str, int]
    concepts: Mapping[str, int]
    shared: Mapping[str, int]
    links: Mapping[str, int]
    relations: Mapping[str, int]
    most: Mapping[str, tuple[tuple[str, int], ...]]

    def table(self) -> Table:
        """A row a number: what is counted, of which kind, how many."""
        groups: dict[str, Mapping[Any, int]] = {
            "papers": {"all": self.papers, "without concepts": self.without_concepts},
            "papers by year": self.years,
            "papers by venue": self.venues,
            "concepts": self.concepts,
            "concepts of several papers": self.shared,
            "links": self.links,
            "relations": self.relations,
        }
        rows = [(group, str(name), count) for group, counts in groups.items() for name, count in counts.items()]
        return Table(("what", "which", "number"), tuple(rows))


def stats(graph: nx.MultiDiGraph) -> Stats:
    """Count what a graph holds.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
    """
    nodes = dict(graph.nodes(data=True))
    adjacent = dict(graph.adjacency())
    papers = {node: data for node, data in nodes.items() if data["kind"] == "paper"}
    having = Counter(chain.from_iterable(map(adjacent.__getitem__, papers)))
    edges = Counter(chain.from_iterable(chain.from_iterable(map(dict.values, adjacent.values()))))
    # By type, minus the number of papers and the concept: in order, those of most papers come first, then by name.
    ranked: dict[str, list[tuple[int, str]]] = {kind.value: [] for kind in ConceptType}
    for node, data in nodes.items():
        if data["kind"] != "paper":
            ranked[data["kind"]].append((-having[node], node))
    return Stats(
        papers=len(papers),
        without_concepts=sum(not adjacent[paper] for paper in papers),
        years=count_years(data["year"] for data in papers.values()),
        venues=_most_first(Counter(data["venue"] for data in papers.values() if data["venue"])),
        concepts={kind: len(concepts) for kind, concepts in ranked.items()},
        shared={kind: sum(count < -1 for count, _ in concepts) for kind, concepts in ranked.items()},
        links=_most_first({link.value: edges[link.value] for link in Link if edges[link.value]}),
        relations=_most_first({kind.value: edges[kind.value] for kind in Relation if edges[kind.value]}),
        most={
            kind: tuple((nodes[concept]["label"], -count) for count, concept in nsmallest(_MOST, concepts) if count)
            for kind, concepts in ranked.items()
        },
    )


def _most_first(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
