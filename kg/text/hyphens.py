"""Words that were broken at the end of a line."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# A real hyphen or a dash stands before these: "small- and medium-sized", "a matrix- which maps …".
_KEEPS_BREAK = frozenset(
    "and or to nor but vs versus und oder bzw et ou y o e as resp then a an the this these those that which whose where "
    "while with from for when is are was were has have can we our it its they both such via by if than".split()
)
_HYPHENATED_START = frozenset(
    "high low higher lower long short large small real self cross well state two three four five six seven eight nine ten "
    "one first second third single double full open closed near end top best worst time data human domain model task "
    "context object point image vision language world hand collision force goal cost error noise energy memory feature "
    "information decision sample maximum minimum winner spatio quasi zero few fine coarse free fixed user speech speed "
    "multi non".split()
)
_HYPHENATED_END = frozenset(
    "based dimensional art world level scale free resolution specific aware driven layer theoretic sensitive guided "
    "invariant stage optimal shot product efficient assisted valued making tuning grained inspired constrained "
    "conditioned induced centered controlled supervised organizing".split()
)
_PREFIX = frozenset("in un im re dis de sub over under inter co bi tri pre".split())
_CLOSED = re.compile(r"multi(?:pl|tud|variat|modal)|non(?:linear|parametric|zero)", re.IGNORECASE)
_SMALL = frozenset("of to in on the and by at out up off end vs or then".split())  # state-of-the-art, end-to-end
_HYPHEN = re.compile(r"- (?<=[^\W_]- )(?=([^\W_]+)(-(?: (?:and|or)\b)?)?)")
_WORD = re.compile(r"[^\W_]+(?:-(?=[^\W_]))?")


_FEW = 8  # words are sought one by one; of more, all are collected, so that time stays linear


class _Break(NamedTuple):
    """A place where a word may be broken.

    Attributes:
        start: Where the word begins.
        left: The word's part before the hyphen.
        right: The part after it.
        follows: A hyphen behind that, with *and* or *or* where it is such.
    """

    start: int
    left: str
    right: str
    follows: str

    @property
    def end(self) -> int:
        return self.start + len(self.left) + 2


def join_broken_words(text: str) -> str:
    """Join words that were broken at the end of a line: ``exper- tise``, ``state-of- the-art``, ``NODE- based``.

    Whether the hyphen belongs to the word is told by the rest of the text, if the word occurs there unbroken, else by
    its parts. ``small- and medium-sized`` stays.
    """
    breaks = list(_breaks(text))
    if not breaks:
        return text
    is_known = _vocabulary(text, breaks)
    pieces: list[str] = []
    at = 0
    for broken in breaks:
        pieces += text[at : broken.start], _plain_case(broken, text) or _join(broken, is_known)
        at = broken.end
    return "".join([*pieces, text[at:]])


def _breaks(text: str) -> Iterator[_Break]:
    for hyphen in _HYPHEN.finditer(text):
        start = hyphen.start()
        while start and text[start - 1].isalnum():
            start -= 1
        yield _Break(start, text[start : hyphen.start()], hyphen[1], hyphen[2] or "")


def _vocabulary(text: str, breaks: list[_Break]) -> Callable[[str], bool]:
    """Give what tells whether a word, or two with a hyphen between, occurs in the text where it is not broken."""
    pieces: list[str] = []
    at = 0
    for broken in breaks:
        if broken.start >= at:
            pieces.append(text[at : broken.start])
            at = broken.end + len(broken.right)
    unbroken = " ".join([*pieces, text[at:]]).casefold()
    if len(breaks) <= _FEW:
        return lambda word: _occurs(word, unbroken)
    words = _WORD.findall(unbroken)
    compounds = (left + right.removesuffix("-") for left, right in pairwise(words) if left[-1] == "-")
    return {*(word.removesuffix("-") for word in words), *compounds}.__contains__


def _occurs(word: str, text: str) -> bool:
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not (text[end : end + 1].isalnum() or (at and text[at - 1].isalnum())):
            return True
        at = text.find(word, at + 1)
    return False


def _plain_case(broken: _Break, text: str) -> str | None:
    """Decide what needs no other words; None where they are needed."""
    start, end = broken.left.casefold(), broken.right.casefold()
    after_hyphen = broken.start > 0 and text[broken.start - 1] == "-"
    if end in _SMALL and broken.follows == "-":
        return broken.left + "-"
    if start in _SMALL and after_hyphen and end not in {"and", "or"}:
        return broken.left + "-"
    both_digits = broken.left.isdecimal() and broken.right[0].isdigit()
    if broken.follows.endswith(("and", "or")) or broken.right in _KEEPS_BREAK or both_digits:
        return broken.left + "- "
    return None


def _join(broken: _Break, is_known: Callable[[str], bool]) -> str:
    left, right = broken.left, broken.right
    start, end = left.casefold(), right.casefold()
    if is_known(f"{start}-{end}"):
        return left + "-"
    if is_known(start + end):
        return left
    if len(left) > 3 and len(right) > 3 and is_known(start) and is_known(end):
        return left + "-"
    return left + "-" if _keeps_hyphen(left, right) else left


def _keeps_hyphen(left: str, right: str) -> bool:
    if len(left) == 1 or not right[0].islower() or left.isupper() or any(ch.isdigit() for ch in left):
        return True
    start = left.lower()
    if start in _HYPHENATED_START:
        return len(right) > 3 and not _CLOSED.match(left + right)
    return right in _HYPHENATED_END and start not in _PREFIX
