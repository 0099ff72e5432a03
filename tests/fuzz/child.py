"""The process in which files are read: bounded in memory, watched in what it opens."""

from __future__ import annotations

import io
import os
import resource
import sys
import sysconfig
import tempfile
import time
import traceback
from collections import Counter
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import InputError, printable
from kg.read import find, read_files
from tests.fuzz.checks import BrokenRuleError, check

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

MEMORY = 1 << 30
"""Bytes of address space beyond those that the interpreter has taken when it begins."""

_FORBIDDEN = (
    "socket.",
    "subprocess.",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "pickle.",
    "urllib.",
    "http.",
    "ftplib.",
    "shutil.rmtree",
)
_OURS = "/kg/"


@dataclass(frozen=True)
class Job:
    """A file to be read.

    Attributes:
        name: Of the file.
        data: What is in it.
        expected: How many records it holds, if that is known.
        stdin: Whether it is given as standard input.
        timed: Whether it is only to be timed, and its outcome to be left unchecked.
        rejected: Whether papers that were rejected are wanted too.
    """

    name: str
    data: bytes
    expected: int | None = None
    stdin: bool = False
    timed: bool = False
    rejected: bool = False


@dataclass(frozen=True)
class Outcome:
    """What came of a file.

    Attributes:
        symptom: What went wrong, the same for all files that show it; "" where nothing did.
        detail: More of it.
        seconds: The processor's.
        verdict: What came of it otherwise: "read" or "refused".
    """

    symptom: str = ""
    detail: str = ""
    seconds: float = 0.0
    verdict: str = ""


class _Guard:
    """An audit hook that tells what is opened beside the input, temporary files and Python's own."""

    def __init__(self, folder: Path) -> None:
        self._allowed = (str(folder), sysconfig.get_paths()["stdlib"], sys.prefix, sys.base_prefix, "/proc/self")
        self.active = False
        self.seen: list[str] = []
        sys.addaudithook(self)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch a block.

        Raises:
            BrokenRuleError: It opens what it should not.
        """
        self.seen.clear()
        self.active = True
        try:
            yield
        finally:
            self.active = False
            if self.seen:
                raise BrokenRuleError("something else is opened", self.seen)

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.active:
            return
        if event == "open" and isinstance(args[0], str | bytes):
            path = os.fsdecode(args[0])
            if not path.startswith(self._allowed):
                self.seen.append(f"{event} {path}")
        elif event.startswith(_FORBIDDEN):
            self.seen.append(f"{event} {args!r:.200}")


class _Unseekable(io.RawIOBase):
    """A stream like a pipe."""

    def __init__(self, data: bytes) -> None:
        self._inner = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._inner.readinto(memoryview(buffer)[:5000])


class Tester:
    """Reads files and says what came of them.

    Args:
        folder: For the files, and for temporary ones; nothing else may be opened.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        tempfile.tempdir = str(folder)
        self._warm_up()
        self._guard = _Guard(folder)
        limit = _address_space() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    def _warm_up(self) -> None:
        """Let everything be imported that is imported when it is first needed."""
        self.run(Job("warm.json", b'[{"title": "A toy", "abstract": "We play $x^2$ & {\\\\bf more}."}]'), guarded=False)

    def run(self, job: Job, *, guarded: bool = True) -> Outcome:
        """Read a file, and check what comes of it."""
        path = self._folder / job.name
        path.write_bytes(job.data)
        try:
            return self._read(path, job, guarded=guarded)
        finally:
            path.unlink()

    def _read(self, path: Path, job: Job, *, guarded: bool) -> Outcome:
        records: Counter[str] = Counter()
        start = time.process_time()
        try:
            with self._guard.watching() if guarded else nullcontext(), _stdin(job.data):
                items = list(
                    read_files(find("-" if job.stdin else path, include_rejected=job.rejected), records=records)
                )
            seconds = time.process_time() - start
            if not job.timed:
                check(items, name="stdin" if job.stdin else job.name, records=records, expected=job.expected)
        except InputError as error:
            return _refused(error, job, time.process_time() - start)
        except BrokenRuleError as error:
            return Outcome(error.rule, str(error), time.process_time() - start)
        except Exception as error:  # noqa: BLE001  # whatever escapes is a finding
            return Outcome(_symptom(error), traceback.format_exc()[-3000:], time.process_time() - start)
        return Outcome("", "", seconds, "read")


def _refused(error: InputError, job: Job, seconds: float) -> Outcome:
    message = str(error)
    if message != printable(message):
        return Outcome("an error that is not one line", message, seconds)
    if job.expected and not job.timed:
        return Outcome(f"a good file is refused: {error.found[:40]}", message, seconds)
    return Outcome("", message, seconds, "refused")


@contextmanager
def _stdin(data: bytes) -> Iterator[None]:
    """Put data where standard input is."""
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BufferedReader(_Unseekable(data)))
    try:
        yield
    finally:
        sys.stdin = before


def _symptom(error: BaseException) -> str:
    """Name an exception by its type and by the last line of the package that it came through."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = next((frame for frame in reversed(frames) if _OURS in frame.filename), frames[-1])
    return f"{type(error).__name__} in {Path(ours.filename).name}, {ours.name}"


def _address_space() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def serve(connection: Connection, folder: Path) -> None:
    """Take jobs and send outcomes until the other end is closed."""
    tester = Tester(folder)
    connection.send(None)
    while True:
        try:
            job = connection.recv()
        except EOFError:
            return
        connection.send(tester.run(job))
