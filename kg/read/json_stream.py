"""Values of a JSON text, one at a time, in bounded memory.

The standard library's decoder is run over a moving window. Incremental parsers were tried: ijson 3.6 (yajl) ends a file at
its first ``NaN``, which Python writes for a missing number, turns lone surrogates into ``?``, and builds a path of
quadratic length on nested brackets, so that 100 kB of ``[`` exhaust memory. Faster decoders (orjson, msgspec) refuse
``NaN`` and lone surrogates, and make numbers of ids such as 2101.10000.
"""

from __future__ import annotations

import json
import re
from typing import Protocol

from kg.read.contract import MAX_RECORD
from kg.read.lines import TOO_LONG

CUT = "JSON cut short"
MALFORMED = "malformed JSON"

_SPACE = re.compile(r"[ \t\n\r\ufeff]*")
_BETWEEN = re.compile(r"[ \t\n\r\ufeff,]*")
_NEXT = re.compile(r"[ \t\n\r\ufeff]*,[ \t\n\r\ufeff]*(?=[^ \t\n\r\ufeff\]}])")
_MARK = re.compile(r'\\.?|"|[\[{]+|[\]}]+', re.DOTALL)
_CHUNK = 1 << 18
_WORDS = ("true", "false", "null", "NaN", "Infinity", "-Infinity")
_LONGEST_TOKEN = len(r"\ud835\udc00")


def _no_constant(_name: str) -> None:
    """Take NaN and Infinity for missing."""


_DECODER = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=_no_constant, strict=False)
"""Numbers stay as they are written: an id 2101.10000 keeps its zeros, and none is too large."""


class JsonError(ValueError):
    """JSON that cannot be read; the message says where and why.

    Attributes:
        reason: In a few words.
        lost: Whether a record is lost by it.
    """

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        self.lost = True
        super().__init__(message)


def decode(line: str) -> list[object]:
    """Decode the JSON values on one line: one, or several after one another.

    Raises:
        JsonError: It is not JSON.

    >>> decode('{"id": 2101.10000, "year": NaN}')
    [{'id': '2101.10000', 'year': None}]
    >>> decode("{}, {}")
    [{}, {}]
    """
    try:
        value, at = _DECODER.raw_decode(line)
        values: list[object] = [value]
        while at < len(line) and (at := _end(_BETWEEN, line, at)) < len(line):
            value, at = _DECODER.raw_decode(line, at)
            values.append(value)
        return values
    except json.JSONDecodeError as error:
        reason = CUT if _is_cut(error) else MALFORMED
        raise JsonError(reason, f"{error.msg}: column {error.pos + 1}") from None
    except RecursionError:
        raise JsonError(MALFORMED, "nested too deeply") from None


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _may_be_cut(error: json.JSONDecodeError) -> bool:
    """Tell whether the text ends so soon after the error that more of it may mend it."""
    return error.msg.startswith("Unterminated string") or error.pos > len(error.doc) - _LONGEST_TOKEN


def _is_cut(error: json.JSONDecodeError) -> bool:
    """Tell whether the text, being all there is, ends inside a value."""
    rest = error.doc[error.pos :].strip()
    unfinished = any(word.startswith(rest) for word in _WORDS) or "escape" in error.msg
    return error.msg.startswith("Unterminated string") or (_may_be_cut(error) and unfinished)


class Text(Protocol):
    """What text is read from."""

    def read(self, size: int, /) -> str:
        """Return some characters, none at the end."""
        ...


class JsonStream:
    """A JSON text of which a window is in memory.

    Args:
        text: The text, from its beginning.
        limit: Code points that one value may have.
    """

    def __init__(self, text: Text, *, limit: int = MAX_RECORD) -> None:
        self._text = text
        self.limit = limit
        self._window = ""
        self._at = 0
        self._lines_before = 0
        self._before = 0

    def peek(self) -> str:
        """Return the next character that is not white space, ``""`` at the end."""
        while True:
            self._at = _end(_SPACE, self._window, self._at)
            if self._at < len(self._window):
                return self._window[self._at]
            if not self._fill():
                return ""

    def peek_inside(self) -> str:
        """Return the first character within the array or object that comes next, ``""`` at the end."""
        self.peek()
        while True:
            inner = _end(_SPACE, self._window, self._at + 1)
            if inner < len(self._window):
                return self._window[inner]
            if not self._fill():
                return ""

    def accept(self, char: str) -> bool:
        """Step over a character if it comes next."""
        if self.peek() != char:
            return False
        self._at += 1
        return True

    def expect(self, char: str) -> None:
        """Step over a character.

        Raises:
            JsonError: Something else comes next.
        """
        if not self.accept(char):
            message = f"expected {char!r}"
            raise self._error(message, self._at, cut=not self.peek())

    def accept_comma(self) -> bool:
        """Step over a comma that something follows before a bracket closes; one without does no harm."""
        if found := _NEXT.match(self._window, self._at):
            self._at = found.end()
            return True
        return self.accept(",") and self.peek() not in {"]", "}", ""}

    def value(self) -> object:
        """Read the next value whole. Where that fails, the stream stays before it.

        Raises:
            JsonError: There is none, or it is malformed, nested too deeply or too long.
        """
        if not self._window.startswith(("{", '"'), self._at):
            self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._window, self._at)
            except json.JSONDecodeError as error:
                if not (_may_be_cut(error) and self._fill()):
                    raise self._error(error.msg, error.pos, cut=_is_cut(error)) from None
            except RecursionError:
                raise self._error("nested too deeply", self._at, cut=False) from None
            else:
                if self._window[end - 1] in '"]}' or end < len(self._window) or not self._fill():
                    self._at = end
                    return value

    def key(self) -> str:
        """Read the name of a member, and the colon after it."""
        if self.peek() != '"':
            raise self._error("expected a name in double quotes", self._at, cut=not self.peek())
        name = self.value()
        self.expect(":")
        return str(name)

    def skip(self, *, depth: int = 0) -> bool:
        """Step over an array or object, however long, deep or malformed, by its brackets outside of strings.

        Args:
            depth: How many brackets are open already.

        Returns:
            Whether it ends before the text does.
        """
        if not depth and self.peek() not in {"{", "["}:
            return False
        inside = False
        while True:
            at = len(self._window)
            for mark in _MARK.finditer(self._window, self._at):
                found = mark[0]
                if found == "\\" and mark.end() == len(self._window):
                    at = mark.start()
                elif found == '"':
                    inside = not inside
                elif inside or found[0] == "\\":
                    continue
                elif found[0] in "[{":
                    depth += len(found)
                elif len(found) >= depth:
                    self._at = mark.start() + depth
                    return True
                else:
                    depth -= len(found)
            self._at = at
            if not self._fill():
                return False

    def offset(self) -> int:
        """Return how many code points are read."""
        return self._before + self._at

    def too_long(self) -> JsonError:
        """Make the error for a value beyond the limit."""
        error = self._error(f"a value of more than {self.limit:,} characters", self._at, cut=False)
        error.reason = TOO_LONG
        return error

    def _fill(self) -> bool:
        """Move the window on: what is read goes, as much as is kept (at least a chunk) comes."""
        kept = len(self._window) - self._at
        if kept > self.limit:
            raise self.too_long()
        if not (more := self._text.read(max(_CHUNK, kept))):
            return False
        self._lines_before += self._window.count("\n", 0, self._at)
        self._before += self._at
        self._window = self._window[self._at :] + more
        self._at = 0
        return True

    def _error(self, message: str, position: int, *, cut: bool) -> JsonError:
        line = self._lines_before + self._window.count("\n", 0, position) + 1
        place = f"line {line}, character {self._before + position + 1} of the file"
        return JsonError(CUT if cut else MALFORMED, f"{message}: {place}")
