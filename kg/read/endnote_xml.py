"""EndNote XML (``<xml><records><record>``), as EndNote, Zotero and other reference managers write it.

Texts are split over ``<style>`` elements, and files often are one line. EndNote 4 to 7, and converters of their time, had
other elements, in capitals. Written by hand: beyond the parser it is a table of
paths.
"""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

from kg.model import Effect, Paper, Problem
from kg.read.contract import Match, Reader
from kg.read.record import make_paper
from kg.read.values import identifier
from kg.read.xml_head import find_root
from kg.read.xml_stream import read_records
from kg.read.xml_text import child_text, texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kg.read.contract import Document
    from kg.read.xml_stream import Record

FROM_NOTES = "abstract taken from the notes"

_RECORDS = re.compile(r"(?:[\s>]|<!--.{0,1000}?-->)*<(?:records|RECORDS)[\s/>]", re.DOTALL)
_RECORD = re.compile(r"<(?:record|RECORD)[\s>]")
_NO_ABSTRACT = re.compile(
    r"\s*(?:ISI Document Delivery|Times Cited|Cited By|Export Date|[A-Z]{2,4}\s+-|\w+ Times Cited)", re.IGNORECASE
)
_SEPARATOR = re.compile(r"[;\r]+")
_STAR = re.compile(r"(?:(?<=/)|\A\s*+)\*")
_FEWEST_WORDS = 20


def sniff(head: str) -> Match:
    """Tell it by its two outer elements."""
    root = find_root(head)
    if not root or root.namespace:
        return Match.NO
    found = root.name in {"records", "RECORDS"} or (root.name in {"xml", "XML"} and _RECORDS.match(head, root.end))
    return Match.CERTAIN if found and _RECORD.search(head, root.end) else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers of the records."""
    numbers = count(1)

    def handle(record: Record) -> Iterator[Paper | Problem]:
        number = next(numbers)
        source = document.source(line=record.line)
        key = identifier(child_text(record.element, "rec-number") or child_text(record.element, "REFNUM"))
        default_id = document.id(number, key if key.isdecimal() else "")
        old = record.element.tag == "RECORD"
        notes = "" if old else _abstract_in_notes(record.element)
        made = make_paper(
            _old_pairs(record.element) if old else _pairs(record.element, notes),
            source=source,
            default_id=default_id,
            include_rejected=document.include_rejected,
        )
        if notes and isinstance(made, Paper) and made.abstract:
            yield Problem(source, FROM_NOTES, "the record has no abstract of its own", effect=Effect.NOTED)
        yield made

    return read_records(document, handle, name="EndNote XML", records={"record", "RECORD"})


def _old_pairs(record: Element) -> Iterator[tuple[str, object]]:
    """Name the fields of EndNote 4 to 7, which had none for a DOI: it stands among the addresses."""
    addresses = texts(record, "URL")
    yield "title", child_text(record, "TITLE")
    yield "abstract", child_text(record, "ABSTRACT")
    yield "authors", texts(record, "AUTHORS/AUTHOR")
    yield "year", child_text(record, "YEAR") or child_text(record, "DATE")
    yield "venue", child_text(record, "SECONDARY_TITLE")
    yield "doi", next((address for address in addresses if address.startswith("10.")), "")
    yield "url", addresses
    yield "keywords", [_without_stars(word) for word in texts(record, "KEYWORDS/KEYWORD")]


def _without_stars(keyword: str) -> str:
    """Take away the star that PubMed has at what a paper is mainly about, also after a slash."""
    return _STAR.sub("", keyword)


def _pairs(record: Element, notes: str) -> Iterator[tuple[str, object]]:
    yield "title", child_text(record, "titles/title")
    yield "abstract", notes or child_text(record, "abstract")
    yield "authors", [name for text in texts(record, "contributors/authors/author") for name in text.split("\r")]
    yield "year", child_text(record, "dates/year") or child_text(record, "dates/pub-dates/date")
    yield "venue", child_text(record, "periodical/full-title") or child_text(record, "titles/secondary-title")
    yield "doi", child_text(record, "electronic-resource-num")
    # Other addresses are paths on someone's disk.
    yield "url", texts(record, "urls/related-urls/url") + texts(record, "urls/web-urls/url")
    words = (word for text in texts(record, "keywords/keyword") for word in _SEPARATOR.split(text))
    yield "keywords", list(map(_without_stars, words))
    accession = child_text(record, "accession-num").strip()
    database = " ".join(texts(record, "remote-database-name") + texts(record, "remote-database-provider")).casefold()
    if accession.isdecimal() and ("medline" in database or "pubmed" in database):
        yield "pmid", accession


def _abstract_in_notes(record: Element) -> str:
    """Find an abstract in the notes of a record that has none: running text, not a line from the user or a database."""
    if child_text(record, "abstract").strip():
        return ""
    notes = child_text(record, "notes")
    return notes if len(notes.split()) >= _FEWEST_WORDS and not _NO_ABSTRACT.match(notes) else ""


READER = Reader("EndNote XML", (".xml",), sniff, read)
