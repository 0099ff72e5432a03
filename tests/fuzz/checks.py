"""What must hold of everything that is read, whatever the file."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from kg import paper_ids
from kg.model import Effect, Paper, Problem, Source
from kg.text import clean
from tests.fuzz.entries import SECRET

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+")
_ADDRESS = re.compile(r"https?://[^\s\"<>]+", re.IGNORECASE)
_MAX_RAW = 200
_LONGEST_ID = 1100
"""A DOI may have a thousand characters."""


class BrokenRuleError(AssertionError):
    """Something that must hold does not.

    Attributes:
        rule: Which, in a few words.
    """

    def __init__(self, rule: str, shown: object) -> None:
        self.rule = rule
        super().__init__(f"{rule}: {shown!r:.600}")


def check(items: Iterable[Paper | Problem], *, name: str, records: Counter[str], expected: int | None) -> None:
    """Check what was read.

    Args:
        items: Papers and problems.
        name: Of the file, without the archive's members.
        records: How many records each file has, as was counted in reading it.
        expected: How many were written, if that is known: then nothing was damaged either.

    Raises:
        BrokenRuleError: Something does not hold.
    """
    items = list(items)
    for item in items:
        found = _paper(item) if isinstance(item, Paper) else _problem(item)
        for rule, value in found:
            raise BrokenRuleError(rule, (value, item))
        for place in (item.source, *getattr(item, "also", ())):
            if not isinstance(place, Source) or not place.path.startswith(name):
                raise BrokenRuleError("a source that is none", item)
        if expected is not None and SECRET in repr(item):
            raise BrokenRuleError("private data", item)
    ids = Counter(item.id for item in items if isinstance(item, Paper))
    if ids and max(ids.values()) > 1:
        raise BrokenRuleError("an id twice", ids.most_common(1))
    effects = Counter(item.effect if isinstance(item, Problem) else "paper" for item in items)
    accounted = effects["paper"] + effects[Effect.SKIPPED] + effects[Effect.MERGED]
    if accounted != sum(records.values()):
        raise BrokenRuleError("records that were counted otherwise", (effects, records))
    if expected is not None and accounted != expected:
        raise BrokenRuleError("records lost or made", f"{expected} written, {accounted} read: {effects}; {items[:6]}")
    if not items:
        raise BrokenRuleError("neither papers nor problems", items)


def _paper(paper: Paper) -> Iterator[tuple[str, object]]:
    """Yield what is wrong with a paper."""
    if not (paper.title or paper.abstract):
        yield "a paper without text", paper
    if paper.year is not None and not 1500 <= paper.year <= 2099:
        yield "a year that is none", paper.year
    if any(_EMAIL.search(author) for author in paper.authors):
        yield "an e-mail address among the authors", paper.authors
    for several in (paper.authors, paper.keywords, paper.ids):
        if len(set(several)) != len(several) or not all(several):
            yield "an item twice, or an empty one", several
    yield from _texts(paper)
    yield from _ids(paper)


def _texts(paper: Paper) -> Iterator[tuple[str, object]]:
    for text in (paper.title, paper.abstract):
        if clean(text) != text:
            yield "a text that is not clean", text
    for text in (paper.venue, *paper.authors, *paper.keywords):
        if " ".join(clean(text).split()) != text:
            yield "a label that is not clean", text
    labels = (paper.id, paper.venue, paper.url, paper.doi, *paper.authors, *paper.keywords, *paper.ids)
    for text in (*labels, paper.title.replace("\n\n", ""), paper.abstract.replace("\n\n", "")):
        if _CONTROL.search(text) or "\n" in text:
            yield "a control character", text


def _ids(paper: Paper) -> Iterator[tuple[str, object]]:
    if not paper.id or not paper.id.isprintable() or len(paper.id) > _LONGEST_ID:
        yield "an id that is none", paper.id
    if paper.doi and (not paper.doi.startswith("10.") or f"doi:{paper.doi}" not in paper.ids):
        yield "a DOI that is none", paper.doi
    if paper.url and not _ADDRESS.fullmatch(paper.url):
        yield "an address that is none", paper.url
    for each in paper.ids:
        scheme, _, value = each.partition(":")
        if scheme not in paper_ids.SCHEMES or paper_ids.SCHEMES[scheme](value) != value:
            yield "an id that is not in its one spelling", each


def _problem(problem: Problem) -> Iterator[tuple[str, object]]:
    """Yield what is wrong with a problem."""
    if not problem.reason.strip() or len(problem.reason) > 400:
        yield "a reason that is none", problem
    if len(problem.raw) > _MAX_RAW:
        yield "a long excerpt", problem.raw
    if len(problem.detail) > 4000:
        yield "a long detail", problem.detail
    for text in (problem.reason, problem.detail, problem.raw):
        try:
            text.encode()
        except UnicodeEncodeError:
            yield "a problem that cannot be encoded", text
        if _EMAIL.search(text):
            yield "an e-mail address in a problem", text
