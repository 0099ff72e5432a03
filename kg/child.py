"""A Python process of our own that does some work: how it is started, and how it ends.

It is a plain child with two pipes: what it is asked goes in, what it answers comes out, and what else it writes is kept for
the case that it dies. So it never runs the user's program a second time, as *multiprocessing* does where that has no main
guard, and it ends when this process does, even by SIGKILL, as its input ends then.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from typing import BinaryIO, cast


def starting(module: str) -> str:
    """Give the program of a process that runs a module's function ``main``."""
    # Modules are found where this process finds them, and nowhere else: not in the folder that the user happens to be in.
    return f"import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {module} import main; main()"


def usable_cores() -> int:
    """Count the processor's cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def can_start() -> bool:
    """Tell whether there is a Python to be started: a program that was packed into one file is none."""
    return bool(sys.executable) and not getattr(sys, "frozen", False)


def begin() -> BinaryIO:
    """Become such a process: give what answers are written to, and leave it to the other one what Ctrl-C means.

    Standard output is for answers alone; what else is written to it goes to standard error.
    """
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes of a terminal
    return out


class Child:
    """A process that was started.

    Args:
        program: What it runs, as :func:`starting` gives it.
        pipe_size: Bytes that may be under way in either direction, where the system lets that be said.

    Attributes:
        pid: Its number.
        questions: Leads to it.
        answers: Comes from it.

    Raises:
        OSError: It cannot be started.
    """

    def __init__(self, program: str, *, pipe_size: int = -1) -> None:
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process lives
        try:
            self._popen = subprocess.Popen(
                # Without -P, a json.py in the folder that the user happens to be in would be run before the path is set.
                [sys.executable, "-P", "-c", program, json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                pipesize=pipe_size,
            )
        except BaseException:
            self._complaints.close()
            raise
        self.pid = self._popen.pid
        self.questions = cast("BinaryIO", self._popen.stdin)
        self.answers = cast("BinaryIO", self._popen.stdout)

    @property
    def ended(self) -> bool:
        """Whether it is over."""
        return self._popen.poll() is not None

    def kill(self) -> None:
        """End it, whatever it does."""
        self._popen.kill()

    def last_words(self) -> tuple[list[str], int]:
        """End it, and give the lines that it wrote beside its answers, and its exit code, -9 for signal 9."""
        self._popen.kill()
        code = self._popen.wait()
        if self._complaints.closed:
            return [], code
        self._complaints.seek(0)
        return self._complaints.read().decode(errors="replace").strip().splitlines(), code

    def end(self) -> None:
        """End it and free what belongs to it."""
        self._popen.kill()
        self._popen.wait()
        for pipe in (self.questions, self.answers):
            try:
                pipe.close()
            except OSError:
                continue  # what was still to be sent goes nowhere
        self._complaints.close()
