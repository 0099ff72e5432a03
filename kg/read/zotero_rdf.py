"""Zotero RDF: items, and beside them the journals that they are part of, attachments, notes and collections.

Read as XML, by hand: rdflib 7.6 and pyoxigraph 0.5 refuse every file that lists attachments, as Zotero writes for their
paths what RDF/XML forbids (``<rdf:resource rdf:resource="…"/>``), and one bare ``&`` or control character costs them the
whole file; rdflib also holds all of it in memory.

A record is an item: a node with a ``z:itemType``, or with an abstract or authors, and every note (``bib:Memo``). So
attachments and notes count as records that are no papers; journals, series and collections are no records. An item often
names its journal by an address, which stands after the item, and has the item's DOI. Items wait for theirs, a bounded
number of them.
"""

from __future__ import annotations

import re
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kg.errors import InputError
from kg.model import Effect, Paper, Problem
from kg.read.contract import MAX_RECORD, Match, Reader, require_records
from kg.read.record import NOT_A_PAPER, excerpt, make_paper
from kg.read.values import identifier
from kg.read.xml_head import find_root
from kg.read.xml_stream import Record, stream
from kg.read.xml_text import child_text, text_of, texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kg.model import Source
    from kg.read.contract import Document

NO_CONTAINER = "journal not found"

NO_PAPERS = frozenset(
    {
        *("annotation", "artwork", "attachment", "audioRecording", "bill", "case", "email", "film", "hearing"),
        *("instantMessage", "letter", "map", "note", "podcast", "radioBroadcast", "statute", "tvBroadcast"),
        "videoRecording",
    }
)
"""Types of items that are no papers: https://www.zotero.org/support/kb/item_types_and_fields."""

_ITEMS = frozenset(
    {
        *("Article", "Attachment", "Book", "BookSection", "ConferenceProceedings", "Data", "Description", "Document"),
        *("Illustration", "Image", "Interview", "Legislation", "Letter", "Manuscript", "Memo", "MotionPicture"),
        *("Patent", "Performance", "Photograph", "Recording", "Reference", "Report", "Software", "Thesis"),
    }
)
"""Classes of nodes that are items; *Book* is a container, too."""
_CONTAINERS = frozenset({"CourtReporter", "Journal", "Magazine", "Newspaper", "Periodical", "Series"})
_HOLD_ITEMS = _CONTAINERS | {"Book", "Description", "Document"}
_NAMESPACE = re.compile(r"=\s*[\"']http://www\.zotero\.org/namespaces/export#")
_DOI = re.compile(r"\s*(?:doi[\s:]+)?(10\.[0-9]{4,9}/\S+)", re.IGNORECASE)
_EXTRA = re.compile(r"^[ \t]*(DOI|arXiv|PMID)[ \t]*:[ \t]*(\S+)", re.IGNORECASE | re.MULTILINE)
_ITEM = re.compile(r"#?item_[0-9]+")
_MAX_WAITING = 1_000
_MAX_CONTAINERS = 10_000


def sniff(head: str) -> Match:
    """Tell it by its root and Zotero's namespace."""
    root = find_root(head)
    if not root or root.name != "RDF":
        return Match.NO
    return Match.CERTAIN if _NAMESPACE.search(head, root.start) else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers of the items."""
    error = InputError(document.path, "Zotero RDF that holds no items", "Export the items again from Zotero")
    return require_records(_Library(document).read(), error=error, stray=lambda each: each.effect is Effect.NOTED)


@dataclass(slots=True)
class _Container:
    """What an item is part of, and the DOI with it, which is the item's own."""

    title: str = ""
    doi: str = ""


@dataclass(slots=True)
class _Item:
    """An item that waits for its container, or a problem for its turn."""

    source: Source
    pairs: list[tuple[str, object]] = field(default_factory=list)
    default_id: str = ""
    container: str = ""
    problem: Problem | None = None
    size: int = 0


class _Library:
    """A file: items in its order, each with its container as soon as that is known."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._number = 0
        self._waiting: deque[_Item] = deque()
        self._size = 0
        self._containers: OrderedDict[str, _Container] = OrderedDict()

    def read(self) -> Iterator[Paper | Problem]:
        for found in stream(self._document, records=_ITEMS, context=_CONTAINERS, nested=True):
            if isinstance(found, Problem):
                self._wait(_Item(found.source, problem=found))
            elif _is_item(found.element):
                self._wait(self._item(found.element, self._document.source(line=found.line)))
            if isinstance(found, Record) and found.element.tag in _HOLD_ITEMS:
                self._remember(found.element)
            yield from self._ready()
        while self._waiting:
            yield from self._made(self._waiting.popleft())

    def _wait(self, item: _Item) -> None:
        self._waiting.append(item)
        self._size += item.size

    def _ready(self) -> Iterator[Paper | Problem]:
        """Yield from the front what need not wait, or has to go as too much waits."""
        while self._waiting:
            first = self._waiting[0]
            too_many = len(self._waiting) > _MAX_WAITING or self._size > MAX_RECORD
            if first.container and first.container not in self._containers and not too_many:
                return
            yield from self._made(self._waiting.popleft())

    def _made(self, item: _Item) -> Iterator[Paper | Problem]:
        self._size -= item.size
        if item.problem:
            yield item.problem
            return
        container = self._containers.get(item.container, _Container())
        pairs = [("venue", container.title), *item.pairs, ("doi", container.doi)]
        container.doi = ""  # a second item that names the same journal has not the same DOI
        lost = item.container and item.container not in self._containers
        note = (NO_CONTAINER, f"{excerpt(item.container)} is not described near the item; left out")
        yield make_paper(
            pairs,
            source=item.source,
            default_id=item.default_id,
            include_rejected=self._document.include_rejected,
            notes=[note] if lost and not any(value for name, value in pairs if name == "venue") else (),
        )

    def _item(self, element: Element, source: Source) -> _Item:
        self._number += 1
        kind = "note" if element.tag == "Memo" else child_text(element, "itemType").strip()
        if kind in NO_PAPERS:
            raw = "" if kind in ("note", "annotation") else excerpt(child_text(element, "title"))
            return _Item(source, problem=Problem(source, NOT_A_PAPER, f"an item of the type {kind}", raw))
        about = _attribute(element, "about")
        pairs = list(_pairs(element, about))
        number = about.lstrip("#") if _ITEM.fullmatch(about) else ""
        key = identifier(child_text(element, "citationKey")) or identifier(number)
        default_id = self._document.id(self._number, key)
        parts = (_attribute(part, "resource") for part in element.iterfind("isPartOf"))
        container = next(filter(None, parts), "")
        size = sum(len(value) for _, value in pairs if isinstance(value, str))
        return _Item(source, pairs, default_id, container, size=size)

    def _remember(self, element: Element) -> None:
        if not (about := _attribute(element, "about")):
            return
        found = _Container(child_text(element, "title").strip()) if _is_item(element) else _container(element)
        known = self._containers.setdefault(about, found)
        known.title = known.title or found.title
        if len(self._containers) > _MAX_CONTAINERS:
            self._containers.popitem(last=False)


def _is_item(element: Element) -> bool:
    if element.tag == "Memo":
        return True
    return element.tag in _ITEMS and any(element.find(name) is not None for name in ("itemType", "abstract", "authors"))


def _container(element: Element) -> _Container:
    dois = {found[1] for text in texts(element, "identifier") if (found := _DOI.match(text))}
    return _Container(child_text(element, "title").strip(), dois.pop() if len(dois) == 1 else "")


def _pairs(item: Element, about: str) -> Iterator[tuple[str, object]]:
    yield "title", child_text(item, "title")
    yield "abstract", child_text(item, "abstract")
    yield "authors", _people(item)
    yield "year", child_text(item, "date")
    addresses = [*texts(item, "identifier/URI/value"), about]
    yield "url", next((address for address in addresses if address.startswith(("http://", "https://"))), "")
    container = _nested_container(item)
    yield "venue", container.title or child_text(item, "presentedAt/Conference/title") or _repository(item)
    yield "doi", _container(item).doi or container.doi
    for scheme, value in _EXTRA.findall(child_text(item, "description")[:5000]):
        yield ("arxiv id" if scheme.lower() == "arxiv" else scheme), value
    if (number := child_text(item, "number").strip()).lower().startswith("arxiv:"):
        yield "arxiv id", number
    subjects = [text_of(subject) for subject in item.iterfind("subject") if not len(subject)]
    yield "keywords", [*subjects, *texts(item, "subject/AutomaticTag/value")]


def _nested_container(item: Element) -> _Container:
    """Describe what an item is part of where that stands within it: the journal or volume rather than its series."""
    found = [_container(node) for part in item.iterfind("isPartOf") for node in part if node.tag != "Series"]
    found += [_container(node) for node in item.iterfind("isPartOf/Series")]
    title = next((container.title for container in found if container.title), "")
    return _Container(title, next((container.doi for container in found if container.doi), ""))


def _repository(item: Element) -> str:
    """Name the server of a preprint."""
    if child_text(item, "itemType").strip() != "preprint":
        return ""
    return child_text(item, "publisher/Organization/name")


def _people(item: Element) -> list[str]:
    """Name the authors, else those who presented the item; organisations have one name."""
    people = item.findall("authors/Seq/*/*") or item.findall("presenters/Seq/*/*")
    return [name for person in people if (name := _name(person))]


def _name(person: Element) -> str:
    given = child_text(person, "givenName") or child_text(person, "givenname")
    family = child_text(person, "surname") or child_text(person, "name")
    return f"{given.strip()} {family.strip()}".strip()


def _attribute(element: Element, name: str) -> str:
    """Find an attribute by its name without a prefix."""
    found = (value for key, value in element.items() if key.rpartition(":")[2] == name)
    return next(found, "").strip()


READER = Reader("Zotero RDF", (".rdf",), sniff, read)
