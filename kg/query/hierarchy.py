"""``broader`` climbed up and down, as far as it goes.

One wrong step would take in all that is below it. So a step that the vocabulary does not state, and a single paper does
only doubtfully, is not taken; and no answer tells of a parent that is not climbed to. Circles, which texts may state, are walked once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.model import Relation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import networkx as nx

_SURE = 0.4  # of the statements of the seeds, what is surer is right


def narrower(graph: nx.MultiDiGraph, node: str) -> tuple[str, ...]:
    """Give all concepts below a concept, children first, then grandchildren; each hop in the order of the nodes' names.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
        node: The concept.
    """
    return _climb(node, lambda each: (below for below in graph.pred[each] if is_sure(graph, below, each)))


def broader(graph: nx.MultiDiGraph, node: str) -> tuple[str, ...]:
    """Give all concepts above a concept, parents first, then grandparents; each hop in the order of the nodes' names.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
        node: The concept.
    """
    return _climb(node, lambda each: (above for above in graph.succ[each] if is_sure(graph, each, above)))


def is_sure(graph: nx.MultiDiGraph, below: str, above: str) -> bool:
    """Tell whether one concept is surely right below another.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
        below: The one.
        above: The other; nothing need be stated between the two.
    """
    edge = graph.get_edge_data(below, above, Relation.BROADER.value)
    if edge is None:
        return False
    said = edge["statements"]
    if edge.get("vocabulary") or not said:
        return True
    return len({each["paper"] for each in said}) > 1 or max(each["confidence"] for each in said) >= _SURE


def is_told(graph: nx.MultiDiGraph, head: str, relation: str, tail: str) -> bool:
    """Tell whether a relation between two concepts is told as such: all are but doubtful parents."""
    return relation != Relation.BROADER or is_sure(graph, head, tail)


def _climb(node: str, follow: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    seen = {node}
    found: list[str] = []
    hop = [node]
    while hop:
        hop = sorted({other for each in hop for other in follow(each)} - seen)
        seen.update(hop)
        found += hop
    return tuple(found)
