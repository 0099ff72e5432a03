"""What stands next to what in the graph: the edges of a concept, read in the words of the domain."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import networkx as nx

    from kg.model import Relation


def is_paper(graph: nx.MultiDiGraph, node: str) -> bool:
    """Tell whether a node is a paper."""
    return bool(graph.nodes[node]["kind"] == "paper")


def papers_of(graph: nx.MultiDiGraph, concept: str) -> dict[str, str]:
    """Give the papers that have a concept, in the graph's order, each with its link."""
    kinds = graph.nodes
    return {
        paper: next(iter(links))
        for paper, links in graph.pred[concept].items()
        if paper != concept and kinds[paper]["kind"] == "paper"
    }


def shared_papers(graph: nx.MultiDiGraph, one: str, other: str) -> list[str]:
    """Give the papers that have both concepts, in the graph's order."""
    fewer, more = sorted((graph.pred[one], graph.pred[other]), key=len)
    return [paper for paper in fewer if paper in more and is_paper(graph, paper)]


def statements(
    graph: nx.MultiDiGraph, concept: str, relation: Relation, *, inward: bool = False
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Give the concepts that a relation leads to, with who states it; nobody does where the vocabulary alone says it.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
        concept: Where the relation starts.
        relation: The relation.
        inward: Follow it from its end to its start.
    """
    for other, edges in (graph.pred if inward else graph.succ)[concept].items():
        if relation.value in edges and other != concept:
            yield other, edges[relation.value].get("statements", [])


def by_year(graph: nx.MultiDiGraph, papers: Iterable[str]) -> dict[int, int]:
    """Count papers by year, first year first; those without a year are left out."""
    return count_years(graph.nodes[paper]["year"] for paper in papers)


def count_years(years: Iterable[int | None]) -> dict[int, int]:
    """Count years, the first one first; ``None`` is left out.

    >>> count_years([2025, None, 2024, 2025])
    {2024: 1, 2025: 2}
    """
    counts = Counter(year for year in years if year is not None)
    return dict(sorted(counts.items()))
