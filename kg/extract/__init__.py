"""Stage 2: from a paper to what it says about concepts."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kg._callable import make_callable

if TYPE_CHECKING:
    from kg.extract.pipeline import document, extract, make_pipeline
    from kg.model import Extraction

__all__ = ["confident", "document", "extract", "make_pipeline"]


def confident(extraction: Extraction, least: float) -> Extraction:
    """Leave out concepts and relations of less confidence, and relations that lose one of their concepts."""
    if not least:
        return extraction
    concepts = tuple(concept for concept in extraction.concepts if concept.confidence >= least)
    labels = {concept.label for concept in concepts}
    relations = tuple(r for r in extraction.relations if r.confidence >= least and {r.head, r.tail} <= labels)
    return replace(extraction, concepts=concepts, relations=relations)


def __getattr__(name: str) -> Any:
    """Import the pipeline when it is asked for: what is already extracted needs no spaCy."""
    if name in ("document", "extract", "make_pipeline"):
        return getattr(import_module("kg.extract.pipeline"), name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)


make_callable(__name__)
