"""Tagged text: RIS, .nbib, Web of Science, EndNote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.entries import EMAIL, SECRET
from tests.fuzz.forms.contract import Form, encoded, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from tests.fuzz.entries import Entry

    Pairs = Callable[[Entry, Random], Iterator[tuple[str, str]]]


def _ris(entry: Entry, rng: Random) -> Iterator[tuple[str, str]]:
    yield "TY", "JOUR"
    yield rng.choice(("TI", "T1")), entry.title
    for given, family in entry.authors:
        yield "AU", f"{family}, {given}"
    yield "AD", EMAIL
    yield rng.choice(("AB", "N2")), entry.abstract
    yield "PY", entry.year
    yield "JF", entry.venue
    yield "DO", entry.doi
    yield "UR", entry.url
    for word in entry.keywords:
        yield "KW", word
    yield "ID", entry.key
    yield "U1", SECRET
    yield "ER", ""


def _nbib(entry: Entry, rng: Random) -> Iterator[tuple[str, str]]:
    yield "PMID", entry.pmid or "1"
    yield "OWN", "NLM"
    yield "TI", entry.title
    yield "LID", f"{entry.doi} [doi]"
    yield "AB", entry.abstract
    for given, family in entry.authors:
        yield "FAU", f"{family}, {given}"
        yield "AU", f"{family} {given[:1]}"
        yield "AD", f"Uni. {EMAIL}"
    yield "DP", entry.year
    yield "JT", entry.venue
    for word in entry.keywords:
        yield "OT", word
    yield "GN", SECRET
    yield (
        "PT",
        {"paper": "Journal Article", "other": "Published Erratum", "rejected": "Retracted Publication"}[entry.kind],
    )
    yield "SO", "Toys"


def _wos(entry: Entry, rng: Random) -> Iterator[tuple[str, str]]:
    yield "PT", "J"
    if entry.authors:
        yield "AU", "\n".join(f"{family}, {given[:1]}" for given, family in entry.authors)
        yield "AF", "\n".join(f"{family}, {given}" for given, family in entry.authors)
    yield "TI", entry.title
    yield "SO", entry.venue
    yield "DT", {"paper": "Article", "other": "Correction", "rejected": "Retracted Publication"}[entry.kind]
    yield "DE", "; ".join(entry.keywords)
    yield "AB", entry.abstract
    yield "EM", EMAIL
    yield "PY", entry.year
    yield "DI", entry.doi
    yield "UT", f"WOS:{entry.key}"
    yield "ER", ""


def _endnote(entry: Entry, rng: Random) -> Iterator[tuple[str, str]]:
    yield "0", "Journal Article"
    yield "T", entry.title
    for given, family in entry.authors:
        yield "A", f"{family}, {given}"
    yield "X", entry.abstract
    yield "D", entry.year
    yield "J", entry.venue
    yield "R", entry.doi
    yield "U", entry.url
    for word in entry.keywords:
        yield "K", word
    yield "F", entry.key
    yield "+", EMAIL


def _fold(value: str, indent: str, rng: Random, width: int = 60) -> str:
    """Break a value into indented lines, at blanks."""
    lines = [one_line(line) for line in value.split("\n")]
    made: list[str] = []
    for line in lines:
        while len(line) > width and rng.random() < 0.7 and (at := line.find(" ", width)) >= 0:
            made.append(line[:at])
            line = line[at + 1 :]  # noqa: PLW2901
        made.append(line)
    return f"\n{indent}".join(made)


def _lines(pairs: Pairs, form: str, indent: str) -> Callable[[list[Entry], Random], bytes]:
    def write(entries: list[Entry], rng: Random) -> bytes:
        end = rng.choice(("\n", "\r\n", "\r"))
        records = []
        for entry in entries:
            lines = []
            for tag, value in pairs(entry, rng):
                folded = _fold(value, indent, rng) if indent and tag in ("AU", "AF", "TI", "AB") else one_line(value)
                if folded or tag in ("TY", "ER", "PT", "0"):
                    lines.append(form.format(tag, folded))
            records.append("\n".join(lines))
        head = "FN Clarivate Analytics Web of Science\nVR 1.0\n" if pairs is _wos else ""
        tail = "\nEF\n" if pairs is _wos else "\n"
        return encoded((head + "\n\n".join(records) + tail).replace("\n", end))

    return write


FORMS = (
    Form("ris", (".ris", ".txt"), _lines(_ris, "{}  - {}", "")),
    Form("nbib", (".nbib", ".txt"), _lines(_nbib, "{:4}- {}", "      ")),
    Form("wos", (".txt", ".ciw"), _lines(_wos, "{} {}", "   ")),
    Form("enw", (".enw", ".txt"), _lines(_endnote, "%{} {}", "")),
)
