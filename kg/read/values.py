"""Values as they come (text, lists, mappings, numbers) → the plain values of a paper.

None of these functions raises: what cannot be understood is left out. The numbers of JSON come as the text they were
written in.
"""

from __future__ import annotations

import json
import re
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from kg import paper_ids
from kg.text import clean
from kg.text.abstracts import mark_sections, without_copyright, without_heading
from kg.text.addresses import without_addresses
from kg.text.markup import decode_whole_entities

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MAX_ROUNDS = 8
_FULL_NAMES = ("full_name", "fullName", "fullname", "author_name")
_INNER = (
    *("value", "text", "name", "display_name", "keyword", "term", "label", *_FULL_NAMES, "literal"),
    *("$numberInt", "$numberLong", "$oid", "$date"),  # of MongoDB's extended JSON
)
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

_YEAR = re.compile(r"(?<![0-9])(?:1[5-9]|20)[0-9]{2}(?![0-9])")
_COMPACT_DATE = re.compile(r"((?:1[5-9]|20)[0-9]{2})(?:0[1-9]|1[0-2])[0-3][0-9]")
# Commas, semicolons, bars and quotation marks are part of an address only if more of it follows.
_URL = re.compile(
    r"https?://[^\s;,|'\"]++(?:[;,|'\"]++(?!https?://|[)\]}])[^\s;,|'\"]++)*+",
    re.IGNORECASE,
)
_PLAIN_URL = re.compile(r"https?://[A-Za-z0-9.-]+(?:[/?][\w!$&()*+./:=?@~-]*)?", re.ASCII)
"""An address that :func:`url` leaves as it is."""
_IRI_SAFE = "!$%&'()*+,-./:;=?@_~"
_BARE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_INITIALS = re.compile(r"(?:[^\W\d_](?:\.\s?-?|-))*[^\W\d_]\.?")
# An item of a list as Python shows it, be it text or an object made of one, as arxiv.Result.Author('Ada Lovelace').
_QUOTED = re.compile(r"\s*(?:[A-Za-z][\w.]*+(\())?(?:'((?:[^'\\]|\\.)*+)'|\"((?:[^\"\\]|\\.)*+)\")(?(1)\))\s*,?")
_WRITTEN_OBJECT = re.compile(r"\{([^{}]*+)\}")
_WRITTEN_NAME = re.compile(
    rf"['\"](?:{'|'.join(map(re.escape, _INNER))})['\"]\s*+:\s*+('(?:[^'\\]|\\.)*+'|\"(?:[^\"\\]|\\.)*+\")"
)
_AND = re.compile(r"\s(?:and|&)\s", re.IGNORECASE)
_NOT_AUTHORS = frozenset(
    {"others", "et al", "et al.", "and", "&", "anonymous", "nan", "none", "null", "n/a", "unknown", "not available"}
    | {"[no author name available]", "[no author names available]", "no author name available"}
)
_ET_AL = re.compile(r"(?:^|(?<![\s,;])[\s,;]+)et(?:\. ?| )al\.?$", re.IGNORECASE)
_HOMONYM = re.compile(r"(?<=[^\W\d_])\s+0[0-9]{3}$")  # DBLP tells people of one name apart so
_AUTHOR_NUMBER = re.compile(r"(?<!\s)\s*+\([0-9]+\)$")
_FULL_WIDTH = str.maketrans("；，、", ";,,")
_PLACEHOLDERS = frozenset(
    {
        *("abstract", "abstract unavailable", "abstract not available", "abstract is not available", "no abstract"),
        *("no abstract available", "no abstract provided", "no abstract is available", "not available", "n/a", "na"),
        *(
            "not applicable",
            "nan",
            "none",
            "null",
            "nil",
            "unavailable",
            "unknown",
            "untitled",
            "no title",
            "no title available",
            "tba",
        ),
        *("withdrawn", "placeholder", "tbd", "to be announced", "part of", "discussion of", "we", "coming soon"),
        *("to appear", "see pdf", "see the pdf", "abstract in pdf", "empty", "missing", "not provided", "no summary"),
        *("no abstract found", "abstract missing", "abstract not found", "abstract not provided", "summary", "no text"),
    }
)
_WITHDRAWN = re.compile(
    r"(?:(?:this|the) (?:paper|article|submission|manuscript|work) (?:has been|was|is) )?withdrawn\b"
)


def text(value: object) -> str:
    """Turn a value into raw text: that of a list's items is joined, a mapping gives its ``value``, ``text`` or name.

    >>> text(["One.", {"type": "Other", "text": "Two."}]), text({"value": "x"}), text(True)
    ('One. Two.', 'x', '')
    """
    if isinstance(value, str):
        return value if value.isascii() else _encodable(value)
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return " ".join(filter(None, map(_inner_text, value)))
    return _inner_text(value)


def _inner_text(value: object) -> str:
    if isinstance(value, dict):
        value = next((value[key] for key in _INNER if isinstance(value.get(key), str)), "")
    if isinstance(value, str):
        return _encodable(value)
    if isinstance(value, bool) or not isinstance(value, int | float | date) or value != value:  # noqa: PLR0124 (a NaN)
        return ""
    return format(value)


def _encodable(value: str) -> str:
    """Replace lone surrogates, which JSON's escapes let in and no output lets out."""
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-8", "replace").decode()
    return value


def title(value: object) -> str:
    """Turn a value into a clean title; what stands for none gives none.

    >>> title("On  Graphs"), title("[No title]")
    ('On Graphs', '')
    """
    cleaned = without_addresses(clean(text(value)).strip())
    if "\n" in cleaned:
        cleaned = _one_line(cleaned)
    return "" if len(cleaned) < 50 and _is_placeholder(_bare(cleaned)) else cleaned


def abstract(raw: str) -> str:
    """Turn a raw text into a clean abstract, without a heading before it or a line of copyright after it.

    What stands in place of one gives none: a notice that there is none, or that it was withdrawn.

    >>> abstract("Abstract: We prove it. © 2021 Elsevier Ltd"), abstract("(No Abstract)"), abstract("Part of")
    ('We prove it.', '', '')
    """
    cleaned = without_addresses(without_copyright(without_heading(clean(mark_sections(raw)).strip())))
    if len(cleaned) > 200:
        return cleaned
    bare = _bare(cleaned)
    return "" if _is_placeholder(bare) or _WITHDRAWN.match(bare) else cleaned


def _bare(value: str) -> str:
    return " ".join(value.casefold().split()).strip("[](){}<>.:;,!*\"'- –—")


def _is_placeholder(bare: str) -> bool:
    return not bare or bare in _PLACEHOLDERS


def label(value: str) -> str:
    """Clean a short text, such as a name, a keyword or a venue, into one line."""
    return _known_label(value) if len(value) <= 200 else _one_line(value)


@lru_cache(maxsize=8192)
def _known_label(value: str) -> str:
    return _one_line(value)


def _one_line(value: str) -> str:
    """Clean a text into one line, which may be markup again where it was several."""
    for _ in range(_MAX_ROUNDS):
        cleaned = clean(value)
        value = " ".join(cleaned.split())
        if value == cleaned:
            break
    return value


def identifier(value: object) -> str:
    r"""Turn a value into an id; none where it holds more than 200 code points.

    >>> identifier(" 2101.00001\n"), identifier(["a"]), identifier("N/A"), identifier({"$oid": "53e9"})
    ('2101.00001', '', '', '53e9')
    """
    if isinstance(value, dict):
        value = value.get("$oid")
    if isinstance(value, str) and value.isprintable() and " " not in value:
        joined = value
    elif isinstance(value, list | tuple | dict):
        return ""
    else:
        joined = " ".join(text(value).split())
        if not joined.isprintable():
            joined = "".join(filter(str.isprintable, joined))
    return "" if len(joined) > 200 or joined.casefold() in _PLACEHOLDERS else joined


def year(value: object) -> int | None:
    """Find the year in a number, a date or text.

    >>> year("March 1, 2002"), year(2021.0), year("2021-03"), year("20210304"), year(-1), year("1540035843524")
    (2002, 2021, 2021, 2021, None, None)
    """
    return _known_year(text(value)[:100])


@lru_cache(maxsize=1024)
def _known_year(raw: str) -> int | None:
    if compact := _COMPACT_DATE.fullmatch(raw.strip()):
        return int(compact[1])
    found = _YEAR.search(raw)
    return int(found[0]) if found else None


def doi(value: object) -> str:
    """Normalise a DOI: no resolver, lower case.

    >>> doi("https://doi.org/10.1000/ABC"), doi("doi: 10.1000/abc."), doi("none")
    ('10.1000/abc', '10.1000/abc', '')
    """
    return paper_ids.doi(text(value))


def url(value: object) -> str:
    """Find the first web address; characters that an IRI may not have are percent-encoded. None with a user's name in it.

    >>> url("javascript:alert(1)"), url("https://example.org/a; https://example.org/b"), url('https://example.org/"x"y')
    ('', 'https://example.org/a', 'https://example.org/%22x%22y')
    """
    if not value:
        return ""
    raw = text(value)[:2000]
    if _PLAIN_URL.fullmatch(raw):
        return raw
    if not (found := _URL.search(raw)):
        return ""
    address = "#".join(quote(part, safe=_IRI_SAFE) for part in _BARE_PERCENT.sub("%25", found[0]).split("#", 1))
    try:
        parts = urlsplit(address)
        usable = parts.hostname and parts.port != 0 and "@" not in parts.netloc
    except ValueError:
        return ""
    return address if usable else ""


def keywords(value: object) -> tuple[str, ...]:
    """Split keywords, given as a list or as text with ``;`` (else ``,``) between them, without repeats.

    >>> keywords("deep learning; SGD, momentum"), keywords([{"display_name": "Graph"}, "Graph"])
    (('deep learning', 'SGD, momentum'), ('Graph',))
    """
    if isinstance(value, str):
        value = _written_list(value) or _split_keywords(_encodable(value))
    elif not isinstance(value, list | tuple):
        return ()
    return _unique(label(text(item)) for item in value)


def _split_keywords(value: str) -> list[str]:
    value = decode_whole_entities(value).translate(_FULL_WIDTH)
    return value.split(next((sign for sign in ";|" if sign in value), ","))


def authors(value: object) -> tuple[str, ...]:
    """Split authors, given as a list of names or mappings, or as text.

    Text is split at ``;``, ``|`` or line breaks, else at *and* and commas; a comma within a name (*Last, First*) is told
    by its place. E-mail addresses are dropped, and so are the numbers that Scopus gives authors.

    >>> authors("Lovelace, Ada and Turing, Alan"), authors("Ada Lovelace, Alan Turing and Emmy Noether")
    (('Lovelace, Ada', 'Turing, Alan'), ('Ada Lovelace', 'Alan Turing', 'Emmy Noether'))
    >>> authors([{"given": "Ada", "family": "Lovelace"}, {"name": "Alan Turing"}])
    ('Ada Lovelace', 'Alan Turing')
    """
    if isinstance(value, str):
        names: Iterable[str] = _written_list(value) or _split_authors(_encodable(value))
    elif isinstance(value, dict):
        names = [_author(value)]
    elif isinstance(value, list | tuple):
        names = map(_author, value)
    else:
        return ()
    return _unique(_known_author(name) if len(name) <= 200 else _author_name(name) for name in names)


def _author_name(name: str) -> str:
    cleaned = _one_line(_bare_name(name))
    if "@" in cleaned:  # it was written as an entity
        cleaned = _bare_name(cleaned)
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
    names = (value[key] for key in (*_FULL_NAMES, "name") if value.get(key))
    return next((text(name) for name in names), "") if family else ""


def _split_authors(value: str) -> list[str]:
    value = decode_whole_entities(value).translate(_FULL_WIDTH)
    for sign in ";|":
        if sign in value:
            return [name for part in value.split(sign) for name in _split_last(part)]
    lines = value.splitlines()
    if len(lines) > 1 and not _AND.search(value):
        return [name for line in lines for name in ([line] if "," in line.strip(" ,") else _split_commas(line))]
    parts = [part.strip(" ,") for part in _AND.split(value)]
    if len(parts) > 1 and "," in parts[-1]:
        return parts
    return [name for part in parts for name in _split_commas(part)]


def _split_last(value: str) -> list[str]:
    """Split the last two of a list of names, ``C, D & E, F``; ``Institute of Arts and Letters`` is one."""
    parts = re.split(r"\s&\s", value)
    if len(parts) == 1:
        halves = _AND.split(value)
        parts = halves if len(halves) == 2 and all("," in half for half in halves) else parts
    return parts


def _split_commas(value: str) -> list[str]:
    """Split at commas, but keep *Last, First* together: ``Noether, E., Turing, A.`` are two, ``Lovelace, Ada K.`` is one."""
    parts = [part for raw in value.split(",") if (part := raw.strip())]
    seconds = parts[1::2]
    if len(parts) == 2 and (" " not in parts[0] or " " not in _AUTHOR_NUMBER.sub("", parts[1])):
        return [", ".join(parts)]
    if seconds and len(parts) % 2 == 0 and all(len(part) < 20 and _INITIALS.fullmatch(part) for part in seconds):
        return [f"{last}, {first}" for last, first in zip(parts[::2], seconds, strict=True)]
    return parts


def _written_list(value: str) -> list[str] | None:
    """Read a list written as text, in JSON or as Python shows it; None where it is none."""
    stripped = value.strip()
    if not (stripped.startswith("[") and stripped.endswith("]")):
        return None
    try:
        items = json.loads(stripped)
    except (ValueError, RecursionError):
        items = []
        stripped = _WRITTEN_OBJECT.sub(_written_name, stripped)
        at, end = 1, len(stripped) - 1
        while at < end:
            found = _QUOTED.match(stripped, at, end)
            if not found:
                return None
            items.append(re.sub(r"\\(.)", r"\1", found[2] if found[2] is not None else found[3]))
            at = found.end()
    return [text(item) for item in items]


def _written_name(written: re.Match[str]) -> str:
    """Put the name in an object, as Python shows it, in the object's place."""
    found = _WRITTEN_NAME.search(written[1])
    return found[1] if found else written[0]


def _unique(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, values)))
