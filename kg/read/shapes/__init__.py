"""Shapes: JSON records told by their keys, one by one, so that arrays, wrappers and lines of any of them can be read.

A new shape is a module with a ``SHAPE`` and a line in :data:`SHAPES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kg.read.decisions import FIELDS, judge_members
from kg.read.fields import by_names, field_of
from kg.read.record import make_paper
from kg.read.shapes import (
    aminer,
    arxiv,
    crossref,
    csl,
    openalex,
    openreview,
    paperlists,
    publishers,
    semantic_scholar,
    services,
    sites,
)
from kg.read.shapes.contract import Record, Shape, plain_fields
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kg.model import Paper, Problem, Source
    from kg.read.contract import Document

__all__ = ["SHAPES", "Record", "Shape", "read_object", "shape_of"]

SHAPES: tuple[Shape, ...] = (
    paperlists.SHAPE,
    arxiv.SHAPE,
    *openreview.SHAPES,
    openalex.SHAPE,
    aminer.SHAPE,
    semantic_scholar.SHAPE,
    crossref.SHAPE,
    csl.SHAPE,
    *services.SHAPES,
    *publishers.SHAPES,
    *sites.SHAPES,
)
"""Special before general: the first one that fits a record reads it."""

_ENTRIES = frozenset({"bibtex", "_bibtex", "bib", "BibTeX"})
"""Names of members that hold a BibTeX entry."""


class _Kind(NamedTuple):
    """What the names of a record's members tell of it.

    Attributes:
        shapes: The shapes that it may have, by their telling names.
        has_decisions: Whether there is a member that may hold a decision.
        is_dated_elsewhere: Whether there is no year, but a member that may hold it beside other things.
    """

    shapes: tuple[Shape, ...]
    has_decisions: bool
    is_dated_elsewhere: bool

    def shape_of(self, members: Mapping[str, object]) -> Shape | None:
        """Find the shape that such a record has."""
        for shape in self.shapes:
            if shape.fits(members):
                return shape
        return None


@by_names
def _kind_of(names: tuple[str, ...]) -> _Kind:
    shapes = tuple(shape for shape in SHAPES if not shape.telling.isdisjoint(names))
    fields = {found[0] for name in names if (found := field_of(name))}
    elsewhere = not {"year", "venue"} <= fields and ("venue" in fields or not _ENTRIES.isdisjoint(names))
    return _Kind(shapes, not FIELDS.isdisjoint(names), elsewhere)


def shape_of(members: Mapping[str, object]) -> Shape | None:
    """Find the shape that a record has.

    >>> shape_of({"title": "Generic"}) is None
    True
    """
    return _kind_of(tuple(members)).shape_of(members)


def read_object(members: dict[str, object], *, document: Document, source: Source, number: int) -> Paper | Problem:
    """Make a paper of a decoded JSON object by its shape, else by the names of its members.

    Args:
        members: Names and values.
        document: The file it is in.
        source: Its place there.
        number: How many records the file has up to this one, from 1.
    """
    kind = _kind_of(tuple(members))
    if shape := kind.shape_of(members):
        return shape.read(Record(members, document, source, number))
    rejected = document.include_rejected
    if kind.has_decisions and not rejected and (verdict := judge_members(members)):
        return Record(members, document, source, number).skip(*verdict, members.get("title"))
    if kind.is_dated_elsewhere:
        members = _dated(members)
    return make_paper(members, source=source, default_id=lambda: document.id(number), include_rejected=rejected)


def _dated(members: dict[str, object]) -> dict[str, object]:
    """Add year and venue from a record's BibTeX entry, or the year from within its venue, where it has none of its own."""
    plain = plain_fields(members)
    entry = next((value for name, value in members.items() if name in _ENTRIES and isinstance(value, str)), "")[:20_000]
    venue = plain.get("venue")
    found = {
        "year": paperlists.year_in(entry) or (text(venue.get("year")) if isinstance(venue, dict) else ""),
        "venue": paperlists.booktitle(entry),
    }
    return {**members, **{name: value for name, value in found.items() if value and name not in plain}}
