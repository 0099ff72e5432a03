"""Log-probabilities of labels → spans that are worth judging."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from kg.extract.tagger.heads import TYPES
from kg.extract.tagger.words import STOP_WORDS, Finder, spans_of, surface

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from kg.extract.tagger.heads import Floats
    from kg.extract.tagger.words import Span, Word

    Ints = NDArray[np.intp]

LABELS = ("O", *(f"{prefix}-{kind}" for kind in TYPES for prefix in "BI"))
"""The labels of words, in the order of the encoder's outputs."""

_LONGEST = 12  # words in a span
_SURE = float(np.log(0.998))  # words that are O for sure part a text into stretches that are solved apart
_MARKED = 0.1  # the least probability, of each word of a known phrase, that it is part of a name
_CHARACTER_ENDS = "+#*%"  # "C++", "C#", "A*", "50%"


@cache
def _transitions(labels: int) -> tuple[Floats, Floats]:
    """Give what is added to the score of a first label, and of a label after another: nothing or minus infinity."""
    begin, after = np.zeros(labels, dtype=np.float32), np.zeros((labels, labels), dtype=np.float32)
    begin[2::2] = -np.inf
    for inside in range(2, labels, 2):
        after[:, inside] = -np.inf
        after[[inside - 1, inside], inside] = 0.0
    return begin, after


def viterbi(labels: Floats, biases: Sequence[float]) -> list[list[int]]:
    """Find the best sequences of labels in which no *I* follows another type or *O*, one for each bias added to *O*.

    Args:
        labels: Log-probabilities, a row a word: of *O*, then of *B* and *I* for each type.
        biases: What is added to *O*.
    """
    scores = np.repeat(labels[:, None].astype(np.float64), len(biases), axis=1)
    scores[:, :, 0] += np.array(biases)
    paths = np.zeros((len(biases), len(labels)), dtype=np.intp)
    # The longest first: of stretches solved side by side, those that go on are then the first ones.
    stretches = sorted(_stretches(labels[:, 0] < _SURE), key=lambda stretch: stretch[0] - stretch[1])
    if stretches:
        starts, ends = np.array(stretches).T
        for at, solved in _solve(scores, starts, ends - starts):
            paths[:, starts[: len(solved)] + at] = solved.T
    found: list[list[int]] = paths.tolist()
    return found


def _stretches(is_open: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Iterator[Span]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], is_open.astype(np.int8), [0]])))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)


def _solve(scores: NDArray[np.float64], starts: Ints, lengths: Ints) -> Iterator[tuple[int, Ints]]:
    """Solve stretches side by side, the longest first.

    Args:
        scores: Of the labels, by word and bias.
        starts: The stretches' first words.
        lengths: Their words.

    Yields:
        A place in a stretch, from the last to the first, and the labels there of all stretches that are long enough, for
        each bias.
    """
    begin, after = _transitions(scores.shape[2])
    best = scores[starts] + begin
    back = []
    for at in range(1, lengths[0]):
        going = np.count_nonzero(lengths > at)
        ways = best[:going, :, :, None] + after
        back.append(ways.argmax(axis=2))
        best[:going] = ways.max(axis=2) + scores[starts[:going] + at]
    labels = best.argmax(axis=2)
    for at, step in zip(range(len(back), 0, -1), reversed(back), strict=True):
        yield at, labels[: len(step)]
        labels[: len(step)] = np.take_along_axis(step, labels[: len(step), :, None], axis=2)[:, :, 0]
    yield 0, labels


def proposals(
    words: Sequence[Word],
    labels: Floats,
    biases: Sequence[float],
    *,
    phrases: Iterable[Span] = (),
    others: Iterable[Span] = (),
) -> list[Span]:
    """Give spans worth judging: what the labels say under several biases, known phrases, all places of each name.

    Args:
        words: The text's words.
        labels: Log-probabilities of their labels.
        biases: What is added to *O*.
        phrases: Spans that are phrases of the lexicon.
        others: Spans that something else found.
    """
    texts = [word.text for word in words]
    spans = {span for path in viterbi(labels, biases) for span in spans_of(path)}
    marked = (1.0 - np.exp(labels[:, 0]) > _MARKED).tolist()
    spans.update(span for span in phrases if all(marked[slice(*span)]))
    spans |= {span for start, end in spans if end - start > 1 for span in ((start + 1, end), (start, end - 1))}
    trimmed = {span for span in (_trim(texts, span) for span in spans) if span and span[1] - span[0] <= _LONGEST}
    trimmed.update(others)
    find = Finder(words)
    for form in sorted({surface(words, span) for span in trimmed}):
        trimmed.update(find(form))
    return sorted(s for s in trimmed if words[s[0]].title == words[s[1] - 1].title and s[1] - s[0] <= _LONGEST)


def _trim(texts: Sequence[str], span: Span) -> Span | None:
    """Take function words and signs off the ends of a span; *C++*, *C#*, *A** and *O(1)* stay whole."""
    start, end = span
    while start < end and (texts[start].lower() in STOP_WORDS or not texts[start].isalnum()):
        start += 1
    while end > start and (texts[end - 1].lower() in STOP_WORDS or not texts[end - 1].isalnum()):
        last = texts[end - 1]
        if last in _CHARACTER_ENDS or (last == ")" and "(" in texts[start:end]):
            break
        end -= 1
    return (start, end) if start < end else None
