"""The endpoint ``/sparql``: queries by the SPARQL 1.1 Protocol, its description, and a page for people."""

from __future__ import annotations

import time
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pyoxigraph as ox
from starlette.exceptions import HTTPException

from kg.serve import protocol
from kg.serve.answers import LABELS, show_answer
from kg.serve.delivery import Delivery
from kg.serve.description import PREFIXES, describe
from kg.serve.dispatch import BusyError
from kg.serve.errors import explain
from kg.serve.graphs import choose_graph, graph_response
from kg.serve.negotiation import choose
from kg.serve.pages import page, root
from kg.serve.requests import address, content, while_connected
from kg.sparql import Format, QueryError, query_form
from kg.sparql.terms import parse_term

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from kg.serve.protocol import QueryRequest
    from kg.serve.service import Example, Service


async def sparql(request: Request) -> Response:
    """Answer a query, or say what the service is."""
    address_fields = request.scope["query_string"]
    if request.method == "POST":
        service: Service = request.app.state.service
        data = await content(request, service.limits)
        content_type = request.headers.get("content-type", "")
        return await _respond(request, protocol.from_message(address_fields, content_type, data))
    asked = protocol.from_address(address_fields)
    return _description(request) if asked is None else await _respond(request, asked)


def _description(request: Request) -> Response:
    service: Service = request.app.state.service
    chosen, media_type = choose_graph(request)
    if chosen is None:
        name = request.query_params.get("example", "")
        example = next((one for one in service.examples if one.name == name), None)
        return _page(request, service.first if example is None else example.asked, example=example)
    return graph_response(describe(address(request, "/sparql"), service.site), chosen, media_type, prefixes=PREFIXES)


async def _respond(request: Request, asked: QueryRequest) -> Response:
    chosen, media_type = choose(request.headers.get("accept", ""), asked.format, _formats(asked.query))
    if chosen is None:
        return await _respond_with_page(request, asked)
    service: Service = request.app.state.service
    answer = await while_connected(
        request, service.dispatcher.answer(asked.query, format=chosen, **_options(request, asked))
    )
    return Delivery(answer, service.dispatcher, media_type=media_type, seconds=service.limits.delivery_seconds)


async def _respond_with_page(request: Request, asked: QueryRequest) -> Response:
    """The page with the query and its answer, or with what is wrong with it."""
    service: Service = request.app.state.service
    start = time.perf_counter()
    try:
        kind = Format.TURTLE if query_form(asked.query).gives_triples else Format.JSON
        options = _options(request, asked) | {"format": kind, "max_rows": service.limits.page_rows}
        answer = await while_connected(request, service.dispatcher.answer(asked.query, **options))
    except (QueryError, BusyError) as error:
        status, message = explain(error)
        return _page(request, asked, status=status, error=message)
    try:
        shown = show_answer(answer, service.site, root(request), seconds=time.perf_counter() - start)
    finally:
        service.dispatcher.release(answer)
    return _page(request, asked, answer=shown)


def _formats(query: str) -> tuple[Format, ...]:
    """The formats that suit a query; all for one that is none, so that what is said of it is not about formats."""
    try:
        return Format.for_form(query_form(query))
    except QueryError:
        return tuple(Format)


def _options(request: Request, asked: QueryRequest) -> dict[str, Any]:
    """What the engine is told beside the text.

    Raises:
        HTTPException: 400 where a graph is named by what is no IRI.
        QuerySyntaxError: A parameter is no term.
    """
    service: Service = request.app.state.service
    # Where the data say nothing, relative IRIs are relative to the endpoint (SPARQL 1.1 Protocol, section 2.1.8).
    base = service.site.base or address(request, "/sparql")
    for iri in (*asked.default_graphs, *asked.named_graphs):
        try:
            ox.NamedNode(iri)
        except ValueError:
            raise HTTPException(HTTPStatus.BAD_REQUEST, f"the graph {iri!r:.100} is no absolute IRI") from None
    return {
        "params": {name: parse_term(value, base=base) for name, value in asked.parameters},
        "base_iri": base,
        "default_graphs": asked.default_graphs,
        "named_graphs": asked.named_graphs,
    }


def _page(
    request: Request, asked: QueryRequest, *, status: int = 200, example: Example | None = None, **values: Any
) -> Response:
    service: Service = request.app.state.service
    fields = [("query", asked.query), *((f"${name}", value) for name, value in asked.parameters)]
    fields += [("default-graph-uri", iri) for iri in asked.default_graphs]
    fields += [("named-graph-uri", iri) for iri in asked.named_graphs]
    downloads = [
        {"label": LABELS[one], "href": f"{root(request)}/sparql?{urlencode([*fields, ('format', one)])}"}
        for one in _formats(asked.query)
    ]
    return page(
        request,
        "query.html",
        status=status,
        page="sparql",
        asked=asked,
        example=example,
        parameters=_parameters(asked, example),
        endpoint=address(request, "/sparql"),
        limits=service.limits,
        examples=service.examples,
        downloads=downloads,
        **{"answer": None, "error": "", **values},
    )


def _parameters(asked: QueryRequest, example: Example | None) -> list[dict[str, Any]]:
    """The fields for parameters: those that the example has, else those that were sent."""
    values = dict(asked.parameters)
    if example is None:
        return [{"name": name, "value": value, "required": False, "description": ""} for name, value in values.items()]
    return [
        {
            "name": one.name,
            "value": values.get(one.name, ""),
            "required": one.required,
            "description": one.description,
        }
        for one in example.parameters
    ]
