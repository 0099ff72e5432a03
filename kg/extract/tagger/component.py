"""Component ``kg_concept_tagger``: the concepts that the trained tagger finds, their roles and relations."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Span, SpanGroup
from threadpoolctl import ThreadpoolController

from kg.extract.abbreviations import defined
from kg.extract.named_systems import NAMED_SYSTEMS
from kg.extract.sentences import sentence_spans, text_of
from kg.extract.tagger.heads import TYPES
from kg.extract.tagger.model import TaggerModel, load_model
from kg.extract.tagger.words import split
from kg.extract.vocabulary import VOCABULARY
from kg.model import ConceptType
from kg.resources import model_folder

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from kg.extract.tagger.model import Tagged
    from kg.extract.tagger.names import Hints
    from kg.extract.tagger.relations import Stated
    from kg.extract.tagger.words import Span as WordSpan
    from kg.extract.tagger.words import Word

CONCEPT_TAGGER = "concept_tagger"
"""Span group of the mentions that the tagger found: ``label_`` is the type, ``id_`` the number of the concept.

The group's ``attrs`` are plain data: ``concepts``, a list by that number of dicts with ``role`` and ``confidence``, and
``relations``, a list of dicts with ``head`` and ``tail`` (such numbers), ``type``, ``offset`` (of a character in the
sentence that states it) and ``confidence``.
"""

TITLE_END = "kg_title_end"
"""Key of a document's ``user_data`` under which the length of its title stands; 0 or no key where it has none."""

_LONGEST = 20_000  # words: what follows is no abstract, and is left to the rules


class ConceptTagger:
    """Puts what the tagger finds into the span group ``concept_tagger``; the model is loaded for the first document.

    Args:
        folder: The model's files; the package's own where it is None.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._model: TaggerModel | None = None
        self._threads: ThreadpoolController | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Leave the loaded model behind: a process that gets the component loads its own."""
        return {"_folder": self._folder, "_model": None, "_threads": None}

    def __call__(self, doc: Doc) -> Doc:
        """Fill the span group."""
        if self._model is None or self._threads is None:
            self._model = load_model(self._folder or model_folder("concept_tagger"))
            self._threads = ThreadpoolController()
        reading = read_document(doc)
        # Products of small matrices take several times as long where NumPy spreads them over threads.
        with self._threads.limit(limits=1):
            concepts, relations = self._model.tag(
                reading.words,
                sentence_of=reading.sentence_of,
                definitions=reading.definitions,
                hints=reading.hints,
            )
        doc.spans[CONCEPT_TAGGER] = _group(doc, reading.words, concepts, relations)
        return doc


@dataclass(frozen=True, slots=True)
class Reading:
    """What the tagger sees of a document.

    Attributes:
        words: Its words.
        sentence_of: The number of each word's sentence.
        definitions: Long and short forms that it defines, as spans of words.
        hints: What other components take spans for.
    """

    words: tuple[Word, ...]
    sentence_of: list[int]
    definitions: list[tuple[WordSpan, WordSpan]]
    hints: Hints


def read_document(doc: Doc) -> Reading:
    """Turn a document, and what the components before the tagger found in it, into what the tagger sees."""
    words = split(text_of(doc), title_end=doc.user_data.get(TITLE_END, 0))[:_LONGEST]
    starts = [start for start, _ in sentence_spans(doc)] if words else []
    view = _View(words)
    sentence_of = [bisect_right(starts, word.start) for word in words]
    return Reading(words, sentence_of, view.definitions(doc), view.hints(doc))


class _View:
    """Turns what other components found into spans of the tagger's words."""

    def __init__(self, words: tuple[Word, ...]) -> None:
        self._starts, self._ends = [word.start for word in words], [word.end for word in words]

    def definitions(self, doc: Doc) -> list[tuple[WordSpan, WordSpan]]:
        pairs = [(self._span(*pair.long), self._span(*pair.short)) for pair in defined(doc)]
        return [(long, short) for long, short in pairs if long[0] < long[1] and short[0] < short[1]]

    def hints(self, doc: Doc) -> dict[WordSpan, set[tuple[str, int]]]:
        hints: dict[WordSpan, set[tuple[str, int]]] = defaultdict(set)
        for group in (VOCABULARY, NAMED_SYSTEMS):
            for found in doc.spans.get(group, ()):
                source = "vocabulary" if group == VOCABULARY else "introduced" if found.id_ else "named"
                span = self._span(found.start_char, found.end_char)
                if span[0] < span[1]:
                    hints[span].add((source, TYPES.index(ConceptType(found.label_))))
        return hints

    def _span(self, start: int, end: int) -> WordSpan:
        return bisect_left(self._starts, start), bisect_right(self._ends, end)


def _group(doc: Doc, words: tuple[Word, ...], concepts: list[Tagged], relations: list[Stated]) -> SpanGroup:
    spans = []
    for number, concept in enumerate(concepts):
        for start, end in concept.spans:
            span = doc.char_span(words[start].start, words[end - 1].end)
            if span is not None:  # the tagger's words are finer than tokens: inside an address there are no mentions
                spans.append(Span(doc, span.start, span.end, label=concept.type, span_id=str(number)))
    attrs = {
        "concepts": [{"role": concept.role.value, "confidence": round(concept.confidence, 2)} for concept in concepts],
        "relations": [
            {
                "head": relation.head,
                "type": relation.type.value,
                "tail": relation.tail,
                "offset": words[relation.word].start,
                "confidence": round(relation.confidence, 2),
            }
            for relation in relations
        ],
    }
    return SpanGroup(
        doc, name=CONCEPT_TAGGER, attrs=attrs, spans=sorted(spans, key=lambda span: (span.start, span.end))
    )


@Language.factory(
    "kg_concept_tagger",
    requires=["doc.spans", "token.is_sent_start"],
    assigns=["doc.spans"],
    default_config={"path": None},
)
def make_concept_tagger(nlp: Language, name: str, path: str | None) -> ConceptTagger:
    """Make the component.

    Args:
        nlp: The pipeline.
        name: The component's name in it.
        path: The folder of a trained tagger; the package's own where it is None.
    """
    return ConceptTagger(Path(path) if path else None)
