"""MODS (``<modsCollection><mods>``), as the ACL Anthology, Zotero and libraries write it.

Written by hand: beyond the parser it is a table of paths. https://www.loc.gov/standards/mods/
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from kg.read.contract import Match, Reader
from kg.read.record import make_paper
from kg.read.values import identifier
from kg.read.xml_head import find_root
from kg.read.xml_stream import read_records
from kg.read.xml_text import child_text, text_of, texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from xml.etree.ElementTree import Element

    from kg.model import Paper, Problem
    from kg.read.contract import Document
    from kg.read.xml_stream import Record

_NAMESPACE = "http://www.loc.gov/mods/v3"
_AUTHORS = frozenset({"author", "aut", "creator", "cre"})
_DATES = ("dateIssued", "copyrightDate", "dateCreated", "dateOther")


def sniff(head: str) -> Match:
    """Tell it by its root."""
    root = find_root(head)
    found = root and root.name in {"modsCollection", "mods"} and root.namespace in {"", _NAMESPACE}
    return Match.CERTAIN if found else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers of the records."""
    numbers = count(1)

    def handle(record: Record) -> Iterator[Paper | Problem]:
        number = next(numbers)
        key = identifier(_identifier(record.element, "citekey") or record.element.get("ID", ""))
        yield make_paper(
            _pairs(record.element),
            source=document.source(line=record.line),
            default_id=document.id(number, key),
            include_rejected=document.include_rejected,
        )

    return read_records(document, handle, name="MODS", records={"mods"})


def _pairs(record: Element) -> Iterator[tuple[str, object]]:
    host = record.find("relatedItem[@type='host']")
    yield "title", _title(record)
    yield "abstract", "\n\n".join(texts(record, "abstract"))
    yield "authors", list(_authors(record))
    yield "year", next(_dates(record), "") or (next(_dates(host), "") if host is not None else "")
    yield "venue", _title(host) if host is not None else ""
    yield "doi", _identifier(record, "doi")
    yield "arxiv id", _identifier(record, "arxiv")
    yield "url", [*texts(record, "location/url"), _identifier(record, "uri")]
    yield "keywords", texts(record, "subject/topic")


def _title(element: Element) -> str:
    """Put title and subtitle together; titles of a type are abbreviations and translations."""
    for info in element.iterfind("titleInfo"):
        if not info.get("type"):
            title = f"{child_text(info, 'nonSort')} {child_text(info, 'title')}".strip()
            subtitle = child_text(info, "subTitle").strip()
            return f"{title}: {subtitle}" if title and subtitle else title
    return ""


def _authors(record: Element) -> Iterator[str]:
    """Give the names of those whose role is an author's, or not said."""
    for name in record.iterfind("name"):
        roles = {role.strip().casefold() for role in texts(name, "role/roleTerm")}
        if roles and roles.isdisjoint(_AUTHORS):
            continue
        given = " ".join(_parts(name, "given"))
        parts = (given, " ".join(_parts(name, "family")), " ".join(_parts(name, "termsOfAddress")))
        yield " ".join(filter(None, parts)) or " ".join(_parts(name, None)) or child_text(name, "displayForm")


def _parts(name: Element, kind: str | None) -> Iterable[str]:
    return (text_of(part).strip() for part in name.iterfind("namePart") if part.get("type") == kind)


def _dates(element: Element) -> Iterator[str]:
    """Find dates where a work, or what it is part of, has them."""
    for path in (*(f"originInfo/{name}" for name in _DATES), "part/date"):
        yield from filter(str.strip, texts(element, path))


def _identifier(record: Element, kind: str) -> str:
    found = (text_of(each) for each in record.iterfind("identifier") if each.get("type", "").casefold() == kind)
    return next(filter(str.strip, found), "").strip()


READER = Reader("MODS", (".xml", ".mods"), sniff, read)
