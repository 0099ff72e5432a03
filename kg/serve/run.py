"""The server: an address, the application, and Uvicorn between them."""

from __future__ import annotations

import logging
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from kg.errors import KgError, printable
from kg.serve.app import make_app
from kg.serve.connections import PatientProtocol
from kg.serve.limits import Limits
from kg.sparql import connect

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_EXPLORER = "graph.html"
_BACKLOG = 2_048
_KEEP_ALIVE_SECONDS = 5
_GRACEFUL_SECONDS = 5


class AddressError(KgError):
    """An address that cannot be listened to."""


def serve(
    *paths: str | Path,
    host: str = "127.0.0.1",
    port: int = 8000,
    base: str | None = None,
    root_path: str = "",
    limits: Limits | None = None,
    origins: Sequence[str] = ("*",),
    access_log: bool = False,
    announce: Callable[[str], None] = lambda _: None,
) -> None:
    """Answer over HTTP until the process is told to stop.

    Args:
        paths: A folder that ``kg build`` wrote, a store, or files of RDF; ``exports`` if none.
        host: The name or number of the address to listen to; only this machine reaches the default.
        port: The port; 0 for any that is free.
        base: What the data's IRIs begin with, where that is not what the data say.
        root_path: The path that a proxy cuts off before requests come here.
        limits: What clients may ask for.
        origins: The web sites whose scripts may ask, ``*`` for all.
        access_log: Whether each request is logged.
        announce: Is told the server's address when it listens.

    Raises:
        InputError: There is no data, or it cannot be read.
        AddressError: The address cannot be listened to.
    """
    limits = limits or Limits()
    with listen(host, port) as listener:
        connection = connect(
            *paths,
            workers=limits.workers + limits.slow_workers,
            time_limit=limits.seconds,
            max_bytes=limits.result_bytes,
        )
        with connection:
            app = make_app(connection, explorer=_explorer(paths), base=base, limits=limits, origins=origins)
            if access_log:
                logging.getLogger("uvicorn.access").setLevel(logging.INFO)
            config = uvicorn.Config(
                app,
                http=PatientProtocol,
                ws="none",
                loop="asyncio",
                log_config=None,
                access_log=access_log,
                server_header=False,
                root_path=root_path,
                limit_concurrency=limits.connections,
                backlog=_BACKLOG,
                timeout_keep_alive=_KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=_GRACEFUL_SECONDS,
            )
            announce(_url(host, listener.getsockname()[1]))
            try:
                uvicorn.Server(config).run(sockets=[listener])
            except KeyboardInterrupt:
                return  # Uvicorn has ended in good order, and passes the signal on.


def listen(host: str, port: int) -> socket.socket:
    """Take an address.

    Raises:
        AddressError: It is not this machine's, is taken, or may not be taken.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except (OSError, ValueError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"{host}, port {port}: cannot be listened to ({reason}). Choose others with --host and --port."
        raise AddressError(printable(message)) from error


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _explorer(paths: Sequence[str | Path]) -> Path | None:
    """The page to explore beside the data."""
    for path in map(Path, paths or ["exports"]):
        page = (path if path.is_dir() else path.parent) / _EXPLORER
        if page.is_file():
            return page
    return None
