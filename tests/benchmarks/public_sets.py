"""Public sets of scientific terms with types, as they are published: SciER, SciERC, TDMSci."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

Tokens = list[str]
Term = tuple[int, int, str]
"""First token, one past the last, type."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Some sentences of one document."""

    tokens: tuple[str, ...]
    terms: frozenset[Term]


@dataclass(frozen=True, slots=True)
class PublicSet:
    """A set: its types, and its passages by part."""

    types: tuple[str, ...]
    parts: dict[str, list[Passage]]


def read_set(name: str, folder: Path) -> PublicSet:
    """Read one of ``READERS`` from its folder."""
    return READERS[name](folder)


def read_scier(folder: Path) -> PublicSet:
    """JSON Lines, a sentence a line, its terms as strings."""
    parts = {}
    for part in ("train", "dev", "test", "test_ood"):
        rows = [json.loads(line) for line in (folder / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()]
        documents = groupby(rows, key=lambda row: row["doc_id"])
        parts[part] = [p for _, own in documents for p in _passages(_located(row) for row in own)]
    return PublicSet(("Method", "Task", "Dataset"), parts)


def _located(row: dict) -> tuple[Tokens, list[Term]]:
    """Find the terms of a sentence in all their places, longer ones first."""
    tokens = row["sentence"].split()
    taken: set[int] = set()
    terms = []
    for text, kind in sorted(map(tuple, row["ner"]), key=lambda term: (-len(term[0].split()), term)):
        form = text.split()
        for start in range(len(tokens) - len(form) + 1):
            place = range(start, start + len(form))
            if tokens[start : place.stop] == form and taken.isdisjoint(place):
                taken.update(place)
                terms.append((start, place.stop, kind))
    return tokens, terms


def read_scierc(folder: Path) -> PublicSet:
    """CoNLL 2003, ``-DOCSTART-`` between documents."""
    parts = {}
    for part in ("train", "dev", "test"):
        lines = (folder / f"{part}.txt").read_text(encoding="utf-8").split("\n")
        starts = [at for at, line in enumerate(lines) if line.startswith("-DOCSTART-")]
        documents = [lines[a + 1 : b] for a, b in zip(starts, [*starts[1:], len(lines)], strict=True)]
        parts[part] = [p for own in documents for p in _passages(_sentences(own, word=0, label=3))]
    return PublicSet(("Method", "Task", "Metric", "Material", "OtherScientificTerm", "Generic"), parts)


def read_tdmsci(folder: Path) -> PublicSet:
    """CoNLL with offsets, single sentences; without a part for development, a tenth of the training part is taken."""
    sentences = {
        part: list(_sentences((folder / file).read_text(encoding="utf-8").split("\n"), word=0, label=2))
        for part, file in (("train", "train_1500_v2.conll"), ("test", "test_500_v2.conll"))
    }
    parts = {part: [p for sentence in own for p in _passages([sentence])] for part, own in sentences.items()}
    parts["dev"] = parts["train"][::10]
    del parts["train"][::10]
    return PublicSet(("TASK", "DATASET", "METRIC"), parts)


def _sentences(lines: Iterable[str], *, word: int, label: int) -> Iterator[tuple[Tokens, list[Term]]]:
    for filled, own in groupby(lines, key=lambda line: bool(line.strip())):
        if filled:
            columns = [line.split() for line in own]
            labels = [row[label] for row in columns]
            yield [row[word] for row in columns], _terms(labels)


def _terms(labels: list[str]) -> list[Term]:
    """Read labels in which *B* need not stand but where two terms of one type meet."""
    terms: list[Term] = []
    start = 0
    for at in range(1, len(labels) + 1):
        before, now = labels[at - 1], labels[at] if at < len(labels) else "O"
        if now != "I-" + before[2:]:
            if before != "O":
                terms.append((start, at, before[2:]))
            start = at
    return terms


_LONGEST = 160  # tokens of a passage, if one sentence has no more


def _passages(sentences: Iterable[tuple[Tokens, list[Term]]]) -> Iterator[Passage]:
    """Join the sentences of one document, so that each is read in its surroundings."""
    tokens: Tokens = []
    terms: list[Term] = []
    for own, found in sentences:
        if tokens and len(tokens) + len(own) > _LONGEST:
            yield Passage(tuple(tokens), frozenset(terms))
            tokens, terms = [], []
        terms += [(start + len(tokens), end + len(tokens), kind) for start, end, kind in found]
        tokens += own
    if tokens:
        yield Passage(tuple(tokens), frozenset(terms))


READERS = {"scier": read_scier, "scierc": read_scierc, "tdmsci": read_tdmsci}
