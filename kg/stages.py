"""The stages of a build: how far each is, how long it takes, how much memory is needed by its end."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage that is over.

    Attributes:
        name: What it is called.
        seconds: How long it took.
        peak_memory: The largest resident size, in bytes, that this process had by its end, and the worker processes
            beside it had then; None where the system does not tell.
    """

    name: str
    seconds: float
    peak_memory: int | None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a stage is.

    Attributes:
        stage: What it is called.
        seconds: Since it began, by a clock that never jumps.
        done: What it has dealt with.
        kept: How many of these were there from an earlier build, and took no time.
        total: Of how many; None where that is not known, or the stage does not go one by one.
        ended: What it took, once it is over.
        unit: What is counted.
    """

    stage: str
    seconds: float
    done: int = 0
    kept: int = 0
    total: int | None = None
    ended: Stage | None = None
    unit: str = "papers"

    @property
    def rate(self) -> float | None:
        """How many a second, without those that took no time; None as long as there are none.

        >>> Progress("extract", 10.0, done=80, kept=30, total=100).rate
        5.0
        """
        return (self.done - self.kept) / self.seconds if self.done > self.kept and self.seconds > 0 else None

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at this rate; None where that cannot be known.

        >>> Progress("extract", 10.0, done=80, kept=30, total=100).seconds_left
        4.0
        """
        return None if self.total is None or self.rate is None else (self.total - self.done) / self.rate


class Step:
    """The stage that is under way: tells what shows it how far it is."""

    def __init__(self, name: str, total: int | None, unit: str, show: Callable[[Progress], None]) -> None:
        self._name, self._total, self._unit, self._show = name, total, unit, show
        self._start = time.perf_counter()
        self._done = self._kept = self._workers = 0
        self._tell()

    def keep(self, count: int) -> None:
        """Count what was dealt with in an earlier build."""
        self._kept += count
        self.advance(count)

    def advance(self, count: int = 1, *, workers: int = 0) -> None:
        """Count what has been dealt with.

        Args:
            count: How many.
            workers: The largest resident size, in bytes, of all worker processes together.
        """
        self._done += count
        self._workers = max(self._workers, workers)
        self._tell()

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """Pass items on, and count them."""
        for item in items:
            yield item
            self.advance()

    def end(self) -> Stage:
        """Say that it is over."""
        own = peak_memory()
        seconds = round(time.perf_counter() - self._start, 3)
        stage = Stage(self._name, seconds, None if own is None else own + self._workers)
        self._tell(stage)
        return stage

    def _tell(self, ended: Stage | None = None) -> None:
        seconds = time.perf_counter() - self._start
        self._show(Progress(self._name, seconds, self._done, self._kept, self._total, ended, self._unit))


def _nothing(progress: Progress) -> None:
    """Show nothing."""


class Stages:
    """The stages of a build, one after another.

    Args:
        show: Is told how far each is: when it begins, after each thing, and when it is over.

    Attributes:
        ended: Those that are over.

    >>> stages = Stages()
    >>> with stages("read") as step:
    ...     papers = list(step.each(["a", "b"]))
    >>> [stage.name for stage in stages.ended]
    ['read']
    """

    def __init__(self, show: Callable[[Progress], None] | None = None) -> None:
        self._show = show or _nothing
        self.ended: list[Stage] = []

    @contextmanager
    def __call__(self, name: str, total: int | None = None, unit: str = "papers") -> Iterator[Step]:
        """Take the block as a stage.

        Args:
            name: What it is called.
            total: How many things it deals with, if it goes one by one.
            unit: What they are.
        """
        step = Step(name, total, unit, self._show)
        yield step
        self.ended.append(step.end())


def peak_memory() -> int | None:
    """Give the largest resident size that this process has had, in bytes; None where the system does not tell."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
