"""What all answers share: plain values for JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.query.tables import Table


class Answer:
    """Base of the answers, which are frozen dataclasses."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Give the answer as plain values, for JSON."""
        return dict(plain(self))


class Tabular(Answer, ABC):
    """An answer that is also a table."""

    __slots__ = ()

    @abstractmethod
    def table(self) -> Table:
        """Give the answer's rows as a table."""

    def to_pandas(self) -> Any:
        """Give the answer's rows as a data frame.

        Raises:
            ModuleNotFoundError: pandas is not installed.
        """
        return self.table().to_pandas()

    def _repr_html_(self) -> str:
        """Give the answer's rows as HTML: a notebook shows it so."""
        return self.table()._repr_html_()


def plain(value: Any) -> Any:
    """Turn an answer into dictionaries, lists and scalars, as :func:`json.dumps` takes them.

    A field of a dataclass that takes no part in comparison (a reference to the graph) is left out; a tuple becomes a
    list, a set a list in order; a float keeps six decimals.

    >>> plain({"years": (2024, 2025), "score": 1 / 3})
    {'years': [2024, 2025], 'score': 0.333333}
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value) if item.compare}
    if isinstance(value, dict):
        return {str(name): plain(entry) for name, entry in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(map(plain, value))
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    return round(value, 6) if isinstance(value, float) else value
