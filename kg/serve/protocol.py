"""The query operation of the SPARQL 1.1 Protocol: what a request asks for, or why it cannot be understood.

https://www.w3.org/TR/sparql11-protocol/#query-operation
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException

if TYPE_CHECKING:
    from collections.abc import Iterable

FORM = "application/x-www-form-urlencoded"
QUERY = "application/sparql-query"
UPDATE = "application/sparql-update"

_MAX_FIELDS = 1_000
_CHARSET = re.compile(r';\s*charset\s*=\s*"?([^";\s]+)', re.IGNORECASE)
_UPDATE_FIELDS = frozenset({"update", "using-graph-uri", "using-named-graph-uri"})


@dataclass(frozen=True, slots=True)
class QueryRequest:
    """A query as the protocol carries it.

    Attributes:
        query: The text of the query.
        default_graphs: IRIs of the graphs that make up the default graph; empty if the request names no dataset.
        named_graphs: IRIs of the named graphs.
        parameters: Values, written as in SPARQL, by the names of variables: the fields ``$name``, which RDF4J has too.
        format: The format asked for in the address, which outranks ``Accept``; empty if none is.
    """

    query: str
    default_graphs: tuple[str, ...] = ()
    named_graphs: tuple[str, ...] = ()
    parameters: tuple[tuple[str, str], ...] = ()
    format: str = ""


def from_address(query_string: bytes) -> QueryRequest | None:
    """Read the request that a GET makes: everything stands in the address.

    Args:
        query_string: What follows the ``?``, as received.

    Returns:
        The request, None if it holds no query: then it asks what the service is.

    Raises:
        HTTPException: 400 or 403 with what is wrong.

    >>> from_address(b"query=ASK%20%7B%7D").query
    'ASK {}'
    """
    fields = _fields(query_string)
    _refuse_update(fields)
    return _request(fields) if any(name == "query" for name, _ in fields) else None


def from_message(query_string: bytes, content_type: str, body: bytes) -> QueryRequest:
    """Read the request that a POST makes: url-encoded fields, or the query itself.

    Args:
        query_string: What follows the ``?`` in the address; the dataset and the format may stand there.
        content_type: The value of the header.
        body: The content.

    Raises:
        HTTPException: 400, 403 or 415 with what is wrong.

    >>> from_message(b"", "application/sparql-query", b"ASK {}").query
    'ASK {}'
    """
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type == UPDATE:
        raise _forbidden_update()
    if media_type not in {FORM, QUERY}:
        found = f"the content is {media_type!r:.100}" if media_type else "the request has no Content-Type"
        raise HTTPException(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"{found}: send a query as {QUERY}, or as the field query of {FORM}"
        )
    charset = _CHARSET.search(content_type)
    if charset and charset[1].lower() not in {"utf-8", "utf8", "us-ascii"}:
        raise HTTPException(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"the content is in {charset[1]!r:.40}: the protocol asks for UTF-8"
        )
    fields = _fields(query_string)
    if media_type == FORM:
        fields += _fields(body)
    else:
        fields.append(("query", _decoded(body)))
    _refuse_update(fields)
    return _request(fields)


def _fields(data: bytes) -> list[tuple[str, str]]:
    text = _decoded(data)
    try:
        return parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_MAX_FIELDS)
    except UnicodeDecodeError:
        raise HTTPException(HTTPStatus.BAD_REQUEST, "a field of the request is not percent-encoded UTF-8") from None
    except ValueError:
        raise HTTPException(HTTPStatus.BAD_REQUEST, f"the request has more than {_MAX_FIELDS:,} fields") from None


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise HTTPException(
            HTTPStatus.BAD_REQUEST, f"the request is not UTF-8: the byte {data[error.start]:#04x} at {error.start}"
        ) from None


def _request(fields: list[tuple[str, str]]) -> QueryRequest:
    return QueryRequest(
        query=_only(fields, "query"),
        default_graphs=_every(fields, "default-graph-uri"),
        named_graphs=_every(fields, "named-graph-uri"),
        parameters=tuple((name[1:], value) for name, value in fields if name.startswith("$") and value),
        format=_every(fields, "format")[-1] if _every(fields, "format") else "",
    )


def _only(fields: Iterable[tuple[str, str]], name: str) -> str:
    values = [value for field, value in fields if field == name]
    if len(values) != 1:
        raise HTTPException(HTTPStatus.BAD_REQUEST, f"the request has {len(values)} fields {name!r}: send exactly one")
    if not values[0].strip():
        raise HTTPException(HTTPStatus.BAD_REQUEST, f"the field {name!r} is empty")
    return values[0]


def _every(fields: Iterable[tuple[str, str]], name: str) -> tuple[str, ...]:
    return tuple(value for field, value in fields if field == name and value)


def _refuse_update(fields: Iterable[tuple[str, str]]) -> None:
    if any(name in _UPDATE_FIELDS for name, _ in fields):
        raise _forbidden_update()


def _forbidden_update() -> HTTPException:
    return HTTPException(HTTPStatus.FORBIDDEN, "updates are refused: this endpoint only answers queries")
