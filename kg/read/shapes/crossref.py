"""Crossref: works as its REST API and its yearly public data file give them.

Written by hand: habanero and crossrefapi are clients of the service. Abstracts are JATS, as publishers deposit it, or HTML,
or HTML escaped twice; they are handed on as they are. https://api.crossref.org/swagger-ui/index.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg import paper_ids
from kg.read.record import NOT_A_PAPER, RETRACTED, WITHDRAWN
from kg.read.shapes.contract import Record, Shape, plain_fields
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kg.model import Paper, Problem

NOT_PAPERS = frozenset(
    {
        *("book-series", "book-set", "component", "database", "grant", "journal", "journal-issue", "journal-volume"),
        *("peer-review", "proceedings", "proceedings-series", "report-series", "standard-series"),
    }
)
"""Types of works that hold papers, or are parts of or about them: https://api.crossref.org/types."""
_NOTICES = frozenset(
    {
        *("addendum", "clarification", "correction", "corrigendum", "erratum", "expression_of_concern"),
        *("partial_retraction", "removal", "retraction", "withdrawal"),
    }
)
"""Kinds of updates that are a notice about a paper; others are papers themselves, such as a new version."""
_DATES = ("issued", "published", "published-print", "published-online", "posted")
_TAKEN_BACK = {"retraction": RETRACTED, "removal": WITHDRAWN, "withdrawal": WITHDRAWN}


def fits(members: Mapping[str, object]) -> bool:
    """Tell works by their DOI and what only Crossref says about it, or by titles in a list."""
    return "DOI" in members and ("indexed" in members or "member" in members or isinstance(members.get("title"), list))


def read(record: Record) -> Paper | Problem:
    """Make a paper of a work that is one, and is not taken back."""
    work = record.members
    title = _title(work)
    if (kind := text(work.get("type"))) in NOT_PAPERS:
        return record.skip(NOT_A_PAPER, f"its type is {kind}", title)
    own = paper_ids.doi(text(work.get("DOI")))
    for kind, doi in _updates(work.get("update-to")):
        if doi != own and kind in _NOTICES:
            return record.skip(NOT_A_PAPER, f"a notice about {doi[:100]}: {kind}", title)
    if not record.document.include_rejected and (taken_back := _taken_back(work, own)):
        reason, detail = taken_back
        return record.skip(reason, detail, title)
    plain = plain_fields(work)
    author = work.get("author")
    return record.paper(
        (
            ("doi", own),
            ("title", title),
            ("abstract", work.get("abstract")),
            ("authors", names(author) if isinstance(author, list) else plain.get("authors")),
            ("year", year(work, *_DATES) or plain.get("year")),
            ("venue", _venue(work) or plain.get("venue")),
            ("url", work.get("URL")),
            ("keywords", work.get("subject")),
        )
    )


def _title(work: Mapping[str, object]) -> str:
    """Join the first title, in the language of the work, and its subtitle, unless it already holds that."""
    title = first(work.get("title")) or first(work.get("original-title"))
    subtitle = first(work.get("subtitle"))
    if not subtitle or subtitle.casefold() in title.casefold():
        return title
    colon = "" if title.rstrip().endswith((":", "?", "!", "–", "—")) else ":"
    return f"{title.rstrip()}{colon} {subtitle}" if title else subtitle


def _updates(value: object) -> Iterator[tuple[str, str]]:
    """Yield the kinds of updates, and the DOIs that are updated."""
    for update in value if isinstance(value, list) else ():
        if isinstance(update, dict):
            yield text(update.get("type")).casefold().replace("-", "_"), paper_ids.doi(text(update.get("DOI")))


def _taken_back(work: Mapping[str, object], own: str) -> tuple[str, str] | None:
    """Tell from notices about a work, be they in its own place, that it was retracted or withdrawn."""
    own_notices = ((kind, doi) for kind, doi in _updates(work.get("update-to")) if doi == own)
    for kind, doi in (*own_notices, *_updates(work.get("updated-by"))):
        if reason := _TAKEN_BACK.get(kind):
            return reason, f"{kind}: {doi[:100]}; --include-rejected reads it all the same"
    return None


def _venue(work: Mapping[str, object]) -> str:
    """Name the journal or volume; that of a preprint is its server."""
    event, institution = work.get("event"), work.get("institution")
    return (
        first(work.get("container-title"))
        or (text(event.get("name")) if isinstance(event, dict) else "")
        or (first(institution) if text(work.get("type")) == "posted-content" else "")
        or text(work.get("group-title"))
    )


def first(value: object) -> str:
    """Take the first text of a list, or the text itself.

    >>> first(["", "On Graphs", "Über Graphen"]), first([]), first("On Graphs")
    ('On Graphs', '', 'On Graphs')
    """
    return next(filter(None, map(text, value)), "") if isinstance(value, list) else text(value)


def names(authors: object) -> list[str]:
    """Join the parts of names; groups have one name.

    >>> names([{"given": "Ludwig", "non-dropping-particle": "van", "family": "Dort", "suffix": "Jr."}, {"name": "The Group"}])
    ['Ludwig van Dort Jr.', 'The Group']
    """
    return [_name(author) for author in authors if author] if isinstance(authors, list) else [text(authors)]


def _name(author: object) -> str:
    if not isinstance(author, dict):
        return text(author)
    parts = (text(author.get(part)) for part in _PARTS)
    whole = text(author.get("literal")) or text(author.get("name"))
    return " ".join(filter(None, parts)) if author.get("family") else whole or text(author.get("given"))


_PARTS = ("given", "dropping-particle", "non-dropping-particle", "family", "suffix")


def year(members: Mapping[str, object], *names: str) -> str:
    """Find the first date that has a year: in parts, as numbers or text, or as it was typed.

    >>> year({"issued": {"date-parts": [[None]]}, "published": {"date-parts": [["2016", 3]]}}, "issued", "published")
    '2016'
    >>> year({"issued": {"raw": "March 2016"}}, "issued"), year({"issued": {"literal": "2016"}}, "issued")
    ('March 2016', '2016')
    """
    return next(filter(None, (_year(members.get(name)) for name in names)), "")


def _year(date: object) -> str:
    if not isinstance(date, dict):
        return text(date)
    parts = date.get("date-parts")
    while isinstance(parts, list) and parts:
        parts = parts[0]
    return text(parts) or text(date.get("raw")) or text(date.get("literal")) or text(date.get("year"))


SHAPE = Shape("Crossref works", frozenset({"DOI"}), fits, read)
