"""EndNote's ``%`` tags (``.enw``), those of the Unix program refer, as publishers and the ACL Anthology write them.

Records are set apart by blank lines; ``%0`` is the first tag in most files, but not in all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg import paper_ids
from kg.read.contract import Match
from kg.read.tagged.contract import Dialect, Record, Tagged

if TYPE_CHECKING:
    from collections.abc import Iterator

_TAG = re.compile(r"[\s\ufeff]*%([0-9A-Z@!#$&()*+<=>?\[\]^~])(?:\s(.*)|\Z)", re.DOTALL)
_SNIFFED = re.compile(r"^[ \t\ufeff]*%0 [A-Z][^,;|\t\n]*$", re.MULTILINE)
_SNIFFED_TITLE = re.compile(r"^[ \t\ufeff]*%T \S", re.MULTILINE)
_SNIFFED_AUTHOR = re.compile(r"^[ \t\ufeff]*%A \S", re.MULTILINE)
_NOT_BEFORE = re.compile(r"^[ \t]*(?:#{1,6} |`{3}|~{3}|@\w+\s*[{(]|\\[a-z]+[{\[]|[{<\[])", re.MULTILINE)
_FIRST = frozenset("0ATF")


def _sniff(head: str) -> Match:
    kind, title, author = (pattern.search(head) for pattern in (_SNIFFED, _SNIFFED_TITLE, _SNIFFED_AUTHOR))
    begin = kind or (author and title)
    return Match.CERTAIN if begin and not _NOT_BEFORE.search(head, 0, begin.start()) else Match.NO


def _parse(text: str, _record: Record | None) -> Tagged | None:
    found = _TAG.match(text)
    return Tagged(found[1], found[2] or "") if found else None


def _begins(tagged: Tagged, record: Record, after_blank: bool) -> bool:  # noqa: FBT001 (the dialect's contract)
    """Tell a record's first line: it has the type, unless titles or authors stand before that."""
    first = next(iter(record.tags))
    if tagged.tag == "0":
        return "0" in record.tags or after_blank
    if not after_blank or first == "0":
        return False
    return tagged.tag == first or (tagged.tag in _FIRST and "T" in record.tags)


def _pairs(record: Record) -> Iterator[tuple[str, object]]:
    yield "title", record.first("T", "!")
    yield "abstract", "\n\n".join(record.texts("X")) or record.prose("Z", "O")
    yield "authors", record.items("A")
    yield "year", record.year("D", "8", "7")
    yield "venue", record.first("J", "B", "S")
    yield "url", record.url("U", ">")
    yield "doi", record.doi("R", "3", "U", "M", "1")
    yield "arxiv id", next(filter(None, map(paper_ids.find_arxiv, record.texts("J", "B"))), "")
    keywords = record.items("K")
    yield "keywords", keywords if len(keywords) > 1 else "".join(keywords)


ENDNOTE = Dialect(
    name="EndNote tagged text",
    suffixes=(".enw", ".endf", ".refer", ".txt"),
    sniff=_sniff,
    parse=_parse,
    begins=_begins,
    pairs=_pairs,
    kept=frozenset("0TAXZO!D87JBSU>R3M1KF"),
    titles=frozenset("T"),
    keys=("F", "M"),
)
