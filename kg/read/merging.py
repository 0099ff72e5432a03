"""Records of several files, or several of one → each paper once, whole, with all places where it was read.

All records are read once. Papers and problems are set aside (:mod:`kg.read.set_aside`), and when the last has been read they
are yielded in their order: so a paper has at its first place what any later record adds to it. Only hashes stay in memory:
of its own id, of each id that it has beyond its file, and of its title. Whether records that share one of these are one
paper is told from the records themselves, by the rules of :mod:`kg.read.identity`.

A record goes into one paper: the first that it shares its strongest id with, else the one of its title. Papers that were two
before it stay two, though it may share something with both; its problem names the other.
"""

from __future__ import annotations

import gc
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from kg import paper_ids
from kg.batches import batches
from kg.collector import without_collector
from kg.model import Effect, Paper, Problem, Source
from kg.read.identity import TITLE_ID, match_by_id, match_by_own_id, match_by_title, title_hash, title_key
from kg.read.record import NotedPaper, excerpt
from kg.read.set_aside import SetAside

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator

DUPLICATE = "duplicate id"
REPEATED = "repeated record"
SHARED = "id of another paper"
SAME_ID = {
    "doi": "same DOI",
    "arxiv": "same arXiv id",
    "openreview": "same OpenReview id",
    "acl": "same ACL Anthology id",
    "pmid": "same PubMed id",
    "corpusid": "same corpus id",
}
SAME_TITLE = {"authors": "same title and authors", "abstract": "same title and abstract"}
SAME_OWN_ID = {"text": REPEATED, "title": "same id and title"}

_MOST_OF_A_TITLE = 8
"""Papers of one title that a record is compared with, so that time stays linear."""
_MOST_IDS = 20
_YOUNG = 128
"""Batches after which the collector of cycles looks at what came with them; what is set aside is in none."""
_FILLED = ("title", "abstract", "authors", "year", "venue", "url", "doi", "keywords")


def merge(items: Iterable[Paper | Problem], *, records: Counter[str] | None = None) -> Iterator[Paper | Problem]:
    """Make one paper of the records of each, and give every paper an id of its own.

    A record that belongs to an earlier paper is a problem whose effect is :attr:`~kg.model.Effect.MERGED`. A paper whose id
    is that of another one gets it with the next free number, and is reported.

    Args:
        items: What readers give. All of it is taken before anything is yielded.
        records: Counts the records of each file, by its portable name.

    Raises:
        InputError: There is no room for a temporary file.

    >>> papers = Paper("a", "One"), Paper("a", "Two"), Paper("a", "One")
    >>> [item.id if isinstance(item, Paper) else item.reason for item in merge(papers)]
    ['a', 'duplicate id', 'a-2', 'repeated record']
    """
    with SetAside() as aside:
        known = _Known(aside)
        with without_collector():
            for number, batch in enumerate(batches(items)):
                if not number % _YOUNG:
                    gc.collect(0)
                for item in batch:
                    if records is not None and item.source and _is_record(item):
                        records[item.source.path] += 1
                    _take(item, aside, known)
        also = known.also
        for number, item in enumerate(aside):
            if number in also and isinstance(item, Paper):
                item = replace(item, also=(*item.also, *also[number]))  # noqa: PLW2901
            yield item


def _take(item: Paper | Problem, aside: SetAside, known: _Known) -> None:
    if isinstance(item, Problem):
        aside.add(item)
    elif isinstance(item, NotedPaper):
        for note in item.notes:
            aside.add(note)
        known.take(item.without_notes())
    else:
        known.take(item)


def _is_record(item: Paper | Problem) -> bool:
    return isinstance(item, Paper) or item.effect is not Effect.NOTED


class _Match(NamedTuple):
    number: int
    paper: Paper
    reason: str


class _Known:
    """The papers so far, found by the hashes of their ids and titles.

    Attributes:
        also: For each paper that records were merged into, by number, where they stand.
    """

    def __init__(self, aside: SetAside) -> None:
        self._aside = aside
        self._first: dict[int, int] = {}
        self._more: dict[int, list[int]] = {}
        self._renamed: dict[int, int] = {}
        self._suffixes: dict[int, int] = {}
        self.also: dict[int, list[Source]] = {}

    def _paper(self, number: int) -> Paper:
        return cast("Paper", self._aside[number])

    def take(self, paper: Paper) -> None:
        """Merge a paper into an earlier one, or add it."""
        title = title_key(paper.title)
        title_hashes = [hash(("title", title))] if title else []
        hashes = [hash(("id", paper.id)), *title_hashes]
        if paper.ids:
            hashes += [hash(("ids", each)) for each in paper.ids]
        if self._first.keys().isdisjoint(hashes):
            number = self._aside.add(paper)
            for each in hashes:
                self._first[each] = number
            return
        foreign: list[tuple[str, Paper]] = []
        matches = list(self._matches(paper, title_hashes, foreign))
        if matches:
            self._merge(paper, matches, foreign)
        else:
            self._add(paper, title, foreign)

    def _matches(self, paper: Paper, title: list[int], foreign: list[tuple[str, Paper]]) -> Iterator[_Match]:
        """Give the papers that a record belongs to, by what is strongest first; each once.

        Args:
            paper: The record.
            title: The hash of its title, if that is telling.
            foreign: Takes its ids that are those of papers it does not belong to.
        """
        seen: set[int] = set()
        for name in paper.ids:
            number = self._first.get(hash(("ids", name)), -1)
            if number >= 0 and number not in seen:
                other = self._paper(number)
                if match_by_id(other, paper, name):
                    seen.add(number)
                    yield _Match(number, other, SAME_ID[name.partition(":")[0]])
                else:
                    foreign.append((name, other))
        for number in self._of_own_id(paper):
            if number not in seen and (how := match_by_own_id(other := self._paper(number), paper)):
                seen.add(number)
                yield _Match(number, other, SAME_OWN_ID[how])
        for each in title:
            for number in (self._first.get(each, -1), *self._more.get(each, ())):
                if number >= 0 and number not in seen and (how := match_by_title(other := self._paper(number), paper)):
                    seen.add(number)
                    yield _Match(number, other, SAME_TITLE[how])

    def _of_own_id(self, paper: Paper) -> Iterator[int]:
        for index, each in ((self._first, hash(("id", paper.id))), (self._renamed, _renamed_hash(paper))):
            if (number := index.get(each, -1)) >= 0:
                yield number

    def _merge(self, paper: Paper, matches: list[_Match], foreign: list[tuple[str, Paper]]) -> None:
        number, first, reason = matches[0]
        own = {each for each in paper.ids if self._first.get(hash(("ids", each)), number) == number}
        whole, added = _filled(first, paper, own)
        if added:
            whole = self._renamed_by(whole, first)
            self._aside.replace(number, whole)
            for each in whole.ids:
                self._first.setdefault(hash(("ids", each)), number)
            if not first.title and (title := title_key(whole.title)):
                self._remember_title(title, number)
        self.also.setdefault(number, []).append(_place(paper))
        detail = f"it is {first.id} ({_place(first)}), " + (
            f"and adds {', '.join(added)}" if added else "and adds nothing"
        )
        for _, other, why in matches[1:]:
            detail += f"; {other.id} ({_place(other)}), {why}, stays apart"
        for name, other in foreign:
            detail += f"; {paper_ids.shown(name)} is left to {other.id}"
        self._aside.add(_problem(paper, reason, detail, Effect.MERGED))

    def _renamed_by(self, whole: Paper, first: Paper) -> Paper:
        """Let an id made of the others, or of the title, follow them; so it is the same whichever record comes first."""
        best = paper_ids.shown(whole.ids[0]) if whole.ids else whole.id
        made = {*map(paper_ids.shown, first.ids[:1]), TITLE_ID + title_hash(first.title, first.year)}
        key = hash(("id", best))
        if first.id not in made or key in self._first:
            return whole
        self._first[key] = self._first[hash(("id", first.id))]
        return replace(whole, id=best)

    def _add(self, paper: Paper, title: str, foreign: list[tuple[str, Paper]]) -> None:
        """Add a paper that shares an id or a title with others."""
        own = paper
        if foreign:
            left = {name for name, _ in foreign}
            ids = tuple(each for each in paper.ids if each not in left)
            own = replace(paper, ids=ids, doi="" if f"doi:{paper.doi}" in left else paper.doi)
            detail = "; ".join(
                f"{paper_ids.shown(name)} is left to {other.id} ({_place(other)})" for name, other in foreign
            )
            detail += ", whose title and authors are others"
            self._aside.add(_problem(paper, SHARED, detail, Effect.NOTED))
        renamed = hash(("id", paper.id)) in self._first
        if renamed:
            own = replace(own, id=self._free_id(paper.id))
            detail = f"{paper.id} is the id of another paper; this one is named {own.id}"
            self._aside.add(_problem(paper, DUPLICATE, detail, Effect.NOTED))
        number = self._aside.add(own)
        self._first[hash(("id", own.id))] = number
        if renamed:
            self._renamed[_renamed_hash(paper)] = number
        for each in own.ids:
            self._first.setdefault(hash(("ids", each)), number)
        if title:
            self._remember_title(title, number)

    def _remember_title(self, title: str, number: int) -> None:
        key = hash(("title", title))
        if self._first.setdefault(key, number) != number:
            more = self._more.setdefault(key, [])
            if len(more) < _MOST_OF_A_TITLE - 1:
                more.append(number)

    def _free_id(self, taken: str) -> str:
        key = hash(taken)
        number = self._suffixes.get(key, 2)
        while hash(("id", f"{taken}-{number}")) in self._first:
            number += 1
        self._suffixes[key] = number + 1
        return f"{taken}-{number}"


def _renamed_hash(paper: Paper) -> int:
    return hash((paper.id, paper.title, paper.abstract))


def _filled(first: Paper, later: Paper, own: set[str]) -> tuple[Paper, list[str]]:
    """Fill what a paper lacks from a later record of it; say what that was.

    Args:
        first: The paper.
        later: The record.
        own: The record's ids that no other paper has.
    """
    changes: dict[str, object] = {
        field: value
        for field in _FILLED
        if (value := getattr(later, field)) and not getattr(first, field) and (field != "doi" or f"doi:{value}" in own)
    }
    if not own.issubset(first.ids):
        order = list(paper_ids.SCHEMES)
        ids = dict.fromkeys((*first.ids, *(each for each in later.ids if each in own)))
        changes["ids"] = tuple(sorted(ids, key=lambda each: order.index(each.partition(":")[0])))[:_MOST_IDS]
    whole = replace(first, **changes)  # type: ignore[arg-type]
    return whole, [field for field in changes if whole != first]


def _place(paper: Paper) -> Source:
    return paper.source or Source("")


def _problem(paper: Paper, reason: str, detail: str, effect: Effect) -> Problem:
    return Problem(_place(paper), reason, detail, excerpt(paper.title or paper.abstract), effect)
