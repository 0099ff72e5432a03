"""Atom, as arXiv's API answers: ``<feed><entry>``. An entry may be an error's message.

feedparser would read it, but the whole file at once.
"""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

from kg.model import Problem
from kg.read.contract import Match, Reader
from kg.read.record import NOT_A_PAPER, WITHDRAWN, excerpt, make_paper
from kg.read.status import is_withdrawal
from kg.read.xml_head import find_root
from kg.read.xml_stream import read_records
from kg.read.xml_text import child_text, texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kg.model import Paper
    from kg.read.contract import Document
    from kg.read.xml_stream import Record

_NAMESPACE = "http://www.w3.org/2005/Atom"
_ARXIV = re.compile(r"https?://(?:[a-z]+\.)?arxiv\.org/abs/(\S+?)(?:v\d+)?/?$", re.IGNORECASE)


def sniff(head: str) -> Match:
    """Tell a feed, whoever's it is, by its root."""
    root = find_root(head)
    found = root and root.name in {"feed", "entry"} and root.namespace == _NAMESPACE
    return Match.CERTAIN if found else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers of the entries."""
    numbers = count(1)

    def handle(record: Record) -> Iterator[Paper | Problem]:
        number = next(numbers)
        entry = record.element
        source = document.source(line=record.line)
        address = child_text(entry, "id").strip()
        if "/api/errors" in address or (child_text(entry, "title").strip() == "Error" and not _ARXIV.match(address)):
            message = " ".join(child_text(entry, "summary").split())
            yield Problem(source, NOT_A_PAPER, f"arXiv's answer is an error: {excerpt(message)}")
        elif is_withdrawal(child_text(entry, "comment")) and not document.include_rejected:
            yield Problem(source, WITHDRAWN, f"its comment says so: {excerpt(child_text(entry, 'comment').strip())}")
        else:
            yield make_paper(
                _pairs(entry, address),
                source=source,
                default_id=document.id(number),
                include_rejected=document.include_rejected,
            )

    return read_records(document, handle, name="arXiv Atom", records={"entry"})


def _pairs(entry: Element, address: str) -> Iterator[tuple[str, object]]:
    arxiv = _ARXIV.match(address)
    yield "title", child_text(entry, "title")
    yield "abstract", child_text(entry, "summary") or child_text(entry, "content")
    yield "authors", [name for author in entry.iterfind("author") for name in texts(author, "name")]
    yield "year", child_text(entry, "published") or child_text(entry, "updated")
    yield "venue", child_text(entry, "journal_ref")
    yield "doi", child_text(entry, "doi")
    links = [link.get("href", "") for link in entry.iterfind("link") if link.get("rel", "alternate") == "alternate"]
    yield "url", f"https://arxiv.org/abs/{arxiv[1]}" if arxiv else [*links, address]
    terms = [*entry.iterfind("primary_category"), *entry.iterfind("category")]
    yield "keywords", [term.get("term", "") for term in terms]
    if arxiv:
        yield "arxiv id", arxiv[1]


READER = Reader("arXiv Atom", (".atom", ".xml"), sniff, read)
