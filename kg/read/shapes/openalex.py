"""OpenAlex: works as its API and its snapshot give them.

Written by hand: pyalex is a client of the service. Authors, sources and OpenAlex's other entities have names and ids as
works do; they are told by the letter that their ids begin with. Lists that others made of works keep the id, but name
authors and venue in their own ways.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg import paper_ids
from kg.read.record import NOT_A_PAPER, RETRACTED
from kg.read.shapes import inverted_index
from kg.read.shapes.contract import Record, Shape, plain_fields
from kg.read.shapes.crossref import NOT_PAPERS
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kg.model import Paper, Problem

_ADDRESS = "https://openalex.org/"
_NO_WORKS = NOT_PAPERS | {"paratext", "erratum", "retraction", "supplementary-materials", "libguides"}
"""https://developers.openalex.org/api-entities/works/work-object#type, and the types of Crossref that it had before."""


def fits(members: Mapping[str, object]) -> bool:
    """Tell OpenAlex's entities by the index that only works have, or by their ids."""
    if "abstract_inverted_index" in members:
        return True
    name = members.get("id")
    return isinstance(name, str) and name.startswith(_ADDRESS)


def read(record: Record) -> Paper | Problem:
    """Make a paper of a work that is one, and is not retracted."""
    work = record.members
    key = text(work.get("id")).rstrip("/").rpartition("/")[2]
    title = text(work.get("title")) or text(work.get("display_name"))
    if what := _why_no_paper(work, key):
        return record.skip(NOT_A_PAPER, what, title)
    if work.get("is_retracted") is True and not record.document.include_rejected:
        return record.skip(RETRACTED, "is_retracted is true; --include-rejected reads it all the same", title)
    abstract, notes = inverted_index.restore(work.get("abstract_inverted_index"))
    places = tuple(_places(work))
    plain = plain_fields(work)
    landing = next(filter(None, (text(place.get("landing_page_url")) for place in places)), "")
    return record.paper(
        (
            *_ids(work, places),
            ("title", title),
            ("abstract", abstract or plain.get("abstract")),
            ("authors", _authors(work.get("authorships")) or plain.get("authors")),
            ("year", work.get("publication_year") or work.get("publication_date") or plain.get("year")),
            (
                "venue",
                next(filter(None, map(_venue, places)), "") or _name(work.get("host_venue")) or plain.get("venue"),
            ),
            ("url", text(work.get("doi")) or landing or text(work.get("id"))),
            ("keywords", work.get("keywords")),
        ),
        key=key,
        notes=notes,
    )


def _why_no_paper(work: Mapping[str, object], key: str) -> str:
    if text(work.get("id")).startswith(_ADDRESS) and not key.startswith(("W", "w")):
        return f"an entity of OpenAlex that is no work: {key[:20]}"
    if work.get("is_paratext") is True:
        return "is_paratext is true"
    kinds = (text(work.get("type")), text(work.get("type_crossref")))
    return next((f"its type is {kind}" for kind in kinds if kind in _NO_WORKS), "")


def _places(work: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Yield where a work is published: its primary location, then all of them."""
    locations = work.get("locations")
    for place in (work.get("primary_location"), *(locations if isinstance(locations, list) else ())):
        if isinstance(place, dict):
            yield place


def _venue(place: Mapping[str, object]) -> str:
    return _name(place.get("source")) or text(place.get("raw_source_name"))


def _name(entity: object) -> str:
    return text(entity.get("display_name")) if isinstance(entity, dict) else ""


def _ids(work: Mapping[str, object], places: tuple[Mapping[str, object], ...]) -> Iterator[tuple[str, object]]:
    """Yield ids: the work's own, and the first of each archive that it is in."""
    inner = work.get("ids")
    ids = inner if isinstance(inner, dict) else {}
    yield "doi", work.get("doi") or ids.get("doi")
    yield "pmid", ids.get("pmid")
    found: dict[str, str] = {}
    for place in places:
        for name in paper_ids.parse(text(place.get("landing_page_url"))):
            scheme, _, value = name.partition(":")
            found.setdefault(scheme, value)
    for scheme in ("arxiv", "acl", "openreview"):
        if scheme in found:
            yield f"{scheme} id", found[scheme]


def _authors(authorships: object) -> list[str]:
    """Take authors by the names they go by in OpenAlex, else as they are printed."""
    names = []
    for authorship in authorships if isinstance(authorships, list) else ():
        if isinstance(authorship, dict):
            names.append(_name(authorship.get("author")) or text(authorship.get("raw_author_name")))
    return names


SHAPE = Shape("OpenAlex works", frozenset({"abstract_inverted_index", "id"}), fits, read)
