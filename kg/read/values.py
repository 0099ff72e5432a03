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
from kg.text.addresses import has_address, without_addresses
from kg.text.markup import decode_whole_entities

if TYPE_CHECKING:
    from collections.abc import Iterable

_MAX_ROUNDS = 8
FULL_NAMES = ("full_name", "fullName", "fullname", "author_name")
_INNER = (
    *("value", "text", "name", "display_name", "keyword", "term", "label", *FULL_NAMES, "literal"),
    *("$numberInt", "$numberLong", "$oid", "$date"),  # of MongoDB's extended JSON
)
_YEAR = re.compile(r"(?<![0-9])(?:1[5-9]|20)[0-9]{2}(?![0-9])")
_COMPACT_DATE = re.compile(r"((?:1[5-9]|20)[0-9]{2})(?:0[1-9]|1[0-2])(?:[0-3][0-9])?")
# Commas, semicolons, bars and quotation marks are part of an address only if more of it follows.
_URL = re.compile(
    r"https?://[^\s;,|'\"]++(?:[;,|'\"]++(?!https?://|[)\]}])[^\s;,|'\"]++)*+",
    re.IGNORECASE,
)
_PLAIN_URL = re.compile(r"https?://[A-Za-z0-9.-]+(?:[/?][\w!$&()*+./:=?@~-]*)?", re.ASCII)
"""An address that :func:`url` leaves as it is."""
_IRI_SAFE = "!$%&'()*+,-./:;=?@_~"
_BARE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
# An item of a list as Python shows it, be it text or an object made of one, as arxiv.Result.Author('Ada Lovelace').
_QUOTED = re.compile(r"\s*(?:[A-Za-z][\w.]*+(\())?(?:'((?:[^'\\]|\\.)*+)'|\"((?:[^\"\\]|\\.)*+)\")(?(1)\))\s*,?")
_WRITTEN_OBJECT = re.compile(r"\{([^{}]*+)\}")
_WRITTEN_NAME = re.compile(
    rf"['\"](?:{'|'.join(map(re.escape, _INNER))})['\"]\s*+:\s*+('(?:[^'\\]|\\.)*+'|\"(?:[^\"\\]|\\.)*+\")"
)
FULL_WIDTH = str.maketrans("；，、", ";,,")
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
        return value if value.isascii() else encodable(value)
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return " ".join(filter(None, map(_inner_text, value)))
    return _inner_text(value)


def _inner_text(value: object) -> str:
    if isinstance(value, dict):
        value = next((value[key] for key in _INNER if isinstance(value.get(key), str)), "")
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, bool) or not isinstance(value, int | float | date) or value != value:  # noqa: PLR0124 (a NaN)
        return ""
    return format(value)


def encodable(value: str) -> str:
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
    cleaned = clean(text(value)).strip()
    if has_address(cleaned):
        cleaned = clean(without_addresses(cleaned)).strip()
    if "\n" in cleaned:
        cleaned = one_line(cleaned)
    return "" if len(cleaned) < 50 and _is_placeholder(_bare(cleaned)) else cleaned


def abstract(raw: str) -> str:
    """Turn a raw text into a clean abstract, without a heading before it or a line of copyright after it.

    What stands in place of one gives none: a notice that there is none, or that it was withdrawn.

    >>> abstract("Abstract: We prove it. © 2021 Elsevier Ltd"), abstract("(No Abstract)"), abstract("Part of")
    ('We prove it.', '', '')
    """
    cleaned = clean(mark_sections(raw)).strip()
    for _ in range(_MAX_ROUNDS):
        bare = without_addresses(without_copyright(without_heading(cleaned)))
        if bare == cleaned:
            break
        cleaned = clean(mark_sections(bare)).strip()
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
    return _known_label(value) if len(value) <= 200 else one_line(value)


@lru_cache(maxsize=8192)
def _known_label(value: str) -> str:
    return one_line(value)


def one_line(value: str) -> str:
    """Clean a text into one line, which may be markup again where it was several."""
    for _ in range(_MAX_ROUNDS):
        cleaned = clean(value)
        value = " ".join(cleaned.split())
        if value == cleaned:
            break
    return value


def identifier(value: object) -> str:
    r"""Turn a value into an id; none where it holds more than 200 code points or an e-mail address.

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
    return "" if len(joined) > 200 or has_address(joined) or joined.casefold() in _PLACEHOLDERS else joined


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
        value = written_list(value) or _split_keywords(encodable(value))
    elif not isinstance(value, list | tuple):
        return ()
    return unique(label(text(item)) for item in value)


def _split_keywords(value: str) -> list[str]:
    value = decode_whole_entities(value).translate(FULL_WIDTH)
    return value.split(next((sign for sign in ";|•·,\n" if sign in value), ","))


def written_list(value: str) -> list[str] | None:
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


def unique(values: Iterable[str]) -> tuple[str, ...]:
    """Give the filled ones among some values, each once."""
    return tuple(dict.fromkeys(filter(None, values)))
