"""Annotated papers → words, and places of concepts among them, to train on."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from kg.extract.concepts import breakable, paper_text
from kg.extract.tagger.heads import RELATIONS, RELATIONS_OF, ROLES, ROLES_OF, TYPES
from kg.extract.tagger.words import Finder, split
from kg.model import Paper
from kg.text import clean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kg.extract.tagger.words import Span, Word
    from kg.train.annotations import Annotated, AnnotatedConcept


@dataclass(frozen=True, slots=True)
class Concept:
    """A concept of an example.

    Attributes:
        type: Index in ``TYPES``.
        role: Index in ``ROLES``; None where it was not annotated.
        optional: Whether a reasonable annotator could leave it out.
        mentions: Its places.
    """

    type: int
    role: int | None
    optional: bool
    mentions: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A text to train on.

    Attributes:
        words: Its words.
        concepts: Those that stand in it.
        relations: Head, relation and tail by index; None where they were not annotated.
    """

    words: tuple[Word, ...]
    concepts: tuple[Concept, ...] = ()
    relations: tuple[tuple[int, int, int], ...] | None = None


def paper_of(record: Annotated) -> Paper:
    """Give an annotated paper's clean text."""
    return Paper(id=record.id, title=clean(record.title), abstract=clean(record.abstract))


def example_of(record: Annotated) -> Example:
    """Locate the concepts of an annotated paper in its clean text; where two overlap the longer one stands."""
    paper = paper_of(record)
    words = split(breakable(paper_text(paper)), title_end=len(paper.title))
    mentions = _places(words, record.concepts)
    concepts: list[Concept] = []
    number_of: dict[str, int] = {}
    for at, concept in enumerate(record.concepts):
        if at in mentions:
            number_of[concept.name] = len(concepts)
            concepts.append(_concept(concept, mentions[at]))
    relations = None if record.relations is None else _relations(record, concepts, number_of)
    return Example(words, tuple(concepts), relations)


def _places(words: Sequence[Word], concepts: Sequence[AnnotatedConcept]) -> dict[int, list[Span]]:
    find = Finder(words)
    found = [(span, at) for at, concept in enumerate(concepts) for span in find(*map(clean, concept.forms))]
    taken: set[int] = set()
    mentions: dict[int, list[Span]] = defaultdict(list)
    for span, at in sorted(found, key=lambda place: (place[0][0] - place[0][1], place)):
        if taken.isdisjoint(range(*span)):
            taken.update(range(*span))
            mentions[at].append(span)
    return mentions


def _concept(concept: AnnotatedConcept, mentions: Sequence[Span]) -> Concept:
    kind = TYPES.index(concept.types[0])
    role = ROLES.index(concept.roles[0]) if concept.roles else None
    return Concept(kind, role if role in ROLES_OF[kind] else None, concept.optional, tuple(sorted(mentions)))


def _relations(
    record: Annotated, concepts: Sequence[Concept], number_of: Mapping[str, int]
) -> tuple[tuple[int, int, int], ...]:
    """Give the relations between concepts that stand in the text, of those that their types can have."""
    stated = []
    for relation in record.relations or ():
        head, tail = number_of.get(relation.head), number_of.get(relation.tail)
        kind = RELATIONS.index(relation.type)
        if head is None or tail is None or head == tail:
            continue
        if kind in RELATIONS_OF.get((concepts[head].type, concepts[tail].type), ()):
            stated.append((head, kind, tail))
    return tuple(stated)


def share(identifier: str) -> float:
    """Give a number from 0 to 1 that depends on an id alone: papers below a bound are held back, whatever the others.

    >>> share("p1") == share("p1")
    True
    """
    return int(sha256(identifier.encode("utf-8", "surrogatepass")).hexdigest()[:8], 16) / 2**32
