"""The formats that can be read. A new one is a module with a ``READER`` and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.read import json_document, json_lines, lists, table
from kg.read.contract import Match

if TYPE_CHECKING:
    from kg.read.contract import Reader

READERS: tuple[Reader, ...] = (
    json_lines.READER,
    json_document.READER,
    table.READER,
    lists.READER,
)
"""Where several formats are equally sure, and suffixes do not tell, the first one reads: special before general."""


def detect(head: str, suffix: str) -> Reader | None:
    """Tell the format of a text from its beginning; the suffix only breaks ties."""

    def rank(reader: Reader) -> tuple[Match, bool]:
        return reader.sniff(head), suffix.lower() in reader.suffixes

    best = max(READERS, key=rank)
    match, named = rank(best)
    return best if match is Match.CERTAIN or (match is Match.POSSIBLE and named) else None
