"""Lists: a heading line that names venue and year, in any language, then one abstract a paragraph.

Markdown's ``#`` may stand before a heading, paragraphs may be wrapped, further headings change venue and year.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from kg.errors import InputError
from kg.model import Paper, Problem
from kg.read.contract import MAX_RECORD, Match, Reader, require_records
from kg.read.lines import TOO_LONG, split_lines
from kg.read.record import excerpt, make_paper

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO

    from kg.read.contract import Document

NOT_AN_ABSTRACT = "paragraph not taken for an abstract"

FORM = 'A list begins with a line that names venue and year ("ICML 2025 Papers"), then a blank line and one abstract a paragraph'

_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_LATIN = "0-9A-Za-zÀ-ÖØ-öø-ɏ"
_WORD = re.compile(rf"[{_LATIN}]+(?:['’&./+-][{_LATIN}]+)*")
_NOT_IN_HEADINGS = re.compile(r"[<>{}|=\\@\t©]|\(c\)|copyright|[.!?;。！？；]$", re.IGNORECASE)
_MARKUP = re.compile(r"<[A-Za-z/!]|[|>]|[-*+] |#{1,6} |!\[|\[!\[|`{3}|~{3}|[-*_=]{3,}$|:[a-z_]+:")
_ITEM = re.compile(r"[0-9]{1,4}[.)]\s+[*_`\[\"“]")
_BLANK = " \t\r\n\f\v\u00a0\u3000\ufeff"
_ENDS_SENTENCE = re.compile(
    r"[.!?…。．｡！？؟۔।॥։።]"  # the full stops, exclamation and question marks of many scripts
    r"[\s\"'“”‘’«»‹›)\]}）］】」』》〉*_$`~]*"
    r"(?:\[[0-9,;–\s-]{1,20}\]\s*|[⁰¹²³⁴-⁹]+)?$"
)
_LONGEST_TITLE = 200
_FEWEST_WORDS = 12
_CONNECTORS = frozenset({"on", "of", "for", "in", "the", "and", "&"})
_NO_VENUES = frozenset(
    {
        *("paper", "papers", "abstract", "abstracts", "accepted", "list", "all", "article", "articles", "selected"),
        *("publications", "proceedings", "conference", "best", "the", "in", "on", "of", "for", "and", "at", "from"),
        *("january", "february", "march", "april", "may", "june", "july", "august", "september", "october"),
        *("november", "december"),
        *("artículos", "lista", "resúmenes", "liste", "résumés", "beiträge", "artikel", "aufsätze"),
    }
)
"""Words at a name's ends that are not of it."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading names."""

    venue: str
    year: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines up to a blank one.

    Attributes:
        line: Number of the first line.
        text: The lines, joined by spaces, cut where they are too long.
        single: Whether it is one line.
        cut: Whether it was cut.
    """

    line: int
    text: str
    single: bool
    cut: bool


def parse_heading(line: str) -> Heading | None:
    """Find venue and year in a heading; None where the line is no heading.

    >>> parse_heading("Artículos de ICLR 2023")
    Heading(venue='ICLR', year=2023)
    >>> parse_heading("In 2023 we went home.")
    """
    line = line.lstrip("#").strip(" *_:：")
    found = _YEAR.search(line)
    if not found or len(line) > 120 or not line[0].isalnum() or _NOT_IN_HEADINGS.search(line):
        return None
    if len(line.split()) > 15:
        return None
    venue = _find_venue(line[: found.start()], line[found.end() :])
    return Heading(venue, int(found[0])) if venue else None


def _find_venue(before: str, after: str) -> str:
    """Find the venue's name around the year: an acronym, else capitalised words, else words of another script."""
    left: list[str] = _WORD.findall(before)
    right: list[str] = _WORD.findall(after)
    if left and _is_acronym(left[-1]):
        return " ".join(reversed(list(takewhile(_is_acronym, reversed(left)))))
    if name := _trim(reversed(list(takewhile(_is_part_of_name, reversed(left))))):
        return name
    for word in left + right:
        if _is_acronym(word):
            return word
    if name := _trim(takewhile(_is_part_of_name, right)):
        return name
    if left or right:
        return ""
    return next(filter(None, (part.strip(" -–—:：,，、()（）年") for part in (before, after))), "")


def _is_acronym(word: str) -> bool:
    return sum(map(str.isupper, word)) > 1 and word.casefold() not in _NO_VENUES


def _is_part_of_name(word: str) -> bool:
    return word[0].isupper() or any(map(str.isupper, word)) or word in _CONNECTORS


def _trim(words: Iterable[str]) -> str:
    kept = list(words)
    while kept and kept[0].casefold() in _NO_VENUES:
        del kept[0]
    while kept and kept[-1].casefold() in _NO_VENUES - {"conference"}:
        del kept[-1]
    return " ".join(kept)


def why_no_abstract(paragraph: str) -> str:
    """Tell prose from markup and from the titles and names that lists without abstracts hold.

    Returns:
        Why a paragraph is not taken for an abstract and what to do if it is one; nothing where it is taken for one.

    >>> why_no_abstract("Do graphs help?")
    ''
    """
    if _MARKUP.match(paragraph):
        return "it begins like markup, a table or an item of a list: remove that if it is an abstract"
    if len(paragraph) > _LONGEST_TITLE or _ENDS_SENTENCE.search(paragraph) or _is_sentence(paragraph):
        return ""
    return "it is short and has no full stop at its end, like a title or a name: end it with one if it is an abstract"


def _is_sentence(paragraph: str) -> bool:
    """Tell a sentence without a full stop from a title: it has many words, and few long ones are capitalised."""
    words = paragraph.split()
    if len(words) < _FEWEST_WORDS or ":" in paragraph or "：" in paragraph:
        return False
    long_words = [word for word in words if len(word) > 4 and word[0].isalpha()]
    return sum(not word[0].isupper() for word in long_words) > len(long_words) / 2


def split_paragraphs(text: TextIO) -> Iterator[Paragraph]:
    """Yield a text's paragraphs, in bounded memory."""
    first, size, parts = 0, 0, list[str]()
    cut = False
    for line in split_lines(text):
        stripped = line.text.strip(_BLANK)
        if stripped:
            first = first or line.number
            size += len(stripped)
            cut = cut or line.cut or size > MAX_RECORD
            if not cut:
                parts.append(stripped)
        elif first:
            yield Paragraph(first, " ".join(parts), single=len(parts) == 1, cut=cut)
            first, size, parts, cut = 0, 0, [], False
    if first:
        yield Paragraph(first, " ".join(parts), single=len(parts) == 1, cut=cut)


def sniff(head: str) -> Match:
    """Tell a list by its heading, on a line of its own, and by the prose, or nothing, that follows."""
    first, second = (*islice(split_paragraphs(io.StringIO(head, newline="")), 2), None, None)[:2]
    if first is None or not first.single or _ITEM.match(first.text) or not parse_heading(first.text):
        return Match.NO
    return Match.NO if second and _MARKUP.match(second.text) else Match.CERTAIN


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers and problems of the paragraphs."""
    return require_records(
        _read(document),
        stray=lambda problem: problem.reason == NOT_AN_ABSTRACT,
        error=InputError(document.path, "a list with a heading and no abstracts", FORM),
    )


def _read(document: Document) -> Iterator[Paper | Problem]:
    heading: Heading | None = None
    number = 0
    for paragraph in split_paragraphs(document.text):
        # A first heading may be a sentence; below it, a sentence is rather an abstract that names a venue and a year.
        is_sentence = heading is not None and _is_sentence(paragraph.text)
        if paragraph.single and not is_sentence and (found := parse_heading(paragraph.text)):
            heading = found
            continue
        number += 1
        source = document.source(line=paragraph.line)
        if paragraph.cut:
            detail = f"a paragraph of more than {MAX_RECORD:,} characters"
            yield Problem(source, TOO_LONG, detail, excerpt(paragraph.text))
        elif why := why_no_abstract(paragraph.text):
            yield Problem(source, NOT_AN_ABSTRACT, why, excerpt(paragraph.text))
        else:
            record = [("abstract", paragraph.text)]
            if heading:
                record += [("venue", heading.venue), ("year", str(heading.year))]
            rejected = document.include_rejected
            yield make_paper(record, source=source, default_id=document.id(number), include_rejected=rejected)


READER = Reader("list", (".txt", ".md", ".markdown", ".text"), sniff, read)
