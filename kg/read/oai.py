"""OAI-PMH, the answers of repositories' harvesting interfaces: arXiv's own two forms of metadata, Dublin Core, and JATS.

Sickle and pyoai are clients of such interfaces and hold each answer whole. Harvests are often several answers written
after one another. https://www.openarchives.org/OAI/openarchivesprotocol.html
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from kg.model import Problem
from kg.read import jats, values
from kg.read.contract import Match, Reader
from kg.read.record import NO_TEXT, NOT_A_PAPER, excerpt, make_paper
from kg.read.shapes import arxiv, contract
from kg.read.xml_head import find_root
from kg.read.xml_stream import read_records
from kg.read.xml_text import child_text, texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kg.model import Paper
    from kg.read.contract import Document
    from kg.read.xml_stream import Record

NAME = "OAI-PMH"

_NAMESPACE = "http://www.openarchives.org/OAI/2.0/"
_OF_ARXIV = ("id", "title", "abstract", "categories", "comments", "journal-ref", "doi")
_READ = "read are oai_dc, arXiv, arXivRaw and JATS: harvest it with one of these as metadataPrefix"
_REMARK = "Comment:"
"""How arXiv begins the second description of a paper, which is its authors' remark."""


def sniff(head: str) -> Match:
    """Tell an answer, or the records alone, by the root."""
    root = find_root(head)
    found = root and root.name in {"OAI-PMH", "ListRecords", "GetRecord", "record"} and root.namespace == _NAMESPACE
    return Match.CERTAIN if found else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers of the records."""
    numbers = count(1)

    def handle(record: Record) -> Iterator[Paper | Problem]:
        number = next(numbers)
        yield _paper(record, document, number)

    return read_records(document, handle, name=NAME, records={"record"})


def _paper(record: Record, document: Document, number: int) -> Paper | Problem:
    source = document.source(line=record.line)
    header = record.element.find("header")
    if header is not None and header.get("status") == "deleted":
        return Problem(source, NOT_A_PAPER, "a record that was deleted")
    for form in ("arXiv", "arXivRaw"):
        if (found := record.element.find(f"metadata/{form}")) is not None:
            return arxiv.read(contract.Record(_members(found), document, source, number))
    default_id = document.id(number, values.identifier(child_text(record.element, "header/identifier")))
    if (article := record.element.find("metadata/article")) is not None and (
        front := article.find("front")
    ) is not None:
        kind = article.get("article-type", "")
        return jats.read_front(front, kind, document=document, source=source, default_id=default_id)
    if (metadata := record.element.find("metadata/dc")) is not None:
        rejected = document.include_rejected
        return make_paper(_pairs(metadata), source=source, default_id=default_id, include_rejected=rejected)
    form = next((element.tag for element in record.element.iterfind("metadata/*")), "")
    return Problem(source, NO_TEXT, f"its metadata is {excerpt(form)[:50] or 'missing'}; {_READ}")


def _members(metadata: Element) -> dict[str, object]:
    """Name the fields as arXiv's snapshot does, which was made of them."""
    authors = [
        [child_text(author, name).strip() for name in ("keyname", "forenames", "suffix")]
        for author in metadata.iterfind("authors/author")
    ]
    first = child_text(metadata, "created") or child_text(metadata, "version/date")
    return {
        **{name: child_text(metadata, name) for name in _OF_ARXIV},
        "authors": child_text(metadata, "authors"),
        "authors_parsed": authors,
        "versions": [{"created": first}],
    }


def _pairs(metadata: Element) -> Iterator[tuple[str, object]]:
    """Name the elements of Dublin Core; its identifiers are ids and addresses of all kinds."""
    names = [*texts(metadata, "identifier"), *texts(metadata, "relation")]
    yield "title", child_text(metadata, "title")
    yield "abstract", next((text for text in texts(metadata, "description") if not text.startswith(_REMARK)), "")
    yield "authors", texts(metadata, "creator")
    yield "year", next((date for date in texts(metadata, "date") if values.year(date)), "")
    yield "venue", child_text(metadata, "source")
    yield "doi", next(filter(values.doi, names), "")
    yield "url", next(filter(values.url, names), "")
    yield "keywords", texts(metadata, "subject")


READER = Reader(NAME, (".xml",), sniff, read)
