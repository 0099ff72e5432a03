"""A session: files of one kind, written, damaged and pumped up until the time is over."""

from __future__ import annotations

import hashlib
import random
import re
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from tests.fuzz.child import Job, Outcome
from tests.fuzz.entries import make_entries
from tests.fuzz.forms import KINDS
from tests.fuzz.mutations import mutate, pump
from tests.fuzz.parent import Child
from tests.fuzz.shrinking import shrink_bytes, shrink_entries

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from tests.fuzz.entries import Entry
    from tests.fuzz.forms.contract import Form

SLOW = 2.0
"""Seconds of the processor that a file may take, whatever its size."""
RATE = 60_000
"""Bytes a second, beyond that."""
SLOW_PACKED = 30.0
"""Seconds for files that may unpack to 64 MiB and more."""
MOST_TIMES = 3.2
"""How much longer twice the input may take."""

_PUMPED = 20_000
_TELLING = 0.15
"""Seconds below which a ratio says nothing."""
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x1f\x7f]")
"""What makes a file binary, where it has too many."""
_NOT_IN_NAMES = re.compile(r"\W+")


class Session:
    """Files of one kind.

    Args:
        kind: Which.
        seed: Of the random numbers.
        keep: The folder for what fails.
        log: Where progress is told.
    """

    def __init__(self, kind: str, *, seed: int, keep: Path, log: TextIO) -> None:
        self._kind = kind
        self._forms = KINDS[kind]
        self._seed = seed
        self._keep = keep
        self._log = log
        self._child = Child()
        self._findings: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._written: list[bytes] = []

    def run(self, seconds: float) -> int:
        """Go on for so many seconds; give how many different things failed."""
        begin = told = time.monotonic()
        self._say(f"{self._kind}: seed {self._seed}")
        number = 0
        try:
            while (now := time.monotonic()) < begin + seconds:
                self._step(random.Random(f"{self._seed}/{number}"))
                number += 1
                if now > told + 60:
                    told = now
                    self._tell(now - begin)
        finally:
            self._child.close()
        self._tell(time.monotonic() - begin)
        return min(len(self._findings), 100)

    def _tell(self, seconds: float) -> None:
        done = self._counts["executions"]
        found = "; ".join(f"{symptom} ×{times}" for symptom, times in self._findings.items())
        rate = 60 * done / max(seconds, 1)
        self._say(
            f"{seconds:.0f} s, {done} executions, {rate:.0f} a minute, {dict(self._counts)}, {len(self._findings)} findings: {found}"
        )

    def _say(self, message: str) -> None:
        self._log.write(message + "\n")
        self._log.flush()

    def _run(self, job: Job) -> Outcome:
        self._counts["executions"] += 1
        outcome = self._child.run(job)
        if not outcome.symptom:
            self._counts[outcome.verdict] += 1
            if not job.timed and outcome.seconds > self._allowed(job):
                return replace(outcome, symptom="it takes too long", detail=f"{outcome.seconds:.1f} s")
        return outcome

    def _allowed(self, job: Job) -> float:
        return SLOW_PACKED if self._kind == "containers" else SLOW + len(job.data) / RATE

    def _step(self, rng: Random) -> None:
        """Try one file: as it was written, damaged, or pumped up."""
        form = rng.choice(self._forms)
        entries = make_entries(rng, oddness=rng.choice((0, 0.3, 1)))
        seed = rng.random()
        data = form.write(entries, random.Random(seed))
        job = Job("x" + rng.choice(form.suffixes), data, stdin=form.stdin, rejected=rng.random() < 0.3)
        how = rng.random()
        if how < 0.3:
            if form.counted and len(_CONTROL.findall(data)) < len(data) / 50:
                self._try_whole(form, entries, seed, job)
            else:
                self._try(job, form)
        elif how < 0.9 or self._kind in ("containers", "parquet"):
            self._written = [*self._written[-50:], data]
            self._try(replace(job, data=mutate(rng, data, self._written)), form)
        else:
            self._try_pumped(rng, job, form)

    def _try_whole(self, form: Form, entries: list[Entry], seed: float, job: Job) -> None:
        outcome = self._run(replace(job, expected=len(entries)))
        if not outcome.symptom or not self._is_new(outcome, form):
            return

        def rewrite(smaller: list[Entry]) -> Job:
            return replace(job, data=form.write(smaller, random.Random(seed)), expected=len(smaller))

        small = shrink_entries(entries, lambda smaller: self._run(rewrite(smaller)).symptom == outcome.symptom)
        self._save(rewrite(small), outcome, form, entries=small)

    def _try(self, job: Job, form: Form) -> None:
        outcome = self._run(job)
        if outcome.symptom:
            self._fail(job, outcome, form)

    def _try_pumped(self, rng: Random, job: Job, form: Form) -> None:
        once, twice = pump(rng, job.data, _PUMPED)
        first, second = (self._run(replace(job, data=data, timed=True)) for data in (once, twice))
        if first.symptom or second.symptom:
            self._fail(
                replace(job, data=once if first.symptom else twice, timed=True),
                first if first.symptom else second,
                form,
            )
            return
        if second.seconds < _TELLING or second.seconds < MOST_TIMES * first.seconds:
            return
        times = [[self._run(replace(job, data=data, timed=True)).seconds for _ in range(3)] for data in (once, twice)]
        if min(times[1]) > _TELLING and min(times[1]) > MOST_TIMES * min(times[0]):
            outcome = Outcome("time more than linear", f"{len(once)} and {len(twice)} bytes take {times} seconds")
            if self._is_new(outcome, form):
                self._save(replace(job, data=twice), outcome, form)

    def _fail(self, job: Job, outcome: Outcome, form: Form) -> None:
        """Make a file that fails smaller, and keep it, unless one like it has been."""
        if not self._is_new(outcome, form):
            return

        def fails(data: bytes) -> bool:
            return self._run(replace(job, data=data)).symptom == outcome.symptom

        small = shrink_bytes(job.data, fails, seconds=30 if outcome.seconds < 1 else 0)
        self._save(replace(job, data=small), outcome, form)

    def _is_new(self, outcome: Outcome, form: Form) -> bool:
        symptom = f"{outcome.symptom} [{form.name}]"
        self._findings[symptom] += 1
        return self._findings[symptom] == 1

    def _save(self, job: Job, outcome: Outcome, form: Form, entries: list[Entry] | None = None) -> None:
        """Keep what fails, and beside it what is wrong with it."""
        now = self._child.run(job)
        self._keep.mkdir(parents=True, exist_ok=True)
        name = _NOT_IN_NAMES.sub("-", f"{form.name}-{outcome.symptom}")[:80]
        mark = hashlib.sha256(job.data).hexdigest()[:6]
        (self._keep / f"{name}-{mark}.input").write_bytes(job.data)
        told = now if now.symptom else outcome
        report = f"{replace(job, data=b'')}\n{outcome.symptom}\n{told.detail}\n{entries or ''}\n"
        (self._keep / f"{name}-{mark}.txt").write_text(report, encoding="utf-8", errors="backslashreplace")
        self._say(f"FOUND {outcome.symptom} [{form.name}], {len(job.data)} bytes: {self._keep / name}-{mark}.input")
