r"""BibTeX → blocks: what stands between an ``@word{`` and its end, each on its own, in bounded memory.

Only braces end a block, as in BibTeX, which counts those in quotes and those with a backslash before them, too. A block
that so has no end ends where a line begins another one, and costs no more than itself: it is read without its last brace
if no more than that is missing, else with ``\{`` as text, else it is a problem.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from kg.read.contract import MAX_RECORD
from kg.read.lines import TOO_LONG

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

UNBALANCED = "braces that do not match"

_PIECE = 1 << 13
_MAX_HEADER = 1000

_GAP = r"(?:\s|%[^\n\r]*+)*+"
_AT = re.compile(r"(?<![\w.@-])@")
_HEADER = re.compile(rf"@{_GAP}(?:([A-Za-z][\w.+-]*+){_GAP}([{{(])?)?")
_BEGINS = re.compile(
    r"[ \t]*+@[ \t]*+(?:(?:string|comment|preamble)[ \t]*+[{(]"
    r"|[a-z]\w*+[ \t]*+[{(][ \t]*+[^\s,={}\"()#%]++[ \t]*+,[ \t]*+(?:[\n\r]|\Z|[a-z][\w-]*+[ \t]*+=))",
    re.IGNORECASE,
)
"""A line that begins a block, also where the one before has not ended."""
_FIELD = re.compile(r"\s*+[A-Za-z][\w-]*+\s*+=\s*+[\"{\w]")
_LINE = re.compile(r"[^\n\r]*+(?:\r\n|[\n\r]|\Z)")
_LINE_END = re.compile(r"\r\n|[\n\r]")
_SIGNS = {
    ("{", False): re.compile(r"[{}]"),
    ("{", True): re.compile(r"\\[\\{}]|[{}]"),
    ("(", False): re.compile(r"[{}()\"]"),
    ("(", True): re.compile(r"\\[\\{}]|[{}()\"]"),
}


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a file.

    Attributes:
        word: What follows the ``@``, in lower case: a type of entries, ``string``, ``preamble`` or ``comment``.
        line: Where it begins.
        body: What its braces or parentheses hold; nothing where that is not wanted.
        problem: Why it cannot be read, as reason and detail.
        notes: What of it was mended.
        escaped: Whether a brace after a backslash is text.
    """

    word: str
    line: int
    body: str = ""
    problem: tuple[str, str] | None = None
    notes: tuple[str, ...] = ()
    escaped: bool = False


def scan(text: TextIO, *, limit: int = MAX_RECORD) -> Iterator[Block]:
    """Yield a text's blocks; no more than ``limit`` code points are held of any.

    >>> import io
    >>> [(block.word, block.body) for block in scan(io.StringIO("@string(a = {b}) and @Misc{c, d = a}"))]
    [('string', 'a = {b}'), ('misc', 'c, d = a')]
    """
    return _Scanner(text, limit).blocks()


class _Piece(NamedTuple):
    """A line, or a part of a long one."""

    text: str
    line: int
    begins: bool
    """Whether a line begins here."""


class _Pieces:
    """The pieces of a text; those that were taken too early can be given back."""

    def __init__(self, text: TextIO) -> None:
        self._text = text
        self._back: list[_Piece] = []
        self._line = 0
        self._last = "\n"

    def take(self) -> _Piece | None:
        if self._back:
            return self._back.pop()
        text = self._text.readline(_PIECE)
        if not text:
            return None
        begins = self._last in "\n\r" and not (self._last == "\r" and text == "\n")
        self._line += begins
        self._last = text[-1]
        return _Piece(text, self._line, begins)

    def give_back(self, *pieces: _Piece) -> None:
        self._back += reversed(pieces)


class _End:
    """Looks for the end of a block, piece by piece.

    Attributes:
        depth: How many braces are open, the block's own among them.
    """

    def __init__(self, opening: str, *, quotes: bool = True, escaped: bool = False) -> None:
        self._in_braces = opening == "{"
        self._signs = _SIGNS[opening, escaped]
        self._quotes = quotes
        self._escaped = escaped
        self._quoted = False
        self.depth = 1

    def find(self, text: str) -> int:
        """Give the place of the block's end; -1 where it is not in this piece."""
        if self._in_braces and not self._escaped:
            closing = text.count("}")
            if closing < self.depth:
                self.depth += text.count("{") - closing
                return -1
        for sign in self._signs.finditer(text):
            if self._take(sign[0]):
                return sign.start()
        return -1

    def _take(self, sign: str) -> bool:
        """Count a sign; tell whether it is the end."""
        if sign == "{":
            self.depth += 1
        elif sign == "}" and (self._in_braces or self.depth > 1):
            self.depth -= 1
        elif sign == '"' and self._quotes and self.depth == 1:
            self._quoted = not self._quoted
        elif sign == ")" and self.depth == 1 and not self._quoted:
            self.depth = 0
        return self.depth == 0


class _Scanner:
    def __init__(self, text: TextIO, limit: int) -> None:
        self._pieces = _Pieces(text)
        self._limit = limit
        self._may_reread = limit // 4
        self._longest_comment = limit // 4

    def blocks(self) -> Iterator[Block]:
        commented = False
        while piece := self._pieces.take():
            if piece.begins:
                commented = piece.text.lstrip().startswith("%")
            if not commented and "@" in piece.text:
                yield from self._blocks_of(piece)

    def _blocks_of(self, piece: _Piece) -> Iterator[Block]:
        """Yield the blocks that begin in a piece."""
        text, line, at = piece.text, piece.line, 0
        while found := _AT.search(text, at):
            at = found.start()
            header = _HEADER.match(text, at)
            while header and not header[2] and header.end() == len(text) and len(text) - at < _MAX_HEADER:
                if not (more := self._pieces.take()):
                    break
                text, line, at = text[at:] + more.text, line + _count_lines(text[:at]), 0
                header = _HEADER.match(text)
            if not header or not header[2]:
                at += 1
                continue
            word, begin = header[1].lower(), line + _count_lines(text[:at])
            rest = _Piece(text[header.end() :], line + _count_lines(text[: header.end()]), begins=False)
            if word == "comment":
                block, rest = self._comment(header[2], rest, begin)
            else:
                block, rest = self._block(word, header[2], rest, begin)
            yield block
            text, line, at = rest.text, rest.line, 0

    def _block(self, word: str, opening: str, piece: _Piece, begin: int) -> tuple[Block, _Piece]:
        """Read a block; give it and what follows it in its last piece."""
        end, parts, size, notes = _End(opening), list[str](), 0, list[str]()
        following = 0
        while True:
            place = end.find(piece.text)
            size += len(piece.text) if place < 0 else place
            if size <= self._limit:
                parts.append(piece.text if place < 0 else piece.text[:place])
            if place >= 0:
                piece = _rest(piece, place)
                if not self._goes_on(piece.text):
                    break
                notes.append(f"a closing brace too many, in line {piece.line}")
                end.depth = 1
                continue
            line = piece.line
            if not (next_piece := self._pieces.take()):
                piece = _Piece("", line, begins=False)
                break
            piece = next_piece
            if piece.begins and "@" in piece.text and _BEGINS.match(piece.text):
                self._pieces.give_back(piece)
                following, piece = piece.line, _Piece("", piece.line, begins=False)
                break
        if size > self._limit:
            problem = TOO_LONG, f"@{word[:50]} of more than {self._limit:,} characters"
            return Block(word, begin, problem=problem), piece
        body = "".join(parts)
        if not end.depth:
            return Block(word, begin, body, notes=tuple(notes)), piece
        return self._mend(Block(word, begin, body, notes=tuple(notes)), opening, end.depth, following), piece

    def _goes_on(self, rest: str) -> bool:
        """Tell from what follows a closing brace that it was one too many: a comma and a field."""
        rest = rest.strip()
        if not rest.startswith(","):
            return False
        if rest == "," and (piece := self._pieces.take()):
            self._pieces.give_back(piece)
            return bool(_FIELD.match(piece.text))
        return bool(_FIELD.match(rest, 1))

    def _mend(self, block: Block, opening: str, depth: int, following: int) -> Block:
        """Read a block that does not end before the next one, or the file's end."""
        word, begin, body = block.word, block.line, block.body
        if "\\{" in body or "\\}" in body:
            place = _End(opening, escaped=True).find(body)
            if place >= 0 and len(body) - place <= self._may_reread:
                self._reread(body, place + 1, begin)
                return Block(word, begin, body[:place], notes=(*block.notes, "braces after a backslash"), escaped=True)
        before = f"the next one, in line {following}" if following else "the end of the file"
        if depth == 1:
            return Block(word, begin, body, notes=(*block.notes, f"no closing brace before {before}"))
        return Block(word, begin, problem=(UNBALANCED, f"the @{word[:50]} does not end before {before}"))

    def _reread(self, body: str, at: int, line: int) -> None:
        self._may_reread -= len(body) - at
        line += _count_lines(body[:at])
        pieces = [
            _Piece(found[0], line + i, begins=i > 0) for i, found in enumerate(_LINE.finditer(body, at)) if found[0]
        ]
        self._pieces.give_back(*pieces)

    def _comment(self, opening: str, piece: _Piece, begin: int) -> tuple[Block, _Piece]:
        """Pass over a comment, and the entries in it; one without an end ends where the first of them begins."""
        end, held, size, inner = _End(opening, quotes=False), list[_Piece](), 0, 0
        while (place := end.find(piece.text)) < 0:
            line = piece.line
            if not (next_piece := self._pieces.take()):
                piece = _Piece("", line, begins=False)
                break
            piece = next_piece
            inner += bool(piece.begins and "@" in piece.text and _BEGINS.match(piece.text))
            if inner:
                held.append(piece)
                size += len(piece.text)
                if size > self._longest_comment:
                    break
        if place >= 0:
            notes = (f"a comment with what looks like {inner} entries in it, left out",) if inner else ()
            return Block("comment", begin, notes=notes), _rest(piece, place)
        self._longest_comment //= 16  # what was held is read again: where that is done often, it costs little
        self._pieces.give_back(*held)
        return Block("comment", begin, notes=("a comment without an end",)), _Piece("", piece.line, begins=False)


def _rest(piece: _Piece, place: int) -> _Piece:
    return _Piece(piece.text[place + 1 :], piece.line + _count_lines(piece.text[:place]), begins=False)


def _count_lines(text: str) -> int:
    return len(_LINE_END.findall(text))
