"""Tables that a Markdown text has as HTML → blocks of rows."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from kg.read.markdown_blocks import Block, Inline, Kind, addresses_of

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_TABLE = 1 << 16
"""Characters of a block of HTML in which rows are looked for."""

_TABLE = re.compile(r"<table\b", re.IGNORECASE)
_NAME = re.compile(r"<th\b", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*+)\b[^<>]*+>")


class Tables:
    """Reads tables piece by piece, as blank lines cut them into several blocks."""

    def __init__(self) -> None:
        self._header: tuple[str, ...] = ()

    def rows(self, block: Block) -> Iterator[Block]:
        """Yield the rows in a block of HTML that stand below names of columns.

        >>> html = "<table><tr><th>Title</th></tr><tr><td><a href='x.html'>On Graphs</a> &amp; Trees</td></tr>"
        >>> [row.cells for row in Tables().rows(Block(Kind.HTML, 1, Inline(html)))]
        [(Inline(text='On Graphs & Trees', links=(('On Graphs', 'x.html'),)),)]
        """
        html = block.inline.text
        if _TABLE.search(html):
            self._header = ()
        if len(html) > MAX_TABLE or not (self._header or _NAME.search(html)):
            return
        for row in _rows(html):
            if row.names:
                self._header = tuple(" ".join(cell.text.split()).strip("*_` :") for cell in row.cells)
            elif self._header and row.cells:
                yield Block(Kind.ROW, block.line + row.line, cells=tuple(row.cells), header=self._header)


class _Row:
    """A row: the line that it begins in, its cells, and whether they are names of columns."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.cells: list[Inline] = []
        self.names = False


def _rows(html: str) -> list[_Row]:
    """Read rows; by hand, as the standard library's parser takes quadratic time for tags without an end."""
    rows: list[_Row] = []
    text, links, opened = list[str](), list[tuple[str, str]](), list[tuple[int, str]]()
    at = line = 0
    for found in _TAG.finditer(html):
        text.append(unescape(html[at : found.start()]).replace("\n", " "))
        line += html.count("\n", at, found.start())
        at, closing, tag = found.end(), found[1], found[2].lower()
        if tag == "br":
            text.append("\n")
        elif tag == "tr" and not closing:
            rows.append(_Row(line))
        elif tag in ("td", "th") and rows and not closing:
            text, links, opened = [], [], []
            rows[-1].names = rows[-1].names or tag == "th"
        elif tag in ("td", "th") and rows:
            words = "\n".join(" ".join(each.split()) for each in "".join(text).split("\n"))
            rows[-1].cells.append(Inline(words.strip(), tuple(links)))
        elif tag == "a" and not closing:
            opened.append((len(text), next(iter(addresses_of(found[0])), "")))
        elif tag == "a" and opened:
            start, address = opened.pop()
            links.append(("".join(text[start:]).strip(), address))
        line += found[0].count("\n")
    return rows
