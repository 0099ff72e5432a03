"""The public JSON form of an extraction, one object a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.model import Extraction, PaperConcept


def to_dict(extraction: Extraction) -> dict[str, Any]:
    """Turn an extraction into what ``kg extract`` prints for it."""
    return {
        "id": extraction.paper.id,
        "concepts": [_concept(concept) for concept in extraction.concepts],
        "relations": [
            {
                "head": relation.head,
                "type": relation.type.value,
                "tail": relation.tail,
                "sentence": relation.sentence,
                "confidence": relation.confidence,
            }
            for relation in extraction.relations
        ],
    }


def _concept(concept: PaperConcept) -> dict[str, Any]:
    return {
        "type": concept.type.value,
        "role": concept.role.value,
        "label": concept.label,
        "forms": list(concept.forms),
        "mentions": [
            {
                "field": mention.field,
                "start": mention.start,
                "end": mention.end,
                "text": mention.text,
                "sentence": mention.sentence,
            }
            for mention in concept.mentions
        ],
        "confidence": concept.confidence,
    }
