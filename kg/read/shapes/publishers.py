"""Records of publishers, aggregators and preprint servers, as their APIs give them.

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

    Members = Mapping[str, object]

_SERVERS = {"biorxiv": "bioRxiv", "medrxiv": "medRxiv"}
_OF_CORE = frozenset({"downloadUrl", "arxivId", "oaiIds", "dataProviders", "outputs", "fullText", "journals"})
_OF_IEEE = frozenset({"publication_title", "publication_year", "index_terms", "html_url", "is_number"})
_CONTENT = frozenset({"contentType", "creators"})


def _server(members: Members) -> list[object]:
    server = text(members.get("server"))
    return [_SERVERS.get(server.casefold(), server)] if server else []


def _in_one_text(members: Members) -> list[object]:
    return list(authors(members.get("authors")))


def _landing(members: Members) -> list[object]:
    """Find the page of a paper at CORE, else its file."""
    links = [link for link in leaves(members, "links") if isinstance(link, dict)]
    shown = [link.get("url") for link in links if link.get("type") == "display"]
    return shown or leaves(members, "downloadUrl")


def _given_names_first(members: Members) -> list[object]:
    """Take the full names of Scopus's authors; where there are none, the first author's."""
    names = (f"{text(each.get('given-name'))} {text(each.get('surname'))}".strip() for each in _authors(members))
    return [name for name in names if name] or leaves(members, "author.authname") or leaves(members, "dc:creator")


def _authors(members: Members) -> list[dict[str, object]]:
    return [each for each in leaves(members, "author") if isinstance(each, dict)]


SHAPES = tuple(
    service.shape()
    for service in (
        Service(
            "CORE works",
            frozenset({"yearPublished"}),
            lambda members: "yearPublished" in members and not _OF_CORE.isdisjoint(members),
            (
                ("doi", ("doi",)),
                ("arxiv id", ("arxivId",)),
                ("pmid", ("pubmedId",)),
                ("title", ("title",)),
                ("abstract", ("abstract",)),
                ("authors", ("authors",)),
                ("year", ("yearPublished", "publishedDate")),
                ("venue", ("journals.title",)),
                ("url", (_landing,)),
            ),
            key="id",
        ),
        Service(
            "DOAJ articles",
            frozenset({"bibjson"}),
            lambda members: "title" in member(members, "bibjson"),
            (
                ("doi", (chosen("bibjson.identifier", "type", "doi", "id"),)),
                ("title", ("bibjson.title",)),
                ("abstract", ("bibjson.abstract",)),
                ("authors", ("bibjson.author.name",)),
                ("year", ("bibjson.year",)),
                ("venue", ("bibjson.journal.title",)),
                ("url", ("bibjson.link.url",)),
                ("keywords", ("bibjson.keywords",)),
            ),
            key="id",
        ),
        Service(
            "OpenAIRE research products",
            frozenset({"mainTitle", "maintitle"}),
            lambda members: "mainTitle" in members or "maintitle" in members,
            (
                ("doi", (chosen("pids", "scheme", "doi", "value"), chosen("pid", "scheme", "doi", "value"))),
                ("pmid", (chosen("pids", "scheme", "pmid", "value"), chosen("pid", "scheme", "pmid", "value"))),
                ("title", ("mainTitle", "maintitle")),
                ("abstract", ("descriptions", "description")),
                ("authors", ("authors.fullName", "author.fullName", "author.fullname")),
                ("year", ("publicationDate", "publicationdate")),
                ("venue", ("container.name",)),
                ("url", ("instances.urls", "instance.url")),
                ("keywords", ("subjects.subject.value",)),
            ),
            key="id",
        ),
        Service(
            "Springer Nature API records",
            frozenset({"publicationName"}),
            lambda members: "publicationName" in members and not _CONTENT.isdisjoint(members),
            (
                ("doi", ("doi", "identifier")),
                ("title", ("title",)),
                ("abstract", ("abstract.p", "abstract")),
                ("authors", ("creators.creator",)),
                ("year", ("publicationDate", "onlineDate")),
                ("venue", ("publicationName",)),
                ("url", ("url.value",)),
                ("keywords", ("keyword",)),
            ),
            key="identifier",
        ),
        Service(
            "IEEE Xplore API articles",
            frozenset({"article_number"}),
            lambda members: "article_number" in members and not _OF_IEEE.isdisjoint(members),
            (
                ("doi", ("doi",)),
                ("title", ("title",)),
                ("abstract", ("abstract",)),
                ("authors", ("authors.authors.full_name", "authors.full_name", "authors")),
                ("year", ("publication_year", "publication_date")),
                ("venue", ("publication_title",)),
                ("url", ("html_url", "abstract_url", "pdf_url")),
                ("keywords", ("index_terms.author_terms.terms", "index_terms.ieee_terms.terms")),
            ),
            key="article_number",
        ),
        Service(
            "Scopus API entries",
            frozenset({"dc:title"}),
            lambda members: "dc:title" in members,
            (
                ("doi", ("prism:doi",)),
                ("pmid", ("pubmed-id",)),
                ("title", ("dc:title",)),
                ("abstract", ("dc:description",)),
                ("authors", (_given_names_first,)),
                ("year", ("prism:coverDate", "prism:coverDisplayDate", "dc:date")),
                ("venue", ("prism:publicationName",)),
                ("keywords", ("authkeywords", "dc:subject")),
            ),
            key="eid",
            types="subtypeDescription",
        ),
        Service(
            "bioRxiv and medRxiv details",
            frozenset({"jatsxml", "server"}),
            lambda members: "jatsxml" in members or ("server" in members and "author_corresponding" in members),
            (
                ("doi", ("doi",)),
                ("title", ("title",)),
                ("abstract", ("abstract",)),
                ("authors", (_in_one_text,)),
                ("year", ("date",)),
                ("venue", (_server,)),
                ("keywords", ("category",)),
            ),
            key="doi",
        ),
    )
)
