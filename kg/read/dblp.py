"""DBLP XML: titles, authors, years and venues, without abstracts; the whole of it, a person's page, or what a search found.

Its entities (``&Ouml;``) are declared in a DTD beside the file, which is not needed here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.model import Effect, Problem
from kg.read.contract import Match, Reader
from kg.read.record import NOT_A_PAPER, WITHDRAWN, make_paper
from kg.read.values import identifier
from kg.read.xml_head import find_root
from kg.read.xml_stream import read_records
from kg.read.xml_text import child_text, texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kg.model import Paper
    from kg.read.contract import Document
    from kg.read.xml_stream import Record

NO_ABSTRACTS = "no abstracts in this format"

_PAPERS = frozenset({"article", "inproceedings", "incollection", "book", "phdthesis", "mastersthesis"})
_OTHERS = {"proceedings": "a volume of proceedings", "www": "a person's or other page", "data": "a data set"}
_NO_HITS = {"Editorship": _OTHERS["proceedings"], "Withdrawn Items": "a withdrawn item"}
_HIT = "info"
_HITS = re.compile(r"[\s>]*<query\b.*?<hits\b", re.DOTALL)
_NO_STOP = re.compile(r"(?<!\.)\.$")
_ARXIV = re.compile(r"abs/(\S+)")


def sniff(head: str) -> Match:
    """Tell it by its root, that of a search's results also by what follows."""
    root = find_root(head)
    if not root or root.namespace:
        return Match.NO
    found = root.name in {"dblp", "dblpperson"} or (root.name == "result" and _HITS.match(head, root.end))
    return Match.CERTAIN if found else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers, known by their titles alone."""
    number = 0

    def handle(record: Record) -> Iterator[Paper | Problem]:
        nonlocal number
        number += 1
        element = record.element
        source = document.source(line=record.line)
        if number == 1:
            detail = "its papers are known by their titles; give a file that has the abstracts beside it"
            yield Problem(document.source(), NO_ABSTRACTS, detail, effect=Effect.NOTED)
        if other := _OTHERS.get(element.tag) or _NO_HITS.get(child_text(element, "type").strip()):
            yield Problem(source, NOT_A_PAPER, f"it is {other}")
        elif element.get("publtype") == "withdrawn" and not document.include_rejected:
            yield Problem(source, WITHDRAWN, f"{element.get('key', '')[:100]} is marked as withdrawn")
        else:
            key = identifier(element.get("key") or child_text(element, "key"))
            default_id = document.id(number, key)
            yield make_paper(
                _pairs(element), source=source, default_id=default_id, include_rejected=document.include_rejected
            )

    return read_records(document, handle, name="DBLP XML", records={*_PAPERS, *_OTHERS, _HIT})


def _pairs(record: Element) -> Iterator[tuple[str, object]]:
    """Name the fields; titles lose their full stop."""
    links = texts(record, "ee")
    journal = child_text(record, "journal").strip()
    yield "title", _NO_STOP.sub("", child_text(record, "title").strip())
    yield "authors", texts(record, "author") or texts(record, "authors/author")
    yield "year", child_text(record, "year")
    venues = (child_text(record, name) for name in ("booktitle", "school", "venue"))
    yield "venue", journal or next(filter(None, venues), "")
    yield "url", links
    yield "doi", next((link for link in links if "doi.org/10." in link.lower()), "")
    if (journal or child_text(record, "venue").strip()) == "CoRR" and (
        found := _ARXIV.fullmatch(child_text(record, "volume").strip())
    ):
        yield "arxiv id", found[1]


READER = Reader("DBLP XML", (".xml",), sniff, read)
