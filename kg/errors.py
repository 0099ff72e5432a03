"""The exceptions that the library raises on purpose.

* KgError
  * InputError: an input that is missing, unreadable or of no known format
  * OutputError: an output that cannot be written
  * GraphError: a saved graph that cannot be loaded
  * VocabularyError: a vocabulary that does not hold what it must
  * ModelError: a trained model that cannot be loaded
  * WorkerError: a process that is to share the work and cannot be started
  * UnknownNameError: a name that no concept or paper of the graph goes by
  * AmbiguousNameError: a name that several concepts go by

Their messages say what was found, where, and what to do. Anything else that escapes is a bug.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


# What breaks a line, or shows a name as another: controls, line separators, directions of writing, lone surrogates.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_SHOWN = 80  # letters of a name that a message shows


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


class WorkerError(KgError):
    """A process that is to share the work cannot be started."""


class _NameError(KgError):
    """An error about one name that was asked for.

    Attributes:
        name: What was asked for.
        candidates: Descriptions of what may be meant, the likeliest first.
    """

    def __init__(self, name: str, candidates: Sequence[str], message: str) -> None:
        self.name = name
        self.candidates = tuple(candidates)
        super().__init__(printable(message))


class UnknownNameError(_NameError):
    """No concept or paper of the graph goes by a name."""

    def __init__(self, name: str, candidates: Sequence[str] = (), *, what: str = "concept or paper") -> None:
        remedy = f"Did you mean: {'; '.join(candidates)}?" if candidates else "Search for a word of it with: kg search"
        super().__init__(name, candidates, f"no {what} of the graph is called {_quoted(name)}. {remedy}")


class AmbiguousNameError(_NameError):
    """Several concepts of the graph go by a name, and none stands out."""

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        found = "; ".join(candidates)
        super().__init__(name, candidates, f"{_quoted(name)} can be {found}. Ask for one of these by its full name")


def _quoted(name: str) -> str:
    return f"“{name}”" if len(name) <= _SHOWN else f"“{name[:_SHOWN]}…” ({len(name)} letters)"
