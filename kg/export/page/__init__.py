"""The graph as one page to explore in a browser: a self-contained HTML file that asks the network for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kg.export.page.assemble import assemble_page
from kg.export.page.data import page_data, split_nodes
from kg.export.page.layout import positions
from kg.export.page.overview import main_concepts
from kg.files import write_text

if TYPE_CHECKING:
    from pathlib import Path

    import networkx as nx

__all__ = ["render_page", "write_page"]


def write_page(graph: nx.MultiDiGraph, path: str | Path, *, heading: str = "", start: str = "") -> None:
    """Write the page to a file, in UTF-8; the file is there whole or not at all.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them; it is not changed.
        path: The file to write.
        heading: The page's heading; by default the venue, if all papers share one.
        start: The node that is open at first; by default none, and the page begins with the overview.

    Raises:
        OutputError: The file cannot be written.
    """
    write_text(path, render_page(graph, heading=heading, start=start))


def render_page(graph: nx.MultiDiGraph, *, heading: str = "", start: str = "") -> str:
    """The page as text; see :func:`write_page`."""
    network = main_concepts(graph)
    places = positions(network)
    data = page_data(graph)
    papers, concepts = split_nodes(graph)
    numbers = {concept: len(papers) + place for place, concept in enumerate(concepts)}
    nodes = [
        _node(graph.nodes[concept], papers=attributes["papers"], position=places[concept]) | {"id": numbers[concept]}
        for concept, attributes in network.nodes(data=True)
    ]
    edges = [
        {"from": numbers[head], "to": numbers[tail], "value": edge["weight"]}
        for head, tail, edge in network.edges(data=True)
    ]
    return assemble_page(
        nodes=nodes,
        edges=edges,
        data=data | {"start": start},
        heading=heading or _venue(graph, papers) or "Papers and their concepts",
        counts={"papers": len(papers), "concepts": len(concepts), "links": graph.number_of_edges()},
        generator=graph.graph.get("generator", "kg-papers"),
    )


def _node(concept: dict[str, Any], *, papers: int, position: tuple[int, int]) -> dict[str, Any]:
    x, y = position
    return {"label": concept["label"], "group": concept["kind"], "value": papers, "x": x, "y": y}


def _venue(graph: nx.MultiDiGraph, papers: list[str]) -> str:
    """The venue of all papers, with the year if they share that too, or "" where they have none or several."""
    venues = {graph.nodes[paper]["venue"] for paper in papers}
    years = {graph.nodes[paper]["year"] for paper in papers}
    venue = str(venues.pop()) if len(venues) == 1 else ""
    year = str(years.pop() or "") if len(years) == 1 else ""
    return venue if year in venue or not venue else f"{venue} {year}"
