"""Kills a build twenty times and compares what it ends with to an undisturbed one.

Run from the project's folder: ``python -m tests.benchmarks.bench_restart INPUT [KILLS [SEED]]``. An undisturbed build of the
input is timed; another one into a second folder is begun again and again, and killed by SIGKILL after a random time, all its
processes at once in half of the cases, so often; then it is let end. The times are such that all kills together take about as
long as the undisturbed build, but long enough for a build to get past its start. A table says where each kill met it and
what the next build found kept; the last line says which files are not the same to the byte, of which there should be none.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from threading import Timer
from typing import Any

KILLS = 20
LONGER_THAN_A_START = 15.0


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def start(inputs: str, out: Path) -> subprocess.Popen[str]:
    """Begin a build, in a process group of its own."""
    command = [sys.executable, "-m", "kg", "build", inputs, "--out", str(out), "--log-json"]
    return subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def killed_after(seconds: float, inputs: str, out: Path, *, group: bool) -> list[dict[str, Any]]:
    """Begin a build, kill it after some time, and give what it told until then."""
    process = start(inputs, out)
    kill = (lambda: os.killpg(process.pid, signal.SIGKILL)) if group else process.kill
    timer = Timer(seconds, kill)
    timer.start()
    assert process.stderr
    told = [json.loads(line) for line in process.stderr]
    timer.cancel()
    process.wait()
    return told


def contents(folder: Path) -> dict[str, bytes]:
    """Read all that a build is asked for."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def main(inputs: str, kills: int = KILLS, seed: int = 0) -> int:
    """Do it; give the number of files that differ."""
    choose = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        undisturbed, disturbed = Path(folder, "undisturbed"), Path(folder, "disturbed")
        begin = time.perf_counter()
        killed_after(1e6, inputs, undisturbed, group=False)
        whole = time.perf_counter() - begin
        say(f"undisturbed: {whole:.0f} seconds\n\nkill  seconds  whole group  stage     done  kept before")
        for number in range(1, kills + 1):
            seconds, group = choose.uniform(0, max(2 * whole / kills, LONGER_THAN_A_START)), choose.random() < 0.5
            told = killed_after(seconds, inputs, disturbed, group=group)
            last = told[-1] if told else {"stage": "start"}
            kept = max((event.get("kept", 0) for event in told), default=0)
            if last.get("stage") == "page" and last["event"] == "end":
                last["stage"] = "done"
            done = last.get("done", "")
            say(f"{number:4}  {seconds:7.1f}  {'yes' if group else 'no':11}  {last['stage']:8} {done:>5}  {kept:11}")
        killed_after(1e6, inputs, disturbed, group=False)
        expected, found = contents(undisturbed), contents(disturbed)
    different = sorted(name for name in expected.keys() | found.keys() if expected.get(name) != found.get(name))
    say(f"\nfiles that differ: {', '.join(different) or 'none'} of {len(expected)}")
    return len(different)


if __name__ == "__main__":
    [source, *rest] = sys.argv[1:]
    sys.exit(main(source, *map(int, rest)))
