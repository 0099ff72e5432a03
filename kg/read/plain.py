"""Papers and problems as what :mod:`marshal` writes, for this process or another one of the same program."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from kg.model import Effect, Paper, Problem, Source
from kg.read.quick import quick_paper, quick_source

if TYPE_CHECKING:
    Plain = tuple[Any, ...]
    """An item: its place, its id or reason, and the rest."""

_PARTS_OF_A_PROBLEM = 5
_VALUES = attrgetter("title", "abstract", "authors", "year", "venue", "url", "doi", "keywords", "ids")


def to_plain(item: Paper | Problem) -> Plain:
    """Take an item apart."""
    place = _plain_place(item.source) if item.source else None
    if isinstance(item, Problem):
        return place, item.reason, item.detail, item.raw, item.effect.value
    also = tuple(map(_plain_place, item.also)) if item.also else ()
    return place, str(item.id), also, *_VALUES(item)


def _plain_place(source: Source) -> tuple[str, int | None, int | None]:
    return source.path, source.line, source.index


def from_plain(plain: Plain, *, lines: int = 0) -> Paper | Problem:
    """Put an item together.

    Args:
        plain: Its parts.
        lines: How many lines come before those that it counts.

    >>> from_plain(to_plain(Paper("a", "On Graphs"))) == Paper("a", "On Graphs")
    True
    """
    place = plain[0]
    source = None
    if place:
        path, line, index = place
        source = quick_source(path, line + lines if lines else line, index)
    if len(plain) == _PARTS_OF_A_PROBLEM:
        _, reason, detail, raw, effect = plain
        return Problem(source or Source(""), reason, detail, raw, Effect(effect))
    _, name, also, title, abstract, authors, year, venue, url, doi, keywords, ids = plain
    places = tuple(Source(*each) for each in also) if also else ()
    return quick_paper(name, title, abstract, authors, year, venue, url, doi, keywords, source, ids, places)
