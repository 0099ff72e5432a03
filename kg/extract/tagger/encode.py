"""Words → the encoder's inputs, with the way back from word pieces to words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kg.extract.tagger.words import shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tokenizers import Tokenizer

    from kg.extract.tagger.lexicon import Lexicon
    from kg.extract.tagger.words import Span, Word

LONGEST = 512
"""Word pieces that the encoder can see at once."""

Ints = NDArray[np.int64]

_OVERLAP = 128
_CLS, _SEP = 101, 102


@dataclass(frozen=True, slots=True)
class Encoded:
    """One text's word pieces, and each word's first and last.

    Attributes:
        ids: The pieces.
        shapes: For each piece, 1 + the shape of its word; 0 for a separator.
        lexical: For each piece, the lexicon's value of its word.
        first: For each word, the index of its first piece.
        last: For each word, the index of its last piece.
        known: For each word, whether it has pieces. One that the tokenizer turns into nothing (an accent alone) has its
            neighbour's.
        phrases: The spans of words that are phrases of the lexicon.
    """

    ids: Ints
    shapes: Ints
    lexical: Ints
    first: Ints
    last: Ints
    known: NDArray[np.bool_]
    phrases: tuple[Span, ...]


def encode(words: Sequence[Word], tokenizer: Tokenizer, lexicon: Lexicon) -> Encoded:
    """Encode words as ``[CLS] title [SEP] abstract [SEP]``."""
    texts = [word.text for word in words]
    by_word = [_pieces(tokenizer, text) for text in texts]
    matches = list(lexicon.matches(texts))
    ids, shapes, lexical = [_CLS], [0], [0]
    first, last = [], []
    for at, (word, own, phrase) in enumerate(zip(words, by_word, _marks(len(words), matches), strict=True)):
        if at and words[at - 1].title and not word.title:
            ids.append(_SEP)
            shapes.append(0)
            lexical.append(0)
        first.append(len(ids) if own else len(ids) - 1)
        ids += own
        shapes += [1 + shape(word.text)] * len(own)
        lexical += [phrase] * len(own)
        last.append(len(ids) - 1)
    known = np.array([bool(own) for own in by_word], dtype=bool)
    return Encoded(
        np.array([*ids, _SEP], dtype=np.int64),
        np.array([*shapes, 0], dtype=np.int64),
        np.array([*lexical, 0], dtype=np.int64),
        np.array(first, dtype=np.int64),
        np.array(last, dtype=np.int64),
        known,
        phrases=tuple(span for span, _ in matches),
    )


def _marks(words: int, matches: Sequence[tuple[Span, int]]) -> list[int]:
    """Give a value for each word: 0 outside of phrases, then begin and inside of each class."""
    values = [0] * words
    for (start, end), number in matches:
        values[start] = 1 + 2 * number
        values[start + 1 : end] = [2 + 2 * number] * (end - start - 1)
    return values


@lru_cache(maxsize=1 << 14)
def _pieces(tokenizer: Tokenizer, word: str) -> tuple[int, ...]:
    """Give a word's pieces; words are apart for the tokenizer, so their neighbours make no difference."""
    return tuple(tokenizer.encode([word], is_pretokenized=True, add_special_tokens=False).ids)


def windows(length: int, *, size: int = LONGEST, overlap: int = _OVERLAP) -> list[tuple[int, int]]:
    """Cover a number of word pieces by stretches of at most ``size``, neighbours sharing at least ``overlap``.

    >>> windows(512), windows(600)
    ([(0, 512)], [(0, 512), (88, 600)])
    """
    if length <= size:
        return [(0, length)]
    count = -(-(length - overlap) // (size - overlap))
    starts = [at * (length - size) // (count - 1) for at in range(count)]
    return [(start, start + size) for start in starts]
