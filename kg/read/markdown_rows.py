"""Entries of Markdown lists, and how rows of tables, and paragraphs of a title and an abstract, become such."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.read import lists
from kg.read import markdown_names as names
from kg.read.markdown_links import ids, is_paper_link
from kg.read.markdown_people import are_people

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kg.read.markdown_blocks import Block


@dataclass(slots=True)
class Entry:
    """A paper as a list has it.

    Attributes:
        line: Where it begins.
        pairs: Names and values.
        raw: What stands there, for messages.
    """

    line: int
    pairs: list[tuple[str, object]]
    raw: str = ""

    @property
    def title(self) -> str:
        """The title, if there is one."""
        return str(self.pairs[0][1])

    @property
    def abstract(self) -> str:
        """The abstract, if there is one."""
        return next((str(value) for name, value in self.pairs if name == "abstract" and value), "")


def make_entry(line: int, title: str, pairs: Iterable[tuple[str, object]], addresses: list[str]) -> Entry:
    """Make an entry of a title, what else is known, and the addresses beside it."""
    best = next((each for each in addresses if is_paper_link(each)), addresses[0] if addresses else "")
    return Entry(line, [("title", title), *pairs, *ids(addresses), ("url", best)], title)


def row_entry(block: Block, facts: tuple[tuple[str, object], ...]) -> list[Entry]:
    """Make an entry of a table's row; none where the table is not one of papers.

    Args:
        block: The row.
        facts: What the headings above it name.
    """
    columns = [names.column(name) for name in block.header]
    at = next((n for n, name in enumerate(block.header) if name.casefold() == "title"), -1)
    at = at if at >= 0 else columns.index("title") if "title" in columns else -1
    if at < 0 or at >= len(block.cells):
        return []
    addresses = [address for n in (at, *range(len(block.cells))) for _, address in block.cells[n].links]
    sure = names.is_title(block.header[at]) or any(each in columns for each in ("abstract", "authors", "venue", "year"))
    if not sure and not any(map(is_paper_link, addresses)):
        return []
    pairs: list[tuple[str, object]] = []
    for column, cell in zip(columns, block.cells, strict=False):
        if column and column not in ("title", "id", "url") and names.says_something(cell.text):
            pairs.append((column, names.clean_title(cell.text) if column in ("venue", "year") else cell.text))
    entry = make_entry(block.line, names.cell_title(block.cells[at]), [*pairs, *facts], addresses)
    entry.raw = " | ".join(cell.text for cell in block.cells)
    return [entry]


def paragraph_entries(paragraphs: list[Block]) -> Iterator[Entry]:
    """Take paragraphs for papers where each has a title on its first line and an abstract below it."""
    found = [(block, block.inline.text.split("\n")) for block in paragraphs]
    if len(found) < 2 or not all(_has_title(lines) for _, lines in found):
        return
    for block, (first, *rest) in found:
        people = [rest.pop(0)] if len(rest) > 1 and are_people(rest[0]) else []
        pairs = [("abstract", "\n".join(rest)), ("authors", " ".join(people))]
        yield make_entry(block.line, names.clean_title(first), pairs, [address for _, address in block.inline.links])


def _has_title(lines: list[str]) -> bool:
    if len(lines) < 2 or not names.is_telling(names.clean_title(lines[0])) or not lists.why_no_abstract(lines[0]):
        return False
    if are_people(lines[1]):
        return len(lines) > 2
    return len(lines[1]) > 200 and lines[1].lstrip("\"'“‘(")[:1].isupper()
