"""Graphs as answers: which format a client wants one in, and the formats it comes in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyoxigraph as ox
from starlette.responses import Response

from kg.serve.answers import LABELS
from kg.serve.negotiation import bare, choose
from kg.sparql import Format, QueryForm

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from starlette.requests import Request

_FORMATS = Format.for_form(QueryForm.DESCRIBE)


def choose_graph(request: Request) -> tuple[Format | None, str]:
    """Choose the format of a graph, as :func:`kg.serve.negotiation.choose` does."""
    return choose(request.headers.get("accept", ""), request.query_params.get("format", ""), _FORMATS)


def graph_formats(path: str) -> list[dict[str, str]]:
    """Give the links to a graph in each of its formats."""
    return [{"label": LABELS[one], "media_type": bare(one), "href": f"{path}?format={one}"} for one in _FORMATS]


def graph_response(
    triples: Iterable[ox.Triple], chosen: Format, media_type: str, *, prefixes: Mapping[str, str], location: str = ""
) -> Response:
    """Send a graph that is at hand.

    Args:
        triples: The graph.
        chosen: Its format.
        media_type: What the client calls the format.
        prefixes: Namespaces by prefix.
        location: The address of the graph in this format, if it has one.
    """
    data = ox.serialize(triples, format=chosen.for_triples, prefixes=dict(prefixes))
    headers = {"Vary": "Accept"} | ({"Content-Location": f"{location}?format={chosen}"} if location else {})
    return Response(data, media_type=media_type, headers=headers)
