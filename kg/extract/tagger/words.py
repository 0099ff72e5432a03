"""The tagger's words: what it sees of a text, with the places of names among them."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Span = tuple[int, int]
"""First word and one past the last."""

SHAPES = ("lower", "title", "upper", "mixed", "digits", "alphanumeric", "sign", "letter", "other")
"""What :func:`shape` tells apart, in the order of the encoder's table."""

STOP_WORDS = frozenset(
    "a an the and or of in on for to with by from via using we our this that these those is are be as at it its which "
    "can such however has have been not than into more also their both but between over through under while they".split()
)
"""Words that neither begin nor end a name."""

_WORD = re.compile(r"[^\W_]+|[^\w\s]|_")
_HYPHENS = "-‐‑–"
_DASHES = re.compile(r"[-‐-―_]")


@dataclass(frozen=True, slots=True)
class Word:
    """A run of letters and digits, or one other character.

    Attributes:
        text: The word; ``text[start:end]`` of the document.
        start: Offset of its first character.
        end: Offset one past its last.
        title: Whether it stands in the title.
    """

    text: str
    start: int
    end: int
    title: bool


def split(text: str, *, title_end: int = 0) -> tuple[Word, ...]:
    """Split a text into words.

    Args:
        text: The text.
        title_end: Where its title ends.

    >>> [word.text for word in split("SDP-CROWN: C++ 😀")]
    ['SDP', '-', 'CROWN', ':', 'C', '+', '+', '😀']
    """
    return tuple(Word(m[0], m.start(), m.end(), m.end() <= title_end) for m in _WORD.finditer(text))


def words_of(text: str) -> list[str]:
    """Give the words of a text as strings."""
    return _WORD.findall(text)


@lru_cache(maxsize=1 << 14)
def shape(word: str) -> int:
    """Say what case and digits tell about a word, as an index of ``SHAPES``; the encoder sees lower case only.

    >>> [SHAPES[shape(word)] for word in ("net", "Net", "NET", "ResNet", "50", "GPT4", "(")]
    ['lower', 'title', 'upper', 'mixed', 'digits', 'alphanumeric', 'sign']
    """
    return SHAPES.index(_shape(word))


def _shape(word: str) -> str:
    if not word[0].isalnum():
        return "sign"
    if word.isdigit():
        return "digits"
    if any(char.isdigit() for char in word):
        return "alphanumeric"
    if len(word) == 1:
        return "letter" if word.isupper() else "lower"
    return _case(word)


def _case(word: str) -> str:
    if word.islower():
        return "lower"
    if word.isupper():
        return "upper"
    if word[0].isupper() and word[1:].islower():
        return "title"
    return "mixed" if any(char.isupper() for char in word) else "other"


def surface(words: Sequence[Word], span: Span) -> str:
    """Give the text of a span, its words one blank apart where the text has them apart."""
    parts = [words[span[0]].text]
    for at in range(span[0] + 1, span[1]):
        parts.append(" " if words[at].start > words[at - 1].end else "")
        parts.append(words[at].text)
    return "".join(parts)


@lru_cache(maxsize=1 << 14)
def name_key(form: str) -> str:
    """Give the key under which the tagger counts names as one; coarser than :func:`kg.names.key`, and fixed in training.

    >>> name_key("Large-Language Models")
    'large language model'
    """
    parts = _DASHES.sub(" ", form.lower()).split()
    if parts and len(parts[-1]) > 3 and parts[-1].endswith("s") and not parts[-1].endswith("ss"):
        parts[-1] = parts[-1][:-1]
    return " ".join(parts)


class Finder:
    """Finds names among the words of one text."""

    def __init__(self, words: Sequence[Word]) -> None:
        self._words = words
        self._exact = [word.text for word in words]
        self._lower = [word.text.lower() for word in words]
        self._places: dict[str, list[int]] = defaultdict(list)
        for at, word in enumerate(self._lower):
            self._places[word].append(at)

    def __call__(self, *forms: str) -> list[Span]:
        """Give every place where a name, under any of its forms, stands as whole words.

        Case counts for short forms (*AND* is not *and*) and is set aside for forms of several words or in lower case.
        Inside of a hyphenated word a name counts only where it stands nowhere else.
        """
        found = sorted({span for form in forms for span in self._spans(form)})
        whole = [span for span in found if not self._after_hyphen(span[0])]
        return whole or found

    def _spans(self, form: str) -> Iterator[Span]:
        parts = words_of(form)
        if not parts:
            return
        lower = [part.lower() for part in parts]
        loose = len(parts) > 1 or (form.islower() and len(form) > 5)
        have, want = (self._lower, lower) if loose else (self._exact, parts)
        size = len(parts)
        for at in self._places.get(lower[0], ()):
            if have[at : at + size] == want and self._words[at].title == self._words[at + size - 1].title:
                yield at, at + size

    def _after_hyphen(self, at: int) -> bool:
        words = self._words
        return (
            at >= 2
            and words[at - 1].text in _HYPHENS
            and words[at - 2].end == words[at - 1].start
            and words[at - 1].end == words[at].start
            and words[at - 2].text.isalnum()
        )


def spans_of(labels: Iterable[int]) -> Iterator[Span]:
    """Give the spans of a sequence of labels: 0 outside, odd where a span begins, even where it goes on."""
    start, at = None, -1
    for at, label in enumerate(labels):
        if start is not None and (label == 0 or label % 2 == 1):
            yield start, at
            start = None
        if label and start is None:
            start = at
    if start is not None:
        yield start, at + 1
