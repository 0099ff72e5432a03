"""Names and how near they are to what was typed: whole, by their beginning, by words inside, in spite of typing errors.

Names are compared by :func:`kg.names.key`, so that case, hyphens and plurals do not matter. Typing errors are counted as
optimal string alignment (RapidFuzz): letters missing, too many, wrong, or two swapped.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from rapidfuzz import process
from rapidfuzz.distance import OSA

from kg.names import key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Nearness = Literal["prefix", "word", "typo"]

_Name = TypeVar("_Name", str, int)
_Value = TypeVar("_Value")

_WORTH = {"prefix": 2.0, "word": 0.0, "typo": -4.0}
_WORDS = 6  # of more words than these, single ones are not mended
_LETTERS = 3  # of a word's beginning, to be taken for the word


class Near(NamedTuple):
    """How near a name is.

    Attributes:
        how: In which way it matches.
        worth: How good that is, in powers of two of the number of papers that would make up for it: one that begins with
            what was typed is worth four times the papers of one that holds it, each typing error costs sixteen times.
    """

    how: Nearness
    worth: float


class NameTable:
    """A list of names, known by their numbers."""

    def __init__(self, names: Sequence[str]) -> None:
        self._keys = [key(name) for name in names]

    def exact(self, name: str) -> Sequence[int]:
        """Give the names with the same key."""
        return self._by_key.get(key(name), ())

    def near(self, text: str, *, typos: bool = True) -> dict[int, Near]:
        """Give the names that come near, each in the way of most worth.

        Args:
            text: What was typed.
            typos: Whether it may hold typing errors.
        """
        typed = key(text)
        found = self._misspelt(typed) if typos else {}
        found.update(dict.fromkeys(self._holding(typed.split()), Near("word", _WORTH["word"])))
        found.update(dict.fromkeys(self._starting(typed), Near("prefix", _WORTH["prefix"])))
        return found

    @cached_property
    def _by_key(self) -> dict[str, list[int]]:
        return _grouped((name, number) for number, name in enumerate(self._keys))

    @cached_property
    def _by_squeezed(self) -> dict[str, list[int]]:
        return _grouped((name.replace(" ", ""), number) for number, name in enumerate(self._keys))

    @cached_property
    def _sorted(self) -> list[tuple[str, int]]:
        return sorted((name, number) for number, name in enumerate(self._keys))

    @cached_property
    def _by_word(self) -> dict[str, list[int]]:
        return _grouped(
            (word, number) for number, name in enumerate(self._keys) for word in dict.fromkeys(name.split())
        )

    @cached_property
    def _words(self) -> list[str]:
        return sorted(self._by_word)

    @cached_property
    def _by_length(self) -> dict[int, list[str]]:
        return _grouped((len(name), name) for name in self._by_key)

    @cached_property
    def _words_by_length(self) -> dict[int, list[str]]:
        return _grouped((len(word), word) for word in self._words)

    def _starting(self, typed: str) -> Iterator[int]:
        """Give the names that begin with what was typed."""
        for name, number in islice(self._sorted, bisect_left(self._sorted, (typed, -1)), None):
            if not name.startswith(typed):
                return
            yield number

    def _holding(self, words: list[str]) -> set[int]:
        """Give the names that hold all words; of the last, its beginning is enough."""
        if not words:
            return set()
        *whole, last = words
        ends = [last, *self._completions(last)] if len(last) >= _LETTERS else [last]
        found = set(chain.from_iterable(self._by_word.get(word, ()) for word in ends))
        for word in whole:
            found.intersection_update(self._by_word.get(word, ()))
        return found

    def _completions(self, letters: str) -> Iterator[str]:
        for word in islice(self._words, bisect_left(self._words, letters), None):
            if not word.startswith(letters):
                return
            yield word

    def _misspelt(self, typed: str) -> dict[int, Near]:
        """Give the names that typing errors tell from what was typed, in the whole or in single words."""
        found: dict[int, Near] = {}
        for number in self._with_mended_words(typed.split()):
            found[number] = Near("typo", 2 * _WORTH["typo"])
        for name, errors in _like(typed, self._by_length):
            found.update(dict.fromkeys(self._by_key[name], Near("typo", errors * _WORTH["typo"])))
        # Spaces that are missing or too many are one error, however many.
        found.update(dict.fromkeys(self._by_squeezed.get(typed.replace(" ", ""), ()), Near("typo", _WORTH["typo"])))
        return found

    def _with_mended_words(self, words: list[str]) -> set[int]:
        """Give the names that hold all words, each unknown one put right to the nearest, of two the commoner."""
        mended: list[str] = []
        for word in words if len(words) <= _WORDS else ():
            choices = [(word, 0)] if word in self._by_word else _like(word, self._words_by_length)
            if not choices:
                return set()
            mended.append(min(choices, key=lambda choice: (choice[1], -len(self._by_word[choice[0]]), choice[0]))[0])
        return self._holding(mended) if mended != words else set()


def _grouped(pairs: Iterable[tuple[_Name, _Value]]) -> dict[_Name, list[_Value]]:
    found: dict[_Name, list[_Value]] = defaultdict(list)
    for name, value in pairs:
        found[name].append(value)
    return dict(found)


def _like(typed: str, by_length: dict[int, list[str]]) -> list[tuple[str, int]]:
    """Give what differs by few typing errors, with their number: one from four letters on, two from eight."""
    allowed = min(2, len(typed) // 4)
    near: list[tuple[str, int]] = []
    for length in range(len(typed) - allowed, len(typed) + allowed + 1):
        choices = by_length.get(length, ())
        if allowed and choices:
            found = process.extract(typed, choices, scorer=OSA.distance, score_cutoff=allowed, limit=None)
            near += [(name, int(errors)) for name, errors, _ in found]
    return near
