"""What a format is to the fuzzer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.fuzz.entries import Entry

_BREAKS = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")


@dataclass(frozen=True)
class Form:
    """A format.

    Attributes:
        name: Of the format and its dialect.
        suffixes: That files of it may have.
        write: Writes records.
        counted: Whether as many records are read as are written, whatever the values in them.
        stdin: Whether it is given as standard input.
    """

    name: str
    suffixes: tuple[str, ...]
    write: Callable[[list[Entry], Random], bytes]
    counted: bool = True
    stdin: bool = False


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def one_line(text: str) -> str:
    """Make a value that cannot end its line."""
    return _BREAKS.sub(" ", text).strip()
