"""Lines of a text, however long they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kg.read.contract import MAX_RECORD

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

TOO_LONG = "record too long"

_ENDS = ("\n", "\r")


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

    >>> import io
    >>> [line.text for line in split_lines(io.StringIO("a\nbcdefg\nh"), limit=4)]
    ['a\n', 'bcde', 'h']
    """
    number = 0
    while line := text.readline(limit):
        number += 1
        cut = len(line) == limit and not line.endswith(_ENDS)
        if cut:
            while (rest := text.readline(limit)) and not rest.endswith(_ENDS):
                pass
        yield Line(number, line, cut)
