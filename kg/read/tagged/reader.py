"""Reads tagged text of any dialect: lines → records → papers, holding one record at a time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.errors import InputError
from kg.model import Effect, Paper, Problem
from kg.read.contract import MAX_RECORD, Reader, require_records
from kg.read.lines import TOO_LONG, split_lines
from kg.read.publication_types import judge
from kg.read.record import excerpt, make_paper
from kg.read.tagged.contract import Record
from kg.read.values import identifier

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.read.contract import Document, Match
    from kg.read.tagged.contract import Dialect, Tagged

STRAY = "tags outside records"
NO_END = "file ends within a record"

_HEADER = re.compile(
    r"\s*(?:record #?[0-9]+ of [0-9]+|provider: |content: text/|database: |<?[0-9]+[.>]\s*$)", re.IGNORECASE
)


def make_reader(dialect: Dialect) -> Reader:
    """Make the reader of a dialect."""

    def read(document: Document) -> Iterator[Paper | Problem]:
        found = f"{dialect.name} without records"
        begin = f"A record begins with the tag {dialect.start}" if dialect.start else "A record has a title"
        return require_records(
            _read(document, dialect),
            error=InputError(document.path, found, begin),
            stray=lambda problem: problem.effect is Effect.NOTED,
        )

    def sniff(head: str) -> Match:
        return dialect.sniff(head.replace("\r\n", "\n").replace("\r", "\n"))

    return Reader(dialect.name, dialect.suffixes, sniff, read)


def _read(document: Document, dialect: Dialect) -> Iterator[Paper | Problem]:
    number, ended = 0, 0
    records = _Records(dialect)
    for line in split_lines(document.text):
        if record := records.take(line.number, line.text):
            number += not records.is_stray(record)
            ended += records.ended
            yield _paper(record, number, document, dialect)
    if record := records.record:
        number += not records.is_stray(record)
        yield _paper(record, number, document, dialect)
        if ended and not records.is_stray(record):
            source = document.source(line=record.line)
            detail = f"it has no tag {dialect.end}, as those before it do: is the file whole?"
            yield Problem(source, NO_END, detail, effect=Effect.NOTED)


class _Records:
    """Tells records apart.

    Attributes:
        record: The one at hand.
        ended: Whether the last one taken was ended by its own tag.
    """

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._after_blank = False
        self._in_header = False
        self._indented: bool | None = None
        self.record: Record | None = None
        self.ended = False

    def take(self, number: int, text: str) -> Record | None:
        """Take a line; give the record before it, where it ends it."""
        text = text.rstrip("\r\n").lstrip("\ufeff")
        if not text or text.isspace():
            self._after_blank = True
            return None
        tagged = self._dialect.parse(text, self.record)
        after_blank, self._after_blank = self._after_blank, False
        if not tagged:
            self._go_on(text, after_blank=after_blank)
            return None
        self._in_header = False
        return self._take_tag(tagged, number, after_blank=after_blank)

    def _go_on(self, text: str, *, after_blank: bool) -> None:
        record = self.record
        if not record:
            return
        self._in_header = (self._in_header and not after_blank) or (after_blank and bool(_HEADER.match(text)))
        if self._in_header:
            return
        if record.tag not in ("AU", "AF"):
            self._indented = record.indented = text[0].isspace()
        if record.size <= MAX_RECORD:
            record.go_on(text, after_blank=after_blank)

    def _take_tag(self, tagged: Tagged, number: int, *, after_blank: bool) -> Record | None:
        dialect, before = self._dialect, self.record
        self.ended = tagged.tag == dialect.end != ""
        if self.ended:
            self.record = None
            return before
        if before and not dialect.begins(tagged, before, after_blank):
            if before.size <= MAX_RECORD:
                before.add(tagged, keep=tagged.tag in dialect.kept)
            return None
        if not before and tagged.tag in dialect.headers:
            return None
        stray = dialect.start not in ("", tagged.tag)
        self.record = Record(number, stray=stray, indented=self._indented)
        self.record.add(tagged, keep=tagged.tag in dialect.kept)
        return before

    def is_stray(self, record: Record) -> bool:
        """Tell tags that belong to no record; with a title among them, they are one of which the beginning is lost."""
        return record.stray and self._dialect.titles.isdisjoint(record.tags)


def _paper(record: Record, number: int, document: Document, dialect: Dialect) -> Paper | Problem:
    source = document.source(line=record.line)
    tags = ", ".join(record.tags)
    if record.stray and dialect.titles.isdisjoint(record.tags):
        detail = f"left out: {excerpt(tags)}; a record begins with {dialect.start}"
        return Problem(source, STRAY, detail, effect=Effect.NOTED)
    if record.size > MAX_RECORD:
        return Problem(source, TOO_LONG, f"a record of more than {MAX_RECORD:,} characters", excerpt(tags))
    if verdict := judge(record.items(*dialect.types), include_rejected=document.include_rejected):
        reason, detail = verdict
        return Problem(source, reason, detail, excerpt(record.first(*sorted(dialect.titles))))
    pairs = [(name, value) for name, value in dialect.pairs(record) if value]
    if not any(name in ("title", "abstract") for name, _ in pairs):
        pairs += [(tag, "") for tag in record.tags]
    key = next(filter(None, (identifier(record.first(tag)) for tag in dialect.keys)), "")
    return make_paper(
        pairs,
        source=source,
        default_id=document.id(number, key),
        include_rejected=document.include_rejected,
    )
