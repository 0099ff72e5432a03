"""JSON Lines: a record a line; a bad line costs itself only. What one line holds makes no difference to another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.batches import batches
from kg.model import Paper, Problem
from kg.read.contract import MAX_RECORD, Match, Reader, require_records
from kg.read.json_document import has_lines, is_stray, no_records, read_value
from kg.read.json_records import expand
from kg.read.json_stream import JsonError, decode
from kg.read.lines import TOO_LONG, split_lines
from kg.read.sharing import processes_for, read_shared

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from kg.read.contract import Document
    from kg.read.lines import Line

_AROUND = " \t\r\n\ufeff,"


def sniff(head: str) -> Match:
    """Tell JSON Lines by its beginning, which may also be all of one long line."""
    first = head.lstrip(_AROUND).rstrip()
    if not first.startswith("{"):
        return Match.NO
    if "\n" not in first and "\r" not in first:
        return Match.CERTAIN
    return Match.CERTAIN if has_lines(head) else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers and problems of the lines."""
    return require_records(_read(document), stray=is_stray, error=no_records(document))


def _read(document: Document) -> Iterator[Paper | Problem]:
    lines = LineReader(document)
    count = processes_for(document)
    return lines.read(document.text) if count == 1 else read_shared(document, lines, count)


class LineReader:
    """Reads the lines of a document: all at once, or some after the others.

    Attributes:
        lines: How many have been read.
        records: How many records they hold.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self.lines = 0
        self.records = 0

    def read(self, text: TextIO) -> Iterator[Paper | Problem]:
        """Yield the papers and problems of the lines that come next."""
        document, before = self._document, self.lines
        for batch in batches(split_lines(text), size=lambda line: len(line.text)):
            for line, values in [(line, _decode(line)) for line in batch]:
                self.lines = before + line.number
                source = document.source(line=self.lines)
                if isinstance(values, JsonError):
                    self.records += 1
                    yield Problem(source, values.reason, str(values))
                    continue
                for value in values:
                    for record in expand(value):
                        self.records += 1
                        yield read_value(record, document=document, source=source, number=self.records)


def _decode(line: Line) -> list[object] | JsonError:
    """Read the values of a line, of which a blank one has none."""
    if not (stripped := line.text.strip(_AROUND)):
        return []
    if line.cut:
        return JsonError(TOO_LONG, f"a line of more than {MAX_RECORD:,} characters")
    try:
        return decode(stripped)
    except JsonError as error:
        return error


READER = Reader("JSON Lines", (".jsonl", ".ndjson", ".jsonlines"), sniff, read)
