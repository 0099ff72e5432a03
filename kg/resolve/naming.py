"""Under which name each of a paper's concepts is filed."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from kg.model import Role
from kg.names import key
from kg.resolve.company import Company

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kg.model import Extraction, PaperConcept
    from kg.resolve.corrections import Correction
    from kg.vocabulary import Vocabulary

_AGREED, _USUAL = 3, 10
"""A meaning is the usual one when so many papers define it, and that many times as many as define all others.

Of short forms whose definitions were hidden in a fifth of 20,000 papers, one other paper's definition was right in 43 of
100, two papers' in 81, that of three and more in 95.
"""


class Filed(NamedTuple):
    """The name under which a paper's concept is filed, and the rule by which it is not the name the paper gives it."""

    name: str
    rule: str = ""


class NamesByPaper:
    """The names of each paper's concepts, every name held once and known by its number.

    >>> names = NamesByPaper()
    >>> names.add("p1", ["language model", "parsing"])
    >>> names["p1"], list(names)
    (['language model', 'parsing'], [['language model', 'parsing']])
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._names: list[str] = []
        self._of_paper: dict[str, array[int]] = {}

    def add(self, paper: str, names: Iterable[str]) -> None:
        """Note the names of a paper's concepts, by the paper's id."""
        self._of_paper[paper] = array("i", map(self._number, names))

    def __getitem__(self, paper: str) -> list[str]:
        return [self._names[number] for number in self._of_paper[paper]]

    def __iter__(self) -> Iterator[list[str]]:
        """Give the names paper by paper."""
        return map(self.__getitem__, self._of_paper)

    def _number(self, name: str) -> int:
        number = self._numbers.setdefault(name, len(self._names))
        if number == len(self._names):
            self._names.append(name)
        return number


class Naming:
    """What all papers together say about names: which short forms stand for which long forms, and in what company.

    A concept's *name* here is the id of a vocabulary entry or a key.

    Args:
        extractions: All papers' results, each paper once; gone through once.
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
        self._own = NamesByPaper()
        self.meanings = self._meanings(extractions)
        doubtful = {name for short in self.meanings if not self._usual(short) for name in self.meanings[short]}
        self._company = Company(self._own, doubtful)

    def file(self, extraction: Extraction) -> list[Filed]:
        """Give the name of each concept of a paper, which must be one of those gone through."""
        own = self._own[extraction.paper.id]
        filed = [
            self._meaning(name, own) if self.may_be_another(concept, name) else Filed(name)
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

    def may_be_another(self, concept: PaperConcept, name: str) -> bool:
        """Say whether a paper uses a short form, which has that name of its own, without saying for what."""
        return is_bare(concept) and concept.role is not Role.INTRODUCES and name not in self._vocabulary.by_id

    def known(self, text: str) -> str:
        """Give the name that a text stands for by itself."""
        entry = self._vocabulary.by_key.get(key(text))
        return entry.id if entry else key(text)

    def _meanings(self, extractions: Iterable[Extraction]) -> dict[str, Counter[str]]:
        """Count what each short form stands for: what papers define, and what the vocabulary knows it may mean there."""
        defined: dict[str, Counter[str]] = defaultdict(Counter)
        present: set[str] = set()
        for extraction in extractions:
            own = [self.own_name(concept) for concept in extraction.concepts]
            self._own.add(extraction.paper.id, own)
            present.update(own)
            for name, concept in zip(own, extraction.concepts, strict=True):
                if concept.short and not is_bare(concept):
                    defined[key(concept.short)][name] += 1
        for short, entries in self._ambiguous.items():
            if known := entries & present:
                defined[short].update(dict.fromkeys(known, 0))
        return dict(defined)

    def _usual(self, short: str) -> str:
        """Give what a short form means nearly always; nothing where the vocabulary says that it means several things.

        What means several things to the field is not settled by the papers at hand.
        """
        if short in self._ambiguous:
            return ""
        [(usual, papers), *others] = sorted(self.meanings[short].items(), key=lambda item: (-item[1], item[0]))
        others_papers = sum(count for _, count in others)
        return usual if papers >= max(_AGREED, _USUAL * others_papers) else ""

    def _meaning(self, name: str, own: list[str]) -> Filed:
        """Find what a short form stands for in a paper that does not say so."""
        if name not in self.meanings:
            return Filed(name)
        if usual := self._usual(name):
            return Filed(usual, "agreed definition")
        meaning = self._company.choose(self.meanings[name], set(own) - {name})
        return Filed(meaning, "company") if meaning else Filed(name)

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
