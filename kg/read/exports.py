"""What the columns of tables mean beyond their names: those that databases and reference managers export."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from kg.read.publication_types import judge
from kg.read.record import NOT_A_PAPER
from kg.read.tagged.contract import Record, Tagged
from kg.read.tagged.wos import WEB_OF_SCIENCE
from kg.read.values import doi, identifier

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_KEYS = frozenset(
    {
        *("eid", "ut (unique wos id)", "unique wos id", "ut (unique id)", "accession number", "lens id"),
        *("publication id",),
    }
)
"""Names of columns that hold what a paper is called in one database only, such as Scopus's EID."""

_TYPES = frozenset({"document type", "publication type", "document types", "publication types"})
_FULL_NAMES = frozenset({"author full names", "authors full names"})
_LINKS = frozenset({"link", "ссылка", "链接", "リンク"})
_TWO_LETTERS = re.compile(r"[A-Z][A-Z0-9]")
_SURE_TAGS = frozenset({"PT", "UT", "SO", "AF", "DI"})
_NO_VALUE = frozenset({"nan", "NaN", "None", "none", "null", "NULL", "N/A", "n/a", "#N/A", "<NA>", "NaT"})
_HALF_A_NAME = re.compile(r"(?:^|[\s'’-])(?:Mc|Mac|De|Del|Della|Di|Da|Du|Des|La|Le|Van|Von|Fitz|El|Al|St)$")


@dataclass(frozen=True, slots=True)
class Row:
    """What a row says.

    Attributes:
        pairs: Names and values.
        key: What its file calls it, where that is no id elsewhere.
        verdict: Why it is not wanted and what is to be said about it; None where it is.
    """

    pairs: tuple[tuple[str, object], ...]
    key: str = ""
    verdict: tuple[str, str] | None = None


def is_tagged(names: Sequence[str]) -> bool:
    """Tell the columns of Web of Science's tab-delimited files, which are headed by the tags of its plain text."""
    return "TI" in names and not _SURE_TAGS.isdisjoint(names) and all(map(_TWO_LETTERS.fullmatch, filter(None, names)))


class Columns:
    """A table's columns.

    Args:
        names: Of the header.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(name.strip().strip("\ufeff") for name in names)
        self.tagged = is_tagged(self.names)
        folded = [name.casefold() for name in self.names]
        zotero = "item type" in folded and "abstract note" in folded
        self._keys = [n for n, name in enumerate(folded) if name in _KEYS or (zotero and name == "key")]
        self._types = [n for n, name in enumerate(folded) if name in _TYPES]
        self._items = [n for n, name in enumerate(folded) if zotero and name == "item type"]
        self._links = [n for n, name in enumerate(folded) if name in _LINKS]
        # One name alone, "Lee, Ann B.", has a comma but no semicolon.
        self._names = {n for n, name in enumerate(folded) if name in _FULL_NAMES or (zotero and name == "author")}
        if "ut (unique wos id)" in folded or "publication id" in folded:
            self._names |= {n for n, name in enumerate(folded) if name == "authors"}
        self._springer = "item title" in folded and "item doi" in folded

    def row(self, cells: Sequence[str], *, line: int, include_rejected: bool) -> Row:
        """Tell what a row says."""
        cells = ["" if cell.strip() in _NO_VALUE else cell for cell in cells]
        if self.tagged:
            return self._tagged_row(cells, line, include_rejected=include_rejected)
        key = next((found for n in self._keys if (found := identifier(cells[n]))), "")
        pairs = list(self._pairs(cells))
        for n in self._links:
            at_scopus = _parameters(cells[n])
            pairs += [("doi", value) for value in at_scopus.get("doi", [])[:1]]
            key = key or next(iter(at_scopus.get("eid", [])), "")
        types = [part for n in self._types for part in cells[n].split(";")]
        verdict = judge(types, include_rejected=include_rejected)
        for n in self._items:
            if cells[n].strip().casefold() in ("attachment", "note", "annotation"):
                verdict = NOT_A_PAPER, f"an item of Zotero of the type {cells[n].strip()}"
        return Row(tuple(pairs), key, verdict)

    def _pairs(self, cells: Sequence[str]) -> Iterator[tuple[str, object]]:
        for n, (name, cell) in enumerate(zip(self.names, cells, strict=True)):
            if n in self._keys:
                continue
            if n in self._names and "," in cell:
                yield name, cell.split(";")
            else:
                yield name, _split_glued(cell) if self._springer and name.casefold() == "authors" else cell

    def _tagged_row(self, cells: Sequence[str], line: int, *, include_rejected: bool) -> Row:
        record = Record(line)
        for name, cell in zip(self.names, cells, strict=True):
            if cell and not cell.isspace():
                record.add(Tagged(name, cell), keep=name in WEB_OF_SCIENCE.kept)
        pairs = tuple((name, value) for name, value in WEB_OF_SCIENCE.pairs(record) if value)
        verdict = judge(record.items(*WEB_OF_SCIENCE.types), include_rejected=include_rejected)
        return Row(pairs, identifier(record.first(*WEB_OF_SCIENCE.keys)), verdict)


def _parameters(link: str) -> dict[str, list[str]]:
    """Read the DOI and the EID that stand, percent-encoded, in Scopus's links."""
    if "scopus.com" not in link:
        return {}
    try:
        found = parse_qs(urlsplit(link.strip()[:2000]).query)
    except ValueError:
        return {}
    return {
        "doi": [value for value in found.get("doi", []) if doi(value)],
        "eid": [value for value in map(identifier, found.get("eid", [])) if value],
    }


def _split_glued(names: str) -> list[str]:
    """Split the names of Springer's tables, which nothing stands between: ``Ada LovelaceAlan McTuring``."""
    found: list[str] = []
    start = 0
    for n in range(1, len(names) - 1):
        glued = names[n].isupper() and names[n - 1].islower() and (names[n + 1].islower() or names[n + 1] == ".")
        if glued and not _HALF_A_NAME.search(names[max(start, n - 10) : n]):
            found.append(names[start:n])
            start = n
    return [*found, names[start:]]
