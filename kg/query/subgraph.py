"""A part of the graph, as a graph of its own that every exporter takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

if TYPE_CHECKING:
    from collections.abc import Container


def subgraph(graph: nx.MultiDiGraph, nodes: Container[str]) -> nx.MultiDiGraph:
    """Copy some nodes and what links them, in the graph's order.

    A statement between two of the concepts stays where its paper does; a relation that only other papers state is left
    out, one of the vocabulary stays. The attributes of nodes are shared with the graph, not copied.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
        nodes: The nodes to keep.
    """
    part = nx.MultiDiGraph(**graph.graph)
    part.add_nodes_from((node, data) for node, data in graph.nodes(data=True) if node in nodes)
    for source in list(part):
        for target, edges in graph.succ[source].items():
            if target in part:
                for key, edge in edges.items():
                    kept = _kept(edge, part)
                    if kept is not None:
                        part.add_edge(source, target, key=key, **kept)
    return part


def _kept(edge: dict[str, Any], part: nx.MultiDiGraph) -> dict[str, Any] | None:
    statements = edge.get("statements")
    if not statements:
        return edge
    said = [statement for statement in statements if statement["paper"] in part]
    return {**edge, "statements": said} if said else None
