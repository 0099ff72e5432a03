"""arXiv: the metadata snapshot, JSON Lines (named ``.json``) with the fields of arXiv's OAI interface.

Written by hand: clients of arXiv read its Atom feeds, not this file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.read.record import WITHDRAWN
from kg.read.shapes.contract import Record, Shape, plain_fields
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kg.model import Paper, Problem

_WITHDRAWN = re.compile(
    r"(?:\A|[.;,:(])\W{0,9}(?:(?:this|the) (?:paper|article|submission|manuscript|work|preprint|note|version) "
    r"(?:has been|has now been|is being|is|was) )?(?:temporarily )?withdrawn\b(?! (?:paper|article|submission))",
    re.IGNORECASE,
)
_PARAGRAPH = re.compile(r"\n[ \t]+")
_AFFILIATION = re.compile(r"\((?:[^()]|\([^()]*+\))*+\)")
_ID = re.compile(r"(?:arXiv:)?(?:[a-z-]+(?:\.[A-Z]{2})?/[0-9]{7}|[0-9]{4}\.[0-9]{4,5})(?:v[0-9]+)?")
_NUMBERED = re.compile(r"(?:[a-z-]+(?:\.[A-Z]{2})?/)?([0-9]{2})(?:0[1-9]|1[0-2])[.0-9]")


def fits(members: Mapping[str, object]) -> bool:
    """Tell the snapshot's records by names that only arXiv has, those of its extracts by categories and arXiv's id."""
    if "authors_parsed" in members:
        return True
    if "categories" not in members:
        return False
    name = members.get("id")
    return "submitter" in members or (
        "abstract" in members and isinstance(name, str) and bool(_ID.fullmatch(name.strip()))
    )


def read(record: Record) -> Paper | Problem:
    """Make a paper, dated by its first version."""
    members = record.members
    comments = " ".join(text(members.get("comments")).split())
    if _WITHDRAWN.search(comments) and not record.document.include_rejected:
        return record.skip(WITHDRAWN, "its comments say so", comments)
    key = text(members.get("id")).strip()
    plain = plain_fields(members)
    year = plain.get("year") or _first_version(members.get("versions")) or _year_of(key) or members.get("update_date")
    return record.paper(
        (
            ("arxiv id", key),
            ("title", members.get("title")),
            ("abstract", _PARAGRAPH.sub("\n\n", text(members.get("abstract")))),
            ("authors", _authors(members.get("authors_parsed")) or _listed(members.get("authors"))),
            ("year", year),
            ("venue", plain.get("venue")),
            ("url", f"https://arxiv.org/abs/{key}" if key else ""),
            ("doi", text(members.get("doi")).split(" ")[0]),
            ("keywords", members.get("keywords") or text(members.get("categories")).split()),
        ),
        key=key,
    )


def _authors(parsed: object) -> list[str]:
    """Make names of lists of a family name, given names and a suffix."""
    names = []
    for parts in parsed if isinstance(parsed, list) else ():
        if isinstance(parts, list):
            family, given, suffix, *_ = (*map(text, parts), "", "", "")
            names.append(" ".join(filter(None, (given, family, suffix))))
    return names


def _listed(authors: object) -> object:
    """Give authors as they were typed, in one text, without affiliations in parentheses."""
    return " ".join(_AFFILIATION.sub(" ", authors).split()) if isinstance(authors, str) else authors


def _first_version(versions: object) -> object:
    if isinstance(versions, list) and versions:
        return versions[0].get("created") if isinstance(versions[0], dict) else None
    return None


def _year_of(key: str) -> str:
    """Tell the year of submission from an id such as 0704.0001 or astro-ph/9701001."""
    found = _NUMBERED.match(key)
    return ("19" if found[1] > "90" else "20") + found[1] if found else ""


SHAPE = Shape("arXiv metadata snapshot", frozenset({"authors_parsed", "categories"}), fits, read)
