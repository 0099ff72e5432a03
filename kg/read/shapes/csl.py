"""CSL-JSON, the items of citation styles: of Zotero, Better BibTeX, Pandoc, and of DOIs asked for it.

Written by hand: citeproc-py formats such items and takes no dialect of them. Titles and abstracts hold HTML or JATS;
DataCite gives a list of abstracts. https://docs.citationstyles.org/en/stable/specification.html
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.read.record import NOT_A_PAPER
from kg.read.shapes.contract import Record, Shape
from kg.read.shapes.crossref import NOT_PAPERS, first, names, year
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kg.model import Paper, Problem

_TELLING = frozenset(
    {
        *(
            "article-journal",
            "article-magazine",
            "article-newspaper",
            "entry-encyclopedia",
            "legal_case",
            "legislation",
        ),
        *("motion_picture", "musical_score", "paper-conference", "personal_communication"),
    }
)
"""Types that only CSL has."""
_DATES = ("issued", "published", "published-print", "published-online", "event-date")
_NO_PAPERS = NOT_PAPERS | {
    *("bill", "broadcast", "collection", "event", "figure", "graphic", "hearing", "legal_case", "legislation", "map"),
    *("motion_picture", "musical_score", "performance", "periodical", "personal_communication", "regulation", "song"),
    "treaty",
}
_NO_ABSTRACTS = frozenset({"seriesinformation", "tableofcontents", "technicalinfo"})
"""What DataCite calls descriptions that are no abstract."""
_IDS = re.compile(r"^[ \t]*(DOI|arXiv|PMID)[ \t]*:[ \t]*(\S+)", re.IGNORECASE | re.MULTILINE)
_ADDRESS = re.compile(r"\A(?:https?://.*/|[0-9]+/(?=[A-Z0-9]{8}\Z))")
"""What comes before the key of an item where its id is an address, or has its owner's number in it, as Zotero writes them."""
_LOCATED = re.compile(r"arxiv\s*:", re.IGNORECASE)


def fits(members: Mapping[str, object]) -> bool:
    """Tell items by a date in parts, a container's title, a type of CSL's own, or a type and authors in parts."""
    if "container-title" in members or _is_date(members.get("issued")):
        return True
    kind = members.get("type")
    if not isinstance(kind, str):
        return False
    authors = members.get("author")
    author = authors[0] if isinstance(authors, list) and authors else None
    return kind in _TELLING or (isinstance(author, dict) and ("family" in author or "literal" in author))


def _is_date(value: object) -> bool:
    """Tell a date in parts; in YAML it may be a list, of a date or of both ends of a range."""
    if isinstance(value, list):
        return any(isinstance(date, dict) and "year" in date for date in value[:1])
    return isinstance(value, dict) and not value.keys().isdisjoint(("date-parts", "raw"))


def read(record: Record) -> Paper | Problem:
    """Make a paper of an item, unless its type is of something else."""
    item = record.members
    title = item.get("title")
    if (kind := text(item.get("type"))) in _NO_PAPERS:
        return record.skip(NOT_A_PAPER, f"its type is {kind}", title)
    noted = {name.lower(): value for name, value in _IDS.findall(text(item.get("note"))[:5000])}
    name = text(item.get("id"))
    return record.paper(
        (
            ("doi", item.get("DOI") or noted.get("doi") or (name if "doi.org/" in name else "")),
            ("arxiv id", _arxiv(item) or noted.get("arxiv")),
            ("pmid", item.get("PMID") or noted.get("pmid")),
            ("title", title),
            ("abstract", _abstract(item.get("abstract"))),
            ("authors", names(item.get("author"))),
            ("year", year({name: _begin(item.get(name)) for name in _DATES}, *_DATES)),
            ("venue", first(item.get("container-title")) or text(item.get("event-title")) or text(item.get("event"))),
            ("url", item.get("URL") or item.get("pdf")),
            ("keywords", item.get("keyword") or item.get("categories")),
        ),
        key=_ADDRESS.sub("", name.rstrip("/")),
    )


def _begin(date: object) -> object:
    return date[0] if isinstance(date, list) and date else date


def _arxiv(item: Mapping[str, object]) -> str:
    """Find an arXiv id where reference managers put it: the number, or the place in the archive."""
    number = text(item.get("number"))
    if _LOCATED.match(number):
        return number
    place = text(item.get("archive_location") or item.get("archive-place"))
    return place if text(item.get("archive")).casefold() == "arxiv" or _LOCATED.match(place) else ""


def _abstract(value: object) -> str:
    """Join the abstracts of a list, each a paragraph."""
    if isinstance(value, list):
        return "\n\n".join(_descriptions(value))
    return text(value)


def _descriptions(values: list[object]) -> Iterator[str]:
    for value in values:
        if not isinstance(value, dict):
            yield text(value)
        elif text(value.get("type") or value.get("descriptionType")).casefold() not in _NO_ABSTRACTS:
            yield text(value.get("description")) or text(value.get("abstract")) or text(value)


SHAPE = Shape("CSL-JSON", frozenset({"container-title", "issued", "type"}), fits, read)
