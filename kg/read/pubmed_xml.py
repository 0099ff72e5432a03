"""PubMed XML (``PubmedArticleSet``), as the site and the yearly baseline's files have it.

pubmed_parser (0.5.1) reads gzipped files only, and leaves the line ends of the layout within sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.model import Effect, Problem
from kg.read.contract import Match, Reader
from kg.read.publication_types import judge
from kg.read.record import make_paper
from kg.read.xml_head import find_root
from kg.read.xml_stream import read_records
from kg.read.xml_text import child_text, text_of, texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kg.model import Paper
    from kg.read.contract import Document
    from kg.read.xml_stream import Record

DELETED = "deleted citations"

_ARTICLES = frozenset({"PubmedArticle", "PubmedBookArticle"})
_ROOTS = {
    **dict.fromkeys(("PubmedArticleSet", "PubmedBookArticleSet", *_ARTICLES), _ARTICLES),
    **dict.fromkeys(("MedlineCitationSet", "MedlineCitation"), frozenset({"MedlineCitation"})),
}
_NO_LABELS = frozenset({"", "UNLABELLED", "UNASSIGNED"})


def sniff(head: str) -> Match:
    """Tell it by its root."""
    root = find_root(head)
    return Match.CERTAIN if root and root.name in _ROOTS and not root.namespace else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers of articles and books; citations that PubMed lists as deleted are noted."""
    root = find_root(document.head)
    records = _ROOTS[root.name] if root else _ARTICLES
    number = 0

    def handle(record: Record) -> Iterator[Paper | Problem]:
        nonlocal number
        source = document.source(line=record.line)
        if record.element.tag == "DeleteCitation":
            detail = (
                f"{len(record.element.findall('PMID'))} are named, and are to be left out where they were read before"
            )
            yield Problem(source, DELETED, detail, effect=Effect.NOTED)
            return
        number += 1
        citation = _citation(record.element)
        types = texts(citation, "Article/PublicationTypeList/PublicationType") + texts(citation, "PublicationType")
        pmid = child_text(citation, "PMID").strip()
        if verdict := judge(types, include_rejected=document.include_rejected):
            reason, detail = verdict
            yield Problem(source, reason, f"PMID {pmid}: {detail}")
        else:
            yield make_paper(
                _pairs(record.element, citation),
                source=source,
                default_id=document.id(number),
                include_rejected=document.include_rejected,
            )

    return read_records(document, handle, name="PubMed XML", records=records, context={"DeleteCitation"})


def _citation(record: Element) -> Element:
    for name in ("MedlineCitation", "BookDocument"):
        if (found := record.find(name)) is not None:
            return found
    return record


def _pairs(record: Element, citation: Element) -> Iterator[tuple[str, object]]:
    found = citation.find("Article")
    article = citation if found is None else found
    pmid = child_text(citation, "PMID").strip()
    book = child_text(citation, "Book/BookTitle")
    title = _title(article) or book
    yield "pmid", pmid
    yield "title", title
    yield "abstract", _abstract(article)
    yield "authors", _authors(article) or _authors(citation, "Book/AuthorList")
    yield "year", _first(article, "Journal/JournalIssue/PubDate", "ArticleDate") or _first(citation, "Book/PubDate")
    yield "venue", child_text(article, "Journal/Title") or child_text(article, "Journal/ISOAbbreviation") or book
    yield "url", f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid.isdecimal() and pmid.strip("0") else ""
    yield "doi", _doi(record, article)
    keywords = texts(citation, "KeywordList/Keyword")
    yield "keywords", keywords or texts(citation, "MeshHeadingList/MeshHeading/DescriptorName")


def _title(article: Element) -> str:
    """Find the title. One in brackets is a translation; where there is none, the title in its own language is known."""
    title = child_text(article, "ArticleTitle").strip()
    bare = title.rstrip(".")
    if bare.startswith("[") and bare.endswith("]") and bare.find("]") == len(bare) - 1:
        title = bare[1:-1].strip()
    if title.lower().rstrip(".") in {"", "not available", "in process citation"}:
        return child_text(article, "VernacularTitle").strip()
    return title


def _abstract(article: Element) -> str:
    """Join the sections, each after its label; abstracts in other languages and copyright stand elsewhere."""
    sections = []
    for section in article.iterfind("Abstract/AbstractText"):
        label = " ".join(section.get("Label", "").split()).rstrip(":")
        if text := " ".join(text_of(section).split()):
            sections.append(text if label.upper() in _NO_LABELS else f"{label}: {text}")
    return "\n\n".join(sections)


def _authors(element: Element, path: str = "AuthorList") -> list[str]:
    names = []
    for group in element.iterfind(path):
        if group.get("Type") == "editors":
            continue
        for author in group.iterfind("Author"):
            given = child_text(author, "ForeName") or child_text(author, "FirstName") or child_text(author, "Initials")
            parts = (given, child_text(author, "LastName"), child_text(author, "Suffix"))
            name = " ".join(filter(None, map(str.strip, parts))) or child_text(author, "CollectiveName").strip()
            if name and author.get("ValidYN") != "N":
                names.append(name)
    return names


def _first(element: Element, *paths: str) -> str:
    """Find the first date on some paths: its year, or text such as ``2010 Sep-Oct``."""
    dates = (child_text(element, f"{path}/{part}") for path in paths for part in ("Year", "MedlineDate"))
    return next(filter(str.strip, dates), "")


def _doi(record: Element, article: Element) -> str:
    """Find the article's DOI; those of its references stand deeper."""
    located = (text_of(e) for e in article.iterfind("ELocationID[@EIdType='doi']") if e.get("ValidYN") != "N")
    paths = ("PubmedData/ArticleIdList", "PubmedBookData/ArticleIdList", "BookDocument/ArticleIdList")
    listed = (child_text(record, f"{path}/ArticleId[@IdType='doi']") for path in paths)
    return next(filter(str.strip, (*located, *listed)), "")


READER = Reader("PubMed XML", (".xml",), sniff, read)
