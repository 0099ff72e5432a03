"""ACL Anthology XML: the proceedings and journals of one collection, ``<collection><volume><paper>``.

The Anthology's own library (acl-anthology) wants the whole data tree; one file is read here by hand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from kg.model import Problem
from kg.read.contract import Match, Reader
from kg.read.record import NOT_A_PAPER, RETRACTED, WITHDRAWN, make_paper
from kg.read.xml_head import find_root
from kg.read.xml_stream import Record, read_records
from kg.read.xml_text import child_text, texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.model import Paper
    from kg.read.contract import Document

_VOLUME = re.compile(r"<volume[\s>]")
_PAPER = re.compile(r"<paper[\s>]")


def sniff(head: str) -> Match:
    """Tell it by its root: ``collection``, or ``volume`` in files from before 2019."""
    root = find_root(head)
    if not root or root.namespace:
        return Match.NO
    inner = {"collection": _VOLUME, "volume": _PAPER}.get(root.name)
    return Match.CERTAIN if inner and inner.search(head, root.end) else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers of all volumes; front matter and editors are none."""
    return read_records(
        document,
        _Collection(document).handle,
        name="ACL Anthology XML",
        records={"paper"},
        containers={"collection", "volume"},
        context={"meta"},
    )


class _Collection:
    """What stands around a paper: its collection's and volume's ids, and the volume's title and year."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._id = self._volume = ""
        self._meta = Element("meta")
        self._number = 0

    def handle(self, record: Record) -> Iterator[Paper | Problem]:
        element = record.element
        if element.tag == "collection":
            self._id = element.get("id", "").strip()
        elif element.tag == "volume":
            self._volume, self._meta = element.get("id", "").strip(), Element("meta")
        elif element.tag == "meta":
            self._meta = element
        else:
            yield self._paper(element, record.line)

    def _paper(self, paper: Element, line: int) -> Paper | Problem:
        self._number += 1
        source = self._document.source(line=line)
        number = paper.get("id", "").strip()
        name = paper_id(self._id, self._volume, number)
        if number.strip("0") == "" and number and paper.find("abstract") is None:
            return Problem(source, NOT_A_PAPER, f"the front matter of the volume {self._volume}")
        if not self._document.include_rejected:
            if paper.find("retracted") is not None:
                return Problem(source, RETRACTED, f"{name} is marked as retracted")
            if paper.find("removed") is not None:
                return Problem(source, WITHDRAWN, f"{name} was removed from the Anthology")
        venue = (child_text(paper, "journal"), child_text(paper, "booktitle"))
        volume = (child_text(self._meta, "journal-title"), child_text(self._meta, "booktitle"))
        pairs = {
            "acl id": name,
            "title": child_text(paper, "title"),
            "abstract": child_text(paper, "abstract"),
            "authors": [_name(author) for author in paper.iterfind("author")],
            "year": child_text(paper, "year") or child_text(self._meta, "year"),
            "venue": next(filter(None, venue + volume), ""),
            "url": f"https://aclanthology.org/{name}/" if name else "",
            "doi": child_text(paper, "doi"),
            "keywords": texts(paper, "keyword"),
        }
        return make_paper(
            pairs.items(),
            source=source,
            default_id=self._document.id(self._number),
            include_rejected=self._document.include_rejected,
        )


def paper_id(collection: str, volume: str, paper: str) -> str:
    """Make a paper's id of its collection's, its volume's and its own; none where they make none.

    The rule is that of ``acl_anthology.utils.ids.build_id``; files from before 2019 have a collection as the root, and
    papers numbered through.

    >>> paper_id("2022.acl", "long", "17"), paper_id("P18", "1", "1"), paper_id("W18", "63", "19"), paper_id("", "P18", "1001")
    ('2022.acl-long.17', 'P18-1001', 'W18-6319', 'P18-1001')
    """
    if not paper.isdecimal() or not volume:
        return ""
    if not collection:
        return f"{volume}-{int(paper):04}"
    if collection[0].isdigit():
        return f"{collection}-{volume}.{paper}"
    if not volume.isdecimal():
        return ""
    two_digits = collection[0] == "W" or collection == "C69" or (collection == "D19" and int(volume) >= 5)
    return (
        f"{collection}-{int(volume):02}{int(paper):02}" if two_digits else f"{collection}-{int(volume)}{int(paper):03}"
    )


def _name(author: Element) -> str:
    """Join a name's parts; its variants in other scripts are further elements within the author's."""
    return " ".join(filter(None, (child_text(author, "first").strip(), child_text(author, "last").strip()))) or (
        (author.text or "").strip()
    )


READER = Reader("ACL Anthology XML", (".xml",), sniff, read)
