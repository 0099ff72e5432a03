"""Tables in one JSON object, column by column: what pandas writes unless it is told otherwise, and dictionaries of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.read.fields import texts_among

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES = "columns"
"""The member that names the columns where rows are lists."""


def rows_of(members: Mapping[str, object]) -> list[dict[str, object]]:
    """Find the rows of a table, one of whose columns is of titles or abstracts; none where the object is no table.

    The columns are objects with a number for each row, or lists of the same length, or named in a list beside a list of
    the rows.

    >>> rows_of({"title": {"0": "A", "1": "B"}, "year": {"0": 1, "1": 2}})
    [{'title': 'A', 'year': 1}, {'title': 'B', 'year': 2}]
    >>> rows_of({"title": ["A", "B"], "year": [1, 2]}) == rows_of({"columns": ["title", "year"], "data": [["A", 1], ["B", 2]]})
    True
    >>> rows_of({"title": ["A"], "abstract": ["We."]}), rows_of({"title": "A"})
    ([], [])
    """
    first = next(iter(members.values()), None)
    if isinstance(first, str) or not isinstance(first, dict | list):  # nearly all begin with a text
        return []
    if NAMES in members:
        return _rows_beside(members[NAMES], members.get("data"))
    if not texts_among(tuple(members)):
        return []
    if isinstance(first, dict):
        numbered = first and all(map(str.isdecimal, first))
        columns = [
            [*column.values()]
            for column in members.values()
            if isinstance(column, dict) and column.keys() == first.keys()
        ]
    else:
        numbered = len(first) > 1
        columns = [column for column in members.values() if isinstance(column, list) and len(column) == len(first)]
    if not numbered or len(columns) < len(members):
        return []
    return [dict(zip(members, row, strict=True)) for row in zip(*columns, strict=True)]


def _rows_beside(names: object, data: object) -> list[dict[str, object]]:
    if not isinstance(names, list) or not isinstance(data, list) or not all(isinstance(name, str) for name in names):
        return []
    if not texts_among(tuple(names)) or not all(isinstance(row, list) and len(row) == len(names) for row in data):
        return []
    return [dict(zip(names, row, strict=True)) for row in data]
