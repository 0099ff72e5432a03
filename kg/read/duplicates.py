"""Ids that occur more than once."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from kg.model import Effect, Paper, Problem, Source
from kg.read.record import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DUPLICATE = "duplicate id"
REPEATED = "repeated record"


def make_unique(items: Iterable[Paper | Problem]) -> Iterator[Paper | Problem]:
    """Give every paper an id of its own.

    A paper whose id is taken by another text gets the id with the next free number and is reported; where also title and
    abstract are the same, it is reported and left out.

    >>> papers = Paper("a", "One"), Paper("a", "Two"), Paper("a", "One")
    >>> [item.id if isinstance(item, Paper) else item.reason for item in make_unique(papers)]
    ['a', 'duplicate id', 'a-2', 'repeated record']
    """
    texts: dict[str, bytes] = {}
    renamed: dict[str, dict[bytes, str]] = {}
    numbers: dict[str, int] = {}
    for item in items:
        if isinstance(item, Problem):
            yield item
            continue
        digest = _digest(item)
        if item.id not in texts:
            texts[item.id] = digest
            yield item
            continue
        same = item.id if digest == texts[item.id] else renamed.get(item.id, {}).get(digest)
        if same:
            yield _problem(item, REPEATED, f"id, title and abstract are those of {same}; left out", Effect.MERGED)
            continue
        number = numbers.get(item.id, 2)
        while (new := f"{item.id}-{number}") in texts:
            number += 1
        numbers[item.id] = number + 1
        texts[new] = digest
        renamed.setdefault(item.id, {})[digest] = new
        yield _problem(item, DUPLICATE, f"{item.id} is the id of another paper; this one is named {new}", Effect.NOTED)
        yield replace(item, id=new)


def _digest(paper: Paper) -> bytes:
    return blake2b(f"{paper.title}\0{paper.abstract}".encode("utf-8", "replace"), digest_size=12).digest()


def _problem(paper: Paper, reason: str, detail: str, effect: Effect) -> Problem:
    return Problem(paper.source or Source(""), reason, detail, excerpt(paper.title or paper.abstract), effect)
