"""Component ``kg_mentions``: what the other components found becomes one set of mentions that do not overlap."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Span

from kg.extract.abbreviations import LONG_FORMS, SHORT_FORMS
from kg.extract.named_systems import NAMED_SYSTEMS
from kg.extract.nouns import type_of
from kg.extract.type_cues import type_of_next_word
from kg.extract.vocabulary import VOCABULARY
from kg.model import Role
from kg.names import key, plural_name, singular_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Doc

MENTIONS = "mentions"
"""Span group of the mentions, in the order of the text: ``label_`` is the type, ``id_`` the vocabulary entry's id."""


_KNOWN, _DEFINED, _OWN, _NAMED = range(4)


@dataclass(frozen=True, slots=True)
class _Candidate:
    start: int
    end: int
    type: str
    entry: str
    rank: int  # of candidates of one length the lowest rank wins


def _pairs(doc: Doc) -> Iterator[tuple[Span, Span]]:
    return zip(doc.spans[LONG_FORMS], doc.spans[SHORT_FORMS], strict=True)


def short_forms(doc: Doc) -> dict[str, str]:
    """Give the key of each short form that the paper defines, with the key of its long form (the first definition's)."""
    pairs: dict[str, str] = {}
    for long, short in _pairs(doc):
        pairs.setdefault(key(short.text), key(long.text))
    return pairs


def _defined(doc: Doc) -> Iterator[_Candidate]:
    """Both forms of each definition, everywhere in the text, where something tells their type."""
    known = {span.text: span for span in doc.spans[VOCABULARY]}
    named = {span.text: span.label_ for span in doc.spans[NAMED_SYSTEMS] if span.id_ == Role.INTRODUCES}
    text = doc.text
    pairs = {(long.text, short.text): (long, short) for long, short in _pairs(doc)}
    for long, short in pairs.values():
        entry = known.get(long.text)
        kind = entry.label_ if entry else named.get(short.text) or named.get(long.text)
        kind = kind or type_of_next_word(text, short.end_char + 1) or type_of(long.text)
        if kind:
            for form in (long.text, short.text):
                for start, end in _occurrences(doc, text, form):
                    yield _Candidate(start, end, kind, entry.id_ if entry else "", _DEFINED)


def _occurrences(doc: Doc, text: str, form: str) -> Iterator[tuple[int, int]]:
    """Places of a name as token offsets: singular, plural, and in any case unless it is one word with capitals."""
    spellings = sorted({form, singular_name(form), plural_name(singular_name(form))}, key=len, reverse=True)
    pattern = "|".join(re.escape(spelling) for spelling in spellings)
    ignore_case = re.IGNORECASE if " " in form else re.NOFLAG
    for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", text, ignore_case):
        span = doc.char_span(*match.span())
        if span is not None:  # inside an address or the like it is no word of its own
            yield span.start, span.end


def _candidates(doc: Doc) -> Iterator[_Candidate]:
    redefined = short_forms(doc)
    for span in doc.spans[VOCABULARY]:
        # What the paper defines a short form to mean goes before what the field takes it to mean.
        if key(span.text) not in redefined:
            yield _Candidate(span.start, span.end, span.label_, span.id_, _KNOWN)
    yield from _defined(doc)
    for span in doc.spans[NAMED_SYSTEMS]:
        yield _Candidate(span.start, span.end, span.label_, "", _OWN if span.id_ else _NAMED)


class Mentions:
    """Chooses among the candidates: the longest wins, then known concepts, definitions, the paper's own names, others."""

    def __call__(self, doc: Doc) -> Doc:
        """Fill the span group ``mentions``."""
        places = {(span.start, span.end) for pair in _pairs(doc) for span in pair}

        def preference(candidate: _Candidate) -> tuple[bool, int, int, int, str, str]:
            # Where a paper defines a name, the name goes before a longer one around it.
            is_definition = candidate.rank == _DEFINED and (candidate.start, candidate.end) in places
            length = candidate.end - candidate.start
            return (not is_definition, -length, candidate.rank, candidate.start, candidate.type, candidate.entry)

        order = sorted(set(_candidates(doc)), key=preference)
        taken = bytearray(len(doc))
        chosen = []
        for candidate in order:
            if not any(taken[candidate.start : candidate.end]):
                taken[candidate.start : candidate.end] = b"\x01" * (candidate.end - candidate.start)
                chosen.append(candidate)
        doc.spans[MENTIONS] = [
            Span(doc, c.start, c.end, label=c.type, span_id=c.entry) for c in sorted(chosen, key=lambda c: c.start)
        ]
        return doc


@Language.factory("kg_mentions", requires=["doc.spans"], assigns=["doc.spans"])
def make_mentions(nlp: Language, name: str) -> Mentions:
    """Make the component; it has no settings."""
    return Mentions()
