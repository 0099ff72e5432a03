"""TEI headers, as GROBID writes them of PDF files: one text a file, or many in a ``teiCorpus``.

Only headers are parsed, not the texts below them. What GROBID took for the abstract may begin or end in mid-sentence; that
is noted. grobid-tei-xml (2021) is no longer kept, and reads a file at once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.model import Effect, Paper, Problem
from kg.read.contract import Match, Reader
from kg.read.record import excerpt, make_paper
from kg.read.xml_head import find_root
from kg.read.xml_stream import read_records
from kg.read.xml_text import child_text, text_of, texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kg.read.contract import Document
    from kg.read.xml_stream import Record

SUSPICIOUS = "abstract may be cut"

_NAMESPACE = "http://www.tei-c.org/ns/1.0"
_TITLES = (
    *("fileDesc/titleStmt/title[@level='a']", "fileDesc/titleStmt/title"),
    *(".//analytic/title[@level='a']", ".//analytic/title", ".//monogr/title[@level='m']"),
)
_NAME_PARTS = ("forename", "nameLink", "surname", "genName")
_ARXIV = re.compile(r"(\d{4}\.\d{4,5}|(?<![a-z-])[a-z-]+(?:\.[A-Z]{2})?/\d{7})")
_STARTS_LOWER = re.compile(r"[a-z]{2,}(?=[\s,;.])")
_ENDS_OPEN = re.compile(r"[^.!?…。:;)\]”\"'’]$")


def sniff(head: str) -> Match:
    """Tell it by its root."""
    root = find_root(head)
    found = root and root.name in {"TEI", "teiCorpus"} and root.namespace in {"", _NAMESPACE}
    return Match.CERTAIN if found else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers of the headers; a corpus's own header is none."""
    number = 0
    in_text = False

    def handle(record: Record) -> Iterator[Paper | Problem]:
        nonlocal number, in_text
        if record.element.tag == "TEI":
            in_text = True
        elif in_text:
            number += 1
            source = document.source(line=record.line)
            made = make_paper(
                _pairs(record.element),
                source=source,
                default_id=document.id(number),
                include_rejected=document.include_rejected,
            )
            if isinstance(made, Paper) and (detail := _suspicion(made.abstract)):
                yield Problem(source, SUSPICIOUS, detail, effect=Effect.NOTED)
            yield made

    return read_records(document, handle, name="TEI", records={"teiHeader"}, containers={"TEI"})


def _pairs(header: Element) -> Iterator[tuple[str, object]]:
    yield "title", next(filter(None, (child_text(header, path).strip() for path in _TITLES)), "")
    yield "abstract", _abstract(header)
    yield "authors", _authors(header)
    yield "year", _date(header)
    yield "venue", child_text(header, ".//monogr/title[@level='j']") or child_text(header, ".//monogr/title")
    yield "doi", _number(header, "doi")
    if arxiv := _ARXIV.search(_number(header, "arxiv")):
        yield "arxiv id", arxiv[1]
    yield "pmid", _number(header, "pmid")
    terms = texts(header, "profileDesc/textClass/keywords//term")
    yield "keywords", terms or child_text(header, "profileDesc/textClass/keywords").strip()


def _abstract(header: Element) -> str:
    """Find the abstract, the English one where there are several."""
    found = [abstract for abstract in header.iterfind("profileDesc/abstract") if text_of(abstract).strip()]
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    english = [a for a in found if (a.get("xml:lang") or a.get(language) or "").startswith("en")]
    return text_of(next(iter(english or found), None))


def _authors(header: Element) -> list[str]:
    """Name the authors; those that are only an affiliation are none, and addresses are left out."""
    for path in (".//analytic/author", "fileDesc/titleStmt/author", ".//monogr/author"):
        names = [_name(person) for author in header.iterfind(path) if (person := author.find("persName")) is not None]
        if found := list(filter(None, names)):
            return found
    return []


def _name(person: Element) -> str:
    parts = [text for name in _NAME_PARTS for text in texts(person, name)]
    return " ".join(parts) or (person.text or "").strip()


def _date(header: Element) -> str:
    """Find the date of publication, in an attribute if there is one."""
    dates = [*header.iterfind(".//imprint/date"), *header.iterfind("fileDesc/publicationStmt/date")]
    dates.sort(key=lambda date: date.get("type") != "published")
    return next(filter(None, ((date.get("when") or text_of(date)).strip() for date in dates)), "")


def _number(header: Element, kind: str) -> str:
    """Find an id of the paper itself, not of its journal or references."""
    paths = (".//sourceDesc/biblStruct/idno", ".//sourceDesc//analytic/idno", "fileDesc/publicationStmt/idno")
    numbers = (idno for path in paths for idno in header.iterfind(path) if idno.get("type", "").lower() == kind)
    return next(filter(None, (text_of(idno).strip() for idno in numbers)), "")


def _suspicion(abstract: str) -> str:
    if _STARTS_LOWER.match(abstract):
        return f"it begins in mid-sentence: {excerpt(abstract[:50])} …"
    return f"it ends in mid-sentence: … {excerpt(abstract[-50:])}" if _ENDS_OPEN.search(abstract) else ""


READER = Reader("TEI", (".tei", ".xml"), sniff, read)
