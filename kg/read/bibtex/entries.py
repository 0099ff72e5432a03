"""An entry → the values of a paper, or why it is none."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kg import paper_ids
from kg.read import values
from kg.read.bibtex.markup import address, people, prose
from kg.read.publication_types import judge
from kg.read.record import NOT_A_PAPER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kg.model import Source

NO_PAPERS = {
    **dict.fromkeys(("proceedings", "mvproceedings"), "a volume of proceedings"),
    **dict.fromkeys(("collection", "mvcollection", "reference", "mvreference"), "a collection"),
    "periodical": "an issue of a periodical",
    "xdata": "data for other entries",
    "set": "a set of other entries",
    **dict.fromkeys(("control", "ieeetranbstctl"), "a setting of a style"),
    **dict.fromkeys(("artwork", "image"), "a picture"),
    **dict.fromkeys(("audio", "music", "movie", "video", "performance"), "a recording or performance"),
    **dict.fromkeys(("jurisdiction", "legal", "legislation"), "a legal text"),
    "letter": "a letter",
    "bibnote": "a note",
}
"""Types of entries that are no papers. Books are; so is what is online or unpublished, and ``@misc``."""

_EDITED = frozenset({"book", "mvbook", "booklet", "manual"})
"""Types whose editors are named where they have no authors; elsewhere they are those of the volume."""
_TITLES = ("title", "titel")
_YEARS = ("year", "date", "issue_date", "eventdate")
_VENUES = ("journaltitle", "journal", "booktitle", "eventtitle", "conference", "maintitle", "institution", "school")
_IN_BOOKS = frozenset({"inproceedings", "conference", "incollection", "inbook"})
"""Types of what is part of a book; a journal beside that is one in which the volume appeared, too."""
_KEYWORDS = ("keywords", "keyword", "author_keywords", "keywords-plus", "mendeley-tags", "tags")
_ARXIV = ("arxivid", "arxiv", "journal", "journaltitle", "number", "volume", "note", "howpublished", "publisher")
_BIBDESK = ("bdsk-url-1", "bdsk-url-2", "bdsk-url-3")
_LINKS = ("link", "ee", "pdf", *_BIBDESK)
INHERITED = (*_VENUES, "title", "year", "date", "author", "keywords")
"""What a parent of an entry gives it."""
WANTED = frozenset(
    {
        *(*_TITLES, "subtitle", "abstract", "author", "editor", *_YEARS, *_VENUES, *_KEYWORDS, *_ARXIV, *_LINKS),
        *("doi", "url", "pmid", "eprint", "eprinttype", "archiveprefix", "type", "document_type", "crossref", "xdata"),
    }
)
"""The fields that count; what else an entry holds (files, notes of its owner) stays out."""

_IN_CORR = re.compile(r"abs/(\S+)")
_PMID = re.compile(r"\bPMID:?\s*([0-9]+)", re.IGNORECASE)
_LOOKED_AT = 1000


@dataclass(slots=True)
class Entry:
    """An entry as it stands, and what it inherits."""

    source: Source
    kind: str
    key: str
    values: dict[str, str]
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    default_id: str = ""
    inherited: dict[str, str] = field(default_factory=dict)
    lost: str = ""

    @property
    def size(self) -> int:
        """Characters that it holds."""
        return sum(map(len, self.values.values())) + 100

    @property
    def title(self) -> str:
        """Its title, with its LaTeX."""
        return prose(_first(self.values, _TITLES))


def why_no_paper(entry: Entry, *, include_rejected: bool) -> tuple[str, str] | None:
    """Tell from its type why an entry is not wanted, as reason and detail; None where it is."""
    if what := NO_PAPERS.get(entry.kind):
        return NOT_A_PAPER, f"@{entry.kind}: {what}"
    # Scopus wrote document_type before it wrote type.
    types = prose(entry.values.get("type") or entry.values.get("document_type", "")).split(";")
    return judge(types, include_rejected=include_rejected)


def pairs(entry: Entry) -> Iterator[tuple[str, object]]:
    """Give an entry's values under the names of :mod:`kg.read.fields`."""
    own, all_values = entry.values, {**entry.inherited, **entry.values}
    subtitle = prose(own.get("subtitle", "")).strip()
    title = prose(_first(all_values, _TITLES)).strip()
    yield "title", f"{title}: {subtitle}" if title and subtitle else title
    yield "abstract", prose(all_values.get("abstract", ""))
    authors = all_values.get("author") or (own.get("editor", "") if entry.kind in _EDITED else "")
    yield "authors", people(authors)
    yield "year", _year(own) or _year(entry.inherited)
    venues = ("booktitle", *_VENUES) if entry.kind in _IN_BOOKS else _VENUES
    yield "venue", prose(_first(own, venues) or _first(entry.inherited, venues))
    yield "doi", _doi(own, entry.key)
    yield "url", _url(own)
    yield "arxiv id", _arxiv(own)
    yield "pmid", _pmid(own)
    yield "keywords", [keyword for name in _KEYWORDS for keyword in _keywords(all_values.get(name, ""))]


def _first(found: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((found[name] for name in names if name in found), "")


def _year(found: Mapping[str, str]) -> str:
    """Give the first date in which there is a year, else the first one."""
    dates = [prose(found[name]) for name in _YEARS if name in found]
    return next((date for date in dates if values.year(date)), dates[0] if dates else "")


def _url(own: Mapping[str, str]) -> str:
    candidates = [own.get("url", ""), *(own.get(name, "") for name in (*_LINKS, "howpublished", "eprint"))]
    return next((url for each in candidates if (url := values.url(address(each[: 2 * _LOOKED_AT])))), "")


def _doi(own: Mapping[str, str], key: str) -> str:
    """Find a DOI: Springer and ACM make it the key, Springer says it nowhere else; BibDesk has it in a link."""
    if found := address(own.get("doi", "")) or paper_ids.doi(key):
        return found
    links = (address(own[name][:_LOOKED_AT]) for name in _BIBDESK if name in own)
    return next(filter(None, map(paper_ids.doi, links)), "")


def _arxiv(own: Mapping[str, str]) -> str:
    """Find an arXiv id: an ``eprint`` of arXiv, or where else people and services write it."""
    archive = address(own.get("eprinttype", "") or own.get("archiveprefix", "")).lower()
    eprint = address(own.get("eprint", ""))
    if archive in ("arxiv", "") and (found := paper_ids.arxiv(eprint)):
        return found
    if found := paper_ids.arxiv(address(own.get("arxivid", "") or own.get("arxiv", ""))):
        return found
    if own.get("journal", "").strip("{} ").lower() == "corr" and (
        place := _IN_CORR.match(address(own.get("volume", "")))
    ):
        return paper_ids.arxiv(place[1])
    texts = (address(own[name][:_LOOKED_AT]) for name in _ARXIV if name in own)
    return next(filter(None, map(paper_ids.find_arxiv, texts)), "")


def _pmid(own: Mapping[str, str]) -> str:
    if pmid := address(own.get("pmid", "")):
        return pmid
    if own.get("eprinttype", "").strip("{} ").lower() in ("pubmed", "pmid"):
        return address(own.get("eprint", ""))
    found = _PMID.search(address(own.get("note", "")[:_LOOKED_AT]))
    return found[1] if found else ""


def _keywords(value: str) -> list[str]:
    return prose(value).split(";" if ";" in value else ",") if value else []
