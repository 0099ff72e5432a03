"""Component ``kg_mentions``: what the other components found becomes one set of mentions that do not overlap."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Span, SpanGroup

from kg.extract.abbreviations import long_and_short
from kg.extract.named_systems import NAMED_SYSTEMS
from kg.extract.nouns import type_of
from kg.extract.sentences import text_of
from kg.extract.tagger.component import CONCEPT_TAGGER
from kg.extract.type_cues import type_of_next_word
from kg.extract.vocabulary import VOCABULARY
from kg.model import ConceptType, Role
from kg.names import key, plural_name, singular_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Doc

MENTIONS = "mentions"
"""Span group of the mentions, in the order of the text: ``label_`` is the type, ``id_`` the vocabulary entry's id.

Its ``attrs`` hold ``tagged``: for each mention the number of the tagger's concept, or ``UNTAGGED``.
"""

UNTAGGED = -1

_SURE = 0.7  # confidence from which the tagger's type goes before what the words around a name tell
_KNOWN, _DEFINED, _OWN, _NAMED = range(4)


@dataclass(frozen=True, slots=True)
class _Candidate:
    start: int
    end: int
    type: str
    entry: str
    rank: int  # of candidates of one length the lowest rank wins
    tier: int = 1  # the lowest tier wins, whatever the lengths
    tagged: int = UNTAGGED


def short_forms(doc: Doc) -> dict[str, str]:
    """Give the key of each short form that the paper defines, with the key of its long form (the first definition's)."""
    pairs: dict[str, str] = {}
    for long, short in long_and_short(doc):
        pairs.setdefault(key(short.text), key(long.text))
    return pairs


def _defined(doc: Doc) -> Iterator[_Candidate]:
    """Both forms of each definition, everywhere in the text, where something tells their type."""
    known = {span.text: span for span in doc.spans[VOCABULARY]}
    named = {span.text: span.label_ for span in doc.spans[NAMED_SYSTEMS] if span.id_ == Role.INTRODUCES}
    text = text_of(doc)
    pairs = {(long.text, short.text): (long, short) for long, short in long_and_short(doc)}
    places = {(span.start, span.end) for pair in long_and_short(doc) for span in pair}
    for long, short in pairs.values():
        entry = known.get(long.text)
        kind = entry.label_ if entry else named.get(short.text) or named.get(long.text)
        kind = kind or type_of_next_word(text, short.end_char + 1) or type_of(long.text)
        if kind:
            for form in (long.text, short.text):
                for start, end in _occurrences(doc, text, form):
                    # Where a paper defines a name, the name goes before a longer one around it.
                    tier = 0 if (start, end) in places else 1
                    yield _Candidate(start, end, kind, entry.id_ if entry else "", _DEFINED, tier)


def _occurrences(doc: Doc, text: str, form: str) -> Iterator[tuple[int, int]]:
    """Places of a name as token offsets: singular, plural, and in any case unless it is one word with capitals."""
    spellings = sorted({form, singular_name(form), plural_name(singular_name(form))}, key=len, reverse=True)
    pattern = "|".join(re.escape(spelling) for spelling in spellings)
    ignore_case = re.IGNORECASE if " " in form else re.NOFLAG
    for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", text, ignore_case):
        span = doc.char_span(*match.span())
        if span is not None:  # inside an address or the like it is no word of its own
            yield span.start, span.end


def _known(doc: Doc) -> Iterator[_Candidate]:
    redefined = short_forms(doc)
    for span in doc.spans[VOCABULARY]:
        # What the paper defines a short form to mean goes before what the field takes it to mean.
        if key(span.text) not in redefined:
            yield _Candidate(span.start, span.end, span.label_, span.id_, _KNOWN)


def _ruled(doc: Doc) -> Iterator[_Candidate]:
    """What rules and the vocabulary find on their own."""
    yield from _known(doc)
    yield from _defined(doc)
    for span in doc.spans[NAMED_SYSTEMS]:
        yield _Candidate(span.start, span.end, span.label_, "", _OWN if span.id_ else _NAMED)


def _tagged(doc: Doc) -> Iterator[_Candidate]:
    """The paper's own names by the rules, which know best where they end; what the tagger finds; other known concepts.

    The tagger has judged definitions and other names too: those that it left out are wrong more often than right.
    """
    entries: dict[tuple[int, int], str] = {}
    for known in _known(doc):
        entries.setdefault((known.start, known.end), known.entry)
        yield replace(known, tier=2)
    concepts = doc.spans[CONCEPT_TAGGER].attrs["concepts"]
    found = {(span.start, span.end): span for span in doc.spans[CONCEPT_TAGGER]}
    for place, span in found.items():
        yield _Candidate(*place, span.label_, entries.get(place, ""), _KNOWN, tagged=int(span.id_))
    for own in doc.spans[NAMED_SYSTEMS]:
        if own.id_:
            place = own.start, own.end
            tag = found.get(place)
            number = int(tag.id_) if tag else UNTAGGED
            # "We propose a metric, X": the tagger has seen few metrics.
            told = own.label_ == ConceptType.METRIC and tag and concepts[number]["confidence"] < _SURE
            kind = tag.label_ if tag and not told else own.label_
            yield _Candidate(*place, kind, entries.get(place, "") if tag else "", _OWN, tier=0, tagged=number)


class Mentions:
    """Chooses among the candidates.

    Where the tagger has been, the paper's own names go first, then its finds, then known concepts. Without it and among
    equals the longest wins, then known concepts, definitions, the paper's own names, other names.
    """

    def __call__(self, doc: Doc) -> Doc:
        """Fill the span group ``mentions``."""
        candidates = set(_tagged(doc) if CONCEPT_TAGGER in doc.spans else _ruled(doc))
        taken = bytearray(len(doc))
        chosen = []
        for candidate in sorted(candidates, key=_precedence):
            if not any(taken[candidate.start : candidate.end]):
                taken[candidate.start : candidate.end] = b"\x01" * (candidate.end - candidate.start)
                chosen.append(candidate)
        chosen.sort(key=lambda c: c.start)
        doc.spans[MENTIONS] = SpanGroup(
            doc,
            name=MENTIONS,
            attrs={"tagged": [c.tagged for c in chosen]},
            spans=[Span(doc, c.start, c.end, label=c.type, span_id=c.entry) for c in chosen],
        )
        return doc


def _precedence(candidate: _Candidate) -> tuple[int, int, int, int, str, str, int]:
    c = candidate
    return c.tier, c.start - c.end, c.rank, c.start, c.type, c.entry, c.tagged


@Language.factory("kg_mentions", requires=["doc.spans"], assigns=["doc.spans"])
def make_mentions(nlp: Language, name: str) -> Mentions:
    """Make the component; it has no settings."""
    return Mentions()
