"""What entries inherit through ``crossref`` and ``xdata``, wherever in the file their parents stand.

An entry waits for parents that come after it, and what follows it waits with it, so that the order stays; a bounded number
of characters waits. BibTeX lets an entry inherit every field that it lacks. Here a parent gives its year, its authors and
its title or book title as the venue, ``xdata`` also title, abstract and keywords; no ids or addresses, which are the
parent's own, and no title of a volume as that of a paper.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import TYPE_CHECKING

from kg.read.bibtex.entries import INHERITED, Entry
from kg.read.contract import MAX_RECORD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.model import Problem

_NO_PARENTS = frozenset(
    {
        *("article", "inproceedings", "conference", "incollection", "inbook", "phdthesis", "mastersthesis", "thesis"),
        *("techreport", "report", "unpublished"),
    }
)
_MAX_SHARED = 2000
"""Characters of a value that others inherit."""
_KEPT = (*INHERITED, "crossref", "xdata")
_MAX_LINKS = 10
_VENUE = ("booktitle", "journaltitle", "journal", "title", "maintitle")


class Family:
    """The entries of a file in its order, each once its parents are known, or too much waits."""

    def __init__(self, limit: int = MAX_RECORD) -> None:
        self._limit = limit
        self._waiting: deque[Entry | Problem] = deque()
        self._size = 0
        self._parents: OrderedDict[str, Entry] = OrderedDict()
        self._parents_size = 0
        self._wanted = ""

    def add(self, item: Entry | Problem) -> None:
        """Take the next entry, or a problem in its place."""
        self._waiting.append(item)
        if isinstance(item, Entry):
            self._size += item.size
            self._remember(item)
            if self._wanted and item.key.lower() == self._wanted:
                self._wanted = ""

    def ready(self, *, last: bool = False) -> Iterator[Entry | Problem]:
        """Give what need not wait any longer; all of it at the end of the file."""
        while self._waiting:
            too_much = last or self._size > self._limit or len(self._waiting) > 100_000
            if self._wanted and not too_much:
                return
            item = self._waiting[0]
            if isinstance(item, Entry):
                self._wanted = self._inherit(item)
                if self._wanted and not too_much:
                    return
                self._size -= item.size
            self._wanted = ""
            yield self._waiting.popleft()

    def _remember(self, entry: Entry) -> None:
        key = entry.key.lower()
        if not key or entry.kind in _NO_PARENTS or key in self._parents:
            return
        shared = {name: entry.values[name][:_MAX_SHARED] for name in _KEPT if name in entry.values}
        if entry.kind == "xdata" and "abstract" in entry.values:
            shared["abstract"] = entry.values["abstract"][: 10 * _MAX_SHARED]
        parent = Entry(entry.source, entry.kind, key, shared)
        self._parents[key] = parent
        self._parents_size += parent.size
        while self._parents_size > self._limit:
            _, oldest = self._parents.popitem(last=False)
            self._parents_size -= oldest.size

    def _inherit(self, entry: Entry) -> str:
        """Give an entry what its parents have; give the key of one that is not known."""
        seen = {entry.key.lower()}
        links = deque(_links(entry))
        inherited: dict[str, str] = {}
        missing = ""
        while links and len(seen) <= _MAX_LINKS:
            kind, key = links.popleft()
            if key in seen:
                continue
            seen.add(key)
            if not (parent := self._parents.get(key)):
                missing = missing or key
                continue
            for name, value in _given(parent, kind):
                inherited.setdefault(name, value)
            links += _links(parent)
        entry.inherited = inherited
        entry.lost = missing
        return missing


def _links(entry: Entry) -> Iterator[tuple[str, str]]:
    for name in ("xdata", "crossref"):
        for key in entry.values.get(name, "").split(","):
            if key.strip():
                yield name, key.strip().lower()


def _given(parent: Entry, link: str) -> Iterator[tuple[str, str]]:
    if link == "xdata":
        yield from parent.values.items()
        return
    for name, value in parent.values.items():
        if name in ("year", "date", "author", "eventtitle"):
            yield name, value
    if venue := next((parent.values[name] for name in _VENUE if name in parent.values), ""):
        yield "booktitle", venue
