"""The preferred label of a concept, among all the names that papers give it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kg.model import ConceptType, Role
from kg.names import key, singular_name

if TYPE_CHECKING:
    from kg.model import PaperConcept


class Forms:
    """Counts in how many papers a concept goes by which name."""

    def __init__(self) -> None:
        self._long: Counter[str] = Counter()
        self._short: Counter[str] = Counter()
        self._other: set[str] = set()
        self._introduced = 0

    def add(self, concept: PaperConcept) -> None:
        """Count one paper."""
        self._other.update(concept.forms)
        short = key(concept.short) if concept.short else None
        for form in concept.forms:
            (self._short if key(form) == short else self._long)[form] += 1
        named = concept.role is Role.INTRODUCES and concept.type is not ConceptType.TASK
        self._introduced += named and bool(concept.short)

    def all(self) -> set[str]:
        """Give every surface form."""
        return set(self._other)

    def long(self) -> str:
        """Give the long form that most papers use; empty if there is none."""
        return _best(self._long)

    def short(self) -> str:
        """Give the short form that most papers use; empty if there is none."""
        return _best(self._short)

    def is_named_system(self) -> bool:
        """Say whether a paper introduces the concept under its short form."""
        return self._introduced > 0


def preferred_label(forms: Forms) -> str:
    """Choose the label: a named system keeps the name it is known by; else it is the usual long form, in the singular."""
    if forms.is_named_system():
        return singular_name(forms.short())
    return singular_name(forms.long() or forms.short())


def _best(names: Counter[str]) -> str:
    """Choose the most used name, of spellings that differ by case or number the most used, in lower case if any is.

    A capital may come from the beginning of a sentence or from a heading; a small letter never does.
    """
    if not names:
        return ""
    by_key: Counter[str] = Counter()
    for name, count in names.items():
        by_key[key(name)] += count
    best = min(by_key, key=lambda k: (-by_key[k], k))
    spellings = [name for name in names if key(name) == best]
    return min(spellings, key=lambda name: (_capitals(name), -names[name], name))


def _capitals(name: str) -> int:
    """Count capitals that a sentence or a heading can cause: those that begin a word with no other capital in it."""
    return sum(word[:1].isupper() and word[1:].islower() for word in name.split())
