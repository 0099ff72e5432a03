"""Authors as they come (text, lists, mappings) → their names.

What cannot be understood is left out, and so is whatever else is said about people.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kg.read.values import FULL_NAMES, FULL_WIDTH, encodable, one_line, text, unique, written_list
from kg.text.markup import decode_whole_entities

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_GIVEN = (
    *("given", "first", "firstName", "first_name", "given_name", "given-name", "givenName", "forename"),
    *("firstname", "FirstName", "ForeName", "given-names"),
)
_FAMILY = (
    *("family", "last", "lastName", "last_name", "family_name", "family-name", "familyName", "surname"),
    *("lastname", "LastName"),
)
_NAME_PARTS = (_GIVEN, ("middle", "middle_name"), _FAMILY)
_OF_PARTS = frozenset(name for names in _NAME_PARTS for name in names)

_INITIALS = re.compile(r"(?:[^\W\d_](?:\.\s?-?|-))*[^\W\d_]\.?")
_AND = re.compile(r"\s(?:and|&)\s", re.IGNORECASE)
_NOT_AUTHORS = frozenset(
    {"others", "et al", "et al.", "and", "&", "anonymous", "nan", "none", "null", "n/a", "unknown", "not available"}
    | {"[no author name available]", "[no author names available]", "no author name available"}
)
_ET_AL = re.compile(r"(?:^|(?<![\s,;])[\s,;]+)et(?:\. ?| )al\.?$", re.IGNORECASE)
_HOMONYM = re.compile(r"(?<=[^\s\d])\s+0[0-9]{3}$")  # DBLP tells people of one name apart so
_AUTHOR_NUMBER = re.compile(r"(?<!\s)\s*+\([0-9]+\)$")


def authors(value: object) -> tuple[str, ...]:
    """Split authors, given as a list of names or mappings, or as text.

    Text is split at ``;``, ``|`` or line breaks, else at *and* and commas; a comma within a name (*Last, First*) is told
    by its place. E-mail addresses are dropped, and so are the numbers that Scopus and DBLP give authors.

    >>> authors("Lovelace, Ada and Turing, Alan"), authors("Ada Lovelace, Alan Turing and Emmy Noether")
    (('Lovelace, Ada', 'Turing, Alan'), ('Ada Lovelace', 'Alan Turing', 'Emmy Noether'))
    >>> authors([{"given": "Ada", "family": "Lovelace"}, {"name": "Alan Turing"}])
    ('Ada Lovelace', 'Alan Turing')
    """
    if isinstance(value, str):
        names: Iterable[str] = written_list(value) or _split_authors(encodable(value))
    elif isinstance(value, dict):
        names = [_author(value)]
    elif isinstance(value, list | tuple):
        names = map(_author, value)
    else:
        return ()
    return unique(_known_author(name) if len(name) <= 200 else _author_name(name) for name in names)


def _author_name(name: str) -> str:
    cleaned = one_line(_bare_name(name))
    if "@" in cleaned:  # it was written as an entity
        cleaned = one_line(_bare_name(cleaned))
    return "" if cleaned.casefold() in _NOT_AUTHORS or not any(map(str.isalpha, cleaned)) else cleaned


_known_author = lru_cache(maxsize=8192)(_author_name)


def _bare_name(name: str) -> str:
    """Take away what is no part of a name: e-mail addresses, the numbers of Scopus and DBLP, *et al.*."""
    words = " ".join([word for word in name.split() if "@" not in word])
    bare = words.strip(" ,;")
    if bare.endswith(")"):
        bare = _AUTHOR_NUMBER.sub("", bare)
    if bare[-1:].isdecimal():
        bare = _HOMONYM.sub("", bare)
    if bare.endswith(("l", "L", ".")):
        bare = _ET_AL.sub("", bare)
    return bare.strip(" ,;")


def _author(value: object) -> str:
    if not isinstance(value, dict):
        return text(value)
    inner = value.get("author")
    if isinstance(inner, dict):
        value = inner
    if _OF_PARTS.isdisjoint(value):
        return text(value)
    given, middle, family = (next((text(value[key]) for key in keys if value.get(key)), "") for keys in _NAME_PARTS)
    if family and not given:
        given = _name_beside(value, family)
        family = "" if family.casefold() in given.casefold() else family
    return " ".join(filter(None, (given, middle, family))) or text(value)


def _name_beside(value: Mapping[str, object], family: str) -> str:
    """Find the full name, or else the one that has no name for what it is, beside a family name."""
    names = (value[key] for key in (*FULL_NAMES, "name") if value.get(key))
    return next((text(name) for name in names), "") if family else ""


def _split_authors(value: str) -> list[str]:
    value = decode_whole_entities(value).translate(FULL_WIDTH)
    for sign in ";|":
        if sign in value:
            return [name for part in value.split(sign) for name in _split_last(part)]
    lines = value.splitlines()
    if len(lines) > 1 and not _AND.search(value):
        return [name for line in lines for name in ([line] if "," in line.strip(" ,") else _split_commas(line))]
    parts = [part.strip(" ,") for part in _AND.split(value)]
    if len(parts) > 1 and "," in parts[-1]:
        return [name for part in parts for name in _split_pairs(part)]
    return [name for part in parts for name in _split_commas(part)]


def _split_last(value: str) -> list[str]:
    """Split the last two of a list of names, ``C, D & E, F``; ``Institute of Arts and Letters`` is one."""
    parts = re.split(r"\s&\s", value)
    if len(parts) == 1:
        halves = _AND.split(value)
        parts = halves if len(halves) == 2 and all("," in half for half in halves) else parts
    return parts


def _split_pairs(value: str) -> list[str]:
    """Split *Last, First, Last, First*, where each name has a comma."""
    halves = [half.strip() for half in value.split(",")]
    if len(halves) < 4 or len(halves) % 2:
        return [value]
    return [f"{last}, {first}" for last, first in zip(halves[::2], halves[1::2], strict=True)]


def _split_commas(value: str) -> list[str]:
    """Split at commas, but keep *Last, First* together: ``Noether, E., Turing, A.`` are two, ``Lovelace, Ada K.`` is one."""
    parts = [part for raw in value.split(",") if (part := raw.strip())]
    seconds = parts[1::2]
    if len(parts) == 2 and (" " not in parts[0] or " " not in _AUTHOR_NUMBER.sub("", parts[1])):
        return [", ".join(parts)]
    if seconds and len(parts) % 2 == 0 and all(len(part) < 20 and _INITIALS.fullmatch(part) for part in seconds):
        return [f"{last}, {first}" for last, first in zip(parts[::2], seconds, strict=True)]
    return parts
