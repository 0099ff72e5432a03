"""An XML text cut into the pieces that hold one record each, in bounded memory.

A record is cut out by its tags before it is parsed, so one that is broken costs no other: a record that is never closed
ends where the next begins. Only RDF has what may be a record within a record: as the value of a property, directly after
the property's start tag. Comments, CDATA sections and processing instructions are stepped over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.read.contract import MAX_RECORD

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import TextIO

    from kg.read.xml_head import Root

CUT = "XML cut short"
MALFORMED = "malformed XML"
TOO_LONG = "record too long"

_CHUNK = 1 << 18
_LONGEST_TOKEN = 256
_ENDS = {"comment": "-->", "cdata": "]]>", "instruction": "?>"}
_KINDS = {"comment": "a comment", "cdata": "a CDATA section", "instruction": "a processing instruction"}
_TAG = re.compile(r"(?:[^<>\"']|\"[^\"<]*+\"|'[^'<]*+')*+(/?>|[<\"'])?")
_TRAILING = re.compile(r"[\s\ufeff]*+(?:<[!?]|$)")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an XML text.

    Attributes:
        name: Of the element that it is, without a prefix; none where it is a problem of the file and no record.
        line: Where it begins.
        text: The element; of a container, its start tag alone, made an empty element.
        reason: What is wrong with it, if anything.
        detail: What was found.
    """

    name: str
    line: int
    text: str
    reason: str = ""
    detail: str = ""


class Scanner:
    """Cuts an XML text into pieces.

    Args:
        text: The text, from its beginning.
        root: Its root element.
        records: Names of the elements that are records.
        containers: Names of the elements around records of which the start tag is wanted.
        nested: Whether records may be values within records, which stay parts of these.
        limit: Code points that one record may have.
    """

    def __init__(
        self,
        text: TextIO,
        *,
        root: Root,
        records: Collection[str],
        containers: Collection[str] = (),
        nested: bool = False,
        limit: int = MAX_RECORD,
    ) -> None:
        self._text = text
        self._root = root.name
        self._records = frozenset(records)
        self._containers = frozenset(containers)
        self._limit = limit
        self._nested = nested
        self._inner: list[str] = []
        names = "|".join(sorted(map(re.escape, {*records, *containers, root.name})))
        self._token = re.compile(
            rf"<(?:(?P<comment>!--)|(?P<cdata>!\[CDATA\[)|(?P<instruction>\?)|"
            rf"(?:[\w.-]+:)?(?P<open>{names})(?=[\s/>])|/(?:[\w.-]+:)?(?P<close>{names})\s*>)"
        )
        self._window = text.read(root.start)
        self._at = len(self._window)
        self._counted = 0
        self._line = 1
        self._offset = 0
        self._absent = dict.fromkeys(_ENDS.values(), 0)
        self._start: int | None = None
        self._name = ""
        self._open_root = True
        self._ended = False

    def __iter__(self) -> Iterator[Piece]:
        while (token := self._next_token()) or not self._ended:
            if token is None:
                yield from self._abandon(TOO_LONG, f"more than {self._limit:,} characters, and no end of it")
            elif kind := next(filter(token.group, _ENDS), ""):
                yield from self._step_over(kind)
            elif token["open"]:
                yield from self._opened(token.start(), token["open"])
            else:
                yield from self._closed(token.start(), token["close"])
        yield from self._abandon(CUT, f"the file ends within the {self._name} that begins here")
        if self._open_root and self._root not in self._records:
            detail = f"the file ends before </{self._root}>: records may be missing"
            yield Piece("", self._line_at(len(self._window)), "", CUT, detail)

    def _opened(self, start: int, name: str) -> Iterator[Piece]:
        if self._nested and self._is_value(start):
            if self._to_end_of_tag() and self._window[self._at - 2] != "/":
                self._inner.append(name)
            return
        self._inner.clear()
        yield from self._abandon(MALFORMED, f"it is not closed before <{name}> begins", at=start)
        self._start, self._name = start, name
        closed = self._to_end_of_tag()
        if name == self._root:
            self._open_root = not (closed and self._window[self._at - 2] == "/")
        if not closed or name not in self._records | self._containers:
            self._start = self._start if name in self._records else None
            return
        if name in self._containers:
            tag = self._window[self._start : self._at]
            self._start = None
            yield Piece(name, self._line_at(self._at - len(tag)), tag if tag.endswith("/>") else f"{tag[:-1]}/>")
        elif self._window[self._at - 2] == "/":
            yield from self._complete()

    def _is_value(self, start: int) -> bool:
        """Tell whether an element of the record at hand comes directly after a start tag."""
        if self._start is None:
            return False
        before = self._window[max(self._start, start - _LONGEST_TOKEN) : start].rstrip()
        tag = before[before.rfind("<") :]
        return before.endswith(">") and not tag.startswith("</") and not tag.endswith("/>")

    def _closed(self, start: int, name: str) -> Iterator[Piece]:
        if self._inner and self._inner[-1] == name:
            self._inner.pop()
            return
        self._inner.clear()
        if self._start is not None and name in self._records:
            yield from self._complete()
        else:
            yield from self._abandon(MALFORMED, f"it is not closed before </{name}>", at=start)
        if name == self._root and name not in self._records:
            self._open_root = False
            yield from self._check_trailing()

    def _check_trailing(self) -> Iterator[Piece]:
        """Say so where something other than the same kind of file follows the end of the root."""
        while len(self._window) - self._at < _LONGEST_TOKEN and self._fill():
            pass
        follows = _TRAILING.match(self._window, self._at)
        if not follows and not re.compile(rf"\s*+<{re.escape(self._root)}\b").match(self._window, self._at):
            detail = f"what follows </{self._root}> is read only where it is more of the same"
            yield Piece("", self._line_at(self._at), "", MALFORMED, detail)

    def _complete(self) -> Iterator[Piece]:
        """Yield the record that ends here."""
        if self._start is None:
            return
        start, self._start = self._start, None
        line = self._line_at(start)
        text = self._window[start : self._at]
        if len(text) > self._limit:
            yield Piece(self._name, line, text[:400], TOO_LONG, f"{len(text):,} characters")
        else:
            yield Piece(self._name, line, text)

    def _abandon(self, reason: str, detail: str, *, at: int | None = None) -> Iterator[Piece]:
        """Yield the record that is open, if one is, as a problem."""
        if self._start is None:
            return
        start, self._start = self._start, None
        end = len(self._window) if at is None else at
        yield Piece(self._name, self._line_at(start), self._window[start : min(end, start + 400)], reason, detail)

    def _next_token(self) -> re.Match[str] | None:
        """Find what matters next; None where the text has ended or the record at hand gets too long."""
        while True:
            if token := self._token.search(self._window, self._at):
                self._at = token.end()
                return token
            tail = self._window.rfind("<", max(self._at, len(self._window) - _LONGEST_TOKEN))
            self._at = len(self._window) if tail < 0 else tail
            if not self._fill():
                return None

    def _step_over(self, kind: str) -> Iterator[Piece]:
        """Step over a comment and the like; one within a record that does not end is the record's end."""
        end = _ENDS[kind]
        begins = self._offset + self._at
        self._at = max(self._at, min(len(self._window), self._absent[end] - self._offset))
        while (found := self._window.find(end, self._at)) < 0:
            self._at = max(self._at, len(self._window) - len(end) + 1)
            if not self._fill():
                break
        if found >= 0:
            self._at = found + len(end)
            return
        self._absent[end] = self._offset + self._at
        detail = f"{_KINDS[kind]} is not closed"
        if self._start is None:
            yield Piece("", self._line_at(self._at), "", MALFORMED, f"{detail}; what comes after it is not read")
            return
        self._at = begins - self._offset
        yield from self._abandon(MALFORMED, detail)

    def _to_end_of_tag(self) -> bool:
        """Go to the end of a start tag; tell whether it has one."""
        while True:
            tag = _TAG.match(self._window, self._at)
            if tag and tag[1]:
                found = tag.end()
                if tag[1].endswith(">"):
                    self._at = found
                    return True
                if tag[1] == "<" or self._window.find("<", found) >= 0:
                    return False
            if not self._fill():
                return False

    def _fill(self) -> bool:
        """Read on, and let go of what is no longer needed; False at the end or where the record at hand is too long."""
        keep = self._at if self._start is None else self._start
        if self._ended or len(self._window) - keep > self._limit:
            return False
        chunk = self._text.read(max(_CHUNK, len(self._window) - keep))
        self._window += chunk
        self._ended = not chunk
        self._line_at(keep)
        keep = self._counted
        self._window = self._window[keep:]
        self._offset += keep
        self._at -= keep
        self._counted = 0
        if self._start is not None:
            self._start -= keep
        return bool(chunk)

    def _line_at(self, position: int) -> int:
        """Count lines up to a position, never before the last one asked for."""
        if position and self._window[position - 1 : position + 1] == "\r\n":
            position -= 1
        if position > self._counted:
            window, since = self._window, self._counted
            self._line += window.count("\n", since, position)
            if returns := window.count("\r", since, position):
                self._line += returns - window.count("\r\n", since, position)
            self._counted = position
        return self._line
