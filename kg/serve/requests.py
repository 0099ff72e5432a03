"""What all handlers need of a request: its content within limits, its address, and whether anybody still waits."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeVar

from starlette.exceptions import HTTPException

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from starlette.requests import Request

    from kg.serve.limits import Limits

    T = TypeVar("T")


class ClientGoneError(Exception):
    """The client hung up before there was an answer."""


async def content(request: Request, limits: Limits) -> bytes:
    """Read the content of a request.

    Raises:
        HTTPException: 413 or 408 where it is too large or comes too slowly.
    """
    too_large = HTTPException(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the content is larger than {limits.request_bytes:,} bytes"
    )
    announced = request.headers.get("content-length", "0")
    if announced.isdecimal() and int(announced) > limits.request_bytes:
        raise too_large
    data = bytearray()
    try:
        async with asyncio.timeout(limits.request_seconds):
            async for piece in request.stream():
                data += piece
                if len(data) > limits.request_bytes:
                    raise too_large
    except TimeoutError:
        raise HTTPException(
            HTTPStatus.REQUEST_TIMEOUT, f"the content did not come within {limits.request_seconds:g} seconds"
        ) from None
    return bytes(data)


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Wait for work, and end it when the client hangs up. The content of the request was read before.

    Raises:
        ClientGoneError: The client hung up.
    """
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientGoneError
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def address(request: Request, path: str) -> str:
    """The absolute address of a path of this server, as the client sees it.

    Raises:
        HTTPException: 400 where the client names the server in a way that no address can.
    """
    host = request.url.netloc
    if not host or set(host) & set('/\\?#@<>"{}|^` '):
        raise HTTPException(HTTPStatus.BAD_REQUEST, "the header Host is missing or wrong")
    return f"{request.url.scheme}://{host}{str(request.scope.get('root_path', '')).rstrip('/')}{path}"
