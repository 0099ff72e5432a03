"""The addresses of nodes: what an IRI of the data stands for, as a page or as triples."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import pyoxigraph as ox
from starlette.exceptions import HTTPException

from kg.serve import nodes
from kg.serve.delivery import Delivery
from kg.serve.graphs import choose_graph, graph_formats
from kg.serve.pages import page, root
from kg.serve.requests import while_connected

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from kg.serve.service import Service

_SHOWN = 100
"""How many values of a property a page shows."""


async def node(request: Request) -> Response:
    """Answer for a node of the data.

    The description of a node is a document of its own, which ``Content-Location`` names: the node may be a concept, and
    a concept is no file.
    """
    service: Service = request.app.state.service
    path = _path(request)
    for iri in service.site.iris(path):
        if await _is_known(request, iri):
            break
    else:
        raise HTTPException(HTTPStatus.NOT_FOUND, f"the graph knows nothing of {path!r:.200}")
    chosen, media_type = choose_graph(request)
    if chosen is None:
        return await _page(request, iri)
    answer = await while_connected(
        request, service.dispatcher.answer(nodes.DESCRIPTION, params={"node": ox.NamedNode(iri)}, format=chosen)
    )
    response = Delivery(answer, service.dispatcher, media_type=media_type, seconds=service.limits.delivery_seconds)
    response.headers["Content-Location"] = f"{root(request)}{path}?format={chosen}"
    return response


def _path(request: Request) -> str:
    """The path as received, without what a proxy cuts off."""
    raw: bytes = request.scope.get("raw_path") or request.scope["path"].encode()
    return raw.decode("latin-1").removeprefix(root(request))


async def _is_known(request: Request, iri: str) -> bool:
    service: Service = request.app.state.service
    params = {"node": ox.NamedNode(iri)}
    answer = await while_connected(request, service.dispatcher.answer(nodes.KNOWN, params=params))
    service.dispatcher.release(answer)
    return bool(answer.boolean)


async def _rows(request: Request, query: str, iri: str) -> list[ox.QuerySolution]:
    service: Service = request.app.state.service
    params = {"node": ox.NamedNode(iri)}
    answer = await while_connected(request, service.dispatcher.answer(query, params=params))
    try:
        return list(answer.rows())
    finally:
        service.dispatcher.release(answer)


async def _page(request: Request, iri: str) -> Response:
    """The page of a node."""
    service: Service = request.app.state.service
    site, prefix = service.site, root(request)
    said = await _rows(request, nodes.FACTS, iri)
    here = await _rows(request, nodes.LINKS_HERE, iri)
    texts = await _rows(request, nodes.TEXTS, iri)
    kinds = nodes.kinds(said, site)
    query = nodes.EVIDENCE_IN if texts else nodes.EVIDENCE_FOR
    evidence = nodes.passages(await _rows(request, query, iri), site, prefix, iri)
    shown = len(evidence) if texts else nodes.MOST_PASSAGES
    links = f"The first {nodes.MOST_LINKS:,} links here" if len(here) >= nodes.MOST_LINKS else "Links here"
    name = iri.removeprefix(site.base)
    is_explored = service.explorer is not None and name.startswith(("concept/", "paper/"))
    groups = [
        {
            "heading": heading,
            "fragment": "",
            "rows": nodes.facts(map(nodes.said, rows), site, prefix, iri, shown=_SHOWN),
        }
        for heading, rows in (("Properties", said), (links, here))
        if rows
    ]
    values = {
        "title": nodes.title(said, site, iri),
        "iri": iri,
        "kinds": kinds,
        "formats": graph_formats(prefix + _path(request)),
        "explorer": f"{prefix}/#{name}" if is_explored else "",
        "texts": [nodes.text(row, iri, evidence) for row in texts],
        "facts": groups,
        "evidence": evidence[:shown],
        "more_evidence": nodes.all_evidence(iri, prefix) if len(evidence) > shown else "",
    }
    return page(request, "node.html", page=name, node=values)
