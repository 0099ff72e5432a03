"""One paper's mentions become its concepts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from networkx.utils import UnionFind

from kg.citing import cited_sentence
from kg.extract.mentions import MENTIONS, UNTAGGED, short_forms
from kg.extract.roles import ROLES, default_role
from kg.extract.sentences import sentence_spans
from kg.extract.tagger.component import CONCEPT_TAGGER
from kg.model import (
    LINKS,
    ConceptType,
    Extraction,
    Field,
    Mention,
    Paper,
    PaperConcept,
    PaperRelation,
    Relation,
    Role,
    Sentence,
)
from kg.names import key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spacy.tokens import Doc, Span

SEPARATOR = "\n\n"
"""What stands between title and abstract in the text that the pipeline reads."""

_LONG_RUN = 100
_SIGNS = re.compile(rf"[^\w\s](?:\w?[^\w\s]){{{_LONG_RUN},}}")

_KNOWN, _INTRODUCED, _DEFINED, _NAMED = 0.85, 0.8, 0.7, 0.5  # the share of each that was right on annotated abstracts
_LEFT = 0.4  # the same share, of what the tagger leaves out and the vocabulary or a rule finds nevertheless


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
    """Turn the span groups of a processed document into sentences, concepts and relations, offsets into the paper's fields.

    Mentions of one vocabulary entry are one concept; so are a short form and the long form that the paper defines for
    it, names with one key, and what the tagger takes for one.
    """
    fields = _Fields(paper)
    places = sentence_spans(doc)
    sentences = tuple(Sentence(*fields.locate(*place)) for place in places)
    starts = [start for start, _ in places]
    tagged = doc.spans[CONCEPT_TAGGER].attrs if CONCEPT_TAGGER in doc.spans else None
    long_of = short_forms(doc)
    concepts: list[PaperConcept] = []
    concept_of: dict[int, PaperConcept] = {}
    for members in _groups(doc, long_of):
        mentions = tuple(fields.mention(m.span, bisect_right(starts, m.span.start_char) - 1) for m in members)
        concept = _concept(members, mentions, long_of, tagged)
        concepts.append(concept)
        concept_of.update({m.tagged: concept for m in members if m.tagged != UNTAGGED})
    relations = tuple(_relations(tagged["relations"], concept_of, starts)) if tagged else ()
    return Extraction(paper, sentences, tuple(concepts), relations)


@dataclass(frozen=True, slots=True)
class _Member:
    """A mention of a concept."""

    span: Span
    role: Role
    tagged: int


def _groups(doc: Doc, long_of: Mapping[str, str]) -> list[list[_Member]]:
    """Group the mentions by concept, in the order of the text."""
    numbers = doc.spans[MENTIONS].attrs["tagged"]
    members = [
        _Member(span, Role(role.label_), number)
        for span, role, number in zip(doc.spans[MENTIONS], doc.spans[ROLES], numbers, strict=True)
    ]
    names = [key(member.span.text) for member in members]
    names = [long_of.get(name, name) for name in names]
    entry_of: dict[str, str] = {}
    for name, member in zip(names, members, strict=True):
        if member.span.id_:
            entry_of.setdefault(name, member.span.id_)
    same = UnionFind()
    homes = [member.span.id_ or entry_of.get(name, name) for name, member in zip(names, members, strict=True)]
    for home, member in zip(homes, members, strict=True):
        if member.tagged != UNTAGGED:
            same.union(home, member.tagged)
    groups: dict[str | int, list[_Member]] = {}
    for home, member in zip(homes, members, strict=True):
        groups.setdefault(same[home], []).append(member)
    return list(groups.values())


def _relations(
    stated: Sequence[Mapping[str, Any]], concept_of: Mapping[int, PaperConcept], starts: Sequence[int]
) -> Iterator[PaperRelation]:
    """Give the tagger's relations between concepts, each once, the most probable statement of it."""
    best: dict[tuple[str, str, str], Mapping[str, Any]] = {}
    for one in stated:
        head, tail = concept_of.get(one["head"]), concept_of.get(one["tail"])
        if head and tail and head.label != tail.label:
            name = head.label, one["type"], tail.label
            if name not in best or one["confidence"] > best[name]["confidence"]:
                best[name] = one
    for (head_label, kind, tail_label), one in best.items():
        sentence = _sentence(concept_of[one["head"]], concept_of[one["tail"]], bisect_right(starts, one["offset"]) - 1)
        yield PaperRelation(head_label, Relation(kind), tail_label, sentence, one["confidence"])


def _sentence(head: PaperConcept, tail: PaperConcept, judged: int) -> int:
    return cited_sentence(
        {mention.sentence for mention in head.mentions}, {mention.sentence for mention in tail.mentions}, judged
    )


class _Fields:
    """Maps offsets in the joined text to offsets in a field of the paper."""

    def __init__(self, paper: Paper) -> None:
        self._title = len(paper.title)
        self._abstract = len(paper.title) + len(SEPARATOR) if paper.title and paper.abstract else 0

    def locate(self, start: int, end: int) -> tuple[Field, int, int]:
        if start < self._title:
            return "title", start, min(end, self._title)
        return "abstract", start - self._abstract, end - self._abstract

    def mention(self, span: Span, sentence: int) -> Mention:
        return Mention(*self.locate(span.start_char, span.end_char), span.text, sentence)


def _concept(
    members: Sequence[_Member],
    mentions: tuple[Mention, ...],
    long_of: Mapping[str, str],
    tagged: Mapping[str, Any] | None,
) -> PaperConcept:
    spans = [member.span for member in members]
    kind = ConceptType(Counter(span.label_ for span in spans).most_common(1)[0][0])
    short = next((span.text for span in spans if key(span.text) in long_of), "")
    entry = next((span.id_ for span in spans if span.id_), "")
    counts = Counter(span.text for span in spans if not short or key(span.text) not in long_of) or Counter({short: 1})
    label = counts.most_common(1)[0][0]
    forms = dict.fromkeys([label, *(span.text for span in spans)])
    role = _strongest(_roles(members), kind)
    numbers = {member.tagged for member in members} - {UNTAGGED}
    if numbers and tagged:
        confidence = max(tagged["concepts"][number]["confidence"] for number in numbers)
    elif tagged:
        confidence = _LEFT
    else:
        known = _KNOWN if entry else _DEFINED if short else _NAMED
        confidence = _INTRODUCED if role is Role.INTRODUCES else known
    return PaperConcept(label, kind, role, tuple(forms), mentions, confidence, short, entry)


def _roles(members: Sequence[_Member]) -> set[Role]:
    """Give the roles of a concept's mentions; beside the tagger's, of the rules' only that the paper introduces it."""
    judged = {member.role for member in members if member.tagged != UNTAGGED}
    every = {member.role for member in members}
    return judged | (every & {Role.INTRODUCES}) if judged else every


def _strongest(roles: set[Role], kind: ConceptType) -> Role:
    if Role.ADDRESSES in roles or Role.USES in roles:
        roles = roles | {default_role(kind)}
    for role in (Role.INTRODUCES, default_role(kind), Role.COMPARES):
        if role in roles and role in LINKS[kind]:
            return role
    return Role.MENTIONS
