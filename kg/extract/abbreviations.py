"""Component ``kg_abbreviations``: short forms and the long forms that a paper defines for them.

The algorithm is that of Schwartz and Hearst (2003), *A simple algorithm for identifying abbreviation definitions in
biomedical text*, both ways round: *Proximal Policy Optimization (PPO)* and *PPO (Proximal Policy Optimization)*.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spacy.language import Language

from kg.extract.sentences import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Doc, Span

LONG_FORMS, SHORT_FORMS = "long_forms", "short_forms"
"""Span groups of equal length: the n-th short form stands for the n-th long form."""

_MAX_SHORT, _MAX_SHORT_WORDS = 16, 2
# Between the two forms of one name stands nothing that ends a phrase.
_PHRASE_END = re.compile(r"[.!?;:,()\[\]{}]\s|[()\[\]{}]|\n")
_BRACKET = re.compile(r"[(\[]([^()\[\]]{2,120})[)\]]")
_SHORT = re.compile(r"[^\W_](?:[\w.+&*/'’-]|\s(?=[\w]))*[\w+*]")
_PREFIX = re.compile(r"^(?:or|aka|a\.k\.a\.|i\.e\.,?|termed|called|dubbed|named|denoted(?: as| by)?|abbreviated(?: as| to)?|"
                     r"short for|hereafter|henceforth|in short|for short)[,:]?\s+", re.IGNORECASE)  # fmt: skip
_TAIL = re.compile(r"(?:\s*[;,:]|\s+[-–—]).*$", re.DOTALL)
_LAST_WORD = re.compile(r"([^\s()\[\],;:]+)\s*$")
_WORD = re.compile(r"[\w'’]+(?:[^\w\s]+[\w'’]+)*")
_FUNCTION_WORDS = frozenset("a an the of for in on to with and or by from via our this that we is are as".split())


@dataclass(frozen=True, slots=True)
class Definition:
    """A short form and its long form, as offsets into one text."""

    short: tuple[int, int]
    long: tuple[int, int]


def definitions(text: str) -> Iterator[Definition]:
    """Find the definitions of a text, in the order of their brackets.

    >>> text = "We build on Proximal Policy Optimization (PPO)."
    >>> [(text[slice(*d.short)], text[slice(*d.long)]) for d in definitions(text)]
    [('PPO', 'Proximal Policy Optimization')]
    """
    for bracket in _BRACKET.finditer(text):
        start, end = _inner(text, bracket.start(1), bracket.end(1))
        before = _phrase_before(text, bracket.start())
        found = _short_in_bracket(text, start, end, before) or _long_in_bracket(text, bracket, before)
        if found:
            yield found


def _inner(text: str, start: int, end: int) -> tuple[int, int]:
    """Trim *or*, *short for* … before and a remark after the form in a bracket."""
    prefix = _PREFIX.match(text[start:end])
    start += prefix.end() if prefix else 0
    tail = _TAIL.search(text[start:end])
    end = start + tail.start() if tail else end
    inner = text[start:end]
    return start + len(inner) - len(inner.lstrip(" \"'“”‘’")), end - len(inner) + len(inner.rstrip(" \"'“”‘’"))


def _phrase_before(text: str, end: int) -> tuple[int, int]:
    while end > 0 and (text[end - 1].isspace() or text[end - 1] in "\"”’'"):
        end -= 1
    window = max(0, end - 160)
    start = window
    for stop in _PHRASE_END.finditer(text, window, end):
        start = stop.end()
    return start, end


def _short_in_bracket(text: str, start: int, end: int, before: tuple[int, int]) -> Definition | None:
    if not is_short_form(text[start:end]):
        return None
    long = match_long_form(text[start:end], text[slice(*before)])
    return Definition((start, end), (before[0] + long, before[1])) if long is not None else None


def _long_in_bracket(text: str, bracket: re.Match[str], before: tuple[int, int]) -> Definition | None:
    word = _LAST_WORD.search(text, before[0], before[1])
    start, end = _inner(text, bracket.start(1), bracket.end(1))
    if not word or not is_short_form(word.group(1)) or len(text[start:end].split()) < 2:
        return None
    long = match_long_form(word.group(1), text[start:end])
    return Definition(word.span(1), (start, end)) if long == 0 else None


def is_short_form(form: str) -> bool:
    """Say whether a string looks like a short form: brief, with a capital, not a number."""
    return (
        2 <= len(form) <= _MAX_SHORT
        and len(form.split()) <= _MAX_SHORT_WORDS
        and _SHORT.fullmatch(form) is not None
        and any(char.isupper() for char in form)
        and sum(char.isalpha() for char in form) * 2 >= len(form)
    )


def match_long_form(short: str, text: str) -> int | None:
    """Find where the long form of ``short`` begins, if ``text`` ends with one.

    From right to left each letter of the short form is found in the text, the first one at the start of a word. A long
    form has at most ``min(n + 5, 2 n)`` words for ``n`` letters. Beyond the published algorithm, long forms in which all
    capitals of the short form begin words go first (*Proximal Policy Optimization*, not *Policy Optimization*, for *PPO*),
    and a plural short form (*LLMs*) is matched without its *s* where it cannot be matched with it.
    """
    spellings = [short]
    if short[-1] == "s" and short[:-1].isupper():
        spellings.append(short[:-1])
    for initials in (True, False):
        for spelling in spellings:
            start = _match(spelling, text, initials=initials)
            if start is not None:
                return start
    return None


def _match(short: str, text: str, *, initials: bool) -> int | None:
    letters = [char for char in short if char.isalnum()]
    at = len(text)
    for left, letter in zip(range(len(letters) - 1, -1, -1), reversed(letters), strict=True):
        begins_word = left == 0 or (initials and letter.isupper())
        at = _letter_before(text, at, letter.casefold(), begins_word=begins_word)
        if at < 0:
            return None
    while at > 0 and not text[at - 1].isspace() and text[at - 1] not in "\"“'‘/":
        at -= 1
    return at if _is_long_form(text[at:], short, len(letters)) else None


def _letter_before(text: str, end: int, letter: str, *, begins_word: bool) -> int:
    at = end - 1
    while at >= 0 and not (text[at].casefold() == letter and not (begins_word and at > 0 and text[at - 1].isalnum())):
        at -= 1
    return at


def _is_long_form(long: str, short: str, letters: int) -> bool:
    words = _WORD.findall(long)
    parts = sum(len(re.split(r"\W+", word)) for word in words)
    if not words or parts > min(letters + 5, 2 * letters) or words[0].casefold() in _FUNCTION_WORDS:
        return False
    # A long form is longer than its short form, and does not hold it as a word of its own.
    return len(long) > len(short) and not re.search(rf"(?<!\w){re.escape(short)}(?!\w)", long)


def long_and_short(doc: Doc) -> Iterator[tuple[Span, Span]]:
    """Give the long and the short form of each definition that the component found."""
    return zip(doc.spans[LONG_FORMS], doc.spans[SHORT_FORMS], strict=True)


def defined(doc: Doc) -> Iterator[Definition]:
    """Give the definitions that the component found, as offsets into the document's text."""
    for long, short in long_and_short(doc):
        yield Definition((short.start_char, short.end_char), (long.start_char, long.end_char))


class Abbreviations:
    """Puts definitions into the span groups ``long_forms`` and ``short_forms``, pair by pair."""

    def __call__(self, doc: Doc) -> Doc:
        """Fill the two span groups."""
        pairs = []
        for definition in definitions(text_of(doc)):
            long = doc.char_span(*definition.long, alignment_mode="expand")
            short = doc.char_span(*definition.short, alignment_mode="expand")
            if long is not None and short is not None and long.text != short.text:
                pairs.append((long, short))
        doc.spans[LONG_FORMS] = [long for long, _ in pairs]
        doc.spans[SHORT_FORMS] = [short for _, short in pairs]
        return doc


@Language.factory("kg_abbreviations", assigns=["doc.spans"])
def make_abbreviations(nlp: Language, name: str) -> Abbreviations:
    """Make the component; it has no settings."""
    return Abbreviations()
