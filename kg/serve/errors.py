"""What clients are told of what goes wrong: the status that the protocol asks for, and one line, never a stack trace."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, Response

from kg.errors import KgError
from kg.serve.dispatch import BusyError
from kg.serve.negotiation import HTML, preferred
from kg.serve.pages import page
from kg.serve.requests import ClientGoneError
from kg.sparql import QueryError, QuerySyntaxError, QueryTimeoutError, RefusedQueryError, ResultTooLargeError

if TYPE_CHECKING:
    from starlette.requests import Request

_LOG = logging.getLogger(__name__)

_STATUS = {
    QuerySyntaxError: HTTPStatus.BAD_REQUEST,
    RefusedQueryError: HTTPStatus.FORBIDDEN,
    ResultTooLargeError: HTTPStatus.FORBIDDEN,
    QueryTimeoutError: HTTPStatus.SERVICE_UNAVAILABLE,
}
EXPECTED = (HTTPException, KgError, BusyError, ClientGoneError, ClientDisconnect)
"""What handlers raise on purpose."""

_RETRY_SECONDS = "10"


def explain(error: Exception) -> tuple[HTTPStatus, str]:
    """Give the status of an error, and what to say of it.

    >>> explain(BusyError("too many queries wait"))
    (<HTTPStatus.SERVICE_UNAVAILABLE: 503>, 'The server is busy: too many queries wait. Ask again later.')
    """
    if isinstance(error, BusyError):
        return HTTPStatus.SERVICE_UNAVAILABLE, f"The server is busy: {error}. Ask again later."
    for kind, status in _STATUS.items():
        if isinstance(error, kind):
            return status, str(error)
    _LOG.error("a query failed: %s", error)
    if isinstance(error, QueryError):
        return HTTPStatus.INTERNAL_SERVER_ERROR, "The engine failed on this query, most often for want of memory."
    return HTTPStatus.INTERNAL_SERVER_ERROR, "The server failed on this request."


async def respond_to_error(request: Request, error: Exception) -> Response:
    """Turn an error into a response: a page for browsers, a line of text for others."""
    if isinstance(error, (ClientGoneError, ClientDisconnect)):
        return Response(status_code=HTTPStatus.NO_CONTENT)
    headers: dict[str, str] = {}
    if isinstance(error, HTTPException):
        status, message = HTTPStatus(error.status_code), error.detail
        headers |= error.headers or {}
    else:
        status, message = explain(error)
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = _RETRY_SECONDS
    if preferred(request.headers.get("accept", ""), ["text/plain", HTML]) == HTML:
        response: Response = page(request, "error.html", status=status, page="", phrase=status.phrase, message=message)
    else:
        response = PlainTextResponse(message + "\n", status, headers={"Vary": "Accept"})
    response.headers.update(headers)
    return response
