"""Component ``kg_named_systems``: names that give themselves away by capitals, digits and hyphens.

A name next to *we propose, called, dubbed …* is the paper's own; it is one wherever the paper repeats it. Other names are
taken where their shape leaves no doubt (*SpinQuant, VTAB-1K*).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Span

from kg.extract.abbreviations import Definition, defined
from kg.extract.cues import (
    introduction_ends,
    is_introduced_after,
    is_introduced_before,
    is_spoken_of_as_own,
    naming_ends,
)
from kg.extract.sentences import sentence_spans, text_of
from kg.extract.shapes import WordIndex, blank_addresses, is_name, small_name, title_name, words
from kg.extract.type_cues import names_dataset, type_apposed_after, type_in_apposition, type_of_list
from kg.extract.vocabulary import VOCABULARY
from kg.model import ConceptType, Role
from kg.names import key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from spacy.tokens import Doc

NAMED_SYSTEMS = "named_systems"
"""Span group of the names found: ``label_`` is the type, ``id_`` is ``introduces`` for the paper's own."""

_WE = re.compile(r"\b(?:[Ww]e|[Oo]ur)\b")
_COMPOUND = re.compile(r"-[a-z]{2,}|^[a-z]{2,}-")
_CUE_WINDOW = 240  # characters before a definition in which the words that introduce it may begin


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a text, at ``text[start:end]``."""

    start: int
    end: int
    text: str
    type: ConceptType
    introduced: bool


def find_names(
    text: str,
    sentences: list[tuple[int, int]],
    *,
    pairs: Iterable[Definition] = (),
    known: Collection[str] = (),
) -> list[Name]:
    """Find the names in a text. A name has one type, and is the paper's own or not, in all its places.

    Args:
        text: The text.
        sentences: Its sentences as offsets.
        pairs: The short forms it defines, and their long forms.
        known: Keys of the names of known concepts. One of several words is never the paper's own.
    """
    text = blank_addresses(text)
    index = WordIndex(text)
    found: list[Name] = []
    foreign: set[str] = set()
    for pair in _first_of_each(text, pairs):
        own = _own_definition(text, sentences, pair, index, known)
        found.extend(own)
        foreign.update(() if own else (key(text[slice(*pair.short)]), key(text[slice(*pair.long)])))
    for sentence in sentences:
        found.extend(n for n in _introduced(text, sentence) if " " not in n.text or key(n.text) not in known)
        found.extend(_called(text, sentence))
        found.extend(_shaped(text, sentence, known))
    own_names = {name.text: name.type for name in reversed(found) if name.introduced and key(name.text) not in foreign}
    kinds = _majority(found)
    repeats = (
        Name(*place, name, kind, introduced=True) for name, kind in own_names.items() for place in index.places(name)
    )
    names = {}
    for name in [*found, *repeats]:
        kind = own_names.get(name.text) or kinds[name.text]
        names[name.start, name.end] = Name(name.start, name.end, name.text, kind, name.text in own_names)
    return [names[span] for span in sorted(names)]


def _first_of_each(text: str, pairs: Iterable[Definition]) -> list[Definition]:
    first: dict[tuple[str, str], Definition] = {}
    for pair in pairs:
        first.setdefault((text[slice(*pair.short)], text[slice(*pair.long)]), pair)
    return list(first.values())


def _own_definition(
    text: str, sentences: list[tuple[int, int]], pair: Definition, index: WordIndex, known: Collection[str]
) -> list[Name]:
    """Give both forms of a definition if they name something of the paper's own; else nothing."""
    short, long = text[slice(*pair.short)], text[slice(*pair.long)]
    if key(long) in known:
        return []
    first, last = sorted((pair.short, pair.long))
    sentence = sentences[bisect_right(sentences, (first[0], len(text))) - 1]
    cues = introduction_ends(text, max(sentence[0], first[0] - _CUE_WINDOW), first[0])
    behind = last[1] + 1  # the closing bracket
    if not (
        is_introduced_before(text, cues, first[0])
        or is_introduced_after(text, behind)
        or any(is_spoken_of_as_own(text, *place) for place in index.places(short))
    ):
        return []
    kind = type_in_apposition(text, sentence, (first[0], behind), short, long)
    return [Name(*pair.long, long, kind, introduced=True), Name(*pair.short, short, kind, introduced=True)]


def _majority(found: list[Name]) -> dict[str, ConceptType]:
    """Give each name the type that most of its places speak for, Benchmark before others where they tie."""
    votes: dict[str, list[ConceptType]] = {}
    for name in found:
        votes.setdefault(name.text, []).append(name.type)
    order = (ConceptType.BENCHMARK, ConceptType.METRIC, ConceptType.TASK, ConceptType.METHOD)
    return {name: max(order, key=kinds.count) for name, kinds in votes.items()}


def _introduced(text: str, sentence: tuple[int, int]) -> Iterator[Name]:
    """Names right after the words that introduce them."""
    for begin in introduction_ends(text, *sentence):
        name = title_name(text, begin, sentence[1])
        if name:
            span = (begin, begin + len(name))
            yield Name(*span, name, type_in_apposition(text, sentence, span, name), introduced=True)


def _called(text: str, sentence: tuple[int, int]) -> Iterator[Name]:
    """Phrases in small letters that the paper says something is called."""
    for begin in naming_ends(text, *sentence):
        name = small_name(text, begin, sentence[1])
        if name:
            span = (begin, begin + len(name))
            own = _WE.search(text, max(sentence[0], begin - _CUE_WINDOW), begin) is not None
            yield Name(*span, name, type_in_apposition(text, sentence, span, name), introduced=own)


def _shaped(text: str, sentence: tuple[int, int], known: Collection[str]) -> Iterator[Name]:
    """Names that their shape gives away; the paper's own where it speaks of them as its own."""
    for start, name, has_suffix in words(text, *sentence):
        if is_name(name):
            span = (start, start + len(name))
            own = not has_suffix and key(name) not in known and is_spoken_of_as_own(text, *span)
            if not own and _COMPOUND.search(name):
                continue  # "human-AI", "in-distribution": one in five is a name
            yield Name(*span, name, _type_of_shaped(text, sentence, span), introduced=own)


def _type_of_shaped(text: str, sentence: tuple[int, int], span: tuple[int, int]) -> ConceptType:
    if names_dataset(text[slice(*span)]) or type_of_list(text, sentence, span) is ConceptType.BENCHMARK:
        return ConceptType.BENCHMARK
    return type_apposed_after(text, sentence, span) or ConceptType.METHOD


class NamedSystems:
    """Puts the names of a text into the span group ``named_systems``."""

    def __call__(self, doc: Doc) -> Doc:
        """Fill the span group."""
        sentences = sentence_spans(doc)
        known = {key(span.text) for span in doc.spans[VOCABULARY]}
        spans = []
        for name in find_names(text_of(doc), sentences, pairs=defined(doc), known=known):
            span = doc.char_span(name.start, name.end, label=name.type, alignment_mode="expand")
            if span is not None:
                role = Role.INTRODUCES if name.introduced else ""
                spans.append(Span(doc, span.start, span.end, label=name.type, span_id=role))
        doc.spans[NAMED_SYSTEMS] = spans
        return doc


@Language.factory("kg_named_systems", requires=["token.is_sent_start"], assigns=["doc.spans"])
def make_named_systems(nlp: Language, name: str) -> NamedSystems:
    """Make the component; it has no settings."""
    return NamedSystems()
