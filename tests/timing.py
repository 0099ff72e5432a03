"""How long things take, told so that whatever else the machine does makes no difference."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_TRIES = 6
_NOISE = 0.005
"""Seconds below which times say nothing."""


def assert_linear(run: Callable[[int], object], small: int, large: int) -> None:
    """Check that the time of a task grows about as its size does.

    The limit lies halfway, on a logarithmic scale, between linear and quadratic growth. Other work on the machine only
    ever adds to a time, so the least of some tries counts.
    """
    limit = (large / small) ** 1.5
    least = {small: float("inf"), large: float("inf")}
    for _ in range(_TRIES):
        for size, before in least.items():
            least[size] = min(before, _seconds(lambda size=size: run(size)))
        if least[large] <= limit * max(least[small], _NOISE):
            return
    times = f"{least[small]:.4f} s for {small}, {least[large]:.4f} s for {large}"
    raise AssertionError(times)


def assert_takes(most: float, run: Callable[[], object]) -> None:
    """Check that a task takes so many seconds of processor time at most, in the best of some tries."""
    took: list[float] = []
    while not took or (min(took) > most and len(took) < _TRIES):
        took.append(_seconds(run))
    assert min(took) <= most, f"{min(took):.2f} s, of {most:.2f} at most"


def _seconds(run: Callable[[], object]) -> float:
    started = process_time()
    run()
    return process_time() - started
