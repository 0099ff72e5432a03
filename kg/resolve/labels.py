"""The preferred label of a concept, among all the names that papers give it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kg.model import ConceptType, Role
from kg.names import key, singular_name, without_abbreviation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kg.model import PaperConcept


_MANY, _SHARE = 3, 5
"""So many other papers show what a concept is usually called; it is spelled out where one in so many does so."""


class Forms:
    """Counts in how many papers a concept goes by which name."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._short_keys: set[str] = set()
        self._introduced = self._others = self._others_long = 0

    def add(self, concept: PaperConcept) -> None:
        """Count one paper."""
        self._counts.update(set(concept.forms))
        defined = bool(concept.short) and key(concept.short) != key(concept.label)
        if defined:
            self._short_keys.add(key(concept.short))
        if defined and concept.role is Role.INTRODUCES and concept.type is not ConceptType.TASK:
            self._introduced += 1
        else:
            self._others += 1
            self._others_long += defined

    def update(self, other: Forms) -> None:
        """Add the counts of another concept that is the same."""
        self._counts.update(other._counts)
        self._short_keys |= other._short_keys
        self._introduced += other._introduced
        self._others += other._others
        self._others_long += other._others_long

    def all(self) -> set[str]:
        """Give every surface form."""
        return set(self._counts)

    def long(self) -> str:
        """Give the long form that most papers use; empty if there is none."""
        return self._best(short=False)

    def short(self) -> str:
        """Give the short form that most papers use; empty if there is none."""
        return self._best(short=True)

    def is_named_system(self) -> bool:
        """Say whether a paper introduces the concept under a short form of its own, and others leave it at that."""
        is_spelled_out = self._others >= _MANY and _SHARE * self._others_long > self._others
        return self._introduced > 0 and not is_spelled_out

    def _best(self, *, short: bool) -> str:
        return _best({name: n for name, n in self._counts.items() if (key(name) in self._short_keys) == short})


def preferred_label(forms: Forms) -> str:
    """Choose the label: a named system keeps the name it is known by; else it is the usual long form, in the singular."""
    name = forms.short() if forms.is_named_system() else forms.long() or forms.short()
    return singular_name(without_abbreviation(name))


def _best(names: Mapping[str, int]) -> str:
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
