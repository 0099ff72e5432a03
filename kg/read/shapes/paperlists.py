"""Papercopilot's *paperlists*: one array of records for each year of a venue, in files named ``venue/venueYYYY.json``.

No library reads them. The venue is in no record, only in the name of the file; the year is there and, where a record has
a BibTeX entry of the proceedings, in that. The keys differ from venue to venue; ``author`` and ``aff`` are always there.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from kg.read.record import REJECTED, RETRACTED, WITHDRAWN
from kg.read.shapes.contract import Record, Shape
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kg.model import Paper, Problem

_VENUES = {
    "acmmm": "ACM MM",
    "automl": "AutoML",
    "collas": "CoLLAs",
    "corl": "CoRL",
    "cpal": "CPAL",
    "interspeech": "Interspeech",
    "log": "LoG",
    "mlsys": "MLSys",
    "neurips": "NeurIPS",
    "nips": "NeurIPS",
    "siggraphasia": "SIGGRAPH Asia",
}
"""Venues that are not just spelled in capitals."""

_STATUSES = (("withdr", WITHDRAWN), ("reject", REJECTED), ("retract", RETRACTED))
_FILE = re.compile(r"(\w*?[a-z])[_-]?((?:19|20)[0-9]{2})(?![0-9])", re.IGNORECASE)
_PROCEEDINGS = re.compile(r"\s*@(?!misc)", re.IGNORECASE)
_YEAR = re.compile(r"\byear\s*+=\s*+[{\"]*+\s*+([0-9]{4})\b", re.IGNORECASE)
_BOOKTITLE = re.compile(r"\b(?:booktitle|journal)\s*=\s*(?:\{((?:[^{}]|\{[^{}]*+\})*+)\}|\"([^\"]*+)\")", re.IGNORECASE)
_OPENREVIEW = re.compile(r"https?://(?:\w+\.)?openreview\.net/(?:forum|pdf|attachment)\?(?:[^#\s]*&)?id=([\w-]+)")
_ANTHOLOGY = re.compile(r"https?://(?:www\.)?aclanthology\.org/([\w.-]+?)/?(?:\.pdf)?\Z")
_DOI = re.compile(r"10\.[0-9]{4,9}/\S+")


def fits(members: Mapping[str, object]) -> bool:
    """Tell paperlists by *author*, as text, with *aff* or *track*, and by what stands in all of some years' files."""
    return (
        isinstance(members.get("author"), str)
        and ("aff" in members or "track" in members)
        and ("status" in members or "github" in members)
    )


def read(record: Record) -> Paper | Problem:
    """Make a paper, unless its status says that the venue did not take it or its authors took it back."""
    members = record.members
    status = text(members.get("status"))
    if not record.document.include_rejected:
        for word, reason in _STATUSES:
            if word in status.casefold():
                return record.skip(reason, f"status: {status[:100]}", members.get("title"))
    venue, year = _edition(record.document.name)
    bibtex = text(members.get("bibtex"))[:20_000]
    site = _first(members, "site", "openreview", "oa", "url_paper", "pdf")
    return record.paper(
        (
            ("openreview id", _find(_OPENREVIEW, members, "site", "openreview", "pdf")),
            ("acl id", _find(_ANTHOLOGY, members, "site", "pdf")),
            ("arxiv id", members.get("arxiv")),
            ("title", members.get("title")),
            ("abstract", members.get("abstract")),
            ("authors", _authors(_first(members, "author", "author_site"))),
            ("year", year_in(bibtex) or year),
            ("venue", venue or booktitle(bibtex)),
            ("url", site),
            ("doi", _doi(text(members.get("doi")))),
            ("keywords", members.get("keywords")),
        ),
        key=_first(members, "id", "ssid", "pid"),
    )


def _edition(name: str) -> tuple[str, str]:
    """Tell the venue and the year of ``iclr/iclr2024.json``."""
    found = _FILE.match(PurePath(name).name)
    if not found:
        return "", ""
    code = found[1].strip("_-").casefold()
    return _VENUES.get(code, code.upper()), found[2]


def _first(members: Mapping[str, object], *names: str) -> str:
    return next((value for name in names if (value := text(members.get(name)).strip()) and value != "-1"), "")


def _find(pattern: re.Pattern[str], members: Mapping[str, object], *names: str) -> str:
    return next((found[1] for name in names if (found := pattern.match(text(members.get(name)).strip()))), "")


def _authors(value: str) -> list[str] | str:
    """Split at semicolons, also where there is only one; commas are left to the general rules."""
    return value.split(";") if ";" in value else value


def year_in(bibtex: str) -> str:
    """Find the year in a proceedings' entry; that of a preprint is when it was submitted."""
    found = _YEAR.search(bibtex) if _PROCEEDINGS.match(bibtex) else None
    return found[1] if found else ""


def booktitle(bibtex: str) -> str:
    """Find the name of the proceedings or the journal in an entry."""
    found = _BOOKTITLE.search(bibtex)
    return (found[1] or found[2] or "").replace("{", "").replace("}", "") if found else ""


def _doi(value: str) -> str:
    """Find a DOI, also in a publisher's address such as ``https://link.springer.com/chapter/10.…``."""
    found = _DOI.search(value)
    return found[0] if found else ""


SHAPE = Shape("papercopilot paperlists", frozenset({"aff", "track"}), fits, read)
