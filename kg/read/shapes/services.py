"""Records as the services' own APIs give them, where the names of their members alone would leave something out.

Each service is a row of a table: what tells its records, and where in them a paper's fields stand, nested as they are.
Written by hand: the libraries for these services are clients of theirs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.read.publication_types import judge
from kg.read.record import NOT_A_PAPER
from kg.read.shapes.contract import Record, Shape
from kg.read.values import authors, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from kg.model import Paper, Problem

    Members = Mapping[str, object]
    Find = Callable[[Members], list[object]]

_HOMONYM = re.compile(r" [0-9]{4}$")
_NO_ITEMS = frozenset({"attachment", "note", "annotation"})
_DIMENSIONS = frozenset(
    {"type", "journal", "source_title", "proceedings_title", "book_title", "dimensions_url", "linkout"}
)
_NO_DBLP_PAPERS = {"Editorship": "a volume of proceedings", "Withdrawn Items": "a withdrawn item"}


@dataclass(frozen=True, slots=True)
class _Service:
    """A service.

    Attributes:
        name: As messages say it.
        fits: Tells a record from its members.
        fields: For each field, where it stands: paths with dots between their steps, or functions; the first that holds
            something counts.
        key: The path of what only the service calls a record.
        types: The path of its types of publication.
        no_paper: Says what a record is that is no paper, else "".
    """

    name: str
    fits: Callable[[Members], bool]
    fields: tuple[tuple[str, tuple[str | Find, ...]], ...]
    key: str
    types: str = ""
    no_paper: Callable[[Members], str] = lambda _: ""

    def shape(self) -> Shape:
        """Give the shape of its records."""
        return Shape(self.name, self.fits, self.read)

    def read(self, record: Record) -> Paper | Problem:
        """Make a paper of a record, unless its type is of something else."""
        found = {field: _first(record.members, places) for field, places in self.fields}
        title = found["title"][:1]
        if what := self.no_paper(record.members):
            return record.skip(NOT_A_PAPER, f"it is {what}", title)
        types = map(text, leaves(record.members, self.types)) if self.types else ()
        if verdict := judge(types, include_rejected=record.document.include_rejected):
            return record.skip(*verdict, title)
        pairs = tuple((field, _value(field, values)) for field, values in found.items())
        return record.paper(pairs, key=next(iter(leaves(record.members, self.key)), ""))


def leaves(value: object, path: str) -> list[object]:
    """Find what stands at a path; the items of lists on the way are all looked into.

    >>> leaves({"a": [{"b": "x"}, {"b": ["y", "z"]}, {}]}, "a.b")
    ['x', 'y', 'z']
    """
    found = [value]
    for step in path.split("."):
        found = [item for each in found if isinstance(each, dict) for item in _items(each.get(step))]
    return found


def _items(value: object) -> Iterator[object]:
    for item in value if isinstance(value, list) else (value,):
        if item not in (None, "", [], {}):
            yield item


def _first(members: Members, places: tuple[str | Find, ...]) -> list[object]:
    for place in places:
        if values := leaves(members, place) if isinstance(place, str) else place(members):
            return values
    return []


def _value(field: str, values: list[object]) -> object:
    """Give a field's value: all of them for a list, unless it is one text of keywords, which may hold several."""
    if field == "authors" or (field == "keywords" and len(values) > 1):
        return values
    return values[0] if values else None


def _object(members: Members, name: str) -> Members:
    inner = members.get(name)
    return inner if isinstance(inner, dict) else {}


def _chosen(path: str, name: str, wanted: str, inner: str) -> Find:
    """Find a member of those objects at a path in which another member has a value, whatever its case."""

    def find(members: Members) -> list[object]:
        objects = [each for each in leaves(members, path) if isinstance(each, dict)]
        chosen = [each for each in objects if text(each.get(name)).casefold() == wanted]
        return [value for each in chosen for value in (leaves(each, inner) if inner else [each])]

    return find


def _names_in_text(members: Members) -> list[object]:
    return list(authors(members.get("authorString")))


def _arxiv_identifiers(members: Members) -> list[object]:
    return [value for value in leaves(members, "identifier") if text(value).casefold().startswith("arxiv:")]


def _without_homonyms(members: Members) -> list[object]:
    return [_HOMONYM.sub("", text(each)) for each in leaves(members, "authors.author")]


def _without_full_stop(members: Members) -> list[object]:
    return [text(each).removesuffix(".") for each in leaves(members, "title")]


def _no_item(members: Members) -> str:
    kind = text(members.get("itemType") or _object(members, "data").get("itemType"))
    return f"an item of Zotero of the type {kind}" if kind in _NO_ITEMS else ""


def _is_dblp(members: Members) -> bool:
    return "key" in members and ("author" in _object(members, "authors") or "dblp.org/rec" in text(members.get("url")))


_SERVICES = (
    _Service(
        "Europe PMC results",
        lambda members: "authorString" in members or ("pubYear" in members and "source" in members),
        (
            ("doi", ("doi",)),
            ("pmid", ("pmid",)),
            ("title", ("title",)),
            ("abstract", ("abstractText",)),
            ("authors", ("authorList.author", _names_in_text)),
            ("year", ("pubYear", "firstPublicationDate")),
            ("venue", ("journalInfo.journal.title", "journalTitle", "bookOrReportDetails.publisher")),
            ("keywords", ("keywordList.keyword", "meshHeadingList.meshHeading.descriptorName")),
        ),
        key="id",
        types="pubTypeList.pubType",
    ),
    _Service(
        "Lens works",
        lambda members: "lens_id" in members and "title" in members,
        (
            ("doi", (_chosen("external_ids", "type", "doi", "value"),)),
            ("pmid", (_chosen("external_ids", "type", "pmid", "value"),)),
            ("title", ("title",)),
            ("abstract", ("abstract",)),
            ("authors", ("authors",)),
            ("year", ("year_published", "date_published")),
            ("venue", ("source.title", "conference.name")),
            ("url", ("source_urls.url",)),
            ("keywords", ("keywords", "fields_of_study")),
        ),
        key="lens_id",
    ),
    _Service(
        "Dimensions publications",
        lambda members: not _DIMENSIONS.isdisjoint(members) and text(members.get("id")).startswith("pub."),
        (
            ("doi", ("doi",)),
            ("pmid", ("pmid",)),
            ("arxiv id", ("arxiv_id",)),
            ("title", ("title",)),
            ("abstract", ("abstract",)),
            ("authors", ("authors",)),
            ("year", ("year", "date")),
            ("venue", ("journal.title", "source_title.title", "proceedings_title", "book_title")),
            ("url", ("linkout", "dimensions_url")),
            ("keywords", ("concepts",)),
        ),
        key="id",
    ),
    _Service(
        "DBLP search results",
        _is_dblp,
        (
            ("doi", ("doi",)),
            ("title", (_without_full_stop,)),
            ("authors", (_without_homonyms,)),
            ("year", ("year",)),
            ("venue", ("venue",)),
            ("url", ("ee", "url")),
        ),
        key="key",
        no_paper=lambda members: _NO_DBLP_PAPERS.get(text(members.get("type")), ""),
    ),
    _Service(
        "ADS documents",
        lambda members: "bibcode" in members,
        (
            ("doi", ("doi",)),
            ("arxiv id", (_arxiv_identifiers,)),
            ("title", ("title",)),
            ("abstract", ("abstract",)),
            ("authors", ("author",)),
            ("year", ("year", "pubdate", "date")),
            ("venue", ("pub",)),
            ("keywords", ("keyword",)),
        ),
        key="bibcode",
        types="doctype",
    ),
    _Service(
        "HAL documents",
        lambda members: "title_s" in members,
        (
            ("doi", ("doiId_s",)),
            ("arxiv id", ("arxivId_s",)),
            ("pmid", ("pubmedId_s",)),
            ("title", ("en_title_s", "title_s")),
            ("abstract", ("en_abstract_s", "abstract_s")),
            ("authors", ("authFullName_s",)),
            ("year", ("producedDateY_i", "publicationDateY_i", "producedDate_s", "publicationDate_s")),
            ("venue", ("journalTitle_s", "conferenceTitle_s", "bookTitle_s")),
            ("url", ("uri_s",)),
            ("keywords", ("en_keyword_s", "keyword_s")),
        ),
        key="halId_s",
    ),
    _Service(
        "INSPIRE records",
        lambda members: "titles" in _object(members, "metadata"),
        (
            ("doi", ("metadata.dois.value",)),
            ("arxiv id", ("metadata.arxiv_eprints.value",)),
            ("title", ("metadata.titles.title",)),
            ("abstract", ("metadata.abstracts.value",)),
            ("authors", ("metadata.authors.full_name",)),
            ("year", ("metadata.publication_info.year", "metadata.earliest_date", "metadata.preprint_date")),
            ("venue", ("metadata.publication_info.journal_title",)),
            ("keywords", ("metadata.keywords.value",)),
        ),
        key="id",
    ),
    _Service(
        "Zenodo records",
        lambda members: "title" in (inner := _object(members, "metadata")) and "creators" in inner,
        (
            ("doi", ("doi", "metadata.doi", "pids.doi.identifier")),
            ("title", ("metadata.title",)),
            ("abstract", ("metadata.description",)),
            ("authors", ("metadata.creators.person_or_org.name", "metadata.creators.name")),
            ("year", ("metadata.publication_date",)),
            ("venue", ("metadata.journal.title", "metadata.meeting.title")),
            ("url", ("links.self_html", "links.html")),
            ("keywords", ("metadata.keywords", "metadata.subjects.subject")),
        ),
        key="id",
    ),
    _Service(
        "DataCite DOIs",
        lambda members: "titles" in _object(members, "attributes"),
        (
            ("doi", ("attributes.doi",)),
            ("title", ("attributes.titles.title",)),
            ("abstract", (_chosen("attributes.descriptions", "descriptionType", "abstract", "description"),)),
            ("authors", ("attributes.creators.name",)),
            ("year", ("attributes.publicationYear",)),
            ("venue", ("attributes.container.title", "attributes.publisher.name", "attributes.publisher")),
            ("url", ("attributes.url",)),
            ("keywords", ("attributes.subjects.subject",)),
        ),
        key="id",
    ),
    _Service(
        "Hugging Face papers",
        lambda members: "summary" in _object(members, "paper"),
        (
            ("arxiv id", ("paper.id",)),
            ("title", ("paper.title",)),
            ("abstract", ("paper.summary",)),
            ("authors", ("paper.authors.name",)),
            ("year", ("paper.publishedAt",)),
        ),
        key="paper.id",
    ),
)

_ZOTERO = (
    ("doi", "DOI"),
    ("arxiv id", "archiveID"),
    ("title", "title"),
    ("abstract", "abstractNote"),
    ("year", "date"),
    ("venue", "publicationTitle", "proceedingsTitle", "conferenceName", "bookTitle", "university", "institution"),
    ("url", "url"),
    ("keywords", "tags.tag"),
)


def _zotero(name: str, within: str) -> _Service:
    """Make the service of Zotero's items, whose fields stand in the record or one step further in."""
    members = tuple((field, tuple(within + path for path in paths)) for field, *paths in _ZOTERO)
    by_role = _chosen(within + "creators", "creatorType", "author", "")
    fits = "itemType"
    return _Service(
        name,
        (lambda record: fits in _object(record, "data")) if within else (lambda record: fits in record),
        (*members, ("authors", (by_role, within + "creators"))),
        key="citationKey" if within else "citekey",
        no_paper=_no_item,
    )


SHAPES = tuple(
    service.shape()
    for service in (*_SERVICES, _zotero("Zotero API items", "data."), _zotero("Better BibTeX items", ""))
)
