"""What the columns of tables mean beyond their names: those that databases and reference managers export."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from kg import paper_ids
from kg.read.decisions import FIELDS, judge_decision
from kg.read.fields import field_of
from kg.read.publication_types import judge
from kg.read.record import NOT_A_PAPER, RETRACTED
from kg.read.shapes.sites import edition
from kg.read.tagged.contract import Record, Tagged
from kg.read.tagged.wos import WEB_OF_SCIENCE
from kg.read.values import doi, identifier
from kg.text.markup import decode_whole_entities, restore_line_ends

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kg.read.fields import FieldName

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
_NO_VALUE = frozenset({"nan", "NaN", "None", "none", "null", "NULL", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaT"})
_NO_VALUE_EITHER = re.compile(r"NO_[A-Z]{3,}")
_NO_PAPERS = frozenset({"attachment", "note", "annotation"})
_NO_EVENTS = frozenset({"invited talk", "keynote", "social", "tutorial", "workshop"})
_KIND_AT_SCHOLAR = re.compile(r"\A\[(?:PDF|HTML|BOOK|CITATION|DOC|TXT|PS)\]\s*(?:\[(?:PDF|HTML|DOC|TXT|PS|B|C)\]\s*)?")
_IN_OPENALEX = "https://openalex.org/"
_PUBMED_BEFORE_2020 = {"description": "authors", "shortdetails": "year", "entrezuid": "pmid"}
_JOURNAL_AND_YEAR = re.compile(r"(.*\S)\s+[0-9]{4}\s*")
_DOI_IN_CITATION = re.compile(r"\bdoi:\s*(10\.\S+)", re.IGNORECASE)
_PMID_IN_EXTRA = re.compile(r"^PMID:\s*([0-9]+)", re.MULTILINE)
_INDEXES = frozenset({"", "index", "unnamed: 0"})
_ARXIV_ID = re.compile(r"[0-9]{4}\.[0-9]{5}(?:v[0-9]+)?")
_LONGEST_LINE = 500
_SCHOLAR = re.compile(r"(?P<authors>.{2,}?)\s+-\s+(?:(?P<venue>.+), )?(?P<year>(?:19|20)[0-9]{2})\s+-\s+\S.*")
_BARE_ADDRESS = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,6}/\S+", re.IGNORECASE)
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


def _has_tags(names: Sequence[str]) -> bool:
    """Tell columns headed by those tags also where there are others beside them, as bibliometrix adds."""
    tags = set(filter(_TWO_LETTERS.fullmatch, names))
    return is_tagged(names) or ({"TI", "AU", "SO", "PY"} <= tags and 2 * len(tags) > len(names))


def plain_names(names: Sequence[str]) -> tuple[str, ...]:
    """Give columns the names that fields have, where theirs only say enough beside those of the others.

    >>> plain_names(["titles", "summaries", "terms"]), plain_names(["name", "abstract"]), plain_names(["title", "description"])
    (('title', 'abstract', 'keywords'), ('title', 'abstract'), ('title', 'abstract'))
    """
    folded = [name.strip().strip("\ufeff").casefold() for name in names]
    if _is_pubmed_before_2020(folded):
        return tuple(_PUBMED_BEFORE_2020.get(name, original) for name, original in zip(folded, names, strict=True))
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
    if "venue" not in known:  # of openalexR
        wanted |= dict.fromkeys([name for name in ("source_display_name", "so") if name in names][:1], "venue")
    return tuple(wanted.get(name, original) for name, original in zip(folded, names, strict=True))


def _is_pubmed_before_2020(folded: Sequence[str]) -> bool:
    return {"shortdetails", "entrezuid"} <= set(folded)


class Columns:
    """A table's columns.

    Args:
        names: Of the header.
    """

    def __init__(self, names: Sequence[str]) -> None:
        stripped = tuple(name.strip().strip("\ufeff") for name in names)
        self.names = plain_names(stripped)
        self.tagged = _has_tags(stripped)
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
        self._fields = [found[0] if (found := field_of(name)) else None for name in self.names]
        old_pubmed = _is_pubmed_before_2020(folded)
        self._citations = [n for n, name in enumerate(folded) if old_pubmed and name in ("details", "shortdetails")]
        self._pubmed = old_pubmed or {"pmid", "citation", "first author"} <= set(folded) or "authorstring" in folded
        self._remarks = [
            n for n, name in enumerate(folded) if zotero and name in ("extra", "pages", "publication title")
        ]
        self._authors = [n for n, field in enumerate(self._fields) if field == "authors"]
        self._indexes = [n for n, name in enumerate(folded) if name in _INDEXES]
        covidence = "covidence #" in folded
        self._private = {n for n, name in enumerate(folded) if covidence and name == "tags"}
        self._cochrane = "central id" in folded
        self._springer = "item title" in folded and "item doi" in folded

    def row(self, cells: Sequence[str], *, line: int, include_rejected: bool) -> Row:
        """Tell what a row says."""
        cells = ["" if _says_nothing(cell.strip()) else cell for cell in cells]
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
        pairs += self._remarked(cells)
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
            if n in self._keys or n in self._private:
                continue
            cell = restore_line_ends(raw)
            if n in self._entries and cell.startswith("http"):
                yield "url", cell
            else:
                yield name, self._value(self._fields[n], cell, full_names=n in self._names)

    def _value(self, field: FieldName | None, cell: str, *, full_names: bool) -> object:
        """Make of a cell what its field takes."""
        if field in ("authors", "keywords"):
            cell = decode_whole_entities(cell)  # the semicolons in them divide nothing
        if self._cochrane:
            cell = cell.replace("; *", "; ").removeprefix("*")
        if full_names and "," in cell:
            return cell.split(";")
        if field == "url" and _BARE_ADDRESS.fullmatch(cell):
            return f"https://{cell}"
        if field in ("title", "venue"):
            return _KIND_AT_SCHOLAR.sub("", cell).rstrip(", ")
        if field == "authors" and self._springer:
            return _split_glued(cell)
        if field == "authors" and (found := _line_of_scholar(cell)):
            return found["authors"].rstrip("… ")
        if field == "authors" and (self._pubmed or (cell[-4:-1].isalpha() and cell[-4:-1].islower())):
            return cell.removesuffix(".")
        return cell

    def _remarked(self, cells: Sequence[str]) -> Iterator[tuple[str, object]]:
        """Find what stands within cells of another kind.

        Those are the citations of PubMed, the remarks of Zotero, Google Scholar's lines of authors, "A Lovelace - Journal
        of Graphs, 2019 - example.org", and numbers of rows that are ids of arXiv.
        """
        for n in self._citations:
            if found := _JOURNAL_AND_YEAR.fullmatch(cells[n]):
                yield "venue", found[1]
            elif found := _DOI_IN_CITATION.search(cells[n]):
                yield "doi", found[1].rstrip(".")
        for n in self._remarks:
            if found := _PMID_IN_EXTRA.search(cells[n]):
                yield "pmid", found[1]
            yield "arxiv id", paper_ids.find_arxiv(cells[n])
        for n in self._authors:
            if found := _line_of_scholar(cells[n]):
                yield "venue", found["venue"]
                yield "year", found["year"]
        yield from (("arxiv id", cells[n].strip()) for n in self._indexes if _ARXIV_ID.fullmatch(cells[n].strip()))

    def _tagged_row(self, cells: Sequence[str], line: int, *, include_rejected: bool) -> Row:
        record = Record(line)
        for name, cell in zip(self.names, cells, strict=True):
            if cell and not cell.isspace():
                record.add(Tagged(name, cell), keep=name in WEB_OF_SCIENCE.kept)
        pairs = tuple((name, value) for name, value in WEB_OF_SCIENCE.pairs(record) if value)
        verdict = judge(record.items(*WEB_OF_SCIENCE.types), include_rejected=include_rejected)
        return Row(pairs, identifier(record.first(*WEB_OF_SCIENCE.keys)), verdict)


def _says_nothing(cell: str) -> bool:
    return cell in _NO_VALUE or (cell.startswith("NO_") and bool(_NO_VALUE_EITHER.fullmatch(cell)))


def _line_of_scholar(cell: str) -> re.Match[str] | None:
    return _SCHOLAR.fullmatch(cell.strip()) if " - " in cell and len(cell) < _LONGEST_LINE else None


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
