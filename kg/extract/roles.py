"""Component ``kg_roles``: what the paper does with a concept, by the words around each mention."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Span

from kg.extract.cues import is_background, role_before
from kg.extract.mentions import MENTIONS, UNTAGGED
from kg.extract.named_systems import NAMED_SYSTEMS
from kg.extract.sentences import sentence_spans, text_of
from kg.extract.tagger.component import CONCEPT_TAGGER
from kg.model import ConceptType, Role

if TYPE_CHECKING:
    from spacy.tokens import Doc

ROLES = "roles"
"""Span group that goes with ``mentions`` one to one: ``label_`` is the role."""

_WINDOW = 90  # characters before a mention in which a cue counts


def default_role(kind: ConceptType) -> Role:
    """Give the role a concept has where nothing else is said."""
    return Role.ADDRESSES if kind is ConceptType.TASK else Role.USES


def _role(span: Span, text: str, sentence_start: int, own: set[str]) -> Role:
    kind = ConceptType(span.label_)
    if span.text in own:
        return Role.INTRODUCES
    before = text[max(sentence_start, span.start_char - _WINDOW) : span.start_char]
    role = role_before(before) if kind is ConceptType.METHOD else None
    if kind is ConceptType.METHOD and role is not Role.COMPARES and is_background(text, sentence_start):
        role = Role.MENTIONS
    return role or default_role(kind)


class Roles:
    """Gives each mention a role: the tagger's where there is one, unless the rules say that the paper introduces it."""

    def __call__(self, doc: Doc) -> Doc:
        """Fill the span group ``roles``."""
        own = {span.text for span in doc.spans[NAMED_SYSTEMS] if span.id_ == Role.INTRODUCES}
        starts = [start for start, _ in sentence_spans(doc)]
        text = text_of(doc)
        found = doc.spans[CONCEPT_TAGGER].attrs["concepts"] if CONCEPT_TAGGER in doc.spans else []
        spans = []
        for span, number in zip(doc.spans[MENTIONS], doc.spans[MENTIONS].attrs["tagged"], strict=True):
            if number != UNTAGGED and span.text not in own:
                role = Role(found[number]["role"])
            else:
                role = _role(span, text, starts[bisect_right(starts, span.start_char) - 1], own)
            spans.append(Span(doc, span.start, span.end, label=role))
        doc.spans[ROLES] = spans
        return doc


@Language.factory("kg_roles", requires=["doc.spans", "token.is_sent_start"], assigns=["doc.spans"])
def make_roles(nlp: Language, name: str) -> Roles:
    """Make the component; it has no settings."""
    return Roles()
