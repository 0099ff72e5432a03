"""JATS, the XML of articles at PubMed Central and many publishers: one article a file, or a ``pmc-articleset``.

Only the matter before an article's text (``front``) is parsed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.model import Problem
from kg.read.contract import Match, Reader
from kg.read.publication_types import judge
from kg.read.record import make_paper
from kg.read.xml_head import find_root
from kg.read.xml_stream import read_records
from kg.read.xml_text import child_text, text_of, texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kg.model import Paper, Source
    from kg.read.contract import Document
    from kg.read.xml_stream import Record

_FRONT = re.compile(r"<front[\s>]|<article-meta[\s>]")
_PLAIN = frozenset({"", "abstract", "main", "normal", "section", "structured"})
_ARTICLES = frozenset({"article", "sub-article", "response"})


def sniff(head: str) -> Match:
    """Tell it by its root and the element that every article begins with."""
    root = find_root(head)
    if not root or root.name not in {"article", "pmc-articleset"} or "docbook" in root.namespace:
        return Match.NO
    return Match.CERTAIN if _FRONT.search(head, root.end) else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers of the articles; the reviews and answers that may stand within one are none."""
    number = 0
    within = kind = ""

    def handle(record: Record) -> Iterator[Paper | Problem]:
        nonlocal number, within, kind
        element = record.element
        if element.tag in _ARTICLES:
            within, kind = element.tag, element.get("article-type", "")
        elif within == "article":
            number += 1
            source = document.source(line=record.line)
            yield read_front(element, kind, document=document, source=source, default_id=document.id(number))

    return read_records(document, handle, name="JATS", records={"front"}, containers=_ARTICLES)


def read_front(front: Element, kind: str, *, document: Document, source: Source, default_id: str) -> Paper | Problem:
    """Make a paper of the matter before an article's text, unless its kind is of something else."""
    rejected = document.include_rejected
    if verdict := judge([kind.replace("-", " ")], include_rejected=rejected):
        return Problem(source, *verdict)
    return make_paper(_pairs(front), source=source, default_id=default_id, include_rejected=rejected)


def _pairs(front: Element) -> Iterator[tuple[str, object]]:
    title = child_text(front, "article-meta/title-group/article-title").strip()
    subtitle = child_text(front, "article-meta/title-group/subtitle").strip()
    yield "title", f"{title}: {subtitle}" if title and subtitle else title
    yield "abstract", _abstract(front)
    yield "authors", _authors(front)
    yield "year", min(filter(str.isdecimal, map(str.strip, texts(front, "article-meta/pub-date/year"))), default="")
    yield (
        "venue",
        child_text(front, "journal-meta//journal-title") or child_text(front, "article-meta/conference/conf-name"),
    )
    for name in ("doi", "pmid"):
        yield name, child_text(front, f"article-meta/article-id[@pub-id-type='{name}']").strip()
    yield "keywords", texts(front, "article-meta/kwd-group/kwd")


def _abstract(front: Element) -> str:
    """Find the abstract: the one of no special kind, such as a graphical one or a summary for patients."""
    plain = (a for a in front.iterfind("article-meta/abstract") if a.get("abstract-type", "").casefold() in _PLAIN)
    return next(filter(str.strip, map(text_of, plain)), "")


def _authors(front: Element) -> list[str]:
    names = []
    for contributor in front.iterfind("article-meta/contrib-group/contrib"):
        if contributor.get("contrib-type", "author") == "author" and (name := _name(contributor)):
            names.append(name)
    return names


def _name(contributor: Element) -> str:
    for path in ("name", "name-alternatives/name", "string-name"):
        person = contributor.find(path)
        if person is not None:
            parts = (child_text(person, part).strip() for part in ("given-names", "surname", "suffix"))
            return " ".join(filter(None, parts)) or text_of(person).strip()
    return child_text(contributor, "collab").strip()


READER = Reader("JATS", (".nxml", ".xml"), sniff, read)
