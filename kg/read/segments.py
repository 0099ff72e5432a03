"""A large file of lines, cut into segments that end where a line does."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from kg.read.streams import Filling, SoundText, buffered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PIECE = 1 << 16


class Segment(NamedTuple):
    """Where some lines of a file begin and end, in bytes."""

    start: int
    stop: int


def cut(file: BinaryIO, sizes: Iterable[int]) -> Iterator[Segment]:
    r"""Cut a file into segments that end with a line feed, or with the file.

    Time and memory do not depend on how long a line is.

    Args:
        file: The file. It may be read elsewhere between two segments.
        sizes: How many bytes each segment has at least, but for the last; there must be enough of them.

    >>> import tempfile
    >>> with tempfile.TemporaryFile() as file:
    ...     _ = file.write(b"one\ntwo\nthree\nfour")
    ...     _ = file.flush()
    ...     [tuple(segment) for segment in cut(file, [5, 1, 1])]
    [(0, 8), (8, 14), (14, 18)]
    """
    end = os.fstat(file.fileno()).st_size
    start = 0
    for size in sizes:
        if start == end:
            break
        file.seek(start + size - 1)
        while (piece := file.readline(_PIECE)) and not piece.endswith(b"\n"):
            pass
        stop = min(file.tell(), end) if piece else end
        yield Segment(start, stop)
        start = stop


def open_segment(file: BinaryIO, segment: Segment) -> SoundText:
    """Give the text of a segment, in UTF-8, of a file that is read by nothing else meanwhile."""
    return SoundText(buffered(_Part(file, segment)), encoding="utf-8", errors="replace", newline="")


class _Part(Filling):
    """A part of a file."""

    def __init__(self, file: BinaryIO, segment: Segment) -> None:
        super().__init__()
        file.seek(segment.start)
        self._file = file
        self._left = segment.stop - segment.start

    def more(self, size: int) -> bytes:
        """Return some bytes."""
        data = self._file.read(min(size, self._left))
        self._left -= len(data)
        return data
