"""Spans → concepts: each name is judged by all its mentions, and the best names win where spans overlap."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from kg.extract.nouns import type_of
from kg.extract.tagger.decode import proposals
from kg.extract.tagger.heads import TYPES
from kg.extract.tagger.lexicon import CLASSES, Memory
from kg.extract.tagger.words import name_key, surface

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from kg.extract.tagger.heads import Analysis, Floats, Heads
    from kg.extract.tagger.lexicon import Lexicon
    from kg.extract.tagger.words import Span

    Ints = NDArray[np.intp]

SOURCES = ("vocabulary", "introduced", "named", "head noun")
"""Where hints come from: known concepts, names of the paper's own systems, other names told by their shape, and what the
head noun of the name tells."""

Hints = Mapping[tuple[int, int], Collection[tuple[str, int]]]
"""For spans, what other components take them for: the source, and the type as an index of ``TYPES``."""

FEATURES = (
    *(f"bias {kind}" for kind in TYPES),
    *(f"best span {kind}" for kind in TYPES),
    *("mean span", "best any span", "best words", "mean words", "weakest word", "best words of another type"),
    *("mentions", "length", "capitals", "digits", "in the title", "two names", "hyphen"),
    *Memory.FEATURES,
    *(f"lexicon {place} {kind}" for place in CLASSES for kind in TYPES),
    *(f"{source}, {which} type" for source in SOURCES for which in ("this", "another")),
    "defined",
)
"""What a name is judged by as a type, in a logistic regression whose value is the probability."""

_FIRST = {
    name: FEATURES.index(name)
    for name in ("mean span", "mentions", "annotated known", "lexicon mixed Method", "vocabulary, this type")
}
_LEAST = -8.0  # log-probabilities are cut here
_DEFINITIONS = 4  # steps from a short form to its long form, whose own long form may be another
_GENERIC = frozenset(
    "method methods model models algorithm algorithms framework frameworks approach approaches dataset datasets "
    "benchmark benchmarks task tasks problem problems technique techniques system systems architecture architectures "
    "metric metrics loss losses performance experiments experiment data baseline baselines network networks training "
    "learning paper work results tool tools module modules".split()
)
_TAILS = frozenset(
    "method methods model models algorithm algorithms framework frameworks approach approaches dataset datasets "
    "benchmark benchmarks task tasks problem problems technique techniques metric metrics system systems scheme "
    "schemes".split()
)  # last words with and without which a name is the same


@dataclass(frozen=True, slots=True)
class Found:
    """A concept.

    Attributes:
        label: The longest of its forms.
        type: Index in ``TYPES``.
        spans: Its mentions in the order of the text.
        confidence: The probability that it is a concept of this type.
    """

    label: str
    type: int
    spans: tuple[Span, ...]
    confidence: float


class Names:
    """The names one text might hold, and what is known of each of their spans.

    Args:
        seen: The encoder's view of the text.
        heads: The trained heads.
        lexicon: Known phrases.
        memory: What annotated papers say of names.
        biases: What is added to *O* when spans are proposed.
        definitions: Long and short forms that the text defines, as spans.
        hints: What other components found; their spans are judged like the rest.
    """

    def __init__(
        self,
        seen: Analysis,
        heads: Heads,
        *,
        lexicon: Lexicon,
        memory: Memory,
        biases: Sequence[float],
        definitions: Sequence[tuple[Span, Span]] = (),
        hints: Hints,
    ) -> None:
        self.words = seen.words
        self.spans = proposals(seen.words, seen.labels, biases, phrases=seen.code.phrases, others=hints)
        self._hints = hints
        self._defined = {span for pair in definitions for span in pair}
        self._memory = memory
        typed = np.maximum(heads.types(heads.spans(seen, self.spans)), _LEAST)
        none = typed[:, :1]
        existing = np.log1p(-np.minimum(np.exp(none), 0.999)) - none
        whole, weakest = (np.maximum(part, _LEAST) for part in by_words(seen.labels, self.spans))
        self._values = np.concatenate([typed[:, 1:], whole, weakest, existing], axis=1)
        self._lexicon = lexicon
        self._texts = [word.text for word in seen.words]
        self._forms = [surface(seen.words, span) for span in self.spans]
        self._keys = [name_key(form) for form in self._forms]
        self.groups = self._grouped(definitions)

    def features(self, rows: Sequence[int]) -> Floats:
        """Give the ``FEATURES`` of a name for every type, from the rows of its spans."""
        features: Floats = self.table([rows])[0]
        return features

    def table(self, groups: Sequence[Sequence[int]]) -> Floats:
        """Give the ``FEATURES`` of several names, each from the rows of its spans: by name, type and feature."""
        kinds, count = len(TYPES), len(Memory.FEATURES)
        every = np.arange(kinds)
        out = np.zeros((len(groups), kinds, len(FEATURES)), dtype=np.float32)
        if not groups:
            return out
        best_span, of_words = self._pooled(groups)
        out[:, every, every] = 1.0
        out[:, every, kinds + every] = best_span
        out[:, :, _FIRST["mean span"] :][:, :, : of_words.shape[2]] = of_words
        shared = np.array([self._shared(rows) for rows in groups])
        out[:, :, _FIRST["mentions"] :][:, :, : shared.shape[1]] = shared[:, None]
        marks: list[tuple[int, int, int]] = []
        for at, rows in enumerate(groups):
            name = max((self._keys[row] for row in rows), key=len)
            if remembered := self._memory.features(name):
                out[at, :, _FIRST["annotated known"] :][:, :count] = remembered
            marks += [(at, kind, feature) for kind, feature in self._marks(rows, name)]
        out[tuple(np.array(marks, dtype=np.intp).reshape(-1, 3).T)] = 1.0
        return out

    def _pooled(self, groups: Sequence[Sequence[int]]) -> tuple[Floats, Floats]:
        """Give each name's best span by type, and its features from *mean span* to *best words of another type*."""
        kinds = len(TYPES)
        sizes = np.array([len(rows) for rows in groups])
        values = self._values[[row for rows in groups for row in rows]]
        starts = sizes.cumsum() - sizes
        span, whole, weakest, existing = np.split(np.maximum.reduceat(values, starts), (kinds, 2 * kinds, 3 * kinds), 1)
        mean_span, mean_whole = np.split(_means(values[:, : 2 * kinds], starts, sizes), 2, axis=1)
        second, first = np.split(np.sort(whole, axis=1)[:, -2:], 2, axis=1)
        others = np.where(whole == first, second, first)
        existing = np.broadcast_to(existing, span.shape)
        return span, np.stack((mean_span, existing, whole, mean_whole, weakest, others), axis=2)

    def _marks(self, rows: Sequence[int], name: str) -> Iterator[tuple[int, int]]:
        """Give the types and features that are one: what lexicon, hints and definitions say."""
        kinds = range(len(TYPES))
        known = self._lexicon.class_of(self._texts[slice(*self.spans[rows[0]])])
        if known is not None:
            first = _FIRST["lexicon mixed Method"] + known * len(TYPES)
            yield from ((kind, first + kind) for kind in kinds)
        for source, kind in self._hints_of(rows, name):
            this = _FIRST["vocabulary, this type"] + 2 * SOURCES.index(source)
            yield from ((other, this + (other != kind)) for other in kinds)
        if self._defined and any(self.spans[row] in self._defined for row in rows):
            yield from ((kind, len(FEATURES) - 1) for kind in kinds)

    def _hints_of(self, rows: Sequence[int], name: str) -> set[tuple[str, int]]:
        hints = {hint for row in rows for hint in self._hints.get(self.spans[row], ())}
        noun = type_of(name)
        return hints | {("head noun", TYPES.index(noun))} if noun else hints

    def _shared(self, rows: Sequence[int]) -> tuple[float, ...]:
        """Give the features that are the same for every type."""
        words, capitals, digits, hyphen = _of_form(self._forms[rows[0]])
        return (
            math.log(len(rows)),
            words,
            capitals,
            digits,
            float(any(self.words[self.spans[row][0]].title for row in rows)),
            float(len({self._keys[row] for row in rows}) > 1),
            hyphen,
        )

    def _grouped(self, definitions: Iterable[tuple[Span, Span]]) -> dict[str, list[int]]:
        """Group the rows of spans by name, a short form's with those of its long form."""
        by_name: dict[str, list[int]] = defaultdict(list)
        ending: dict[int, list[Span]] = defaultdict(list)
        for row, span in enumerate(self.spans):
            by_name[self._keys[row]].append(row)
            ending[span[1]].append(span)
        parent: dict[str, str] = {}
        for long, short in definitions:
            short_name, long_name = (name_key(surface(self.words, span)) for span in (short, long))
            if long_name not in by_name:
                near = [span for span in ending[long[1]] if abs(span[0] - long[0]) <= 1]
                long_name = name_key(surface(self.words, near[0])) if near else ""
            if short_name in by_name and long_name and short_name != long_name:
                parent[short_name] = long_name
        grouped: dict[str, list[int]] = defaultdict(list)
        for name, rows in by_name.items():
            root = name
            for _ in range(_DEFINITIONS):
                root = parent.get(root, root)
            grouped[root] += rows
        return grouped


@lru_cache(maxsize=1 << 14)
def _of_form(form: str) -> tuple[float, float, float, float]:
    """Give the features of a form alone: *length*, *capitals*, *digits*, *hyphen*."""
    return (
        math.log(len(form.split())),
        float(any(char.isupper() for char in form[1:])),
        float(any(char.isdigit() for char in form)),
        float("-" in form),
    )


def _means(values: Floats, starts: Ints, sizes: Ints) -> Floats:
    """Give the means of stretches of rows, added up row by row: another order would change the last digit."""
    sums = values[starts]
    for nth in range(1, sizes.max()):
        longer = np.flatnonzero(sizes > nth)
        sums[longer] += values[starts[longer] + nth]
    return (sums / sizes[:, None]).astype(np.float32)


def by_words(labels: Floats, spans: Sequence[Span]) -> tuple[Floats, Floats]:
    """Give the spans' log-probabilities of types by their words' labels: of the whole, and of the weakest part.

    Args:
        labels: Log-probabilities, a row a word: of *O*, then of *B* and *I* for each type.
        spans: First word and one past the last.
    """
    begin, inside = labels[:, 1::2], labels[:, 2::2]
    ended = np.log1p(-np.minimum(0.999, np.exp(inside)))
    starts, ends = np.array(spans, dtype=np.intp).reshape(-1, 2).T
    whole = begin[starts]
    weakest = whole.copy()

    def add(rows: Ints, parts: Floats) -> None:
        whole[rows] += parts
        weakest[rows] = np.minimum(weakest[rows], parts)

    for nth in range(1, (ends - starts).max(initial=0)):
        longer = np.flatnonzero(ends - starts > nth)
        add(longer, inside[starts[longer] + nth])
    followed = np.flatnonzero(ends < len(labels))
    add(followed, ended[ends[followed]])
    return whole, weakest


def select(names: Names, weights: Floats, threshold: float) -> list[Found]:
    """Choose the most probable names; one whose spans are partly taken by a better one is judged anew by the others.

    Args:
        names: The names to choose from.
        weights: Of ``FEATURES``.
        threshold: Least probability of a concept.
    """
    taken = bytearray(len(names.words))
    heap: list[tuple[float, str, int, list[int]]] = []

    def judge(groups: Iterable[tuple[str, list[int]]]) -> None:
        groups = list(groups)
        # One product a name: a product of all would add up in another order.
        scores = names.table([rows for _, rows in groups]) @ weights
        best, kinds = scores.max(axis=1).tolist(), scores.argmax(axis=1).tolist()
        for (name, rows), score, kind in zip(groups, best, kinds, strict=True):
            heapq.heappush(heap, (-score, name, kind, rows))

    judge(names.groups.items())
    found = []
    while heap:
        score, name, kind, rows = heapq.heappop(heap)
        confidence = float(1 / (1 + np.exp(score)))
        if confidence < threshold:
            break
        free = [row for row in rows if not any(taken[slice(*names.spans[row])])]
        if len(free) < len(rows):
            if free:
                judge([(name, free)])
            continue
        spans = sorted(_apart([names.spans[row] for row in free]))
        forms = [surface(names.words, span) for span in spans]
        if all(form.lower() in _GENERIC for form in forms):
            continue
        for span in spans:
            taken[slice(*span)] = b"\x01" * (span[1] - span[0])
        label = max(forms, key=lambda form: len(form.split()))
        found.append(Found(label, kind, tuple(spans), confidence))
    return sorted(_without_tails(found), key=lambda concept: concept.spans[0])


def _apart(spans: Iterable[Span]) -> list[Span]:
    """Choose spans that do not overlap, longer ones first."""
    taken: set[int] = set()
    kept = []
    for span in sorted(spans, key=lambda span: (span[0] - span[1], span)):
        if taken.isdisjoint(range(*span)):
            taken.update(range(*span))
            kept.append(span)
    return kept


def _without_tails(found: Sequence[Found]) -> list[Found]:
    """Join names with and without a word like *algorithm* at the end."""
    by_name = {(name_key(concept.label), concept.type): at for at, concept in enumerate(found)}
    joined: dict[int, list[Found]] = {at: [concept] for at, concept in enumerate(found)}
    for at, concept in enumerate(found):
        head, _, tail = name_key(concept.label).rpartition(" ")
        target = by_name.get((head, concept.type), at)
        if tail in _TAILS and target != at and target in joined:
            joined[target] += joined.pop(at)
    return [_join(parts) for parts in joined.values()]


def _join(parts: Sequence[Found]) -> Found:
    first = parts[0]
    spans = tuple(sorted(span for part in parts for span in part.spans))
    return Found(first.label, first.type, spans, max(part.confidence for part in parts))
