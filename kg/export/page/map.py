"""The overview as the page draws it: main concepts with places, the lines between them, and the areas of communities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kg.export.page.communities import SEPARATOR, communities, names, tints
from kg.export.page.data import special_slug
from kg.export.page.layout import positions, radii
from kg.export.page.overview import main_concepts
from kg.export.page.regions import outlines
from kg.ids import mint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import networkx as nx
    from numpy.typing import NDArray

    from kg.export.page.overview import Main


@dataclass(frozen=True)
class Overview:
    """What the script reads to draw the overview; ``types.d.ts`` says what is in each record.

    Attributes:
        concepts: The keys of the main concepts, the most shared first.
        records: What is drawn of each, but for its number.
        lines: Pairs of places in ``concepts``, and how close the two are.
        regions: The communities, the largest first.
    """

    concepts: list[str]
    records: list[dict[str, Any]]
    lines: list[tuple[int, int, float]]
    regions: list[dict[str, Any]]

    def nodes(self, numbers: Mapping[str, int]) -> list[dict[str, Any]]:
        """Give the nodes, by the numbers that the page has for concepts."""
        pairs = zip(self.concepts, self.records, strict=True)
        return [{"id": numbers[concept], **record} for concept, record in pairs]

    def edges(self, numbers: Mapping[str, int]) -> list[dict[str, Any]]:
        """Give the lines, by the numbers that the page has for concepts."""
        return [
            {"from": numbers[self.concepts[head]], "to": numbers[self.concepts[tail]], "value": weight}
            for head, tail, weight in self.lines
        ]


def make_overview(graph: nx.MultiDiGraph) -> Overview:
    """Make the overview of a graph.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them; it is not changed.
    """
    main = main_concepts(graph)
    parts = communities(main)
    places = positions(main, parts)
    sizes = radii(main.papers)
    home = {node: number for number, part in enumerate(parts) for node in part}
    records = []
    for place, concept in enumerate(main.concepts):
        label = graph.nodes[concept]["label"]
        record: dict[str, Any] = {"label": label, "group": graph.nodes[concept]["kind"]}
        slug = special_slug(concept, label)
        if slug:
            record["slug"] = slug
        x, y = map(int, places[place])
        size = round(float(sizes[place]), 1)
        record |= {"value": int(main.papers[place]), "x": x, "y": y, "size": size, "region": home.get(place, -1)}
        records.append(record)
    rings = outlines(places, sizes, parts)
    return Overview(main.concepts, records, main.ties[: main.lines], _regions(graph, main, parts, rings, places))


def _regions(
    graph: nx.MultiDiGraph,
    main: Main,
    parts: Sequence[Sequence[int]],
    rings: Sequence[list[list[int]]],
    places: NDArray[Any],
) -> list[dict[str, Any]]:
    centres = [(float(x), float(y)) for x, y in (places[list(part)].mean(axis=0) for part in parts)]
    labels = names(parts, main, graph)
    return [
        {
            # By the first concept alone, which no other community has.
            "key": "region/" + mint(label.partition(SEPARATOR)[0]),
            "label": label,
            "tint": tint,
            "papers": len({paper for node in part for paper in _papers(graph, main.concepts[node])}),
            "nodes": len(part),
            "x": round(centre[0]),
            "y": min((y for ring in lines for y in ring[1::2]), default=round(centre[1])),
            "rings": lines,
        }
        for label, tint, part, lines, centre in zip(labels, tints(centres), parts, rings, centres, strict=True)
    ]


def _papers(graph: nx.MultiDiGraph, concept: str) -> list[str]:
    return [node for node in graph.predecessors(concept) if graph.nodes[node]["kind"] == "paper"]
