"""A Python process of our own that does some work: how it is started, and how it ends.

It is a plain child with two pipes: what it is asked goes in, what it answers comes out, and what else it writes is kept for
the case that it dies. So it never runs the user's program a second time, as *multiprocessing* does where that has no main
guard, and it ends when this process does, even by SIGKILL, as its input ends then.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from typing import BinaryIO, cast


def starting(module: str) -> str:
    """Give the program of a process that runs a module's function ``main``."""
    # Modules are found where this process finds them, and nowhere else: not in the folder that the user happens to be in.
    return f"import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {module} import main; main()"


class Child:
    """A process that was started.

    Args:
        program: What it runs, as :func:`starting` gives it.

    Attributes:
        pid: Its number.
        questions: Leads to it.
        answers: Comes from it.

    Raises:
        OSError: It cannot be started.
    """

    def __init__(self, program: str) -> None:
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process lives
        try:
            self._popen = subprocess.Popen(
                # Without -P, a json.py in the folder that the user happens to be in would be run before the path is set.
                [sys.executable, "-P", "-c", program, json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
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
