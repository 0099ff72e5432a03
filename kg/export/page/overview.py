"""What the page shows first: the main concepts of the field and which of them go together."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING

import networkx as nx

from kg.export.page.data import split_nodes
from kg.model import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 120
"""How many concepts the overview shows at most; more can neither be told apart nor labelled on a screen."""

_FEWEST = 60  # where few concepts are shared, the overview is filled up to this number with concepts of one paper
_MOST_OF_A_PAPER = 40  # bounds the pairs that one paper can give
_NEIGHBOURS = 3  # each concept keeps the lines to those it is closest to


def main_concepts(graph: nx.MultiDiGraph, *, most: int = MOST) -> nx.Graph:
    """Choose the concepts that most papers share and join each with those it goes together with most.

    Two concepts are as close as Salton's cosine of the sets of papers that have them, a stated relation counting as
    one more shared paper (Salton & McGill, *Introduction to Modern Information Retrieval*, 1983).

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them; it is not changed.
        most: Largest number of concepts.

    Returns:
        An undirected graph of concept keys, the most shared first; nodes have ``papers``, their number of papers, and
        edges ``weight``, between 0 and 1, and ``papers``, the number of papers shared.
    """
    papers, _ = split_nodes(graph)
    counts = Counter(concept for paper in papers for concept in graph[paper])
    chosen = _most_shared(graph, counts, most)
    shared, stated = _pairs(graph, papers, chosen)
    network = nx.Graph()
    network.add_nodes_from((concept, {"papers": counts[concept]}) for concept in chosen)
    closeness = {
        pair: min(1.0, (shared[pair] + stated[pair]) / sqrt(max(1, counts[pair[0]]) * max(1, counts[pair[1]])))
        for pair in sorted({*shared, *stated})
    }
    for head, tail in _closest(closeness):
        network.add_edge(head, tail, weight=round(closeness[head, tail], 4), papers=shared[head, tail])
    return network


def _most_shared(graph: nx.MultiDiGraph, counts: Counter[str], most: int) -> list[str]:
    """Concepts by number of papers, then of edges, then by key; those of a single paper only where others are few."""
    _, concepts = split_nodes(graph)
    ranked = sorted(concepts, key=lambda concept: (-counts[concept], -graph.degree(concept), concept))
    several = sum(counts[concept] > 1 for concept in ranked)
    shared = set(ranked[:several])
    fill = max(0, min(_FEWEST, most) - several)
    singles = sorted(ranked[several:], key=lambda concept: _interest(graph, concept, shared)) if fill else []
    return ranked[: min(several, most)] + singles[:fill]


def _interest(graph: nx.MultiDiGraph, concept: str, shared: set[str]) -> tuple[bool, bool]:
    """What sorts concepts of a single paper: first what goes with shared ones, then what a paper introduces."""
    papers = [node for node in graph.predecessors(concept) if graph.nodes[node]["kind"] == "paper"]
    together = any(other in shared for paper in papers for other in graph[paper])
    introduced = any(graph.has_edge(paper, concept, Link.INTRODUCES.value) for paper in papers)
    return not together, not introduced


def _pairs(
    graph: nx.MultiDiGraph, papers: Iterable[str], chosen: list[str]
) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """How many papers share two of the chosen concepts, and how many relations are stated between them."""
    ranks = {concept: rank for rank, concept in enumerate(chosen)}
    shared: Counter[tuple[str, str]] = Counter()
    for paper in papers:
        members = sorted((concept for concept in graph[paper] if concept in ranks), key=ranks.__getitem__)
        shared.update(combinations(members[:_MOST_OF_A_PAPER], 2))
    stated: Counter[tuple[str, str]] = Counter()
    for head in chosen:
        for _, tail in graph.out_edges(head):
            if tail in ranks and tail != head:
                stated[(head, tail) if ranks[head] < ranks[tail] else (tail, head)] += 1
    return shared, stated


def _closest(closeness: dict[tuple[str, str], float]) -> list[tuple[str, str]]:
    """The pairs in which one is among the other's closest, in the order of ``closeness``."""
    left: Counter[str] = Counter()
    kept: set[tuple[str, str]] = set()
    for pair in sorted(closeness, key=lambda pair: (-closeness[pair], pair)):
        if min(left[pair[0]], left[pair[1]]) < _NEIGHBOURS:
            kept.add(pair)
            left.update(pair)
    return [pair for pair in closeness if pair in kept]
