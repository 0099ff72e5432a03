"""RIS, as reference managers and publishers write it.

The format is told by its two-letter tags, ``TY  - JOUR`` to ``ER  -``; spacing, order and what stands in between vary.
rispy stops at, or silently drops, what real files hold: marks of byte order, headers, tags after the end.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg import paper_ids
from kg.read.contract import Match
from kg.read.tagged.contract import Dialect, Record, Tagged

if TYPE_CHECKING:
    from collections.abc import Iterator

_DOI = re.compile(r"\s*DOI\s{0,6}-(?:\s(.*)|\Z)", re.DOTALL)
_STRICT = re.compile(r"\s*([A-Z][A-Z0-9])\s{2}-\s?(.*)", re.DOTALL)
_LOOSE = re.compile(r"\s*([A-Z][A-Z0-9])\s{0,6}-(?:\s(.*)|\Z)", re.DOTALL)
_TYPE = re.compile(r"\s*TY\s{0,6}-\s{0,6}[A-Z]{2,12}\s*")
_END = re.compile(r"\s*ER\s{0,6}-\s*")

_SNIFFED = re.compile(
    r"^[ \t\xa0\ufeff]*TY[ \t\xa0]{0,6}-[ \t\xa0]{0,6}[A-Z]{2,12}[ \t\xa0]*$|^TY  -(?![,;|\t])", re.MULTILINE
)
_SNIFFED_TAG = re.compile(r"^[A-Z][A-Z0-9]  - ", re.MULTILINE)
_NOT_BEFORE = re.compile(
    r"^[ \t]*(?:#{1,6} |`{3}|~{3}|[<{\[]|@\w+\s*[{(]|- [\"']?\w+[\"']?:|PMID- *[0-9])", re.MULTILINE
)

_TITLES = frozenset({"TI", "T1", "CT"})
_PROSE = frozenset({"TI", "T1", "CT", "BT", "T2", "T3", "ST", "AB", "N2", "N1", "RN", "KW", "AD"})
"""The tags whose values are long enough to go on in a line that looks like another tag (``T2 - weighted images``)."""

_GLUED = re.compile(r",(?=[^\W\d_])")
_IN_PUBMED = re.compile(r"PUBMED\s+([0-9]+)", re.IGNORECASE)
_PUBMED = frozenset({"NLM", "PUBMED", "MEDLINE"})
_NOTES = ("N1", "RN")


def _sniff(head: str) -> Match:
    if found := _SNIFFED.search(head):
        return Match.NO if _NOT_BEFORE.search(head, 0, found.start()) else Match.CERTAIN
    return Match.POSSIBLE if len(_SNIFFED_TAG.findall(head)) > 1 else Match.NO


def _parse(text: str, record: Record | None) -> Tagged | None:
    if found := _STRICT.match(text):
        return Tagged(found[1], found[2])
    if found := _DOI.match(text):  # Cochrane's only tag of three letters
        return Tagged("DO", found[1] or "")
    found = _LOOSE.match(text)
    if not found:
        return Tagged("TY", text.partition("-")[2], loose=True) if _TYPE.fullmatch(text) else None
    tag, value = found[1], found[2] or ""
    if tag == "TY":
        accepted = bool(_TYPE.fullmatch(text))
    elif tag == "ER":
        accepted = bool(_END.fullmatch(text))
    else:
        accepted = record is not None and (record.loose or record.tag not in _PROSE)
    return Tagged(tag, value, loose=True) if accepted else None


def _begins(tagged: Tagged, record: Record, after_blank: bool) -> bool:  # noqa: FBT001 (the dialect's contract)
    """Tell a record's first line: it has the type; where records have none, the first one's tag after a blank line.

    Scopus once wrote two types, "JOUR" first and "Article" amid the record.
    """
    if tagged.tag == "TY":
        return tagged.value == tagged.value.upper() or not record.first("TY").isupper()
    typeless = record.stray and after_blank and not _TITLES.isdisjoint(record.tags)
    return typeless and tagged.tag == next(iter(record.tags))


def _pairs(record: Record) -> Iterator[tuple[str, object]]:
    yield "title", record.first("TI", "T1", "CT", "BT", "ST")
    yield "abstract", "\n\n".join(record.texts("AB") or record.texts("N2")) or record.prose(*_NOTES)
    yield "authors", [_GLUED.sub(", ", name) for name in record.items("AU", "A1")]
    yield "year", record.year("PY", "Y1", "DA", "YR")
    yield "venue", record.first("JF", "T2", "JO", "JA", "J2", "BT", "C3", "SO")
    yield "url", record.url("UR", "LK", "L2", "L1", "US")
    yield "doi", record.doi("DO", "DI", "M3", "L3", "UR", "LK", "ID", "AN") or record.first("DO")
    keywords = [each.lstrip("*") for each in record.items("KW", "KY") if "://" not in each]
    yield "keywords", keywords if len(keywords) > 1 else "".join(keywords)
    databases = {text.upper() for text in record.texts("DP", "DB")}
    if "EMBASE" in databases:
        yield "pmid", record.first("C5")
    elif not databases.isdisjoint(_PUBMED):
        yield "pmid", record.first("AN")
    elif found := _IN_PUBMED.match(record.first("PM")):
        yield "pmid", found[1]
    yield "arxiv id", next(filter(None, map(paper_ids.find_arxiv, record.texts("JO", "JF", "T2", "J2"))), "")


RIS = Dialect(
    name="RIS",
    suffixes=(".ris", ".txt", ".ciw"),
    sniff=_sniff,
    parse=_parse,
    begins=_begins,
    pairs=_pairs,
    kept=frozenset(
        (
            "TY TI T1 CT BT ST AB N2 N1 RN AU A1 PY Y1 DA YR JF T2 JO JA J2 C3 SO UR LK L2 L1 US DO DI M3 L3 KW KY ID AN PM DP DB C5"
        ).split()
    ),
    titles=_TITLES,
    keys=("ID", "AN"),
    types=("M3",),
    headers=frozenset({"EF", "NL"}),
    start="TY",
    end="ER",
)
