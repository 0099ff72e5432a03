"""The part of a graph that a page can still hold where the whole is too large."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx

from kg.export.page.data import split_nodes

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_PAPERS = 10_000
"""How many papers the part has at most."""


def main_part(graph: nx.MultiDiGraph, concepts: Iterable[str], *, start: str = "") -> nx.MultiDiGraph:
    """Copy the main concepts, the papers that have most of them, and what links these.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them; attributes are shared, not copied.
        concepts: The main concepts.
        start: A node that is kept too.
    """
    main = {*concepts, start}
    papers, _ = split_nodes(graph)
    held = {paper: sum(concept in main for concept in graph[paper]) for paper in papers}
    kept = sorted(papers, key=lambda paper: (paper != start, -held[paper]))[:MOST_PAPERS]
    nodes = main.union(paper for paper in kept if held[paper])
    part = nx.MultiDiGraph(**graph.graph)
    part.add_nodes_from((node, data) for node, data in graph.nodes(data=True) if node in nodes)
    for source in list(part):
        for target, edges in graph.adj[source].items():
            if target in part:
                part.add_edges_from((source, target, key, _of(edge, part)) for key, edge in edges.items())
    return part


def _of(edge: dict[str, object], part: nx.MultiDiGraph) -> dict[str, object]:
    """An edge with the statements of the papers that are there; the relation stays, whoever states it."""
    statements = edge.get("statements")
    if not isinstance(statements, list):
        return edge
    return {**edge, "statements": [statement for statement in statements if statement["paper"] in part]}
