"""Markdown → its blocks, in order: headings, paragraphs, items of lists, rows of tables, HTML.

Parsed by markdown-it-py (MIT; rich depends on it already): a CommonMark parser with GitHub's tables. What its emphasis and
escapes would change stays as it stands: abstracts hold LaTeX, and :func:`kg.text.clean` takes the markup that is left.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

MAX_INLINE = 20_000
"""Characters of a block in which links are looked for; brackets cost quadratic time."""

_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_HREF = re.compile(r"<a\b[^<>]*\bhref\s*=\s*[\"']([^\"'<>]*)", re.IGNORECASE)
_ODD_LINK = re.compile(r"(!?)\[([^\[\]\n]*)\]\((https?://[^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)")
_ADDRESS = re.compile(r"<?(https?://[^\s<>\"'`|]+[^\s<>\"'`|.,;:!?)\]])>?")
_FRONT_MATTER = re.compile(
    r"\s*+---[ \t]*+\r?\n(?:(?!(?:---|\.\.\.)[ \t]*+\r?$)[^\n]*+\n)*+(?:---|\.\.\.)[ \t]*+\r?\n", re.MULTILINE
)


def addresses_of(html: str) -> list[str]:
    """Find the addresses to which HTML links."""
    return _HREF.findall(html)


class Kind(Enum):
    """What a block is."""

    HEADING = auto()
    PARAGRAPH = auto()
    ITEM = auto()
    ROW = auto()
    HTML = auto()
    CODE = auto()


@dataclass(frozen=True, slots=True)
class Inline:
    """Text, and the links within it.

    Attributes:
        text: Without images, with the texts of links; its lines are those of the source and of breaks.
        links: Texts and addresses.
    """

    text: str
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A block.

    Attributes:
        kind: What it is.
        line: Where it begins.
        inline: What is in it.
        level: Of a heading, from 1; of an item, or of HTML within one, how many lists it is in.
        first: Whether it begins its item.
        cells: Of a row.
        header: The names of the row's columns.
    """

    kind: Kind
    line: int
    inline: Inline = Inline("")
    level: int = 0
    first: bool = False
    cells: tuple[Inline, ...] = ()
    header: tuple[str, ...] = ()


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table").disable(["emphasis", "escape", "entity"])
    parser.core.ruler.disable("inline")
    return parser


@cache
def _inline_parser() -> MarkdownIt:
    return MarkdownIt("commonmark").disable(["emphasis", "escape", "entity"])


def skip_front_matter(text: str) -> str:
    r"""Take the YAML off the beginning of a text; its lines stay, empty.

    >>> skip_front_matter("---\ntitle: x\n---\n# A")
    '\n\n\n# A'
    """
    found = _FRONT_MATTER.match(text)
    return "\n" * text.count("\n", 0, found.end()) + text[found.end() :] if found else text


def parse(text: str) -> Iterator[Block]:
    r"""Yield the blocks of a text.

    >>> [(block.kind.name, block.inline.text, block.inline.links) for block in parse("# A\n\n[b](https://example.org) c")]
    [('HEADING', 'A', ()), ('PARAGRAPH', 'b c', (('b', 'https://example.org'),))]
    """
    tokens = _parser().parse(skip_front_matter(text))
    depth, first = 0, False
    at = 0
    while at < len(tokens):
        token = tokens[at]
        line = token.map[0] + 1 if token.map else 0
        if token.type == "heading_open":
            yield Block(Kind.HEADING, line, parse_inline(tokens[at + 1].content), int(token.tag[1:]))
        elif token.type == "paragraph_open":
            inline = parse_inline(tokens[at + 1].content)
            yield Block(Kind.ITEM if depth else Kind.PARAGRAPH, line, inline, depth, first)
            first = False
        elif token.type == "list_item_open":
            depth, first = depth + 1, True
        elif token.type == "list_item_close":
            depth -= 1
        elif token.type == "table_open":
            end = next(
                n for n in range(at, len(tokens)) if tokens[n].type == "table_close" and tokens[n].level == token.level
            )
            yield from _rows(tokens[at:end])
            at = end
        elif token.type == "html_block":
            yield Block(Kind.HTML, line, Inline(token.content), depth)
        elif token.type in ("fence", "code_block"):
            yield Block(Kind.CODE, line)
        at += 1


def _rows(tokens: list[Token]) -> Iterator[Block]:
    header: tuple[str, ...] = ()
    cells: list[Inline] = []
    line = 0
    for token in tokens:
        if token.type == "tr_open":
            cells, line = [], token.map[0] + 1 if token.map else line
        elif token.type == "inline":
            cells.append(parse_inline(token.content))
        elif token.type == "tr_close" and not header:
            header = tuple(" ".join(cell.text.split()).strip("*_` :") for cell in cells)
        elif token.type == "tr_close":
            yield Block(Kind.ROW, line, cells=tuple(cells), header=header)


def parse_inline(content: str) -> Inline:
    r"""Read text and links of a block.

    >>> parse_inline("[![b](b.svg)](http://example.org/b) On Graphs<br />x")
    Inline(text='On Graphs\nx', links=(('', 'http://example.org/b'),))
    """
    links: list[tuple[str, str]] = []
    if len(content) > MAX_INLINE:
        return Inline(content.strip())
    children = _inline_parser().parseInline(content)[0].children or []
    parts: list[str] = []
    opened: list[tuple[int, str]] = []
    for token in children:
        if token.type == "link_open":
            opened.append((len(parts), str(token.attrs.get("href", ""))))
        elif token.type == "html_inline" and (href := _HREF.match(token.content)):
            opened.append((len(parts), href[1]))
        elif token.type == "link_close" or (token.type == "html_inline" and token.content.lower() == "</a>"):
            if opened:
                start, address = opened.pop()
                links.append(("".join(parts[start:]).strip(), address))
        else:
            parts.append(_text(token))
    return _with_odd_links("".join(parts), links)


def _text(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return "\n"
    if token.type == "html_inline":
        return (
            "\n"
            if _BREAK.fullmatch(token.content)
            else ""
            if token.content.startswith(("<!--", "<img"))
            else token.content
        )
    if token.type == "code_inline":
        return token.content.replace("<", "&lt;")
    return token.content if token.type == "text" else ""


def _with_odd_links(text: str, links: list[tuple[str, str]]) -> Inline:
    """Find links that CommonMark knows none in, as there are blanks in their addresses, and bare addresses."""

    def replace(match: re.Match[str]) -> str:
        if match[1]:
            return ""
        links.append((match[2], match[3].strip().replace(" ", "%20")))
        return match[2]

    text = _ODD_LINK.sub(replace, text)
    known = {address for _, address in links}
    links += [("", found) for found in _ADDRESS.findall(text) if found not in known]
    return Inline("\n".join(line.strip() for line in text.strip().split("\n")), tuple(links))
