"""Web of Science's plain text (``savedrecs.txt``, ``.ciw``), and its tags as they head the columns of its tables.

Values go on in lines indented by three, or, where a program took the blanks away, in lines that look like any other: then
what seems a tag within a text is one only if it may follow there.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from kg.read.contract import Match
from kg.read.tagged.contract import Dialect, Record, Tagged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_TAG = re.compile(r"\ufeff?([A-Z][A-Z0-9])(?: (.*)|\s*)", re.DOTALL)
_TAGS = (
    "FN VR PT AU BA BE BF GP CA AF TI SO SE BS LA DT CT CY CL SP HO DE ID AB C1 C3 RP EM RI OI FU FP FX CR NR TC Z9 U1 U2 "
    "PU PI PA SN EI BN J9 JI PD PY VL IS PN SU SI MA BP EP AR DI DL D2 EA EY PG P2 WC WE SC GA UT PM OA HC HP DA ER EF"
).split()
_PLACES = {tag: place for place, tag in enumerate(_TAGS)}
"""The tags in the order in which a record has them."""

_VALUES = {
    tag: re.compile(pattern)
    for tag, pattern in {
        "PT": r"[A-Z]\s*",
        "ER": r"\s*",
        "EF": r"\s*",
        "VR": r"[0-9.]+\s*",
        "EM": r"[^@]*@.*|\s*",
        "PY": r"[12][0-9]{3}\s*",
    }.items()
}
"""What the values of some tags must look like, which else are words: ``ER stress``, ``EM algorithm``."""

_PROSE = frozenset({"TI", "AB"})
_SNIFFED = re.compile(r"^\ufeff?PT [A-Z]\s*$", re.MULTILINE)
_SNIFFED_HEADER = re.compile(r"\s*\ufeff?FN [^\n\r]*\s+VR [0-9.]+\s")
_SNIFFED_TAG = re.compile(r"^(?:AU|AF|TI|SO|CA|BA|BE) \S", re.MULTILINE)


def _sniff(head: str) -> Match:
    begins = _SNIFFED.search(head)
    if _SNIFFED_HEADER.match(head) or (begins and _SNIFFED_TAG.match(head[begins.end() :].lstrip())):
        return Match.CERTAIN
    return Match.NO


def _parse(text: str, record: Record | None) -> Tagged | None:
    found = _TAG.fullmatch(text)
    if not found:
        return None
    tag, value = found[1], found[2] or ""
    if (pattern := _VALUES.get(tag)) and not pattern.fullmatch(value):
        return None
    if record and record.tag in _PROSE and not _may_follow(tag, record):
        return None
    return Tagged(tag, value)


def _may_follow(tag: str, record: Record) -> bool:
    if record.indented:
        return True
    return _PLACES.get(tag, 0) > _PLACES[record.tag] or tag == "PT"


def _begins(tagged: Tagged, _record: Record, _after_blank: bool) -> bool:  # noqa: FBT001 (the dialect's contract)
    return tagged.tag == "PT"


def pairs(record: Record) -> Iterator[tuple[str, object]]:
    """Read a record's fields under the names of :mod:`kg.read.fields`."""
    yield "title", record.first("TI")
    yield "abstract", "\n\n".join(record.texts("AB"))
    yield "authors", [*_authors(record.items("AF"), record.items("AU")), *record.items("CA")]
    yield "year", record.year("PY", "EY", "EA", "PD")
    yield "venue", record.first("SO", "CT", "J9")
    yield "url", record.url("DL")
    yield "doi", record.doi("DI", "DL", "D2") or record.first("DI")
    yield "pmid", record.first("PM")
    yield "keywords", [item for text in record.texts("DE", "ID") for item in text.split(";")]


def _authors(in_full: list[str], short: list[str]) -> Iterable[str]:
    """Give the full names; family names with the accents that only the short names have (``Björnson, E``)."""
    if len(in_full) != len(short):
        return in_full if len(in_full) > len(short) else short
    return map(_accented, in_full, short)


def _accented(name: str, short: str) -> str:
    family, comma, given = name.partition(",")
    accented = short.partition(",")[0]
    plain = "".join(ch for ch in unicodedata.normalize("NFD", accented) if not unicodedata.combining(ch))
    return f"{accented}{comma}{given}" if plain == family else name


WEB_OF_SCIENCE = Dialect(
    name="Web of Science plain text",
    suffixes=(".ciw", ".txt", ".isi"),
    sniff=_sniff,
    parse=_parse,
    begins=_begins,
    pairs=pairs,
    kept=frozenset("TI AB AF AU CA PY EY EA PD SO CT J9 DL DI D2 PM DE ID UT DT".split()),
    titles=frozenset({"TI"}),
    keys=("UT",),
    types=("DT",),
    start="PT",
    end="ER",
    headers=frozenset({"FN", "VR", "EF"}),
)
