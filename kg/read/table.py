"""CSV and TSV: the delimiter and the meaning of the columns are read from the header.

The standard library's reader does the splitting; its sniffer is not used, since it takes doubled quotes for something
else on real exports.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.errors import InputError
from kg.model import Paper, Problem
from kg.read.contract import MAX_RECORD, Match, Reader, require_records
from kg.read.fields import field_of, names_of
from kg.read.lines import split_lines
from kg.read.record import excerpt, make_paper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.read.contract import Document

MALFORMED = "malformed row"
MISFIT = "row does not fit the header"
UNCLOSED = "quote never closed"

_DELIMITERS = ",;\t|"
_DECLARATION = re.compile(r"\s*\"?sep=(.)\"?\s*?(?:\r\n|\n|\r)", re.IGNORECASE)
_RULE = re.compile(r"\s*:?-{3,}:?\s*")


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: list[str]
    problem: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class _Header:
    delimiter: str
    names: tuple[str, ...]
    declared: bool

    def known(self) -> set[str]:
        return {found[0] for name in self.names if (found := field_of(name))}


def sniff(head: str) -> Match:
    """Tell a table by a header that names a title or an abstract and another field."""
    header = _find_header(head)
    known = header.known()
    if len(known) > 1 and known & {"title", "abstract"}:
        return Match.CERTAIN
    return Match.POSSIBLE if head.strip() else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers and problems of the rows."""
    header = _find_header(document.head)
    if not header.known() & {"title", "abstract"}:
        names = ", ".join(filter(None, map(str.strip, header.names)))
        remedy = f"Its columns are: {excerpt(names)}; one must be called {names_of('title')}; or {names_of('abstract')}"
        raise InputError(document.path, "a table without a title or abstract column", remedy)
    error = InputError(document.path, "a table with a header and no rows", "Each paper takes a row below the header")
    return require_records(_read(document, header), error=error)


def _read(document: Document, header: _Header) -> Iterator[Paper | Problem]:
    rows = _rows(document, header.delimiter)
    for _ in range(1 + header.declared):
        next(rows, None)
    for number, row in enumerate(rows, start=1):
        source = document.source(line=row.line)
        cells = _fit(row.cells, len(header.names))
        if row.problem:
            yield Problem(source, row.problem, row.detail, _raw(row, header))
        elif len(cells) != len(header.names):
            found = f"{len(cells)} cells where the header has {len(header.names)}"
            yield Problem(source, MISFIT, f"{found}: is a quote missing around a cell?", _raw(row, header))
        else:
            pairs = zip(header.names, cells, strict=True)
            yield make_paper(pairs, source=source, default_id=document.id(number))


def _raw(row: _Row, header: _Header) -> str:
    return excerpt(header.delimiter.join(row.cells))


def _find_header(head: str) -> _Header:
    """Find the delimiter under which most of the header's names are known, else most of them there are."""
    declaration = _DECLARATION.match(head)
    beginning = io.StringIO(head[declaration.end() if declaration else 0 :].lstrip("\r\n"), newline="")
    first = "".join(line.text for line, _ in zip(split_lines(beginning), range(20), strict=False))
    headers = []
    for delimiter in declaration[1] if declaration else _DELIMITERS:
        try:
            names = next(csv.reader(io.StringIO(first, newline=""), delimiter=delimiter, skipinitialspace=True), [])
        except (csv.Error, TypeError, ValueError):
            continue
        while names and not names[-1].strip():
            names.pop()
        headers.append(_Header(delimiter, tuple(names), declared=bool(declaration)))
    return max(
        headers, key=lambda header: (len(header.known()), len(header.names)), default=_Header(",", (), declared=False)
    )


def _fit(cells: list[str], width: int) -> list[str]:
    """Drop empty cells beyond the header's, which some exports end every row with."""
    end = len(cells)
    while end > width and not cells[end - 1].strip():
        end -= 1
    return cells[:end]


def _rows(document: Document, delimiter: str) -> Iterator[_Row]:
    """Yield the rows that are not empty.

    The strict reader tells a quote that was never closed, which else swallows the rows up to the next one. A row on one
    line that it refuses is read leniently: its quotes are only not doubled.
    """
    lines = _Lines(document)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        problem = detail = ""
        try:
            cells = _next_row(reader, lines)
        except csv.Error as error:
            cells, problem = [], MALFORMED
            detail = f"{error}, in lines {lines.first} to {lines.last}"
            if lines.ended:
                problem = UNCLOSED
            elif lines.first == lines.last and not lines.too_long:
                lenient = csv.reader(lines.row, delimiter=delimiter, skipinitialspace=True)
                cells, problem = next(lenient, []), ""
        if cells is None:
            return
        if problem:
            yield _Row(lines.first, lines.row[:1], problem, detail)
        elif not all(map(_RULE.fullmatch, filter(str.strip, cells))):
            yield _Row(lines.first, cells)


class _Lines:
    """Lines for the CSV reader, which remembers those of the row at hand.

    An iterator and no generator, since it goes on after the error for a row that is too long.
    """

    def __init__(self, document: Document) -> None:
        self._lines = split_lines(document.text)
        self._size = 0
        self.row: list[str] = []
        self.first = self.last = 0
        self.too_long = self.ended = False

    def start_row(self) -> None:
        self.row = []
        self.first = self.last + 1
        self._size = 0
        self.too_long = False

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = next(self._lines, None)
        if line is None:
            self.ended = True
            raise StopIteration
        self.last = line.number
        self.row.append(line.text)
        self._size += len(line.text)
        if line.cut or self._size > MAX_RECORD:
            self.too_long = True
            message = f"a row of more than {MAX_RECORD:,} characters"
            raise csv.Error(message)
        return line.text


def _next_row(reader: Iterator[list[str]], lines: _Lines) -> list[str] | None:
    """Read a row, with room for long cells only meanwhile: the limit belongs to the whole process."""
    lines.start_row()
    limit = csv.field_size_limit(2 * MAX_RECORD)
    try:
        return next(reader, None)
    finally:
        csv.field_size_limit(limit)


READER = Reader("CSV or TSV", (".csv", ".tsv", ".tab"), sniff, read)
