"""JSON: an array of records, also within objects, an object that holds them by their ids, or one record.

What a record is like is told one by one (:mod:`kg.read.shapes`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.errors import InputError
from kg.model import Effect, Paper, Problem
from kg.read.contract import Match, Reader, require_records
from kg.read.json_records import stream_records
from kg.read.json_stream import CUT, MALFORMED, JsonError, decode
from kg.read.mongo import ShellText, is_shell
from kg.read.record import NO_TEXT
from kg.read.shapes import read_object

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.model import Source
    from kg.read.contract import Document

NOT_AN_OBJECT = "not a JSON object"

_BEGINNING = re.compile(r"\s*(?:\[\s*(?:[{\]]|null\b|$)|\{\s*(?:[\"}]|$))")
_OPENS_ARRAY = re.compile(r"\s*\{\s*\"[^\"\\]*+\"\s*:\s*\[")
_LINES = re.compile(r"\s*\{[^\r\n]*(?:[\r\n]+\{[^\r\n]*)*\},?[ \t]*[\r\n]+\{")


def sniff(head: str) -> Match:
    """Tell JSON by its first brackets, unless it has an object on each line."""
    if _BEGINNING.match(head):
        return Match.POSSIBLE if has_lines(head) else Match.CERTAIN
    return Match.POSSIBLE if head.strip() else Match.NO


def has_lines(head: str) -> bool:
    r"""Tell JSON Lines: lines open an object, of which one at least closes it, and another one opens after it.

    >>> has_lines('{"title": "A"}\n{"title": "B"}'), has_lines('{\n"title": "A"\n}\n{')
    (True, False)
    """
    return _LINES.match(head) is not None and not (_OPENS_ARRAY.match(head) and _stays_open(head))


def _stays_open(head: str) -> bool:
    """Tell whether what the first line opens ends on a later one, as an array with an item on each line does."""
    try:
        decode(head.lstrip().partition("\n")[0].rstrip(" \t\r,"))
    except JsonError as error:
        return error.reason == CUT
    return False


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers and problems of the records, numbered from 0."""
    return require_records(
        _read(document),
        stray=lambda problem: is_stray(problem) or problem.reason == MALFORMED,
        error=no_records(document),
    )


def _read(document: Document) -> Iterator[Paper | Problem]:
    index = 0
    try:
        for value in stream_records(ShellText(document.text) if is_shell(document.head) else document.text):
            source = document.source(index=index)
            index += 1
            if isinstance(value, JsonError):
                yield Problem(source, value.reason, f"{value}; what comes after this record is read")
            else:
                yield read_value(value, document=document, source=source, number=index)
    except JsonError as error:
        effect = Effect.SKIPPED if error.lost else Effect.NOTED
        detail = f"{error}; what comes after it is not read"
        yield Problem(document.source(index=index), error.reason, detail, effect=effect)


def read_value(value: object, *, document: Document, source: Source, number: int) -> Paper | Problem:
    """Make a paper of a decoded JSON value, the ``number``-th of its file."""
    if isinstance(value, dict):
        return read_object(value, document=document, source=source, number=number)
    kind = {str: "text or a number", list: "an array", bool: "true or false"}.get(type(value), "null")
    return Problem(source, NOT_AN_OBJECT, f"it is {kind}")


def is_stray(problem: Problem) -> bool:
    """Tell whether a problem is about a value that has nothing of a paper."""
    return problem.reason == NOT_AN_OBJECT or (problem.reason == NO_TEXT and not problem.raw)


def no_records(document: Document) -> InputError:
    """Make the error for JSON without records."""
    remedy = "Expected are objects with a title or an abstract, one a line, in an array, or in an object that holds one array"
    return InputError(document.path, "JSON that holds no records", remedy)


READER = Reader("JSON", (".json",), sniff, read)
