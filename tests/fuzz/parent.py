"""The children, as the fuzzer sees them: a file in, an outcome out, whatever becomes of the child."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.fuzz.child import Outcome, serve

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from tests.fuzz.child import Job

START = 120.0
SECONDS = 60.0
"""The processor's time after which a file counts as one that hangs: others may use the machine meanwhile."""
PATIENCE = 1800.0
"""Seconds by the clock, for one that only waits."""


class Child:
    """A process that reads files, one after another; a new one where it died or hung."""

    def __init__(self) -> None:
        # Memory has no backing disk to wait for.
        shared = Path("/dev/shm")
        self._folder = Path(tempfile.mkdtemp(prefix="kg-fuzz-", dir=shared if shared.is_dir() else None))
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def run(self, job: Job) -> Outcome:
        """Let a file be read."""
        connection = self._connection or self._start()
        try:
            used, end = self._seconds_used(), time.monotonic() + PATIENCE
            connection.send(job)
            while not connection.poll(5):
                if self._seconds_used() - used > SECONDS or time.monotonic() > end:
                    self.stop()
                    return Outcome("it hangs", f"more than {SECONDS} seconds", SECONDS)
            return connection.recv()
        except (EOFError, OSError):
            code = self.stop()
            return Outcome(f"the process died ({code})")

    def _seconds_used(self) -> float:
        """Tell how long the processor has worked for the process: Linux's ``utime`` and ``stime``."""
        if not self._process:
            return 0.0
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, self._folder), daemon=True)
        self._process.start()
        theirs.close()
        if not self._connection.poll(START):
            message = "the process does not start"
            raise RuntimeError(message)
        self._connection.recv()
        return self._connection

    def stop(self) -> int | None:
        """End the process; give its exit code if it had ended itself."""
        if not self._process or not self._connection:
            return None
        self._connection.close()
        self._process.join(0.2)
        code = self._process.exitcode
        self._process.kill()
        self._process.join()
        self._process = self._connection = None
        return code

    def close(self) -> None:
        """End the process, and remove its folder."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)
