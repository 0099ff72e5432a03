"""Under which name each of a paper's concepts is filed."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from kg.model import Role
from kg.names import key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kg.model import Extraction, PaperConcept
    from kg.resolve.corrections import Correction
    from kg.vocabulary import Vocabulary

_LEAST_SHARED, _MARGIN = 2, 2
"""A meaning is taken by its company when it shares that many concepts, and that many times as many as the next."""


class Filed(NamedTuple):
    """The name under which a paper's concept is filed, and the rule by which it is not the name the paper gives it."""

    name: str
    rule: str = ""


class Naming:
    """What all papers together say about names: which short forms stand for which long forms, and in what company.

    A concept's *name* here is the id of a vocabulary entry or a key.

    Args:
        extractions: All papers' results.
        vocabulary: The known concepts.
        splits: A user's rules that set a concept apart in some papers.
    """

    def __init__(
        self, extractions: Iterable[Extraction], vocabulary: Vocabulary, *, splits: Iterable[Correction] = ()
    ) -> None:
        self._vocabulary = vocabulary
        self._splits: dict[str, list[Correction]] = defaultdict(list)
        for split in splits:
            for paper in split.papers:
                self._splits[paper].append(split)
        self.splits_used: set[Correction] = set()
        self._ambiguous: dict[str, set[str]] = defaultdict(set)
        for entry in vocabulary.entries:
            for short in entry.ambiguous:
                self._ambiguous[key(short)].add(entry.id)
        extractions = list(extractions)
        self.meanings = self._meanings(extractions)
        self._company = self._companies(extractions)

    def file(self, extraction: Extraction) -> list[Filed]:
        """Give the name of each concept of a paper."""
        own = [self.own_name(concept) for concept in extraction.concepts]
        filed = [
            self._meaning(name, own) if self.may_be_another(concept) else Filed(name)
            for name, concept in zip(own, extraction.concepts, strict=True)
        ]
        splits = self._splits.get(extraction.paper.id, ())
        if not splits:
            return filed
        return [self._split(splits, one, concept) for one, concept in zip(filed, extraction.concepts, strict=True)]

    def own_name(self, concept: PaperConcept) -> str:
        """Give the name that a concept has by what its own paper says."""
        if concept.entry:
            return concept.entry
        name = key(concept.label)
        entry = self._vocabulary.by_key.get(name)
        return entry.id if entry and not (concept.short and is_bare(concept)) else name

    def may_be_another(self, concept: PaperConcept) -> bool:
        """Say whether a paper uses a short form without saying for what."""
        return (
            is_bare(concept)
            and concept.role is not Role.INTRODUCES
            and self.own_name(concept) not in self._vocabulary.by_id
        )

    def known(self, text: str) -> str:
        """Give the name that a text stands for by itself."""
        entry = self._vocabulary.by_key.get(key(text))
        return entry.id if entry else key(text)

    def is_ambiguous(self, short: str) -> bool:
        """Say whether a short form means several things to the papers, or to the field."""
        return len(self.meanings.get(short, ())) > 1 or short in self._ambiguous

    def _meanings(self, extractions: Iterable[Extraction]) -> dict[str, set[str]]:
        """Give what each short form stands for: what papers define, and what the vocabulary knows it may mean there."""
        defined: dict[str, set[str]] = defaultdict(set)
        present: set[str] = set()
        for extraction in extractions:
            for concept in extraction.concepts:
                name = self.own_name(concept)
                present.add(name)
                if concept.short and not is_bare(concept):
                    defined[key(concept.short)].add(name)
        # A short form that means more than one thing to the field is not settled by the one paper that defines it.
        for short, entries in self._ambiguous.items():
            if meanings := entries & present:
                defined[short] |= meanings
        return dict(defined)

    def _companies(self, extractions: Iterable[Extraction]) -> dict[str, Counter[str]]:
        """Give, for each meaning of a short form that has several, in how many papers what else stands beside it."""
        doubtful = {name for short in self.meanings if self.is_ambiguous(short) for name in self.meanings[short]}
        company: dict[str, Counter[str]] = defaultdict(Counter)
        for extraction in extractions if doubtful else ():
            own = {self.own_name(concept) for concept in extraction.concepts}
            for name in own & doubtful:
                company[name].update(own - {name})
        return company

    def _meaning(self, name: str, own: list[str]) -> Filed:
        """Find what a short form stands for in a paper that does not say so."""
        meanings = self.meanings.get(name, set())
        if meanings and not self.is_ambiguous(name):
            return Filed(next(iter(meanings)), "agreed definition")
        others = set(own)
        shared = sorted(((len(self._company[meaning].keys() & others), meaning) for meaning in meanings), reverse=True)
        best, second = (*shared, (0, ""), (0, ""))[:2]
        return Filed(best[1], "company") if best[0] >= max(_LEAST_SHARED, _MARGIN * second[0]) else Filed(name)

    def _split(self, splits: Iterable[Correction], filed: Filed, concept: PaperConcept) -> Filed:
        goes_by = {filed.name, *map(key, concept.forms)}
        for split in splits:
            if {key(split.name), self.known(split.name)} & goes_by:
                self.splits_used.add(split)
                return Filed(self.known(split.to), "names file")
        return filed


def is_bare(concept: PaperConcept) -> bool:
    """Say whether a paper has a concept without a long form: it defines none, or mentions only the short form."""
    return not concept.short or key(concept.short) == key(concept.label)
