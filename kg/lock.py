"""A folder that one process at a time writes to."""

from __future__ import annotations

import json
import os
import socket
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from kg.errors import OutputError
from kg.files import folder_made, output_error, sweep

if TYPE_CHECKING:
    from collections.abc import Iterator

PRIVATE = ".kg"
"""The folder inside an output folder that holds what is nobody else's business; hidden, so that it is never an input."""

_LOCK, _HOLDER, _IGNORE = "lock", "holder.json", ".gitignore"


@contextmanager
def locked(folder: str | Path) -> Iterator[Path]:
    """Keep others from writing to a folder, which is made if it is not there, while the block lasts.

    The system itself holds the lock (:mod:`filelock`), so that it ends with the process, however that ends. What killed
    processes left half-written goes, as nobody is at it; folders that were made and are empty at the end go again.

    Yields:
        The folder's private folder, which goes at the end too if nothing else was put there.

    Raises:
        OutputError: Another process has the folder, or it cannot be made or written to.
    """
    if not str(folder):
        raise OutputError("output folder", "has an empty name", "Name a folder")
    folder = Path(folder)
    private = folder / PRIVATE
    with folder_made(private):
        lock = FileLock(private / _LOCK, timeout=0)
        try:
            lock.acquire()
        except Timeout:
            raise OutputError(folder, _holder(private), "Wait until it ends, or name another folder") from None
        except OSError as error:
            raise output_error(folder, error) from error
        try:
            _sign(private)
            _tidy(folder)
            yield private
        finally:
            _clear(private)
            lock.release()


def _sign(private: Path) -> None:
    """Say who has the folder, and keep it out of repositories of source code."""
    holder = {"process": os.getpid(), "host": socket.gethostname(), "since": f"{datetime.now():%Y-%m-%d %H:%M:%S}"}
    try:
        (private / _HOLDER).write_text(json.dumps(holder), encoding="utf-8")
        (private / _IGNORE).write_text("*\n", encoding="utf-8")
    except OSError as error:
        raise output_error(private, error) from error


def _tidy(folder: Path) -> None:
    try:
        sweep(folder, alone=True)
    except OSError as error:
        raise output_error(folder, error) from error


def _clear(private: Path) -> None:
    """Remove what the lock needed, if there is nothing else."""
    # Who waits to open the lock's file learns from filelock that it is gone. Windows removes it only after its release,
    # and filelock does it then.
    with suppress(OSError):
        (private / _HOLDER).unlink()
        if {path.name for path in private.iterdir()} <= {_LOCK, _IGNORE}:
            (private / _IGNORE).unlink()
            (private / _LOCK).unlink()
            private.rmdir()


def _holder(private: Path) -> str:
    try:
        holder = json.loads((private / _HOLDER).read_text(encoding="utf-8"))
        return f"is being written by process {holder['process']} on {holder['host']} since {holder['since']}"
    except (OSError, ValueError, LookupError, TypeError):
        return "is being written by another process"
