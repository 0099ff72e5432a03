"""CSV and TSV: the delimiter and the meaning of the columns are read from the header.

The standard library's reader does the splitting; its sniffer is not used, since it takes doubled quotes for something
else on real exports. What databases and reference managers mean by their columns is told in :mod:`kg.read.exports`.
"""

from __future__ import annotations

import csv
import io
import re
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from kg.errors import InputError
from kg.model import Effect, Paper, Problem
from kg.read.contract import MAX_RECORD, Match, Reader, require_records
from kg.read.exports import Columns, is_tagged, plain_names
from kg.read.fields import field_of, names_of
from kg.read.lines import TOO_LONG, split_lines
from kg.read.record import excerpt, make_paper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.read.contract import Document

MALFORMED = "malformed row"
MISFIT = "row does not fit the header"
UNCLOSED = "quote never closed"
NO_ABSTRACTS = "no abstracts in this table"

_DELIMITERS = ",;\t|"
_DECLARATION = re.compile(r"\s*\"?sep=(.)\"?\s*?(?:\r\n|\n|\r)", re.IGNORECASE)
_RULE = re.compile(r"\s*:?-{3,}:?\s*")
_JSON = re.compile(r"[\s\ufeff]*(?:\[\s*)?\{\s*\"")
_PREAMBLE = re.compile(r"\s*\"?(?:about the data\b|https?://)", re.IGNORECASE)
_LONGEST_PREAMBLE = 3
_FEWEST_FIELDS = 3
_OVERHEAD = 64
_AUTHOR = "author"
_MOST_AUTHORS = 10_000
_OF_AUTHORS = frozenset({"affiliation", "institution", "organization", "author affiliation", "author_affiliation"})
_YEAR_OF_ISSUE = re.compile(r"\s\([0-9]{4}\)")


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: list[str]
    problem: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class _Header:
    """A header.

    Attributes:
        delimiter: What stands between its names.
        names: Those of the columns.
        lines: How many lines there are before it.
    """

    delimiter: str
    names: tuple[str, ...]
    lines: int = 0

    def known(self) -> set[str]:
        return {found[0] for name in plain_names(self.names) if (found := field_of(name))}

    def is_sure(self, *, below_others: bool) -> bool:
        """Tell whether it names a title or an abstract, and more; below other lines, enough to be no line of prose."""
        known = self.known()
        many = len(known) > 2 and len(self.names) > 4 if below_others else len(known) > 1
        return many and bool(known & {"title", "abstract"})

    @property
    def quoted(self) -> bool:
        """Whether quotes may stand around cells: Web of Science writes none around those that tabs divide."""
        return not (self.delimiter == "\t" and is_tagged(self.names))


_NO_HEADER = _Header(",", ())


def sniff(head: str) -> Match:
    """Tell a table by a header that names a title or an abstract and another field; the names in JSON are none."""
    if _JSON.match(head):
        return Match.NO
    if _has_a_field_a_row(head):
        return Match.CERTAIN
    header = _find_header(head)
    if header.is_sure(below_others=False):
        return Match.CERTAIN
    return Match.POSSIBLE if head.strip() else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers and problems of the rows."""
    if _has_a_field_a_row(document.head):
        return _read_fields(document)
    header = _find_header(document.head)
    if not header.known() & {"title", "abstract"}:
        remedy = f"Its columns are: {_names(header)}; one must be called {names_of('title')}; or {names_of('abstract')}"
        raise InputError(document.path, "a table without a title or abstract column", remedy)
    error = InputError(document.path, "a table with a header and no rows", "Each paper takes a row below the header")
    return require_records(_read(document, header), error=error, stray=lambda problem: problem.effect is Effect.NOTED)


def _read(document: Document, header: _Header) -> Iterator[Paper | Problem]:
    columns = Columns(header.names)
    if "abstract" not in header.known():
        detail = "none of its columns is known for one: its papers are known by their titles only"
        source = document.source(line=header.lines + 1)
        yield Problem(source, NO_ABSTRACTS, detail, _names(header), Effect.NOTED)
    rows = _rows(document, header)
    next(rows, None)
    names = [*map(str.strip, header.names)]
    for number, row in enumerate(_gather(rows, header), start=1):
        cells = _fit(row.cells, len(header.names), fill=not header.quoted)
        if row.problem:
            yield Problem(document.source(line=row.line), row.problem, row.detail)
        elif len(cells) != len(header.names):
            found = f"{len(cells)} cells where the header has {len(header.names)}"
            detail = f"{found}: is a quote missing around a cell?"
            yield Problem(document.source(line=row.line), MISFIT, detail)
        elif [*map(str.strip, cells)] != names:  # the header again, in tables put together
            yield _paper(columns, cells, row.line, number, document)


def _gather(rows: Iterator[_Row], header: _Header) -> Iterator[_Row]:
    """Make one row of those of a paper whose authors have a row each: all but the author and where he works is the same."""
    names = [name.strip().casefold() for name in header.names]
    titles = [n for n, name in enumerate(plain_names(names)) if (field_of(name) or ("",))[0] == "title"]
    if names.count(_AUTHOR) != 1 or _OF_AUTHORS.isdisjoint(names) or not titles:
        yield from rows
        return
    author = names.index(_AUTHOR)
    shared = [n for n, name in enumerate(names) if name != _AUTHOR and name not in _OF_AUTHORS]
    paper: _Row | None = None
    authors: list[str] = []
    for row in rows:
        fits = len(row.cells) == len(names) and bool(row.cells[titles[0]].strip())
        if paper and fits and len(authors) < _MOST_AUTHORS and all(paper.cells[n] == row.cells[n] for n in shared):
            authors.append(row.cells[author])
            continue
        if paper:
            paper.cells[author] = "; ".join(authors)
            yield paper
        paper, authors = (row, [row.cells[author]]) if fits else (None, [])
        if not fits:
            yield row
    if paper:
        paper.cells[author] = "; ".join(authors)
        yield paper


def _has_a_field_a_row(head: str) -> bool:
    """Tell Embase's tables whose rows are the fields of papers, each a name and its values."""
    lines = (line.text for line in split_lines(io.StringIO(head.lstrip("\ufeff"), newline="")))
    try:
        names = [row[0] for row in csv.reader(islice(lines, 20)) if row]
    except csv.Error:
        return False
    fields = [found[0] for name in names if name.isupper() and (found := field_of(name))]
    return fields[:1] == ["title"] and len(set(fields)) >= _FEWEST_FIELDS


def _read_fields(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers of a table with a field a row; the title begins each, and what stands above the first is none."""
    paper: list[_Row] = []
    number = size = 0
    for row in _rows(document, _NO_HEADER):
        if row.problem:
            yield Problem(document.source(line=row.line), row.problem, row.detail)
            continue
        is_title = (field_of(row.cells[0]) or ("",))[0] == "title"
        if paper and is_title:
            number += 1
            yield _paper_of_fields(paper, size, number, document)
            paper, size = [], 0
        size += sum(map(len, row.cells)) + _OVERHEAD
        if is_title or (paper and size <= MAX_RECORD):
            paper.append(row)
    if paper:
        yield _paper_of_fields(paper, size, number + 1, document)


def _paper_of_fields(rows: list[_Row], size: int, number: int, document: Document) -> Paper | Problem:
    line = rows[0].line
    given = {name: values for name, *values in (row.cells for row in rows) if values}
    if size > MAX_RECORD:
        return Problem(document.source(line=line), TOO_LONG, f"a paper of more than {MAX_RECORD:,} characters")
    if "SOURCE" in given:
        given.setdefault("SOURCE TITLE", [_YEAR_OF_ISSUE.split(given["SOURCE"][0])[0]])
    columns = Columns(tuple(given))
    lists = [(found := field_of(name)) and found[0] in ("authors", "keywords") for name in given]
    cells = ["; ".join(values) if is_list else values[0] for values, is_list in zip(given.values(), lists, strict=True)]
    return _paper(columns, cells, line, number, document)


def _paper(columns: Columns, cells: list[str], line: int, number: int, document: Document) -> Paper | Problem:
    source = document.source(line=line)
    row = columns.row(cells, line=line, include_rejected=document.include_rejected)
    if row.verdict:
        reason, detail = row.verdict
        titles = (str(value) for name, value in row.pairs if (found := field_of(name)) and found[0] == "title")
        return Problem(source, reason, detail, excerpt(next(titles, "")))
    return make_paper(
        row.pairs,
        source=source,
        default_id=document.id(number, row.key),
        include_rejected=document.include_rejected,
    )


def _names(header: _Header) -> str:
    return excerpt(", ".join(filter(None, map(str.strip, header.names))))


def _find_header(head: str) -> _Header:
    """Find the header under the delimiter that gives it most known names, else most names.

    It is the first row, or one below lines that say where a table is from, as Dimensions, IEEE Xplore and Embase begin
    theirs.
    """
    declaration = _DECLARATION.match(head)
    declared = head[: declaration.end()] if declaration else ""
    beginning = io.StringIO(head[len(declared) :], newline="")
    lines = [line.text for line, _ in zip(split_lines(beginning), range(20), strict=False)]
    delimiters = declaration[1] if declaration else _DELIMITERS
    skipped = len(list(split_lines(io.StringIO(declared, newline=""))))
    first: _Header | None = None
    starts = [start for start, line in enumerate(lines) if line.strip()]
    for above, start in enumerate(starts[: _LONGEST_PREAMBLE + 1]):
        headers = filter(None, (_header(lines[start:], delimiter, skipped + start) for delimiter in delimiters))
        best = max(headers, key=lambda header: (len(header.known()), len(header.names)), default=_NO_HEADER)
        if best.is_sure(below_others=above > 0):
            return best
        if not _PREAMBLE.match(lines[start]):
            first = first or best
    return first or _NO_HEADER


def _header(lines: list[str], delimiter: str, skipped: int) -> _Header | None:
    try:
        names = next(csv.reader(lines, delimiter=delimiter, skipinitialspace=True), [])
    except (csv.Error, TypeError, ValueError):
        return None
    while names and not names[-1].strip():
        names.pop()
    return _Header(delimiter, tuple(names), skipped)


def _fit(cells: list[str], width: int, *, fill: bool) -> list[str]:
    """Drop empty cells beyond the header's, which some exports end every row with; fill up those that lost them."""
    end = len(cells)
    while end > width and not cells[end - 1].strip():
        end -= 1
    return cells[:end] + [""] * (width - end if fill else 0)


def _rows(document: Document, header: _Header) -> Iterator[_Row]:
    """Yield the rows that are not empty, the header first.

    The strict reader tells a quote that was never closed, which else swallows the rows up to the next one. A row on one
    line that it refuses is read leniently: its quotes are only not doubled.
    """
    lines = _Lines(document, skip=header.lines)
    reader = csv.reader(
        lines,
        delimiter=header.delimiter,
        skipinitialspace=True,
        strict=True,
        quoting=csv.QUOTE_MINIMAL if header.quoted else csv.QUOTE_NONE,
    )
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
                lenient = csv.reader(lines.row, delimiter=header.delimiter, skipinitialspace=True)
                with _room_for_long_cells():
                    cells, problem = next(lenient, []), ""
        if cells is None:
            return
        if problem:
            yield _Row(lines.first, [], problem, detail)
        elif not all(map(_RULE.fullmatch, filter(str.strip, cells))):
            yield _Row(lines.first, cells)


class _Lines:
    """Lines for the CSV reader, which remembers those of the row at hand.

    An iterator and no generator, since it goes on after the error for a row that is too long.
    """

    def __init__(self, document: Document, *, skip: int) -> None:
        self._lines = split_lines(document.text)
        self._size = 0
        self.row: list[str] = []
        self.first = self.last = 0
        for line in islice(self._lines, skip):
            self.last = line.number
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


@contextmanager
def _room_for_long_cells() -> Iterator[None]:
    """Let cells be as long as records may be, meanwhile only: the limit belongs to the whole process."""
    limit = csv.field_size_limit(2 * MAX_RECORD)
    try:
        yield
    finally:
        csv.field_size_limit(limit)


def _next_row(reader: Iterator[list[str]], lines: _Lines) -> list[str] | None:
    lines.start_row()
    with _room_for_long_cells():
        return next(reader, None)


READER = Reader("CSV or TSV", (".csv", ".tsv", ".tab"), sniff, read)
