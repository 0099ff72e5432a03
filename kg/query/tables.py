"""Answers as tables: for a spreadsheet, a data frame, a program."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from kg.errors import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

Cell: TypeAlias = str | int | float | None

_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠|%]")


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of an answer under the names of their columns.

    Attributes:
        columns: The names.
        rows: The rows, each as long as ``columns``.

    >>> print(Table(("concept", "papers"), (("C++", 2), ("=1+1", 1))).to_csv(), end="")
    concept,papers
    C++,2
    '=1+1,1
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def to_dicts(self) -> list[dict[str, Cell]]:
        """Give each row by the names of the columns."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def to_csv(self) -> str:
        """Write the table as CSV (RFC 4180, but for line ends of one character).

        A text that a spreadsheet would run as a formula is led by an apostrophe, as OWASP's page on CSV injection has
        it; characters that would break the line or hide in it are escaped.
        """
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerows([_harmless(cell) for cell in row] for row in (self.columns, *self.rows))
        return text.getvalue()

    def _repr_html_(self) -> str:
        """Give the table as HTML, for notebooks."""
        head, *body = (
            [escape(printable("" if cell is None else str(cell))) for cell in row] for row in (self.columns, *self.rows)
        )
        rows = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in body)
        return "<table><tr>" + "".join(f"<th>{name}</th>" for name in head) + f"</tr>{rows}</table>"

    def to_pandas(self) -> Any:
        """Give the table as a data frame.

        Raises:
            ModuleNotFoundError: pandas is not installed.
        """
        try:
            pandas = import_module("pandas")  # not a dependency, and slow to load
        except ModuleNotFoundError as error:
            if error.name == "pandas":
                error.add_note("Data frames need pandas: pip install pandas")
            raise
        return pandas.DataFrame(list(self.rows), columns=list(self.columns))


def _harmless(cell: Cell) -> Cell:
    if not isinstance(cell, str):
        return cell
    text = printable(cell)
    return f"'{text}" if _FORMULA.match(text) else text
