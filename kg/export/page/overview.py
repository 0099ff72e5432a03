"""What the page shows first: the main concepts of the field and which of them go together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kg.export.page.data import split_nodes
from kg.model import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    import networkx as nx
    from numpy.typing import NDArray

MOST = 1000
"""How many concepts the overview shows at most: as many dots as a screen holds apart."""

_FEWEST = 80  # where few concepts are shared, the overview is filled up to this number with concepts of one paper
_MOST_OF_A_PAPER = 40  # bounds the pairs that one paper can give
_NEIGHBOURS = 3  # each concept keeps the lines to those it is closest to
_NEAR = 8  # … and this many ties when it is asked which concepts belong together


@dataclass(frozen=True)
class Main:
    """The main concepts, the most shared first; elsewhere they go by their places here.

    Attributes:
        concepts: Their keys.
        papers: How many papers have each.
        ties: Pairs of concepts and how close they are, between 0 and 1: of each concept those it is closest to.
        lines: How many of these, the closest ones, are drawn; they come first in ``ties``.
    """

    concepts: list[str]
    papers: NDArray[np.int64]
    ties: list[tuple[int, int, float]]
    lines: int


def main_concepts(graph: nx.MultiDiGraph, *, most: int = MOST) -> Main:
    """Choose the concepts that most papers share and tie each to those it goes together with most.

    Two concepts are as close as Salton's cosine of the sets of papers that have them, a stated relation counting as
    one more shared paper (Salton & McGill, *Introduction to Modern Information Retrieval*, 1983).

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them; it is not changed.
        most: Largest number of concepts.
    """
    papers, _ = split_nodes(graph)
    counts = Counter(concept for paper in papers for concept in graph[paper])
    chosen = _most_shared(graph, counts, most)
    sizes = np.array([counts[concept] for concept in chosen], dtype=np.int64)
    pairs, weights = _closeness(graph, papers, chosen, sizes)
    near = _closest(pairs, weights, len(chosen), keep=_NEAR)
    drawn = set(_closest(pairs, weights, len(chosen), keep=_NEIGHBOURS))
    order = [*sorted(drawn), *(row for row in sorted(near) if row not in drawn)]
    ties = [(int(pairs[row, 0]), int(pairs[row, 1]), round(float(weights[row]), 4)) for row in order]
    return Main(concepts=chosen, papers=sizes, ties=ties, lines=len(drawn))


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


def _closeness(
    graph: nx.MultiDiGraph, papers: Iterable[str], chosen: list[str], sizes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The pairs of chosen concepts that go together, in order, and how close the two of each are."""
    ranks = {concept: rank for rank, concept in enumerate(chosen)}
    codes = [np.zeros(0, dtype=np.int64)]
    for paper in papers:
        members = np.array(sorted(ranks[concept] for concept in graph[paper] if concept in ranks)[:_MOST_OF_A_PAPER])
        if len(members) > 1:
            upper, lower = np.triu_indices(len(members), 1)
            codes.append(members[upper] * len(chosen) + members[lower])
    stated = [
        min(rank, ranks[tail]) * len(chosen) + max(rank, ranks[tail])
        for head, rank in ranks.items()
        for _, tail in graph.out_edges(head)
        if tail in ranks and tail != head
    ]
    codes.append(np.array(stated, dtype=np.int64))
    found, times = np.unique(np.concatenate(codes), return_counts=True)
    pairs = np.stack(np.divmod(found, max(1, len(chosen))), axis=1)
    known = np.maximum(1, sizes)
    return pairs, np.minimum(1.0, times / np.sqrt(known[pairs[:, 0]] * known[pairs[:, 1]]))


def _closest(pairs: NDArray[np.int64], weights: NDArray[np.float64], count: int, *, keep: int) -> list[int]:
    """The rows of the pairs in which one concept is among the other's closest."""
    kept: list[int] = []
    had = [0] * count
    for row in np.lexsort((pairs[:, 1], pairs[:, 0], -weights)).tolist():
        head, tail = pairs[row].tolist()
        if min(had[head], had[tail]) < keep:
            kept.append(row)
            had[head] += 1
            had[tail] += 1
    return kept
