"""Lines of a text, however long they are."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from kg.read.contract import MAX_RECORD
from kg.read.streams import Resumed, SoundText, buffered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

TOO_LONG = "record too long"

_ENDS = ("\n", "\r")
_COMMON = 1 << 20
"""Bytes of a line that is found in bytes."""


class Line(NamedTuple):
    """A line with its end.

    Attributes:
        number: From 1.
        text: As it is, cut where it is too long.
        cut: Whether it was cut.
    """

    number: int
    text: str
    cut: bool = False


def split_lines(text: TextIO, *, limit: int = MAX_RECORD) -> Iterator[Line]:
    r"""Yield a text's lines; no more than ``limit`` code points are held of any.

    Args:
        text: The text, of which nothing has been read.
        limit: Code points that a line may have.

    >>> import io
    >>> [line.text for line in split_lines(io.StringIO("a\nbcdefg\nh"), limit=4)]
    ['a\n', 'bcde', 'h']
    """
    number = 0
    if isinstance(text, SoundText):
        # Common lines are found in bytes, in half the time. From the first other one on, the text is read as any.
        data, most = cast("BinaryIO", text.buffer), min(limit, _COMMON)
        while (raw := data.readline(most)) and len(raw) < most and b"\r" not in raw.removesuffix(b"\r\n"):
            number += 1
            yield Line(number, raw.decode(errors="replace"))
        rest: TextIO = io.TextIOWrapper(buffered(Resumed(raw, data)), "utf-8", "replace", newline="")
    else:
        rest = text
    while line := rest.readline(limit):
        number += 1
        cut = len(line) == limit and not line.endswith(_ENDS)
        if cut:
            while (more := rest.readline(limit)) and not more.endswith(_ENDS):
                pass
        yield Line(number, line, cut)
