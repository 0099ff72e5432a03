"""The trained heads in NumPy: what a span is, what the paper does with it, and how two concepts relate."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kg.model import RELATION_TYPES, ConceptType, Relation, Role

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kg.extract.tagger.encode import Encoded
    from kg.extract.tagger.words import Span, Word

Floats = NDArray[np.float32]

TYPES = (ConceptType.METHOD, ConceptType.TASK, ConceptType.BENCHMARK, ConceptType.METRIC)
ROLES = (Role.INTRODUCES, Role.USES, Role.ADDRESSES, Role.COMPARES, Role.MENTIONS)
RELATIONS = (
    Relation.APPLIED_TO,
    Relation.EVALUATED_ON,
    Relation.BASED_ON,
    Relation.OUTPERFORMS,
    Relation.BROADER,
    Relation.BENCHMARK_FOR,
    Relation.MEASURES,
)
"""The heads' outputs in their order, which training fixed."""

ROLES_OF = {0: (0, 1, 3, 4), 1: (0, 2, 4), 2: (0, 1, 3, 4), 3: (0, 1, 4)}
"""Roles that each type can have, as indices."""

RELATIONS_OF = {
    (head, tail): found
    for head in range(len(TYPES))
    for tail in range(len(TYPES))
    if (found := tuple(r for r, name in enumerate(RELATIONS) if (TYPES[head], TYPES[tail]) in RELATION_TYPES[name]))
}
"""Relations that can hold from one type to another, as indices."""

_FORBIDDEN_OF = {pair: [r not in allowed for r in range(len(RELATIONS))] for pair, allowed in RELATIONS_OF.items()}

MENTIONS = 6
"""Mentions looked at for a concept."""

DISTANCES = (0, 2, 4, 8, 16, 32, 64, 128)
"""Lower bounds of the classes of distance between two mentions, in words; each class once for either order."""

_NEAREST = 3  # pairs of mentions looked at for a pair of concepts
_FORBIDDEN = -1e4


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the encoder says about one text.

    Attributes:
        words: The text's words.
        code: Their word pieces.
        states: A state for each piece.
        sums: Sums of the states before each piece; one row more than there are pieces.
        labels: Log-probabilities of the labels of each word.
    """

    words: tuple[Word, ...]
    code: Encoded
    states: Floats
    sums: Floats
    labels: Floats


@dataclass(frozen=True, slots=True)
class Placed:
    """Concepts of a text as the pair head takes them: parallel sequences, one element a concept.

    Attributes:
        types: Indices of ``TYPES``.
        roles: Indices of ``ROLES``.
        places: The mentions looked at.
        rows: The rows of these mentions among the spans' vectors.
    """

    types: Sequence[int]
    roles: Sequence[int]
    places: Sequence[Sequence[Span]]
    rows: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Pair:
    """An ordered pair of concepts: log-probabilities of no relation and of each, and the two mentions that say so."""

    head: int
    tail: int
    scores: Floats
    mentions: tuple[Span, Span]


def log_softmax(values: Floats) -> Floats:
    """Normalise along the last axis."""
    values = values - values.max(axis=-1, keepdims=True)
    normalised: Floats = values - np.log(np.exp(values).sum(axis=-1, keepdims=True))
    return normalised


class Heads:
    """The heads.

    Args:
        weights: By name, as trained.
    """

    def __init__(self, weights: Mapping[str, NDArray[np.floating]]) -> None:
        self._weights: dict[str, Floats] = {name: values.astype(np.float32) for name, values in weights.items()}

    @property
    def width(self) -> int:
        """Numbers in a state."""
        return int(self._weights["bio.weight"].shape[1])

    def spans(self, seen: Analysis, spans: Sequence[Span]) -> Floats:
        """Give a vector for each span of words."""
        if not spans:
            return np.zeros((0, len(self._weights["span.bias"])), dtype=np.float32)
        first = np.array([seen.code.first[start] for start, _ in spans])
        last = np.maximum(first, [seen.code.last[end - 1] for _, end in spans])
        mean = (seen.sums[last + 1] - seen.sums[first]) / (last + 1 - first)[:, None]
        whole = np.concatenate([seen.states[first], seen.states[last], mean.astype(np.float32)], axis=1)
        vectors: Floats = np.maximum(self._linear("span", whole), 0)
        return vectors

    def types(self, vectors: Floats) -> Floats:
        """Give log-probabilities of no concept and of each type, for each span."""
        return log_softmax(self._linear("kind", vectors))

    def roles(self, vectors: Floats, rows: Sequence[Sequence[int]], types: Sequence[int]) -> list[int]:
        """Give the most probable role of each concept, by the rows of its mentions."""
        if not rows:
            return []
        places = np.array([place for own in rows for place in own])
        pooled = _pool(self._linear("role", vectors)[places], [len(own) for own in rows])
        return [
            max(ROLES_OF[kind], key=logits.__getitem__) for logits, kind in zip(pooled.tolist(), types, strict=True)
        ]

    def relations(
        self, seen: Analysis, vectors: Floats, concepts: Placed, pairs: Sequence[tuple[int, int]]
    ) -> list[Pair]:
        """Judge ordered pairs of concepts whose types can be related."""
        table, chosen = [], []
        for head, tail in pairs:
            near = nearest(concepts.places[head], concepts.places[tail])
            chosen.append([(concepts.places[head][i], concepts.places[tail][j]) for i, j in near])
            table += [pair_row(seen.code, concepts, (head, i), (tail, j)) for i, j in near]
        if not table:
            return []
        scored = self._pairs(seen, vectors, np.array(table))
        logits = _pool(scored, [len(mentions) for mentions in chosen])
        types = concepts.types
        logits[:, 1:][[_FORBIDDEN_OF[types[head], types[tail]] for head, tail in pairs]] = _FORBIDDEN
        judged, row, says = [], 0, scored[:, -1].tolist()
        for (head, tail), mentions, scores in zip(pairs, chosen, log_softmax(logits), strict=True):
            own = says[row : row + len(mentions)]
            row += len(mentions)
            judged.append(Pair(head, tail, scores, mentions[own.index(max(own))]))
        return judged

    def _pairs(self, seen: Analysis, vectors: Floats, table: NDArray[np.int64]) -> Floats:
        head, tail, start, end, kinds, head_role, tail_role, apart = table.T
        heads, tails = self._linear("head", vectors)[head], self._linear("tail", vectors)[tail]
        between = (seen.sums[end] - seen.sums[start]) / np.maximum(end - start, 1)[:, None]
        weights = self._weights
        hidden = heads + tails + self._linear("product", heads * tails)
        hidden += self._linear("between", between.astype(np.float32)) + weights["type_pair.weight"][kinds]
        hidden += weights["head_role.weight"][1 + head_role] + weights["tail_role.weight"][1 + tail_role]
        hidden += weights["distance.weight"][apart]
        return self._linear("relation", np.maximum(hidden, 0))

    def _linear(self, name: str, values: Floats) -> Floats:
        result: Floats = values @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return result


def pair_row(code: Encoded, concepts: Placed, head: tuple[int, int], tail: tuple[int, int]) -> tuple[int, ...]:
    """Give what the pair head looks up for one mention of each of two concepts.

    Args:
        code: The text's word pieces.
        concepts: The concepts.
        head: Number of a concept, and that of its mention.
        tail: The same of the other.

    Returns:
        The rows of the two mentions, the first piece between them and one past the last, the pair of types, the two roles,
        the distance.
    """
    a, b = concepts.places[head[0]][head[1]], concepts.places[tail[0]][tail[1]]
    left, right = (a, b) if a[0] < b[0] else (b, a)
    start = int(code.last[left[1] - 1]) + 1
    end = max(start, int(code.first[right[0]]))
    kinds = concepts.types[head[0]] * len(TYPES) + concepts.types[tail[0]]
    rows = concepts.rows[head[0]][head[1]], concepts.rows[tail[0]][tail[1]]
    return (*rows, start, end, kinds, concepts.roles[head[0]], concepts.roles[tail[0]], distance(a, b))


def distance(a: Span, b: Span) -> int:
    """Give the class of the distance between two spans, their order included."""
    after = b[0] >= a[1]
    gap = b[0] - a[1] if after else a[0] - b[1]
    return bisect_right(DISTANCES, max(gap, 0)) - 1 + (len(DISTANCES) if after else 0)


def nearest(a: Sequence[Span], b: Sequence[Span]) -> list[tuple[int, int]]:
    """Give the indices of the pairs of mentions that stand nearest to each other."""
    gaps = sorted((max(q[0] - p[1], p[0] - q[1]), i, j) for i, p in enumerate(a) for j, q in enumerate(b))
    return [(i, j) for _, i, j in gaps[:_NEAREST]]


def _pool(scored: Floats, counts: Sequence[int]) -> Floats:
    """Average stretches of rows of scores, each row weighted by what its last column says.

    Args:
        scored: The rows.
        counts: Those of each stretch.
    """
    sizes = np.array(counts)
    starts = sizes.cumsum() - sizes
    pooled = np.empty((len(sizes), scored.shape[1] - 1), dtype=np.float32)
    for size in sorted(set(counts)):
        which = np.flatnonzero(sizes == size)
        own = scored[starts[which, None] + np.arange(size)]
        weight = np.exp(log_softmax(own[:, :, -1]))
        pooled[which] = (own[:, :, :-1] * weight[:, :, None]).sum(axis=1)
    return pooled
