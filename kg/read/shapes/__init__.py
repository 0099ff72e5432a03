"""Shapes: JSON records told by their keys, one by one, so that arrays, wrappers and lines of any of them can be read.

A new shape is a module with a ``SHAPE`` and a line in :data:`SHAPES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.read.decisions import judge_members
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
from kg.read.shapes.contract import Record, Shape

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kg.model import Paper, Problem, Source
    from kg.read.contract import Document

__all__ = ["SHAPES", "Record", "Shape", "read_object", "shape_of"]

SHAPES: tuple[Shape, ...] = (
    paperlists.SHAPE,
    arxiv.SHAPE,
    openreview.SHAPE,
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

_TELLING = publishers.TELLING | sites.TELLING
_WITHOUT_TELLING = SHAPES[: -len(publishers.SHAPES) - len(sites.SHAPES)]
"""The shapes of a record that has none of those members, which are most records."""

PLAIN_NAMES = frozenset({"id", "title", "abstract", "authors", "year", "venue", "url", "doi", "keywords"})
"""Names that say nothing of a record's shape, so that most shapes need not look at one that has no others."""

_PLAIN_SHAPES = (openalex.SHAPE,)
"""Shapes that a record may have all the same: OpenAlex's ids are its own addresses."""


def shape_of(members: Mapping[str, object]) -> Shape | None:
    """Find the shape that a record has.

    >>> shape_of({"title": "Generic"}) is None
    True
    """
    if members.keys() <= PLAIN_NAMES:
        shapes: tuple[Shape, ...] = _PLAIN_SHAPES
    else:
        shapes = _WITHOUT_TELLING if _TELLING.isdisjoint(members) else SHAPES
    for shape in shapes:
        if shape.fits(members):
            return shape
    return None


def read_object(members: Mapping[str, object], *, document: Document, source: Source, number: int) -> Paper | Problem:
    """Make a paper of a decoded JSON object by its shape, else by the names of its members.

    Args:
        members: Names and values.
        document: The file it is in.
        source: Its place there.
        number: How many records the file has up to this one, from 1.
    """
    if shape := shape_of(members):
        return shape.read(Record(members, document, source, number))
    rejected = document.include_rejected
    if not rejected and (verdict := judge_members(members)):
        return Record(members, document, source, number).skip(*verdict, members.get("title"))
    return make_paper(members.items(), source=source, default_id=lambda: document.id(number), include_rejected=rejected)
