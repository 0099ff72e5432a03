"""Extractions as a few bytes each: what is kept on disk, and what worker processes answer.

What the paper itself says, the texts of mentions above all, is not repeated. The form is that of this version alone;
:mod:`kg.extract.jsonl` has the public one.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from kg.model import ConceptType, Extraction, Mention, Paper, PaperConcept, PaperRelation, Relation, Role, Sentence

if TYPE_CHECKING:
    from kg.model import Field

_FIELDS: tuple[Field, Field] = ("title", "abstract")
_TYPES, _ROLES, _RELATIONS = tuple(ConceptType), tuple(Role), tuple(Relation)


def pack(extraction: Extraction) -> bytes:
    """Turn all of an extraction but its paper into bytes.

    >>> pack(Extraction(Paper("a", "FastNet"), (Sentence("title", 0, 7),)))
    b'[[0,0,7],[],[]]'
    """
    parts = (
        [part for one in extraction.sentences for part in (_FIELDS.index(one.field), one.start, one.end)],
        [_plain(concept) for concept in extraction.concepts],
        [
            [one.head, _RELATIONS.index(one.type), one.tail, one.sentence, one.confidence]
            for one in extraction.relations
        ],
    )
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _plain(concept: PaperConcept) -> list[Any]:
    return [
        concept.label,
        _TYPES.index(concept.type),
        _ROLES.index(concept.role),
        concept.forms,
        [part for m in concept.mentions for part in (_FIELDS.index(m.field), m.start, m.end, m.sentence)],
        concept.confidence,
        concept.short,
        concept.entry,
    ]


def unpack(paper: Paper, packed: bytes) -> Extraction:
    """Turn what :func:`pack` made of a paper's extraction back into it.

    Args:
        paper: A paper of the same title and abstract.
        packed: The bytes.
    """
    sentences, concepts, relations = json.loads(packed.decode("utf-8", "surrogatepass"))
    return Extraction(
        paper,
        tuple(Sentence(_FIELDS[field], start, end) for field, start, end in _by(3, sentences)),
        tuple(_concept((paper.title, paper.abstract), concept) for concept in concepts),
        tuple(PaperRelation(head, _RELATIONS[kind], *rest) for head, kind, *rest in relations),
    )


def _concept(texts: tuple[str, str], plain: list[Any]) -> PaperConcept:
    label, kind, role, forms, mentions, *rest = plain
    places = tuple(
        Mention(_FIELDS[field], start, end, texts[field][start:end], sentence)
        for field, start, end, sentence in _by(4, mentions)
    )
    return PaperConcept(label, _TYPES[kind], _ROLES[role], tuple(forms), places, *rest)


def _by(count: int, numbers: list[int]) -> zip[tuple[int, ...]]:
    """Take numbers in groups of so many."""
    return zip(*[iter(numbers)] * count, strict=True)
