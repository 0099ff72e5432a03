"""JSON: an array of records, an object that wraps one, or one record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.errors import InputError
from kg.model import Paper, Problem
from kg.read.contract import Match, Reader, require_records
from kg.read.json_stream import MALFORMED, JsonError, stream_records
from kg.read.record import NO_TEXT, excerpt, make_paper
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.model import Source
    from kg.read.contract import Document

NOT_AN_OBJECT = "not a JSON object"

_BEGINNING = re.compile(r"\s*(?:\[\s*(?:[{\]]|$)|\{\s*(?:[\"}]|$))")


def sniff(head: str) -> Match:
    """Tell JSON by its first brackets."""
    if _BEGINNING.match(head):
        return Match.CERTAIN
    return Match.POSSIBLE if head.strip() else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield an array's papers and problems, numbered from 0."""
    return require_records(
        _read(document),
        stray=lambda problem: is_stray(problem) or problem.reason == MALFORMED,
        error=no_records(document),
    )


def _read(document: Document) -> Iterator[Paper | Problem]:
    index = 0
    try:
        for value in stream_records(document.text):
            yield from_value(value, source=document.source(index=index), default_id=document.id(index + 1))
            index += 1
    except JsonError as error:
        yield Problem(document.source(index=index), error.reason, f"{error}; what comes after it is not read")


def from_value(value: object, *, source: Source, default_id: str) -> Paper | Problem:
    """Make a paper of a decoded JSON value."""
    if isinstance(value, dict):
        return make_paper(value.items(), source=source, default_id=default_id)
    kind = {str: "text or a number", list: "an array", bool: "true or false"}.get(type(value), "null")
    return Problem(source, NOT_AN_OBJECT, f"it is {kind}", excerpt(text(value)))


def is_stray(problem: Problem) -> bool:
    """Tell whether a problem is about a value that has nothing of a paper."""
    return problem.reason == NOT_AN_OBJECT or (problem.reason == NO_TEXT and not problem.raw)


def no_records(document: Document) -> InputError:
    """Make the error for JSON without records."""
    remedy = "Expected are objects with a title or an abstract, one a line, in an array, or in an object that holds one array"
    return InputError(document.path, "JSON that holds no records", remedy)


READER = Reader("JSON", (".json",), sniff, read)
