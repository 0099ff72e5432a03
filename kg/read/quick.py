"""Papers and sources made in a third of the time that their own classes take.

A frozen dataclass sets its values one by one, past its own guard. Here a class with the same slots, which is not frozen, is
filled instead, and the object then given the class that it is to have.
"""

from __future__ import annotations

from dataclasses import fields, make_dataclass
from typing import TYPE_CHECKING, Any, cast

from kg.model import Paper, Source

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def _thawed(frozen: type[DataclassInstance]) -> Any:
    return make_dataclass(frozen.__name__, [field.name for field in fields(frozen)], slots=True)


_Paper = _thawed(Paper)
_Source = _thawed(Source)


def quick_paper(*values: object) -> Paper:
    """Make a paper of the values of all its fields, in their order.

    >>> quick_paper("a", "On Graphs", "", (), None, "", "", "", (), None, (), ()) == Paper("a", "On Graphs")
    True
    """
    made = _Paper(*values)
    made.__class__ = Paper
    return cast("Paper", made)


def quick_source(path: str, line: int | None, index: int | None) -> Source:
    """Make the name of a place.

    >>> quick_source("a.csv", 2, None) == Source("a.csv", 2)
    True
    """
    made = _Source(path, line, index)
    made.__class__ = Source
    return cast("Source", made)
