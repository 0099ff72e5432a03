"""The process that reads some segments of a file for another one, until it has read all of them or nobody listens."""

from __future__ import annotations

import io
import marshal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kg.child import begin
from kg.collector import without_collector
from kg.read.contract import Document, Numbered
from kg.read.json_lines import LineReader
from kg.read.plain import to_plain
from kg.read.record import NotedPaper
from kg.read.segments import open_segment
from kg.read.sharing import NUMBERED, Task, identify, segments, send

if TYPE_CHECKING:
    from typing import TextIO

    from kg.read.plain import Plain


class _Part(Document):
    """A document of which a part is read: how many records come before that is not known."""

    def id(self, number: int, key: str = "") -> str:
        """Make the id of a record; one of its number is made where that is known."""
        return super().id(number, key) if key else Numbered(f"{NUMBERED}{number}")


def main() -> None:
    """Be such a process; it is told its task first."""
    out = begin()
    task = Task(*marshal.load(sys.stdin.buffer))
    document = _Part(Path(task.path), task.name, task.stem, "", io.StringIO(), task.include_rejected)
    try:
        with Path(task.path).open("rb") as file:
            if identify(file) != task.identity:
                return
            for turn, segment in segments(file, task):
                if turn == task.turn:
                    send(read(open_segment(file, segment), document), out)
    except BrokenPipeError:
        return


def read(text: TextIO, document: Document) -> bytes:
    """Read lines and pack what they hold, with the numbers of lines and of records."""
    lines = LineReader(document)
    items: list[Plain] = []
    with without_collector():
        for item in lines.read(text):
            if isinstance(item, NotedPaper):
                items += map(to_plain, item.notes)
            items.append(to_plain(item))
    return marshal.dumps((lines.lines, lines.records, items))
