"""The spaCy pipeline that finds concepts, and the way of papers through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import spacy
from spacy.tokenizer import Tokenizer
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

from kg.extract import confident
from kg.extract.concepts import breakable, paper_text, to_extraction
from kg.extract.tagger.component import TITLE_END

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from spacy.language import Language
    from spacy.tokens import Doc

    from kg.model import Extraction, Paper

COMPONENTS = (
    "kg_sentences",
    "kg_abbreviations",
    "kg_vocabulary",
    "kg_named_systems",
    "kg_concept_tagger",
    "kg_mentions",
    "kg_roles",
)
"""The pipeline, in order; each name is a factory that spaCy finds by its entry point."""

_CACHED = 1 << 16  # words whose tokens the tokenizer keeps; the vocabulary's names alone are ten thousand
_SUFFIXES = (r"(?<=[0-9a-z][A-Z])\.", r"(?<=[0-9+*])\.", r"[)\]}—–]")
_INFIXES = (r"[()\[\]{}—–/|,;]", r"(?<=[^\W\d_])\.(?=[A-Z][a-z])")


def make_pipeline(*, vocabulary: Path | None = None, tagger: bool = True, model: str | Path | None = None) -> Language:
    """Make the spaCy pipeline that finds concepts.

    Args:
        vocabulary: Known concepts in Turtle; the package's own where it is None.
        tagger: Whether the trained tagger takes part; without it, rules and the vocabulary find what they can, in a
            tenth of the time, and no relations.
        model: The folder of a trained tagger, as ``kg train`` writes it; the package's own where it is None.

    Raises:
        VocabularyError: The vocabulary cannot be used.
    """
    nlp = spacy.blank("en")
    _split_names_cleanly(nlp)
    for component in COMPONENTS:
        if component == "kg_concept_tagger" and not tagger:
            continue
        path = {"kg_vocabulary": vocabulary, "kg_concept_tagger": model}.get(component)
        nlp.add_pipe(component, config={} if path is None else {"path": str(path)})
    return nlp


def _split_names_cleanly(nlp: Language) -> None:
    """Let a token end where a name ends: before a full stop after *ImageNet-1K*, and at every bracket and dash."""
    nlp.tokenizer = Tokenizer(
        nlp.vocab,
        rules=nlp.Defaults.tokenizer_exceptions,
        prefix_search=compile_prefix_regex(nlp.Defaults.prefixes or ()).search,
        suffix_search=compile_suffix_regex([*(nlp.Defaults.suffixes or ()), *_SUFFIXES]).search,
        infix_finditer=compile_infix_regex([*(nlp.Defaults.infixes or ()), *_INFIXES]).finditer,
        url_match=nlp.Defaults.url_match,
        max_cache_size=_CACHED,
    )


def extract(
    papers: Iterable[Paper], *, nlp: Language | None = None, min_confidence: float = 0.0
) -> Iterator[Extraction]:
    """Find each paper's concepts, one paper after the other.

    Args:
        papers: Papers with clean text.
        nlp: A pipeline from :func:`make_pipeline`; a new one where it is None.
        min_confidence: Least confidence of a concept, and of a relation, to be kept.
    """
    nlp = nlp or make_pipeline()
    pairs = ((document(nlp, paper), paper) for paper in papers)
    for doc, paper in nlp.pipe(pairs, as_tuples=True):
        yield confident(to_extraction(doc, paper), min_confidence)


def document(nlp: Language, paper: Paper) -> Doc:
    """Make the document of a paper, as the pipeline's components take it."""
    doc = nlp.make_doc(breakable(paper_text(paper)))
    doc.user_data[TITLE_END] = len(paper.title)
    return doc
