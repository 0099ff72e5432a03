"""What the columns of tables mean beyond their names: those that databases and reference managers export."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from kg.read.decisions import FIELDS, judge_decision
from kg.read.fields import field_of
from kg.read.publication_types import judge
from kg.read.record import NOT_A_PAPER, RETRACTED
from kg.read.shapes.sites import edition
from kg.read.tagged.contract import Record, Tagged
from kg.read.tagged.wos import WEB_OF_SCIENCE
from kg.read.values import doi, identifier
from kg.text.markup import restore_line_ends

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_KEYS = frozenset(
    {
        *("eid", "ut (unique wos id)", "unique wos id", "ut (unique id)", "accession number", "lens id"),
        *("publication id", "central id", "pui"),
    }
)
"""Names of columns that hold what a paper is called in one database only, such as Scopus's EID."""

_TYPES = frozenset({"document type", "publication type", "document types", "publication types"})
_FULL_NAMES = frozenset({"author full names", "authors full names"})
_LINKS = frozenset({"link", "ссылка", "链接", "リンク"})
_TWO_LETTERS = re.compile(r"[A-Z][A-Z0-9]")
_SURE_TAGS = frozenset({"PT", "UT", "SO", "AF", "DI"})
_NO_VALUE = frozenset({"nan", "NaN", "None", "none", "null", "NULL", "N/A", "n/a", "#N/A", "<NA>", "NaT"})
_NO_PAPERS = frozenset({"attachment", "note", "annotation"})
_NO_EVENTS = frozenset({"invited talk", "keynote", "social", "tutorial", "workshop"})
_SIZE = re.compile(r"\A(?:\[[A-Z]{3,8}\]\s*)+")
_IN_OPENALEX = "https://openalex.org/"
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


def plain_names(names: Sequence[str]) -> tuple[str, ...]:
    """Give columns the names that fields have, where theirs only say enough beside those of the others.

    >>> plain_names(["titles", "summaries", "terms"]), plain_names(["name", "abstract"]), plain_names(["title", "description"])
    (('title', 'abstract', 'keywords'), ('title', 'abstract'), ('title', 'abstract'))
    """
    folded = [name.strip().strip("\ufeff").casefold() for name in names]
    known = {found[0] for name in folded if (found := field_of(name))}
    wanted: dict[str, str] = {"speakers/authors": "authors"} if "virtualsite_url" in folded else {}
    if "abstract" not in known:
        title = "title" in known or "titles" in folded
        stands_for = ("abstracts", "summaries", "abs", *(("description",) if title else ()))
        wanted |= dict.fromkeys([name for name in stands_for if name in folded][:1], "abstract")
    if "title" not in known:
        abstract = "abstract" in known or bool(wanted)
        stands_for = ("titles", *(("name",) if abstract else ()))
        wanted |= dict.fromkeys([name for name in stands_for if name in folded][:1], "title")
    if "titles" in wanted and "keywords" not in known:
        wanted["terms"] = "keywords"
    if "venue" not in known and not {"gsrank", "central id"}.isdisjoint(folded):
        wanted["source"] = "venue"
    return tuple(wanted.get(name, original) for name, original in zip(folded, names, strict=True))


class Columns:
    """A table's columns.

    Args:
        names: Of the header.
    """

    def __init__(self, names: Sequence[str]) -> None:
        stripped = tuple(name.strip().strip("\ufeff") for name in names)
        self.names = plain_names(stripped)
        self.tagged = is_tagged(stripped)
        folded = [name.casefold() for name in stripped]
        zotero = "item type" in folded and "abstract note" in folded
        keys = _KEYS | {"key"} if zotero else _KEYS | {"id"} if "authorships.author.display_name" in folded else _KEYS
        self._keys = [n for n, name in enumerate(folded) if name in keys]
        self._types = [n for n, name in enumerate(folded) if name in _TYPES]
        self._items = [n for n, name in enumerate(folded) if zotero and name == "item type"]
        self._links = [n for n, name in enumerate(folded) if name in _LINKS]
        # One name alone, "Lee, Ann B.", has a comma but no semicolon.
        self._names = {n for n, name in enumerate(folded) if name in _FULL_NAMES or (zotero and name == "author")}
        if "ut (unique wos id)" in folded or "publication id" in folded:
            self._names |= {n for n, name in enumerate(folded) if name == "authors"}
        self._decisions = [n for n, name in enumerate(folded) if name in FIELDS]
        self._events = [n for n, name in enumerate(folded) if name == "type"] if "virtualsite_url" in folded else []
        self._sites = [n for n, name in enumerate(folded) if name == "virtualsite_url"]
        self._entries = [n for n, name in enumerate(folded) if name in ("entry_id", "abs")]
        self._retracted = [n for n, name in enumerate(folded) if name == "is_retracted"]
        self._cochrane = "central id" in folded
        self._scholar = "gsrank" in folded
        self._springer = "item title" in folded and "item doi" in folded

    def row(self, cells: Sequence[str], *, line: int, include_rejected: bool) -> Row:
        """Tell what a row says."""
        cells = ["" if cell.strip() in _NO_VALUE else cell for cell in cells]
        if self.tagged:
            return self._tagged_row(cells, line, include_rejected=include_rejected)
        key = next((identifier(cells[n]).removeprefix(_IN_OPENALEX) for n in self._keys if identifier(cells[n])), "")
        pairs = list(self._pairs(cells))
        for n in self._links:
            at_scopus = _parameters(cells[n])
            pairs += [("doi", value) for value in at_scopus.get("doi", [])[:1]]
            key = key or next(iter(at_scopus.get("eid", [])), "")
        for n in self._sites:
            pairs += [("venue", edition(cells[n])[0]), ("year", edition(cells[n])[1])]
        types = [part for n in self._types for part in cells[n].split(";")]
        verdict = judge(types, include_rejected=include_rejected) or self._no_paper(cells)
        if not include_rejected and not verdict:
            verdicts = (judge_decision(self.names[n].casefold(), cells[n]) for n in self._decisions)
            verdict = next(filter(None, verdicts), None)
            if any(cells[n].strip().casefold() == "true" for n in self._retracted):
                verdict = RETRACTED, "is_retracted is true; --include-rejected reads it all the same"
        return Row(tuple(pairs), key, verdict)

    def _no_paper(self, cells: Sequence[str]) -> tuple[str, str] | None:
        """Tell the rows of Zotero's notes and files, and those of events that are no papers."""
        for places, kinds, what in ((self._items, _NO_PAPERS, "item of Zotero"), (self._events, _NO_EVENTS, "event")):
            for n in places:
                if (kind := cells[n].strip()).casefold() in kinds:
                    return NOT_A_PAPER, f"an {what} of the type {kind}"
        return None

    def _pairs(self, cells: Sequence[str]) -> Iterator[tuple[str, object]]:
        for n, (name, raw) in enumerate(zip(self.names, cells, strict=True)):
            if n in self._keys:
                continue
            cell = restore_line_ends(raw)
            if self._cochrane:
                cell = cell.replace("; *", "; ").removeprefix("*")
            if n in self._names and "," in cell:
                yield name, cell.split(";")
            elif n in self._entries and cell.startswith("http"):
                yield "url", cell
            elif self._scholar and name.casefold() == "title":
                yield name, _SIZE.sub("", cell)
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
