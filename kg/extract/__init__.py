"""Stage 2: from a paper to what it says about concepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import spacy

from kg.extract.concepts import paper_text, to_extraction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from spacy.language import Language

    from kg.model import Extraction, Paper

__all__ = ["extract", "make_pipeline"]

COMPONENTS = ("kg_sentences", "kg_abbreviations", "kg_vocabulary", "kg_named_systems", "kg_mentions", "kg_roles")
"""The pipeline, in order; each name is a factory that spaCy finds by its entry point."""


def make_pipeline(*, vocabulary: Path | None = None) -> Language:
    """Make the spaCy pipeline that finds concepts.

    Args:
        vocabulary: Known concepts in Turtle; the package's own where it is None.

    Raises:
        VocabularyError: The vocabulary cannot be used.
    """
    nlp = spacy.blank("en")
    for component in COMPONENTS:
        own = component == "kg_vocabulary" and vocabulary is not None
        nlp.add_pipe(component, config={"path": str(vocabulary)} if own else {})
    return nlp


def extract(papers: Iterable[Paper], *, nlp: Language | None = None) -> Iterator[Extraction]:
    """Find each paper's concepts, one paper after the other.

    Args:
        papers: Papers with clean text.
        nlp: A pipeline from :func:`make_pipeline`; a new one where it is None.
    """
    nlp = nlp or make_pipeline()
    pairs = ((paper_text(paper), paper) for paper in papers)
    for doc, paper in nlp.pipe(pairs, as_tuples=True):
        yield to_extraction(doc, paper)
