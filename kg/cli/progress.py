"""How far a command is: a line on a terminal, or JSON for programs."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from kg.stages import Stages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from kg.stages import Progress

    T = TypeVar("T")

_SECONDS = 1.0
"""Time between two lines of JSON on one stage."""


@contextmanager
def on_terminal(*, prints: bool = False) -> Iterator[Callable[[Progress], None]]:
    """Show the stage, what is done, the rate and the time left, if standard error is a terminal.

    Args:
        prints: Whether the command prints meanwhile; if that goes to a terminal, it is enough to look at.
    """
    if not sys.stderr.isatty() or (prints and sys.stdout.isatty()):
        yield lambda _: None
        return
    from rich import progress as bars  # noqa: PLC0415  # only who sees it pays for it
    from rich.console import Console  # noqa: PLC0415

    columns = (
        bars.SpinnerColumn(),
        bars.TextColumn("{task.description:8}"),
        bars.BarColumn(),
        bars.TextColumn("{task.fields[words]}"),
        bars.TimeElapsedColumn(),
    )
    # What is printed goes where standard output leads, and not above the line.
    with bars.Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as shown:
        task = shown.add_task("", words="")

        def show(progress: Progress) -> None:
            shown.update(
                task,
                description=progress.stage,
                completed=progress.done,
                # Without a total the bar only pulses.
                total=progress.total,
                words=in_words(progress),
            )
            if progress.ended:
                shown.reset(task)

        yield show


def in_words(progress: Progress) -> str:
    """Say how far a stage is.

    >>> from kg.stages import Progress
    >>> in_words(Progress("extract", 10.0, done=80, kept=30, total=200))
    '80 of 200 papers, 5.0 a second, 0:00:24 left'
    """
    if not progress.done:
        return ""
    total = "" if progress.total is None else f" of {progress.total:,}"
    parts = [f"{progress.done:,}{total} {progress.unit}"]
    if progress.rate is not None and progress.total is not None:
        parts.append(f"{progress.rate:,.1f} a second")
    if progress.seconds_left:
        parts.append(f"{_clock(round(progress.seconds_left))} left")
    return ", ".join(parts)


def _clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def shown(items: Iterable[T], name: str, unit: str) -> Iterator[T]:
    """Pass items on, and show on a terminal how many of them are done."""
    listed = list(items)
    with on_terminal() as show, Stages(show)(name, len(listed), unit) as step:
        yield from step.each(listed)


class JsonLog:
    """Writes one JSON object a line to standard error: what begins, how far it is each second, what ends."""

    def __init__(self) -> None:
        self._stage = ""
        self._next = 0.0

    def __call__(self, progress: Progress) -> None:
        """Tell how far a stage is, if it is time to."""
        if progress.stage != self._stage:
            self._stage, self._next = progress.stage, progress.seconds + _SECONDS
            self.write("begin", stage=progress.stage, **_counts(progress))
        elif ended := progress.ended:
            self.write(
                "end",
                stage=ended.name,
                **_counts(progress),
                seconds=ended.seconds,
                peak_memory=ended.peak_memory,
            )
        elif progress.seconds >= self._next:
            self._next = progress.seconds + _SECONDS
            self.write(
                "progress",
                stage=progress.stage,
                **_counts(progress),
                seconds=round(progress.seconds, 1),
                rate=_rounded(progress.rate),
                seconds_left=_rounded(progress.seconds_left),
            )

    def write(self, event: str, **details: Any) -> None:
        """Write a line; what is None is left out."""
        known = {name: value for name, value in details.items() if value is not None}
        sys.stderr.write(json.dumps({"event": event, **known}, ensure_ascii=False) + "\n")
        sys.stderr.flush()


def _counts(progress: Progress) -> dict[str, int | None]:
    return {"done": progress.done or None, "kept": progress.kept or None, "total": progress.total}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
