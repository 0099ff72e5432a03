"""When two records are one paper.

The rules, for records that share what they name:

* **An id** (DOI, arXiv, OpenReview, ACL Anthology, PubMed, Semantic Scholar) makes two records one paper, unless their texts say that they
  are two: a DOI may be that of a whole volume. Titles that have half of the shorter one's words in common are one title;
  where they have not, more than half of the shorter list's authors must speak for it, and for a DOI the abstracts too.
* **A title** makes them one paper where they share authors: half of the shorter list, or one if the abstracts do not
  differ; or where they share a long abstract. Short titles and those that many papers have (*Preface*, *Editorial*) say
  nothing.
* **Different ids of one scheme** keep two records apart, even under one title: two DOIs of publishers, two ids of arXiv, of
  the ACL Anthology or of PubMed are two publications. The DOI of a preprint beside another one, and two forums of OpenReview
  (a paper submitted again), may be versions of one. Only one id and one title together are stronger.

Nothing is ever merged by an empty title.
"""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from kg.model import Paper

_PUNCTUATION = re.compile(r"[^\w+#]|_")
_ASCII_PUNCTUATION = bytes(code for code in range(128) if _PUNCTUATION.match(chr(code)))
_NOT_LETTERS = re.compile(r"[\W_]+")
_WORD = re.compile(r"[^\W_]+")
_GREEK = {
    code: unicodedata.name(chr(code)).split()[-1].lower()
    for code in range(0x391, 0x3CA)
    if unicodedata.name(chr(code), "").startswith("GREEK")
}
# Letters that Unicode does not take apart.
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"})
_LONG_TITLE = 16
"""Bytes of a folded title that tell a paper from others, whatever its words: a Chinese character has three."""
_SHORTEST_TITLE = 8
"""Letters that a title of two words or more must have at least."""
_LONG_ABSTRACT = 100
# Titles that one journal or volume after the other has; of one word only those that are long, as no short one is telling.
_GENERIC = frozenset(
    _NOT_LETTERS.sub("", title)
    for title in """
    acknowledgement of reviewers, acknowledgment of reviewers, author biographies, author index, author response,
    authors reply, authors response, book notes, book review, book reviews, books received, call for papers,
    closing remarks, committees and reviewers, concluding remarks, conference abstracts, conference committee,
    conference committees, conference organization, conference program, conference programme, conference report,
    copyright information, copyright notice, copyright page, editor introduction, editor's introduction, editor's note,
    editorial board, editorial comment, editorial introduction, editors introduction, editors note, editors notes,
    editors preface, final remarks, from the editor, from the editor in chief, from the editors, from the president,
    general discussion, general introduction, guest editor introduction, guest editorial, guest editors,
    guest editors introduction, in memoriam, in this issue, index of authors, information for authors,
    instructions for authors, instructions to authors, introduction and overview, introduction to the issue,
    introduction to the proceedings, introduction to the special issue, introduction to the volume,
    introduction to the workshop, introduction to this issue, introduction to this special issue, introductory remarks,
    invited paper, invited speaker, invited speakers, invited talk, invited talks, issue information, keynote abstracts,
    keynote address, keynote lecture, keynote speakers, keynote speech, keynote talk, keyword index, letter from the editor,
    letter from the editors, letter to the editor, letters to the editor, list of authors, list of contributors,
    list of participants, list of reviewers, meeting abstracts, meeting report, message from the chairs,
    message from the editor, message from the editor in chief, message from the editors, message from the general chair,
    message from the general chairs, message from the organizers, message from the president,
    message from the program chair, message from the program chairs, new books, news and notes, news and views, no title,
    opening remarks, organization committee, organising committee, organizing committee, panel discussion,
    poster abstracts, poster session, preface to the proceedings, presidents message, program chairs, program committee,
    programme committee, publication information, publishers note, research highlights, reviewer acknowledgement,
    reviewer index, scientific committee, short papers, society information, special issue, special issue editorial,
    special issue introduction, special section, steering committee, subject index, supplementary material,
    supplementary materials, supporting information, table of contents, technical program, technical program committee,
    thanks to reviewers, title page, tutorial abstracts, welcome from the chairs, welcome message,
    welcome to the conference, workshop report, workshop summary
    """.split(",")
)
_GENERIC_START = re.compile(
    r"(?:discussion|correction|corrigendum|erratum|errata|addendum|reply|response|rejoinder|replies)\W+(?:of|on|to|for|by)\b"
    r"|(?:comments?|remarks?|discussion)\W+on\W+[\"“”‘’']|(?:front|back)\W?matter\b|proceedings\W+of\b|abstracts?\W+of\b",
    re.IGNORECASE,
)
_INITIALS = re.compile(r"(?:[^\W\d_]\.?-?){1,3}")
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "phd", "md", "dr", "prof", "et", "al"})
_PREPRINT = re.compile(
    r"10\.48550/|10\.1101/(?:\d{4}\.\d\d\.\d\d\.)?\d{6,8}|10\.21203/rs|10\.2139/ssrn|10\.20944/preprints|10\.26434/|"
    r"10\.36227/|10\.22541/|10\.31(?:219|222|223|224|225|226|228|229|230|231|232|233|234|235|236|237)/|10\.33774/|"
    r"10\.5281/zenodo|10\.6084/m9\.figshare|10\.1002/essoar|10\.14293/s2199|10\.64898/"
)
TITLE_ID = "title-"
"""What ids made of a title and a year begin with."""
_ONE_EACH = ("arxiv", "acl", "pmid", "corpusid")
"""Schemes that give a paper one id."""


def fold_title(title: str) -> str:
    """Reduce a title to what its spellings have in common: case, accents, punctuation and blanks aside.

    >>> fold_title("Über α-CROWN: Graphs & Trees") == fold_title("Uber alpha-crown, graphs and trees")
    True
    """
    text = title.replace("&", "and").casefold()
    if text.isascii():
        return text.encode().translate(None, _ASCII_PUNCTUATION).decode()
    return _PUNCTUATION.sub("", _without_accents(text).translate(_GREEK))


def _without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def title_key(title: str) -> str:
    """Fold a title that tells a paper from others; "" for one that is too short for that, or generic.

    >>> title_key("Attention Is All You Need"), title_key("Preface"), title_key("Discussion of “On the Choice of Priors”")
    ('attentionisallyouneed', '', '')
    """
    if _GENERIC_START.match(title):
        return ""
    folded = fold_title(title)
    if len(folded) < _LONG_TITLE and len(folded.encode("utf-8", "replace")) < _LONG_TITLE:
        is_telling = len(folded) >= _SHORTEST_TITLE and len(title.split()) > 1
        return folded if is_telling and folded not in _GENERIC else ""
    return "" if folded in _GENERIC else folded


def title_hash(title: str, year: int | None) -> str:
    """Make an id of a title and a year; "" where the title does not tell a paper from others.

    >>> title_hash("Attention Is All You Need", 2017) == title_hash("Attention is all you need.", 2017)
    True
    """
    key = title_key(title)
    return blake2b(f"{key}\0{year or ''}".encode("utf-8", "replace"), digest_size=8).hexdigest() if key else ""


def author_keys(names: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Reduce names to surname and first initial, however they are written; the initial is "" where there is none.

    >>> sorted(author_keys(["Lovelace, Ada"]) & author_keys(["Ada Lovelace"]) & author_keys(["Lovelace A."]))
    [('lovelace', 'a')]
    """
    return frozenset(key for name in names for key in _author_keys(name))


def _author_keys(name: str) -> Iterable[tuple[str, str]]:
    family, comma, given = name.partition(",")
    if comma:
        words = _name_words(family)
        firsts = [word for word in _name_words(given) if word not in _SUFFIXES]
        if words and firsts:
            yield words[-1], firsts[0][0]
            return
        name = family
    raw = [word for word in name.split() if (folded := _name_words(word)) and folded[0] not in _SUFFIXES]
    if len(raw) < 2:
        yield from ((word, "") for word in _name_words(name)[-1:])
        return
    last = raw[-1]
    # "Lovelace A." and "Lovelace AB"; "Wei XU" may be either.
    is_initials = _are_initials(last)
    if is_initials and not _are_initials(raw[0]):
        before = [word for word in raw[:-1] if not _are_initials(word)] or raw[:-1]
        yield _name_words(before[-1])[-1], _fold_name(last)[0]
    if not is_initials or ("." not in last and len(last) > 1):
        yield _name_words(last)[-1], _fold_name(raw[0])[0]


def _are_initials(word: str) -> bool:
    return bool(_INITIALS.fullmatch(word)) and word == word.upper()


def _name_words(text: str) -> list[str]:
    return [word for word in _WORD.findall(_fold_name(text)) if not word.isdecimal()]


def _fold_name(text: str) -> str:
    folded = text.casefold()
    if not folded.isascii():
        folded = _without_accents(folded)
    # "Schroedinger" is "Schrödinger".
    return folded.replace("ae", "a").replace("oe", "o").replace("ue", "u").lstrip(".-'’ ")


def shared_authors(first: Collection[str], second: Collection[str]) -> float:
    """Give the share of the shorter list's authors that the longer list has too.

    >>> shared_authors(["Lovelace, Ada", "Turing, Alan"], ["A. Lovelace"]), shared_authors(["Li, Na"], ["Li, Bo"])
    (1.0, 0.0)
    """
    few, many = sorted((first, second), key=len)
    if not few:
        return 0.0
    known = author_keys(many)
    surnames = {surname for surname, initial in known if not initial}
    anyone = {surname for surname, _ in known}
    found = 0
    for name in few:
        keys = author_keys([name])
        found += any(
            key in known or key[0] in surnames or (not key[1] and key[0] in anyone) for key in keys if len(key[0]) > 1
        )
    return found / len(few)


def are_alike(first: str, second: str) -> bool:
    """Tell whether one text has half of the words of the other, shorter one.

    >>> are_alike("A Study of Graphs", "Graphs: a longer study of them"), are_alike("On Trees", "Chairs, Tables")
    (True, False)
    """
    few, many = sorted((set(_words(first)), set(_words(second))), key=len)
    return bool(few) and 2 * len(few & many) >= len(few)


def _words(text: str) -> list[str]:
    text = text.casefold()
    words: list[str] = _WORD.findall(text if text.isascii() else _without_accents(text).translate(_GREEK))
    return [word for word in words if word not in _FUNCTION_WORDS] or words


_FUNCTION_WORDS = frozenset(
    "a an and as at by for from in is of on or the to via with we our this that are be it".split()
)


def conflict(first: Collection[str], second: Collection[str]) -> str:
    """Name two ids by which two records cannot be one paper; "" where there are none.

    >>> conflict(["doi:10.1000/1"], ["doi:10.1000/2"]), conflict(["doi:10.1000/1"], ["doi:10.48550/arxiv.2101.00001"])
    ('10.1000/1 and 10.1000/2', '')
    """
    for scheme in ("doi", *_ONE_EACH):
        mine, others = (_of_scheme(ids, scheme) for ids in (first, second))
        if mine and others and mine.isdisjoint(others):
            return f"{min(mine)} and {min(others)}"
    return ""


def _of_scheme(ids: Collection[str], scheme: str) -> set[str]:
    names = {name.removeprefix(scheme + ":") for name in ids if name.startswith(scheme + ":")}
    return {name for name in names if not _PREPRINT.match(name)} if scheme == "doi" else names


def match_by_id(first: Paper, second: Paper, name: str) -> bool:
    """Tell whether two records that share an id are one paper."""
    key = title_key(first.title)
    if key and key == title_key(second.title):
        return True
    if conflict(first.ids, second.ids):
        return False
    if not first.title or not second.title or are_alike(first.title, second.title):
        return True
    if shared_authors(first.authors, second.authors) <= 0.5:
        return False
    return not name.startswith("doi:") or _abstracts_agree(first, second)


def match_by_title(first: Paper, second: Paper) -> str:
    """Say what makes two records with one telling title one paper: "authors" or "abstract"; "" where they are two."""
    if conflict(first.ids, second.ids):
        return ""
    shared = shared_authors(first.authors, second.authors)
    if shared >= 0.5 or (shared and _abstracts_agree(first, second)):
        return "authors"
    return "abstract" if len(first.abstract) >= _LONG_ABSTRACT and _same(first.abstract, second.abstract) else ""


def _abstracts_agree(first: Paper, second: Paper) -> bool:
    return not first.abstract or not second.abstract or are_alike(first.abstract, second.abstract)


def _same(first: str, second: str) -> bool:
    return fold_title(first) == fold_title(second)


def match_by_own_id(first: Paper, second: Paper) -> str:
    """Say what makes two records that go by one id of their file one paper: "text" or "title"; "" where they are two.

    An id made of title and year says no more than these do.
    """
    telling = title_key(first.title)
    is_made = second.id == TITLE_ID + title_hash(second.title, second.year)
    if (first.title, first.abstract) == (second.title, second.abstract):
        facts = (first.authors, first.year, first.venue), (second.authors, second.year, second.venue)
        is_same = facts[0] == facts[1] and (any(facts[0]) or not is_made)
        return "text" if first.abstract or is_same or (telling and not is_made) else ""
    if not telling or telling != title_key(second.title) or conflict(first.ids, second.ids):
        return ""
    if is_made and not second.year:
        return ""
    if first.authors and second.authors and not shared_authors(first.authors, second.authors):
        return ""
    return "title" if not first.abstract or not second.abstract or _same(first.abstract, second.abstract) else ""
