"""What is known of names before a text is read: the phrases of titles, and how annotated papers treat a name."""

from __future__ import annotations

import math
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from kg.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from kg.extract.tagger.words import Span

    Array = np.ndarray[Any, np.dtype[Any]]

CLASSES = ("mixed", "goal", "means", "name")
"""Phrases of titles: of no clear place, what follows *for*, what follows *via, with, using*, a name (*Name: …*)."""

_NAME = CLASSES.index("name")


def phrase_key(words: Sequence[str]) -> str:
    """Give the form under which phrases are looked up: lower case, words apart, no plural of the last word.

    >>> phrase_key(["Graph", "Networks"])
    'graph network'
    """
    return _singular(" ".join(word.lower() for word in words), words[-1])


def _singular(phrase: str, last: str) -> str:
    return phrase[:-1] if len(last) > 3 and phrase.endswith("s") and not phrase.endswith("ss") else phrase


def fingerprint(name: str) -> int:
    """Give the number that stands for a name: the tables hold no text of the papers they were counted on."""
    return _number(name.encode("utf-8", "replace"))


@lru_cache(maxsize=1 << 15)
def _number(name: bytes) -> int:
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "big")


class Lexicon:
    """Phrases and their classes.

    Args:
        classes: Index in ``CLASSES`` of every phrase, by the :func:`fingerprint` of its :func:`phrase_key`.
        longest: Words of the longest phrase.
    """

    def __init__(self, classes: Mapping[int, int], longest: int) -> None:
        self._classes = classes
        self._longest = longest

    @classmethod
    def of(cls, phrases: Mapping[str, int]) -> Lexicon:
        """Make one of phrases, by :func:`phrase_key`."""
        longest = max((phrase.count(" ") + 1 for phrase in phrases), default=0)
        return cls({fingerprint(phrase): number for phrase, number in phrases.items()}, longest)

    def __len__(self) -> int:
        return len(self._classes)

    def save(self, path: Path) -> None:
        """Write what :func:`load_lexicon` reads."""
        keys = sorted(self._classes)
        classes = [self._classes[key] for key in keys]
        np.savez_compressed(
            path, keys=np.array(keys, "uint64"), classes=np.array(classes, "uint8"), longest=self._longest
        )

    def class_of(self, words: Sequence[str]) -> int | None:
        """Give the class of a phrase, or None where it is not known."""
        return self._classes.get(fingerprint(phrase_key(words)))

    def matches(self, words: Sequence[str]) -> Iterator[tuple[Span, int]]:
        """Give the longest matches from the left, not overlapping, with their classes."""
        lower = [word.lower() for word in words]
        parts = [word.encode("utf-8", "replace") for word in lower]
        cuts = [len(_singular(low, word)) < len(low) for word, low in zip(words, lower, strict=True)]
        at = 0
        while at < len(words):
            for end, number in self._known(parts, cuts, at):
                if number != _NAME or any(char.isupper() for char in "".join(words[at:end])):
                    yield (at, end), number
                    at = end
                    break
            else:
                at += 1

    def _known(self, parts: Sequence[bytes], cuts: Sequence[bool], at: int) -> list[tuple[int, int]]:
        """Give the ends and classes of the known phrases that begin at a word, the longest first.

        Args:
            parts: The words in lower case.
            cuts: Whether each loses its last letter at the end of a phrase, being a plural.
            at: The word.
        """
        known = []
        phrase = b""
        for end in range(at, min(len(parts), at + self._longest)):
            phrase = phrase + b" " + parts[end] if phrase else parts[end]
            number = self._classes.get(_number(phrase[:-1] if cuts[end] else phrase))
            if number is not None:
                known.append((end + 1, number))
        return known[::-1]


class Memory:
    """In how many annotated papers a name is marked as each type, and in how many it stands unmarked.

    Args:
        counts: By the :func:`fingerprint` of :func:`kg.extract.tagger.words.name_key`, the types' counts, then that of
            unmarked.
    """

    FEATURES = ("annotated known", "annotated share", "annotated share, well known")

    def __init__(self, counts: Mapping[int, tuple[int, ...]]) -> None:
        self._counts = counts

    @classmethod
    def of(cls, names: Mapping[str, tuple[int, ...]]) -> Memory:
        """Make one of names, by :func:`kg.extract.tagger.words.name_key`."""
        return cls({fingerprint(name): counts for name, counts in names.items()})

    def save(self, path: Path) -> None:
        """Write what :func:`load_memory` reads."""
        keys = sorted(self._counts)
        counts = [self._counts[key] for key in keys]
        np.savez_compressed(path, keys=np.array(keys, "uint64"), counts=np.array(counts, "uint16"))

    def features(self, name: str) -> list[tuple[float, float, float]]:
        """Say what is remembered of a name as each type, as values of ``FEATURES``; nothing for a name never seen."""
        counts = self._counts.get(fingerprint(name))
        if counts is None:
            return []
        total = sum(counts)
        shares = [math.log((count + 0.25) / (total + 1.25)) for count in counts[:-1]]
        return [(1.0, share, share * math.log(total)) for share in shares]


def load_lexicon(path: Path) -> Lexicon:
    """Read what :meth:`Lexicon.save` wrote.

    Raises:
        ModelError: The file holds something else.
    """
    keys, classes, longest = _arrays(path, "keys", "classes", "longest")
    return Lexicon(dict(zip(keys.tolist(), classes.tolist(), strict=True)), int(longest))


def load_memory(path: Path) -> Memory:
    """Read what :meth:`Memory.save` wrote.

    Raises:
        ModelError: The file holds something else.
    """
    keys, counts = _arrays(path, "keys", "counts")
    return Memory(dict(zip(keys.tolist(), map(tuple, counts.tolist()), strict=True)))


def _arrays(path: Path, *names: str) -> list[Array]:
    try:
        with np.load(path) as stored:
            return [stored[name] for name in names]
    except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile) as error:
        raise ModelError(path, f"is no table of names ({error})", "Install kg-papers again") from error
