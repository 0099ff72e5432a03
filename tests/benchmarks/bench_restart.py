"""Kills a build twenty times and compares what it ends with to an undisturbed one.

Run from the project's folder, on Linux: ``python -m tests.benchmarks.bench_restart INPUT [KILLS [SEED]]``. An undisturbed
build of the input is timed, stage by stage; another one into a second folder is begun again and again, and killed by SIGKILL
at a random moment of a stage, so often; then it is let end. Each stage has its turn, from the start of the program until the
outputs are put in their place, the extraction twice: while its processes load the model, and, twice as often, while papers are
extracted; these times together are about half of what the undisturbed one takes. Killed are all processes at once, the building one alone, or first one of those that extract and later the rest. A table
says where each kill met the build and what it had found kept; below it stand the files that are not the same to the byte, of
which there should be none, and how long a build takes that has nothing to do.
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
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

KILLS = 20
START, LOAD, EXTRACT, END = "start", "load", "extract", "end"
EARLY = (START, "read", LOAD, EXTRACT, EXTRACT)
LATE = ("resolve", "graph", "rdf", "page", END)
WAYS = ("all", "parent", "worker")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


@dataclass
class Run:
    """A build that was begun.

    Attributes:
        process: The build, in a process group of its own.
        stage: The stage that it is in.
        begun: When each stage began.
        done: How many papers of the stage are done.
        kept: How many were kept from earlier ones.
    """

    process: subprocess.Popen[str]
    stage: str = START
    begun: dict[str, float] = field(default_factory=lambda: {START: time.perf_counter()})
    done: int = 0
    kept: int = 0

    def follow(self, entered: Callable[[str], None] = lambda stage: None) -> None:
        """Read what it tells until it ends, and pass on which stage it enters."""
        entered(START)
        assert self.process.stderr
        for line in self.process.stderr:
            event: dict[str, Any] = json.loads(line)
            self.done, self.kept = event.get("done", 0), max(self.kept, event.get("kept", 0))
            stage = self.stage_of(event)
            if stage != self.stage:
                self.stage = stage
                self.begun[stage] = time.perf_counter()
                entered(stage)
        self.process.wait()

    def stage_of(self, event: dict[str, Any]) -> str:
        """Say in which stage the build is that tells something."""
        stage: str = event.get("stage", self.stage)
        if stage == EXTRACT and event["event"] != "end":
            return EXTRACT if self.done > self.kept else LOAD
        return END if (stage, event["event"]) == (LATE[-2], "end") else stage

    def kill(self, *, group: bool) -> None:
        """Kill it by SIGKILL, alone or with all processes that it began."""
        if group:
            os.killpg(self.process.pid, signal.SIGKILL)
        else:
            self.process.kill()

    def kill_worker(self) -> None:
        """Kill a process that extracts, if there is one."""
        tasks = Path(f"/proc/{self.process.pid}/task")
        workers = [pid for task in tasks.glob("*/children") for pid in task.read_text(encoding="ascii").split()]
        for pid in workers[:1]:
            os.kill(int(pid), signal.SIGKILL)


def start(inputs: str, out: Path, *options: str) -> Run:
    """Begin a build."""
    command = [sys.executable, "-m", "kg", "build", inputs, "--out", str(out), "--log-json", *options]
    return Run(
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
    )


def killed(inputs: str, out: Path, *, stage: str, seconds: float, way: str) -> Run:
    """Begin a build, and kill it so many seconds after it has entered a stage."""
    # Otherwise one that was complete when it was killed would leave nothing to do for the next.
    run = start(inputs, out, "--force")
    timers = [Timer(seconds, run.kill, kwargs={"group": way == "all"})]
    if way == "worker":
        timers.append(Timer(seconds / 2, run.kill_worker))

    def entered(name: str) -> None:
        if name == stage:
            for timer in timers:
                timer.start()

    run.follow(entered)
    for timer in timers:
        timer.cancel()
    return run


def contents(folder: Path) -> dict[str, bytes]:
    """Read all that a build is asked for."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def undisturbed(inputs: str, out: Path) -> dict[str, float]:
    """Build, and give how many seconds each stage takes."""
    run = start(inputs, out)
    run.follow()
    ends = [*list(run.begun.values())[1:], time.perf_counter()]
    return {name: end - begin for (name, begin), end in zip(run.begun.items(), ends, strict=True)}


def main(inputs: str, kills: int = KILLS, seed: int = 0) -> int:
    """Do it; give the number of files that differ."""
    choose = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        expected, out = Path(folder, "undisturbed"), Path(folder, "disturbed")
        lengths = undisturbed(inputs, expected)
        say("undisturbed: " + ", ".join(f"{name} {seconds:.1f} s" for name, seconds in lengths.items()))
        early = list(islice(cycle(EARLY), kills - kills // 2))
        late = list(islice(cycle(LATE), kills // 2))
        choose.shuffle(early)
        choose.shuffle(late)
        say("\nkill  stage    seconds  killed  met in   papers done  kept before")
        for number, stage in enumerate((*early, *late), start=1):
            share = 1 / early.count(EXTRACT) if stage == EXTRACT else 1
            seconds = choose.uniform(0, lengths.get(stage, 0.0) * share)
            way = choose.choice(WAYS if stage == EXTRACT else WAYS[:2])
            run = killed(inputs, out, stage=stage, seconds=seconds, way=way)
            met = run.stage if run.process.returncode < 0 else "over"
            say(f"{number:4}  {stage:7}  {seconds:7.2f}  {way:6}  {met:7}  {run.done:11}  {run.kept:11}")
        last = start(inputs, out, "--force")
        last.follow()
        say(f"\nat the end: exit code {last.process.returncode}, {last.kept} kept")
        whole, found = contents(expected), contents(out)
        different = sorted(name for name in whole.keys() | found.keys() if whole.get(name) != found.get(name))
        hidden = sorted(path.name for path in out.iterdir() if path.name.startswith("."))
        say(f"files that differ: {', '.join(different) or 'none'} of {len(whole)}; hidden ones: {', '.join(hidden)}")
        begin = time.perf_counter()
        start(inputs, out).follow()
        say(f"with nothing to do: {time.perf_counter() - begin:.1f} seconds")
    return len(different)


if __name__ == "__main__":
    [source, *rest] = sys.argv[1:]
    sys.exit(main(source, *map(int, rest)))
