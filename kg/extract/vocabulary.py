"""Component ``kg_vocabulary``: the known concepts, found by spaCy's PhraseMatcher."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.matcher import PhraseMatcher
from spacy.tokens import Span

from kg.names import plural_name
from kg.vocabulary import Vocabulary, load_vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Doc

VOCABULARY = "vocabulary"
"""Span group of the known concepts found: ``label_`` is the type, ``id_`` the entry's id. Spans may overlap."""

_JOINT = re.compile(r"[ -]|(?<=[A-Za-z])(?=\d)(?<!v)")
_MAX_FREE_JOINTS = 3


class VocabularyMatcher:
    """Finds the names of a vocabulary, their plurals and their spellings with and without hyphens.

    Names of several words are found in any case; so are single words in lower case and long ones with capitals inside
    (*ImageNet*). Other single words with capitals (*CLIP, Adam*) are found as they are written only.
    """

    def __init__(self, nlp: Language, vocabulary: Vocabulary) -> None:
        self._exact = PhraseMatcher(nlp.vocab, attr="ORTH")
        self._any_case = PhraseMatcher(nlp.vocab, attr="LOWER")
        named = [entry for entry in vocabulary.entries if not entry.top]
        self._types = {entry.id: entry.type for entry in named}
        for entry in named:
            for name in (entry.label, *entry.aliases):
                matcher = self._exact if is_case_sensitive(name) else self._any_case
                matcher.add(entry.id, [nlp.make_doc(variant) for variant in sorted(set(variants(name)))])

    def __call__(self, doc: Doc) -> Doc:
        """Fill the span group ``vocabulary``."""
        found = {
            (start, end, doc.vocab.strings[entry])
            for matcher in (self._exact, self._any_case)
            for entry, start, end in matcher(doc)
        }
        spans = []
        for start, end, entry in sorted(found):
            spans.append(Span(doc, start, end, label=self._types[entry], span_id=entry))
        doc.spans[VOCABULARY] = spans
        return doc


def is_case_sensitive(name: str) -> bool:
    """Say whether a name stands for its concept in its own case only: a single word in capitals, or short, or *Titled*.

    >>> [is_case_sensitive(name) for name in ("CLIP", "MIMICS", "Adam", "ImageNet", "dropout", "Monte Carlo method")]
    [True, True, True, False, False, False]
    """
    if " " in name or name.islower():
        return False
    return len(name) < 6 or name.isupper() or not any(char.isupper() for char in name[1:])


def variants(name: str) -> Iterator[str]:
    """Give the spellings of a name: singular and plural, each joint of words a space or a hyphen.

    Between a letter and a number the joint may also be nothing (*CIFAR10*).

    >>> sorted(variants("U-Net"))
    ['U Net', 'U Nets', 'U-Net', 'U-Nets']
    """
    for form in (name, plural_name(name)):
        pieces = _JOINT.split(form)
        joints = [match.group() for match in _JOINT.finditer(form)]
        if not joints or len(joints) > _MAX_FREE_JOINTS:
            yield form
            continue
        for choice in product(*[_spellings(pieces, joints, at) for at in range(len(joints))]):
            yield pieces[0] + "".join(joint + piece for joint, piece in zip(choice, pieces[1:], strict=True))


def _spellings(pieces: list[str], joints: list[str], at: int) -> tuple[str, ...]:
    before_number = pieces[at][-1:].isalpha() and pieces[at + 1][:1].isdigit()
    return (
        ("", " ", "-")
        if before_number and (joints[at] or len(pieces[at]) > 1)
        else (joints[at],)
        if not joints[at]
        else (" ", "-")
    )


@Language.factory("kg_vocabulary", assigns=["doc.spans"], default_config={"path": None})
def make_vocabulary(nlp: Language, name: str, path: str | None) -> VocabularyMatcher:
    """Make the component.

    Args:
        nlp: The pipeline.
        name: The component's name in it.
        path: A vocabulary in Turtle; the package's own where it is None.
    """
    return VocabularyMatcher(nlp, load_vocabulary(Path(path) if path else None))
