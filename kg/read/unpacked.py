"""What compressed files hold, kept in temporary files: so they are unpacked once, though looked at before they are read."""

from __future__ import annotations

import os
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 1 << 30
"""Bytes that are kept, of all files together; what would be more is unpacked a second time."""

SHORT = 1 << 20
"""Bytes that are as fast unpacked again as kept."""


class Room:
    """How many bytes may be kept.

    Attributes:
        left: How many are left.
    """

    def __init__(self, left: int = MOST) -> None:
        self.left = left


class Copy:
    """A copy of unpacked data; it is given up where there is no room for it, and goes with this object.

    Up to :data:`SHORT` bytes make no file.

    Args:
        room: What it takes its room from.

    Attributes:
        path: Where the whole of it is; None where that is nowhere.
    """

    def __init__(self, room: Room) -> None:
        self.path: Path | None = None
        self._room = room
        self._taken = 0
        self._beginning: list[bytes] = []
        self._file: BinaryIO | None = None
        self._remove: Callable[[], object] = lambda: None

    def write(self, data: bytes) -> None:
        """Add the next piece."""
        if self._taken < 0:
            return
        self._room.left -= len(data)
        self._taken += len(data)
        if self._room.left < 0:
            self.give_up()
        elif self._taken <= SHORT:
            self._beginning.append(data)
        else:
            try:
                self._append(data)
            except OSError:  # the disk is full
                self.give_up()

    def _append(self, data: bytes) -> None:
        if not self._file:
            number, name = tempfile.mkstemp(prefix="kg-unpacked-")
            self._name = Path(name)
            self._remove = weakref.finalize(self, self._name.unlink, missing_ok=True)
            self._file = os.fdopen(number, "wb")
            self._file.write(b"".join(self._beginning))
            self._beginning = []
        self._file.write(data)

    def finish(self) -> None:
        """Say that all has been written."""
        if not self._file:
            self.give_up()
            return
        try:
            self._file.close()
        except OSError:
            self.give_up()
        else:
            self.path = self._name

    def give_up(self) -> None:
        """Have no copy."""
        self._room.left += max(0, self._taken)
        self._taken = -1
        self._beginning, self.path = [], None
        if self._file:
            with suppress(OSError):
                self._file.close()
            self._file = None
        self._remove()
