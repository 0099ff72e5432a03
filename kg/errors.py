"""The exceptions that the library raises on purpose.

* KgError
  * InputError: an input that is missing, unreadable or of no known format
  * OutputError: an output that cannot be written
  * GraphError: a saved graph that cannot be loaded
  * VocabularyError: a vocabulary that does not hold what it must
  * ModelError: a trained model that cannot be loaded

Their messages say what was found, where, and what to do. Anything else that escapes is a bug.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


# What breaks a line, or shows a name as another: controls, line separators, directions of writing, lone surrogates.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    r"""Escape what would break a line or hide in it.

    >>> print(printable("two\nlines"))
    two\nlines
    """
    return _UNPRINTABLE.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


class KgError(Exception):
    """Base of all errors that the library raises on purpose."""


class _FileError(KgError):
    """An error about one file: ``<path>: <what was found>. <what to do>``, on one line whatever the path holds."""

    def __init__(self, path: str | Path, found: str, remedy: str = "") -> None:
        self.path = path
        self.found = found
        self.remedy = remedy
        super().__init__(printable(f"{path}: {found}." + (f" {remedy}." if remedy else "")))


class InputError(_FileError):
    """An input is missing, unreadable or of no known format."""


class OutputError(_FileError):
    """An output cannot be written."""


class GraphError(_FileError):
    """A saved graph cannot be loaded."""


class VocabularyError(_FileError):
    """A vocabulary does not hold what it must."""


class ModelError(_FileError):
    """A trained model cannot be loaded."""
