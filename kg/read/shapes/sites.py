"""Records of what machine learning reads: conferences' virtual sites, proceedings, Papers with Code, data sets of papers.

Each source is a row of a table (:mod:`kg.read.shapes.service`). No library reads them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from kg import paper_ids
from kg.read.decisions import judge_decision
from kg.read.people import authors
from kg.read.record import REJECTED
from kg.read.shapes import arxiv
from kg.read.shapes.contract import Record, Shape
from kg.read.shapes.service import Service, leaves, member
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kg.model import Paper, Problem

    Members = Mapping[str, object]

_NO_PAPERS = frozenset(
    {
        *("affinity event", "break", "competition", "demonstration", "expo demonstration", "expo talk panel"),
        *("expo workshop", "invited talk", "keynote", "mentorship", "opening remarks", "panel", "remarks", "session"),
        *("social", "test of time", "town hall", "tutorial", "workshop"),
    }
)
"""Types of events that are no papers, though they have titles and abstracts."""
_PLACE = re.compile(r"(?:https?://([\w.-]+)/*)?/?virtual/((?:19|20)[0-9]{2})/")
_GROUP = re.compile(r"[?&]id=(?:thecvf\.com/)?([A-Za-z]+)(?:\.cc|\.org)?/((?:19|20)[0-9]{2})\b")
_HOSTS = {
    "aistats": "AISTATS",
    "cvpr": "CVPR",
    "eccv": "ECCV",
    "iccv": "ICCV",
    "iclr": "ICLR",
    "icml": "ICML",
    "mlsys": "MLSys",
    "neurips": "NeurIPS",
    "nips": "NeurIPS",
}
_MONTH = re.compile(r"(?<=[12][0-9]{3}) [0-9]{1,2}\Z")
_BOOK_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}\b")
_SUBMITTED = re.compile(r"(?<!\s)\s++(?:conference\s++)?submission\Z", re.IGNORECASE)
_BODIES = frozenset({"body_text", "bib_entries", "pdf_parse"})
_CORPUS_IDS = frozenset({"_id", "doc_id", "docid", "id"})
_CORPUS_TEXT = frozenset({"title", "text"})
_SOURCE = re.compile(r"paperswithcode\.com/paper/")


def _address(members: Members) -> list[object]:
    """Find the address of a paper, not that of the event, which may be within the site."""
    places = (text(members.get(name)) for name in ("paper_url", "url", "sourceurl", "paper_pdf_url", "virtualsite_url"))
    return [*filter(None, [next((each for each in places if each.startswith("http") and "/group?" not in each), "")])]


def edition(virtual_site: str, source: str = "") -> tuple[str, str]:
    """Tell venue and year by the group at OpenReview, else by the address at the virtual site.

    >>> edition("https://icml.cc/virtual/2024/poster/1"), edition("/virtual/2024/oral/2", "https://x.net/group?id=ICLR.cc/2024")
    (('ICML', '2024'), ('ICLR', '2024'))
    """
    if found := _GROUP.search(source):
        return _HOSTS.get(found[1].casefold(), found[1]), found[2]
    if found := _PLACE.match(virtual_site):
        labels = (found[1] or "").split(".")
        return next((_HOSTS[label] for label in labels if label in _HOSTS), ""), found[2]
    return "", ""


def _edition(members: Members) -> tuple[str, str]:
    return edition(text(members.get("virtualsite_url")), text(members.get("sourceurl")))


def _speakers(members: Members) -> list[object]:
    names = leaves(members, "authors.fullname")
    return names or [*map(str, authors(members.get("authors") or members.get("speakers/authors")))]


def _venue(members: Members) -> list[object]:
    return [venue for venue in _edition(members)[:1] if venue]


def _year(members: Members) -> list[object]:
    return [year for year in _edition(members)[1:] if year]


def _event(members: Members) -> str:
    for name in ("eventtype", "type", "event_type"):
        if (kind := text(members.get(name)).strip()).casefold() in _NO_PAPERS:
            return f"an event of the type {kind}"
    return ""


def _full_names(members: Members) -> list[object]:
    """Put the names of the proceedings' metadata together."""
    people = [each for each in leaves(members, "authors") if isinstance(each, dict)]
    names = (f"{text(each.get('given_name'))} {text(each.get('family_name'))}".strip() for each in people)
    return [name for name in names if name] or [*authors(members.get("authors"))]


def _proceeding(members: Members) -> list[object]:
    """Name the venue without the month that stands after its year."""
    return [_MONTH.sub("", text(members["proceeding"]))] if text(members.get("proceeding")) else []


def _year_of_book(members: Members) -> list[object]:
    return list(_BOOK_YEAR.findall(text(members.get("book"))))


def _slug(members: Members) -> list[object]:
    return [_SOURCE.split(text(members.get("paper_url")))[-1]]


def _reviewed(members: Members) -> list[object]:
    return [_SUBMITTED.sub("", text(members.get("conference")))] if text(members.get("conference")) else []


def _rejected(members: Members) -> tuple[str, str] | None:
    return (REJECTED, "accepted: false") if members.get("accepted") is False else None


def _decided(members: Members) -> tuple[str, str] | None:
    return judge_decision("decision", text(members.get("decision")))


def _arxiv_id(members: Members) -> list[object]:
    name = text(members.get("paper_id"))
    return [name] if paper_ids.arxiv(name) else []


def _anthology_id(members: Members) -> list[object]:
    name = text(members.get("paper_id"))
    return [name] if paper_ids.acl(name) else []


def _paragraphs(members: Members) -> list[object]:
    for place in (members.get("abstract"), member(members, "pdf_parse").get("abstract")):
        parts = leaves({"abstract": place}, "abstract.text") or ([place] if isinstance(place, str) and place else [])
        if parts:
            return ["\n\n".join(map(text, parts))]
    return []


def _in_parts(members: Members) -> list[object]:
    """Join first, middle (a list) and last names and suffixes."""
    people = leaves(members, "metadata.authors") or leaves(members, "authors")
    return [
        " ".join(filter(None, (text(each.get(part)) for part in ("first", "middle", "last", "suffix"))))
        if isinstance(each, dict)
        else text(each)
        for each in people
    ]


def _corpus_id(members: Members) -> list[object]:
    return [members[name] for name in members if name in _CORPUS_IDS]


def _sentences(members: Members) -> list[object]:
    """Join sentences, of which each has a mark before and behind it."""
    joined = " ".join(map(text, leaves(members, "abstract_text")))
    return [" ".join(joined.replace("<S>", " ").replace("</S>", " ").split())]


_DOCUMENTS = Service(
    "parsed papers (CORD-19, S2ORC)",
    _BODIES,
    lambda members: "paper_id" in members and not _BODIES.isdisjoint(members),
    (
        ("doi", ("identifiers.doi", "doi")),
        ("arxiv id", ("identifiers.arxiv_id", _arxiv_id)),
        ("acl id", ("identifiers.acl_id", _anthology_id)),
        ("pmid", ("identifiers.pubmed_id",)),
        ("title", ("metadata.title", "title")),
        ("abstract", (_paragraphs,)),
        ("authors", (_in_parts,)),
        ("year", ("year", "metadata.year")),
        ("venue", ("venue", "metadata.venue")),
    ),
    key="paper_id",
)


def _read_document(record: Record) -> Paper | Problem:
    """Read a parsed paper; unarXive's have arXiv's own record beside the text."""
    metadata = member(record.members, "metadata")
    if arxiv.fits(metadata):
        return arxiv.read(replace(record, members=metadata))
    return _DOCUMENTS.read(record)


_SITES = (
    Service(
        "conferences' virtual sites",
        frozenset({"virtualsite_url", "speakers/authors"}),
        lambda members: "name" in members and ("virtualsite_url" in members or "speakers/authors" in members),
        (
            ("title", ("name",)),
            ("abstract", ("abstract",)),
            ("authors", (_speakers,)),
            ("year", (_year, "starttime")),
            ("venue", (_venue,)),
            ("url", (_address,)),
            ("keywords", ("keywords",)),
        ),
        key="id",
        no_paper=_event,
        refused=_decided,
    ),
    Service(
        "NeurIPS proceedings metadata",
        frozenset({"book"}),
        lambda members: "book" in members and ("sourceid" in members or "full_text" in members),
        (
            ("title", ("title",)),
            ("abstract", ("abstract",)),
            ("authors", (_full_names,)),
            ("year", ("year", _year_of_book)),
            ("venue", ("book",)),
            ("url", ("url",)),
        ),
        key="sourceid",
    ),
    Service(
        "Papers with Code",
        frozenset({"proceeding", "url_abs"}),
        lambda members: "paper_url" in members and ("proceeding" in members or "url_abs" in members),
        (
            ("arxiv id", ("arxiv_id",)),
            ("openreview id", ("openreview_id",)),
            ("title", ("title",)),
            ("abstract", ("abstract",)),
            ("authors", ("authors",)),
            ("year", ("date", "proceeding")),
            ("venue", (_proceeding,)),
            ("url", ("url_abs", "paper_url", "url_pdf")),
            ("keywords", ("tasks",)),
        ),
        key=_slug,
    ),
    Service(
        "Papers with Code, papers' code",
        frozenset({"paper_arxiv_id"}),
        lambda members: "paper_arxiv_id" in members and "paper_title" in members,
        (
            ("arxiv id", ("paper_arxiv_id",)),
            ("title", ("paper_title",)),
            ("url", ("paper_url_abs", "paper_url", "paper_url_pdf")),
        ),
        key=_slug,
    ),
    Service(
        "corpora for retrieval (BEIR)",
        frozenset({"text"}),
        lambda members: _CORPUS_TEXT <= members.keys() <= _CORPUS_TEXT | _CORPUS_IDS | {"metadata", "url"},
        (
            ("pmid", ("metadata.pubmed_id",)),
            ("title", ("title",)),
            ("abstract", ("text",)),
            ("year", ("metadata.year",)),
            ("url", ("metadata.url", "url")),
        ),
        key=_corpus_id,
    ),
    Service(
        "articles and their summaries (arXiv, PubMed)",
        frozenset({"abstract_text"}),
        lambda members: "abstract_text" in members and "article_text" in members,
        (("title", ("title",)), ("abstract", (_sentences,))),
        key="article_id",
    ),
    Service(
        "Hugging Face papers",
        frozenset({"paper"}),
        lambda members: "summary" in member(members, "paper"),
        (
            ("arxiv id", ("paper.id",)),
            ("title", ("paper.title",)),
            ("abstract", ("paper.summary",)),
            ("authors", ("paper.authors.name",)),
            ("year", ("paper.publishedAt",)),
        ),
        key="paper.id",
    ),
    Service(
        "PeerRead",
        frozenset({"accepted"}),
        lambda members: "accepted" in members and "reviews" in members,
        (
            ("title", ("title",)),
            ("abstract", ("abstract",)),
            ("authors", ("authors",)),
            ("year", ("year", "conference", "DATE_OF_SUBMISSION")),
            ("venue", (_reviewed,)),
        ),
        key="id",
        refused=_rejected,
    ),
)

SHAPES = (
    *(site.shape() for site in _SITES),
    Shape(_DOCUMENTS.name, _DOCUMENTS.telling, _DOCUMENTS.fits, _read_document),
)
