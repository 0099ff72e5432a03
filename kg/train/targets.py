"""Examples → what the heads learn: labels of words, spans to judge, concepts with roles, pairs with relations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kg.extract.tagger.heads import MENTIONS, RELATIONS_OF, TYPES, Placed, nearest, pair_row
from kg.extract.tagger.relations import pairs
from kg.extract.tagger.words import STOP_WORDS

if TYPE_CHECKING:
    import random
    from collections.abc import Collection, Sequence

    from kg.extract.tagger.encode import Encoded, Ints
    from kg.extract.tagger.lexicon import Lexicon
    from kg.extract.tagger.words import Span
    from kg.train.examples import Example

_BY_CHANCE = 12  # spans taken at random from each text
_OPTIONAL_ROLE, _OPTIONAL_PAIR = 0.5, 0.6  # weights of roles of optional concepts, and of relations with one


def word_labels(example: Example, optional: float) -> tuple[list[int], list[float]]:
    """Give a label and a weight for each word.

    Args:
        example: The text.
        optional: Weight of the words of optional concepts.
    """
    labels, weights = [0] * len(example.words), [1.0] * len(example.words)
    for concept in example.concepts:
        for start, end in concept.mentions:
            labels[start:end] = [2 + 2 * concept.type] * (end - start)
            labels[start] -= 1
            if concept.optional:
                weights[start:end] = [optional] * (end - start)
    return labels, weights


def negatives(example: Example, lexicon: Lexicon, rng: random.Random) -> set[Span]:
    """Choose spans that no annotator marked: marked ones with their edges moved, known phrases, and chance."""
    texts = [word.text for word in example.words]
    marked = {mention for concept in example.concepts for mention in concept.mentions}
    spans = {span for span, _ in lexicon.matches(texts)}
    for start, end in sorted(marked):
        spans.add((start + rng.choice((-2, -1, 0, 0, 1)), end + rng.choice((-1, 0, 0, 1, 2))))
    for _ in range(_BY_CHANCE):
        start = rng.randrange(len(texts))
        spans.add((start, start + rng.choice((1, 1, 2, 2, 3, 4))))

    def fits(span: Span) -> bool:
        start, end = span
        return (
            0 <= start < end <= len(texts)
            and all(texts[at][0].isalnum() and texts[at].lower() not in STOP_WORDS for at in (start, end - 1))
            and example.words[start].title == example.words[end - 1].title
        )

    return {span for span in spans - marked if fits(span)}


@dataclass(slots=True)
class Targets:
    """What the heads judge in a batch, and what is right; spans are numbered through the batch.

    Attributes:
        first: First word piece of each span, counted through the batch.
        last: Last word piece of each span.
        types: 0 for none, or 1 + the type of each span.
        type_weights: How much each counts.
        mentions: For each concept, the numbers of its spans.
        concept_types: For each concept, its type.
        roles: For each concept, its role.
        role_weights: How much each counts.
        pairs: Rows as ``kg.extract.tagger.heads.pair_row`` gives them, roles one higher: 0 is unknown.
        concept_pairs: For each ordered pair of concepts, the numbers of its rows.
        pair_types: For each of them, head's type * types + tail's type.
        relations: For each of them, 0 for none, or 1 + the relation.
        relation_weights: How much each counts.
    """

    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    types: list[int] = field(default_factory=list)
    type_weights: list[float] = field(default_factory=list)
    mentions: list[list[int]] = field(default_factory=list)
    concept_types: list[int] = field(default_factory=list)
    roles: list[int] = field(default_factory=list)
    role_weights: list[float] = field(default_factory=list)
    pairs: list[tuple[int, ...]] = field(default_factory=list)
    concept_pairs: list[list[int]] = field(default_factory=list)
    pair_types: list[int] = field(default_factory=list)
    relations: list[int] = field(default_factory=list)
    relation_weights: list[float] = field(default_factory=list)

    def add(
        self,
        example: Example,
        code: Encoded,
        others: Collection[Span],
        *,
        offset: int,
        limit: int,
        optional: float,
        hide_roles: bool,
    ) -> None:
        """Add an example.

        Args:
            example: The text.
            code: Its word pieces.
            others: Spans that no annotator marked.
            offset: Where its pieces start in the batch.
            limit: Pieces of it that are seen; what lies beyond is left out.
            optional: Weight of optional concepts as spans.
            hide_roles: Whether the pair head is told no roles.
        """
        seen = _Seen(code, offset, limit)
        places, rows = [], []
        for concept in example.concepts:
            own = [mention for mention in concept.mentions if seen.holds(mention)][:MENTIONS]
            weight = optional if concept.optional else 1.0
            places.append(own)
            rows.append([self._span(seen, mention, 1 + concept.type, weight) for mention in own])
            if own and concept.role is not None:
                self.mentions.append(rows[-1])
                self.concept_types.append(concept.type)
                self.roles.append(concept.role)
                self.role_weights.append(_OPTIONAL_ROLE if concept.optional else 1.0)
        self._others(example, seen, others, optional)
        if example.relations is not None:
            types = [concept.type for concept in example.concepts]
            roles = [-1 if hide_roles or c.role is None else c.role for c in example.concepts]
            self._pairs(example, seen, Placed(types, roles, places, rows))

    def _others(self, example: Example, seen: _Seen, others: Collection[Span], optional: float) -> None:
        mentions = [(mention, concept) for concept in example.concepts for mention in concept.mentions]
        marked = {mention for mention, _ in mentions}
        blurred = {at for (start, end), concept in mentions if concept.optional for at in range(start, end)}
        for span in sorted(set(others) - marked):
            if seen.holds(span):
                self._span(seen, span, 0, 1.0 if blurred.isdisjoint(range(*span)) else optional)

    def _span(self, seen: _Seen, span: Span, label: int, weight: float) -> int:
        first = seen.offset + int(seen.code.first[span[0]])
        self.first.append(first)
        self.last.append(max(first, seen.offset + int(seen.code.last[span[1] - 1])))
        self.types.append(label)
        self.type_weights.append(weight)
        return len(self.first) - 1

    def _pairs(self, example: Example, seen: _Seen, placed: Placed) -> None:
        stated: dict[tuple[int, int], int] = {}
        for head, relation, tail in example.relations or ():
            stated.setdefault((head, tail), relation)
        for head, tail in pairs(placed):
            near = nearest(placed.places[head], placed.places[tail])
            self.concept_pairs.append(list(range(len(self.pairs), len(self.pairs) + len(near))))
            for i, j in near:
                a, b, start, end, types, *roles, apart = pair_row(seen.code, placed, (head, i), (tail, j))
                row = (a, b, start + seen.offset, end + seen.offset, types, *(1 + role for role in roles), apart)
                self.pairs.append(row)
            self.pair_types.append(placed.types[head] * len(TYPES) + placed.types[tail])
            self.relations.append(1 + stated[head, tail] if (head, tail) in stated else 0)
            optional = example.concepts[head].optional or example.concepts[tail].optional
            self.relation_weights.append(_OPTIONAL_PAIR if optional else 1.0)


@dataclass(frozen=True, slots=True)
class _Seen:
    code: Encoded
    offset: int
    limit: int

    def holds(self, span: Span) -> bool:
        return bool(self.code.last[span[1] - 1] < self.limit)


def padded(rows: Sequence[Sequence[int]]) -> Ints:
    """Make a matrix of rows of unequal length, filled up with -1."""
    out = np.full((len(rows), max(map(len, rows), default=1)), -1, dtype=np.int64)
    for at, row in enumerate(rows):
        out[at, : len(row)] = row
    return out


def allowed_relations(kinds: int) -> list[int]:
    """Give the relations that a pair of types can have, as indices of the head's outputs: 0 is none.

    >>> allowed_relations(1)
    [0, 1]
    """
    return [0, *(1 + relation for relation in RELATIONS_OF.get(divmod(kinds, len(TYPES)), ()))]
