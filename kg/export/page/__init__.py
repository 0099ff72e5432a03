"""The graph as one page to explore in a browser: a self-contained HTML file that asks the network for nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kg.export.page.assemble import assemble_page, packed
from kg.export.page.data import DETAILS, EDGE_TYPES, KINDS, Detail, page_data, split_nodes
from kg.export.page.frame import Frame
from kg.export.page.map import make_overview
from kg.export.page.part import main_part
from kg.files import write_bytes
from kg.ids import BASE_IRI
from kg.resources import ontology_file

if TYPE_CHECKING:
    from pathlib import Path

    import networkx as nx

    from kg.export.page.map import Overview

__all__ = ["LARGE", "Detail", "Frame", "PageFile", "frame_page", "render_page", "write_page"]

LARGE = 25_000_000
"""Bytes beyond which a page is slow to open and to send, so that more of the graph is left out of it."""

_SAMPLE = 1_000_000  # characters of abstracts that tell how far all of them can be compressed

_LEFT_OUT: dict[Detail, str] = {
    "full": "",
    "titles": "without abstracts, and so without the sentences that speak for a link",
    "main": "only the main concepts and the papers that have most of them, without abstracts",
}


@dataclass(frozen=True)
class PageFile:
    """What became of a page.

    Attributes:
        size: Its bytes.
        detail: How much of the graph is in it.
    """

    size: int
    detail: Detail

    def __str__(self) -> str:
        """Give size and detail in words.

        >>> str(PageFile(1_234_567, "full")), str(PageFile(250_000, "full"))
        ('1.2 MB', '0.2 MB')
        """
        return ", ".join(filter(None, (f"{self.size / 1e6:.1f} MB", _LEFT_OUT[self.detail])))

    @property
    def warning(self) -> str:
        """What its maker should know, or "": that it is large, or that something is left out."""
        if self.size > LARGE:
            return f"the page is large ({self}): browsers will be slow to open it"
        if self.detail != "full":
            return f"the whole graph would make a page of more than {LARGE / 1e6:.0f} MB; it has {self}"
        return ""


def write_page(
    graph: nx.MultiDiGraph, path: str | Path, *, heading: str = "", start: str = "", detail: Detail | None = None
) -> PageFile:
    """Write the page to a file, in UTF-8; the file is there whole or not at all.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them; it is not changed.
        path: The file to write.
        heading: The page's heading; by default the venue, if all papers share one.
        start: The node that is open at first; by default none, and the page begins with the overview.
        detail: How much of the graph is in the page: "full", all of it; "titles", no abstracts; "main", only the main
            concepts and the papers that have most of them. By default the first of these with which the page has no
            more than :data:`LARGE` bytes, or else "main". The page says what is left out.

    Raises:
        OutputError: The file cannot be written.
    """
    page, found = _fitting(_Pages(graph, heading, start), detail)
    data = page.encode("utf-8")
    write_bytes(path, data)
    return PageFile(len(data), found)


def render_page(graph: nx.MultiDiGraph, *, heading: str = "", start: str = "", detail: Detail | None = None) -> str:
    """The page as text; see :func:`write_page`."""
    return _fitting(_Pages(graph, heading, start), detail)[0]


def frame_page(graph: nx.MultiDiGraph, *, height: int, heading: str = "", start: str = "") -> Frame:
    """The page for a notebook, in a frame that is so many pixels high; see :func:`write_page`."""
    return Frame(render_page(graph, heading=heading, start=start), height=height)


def _fitting(pages: _Pages, detail: Detail | None) -> tuple[str, Detail]:
    details = (detail,) if detail else DETAILS if _texts_fit(pages.graph) else DETAILS[1:]
    for each in details:
        page = pages.page(each)
        if len(page) <= LARGE and len(page.encode("utf-8")) <= LARGE:
            break
    return page, each


def _texts_fit(graph: nx.MultiDiGraph) -> bool:
    """Whether the abstracts alone leave a page small enough, as every so many of them tell.

    A page with all of them, which is much larger than what holds it, is then not made in vain.
    """
    texts = [text for _, text in graph.nodes(data="abstract") if text]
    size = sum(len(text) for text in texts)
    if size <= LARGE:
        return True
    sample = "".join(texts[:: size // _SAMPLE + 1])
    return len(packed(sample)) / len(sample) * size <= LARGE


@dataclass(frozen=True)
class _Pages:
    """The pages that can be made of a graph."""

    graph: nx.MultiDiGraph
    heading: str
    start: str

    @cached_property
    def overview(self) -> Overview:
        return make_overview(self.graph)

    def page(self, detail: Detail) -> str:
        part = main_part(self.graph, self.overview.concepts, start=self.start) if detail == "main" else self.graph
        papers, concepts = split_nodes(part)
        numbers = {concept: len(papers) + place for place, concept in enumerate(concepts)}
        counts = {concept: _papers_of(self.graph, concept) for concept in concepts} if detail == "main" else None
        whole = [len(nodes) for nodes in split_nodes(self.graph)]
        return assemble_page(
            nodes=self.overview.nodes(numbers),
            edges=self.overview.edges(numbers),
            front={
                "start": self.start,
                "detail": detail,
                "kinds": list(KINDS),
                "types": list(EDGE_TYPES),
                "papers": len(papers),
                "concepts": len(concepts),
                "regions": self.overview.regions,
            },
            context=_context(self.graph.graph.get("base", BASE_IRI)),
            data=page_data(part, texts=detail == "full", counts=counts),
            heading=self.heading or _venue(self.graph) or "Papers and their concepts",
            counts={"papers": whole[0], "concepts": whole[1], "links": self.graph.number_of_edges()},
            left_out=self._left_out(detail, len(papers)),
            generator=self.graph.graph.get("generator", "kg-papers"),
        )

    def _left_out(self, detail: Detail, papers: int) -> str:
        if detail == "full":
            return ""
        if detail == "titles":
            return "To keep this file small, it is without abstracts and the sentences that speak for each link."
        return (
            f"To keep this file small, it has only the {len(self.overview.concepts):,} main concepts and {papers:,} "
            "papers, without abstracts."
        )


def _context(base: str) -> dict[str, Any]:
    """The ontology's JSON-LD context for a graph whose nodes are named below a base."""
    context: dict[str, Any] = json.loads(ontology_file("context.jsonld").read_text(encoding="utf-8"))["@context"]
    return {**context, "@base": base}


def _papers_of(graph: nx.MultiDiGraph, concept: str) -> int:
    return sum(graph.nodes[node]["kind"] == "paper" for node in graph.predecessors(concept))


def _venue(graph: nx.MultiDiGraph) -> str:
    """The venue of all papers, with the year if they share that too, or "" where they have none or several."""
    papers, _ = split_nodes(graph)
    venues = {graph.nodes[paper]["venue"] for paper in papers}
    years = {graph.nodes[paper]["year"] for paper in papers}
    venue = str(venues.pop()) if len(venues) == 1 else ""
    year = str(years.pop() or "") if len(years) == 1 else ""
    return venue if year in venue or not venue else f"{venue} {year}"
