"""How answers look on a terminal: aligned columns, wrapped lists, quoted sentences, at any width from 60 columns on.

Texts come from papers: control characters, directions of writing and line breaks are taken out before anything is
measured, and wide characters count as two columns.
"""

from __future__ import annotations

import io
import shutil
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kg.cli.base import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import networkx as nx

    from kg.query.evidence import Sentence

_NARROWEST, _WIDEST = 60, 120
_GAP = 2
_QUOTE_LINES = 2  # of a sentence, unless all of it is wanted
_RAGGED = 16  # columns that the ends of its lines leave free


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        name: Its heading.
        right: Whether it is set flush right, as numbers are.
        shrinks: Whether it gives way, and wraps, where the terminal is too narrow.
    """

    name: str
    right: bool = False
    shrinks: bool = False


class Screen:
    """What is to be shown, gathered as text of the terminal's width.

    Attributes:
        width: How many columns there are.
    """

    def __init__(self) -> None:
        self.width = min(_WIDEST, max(_NARROWEST, shutil.get_terminal_size((80, 24)).columns))
        self._file = io.StringIO()
        self._console = Console(
            file=self._file,
            width=self.width,
            force_terminal=sys.stdout.isatty(),
            highlight=False,
            markup=False,
            emoji=False,
        )

    @property
    def text(self) -> str:
        """All that was shown, without spaces at the ends of lines."""
        return "".join(line.rstrip() + "\n" for line in self._file.getvalue().splitlines())

    def blank(self) -> None:
        """Leave a line free."""
        self._console.print()

    def line(self, text: str | Text, *, style: str = "", indent: int = 0) -> None:
        """Show a paragraph, wrapped."""
        content = text if isinstance(text, Text) else Text(clean(text), style)
        self._console.print(Padding(content, (0, 0, 0, indent)))

    def title(self, name: str, *facts: str, indent: int = 0) -> None:
        """Show the name of what follows, with facts about it."""
        title = Text().append(clean(name), "bold")
        for fact in facts:
            if fact:
                title.append(" · " + clean(fact), "dim")
        self._console.print(Padding(title, (0, 0, 0, indent)))

    def facts(self, pairs: Iterable[tuple[str, str | Text]], *, names: Iterable[str] = ()) -> None:
        """Show names and what belongs to them, the latter in one column; nothing where a pair's second is empty.

        Args:
            pairs: What to show.
            names: Names for which there must be room too, so that several lists stand in line.
        """
        shown = [(name, text if isinstance(text, Text) else Text(clean(text))) for name, text in pairs if text]
        if shown:
            grid = Table.grid(padding=(0, _GAP, 0, 0))
            longest = max(cell_len(name) for name in (*names, *(name for name, _ in shown)))
            grid.add_column(width=min(longest, self.width // 2), style="dim", overflow="fold")
            grid.add_column(overflow="fold")
            for name, text in shown:
                grid.add_row(Text(name), text)
            self._console.print(grid)

    def table(
        self, columns: Sequence[Column], rows: Sequence[Sequence[str]], notes: Sequence[Sequence[Text]] = ()
    ) -> None:
        """Show rows under headings, each with its notes below it over the whole width.

        Args:
            columns: The columns; one without anything in it is left out.
            rows: The cells.
            notes: For each row, paragraphs.
        """
        cells = [[clean(cell) for cell in row] for row in rows]
        kept = [number for number in range(len(columns)) if any(row[number] for row in cells)]
        columns = [columns[number] for number in kept]
        cells = [[row[number] for number in kept] for row in cells]
        widths = _widths(columns, cells, self.width)
        self._row(columns, widths, [column.name for column in columns], style="dim")
        for place, row in enumerate(cells):
            self._row(columns, widths, row)
            for note in notes[place] if notes else ():
                self._console.print(Padding(note, (0, 0, 0, 4)))

    def _row(self, columns: Sequence[Column], widths: Sequence[int], cells: Sequence[str], *, style: str = "") -> None:
        grid = Table.grid(padding=(0, _GAP, 0, 0))
        for column, width in zip(columns, widths, strict=True):
            grid.add_column(width=width, justify="right" if column.right else "left", overflow="fold")
        grid.add_row(*(Text(cell, style) for cell in cells))
        self._console.print(grid)

    def quote(self, graph: nx.MultiDiGraph, sentence: Sentence, *, indent: int = 4, full: bool = False) -> Text:
        """Quote a sentence with the names in bold, and say whose it is.

        Args:
            graph: Where its paper is.
            sentence: The sentence.
            indent: How far it will be indented.
            full: Give all of it; else at most two lines around the names.
        """
        room = (self.width - indent) * _QUOTE_LINES - _RAGGED
        text, spans = excerpt(sentence.text, sentence.spans, len(sentence.text) if full else room)
        quote = Text("“" + plain(text) + "”")
        for start, end in spans:
            quote.stylize("bold", start + 1, end + 1)
        quote.append("\n— " + source_of(graph, sentence.paper, self.width - indent - 2), "dim")
        return quote


def clean(text: str) -> str:
    r"""Make a text from a paper harmless on a terminal, and one line.

    >>> clean("a\nb \x1b[31mred")
    'a b �[31mred'
    """
    return plain(" ".join(text.split()))


def source_of(graph: nx.MultiDiGraph, paper: str, width: int) -> str:
    """Name a paper in one line: its title, or its id where it has none, and where and when it appeared."""
    data = graph.nodes[paper]
    appeared = place_and_year(data["venue"], data["year"])
    suffix = f" ({_cut(clean(appeared), width // 2)})" if appeared else ""
    return _cut(clean(data["title"] or data["paper"]), max(20, width - cell_len(suffix))) + suffix


def place_and_year(venue: str, year: int | None) -> str:
    """Say where and when a paper appeared, the year once.

    >>> place_and_year("ICLR 2015", 2015), place_and_year("ICLR", 2015), place_and_year("", None)
    ('ICLR 2015', 'ICLR 2015', '')
    """
    date = "" if year is None or str(year) in venue else str(year)
    return f"{venue} {date}".strip()


def many(count: int, noun: str, plural: str = "") -> str:
    """Count something in words.

    >>> many(1, "paper"), many(2, "paper")
    ('1 paper', '2 papers')
    """
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def excerpt(text: str, spans: Sequence[tuple[int, int]], length: int) -> tuple[str, list[tuple[int, int]]]:
    """Cut a sentence to a length around what it names, at words, and move the spans along.

    Where it names two things too far apart for one piece, it is cut to two.

    >>> excerpt("We say a great deal before we name Adam, and then go on for long.", [(35, 39)], 34)
    ('… we name Adam, and then go …', [(10, 14)])
    >>> excerpt("Adam is, as we say in many words and at great length, a rival of Eve.", [(0, 4), (65, 68)], 34)
    ('Adam is, as … of Eve.', [(0, 4), (17, 20)])
    """
    text = "".join(" " if char.isspace() else char for char in text)
    if len(text) <= length:
        return text, list(spans)
    pieces = [_window(text, spans[place:], length - len("…  …")) for place in range(len(spans) or 1)]
    best = max(pieces, key=lambda piece: len(_named(text, spans, piece)))
    named = _named(text, spans, best)
    missing = [span for span in spans if text[slice(*span)].casefold() not in named]
    if not missing:
        return _put_together(text, spans, [best])
    shown = [span for span in spans if best[0] <= span[0] and span[1] <= best[1]]
    room = (length - len("…  …  …")) // 2
    first, second = sorted(_window(text, [*some[:1]], room) for some in (shown or spans, missing))
    return _put_together(text, spans, [first, second] if first[1] < second[0] else [(first[0], second[1])])


def _named(text: str, spans: Iterable[tuple[int, int]], piece: tuple[int, int]) -> set[str]:
    """Give what a piece of a text names, each thing once."""
    return {text[start:end].casefold() for start, end in spans if piece[0] <= start and end <= piece[1]}


def _window(text: str, spans: Sequence[tuple[int, int]], room: int) -> tuple[int, int]:
    """Give the bounds, at words, of a piece of so many letters with the first of the spans and those that fit beside it."""
    first = spans[0][0] if spans else 0
    last = next((end for _, end in reversed(spans) if end - first <= room), first)
    start = max(0, min(first - (room - (last - first)) // 2, len(text) - room))
    end = min(len(text), start + room)
    if start:
        start = text.find(" ", start, first) + 1 or first
    if end < len(text):
        end = max(text.rfind(" ", start, end + 1), last) if " " in text[start:end] else end
    return start, end


def _put_together(
    text: str, spans: Iterable[tuple[int, int]], pieces: Sequence[tuple[int, int]]
) -> tuple[str, list[tuple[int, int]]]:
    """Join pieces of a text by ellipses, and move the spans along."""
    joined, moved = "", []
    for start, end in pieces:
        joined += " … " if joined else "… " * bool(start)
        shift = len(joined) - start
        moved += [(max(a, start) + shift, min(b, end) + shift) for a, b in spans if a < end and b > start]
        joined += text[start:end].rstrip()
    return joined + " …" * (pieces[-1][1] < len(text)), moved


def _widths(columns: Sequence[Column], cells: Sequence[Sequence[str]], width: int) -> list[int]:
    """As wide as what is in them; those that shrink share what is left where that is too much."""
    widths = [
        max([cell_len(column.name), *(cell_len(row[place]) for row in cells)]) for place, column in enumerate(columns)
    ]
    too_much = sum(widths) + _GAP * len(widths) - width
    while too_much > 0:
        widest = max((place for place, column in enumerate(columns) if column.shrinks), key=widths.__getitem__)
        if widths[widest] <= 8:
            break
        widths[widest] -= 1
        too_much -= 1
    return widths


def _cut(text: str, width: int) -> str:
    """Cut a line that is wider than so many columns."""
    line = Text(text)
    line.truncate(width, overflow="ellipsis")
    return line.plain
