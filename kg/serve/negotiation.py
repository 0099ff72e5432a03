"""Content negotiation: which of the formats on offer a client would rather have (RFC 9110, section 12.5.1)."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from kg.sparql import Format

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HTML = "text/html"

# What clients call a format, too, when they cannot say what they want more exactly.
_OTHER_NAMES = {
    Format.JSON: ("application/json",),
    Format.XML: ("application/xml", "text/xml"),
    Format.TURTLE: ("application/x-turtle",),
    Format.JSON_LD: ("application/json",),
    Format.RDF_XML: ("application/xml", "text/xml"),
}

_TOKEN = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_RANGE = re.compile(rf"\s*({_TOKEN})(?:/({_TOKEN}))?\s*(?:;|$)")
_QUALITY = re.compile(r";\s*q\s*=\s*(0?\.[0-9]{1,3}|[01](?:\.[0-9]{0,3})?)\s*(?:;|$)", re.IGNORECASE)

_ANY = "*"


def choose(accept: str, asked: str, formats: Sequence[Format]) -> tuple[Format | None, str]:
    """Choose how to answer: as a page, or in one of the formats.

    Args:
        accept: The value of ``Accept``.
        asked: The name of a format, "html" for a page; it outranks ``accept``. Empty where none was asked for.
        formats: What suits the answer, the favourite first.

    Returns:
        The format, None for a page; and the media type to call it by.

    Raises:
        HTTPException: 400 where a format was asked for that does not suit, 406 where the client takes none.

    >>> choose("text/html,*/*;q=0.8", "", [Format.TURTLE])
    (None, 'text/html')
    >>> choose("text/html,*/*;q=0.8", "ttl", [Format.TURTLE])
    (<Format.TURTLE: 'ttl'>, 'text/turtle')
    """
    if asked.lower() == "html":
        return None, HTML
    if asked:
        found = next((one for one in formats if one == asked.lower()), None)
        if found is None:
            names = ", ".join([*formats, "html"])
            raise HTTPException(HTTPStatus.BAD_REQUEST, f"the format {asked!r:.40} does not suit: ask for {names}")
        return found, bare(found)
    offers: dict[str, Format | None] = {bare(one): one for one in formats}
    offers[HTML] = None
    for one in formats:
        offers |= dict.fromkeys(_OTHER_NAMES.get(one, ()), one)
    media_type = preferred(accept, offers)
    if media_type is None:
        names = ", ".join(offers)
        raise HTTPException(HTTPStatus.NOT_ACCEPTABLE, f"Accept allows none of what there is: {names}")
    return offers[media_type], media_type


def bare(one: Format) -> str:
    """Give the media type of a format without parameters.

    >>> bare(Format.CSV)
    'text/csv'
    """
    return one.media_type.partition(";")[0]


def preferred(accept: str, offers: Iterable[str]) -> str | None:
    """Choose the media type that a client would rather have.

    The highest quality wins; among equals what the client named more exactly, then what is offered first. Parameters
    other than ``q`` are passed over, as are parts that are no media range.

    Args:
        accept: The value of ``Accept``; an empty one accepts anything.
        offers: Media types, the server's favourite first.

    Returns:
        One of the offers, None if the client takes none.

    >>> preferred("text/turtle;q=0.5, application/*", ["text/turtle", "application/ld+json"])
    'application/ld+json'
    >>> preferred("image/png", ["text/turtle"]) is None
    True
    """
    ranges = _ranges(accept) if accept.strip() else {(_ANY, _ANY): 1.0}
    best, chosen = (0.0, -1), None
    for offer in offers:
        rank = _rank(offer, ranges)
        if rank[0] and rank > best:
            best, chosen = rank, offer
    return chosen


def _rank(offer: str, ranges: dict[tuple[str, str], float]) -> tuple[float, int]:
    """The quality of an offer, given by the range that names it most exactly, and how exactly that is."""
    kind, _, subtype = offer.partition("/")
    for exactness, media_range in ((2, (kind, subtype)), (1, (kind, _ANY)), (0, (_ANY, _ANY))):
        if media_range in ranges:
            return ranges[media_range], exactness
    return 0.0, -1


def _ranges(accept: str) -> dict[tuple[str, str], float]:
    ranges: dict[tuple[str, str], float] = {}
    for part in accept.lower().split(","):
        match = _RANGE.match(part)
        if match is None:
            continue
        kind, subtype = match[1], match[2]
        if subtype is None:
            # Java's HttpURLConnection writes "*; q=.2".
            if kind != _ANY:
                continue
            subtype = _ANY
        quality = _QUALITY.search(part)
        value = min(float(quality[1]), 1.0) if quality else 1.0
        ranges[kind, subtype] = max(value, ranges.get((kind, subtype), 0.0))
    return ranges
