"""One paper's mentions become its concepts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from typing import TYPE_CHECKING

from kg.extract.mentions import MENTIONS, short_forms
from kg.extract.roles import ROLES, default_role
from kg.model import ConceptType, Extraction, Field, Mention, Paper, PaperConcept, Role, Sentence
from kg.names import key

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span

SEPARATOR = "\n\n"
"""What stands between title and abstract in the text that the pipeline reads."""

_LONG_RUN = 100
_SIGNS = re.compile(rf"[^\w\s](?:\w?[^\w\s]){{{_LONG_RUN},}}")

_KNOWN, _INTRODUCED, _DEFINED, _NAMED = 0.85, 0.8, 0.7, 0.5  # the share of each that was right on annotated abstracts


def paper_text(paper: Paper) -> str:
    """Join title and abstract into the text that the pipeline reads."""
    return SEPARATOR.join(part for part in (paper.title, paper.abstract) if part)


def breakable(text: str) -> str:
    """Put a blank here and there into long runs of signs, so that the tokenizer can break them; the length stays.

    spaCy takes signs off a word one by one and looks at all that is left each time: on ten thousand brackets in a row,
    which no name is made of, that takes half a minute.
    """
    return _SIGNS.sub(lambda run: _break(run.group()), text)


def _break(run: str) -> str:
    signs = list(run)
    for at in range(_LONG_RUN, len(signs) - 1, _LONG_RUN):
        signs[at + signs[at].isalnum()] = " "
    return "".join(signs)


def to_extraction(doc: Doc, paper: Paper) -> Extraction:
    """Turn the span groups of a processed document into sentences and concepts with offsets into the paper's fields.

    Mentions of one vocabulary entry are one concept; so are a short form and the long form that the paper defines for
    it, and names with one key.
    """
    fields = _Fields(paper)
    sentences = tuple(Sentence(*fields.locate(sentence.start_char, sentence.end_char)) for sentence in doc.sents)
    starts = [sentence.start_char for sentence in doc.sents]
    long_of = short_forms(doc)
    groups: dict[str, list[tuple[Span, Role]]] = {}
    for span, role in zip(doc.spans[MENTIONS], doc.spans[ROLES], strict=True):
        name = key(span.text)
        groups.setdefault(span.id_ or long_of.get(name, name), []).append((span, Role(role.label_)))
    groups = _join_entries(groups, long_of)
    concepts = []
    for members in groups.values():
        mentions = tuple(fields.mention(span, bisect_right(starts, span.start_char) - 1) for span, _ in members)
        concepts.append(_concept(members, mentions, long_of))
    return Extraction(paper, sentences, tuple(concepts))


class _Fields:
    """Maps offsets in the joined text to offsets in a field of the paper."""

    def __init__(self, paper: Paper) -> None:
        self._title = len(paper.title)
        self._abstract = len(paper.title) + len(SEPARATOR) if paper.title and paper.abstract else 0
        self._has_title = bool(paper.title)
        self._paper = paper

    def locate(self, start: int, end: int) -> tuple[Field, int, int]:
        if self._has_title and start < self._title:
            return "title", start, min(end, self._title)
        return "abstract", start - self._abstract, end - self._abstract

    def mention(self, span: Span, sentence: int) -> Mention:
        return Mention(*self.locate(span.start_char, span.end_char), span.text, sentence)


def _join_entries(
    groups: dict[str, list[tuple[Span, Role]]], long_of: dict[str, str]
) -> dict[str, list[tuple[Span, Role]]]:
    """Put a name found without its vocabulary entry to the entry's group where another mention of that name has it."""
    entry_of: dict[str, str] = {}
    for group, members in groups.items():
        for span, _ in members:
            if span.id_:
                name = key(span.text)
                entry_of.setdefault(long_of.get(name, name), group)
    joined: dict[str, list[tuple[Span, Role]]] = {}
    for group, members in groups.items():
        joined.setdefault(entry_of.get(group, group), []).extend(members)
    return {group: sorted(members, key=lambda member: member[0].start) for group, members in joined.items()}


def _concept(members: list[tuple[Span, Role]], mentions: tuple[Mention, ...], long_of: dict[str, str]) -> PaperConcept:
    spans = [span for span, _ in members]
    kind = ConceptType(Counter(span.label_ for span in spans).most_common(1)[0][0])
    short = next((span.text for span in spans if key(span.text) in long_of), "")
    entry = next((span.id_ for span in spans if span.id_), "")
    counts = Counter(span.text for span in spans if not short or key(span.text) not in long_of) or Counter({short: 1})
    label = counts.most_common(1)[0][0]
    forms = dict.fromkeys([label, *(span.text for span in spans)])
    role = _strongest({role for _, role in members}, kind)
    known = _KNOWN if entry else _DEFINED if short else _NAMED
    confidence = _INTRODUCED if role is Role.INTRODUCES else known
    return PaperConcept(label, kind, role, tuple(forms), mentions, confidence, short, entry)


def _strongest(roles: set[Role], kind: ConceptType) -> Role:
    for role in (Role.INTRODUCES, default_role(kind), Role.COMPARES):
        if role in roles:
            return role
    return Role.MENTIONS
