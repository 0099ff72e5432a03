"""A large file of JSON Lines, read by some processes at once.

The file is cut into segments, which the processes take in turn: of two, each reads every second one. Those that were
started send what they read, each segment when the one before it has been taken. This process takes all of it in the order
of the file, so that the result is the same however many there are, and no more than a few segments are held. A segment that
does not come, since its process could not be started or has died, is read here.

The pools of *multiprocessing*, *concurrent.futures* and *joblib* are not used: their threads, which send lines there and
take papers back, wait for the thread that merges (two processes were 1.15 times as fast as one; so they are 1.8 times),
and they run a program that has no main guard once more.
"""

from __future__ import annotations

import marshal
import os
from contextlib import ExitStack
from itertools import chain, cycle
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from kg.child import Child, can_start, starting
from kg.read.plain import from_plain
from kg.read.segments import cut, open_segment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

    from kg.model import Paper, Problem
    from kg.read.contract import Document
    from kg.read.json_lines import LineReader
    from kg.read.segments import Segment

LEAST = 1 << 25
"""Bytes that are worth another process, which takes up to half a second to start."""
NUMBERED = "\0"
"""What an id begins with that is to be made of the record's number in the file; no other id holds it."""

_MOST = 4
"""Processes that one can keep busy, which takes what they read: that is a fifth of the work."""
_FIRST = 12 << 20
"""Bytes that are read here while the other processes start."""
_SEGMENT = 1 << 18
"""Bytes that another process reads at once. This one reads fewer, since it takes the others' papers, too."""
_PIPE = 1 << 20
"""Bytes that a process can send before they are taken, where the system has it so."""
_LENGTH = 8
_PROGRAM = starting("kg.read.worker")


class Task(NamedTuple):
    """What a process that helps has to know.

    Attributes:
        path: The file.
        identity: Tells whether it still is that file.
        name: Its portable name.
        stem: What ids of records without one begin with.
        include_rejected: Whether papers that were rejected, withdrawn or retracted are wanted too.
        first: How large the first segment is.
        size: How large others are.
        turn: Whose segments the process reads.
        every: How many processes there are.
    """

    path: str
    identity: tuple[int, ...]
    name: str
    stem: str
    include_rejected: bool
    first: int
    size: int
    turn: int
    every: int


def processes_for(document: Document) -> int:
    """Say how many processes are worth it; 1 is this process alone."""
    if document.file is None or document.jobs == 1 or not can_start():
        return 1
    return max(1, min(document.jobs, _MOST, document.file.stat().st_size // LEAST + 1))


def identify(file: BinaryIO) -> tuple[int, ...]:
    """Tell an open file from any other, and from itself before a change."""
    status = os.fstat(file.fileno())
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def segments(file: BinaryIO, task: Task) -> Iterator[tuple[int, Segment]]:
    """Cut a file as all its processes do, and tell whose turn each segment is; 0 is that of the one that started them."""
    others = [task.size] * (task.every - 1)
    own = task.size * (_MOST + 1 - task.every) // _MOST
    return zip(cycle(range(task.every)), cut(file, chain([task.first, *others], cycle([own, *others]))), strict=False)


def read_shared(document: Document, lines: LineReader, count: int) -> Iterator[Paper | Problem]:
    """Read a document with the help of other processes.

    Args:
        document: It is a file (:attr:`~kg.read.contract.Document.file`).
        lines: Reads its lines.
        count: How many processes, with this one.
    """
    assert document.file
    with document.file.open("rb") as file, ExitStack() as stack:
        task = Task(
            *(str(document.file), identify(file), document.name, document.stem, document.include_rejected),
            *(_FIRST, _SEGMENT, 0, count),
        )
        helpers = [stack.enter_context(_Helper(task._replace(turn=turn))) for turn in range(1, count)]
        for turn, segment in segments(file, task):
            packed = helpers[turn - 1].take() if turn else None
            yield from lines.read(open_segment(file, segment)) if packed is None else _unpack(packed, document, lines)


def _unpack(packed: bytes, document: Document, lines: LineReader) -> Iterator[Paper | Problem]:
    """Give what was read elsewhere of the lines that come next."""
    count, records, items = marshal.loads(packed)
    for plain in items:
        name = plain[1]
        if name.startswith(NUMBERED):
            name = document.id(lines.records + int(name[len(NUMBERED) :]))
            yield from_plain((plain[0], str(name), *plain[2:]), lines=lines.lines)
        else:
            yield from_plain(plain, lines=lines.lines)
    lines.lines += count
    lines.records += records


class _Helper:
    """A process that reads its segments, one after the other."""

    def __init__(self, task: Task) -> None:
        self._child: Child | None = None
        try:
            self._child = Child(_PROGRAM, pipe_size=_PIPE)
            self._child.questions.write(marshal.dumps(tuple(task)))
            self._child.questions.flush()
        except OSError:
            self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        if self._child:
            self._child.end()
            self._child = None

    def take(self) -> bytes | None:
        """Wait for what it read of its next segment; None where nothing comes, now and from then on."""
        if self._child is None:
            return None
        answers = self._child.answers
        length = int.from_bytes(answers.read(_LENGTH), "little")
        packed = answers.read(length)
        if packed and len(packed) == length:
            return packed
        self._end()
        return None


def send(packed: bytes, out: BinaryIO) -> None:
    """Send what was read of a segment; this returns when it is being taken."""
    out.write(len(packed).to_bytes(_LENGTH, "little"))
    out.write(packed)
    out.flush()
