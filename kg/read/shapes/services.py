"""Records as databases' own APIs give them, where the names of their members alone would leave something out.

Each service is a row of a table (:mod:`kg.read.shapes.service`). Written by hand: the libraries for these services are
clients of theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.read.people import authors
from kg.read.shapes.service import Service, chosen, leaves, member
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kg.read.shapes.service import Find

    Members = Mapping[str, object]

_NO_ITEMS = frozenset({"attachment", "note", "annotation"})
_DIMENSIONS = frozenset(
    {"type", "journal", "source_title", "proceedings_title", "book_title", "dimensions_url", "linkout"}
)
_NO_DBLP_PAPERS = {"Editorship": "a volume of proceedings", "Withdrawn Items": "a withdrawn item"}


def _names_in_text(members: Members) -> list[object]:
    return list(authors(members.get("authorString")))


def _arxiv_identifiers(members: Members) -> list[object]:
    return [value for value in leaves(members, "identifier") if text(value).casefold().startswith("arxiv:")]


def _without_full_stop(members: Members) -> list[object]:
    return [text(each).removesuffix(".") for each in leaves(members, "title")]


def _own(name: str) -> Find:
    """Make a function that finds the first of several lines: pymed puts the ids of what a paper cites after its own."""
    return lambda members: [*text(members.get(name)).split()[:1]]


def _names_in_lower_case(members: Members) -> list[object]:
    people = [each for each in leaves(members, "authors") if isinstance(each, dict)]
    names = (f"{text(each.get('firstname'))} {text(each.get('lastname'))}".strip() for each in people)
    return [name for name in names if name]


def _scholar_authors(members: Members) -> list[object]:
    return [name for name in authors(member(members, "bib").get("author")) if name.strip("…. ")]


def _scholar_venue(members: Members) -> list[object]:
    """Name the venue without the sign that Google Scholar cut it short."""
    names = (text(member(members, "bib").get(name)) for name in ("journal", "conference", "venue", "citation"))
    return [name.strip(" …") for name in names if name.strip(" …") not in {"", "NA"}]


def _no_item(members: Members) -> str:
    kind = text(members.get("itemType") or member(members, "data").get("itemType"))
    return f"an item of Zotero of the type {kind}" if kind in _NO_ITEMS else ""


def _is_dblp(members: Members) -> bool:
    return "key" in members and ("author" in member(members, "authors") or "dblp.org/rec" in text(members.get("url")))


_SERVICES = (
    Service(
        "Europe PMC results",
        frozenset({"authorString", "pubYear"}),
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
    Service(
        "Lens works",
        frozenset({"lens_id"}),
        lambda members: "lens_id" in members and "title" in members,
        (
            ("doi", (chosen("external_ids", "type", "doi", "value"),)),
            ("pmid", (chosen("external_ids", "type", "pmid", "value"),)),
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
    Service(
        "Dimensions publications",
        _DIMENSIONS,
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
    Service(
        "PubMed summaries",
        frozenset({"articleids"}),
        lambda members: "articleids" in members and "uid" in members,
        (
            ("doi", (chosen("articleids", "idtype", "doi", "value"),)),
            (
                "pmid",
                (chosen("articleids", "idtype", "pubmed", "value"), chosen("articleids", "idtype", "pmid", "value")),
            ),
            ("title", ("title",)),
            ("authors", ("authors.name",)),
            ("year", ("pubdate", "epubdate")),
            ("venue", ("fulljournalname", "source")),
        ),
        key="uid",
        types="pubtype",
    ),
    Service(
        "PubMed articles (pymed)",
        frozenset({"pubmed_id"}),
        lambda members: "pubmed_id" in members and "copyrights" in members,
        (
            ("doi", (_own("doi"),)),
            ("pmid", (_own("pubmed_id"),)),
            ("title", ("title",)),
            ("abstract", ("abstract",)),
            ("authors", (_names_in_lower_case,)),
            ("year", ("publication_date",)),
            ("venue", ("journal",)),
            ("keywords", ("keywords",)),
        ),
        key=_own("pubmed_id"),
    ),
    Service(
        "Google Scholar results (scholarly)",
        frozenset({"bib"}),
        lambda members: "title" in member(members, "bib"),
        (
            ("title", ("bib.title",)),
            ("abstract", ("bib.abstract",)),
            ("authors", (_scholar_authors,)),
            ("year", ("bib.pub_year", "bib.year")),
            ("venue", (_scholar_venue,)),
            ("url", ("pub_url", "bib.url", "eprint_url")),
        ),
        key="author_pub_id",
    ),
    Service(
        "Mendeley documents",
        frozenset({"identifiers"}),
        lambda members: isinstance(members.get("identifiers"), dict) and "source" in members and "title" in members,
        (
            ("doi", ("identifiers.doi",)),
            ("arxiv id", ("identifiers.arxiv",)),
            ("pmid", ("identifiers.pmid",)),
            ("title", ("title",)),
            ("abstract", ("abstract",)),
            ("authors", ("authors",)),
            ("year", ("year",)),
            ("venue", ("source",)),
            ("url", ("websites",)),
            ("keywords", ("keywords",)),
        ),
        key="id",
    ),
    Service(
        "Paperpile items",
        frozenset({"pubtype"}),
        lambda members: "pubtype" in members and isinstance(members.get("author"), list),
        (
            ("doi", ("doi",)),
            ("arxiv id", ("arxivid",)),
            ("pmid", ("pmid",)),
            ("title", ("title",)),
            ("abstract", ("abstract",)),
            ("authors", ("author",)),
            ("year", ("published.year", "year")),
            ("venue", ("journalfull", "journal", "booktitle")),
            ("url", ("url",)),
            ("keywords", ("keywords",)),
        ),
        key="citekey",
    ),
    Service(
        "DBLP search results",
        frozenset({"key"}),
        _is_dblp,
        (
            ("doi", ("doi",)),
            ("title", (_without_full_stop,)),
            ("authors", ("authors.author",)),
            ("year", ("year",)),
            ("venue", ("venue",)),
            ("url", ("ee", "url")),
        ),
        key="key",
        no_paper=lambda members: _NO_DBLP_PAPERS.get(text(members.get("type")), ""),
    ),
    Service(
        "ADS documents",
        frozenset({"bibcode"}),
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
    Service(
        "HAL documents",
        frozenset({"title_s"}),
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
    Service(
        "INSPIRE records",
        frozenset({"metadata"}),
        lambda members: "titles" in member(members, "metadata"),
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
    Service(
        "Zenodo records",
        frozenset({"metadata"}),
        lambda members: "title" in (inner := member(members, "metadata")) and "creators" in inner,
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
    Service(
        "DataCite DOIs",
        frozenset({"attributes"}),
        lambda members: "titles" in member(members, "attributes"),
        (
            ("doi", ("attributes.doi",)),
            ("title", ("attributes.titles.title",)),
            ("abstract", (chosen("attributes.descriptions", "descriptionType", "abstract", "description"),)),
            ("authors", ("attributes.creators.name",)),
            ("year", ("attributes.publicationYear",)),
            ("venue", ("attributes.container.title", "attributes.publisher.name", "attributes.publisher")),
            ("url", ("attributes.url",)),
            ("keywords", ("attributes.subjects.subject",)),
        ),
        key="id",
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


def _zotero(name: str, within: str) -> Service:
    """Make the service of Zotero's items, whose fields stand in the record or one step further in."""
    members = tuple((field, tuple(within + path for path in paths)) for field, *paths in _ZOTERO)
    by_role = chosen(within + "creators", "creatorType", "author", "")
    fits = "itemType"
    return Service(
        name,
        frozenset({"data" if within else fits}),
        (lambda record: fits in member(record, "data")) if within else (lambda record: fits in record),
        (*members, ("authors", (by_role, within + "creators"))),
        key="citationKey" if within else "citekey",
        no_paper=_no_item,
    )


SHAPES = tuple(
    service.shape()
    for service in (*_SERVICES, _zotero("Zotero API items", "data."), _zotero("Better BibTeX items", ""))
)
