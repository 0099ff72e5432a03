"""PubMed's ``.nbib``, also as ERIC, Ovid and other databases write it.

A tag takes four columns, ``PMID- 123``; values go on in lines indented by six. Nothing ends a record but the next one.
The library of this name stops at the lines of ERIC that are bare addresses.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.read.contract import Match
from kg.read.tagged.contract import Dialect, Record, Tagged

if TYPE_CHECKING:
    from collections.abc import Iterator

_TAG = re.compile(r"(?=.{4}-|IS[SB]N -)([A-Z][A-Z0-9]{1,3}) *-(?:\s(.*)|\Z)", re.DOTALL)
_ADDRESS = re.compile(r"https?://\S+\s*", re.IGNORECASE)
_SNIFFED = re.compile(r"^\ufeff?(?:PMID- *[0-9]|OWN - *\w|VN  - Ovid)", re.MULTILINE)
_SNIFFED_TAG = re.compile(r"^(?=.{4}-)[A-Z][A-Z0-9]{1,3} *- ", re.MULTILINE)
_VOLUME = re.compile(r"\.[ :(]*[0-9]|\. Conference:")
_TRANSLATED = re.compile(r"\[([^\[\]]*+(?:\[[^\[\]]*+\][^\[\]]*+)*+)\]\.?")
_NO_TITLE = frozenset({"", "not available", "in process citation"})

_BODY = frozenset({"PMID", "TI", "AB", "AU", "FAU"})

_URL = "URL"
"""The tag that bare addresses are given."""


def _sniff(head: str) -> Match:
    if len(_SNIFFED_TAG.findall(head)) < 2:  # an id in a table may look like one
        return Match.NO
    return Match.CERTAIN if _SNIFFED.search(head) else Match.POSSIBLE


def _parse(text: str, _record: Record | None) -> Tagged | None:
    if found := _TAG.match(text):
        return Tagged(found[1], found[2] or "")
    return Tagged(_URL, text) if _ADDRESS.fullmatch(text) and not text[0].isspace() else None


def _begins(tagged: Tagged, record: Record, after_blank: bool) -> bool:  # noqa: FBT001 (the dialect's contract)
    """Tell a record's first line.

    PubMed's has an id; else the owner, or the vendor, comes again, or after a blank line the title.
    """
    if tagged.tag == "PMID":
        return not _BODY.isdisjoint(record.tags)
    return tagged.tag in record.tags and (tagged.tag in ("OWN", "VN") or (after_blank and tagged.tag == "TI"))


def _pairs(record: Record) -> Iterator[tuple[str, object]]:
    of_medline = "medline" in record.first("DB").lower()
    yield "pmid", record.first("PMID") or (record.first("UI") if of_medline else "")
    yield "title", _title(record)
    yield "abstract", "\n\n".join(_prose(record, "AB") or _prose(record, "OAB"))
    yield "authors", list(_authors(record))
    yield "year", record.year("DP", "DEP", "YR")
    yield "venue", record.first("JT", "TA", "BTI", "CTI", "JN") or _VOLUME.split(record.first("SO"))[0]
    yield "url", record.url("LID", "AID", _URL)
    yield "doi", _doi(record)
    yield "keywords", record.items("OT", "KW") or [_heading(item) for item in record.items("MH")]


def _prose(record: Record, tag: str) -> list[str]:
    return record.texts(tag, whole_words=True)


def _title(record: Record) -> str:
    """Find the title. One in brackets is a translation; where there is none, the title in its own language is known."""
    title = next(iter(_prose(record, "TI")), "")
    if translated := _TRANSLATED.fullmatch(title):
        title = translated[1].strip()
    if title.lower().rstrip(".") in _NO_TITLE:
        return next((text for tag in ("TT", "BTI") for text in _prose(record, tag)), "")
    return title


def _authors(record: Record) -> Iterator[str]:
    """Give full names, and the short ones and those of groups that have none beside them."""
    in_full = False
    for each in record.fields:
        if each.tag == "AU" and in_full:
            in_full = False
        elif each.tag in ("FAU", "AU", "CN"):
            in_full = each.tag == "FAU"
            yield _without_role(" ".join(each.lines))


def _without_role(name: str) -> str:
    """Leave out what Ovid writes in brackets behind a name: who is an editor, and addresses."""
    name = name.strip()
    before, bracket, role = name.rpartition("[")
    return before.rstrip() if bracket and role.find("]") == len(role) - 1 >= 0 else name


def _doi(record: Record) -> str:
    located = record.texts("LID", "AID")
    marked = [text.removesuffix("[doi]").strip() for text in located if text.endswith("[doi]")]
    return next(iter(marked), "") or record.doi("LID", "AID", "DO")


def _heading(term: str) -> str:
    """Take a MeSH heading without its qualifiers and the mark of a major topic."""
    return term.partition("/")[0].strip("*")


NBIB = Dialect(
    name="PubMed .nbib",
    suffixes=(".nbib", ".medline"),
    sniff=_sniff,
    parse=_parse,
    begins=_begins,
    pairs=_pairs,
    kept=frozenset(
        "PMID OWN TI TT BTI CTI AB OAB FAU AU CN DP DEP YR JT TA JN SO LID AID DO OT KW MH OID UI AN DB PMC PT".split()
    )
    | {_URL},
    titles=frozenset({"TI", "TT", "BTI"}),
    keys=("OID", "UI", "AN", "PMC"),
    types=("PT",),
)
