"""AMiner: the DBLP citation network, versions 10 to 14, whose abstracts are an inverted index as in the Academic Graph.

Written by hand: no library reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.read.shapes import inverted_index
from kg.read.shapes.contract import Record, Shape
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kg.model import Paper, Problem


def fits(members: Mapping[str, object]) -> bool:
    """Tell the network's papers by their index, or by what each has: how often it is cited, and a venue in an object."""
    return "indexed_abstract" in members or ("n_citation" in members and isinstance(members.get("venue"), dict))


def read(record: Record) -> Paper | Problem:
    """Make a paper."""
    members = record.members
    indexed = members.get("indexed_abstract")
    index = indexed.get("InvertedIndex") if isinstance(indexed, dict) else indexed
    abstract, notes = inverted_index.restore(index)
    venue = members.get("venue")
    return record.paper(
        (
            ("doi", members.get("doi")),
            ("title", members.get("title")),
            ("abstract", abstract or members.get("abstract")),
            ("authors", members.get("authors")),
            ("year", members.get("year")),
            ("venue", text(venue.get("raw")) or text(venue) if isinstance(venue, dict) else venue),
            ("url", members.get("url")),
            ("keywords", members.get("keywords")),
        ),
        key=text(members.get("id")) or text(members.get("_id")),
        notes=notes,
    )


SHAPE = Shape("AMiner citation network", frozenset({"indexed_abstract", "n_citation"}), fits, read)
