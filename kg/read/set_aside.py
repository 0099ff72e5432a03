"""Papers and problems, set aside: the first in memory, beyond a limit in a temporary file, so that memory is bounded."""

from __future__ import annotations

import marshal
import tempfile
from array import array
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO, cast

from kg.errors import InputError
from kg.model import Problem
from kg.read.plain import from_plain, to_plain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

    from kg.model import Paper

IN_MEMORY = 1 << 27
"""Bytes of papers and problems up to which none are written to a file: those of some 70,000 abstracts."""
_OBJECTS = 600
"""Bytes that a paper takes beside its title and abstract, about."""
_BUFFER = 1 << 16
"""Bytes that are written at once; as many are read again for a paper that is looked up."""


class SetAside:
    """Papers and problems by number, in the order in which they were added.

    What does not stay in memory is written with :mod:`marshal`, which only this process reads again. The file lies where
    :mod:`tempfile` puts it (``TMPDIR``) and goes when this is closed.

    Args:
        memory: Bytes, about, of those that stay in memory: the first ones.
    """

    def __init__(self, *, memory: int = IN_MEMORY) -> None:
        self._room = memory
        self._kept: list[Paper | Problem] = []
        self._file = cast("BinaryIO", tempfile.SpooledTemporaryFile(_BUFFER, buffering=_BUFFER))  # noqa: SIM115 - see __exit__
        self._starts, self._sizes = array("Q"), array("I")
        self._end = self._at = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # What is still to be written is not needed any more; where there is no room for it, that was told.
        with suppress(OSError):
            self._file.close()

    def __len__(self) -> int:
        return len(self._kept) + len(self._starts)

    def add(self, item: Paper | Problem) -> int:
        """Add an item and give its number.

        Raises:
            InputError: The disk is full.
        """
        if self._room > 0:
            self._room -= _size(item)
            self._kept.append(item)
            return len(self._kept) - 1
        start, size = self._write(item)
        self._starts.append(start)
        self._sizes.append(size)
        return len(self) - 1

    def replace(self, number: int, item: Paper | Problem) -> None:
        """Put an item in the place of another.

        Raises:
            InputError: The disk is full.
        """
        if number < len(self._kept):
            self._room -= _size(item) - _size(self._kept[number])
            self._kept[number] = item
        else:
            number -= len(self._kept)
            self._starts[number], self._sizes[number] = self._write(item)

    def __getitem__(self, number: int) -> Paper | Problem:
        if number < len(self._kept):
            return self._kept[number]
        number -= len(self._kept)
        start, size = self._starts[number], self._sizes[number]
        if start != self._at:
            self._file.seek(start)
        self._at = start + size
        return from_plain(marshal.loads(self._file.read(size)))

    def __iter__(self) -> Iterator[Paper | Problem]:
        yield from self._kept
        for number in range(len(self._kept), len(self)):
            yield self[number]

    def _write(self, item: Paper | Problem) -> tuple[int, int]:
        start, data = self._end, marshal.dumps(to_plain(item))
        try:
            if self._at != start:
                self._file.seek(start)
            self._file.write(data)
        except OSError as error:
            found = f"no room for what is read from them ({error.strerror or error})"
            raise InputError(
                tempfile.gettempdir(), found, "Free some space, or name another folder in TMPDIR"
            ) from error
        self._end = self._at = start + len(data)
        return start, len(data)


def _size(item: Paper | Problem) -> int:
    """Tell about how many bytes an item takes in memory."""
    if isinstance(item, Problem):
        return _OBJECTS
    return _OBJECTS + len(item.title) + len(item.abstract)
