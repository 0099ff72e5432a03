"""Component ``kg_roles``: what the paper does with a concept, by the words around each mention."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Span

from kg.extract.cues import is_background, role_before
from kg.extract.mentions import MENTIONS
from kg.extract.named_systems import NAMED_SYSTEMS
from kg.model import LINKS, ConceptType, Role

if TYPE_CHECKING:
    from spacy.tokens import Doc

ROLES = "roles"
"""Span group that goes with ``mentions`` one to one: ``label_`` is the role."""

_WINDOW = 90  # characters before a mention in which a cue counts


def default_role(kind: ConceptType) -> Role:
    """Give the role a concept has where nothing else is said."""
    return Role.ADDRESSES if kind is ConceptType.TASK else Role.USES


def _role(span: Span, own: set[str]) -> Role:
    kind = ConceptType(span.label_)
    if span.text in own:
        return Role.INTRODUCES
    sentence = span.sent.text
    at = span.start_char - span.sent.start_char
    role = role_before(sentence[max(0, at - _WINDOW) : at]) or default_role(kind)
    if kind is ConceptType.METHOD and role is not Role.COMPARES and is_background(sentence):
        role = Role.MENTIONS
    return role if role in LINKS[kind] else default_role(kind)


class Roles:
    """Gives each mention a role."""

    def __call__(self, doc: Doc) -> Doc:
        """Fill the span group ``roles``."""
        own = {span.text for span in doc.spans[NAMED_SYSTEMS] if span.id_ == Role.INTRODUCES}
        mentions = doc.spans[MENTIONS]
        doc.spans[ROLES] = [Span(doc, span.start, span.end, label=_role(span, own)) for span in mentions]
        return doc


@Language.factory("kg_roles", requires=["doc.spans", "token.is_sent_start"], assigns=["doc.spans"])
def make_roles(nlp: Language, name: str) -> Roles:
    """Make the component; it has no settings."""
    return Roles()
