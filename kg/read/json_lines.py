"""JSON Lines: a record a line; a bad line costs itself only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.model import Paper, Problem
from kg.read.contract import MAX_RECORD, Match, Reader, require_records
from kg.read.json_document import from_value, is_stray, no_records
from kg.read.json_stream import JsonError, decode
from kg.read.lines import TOO_LONG, split_lines
from kg.read.record import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.read.contract import Document


def sniff(head: str) -> Match:
    """Tell JSON Lines by two lines: both open an object, the first closes it."""
    first, _, rest = head.lstrip().partition("\n")
    if not (first.startswith("{") and first.rstrip().endswith("}")):
        return Match.NO
    return Match.CERTAIN if rest.lstrip().startswith("{") else Match.POSSIBLE


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers and problems of the lines."""
    return require_records(_read(document), stray=is_stray, error=no_records(document))


def _read(document: Document) -> Iterator[Paper | Problem]:
    number = 0
    for line in split_lines(document.text):
        if not (stripped := line.text.strip(" \t\r\n\ufeff")):
            continue
        number += 1
        source = document.source(line=line.number)
        if line.cut:
            yield Problem(source, TOO_LONG, f"a line of more than {MAX_RECORD:,} characters", excerpt(stripped))
            continue
        try:
            value = decode(stripped)
        except JsonError as error:
            yield Problem(source, error.reason, str(error), excerpt(stripped))
        else:
            yield from_value(value, source=source, default_id=document.id(number))


READER = Reader("JSON Lines", (".jsonl", ".ndjson", ".jsonlines", ".json"), sniff, read)
