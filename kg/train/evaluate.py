"""The pipeline's score on annotated papers, whole or with components left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.extract import document, make_pipeline
from kg.extract.abbreviations import LONG_FORMS, SHORT_FORMS
from kg.extract.concepts import to_extraction
from kg.extract.named_systems import NAMED_SYSTEMS
from kg.extract.vocabulary import VOCABULARY
from kg.train.examples import paper_of
from kg.train.scoring import Score

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from kg.train.annotations import Annotated

PARTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "tagger": ("kg_concept_tagger", ()),
    "vocabulary": ("kg_vocabulary", (VOCABULARY,)),
    "rules": ("kg_named_systems", (NAMED_SYSTEMS,)),
    "abbreviations": ("kg_abbreviations", (LONG_FORMS, SHORT_FORMS)),
}
"""What can be left out: its component, and the span groups that are empty then."""


def evaluate(gold: Iterable[Annotated], *, model: str | Path | None = None, without: Collection[str] = ()) -> Score:
    """Run the pipeline on annotated papers and compare.

    Args:
        gold: Annotated papers.
        model: The folder of a trained tagger; the package's own where it is None.
        without: Names from ``PARTS`` of what to leave out.

    Raises:
        ModelError: ``model`` holds no trained tagger.
    """
    nlp = make_pipeline(model=model)
    left_out = [PARTS[part] for part in without]
    score = Score()
    with nlp.select_pipes(disable=[component for component, _ in left_out]):
        for record in gold:
            paper = paper_of(record)
            doc = document(nlp, paper)
            for group in (group for _, groups in left_out for group in groups):
                doc.spans[group] = []
            score.add(record, to_extraction(nlp(doc), paper))
    return score
