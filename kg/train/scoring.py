"""How well what was found agrees with what was annotated.

A find is right when one of its surface forms equals one of an annotated concept's, case, markup, hyphens and a final *s*
set aside, and the types agree. Each annotated concept counts once, however many finds name it; optional ones never count,
found or not. *Overlap* counts forms as equal that share half of their words, which tells boundaries from misses. The role
is scored over the concepts found; a relation is right when both ends are right and its type agrees.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kg.model import ConceptType

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kg.model import Extraction, Relation, Role
    from kg.train.annotations import Annotated

LEVELS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""Confidences from which the share that is right is given."""

_GREEK = {
    letter: unicodedata.name(letter).split()[-1].lower()
    for letter in map(chr, range(0x391, 0x3CA))
    if unicodedata.name(letter, "").startswith("GREEK")
}
_COMMANDS = re.compile(r"\\(?:text\w+|emph|math\w+|underline)\b")
_MARKUP = re.compile(r"[\$\{\}\*\\_`\"“”^]")
_HYPHENS = re.compile(r"[-‐-―]")


def normalise(form: str) -> str:
    r"""Give the key under which two surface forms, raw or clean, are the same term.

    >>> normalise(r"$\alpha$-CROWNs") == normalise("α-crown")
    True
    """
    form = unicodedata.normalize("NFKC", form.replace("ℓ", "ell"))
    form = "".join(_GREEK.get(char, char) for char in form)
    form = _MARKUP.sub("", _COMMANDS.sub("", form)).lower()
    words = _HYPHENS.sub(" ", form).replace("’", "'").split()
    if words and len(words[-1]) > 3 and words[-1].endswith("s") and not words[-1].endswith("ss"):
        words[-1] = words[-1][:-1]
    return " ".join(words)


@dataclass(frozen=True, slots=True)
class Item:
    """A concept, annotated or found, as scoring sees it."""

    name: str
    keys: frozenset[str]
    types: tuple[ConceptType, ...]
    roles: frozenset[Role] = frozenset()
    optional: bool = False
    confidence: float = 1.0

    def names(self, other: Item) -> bool:
        """Whether the two share a form."""
        return not self.keys.isdisjoint(other.keys)

    def agrees(self, other: Item) -> bool:
        """Whether the two share a form and a type."""
        return self.names(other) and not set(self.types).isdisjoint(other.types)

    def overlaps(self, other: Item) -> bool:
        """Whether the two share a type, and a form or half of its words."""
        if set(self.types).isdisjoint(other.types):
            return False
        return self.names(other) or any(_half(a, b) for a in self.keys for b in other.keys)


def _half(one: str, other: str) -> bool:
    a, b = set(one.split()), set(other.split())
    return bool(a and b) and len(a & b) / len(a | b) >= 0.5


def keys_of(name: str, forms: Sequence[str]) -> frozenset[str]:
    """Give the keys of a concept's forms and name."""
    return frozenset(map(normalise, (*forms, name))) - {""}


def annotated_items(paper: Annotated) -> list[Item]:
    """Give a paper's annotated concepts."""
    return [Item(c.name, keys_of(c.name, c.forms), c.types, frozenset(c.roles), c.optional) for c in paper.concepts]


def found_items(extraction: Extraction) -> list[Item]:
    """Give the concepts that were found in a paper."""
    return [
        Item(c.label, keys_of(c.label, c.forms), (c.type,), frozenset({c.role}), confidence=c.confidence)
        for c in extraction.concepts
    ]


@dataclass(slots=True)
class Tally:
    """Counts of right finds, wrong finds and misses."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        """The share of the finds that is right."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 0.0

    @property
    def recall(self) -> float:
        """The share of the annotations that is found."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(slots=True)
class Score:
    """What scoring counts, over all papers.

    Attributes:
        tallies: ``concepts``, each type, ``untyped``, ``overlap`` and ``relations``.
        roles: How many concepts that were found have the right role, and another.
        missed: Annotated concepts that were not found, as ``Type: name``.
        wrong: Finds that are wrong, as ``Type: label``.
        judged: For concepts and relations, the confidence of each find and whether it is right, optional ones set aside.
    """

    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    roles: Tally = field(default_factory=Tally)
    missed: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    judged: dict[str, list[tuple[float, bool]]] = field(default_factory=lambda: {"concepts": [], "relations": []})

    def add(self, paper: Annotated, extraction: Extraction) -> None:
        """Compare what was found in a paper with its annotations."""
        gold, found = annotated_items(paper), found_items(extraction)
        hit, used = self._count("concepts", gold, found, Item.agrees)
        for kind in ConceptType:
            self._tally(str(kind), gold, found, (hit, used), only=kind)
        self._count("untyped", gold, found, Item.names)
        self._count("overlap", gold, found, Item.overlaps)
        for at, by in hit.items():
            if gold[at].roles and not gold[at].optional:
                right = not gold[at].roles.isdisjoint(found[by].roles)
                self.roles.right += right
                self.roles.wrong += not right
        self.missed.update(_title(c) for at, c in enumerate(gold) if at not in hit and not c.optional)
        self.wrong.update(_title(c) for by, c in enumerate(found) if by not in used)
        self.judged["concepts"] += judge(gold, found)
        if paper.relations is not None:
            self._relations(paper, extraction, matches(gold, found))

    def _count(
        self, name: str, gold: Sequence[Item], found: Sequence[Item], same: Callable[[Item, Item], bool]
    ) -> tuple[dict[int, int], set[int]]:
        hit: dict[int, int] = {}
        used = set()
        for by, one in enumerate(found):
            for at, other in enumerate(gold):
                if same(other, one):
                    hit.setdefault(at, by)
                    used.add(by)
        self._tally(name, gold, found, (hit, used))
        return hit, used

    def _tally(
        self,
        name: str,
        gold: Sequence[Item],
        found: Sequence[Item],
        result: tuple[Mapping[int, int], set[int]],
        *,
        only: ConceptType | None = None,
    ) -> None:
        hit, used = result
        tally = self.tallies[name]
        for at, concept in enumerate(gold):
            if not concept.optional and only in (None, concept.types[0]):
                tally.right += at in hit
                tally.missed += at not in hit
        tally.wrong += sum(by not in used and only in (None, c.types[0]) for by, c in enumerate(found))

    def _relations(self, paper: Annotated, extraction: Extraction, meant: Sequence[set[int]]) -> None:
        names = [concept.name for concept in paper.concepts]
        by_label: dict[str, set[str]] = defaultdict(set)
        for concept, numbers in zip(extraction.concepts, meant, strict=True):
            by_label[concept.label].update(names[at] for at in numbers)
        wanted = {(r.head, r.type, r.tail): r.optional for r in paper.relations or ()}
        got: set[tuple[str, Relation, str]] = set()
        tally = self.tallies["relations"]
        for r in extraction.relations:
            pairs = {(head, r.type, tail) for head in by_label[r.head] for tail in by_label[r.tail]} & set(wanted)
            got |= pairs
            tally.wrong += not pairs
            if not pairs or not all(wanted[pair] for pair in pairs):
                self.judged["relations"].append((r.confidence, bool(pairs)))
        for pair, optional in wanted.items():
            if not optional:
                tally.right += pair in got
                tally.missed += pair not in got

    def figures(self) -> dict[str, dict[str, float] | float | None]:
        """Give precision, recall and F1 by name, and the accuracy of roles, to three digits."""
        table: dict[str, dict[str, float] | float | None] = {}
        for name in ("concepts", *map(str, ConceptType), "untyped", "overlap", "relations"):
            tally = self.tallies[name]
            row = {"P": round(tally.precision, 3), "R": round(tally.recall, 3), "F1": round(tally.f1, 3)}
            table[name] = {**row, "gold": tally.right + tally.missed}
        judged = self.roles.right + self.roles.wrong
        table["role accuracy"] = round(self.roles.precision, 3) if judged else None
        return table

    def calibration(self, name: str) -> list[tuple[float, int, float]]:
        """Give for each of ``LEVELS`` how many finds are that confident or more, and the share of them that is right.

        Args:
            name: ``concepts`` or ``relations``.
        """
        table = []
        for level in LEVELS:
            chosen = [right for confidence, right in self.judged[name] if confidence >= level]
            table.append((level, len(chosen), round(sum(chosen) / len(chosen), 3) if chosen else 0.0))
        return table


def _title(item: Item) -> str:
    return f"{item.types[0]}: {item.name}"


def matches(gold: Sequence[Item], found: Sequence[Item]) -> list[set[int]]:
    """Give for each find the annotated concepts that it names with a right type."""
    return [{at for at, other in enumerate(gold) if other.agrees(one)} for one in found]


def judge(gold: Sequence[Item], found: Sequence[Item]) -> list[tuple[float, bool]]:
    """Give the confidence of each find and whether it is right, without finds of optional concepts alone."""
    rows = []
    for one, numbers in zip(found, matches(gold, found), strict=True):
        if not numbers or not all(gold[at].optional for at in numbers):
            rows.append((one.confidence, bool(numbers)))
    return rows
