"""The application: routes, and what holds for all responses."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from kg.serve import endpoint, nodes, resources
from kg.serve.dispatch import Dispatcher
from kg.serve.errors import EXPECTED, respond_to_error
from kg.serve.limits import Limits
from kg.serve.ontology import ontology
from kg.serve.pages import page, root
from kg.serve.service import Service, examples, look_at
from kg.sparql import named_queries

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from kg.sparql import Connection

_ASSETS = Path(__file__).parent / "assets"


def make_app(
    connection: Connection,
    *,
    explorer: Path | None = None,
    base: str | None = None,
    limits: Limits | None = None,
    origins: Sequence[str] = ("*",),
) -> Starlette:
    """Make the ASGI application.

    Args:
        connection: The data, with as many workers as the limits speak of; it is closed when the application ends.
        explorer: The page to explore, if there is one.
        base: What the data's IRIs begin with, where that is not what the data say.
        limits: What clients may ask for.
        origins: The web sites whose scripts may ask, ``*`` for all (CORS).
    """
    limits = limits or Limits()
    site = look_at(connection, base=base, explorer=explorer is not None)
    named = examples()
    quick = [*nodes.QUERIES, *(query.text for query in named_queries()), *(one.asked.query for one in named)]
    dispatcher = Dispatcher(connection, limits, quick=quick)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        dispatcher.close()

    app = Starlette(
        routes=[
            Route("/", _home),
            Route("/sparql", endpoint.sparql, methods=["GET", "POST"]),
            Route("/ontology", ontology),
            Route("/.well-known/void", _void),
            Mount("/assets", StaticFiles(directory=_ASSETS)),
            Route("/{path:path}", resources.node),
        ],
        middleware=[
            Middleware(_Guard),
            Middleware(
                CORSMiddleware, allow_origins=list(origins), allow_methods=["GET", "HEAD", "POST"], max_age=86_400
            ),
        ],
        exception_handlers=dict.fromkeys((*EXPECTED, Exception), respond_to_error),
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.site = site
    app.state.service = Service(site, dispatcher, limits, explorer, named)
    return app


async def _home(request: Request) -> Response:
    service: Service = request.app.state.service
    if service.explorer is None:
        return page(request, "home.html", page="")
    response = FileResponse(service.explorer, media_type="text/html; charset=utf-8")
    # The page brings its own policy, which knows its scripts by their hashes.
    response.headers["Content-Security-Policy"] = "frame-ancestors 'none'"
    return response


async def _void(request: Request) -> Response:
    """The well-known address of a description of the data (RFC 5785, VoID section 7.2)."""
    service: Service = request.app.state.service
    if not service.site.dataset:
        raise HTTPException(404, "the data do not describe themselves")
    return RedirectResponse(f"{root(request)}/dataset", 302)


class _Guard:
    """Adds to each response what keeps browsers from running what they are sent.

    Without a policy of its own a response may run nothing: an answer in RDF/XML can be made to hold scripts, since a
    query chooses the names of its elements.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
            await send(message)

        await self._app(scope, receive, guarded if scope["type"] == "http" else send)
