"""What a format is to the rest of the package: a name, its suffixes, a look at the head, and a way to read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, BinaryIO, TextIO

from kg.errors import InputError
from kg.model import Paper, Problem, Source
from kg.read.quick import quick_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MAX_RECORD = 1 << 24
"""Code points that one record, line or paragraph may have: what keeps memory bounded on hostile files."""


class Match(IntEnum):
    """How sure a format is that a file is its own."""

    NO = 0
    POSSIBLE = 1
    """It may be, and is where the file also has one of the format's suffixes."""
    CERTAIN = 2


class Numbered(str):
    """An id that says no more than where in its file a record stands."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A file opened for a reader.

    Attributes:
        path: The file itself, for errors.
        name: Its portable name, for sources.
        stem: What ids of records without one begin with.
        head: The text's beginning.
        text: The text from its beginning, decoded, line ends as they are; nothing where the format is binary.
        include_rejected: Whether papers that were rejected, withdrawn or retracted are wanted too.
        binary: The bytes from their beginning, seekable, where the format is binary.
        file: What holds the text as it is, in UTF-8, if such a file is there: parts of it can be read beside one another.
        jobs: How many processes may do so.
    """

    path: Path
    name: str
    stem: str
    head: str
    text: TextIO
    include_rejected: bool = False
    binary: BinaryIO | None = None
    file: Path | None = None
    jobs: int = 1

    def source(self, *, line: int | None = None, index: int | None = None) -> Source:
        """Name a place in the file."""
        return quick_source(self.name, line, index)

    def id(self, number: int, key: str = "") -> str:
        """Make the id of the ``number``-th record (from 1) that has none but a key of its file's own, if any."""
        return f"{self.stem}/{key}" if key else Numbered(f"{self.stem}-{number:02}")


@dataclass(frozen=True, slots=True)
class Reader:
    """A format.

    Attributes:
        name: As messages say it.
        suffixes: In lower case, with the dot.
        sniff: Tells from a text's beginning whether it is of this format.
        read: Yields a document's papers and problems in the order of the text, without holding them; raises
            :class:`~kg.errors.InputError`, before it yields anything, where the document has no records.
        signature: The bytes that every file of a binary format begins with; ``b""`` where the format is text. A binary
            format is told by them alone, and reads :attr:`Document.binary`.
    """

    name: str
    suffixes: tuple[str, ...]
    sniff: Callable[[str], Match]
    read: Callable[[Document], Iterator[Paper | Problem]]
    signature: bytes = b""

    @property
    def binary(self) -> bool:
        """Whether the format is read from bytes."""
        return bool(self.signature)


def require_records(
    items: Iterator[Paper | Problem], *, error: InputError, stray: Callable[[Problem], bool] | None = None
) -> Iterator[Paper | Problem]:
    """Pass items on, but raise an error where there are none, or only problems that are no records at all.

    Args:
        items: What a reader found.
        error: What to raise.
        stray: Tells whether a problem is about something that never was a record.
    """
    strays: list[Problem] = []
    for item in items:
        if isinstance(item, Problem) and stray and stray(item) and len(strays) < 100:
            strays.append(item)
            continue
        yield from strays
        yield item
        yield from items
        return
    if strays:
        first = strays[0]
        remedy = f"{error.remedy}. The first thing found: {first.reason} ({first.detail})"
        error = InputError(error.path, error.found, remedy)
    raise error
