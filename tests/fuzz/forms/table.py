"""Tables: CSV and TSV, as databases and reference managers export them."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from tests.fuzz.entries import EMAIL, SECRET
from tests.fuzz.forms.contract import Form, encoded, one_line

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.fuzz.entries import Entry

    Columns = dict[str, Callable[[Entry], str]]


def _people(glue: str) -> Callable[[Entry], str]:
    return lambda entry: glue.join(f"{family}, {given}" for given, family in entry.authors)


def _type(paper: str, other: str, rejected: str) -> Callable[[Entry], str]:
    return lambda entry: {"paper": paper, "other": other, "rejected": rejected}[entry.kind]


_EMAIL: Columns = {"Correspondence Address": lambda _: f"A. Lovelace; email: {EMAIL}", "Gender": lambda _: SECRET}
_TABLES: dict[str, Columns] = {
    "generic": {
        "id": lambda e: e.key,
        "title": lambda e: e.title,
        "abstract": lambda e: e.abstract,
        "authors": _people("; "),
        "year": lambda e: e.year,
        "venue": lambda e: e.venue,
        "doi": lambda e: e.doi,
        "url": lambda e: e.url,
        "keywords": lambda e: "; ".join(e.keywords),
        "arxiv id": lambda e: e.arxiv,
        "Reviewer Comments": lambda _: SECRET,
    },
    "scopus": {
        "Authors": _people("; "),
        "Author full names": lambda e: "; ".join(f"{f}, {g} (5720{n})" for n, (g, f) in enumerate(e.authors)),
        "Title": lambda e: e.title,
        "Year": lambda e: e.year,
        "Source title": lambda e: e.venue,
        "DOI": lambda e: e.doi,
        "Link": lambda e: f"https://www.scopus.com/inward/record.uri?eid=2-s2.0-{e.key}&doi={e.doi}",
        "Abstract": lambda e: e.abstract,
        "Author Keywords": lambda e: "; ".join(e.keywords),
        "Document Type": _type("Article", "Erratum", "Retracted"),
        "EID": lambda e: f"2-s2.0-{e.key}",
    },
    "wos": {
        "PT": lambda _: "J",
        "AU": _people("; "),
        "AF": _people("; "),
        "TI": lambda e: e.title,
        "SO": lambda e: e.venue,
        "DT": _type("Article", "Correction", "Retracted Publication"),
        "DE": lambda e: "; ".join(e.keywords),
        "AB": lambda e: e.abstract,
        "EM": lambda _: EMAIL,
        "PY": lambda e: e.year,
        "DI": lambda e: e.doi,
        "UT": lambda e: f"WOS:{e.key}",
    },
    "zotero": {
        "Key": lambda e: e.key,
        "Item Type": _type("journalArticle", "attachment", "journalArticle"),
        "Publication Year": lambda e: e.year,
        "Author": _people("; "),
        "Title": lambda e: e.title,
        "Publication Title": lambda e: e.venue,
        "DOI": lambda e: e.doi,
        "Url": lambda e: e.url,
        "Abstract Note": lambda e: e.abstract,
        "Notes": lambda _: SECRET,
        "File Attachments": lambda _: f"/home/{SECRET}/x.pdf",
    },
    "springer": {
        "Item Title": lambda e: e.title,
        "Publication Title": lambda e: e.venue,
        "Item DOI": lambda e: e.doi,
        "Authors": lambda e: "".join(f"{g} {f}" for g, f in e.authors),
        "Publication Year": lambda e: e.year,
        "URL": lambda e: e.url,
        "Content Type": lambda _: "Article",
    },
    "lens": {
        "Lens ID": lambda e: e.key,
        "Title": lambda e: e.title,
        "Publication Year": lambda e: e.year,
        "Source Title": lambda e: e.venue,
        "Author/s": _people("; "),
        "Abstract": lambda e: e.abstract,
        "DOI": lambda e: e.doi,
        "PMID": lambda e: e.pmid,
        "Publication Type": lambda _: "journal article",
    },
}
_DELIMITERS = {",": (".csv", ""), ";": (".csv",), "\t": (".tsv", ".txt"), "|": (".csv",)}


def _writer(columns: Columns, delimiter: str) -> Callable[[list[Entry], Random], bytes]:
    bare = "TI" in columns and delimiter == "\t"

    def write(entries: list[Entry], rng: Random) -> bytes:
        file = io.StringIO()
        end = rng.choice(("\n", "\r\n"))
        if bare:
            rows = [columns, *([cell(entry) for cell in columns.values()] for entry in entries)]
            for row in rows:
                file.write(delimiter.join(one_line(cell.replace("\t", " ")) for cell in row) + end)
        else:
            # A carriage return alone is not quoted by itself before Python 3.13.
            quoting = csv.QUOTE_ALL if rng.random() < 0.5 or "\\r" in repr(entries) else csv.QUOTE_MINIMAL
            written = csv.writer(file, delimiter=delimiter, lineterminator=end, quoting=quoting)
            written.writerow([*columns, *_EMAIL])
            written.writerows(
                [*(cell(e) for cell in columns.values()), *(cell(e) for cell in _EMAIL.values())] for e in entries
            )
        declared = f"sep={delimiter}{end}" if rng.random() < 0.1 else ""
        return encoded(rng.choice(("", "", "\ufeff")) + declared + file.getvalue())

    return write


FORMS = tuple(
    Form(f"table-{name}{delimiter!r}", suffixes, _writer(columns, delimiter))
    for name, columns in _TABLES.items()
    for delimiter, suffixes in _DELIMITERS.items()
    if name == "generic" or delimiter in ",\t"
)
