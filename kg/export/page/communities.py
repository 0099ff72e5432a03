"""Which main concepts form parts of the field, what each part is called, and how it is tinted."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
from networkx.algorithms.community import louvain_communities

from kg.model import ConceptType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kg.export.page.overview import Main

TINTS = 8
"""How many tints the style sheet has."""

SEPARATOR = " · "
"""Stands between the concepts that name a community."""

_MOST = 18  # parts that can be told apart on one screen
_FEWEST_NODES = 4  # in a part: fewer make no area that can be named
_RESOLUTION = 1.0
_NAMES = 2  # concepts that name a part
_SECOND = 0.5  # of the score of the first name, that further ones need
_TELLING = {ConceptType.TASK.value: 1.0, ConceptType.METHOD.value: 0.9}  # a part is rather named by these …
_LESS_TELLING = 0.2  # … than by benchmarks and metrics, which many parts have


def communities(main: Main, *, seed: int = 0) -> list[list[int]]:
    """Part the main concepts into communities, the largest first.

    Louvain's method (Blondel et al., *Fast unfolding of communities in large networks*, 2008) as NetworkX has it, on
    numbered nodes so that the same seed gives the same. A community that hangs together by no tie, which Louvain may
    leave, is split, as Leiden's method would; a community of few concepts joins the one it is tied to most.

    Args:
        main: The main concepts and their ties.
        seed: Starts the order in which nodes are visited.

    Returns:
        Places in ``main.concepts``, in order; concepts that are tied to too few others are in none.
    """
    network = nx.Graph()
    network.add_nodes_from(range(len(main.concepts)))
    network.add_weighted_edges_from(main.ties)
    found = louvain_communities(network, weight="weight", resolution=_RESOLUTION, seed=seed) if main.ties else []
    parts = [sorted(part) for group in found for part in nx.connected_components(network.subgraph(group))]
    return sorted(_joined(parts, main), key=lambda part: (-sum(main.papers[part]), part))


def _joined(parts: list[list[int]], main: Main) -> list[list[int]]:
    """Join the smallest community with the one it is tied to most, until all are large enough and few enough."""
    groups = dict(enumerate(sorted(parts)))
    home = {node: number for number, part in groups.items() for node in part}
    least = max(_FEWEST_NODES, len(main.concepts) // 60)
    while groups:
        number, part = min(groups.items(), key=lambda item: (len(item[1]), item[1]))
        if len(part) >= least and len(groups) <= _MOST:
            break
        ties: dict[int, float] = defaultdict(float)
        for head, tail, weight in main.ties:
            ends = home.get(head), home.get(tail)
            if number in ends and ends[0] != ends[1]:
                other = ends[1] if ends[0] == number else ends[0]
                if other is not None:
                    ties[other] += weight
        del groups[number]
        # What is tied to nothing large stands alone.
        target = max(ties, key=lambda other: (ties[other], -other)) if ties else None
        for node in part:
            if target is None:
                del home[node]
            else:
                home[node] = target
        if target is not None:
            groups[target] = sorted(groups[target] + part)
    return list(groups.values())


def names(parts: Sequence[Sequence[int]], main: Main, graph: nx.MultiDiGraph) -> list[str]:
    """Call each community by its most characteristic concepts: much shared, and mostly with others of the community.

    No two communities are called alike, for a concept is in one and its label is its own.

    Args:
        parts: The communities.
        main: The main concepts and their ties.
        graph: What the concepts are called.
    """
    scores = _telling(parts, main, [graph.nodes[concept]["kind"] for concept in main.concepts])
    found = []
    for part in parts:
        chosen: list[str] = []
        order = sorted(part, key=lambda node: (-scores[node], node))
        for node in order:
            label = graph.nodes[main.concepts[node]]["label"]
            if len(chosen) == _NAMES or scores[node] < _SECOND * scores[order[0]]:
                break
            if not any(_alike(label, other) for other in chosen):
                chosen.append(label)
        found.append(SEPARATOR.join(chosen))
    return found


def _telling(parts: Sequence[Sequence[int]], main: Main, kinds: Sequence[str]) -> list[float]:
    """How well each main concept tells its community from the others."""
    home = {node: number for number, part in enumerate(parts) for node in part}
    inside = np.zeros(len(main.concepts))
    total = np.zeros(len(main.concepts))
    for head, tail, weight in main.ties:
        total[[head, tail]] += weight
        if home.get(head, -1) == home.get(tail, -2):
            inside[[head, tail]] += weight
    # One tie more that leads elsewhere: of a concept with few ties it is not known how many would.
    share = inside / (total + 1)
    weights = np.array([_TELLING.get(kind, _LESS_TELLING) for kind in kinds])
    scores: list[float] = np.round(weights * share**1.5 * main.papers**0.75, 9).tolist()
    return scores


def _alike(one: str, other: str) -> bool:
    """Whether two names say nearly the same, by the words that they share.

    >>> _alike("large language model", "pre-trained language model"), _alike("language model", "student model")
    (True, False)
    """
    first, second = set(one.casefold().split()), set(other.casefold().split())
    return 2 * len(first & second) >= min(len(first | second), 2 * min(len(first), len(second)))


def tints(centres: Sequence[tuple[float, float]]) -> list[int]:
    """Choose a tint for each community: of those used least, the one whose nearest use is farthest away.

    Args:
        centres: Where the communities stand, the largest first.

    >>> tints([(0, 0), (9, 0), (1, 0)])
    [0, 1, 2]
    """
    chosen: list[int] = []
    for number, (x, y) in enumerate(centres):
        used = [chosen.count(tint) for tint in range(TINTS)]

        def distance(tint: int, at: tuple[float, float] = (x, y), before: int = number) -> float:
            gaps = [
                (at[0] - centres[other][0]) ** 2 + (at[1] - centres[other][1]) ** 2
                for other in range(before)
                if chosen[other] == tint
            ]
            return min(gaps, default=float("inf"))

        free = [tint for tint in range(TINTS) if used[tint] == min(used)]
        chosen.append(max(free, key=lambda tint: (distance(tint), -tint)))
    return chosen
