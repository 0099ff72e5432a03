"""Values of a JSON text, one at a time, in bounded memory.

The standard library's decoder is run over a moving window. Incremental parsers were tried: ijson 3.6 (yajl) ends a file at
its first ``NaN``, which Python writes for a missing number, turns lone surrogates into ``?``, and builds a path of
quadratic length on nested brackets, so that 100 kB of ``[`` exhaust memory.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from kg.read.contract import MAX_RECORD
from kg.read.fields import field_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

CUT = "JSON cut short"
MALFORMED = "malformed JSON"

_WRAPPERS = frozenset(
    {
        *("papers", "data", "results", "items", "records", "articles", "publications", "works", "entries", "documents"),
        *("docs", "notes", "rows", "submissions"),
    }
)
_SPACE = re.compile(r"[ \t\n\r\ufeff]*")
_CHUNK = 1 << 18
_WORDS = ("true", "false", "null", "NaN", "Infinity", "-Infinity")
_LONGEST_TOKEN = len(r"\ud835\udc00")


def _no_constant(_name: str) -> None:
    """Take NaN and Infinity for missing."""


_DECODER = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=_no_constant, strict=False)
"""Numbers stay as they are written: an id 2101.10000 keeps its zeros, and none is too large."""


class JsonError(ValueError):
    """A JSON text that cannot be read on; ``reason`` is short, the message says where and why."""

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message)


def decode(line: str) -> object:
    """Decode one JSON value.

    Raises:
        JsonError: It is not JSON.

    >>> decode('{"id": 2101.10000, "year": NaN}')
    {'id': '2101.10000', 'year': None}
    """
    try:
        return _DECODER.decode(line)
    except json.JSONDecodeError as error:
        reason = CUT if _is_cut(error) else MALFORMED
        raise JsonError(reason, f"{error.msg}: column {error.pos + 1}") from None
    except RecursionError:
        raise JsonError(MALFORMED, "nested too deeply") from None


def _may_be_cut(error: json.JSONDecodeError) -> bool:
    """Tell whether the text ends so soon after the error that more of it may mend it."""
    return error.msg.startswith("Unterminated string") or error.pos > len(error.doc) - _LONGEST_TOKEN


def _is_cut(error: json.JSONDecodeError) -> bool:
    """Tell whether the text, being all there is, ends inside a value."""
    rest = error.doc[error.pos :].strip()
    unfinished = any(word.startswith(rest) for word in _WORDS) or "escape" in error.msg
    return error.msg.startswith("Unterminated string") or (_may_be_cut(error) and unfinished)


class JsonStream:
    """A JSON text of which a window is in memory.

    Args:
        text: The text, from its beginning.
        limit: Code points that one value may have.
    """

    def __init__(self, text: TextIO, *, limit: int = MAX_RECORD) -> None:
        self._text = text
        self._limit = limit
        self._window = ""
        self._at = 0
        self._lines_before = 0
        self._before = 0

    def peek(self) -> str:
        """Return the next character that is not white space, ``""`` at the end."""
        while True:
            space = _SPACE.match(self._window, self._at)
            self._at = space.end() if space else self._at
            if self._at < len(self._window):
                return self._window[self._at]
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

    def value(self) -> object:
        """Read the next value whole.

        Raises:
            JsonError: There is none, or it is malformed, nested too deeply or too long.
        """
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

    def offset(self) -> int:
        """Return how many code points are read."""
        return self._before + self._at

    def too_long(self) -> JsonError:
        """Make the error for a value beyond the limit."""
        return self._error(f"a value of more than {self._limit:,} characters", self._at, cut=False)

    def _fill(self) -> bool:
        """Move the window on: what is read goes, as much as is kept (at least a chunk) comes."""
        kept = len(self._window) - self._at
        if kept > self._limit:
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


def stream_records(text: TextIO, *, limit: int = MAX_RECORD) -> Iterator[object]:
    """Yield the records of a JSON text: the items of an array, also of one wrapped in an object; else the object itself.

    Several values after one another are read as if they were one array.

    Raises:
        JsonError: The text is malformed or cut short; the records before that place have been yielded.

    >>> import io
    >>> list(stream_records(io.StringIO('{"count": 1, "results": [{"title": "A"}]}')))
    [{'title': 'A'}]
    """
    stream = JsonStream(text, limit=limit)
    while stream.peek():
        if stream.accept("["):
            yield from _stream_items(stream)
        elif stream.accept("{"):
            yield from _stream_object(stream, limit)
        else:
            yield stream.value()


def _stream_items(stream: JsonStream) -> Iterator[object]:
    while not stream.accept("]"):
        yield stream.value()
        if not stream.accept(","):
            stream.expect("]")
            return


def _stream_object(stream: JsonStream, limit: int) -> Iterator[object]:
    members: dict[str, object] = {}
    start = stream.offset()
    wrapper = False
    while not stream.accept("}"):
        key = stream.key()
        if key.casefold() in _WRAPPERS and not _is_paper(members) and stream.accept("["):
            if stream.peek() == "{":
                wrapper = True
                yield from _stream_items(stream)
                start = stream.offset()
            else:
                members[key] = list(_stream_items(stream))
        else:
            members[key] = stream.value()
        if stream.offset() - start > limit:
            raise stream.too_long()
        if not stream.accept(","):
            stream.expect("}")
            break
    if not wrapper or _is_paper(members):
        yield from _unwrap(members)


def _unwrap(members: dict[str, object]) -> list[object]:
    """Take the object for a record, unless it is no paper and holds exactly one array of objects."""
    arrays = [
        value for value in members.values() if isinstance(value, list) and any(isinstance(i, dict) for i in value)
    ]
    return arrays[0] if len(arrays) == 1 and not _is_paper(members) else [members]


def _is_paper(members: dict[str, object]) -> bool:
    fields = {found[0] for name in members if (found := field_of(name))}
    return "title" in fields or "abstract" in fields
