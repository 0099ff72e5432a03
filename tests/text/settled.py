"""What every step of cleaning must do: give what is wanted, and leave that as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def check(step: Callable[[str], str], raw: str, wanted: str) -> None:
    assert step(raw) == wanted
    assert step(wanted) == wanted, "not settled"
