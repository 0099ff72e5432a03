"""Results to read: rows of short texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.sparql.terms import PREFIXES, short

if TYPE_CHECKING:
    from collections.abc import Collection

    from kg.sparql.answers import Answer

_LABEL = "Label"
_NUMBERS = frozenset(PREFIXES["xsd"] + name for name in "integer decimal double float nonNegativeInteger gYear".split())


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings.

    Attributes:
        headings: The names of the columns.
        rows: The cells.
        right: For each column, whether all of it is numbers.
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[bool, ...]


def table(
    answer: Answer, *, base: str | None = None, given: Collection[str] = (), optional: Collection[str] = ()
) -> Table:
    """Turn the rows of a SELECT into texts: strings as they are, IRIs short.

    Where there is a column of labels, ``xLabel``, it stands under the name ``x`` in place of the IRIs.

    Args:
        answer: The result.
        base: What IRIs are written relative to.
        given: The names of parameters, which need no column, but for its label.
        optional: Names that need none where no row has a value, such as those of parameters that were not given.
    """
    found = list(answer.rows())
    empty = {name for name in optional if all(row[name] is None for row in found)}
    left_out = {name.removesuffix(_LABEL) for name in answer.variables if name.endswith(_LABEL)}.union(given, empty)
    columns = [name for name in answer.variables if name not in left_out]
    headings = [
        name.removesuffix(_LABEL) if name.removesuffix(_LABEL) in answer.variables else name for name in columns
    ]
    rows, numbers = [], [True] * len(columns)
    for row in found:
        terms = [row[name] for name in columns]
        rows.append(tuple(_cell(term, base) for term in terms))
        for place, term in enumerate(terms):
            numbers[place] = numbers[place] and (term is None or _is_number(term))
    return Table(tuple(headings), tuple(rows), tuple(number and bool(rows) for number in numbers))


def _is_number(term: object) -> bool:
    return isinstance(term, ox.Literal) and term.datatype.value in _NUMBERS


def _cell(term: object, base: str | None) -> str:
    if term is None:
        return ""
    if isinstance(term, ox.NamedNode):
        return short(term.value, base=base).removeprefix("<").removesuffix(">")
    return term.value if isinstance(term, ox.Literal) else str(term)
