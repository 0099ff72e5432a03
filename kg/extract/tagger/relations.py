"""Which of the pairs that the pair head has judged are relations, and how probable each is."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kg.extract.tagger.heads import RELATIONS, RELATIONS_OF, ROLES
from kg.model import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kg.extract.tagger.heads import Pair, Placed
    from kg.extract.tagger.names import Found
    from kg.model import Relation

EVIDENCE = (
    *("bias", "odds", "confidence of the head", "confidence of the tail"),
    *("lead among the head's", "lead among the tail's", "rivals of the head", "rivals of the tail"),
    *("the head is introduced", "the tail is introduced or addressed", "one sentence"),
    *("mentions of the head", "mentions of the tail", "odds of the other way round"),
)
"""What a relation is judged by, in a logistic regression whose value is the probability."""

_FARTHEST = 300  # words between the mentions of related concepts: more than an abstract has
_LEAST = -8.0
_LEAD = 4.0


@dataclass(frozen=True, slots=True)
class Stated:
    """A relation between two concepts.

    Attributes:
        head: Number of the concept it starts from.
        type: The relation.
        tail: Number of the concept it leads to.
        word: The word at which the statement is complete.
        confidence: The probability that it holds.
    """

    head: int
    type: Relation
    tail: int
    word: int
    confidence: float


def pairs(concepts: Placed) -> list[tuple[int, int]]:
    """Give the ordered pairs of concepts that can be related and stand near enough to each other."""
    mentions = sorted((span[0], number) for number, spans in enumerate(concepts.places) for span in spans)
    starts = [start for start, _ in mentions]
    near: set[tuple[int, int]] = set()
    for at, (start, number) in enumerate(mentions):
        for _, other in mentions[bisect_left(starts, start - _FARTHEST) : at]:
            near.update(((number, other), (other, number)))
    types = concepts.types
    return sorted((head, tail) for head, tail in near if head != tail and (types[head], types[tail]) in RELATIONS_OF)


def choose(
    judged: Sequence[Pair],
    found: Sequence[Found],
    roles: Sequence[int],
    *,
    sentence_of: Sequence[int],
    weights: Mapping[str, Sequence[float]],
    threshold: float,
) -> Iterator[Stated]:
    """Give the relations that are probable enough, in the order of the pairs.

    Args:
        judged: What the pair head says.
        found: The concepts.
        roles: Their roles, as indices of ``ROLES``.
        sentence_of: The number of each word's sentence.
        weights: For each relation, of the evidence in a logistic regression.
        threshold: Least probability of a relation.
    """
    for pair, relation, values in evidence(judged, found, roles, sentence_of=sentence_of):
        score = sum(weight * value for weight, value in zip(weights[relation], values, strict=True))
        confidence = 1 / (1 + math.exp(-score))
        if confidence >= threshold:
            a, b = pair.mentions
            yield Stated(pair.head, relation, pair.tail, max(a[0], b[0]), confidence)


def evidence(
    judged: Sequence[Pair], found: Sequence[Found], roles: Sequence[int], *, sentence_of: Sequence[int]
) -> Iterator[tuple[Pair, Relation, tuple[float, ...]]]:
    """Give for each pair the relation that is most probable, and the values of ``EVIDENCE`` for it."""
    best = _best(judged)
    known = _Evidence(judged, best, found, roles)
    for pair, (relation, odds) in zip(judged, best, strict=True):
        a, b = pair.mentions
        same = sentence_of[a[0]] == sentence_of[b[0]]
        yield pair, RELATIONS[relation], known.of(pair, relation, odds, same_sentence=same)


def _best(judged: Sequence[Pair]) -> list[tuple[int, float]]:
    """Give for each pair its most probable relation, and the log-odds of it against none."""
    if not judged:
        return []
    scores = np.array([pair.scores for pair in judged])
    relations = scores[:, 1:].argmax(axis=1)
    odds = np.take_along_axis(scores, 1 + relations[:, None], axis=1)[:, 0] - scores[:, 0]
    return [(relation, max(one, _LEAST)) for relation, one in zip(relations.tolist(), odds.tolist(), strict=True)]


class _Evidence:
    """What a relation is judged by: its own odds, its concepts, and its rivals for the same head or tail."""

    def __init__(
        self,
        judged: Sequence[Pair],
        best: Sequence[tuple[int, float]],
        found: Sequence[Found],
        roles: Sequence[int],
    ) -> None:
        self._found, self._roles = found, roles
        self._from_head: dict[tuple[int, int], list[float]] = defaultdict(list)
        self._to_tail: dict[tuple[int, int], list[float]] = defaultdict(list)
        self._odds: dict[tuple[int, int], float] = {}
        for pair, (relation, odds) in zip(judged, best, strict=True):
            self._from_head[pair.head, relation].append(odds)
            self._to_tail[pair.tail, relation].append(odds)
            self._odds[pair.head, pair.tail] = odds
        for rivals in (*self._from_head.values(), *self._to_tail.values()):
            rivals.sort(reverse=True)

    def of(self, pair: Pair, relation: int, odds: float, *, same_sentence: bool) -> tuple[float, ...]:
        head, tail = self._found[pair.head], self._found[pair.tail]
        from_head, to_tail = self._from_head[pair.head, relation], self._to_tail[pair.tail, relation]
        return (
            1.0,
            odds,
            _logit(head.confidence),
            _logit(tail.confidence),
            _lead(odds, from_head),
            _lead(odds, to_tail),
            math.log(len(from_head)),
            math.log(len(to_tail)),
            float(ROLES[self._roles[pair.head]] is Role.INTRODUCES),
            float(ROLES[self._roles[pair.tail]] in (Role.INTRODUCES, Role.ADDRESSES)),
            float(same_sentence),
            math.log(len(head.spans)),
            math.log(len(tail.spans)),
            self._odds.get((pair.tail, pair.head), -_LEAD),
        )


def _logit(probability: float) -> float:
    probability = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(probability / (1 - probability))


def _lead(odds: float, rivals: Sequence[float]) -> float:
    """Give by how much log-odds exceed those of the best rival; they themselves are among the rivals, best first."""
    if len(rivals) < 2:
        return 0.0
    best = rivals[1] if odds >= rivals[0] else rivals[0]
    return min(max(odds - best, -_LEAD), _LEAD)
