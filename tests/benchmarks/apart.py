"""Runs a piece of work in a process of its own, so that its time and memory are its own."""

from __future__ import annotations

import multiprocessing
import sys
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    T = TypeVar("T")


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def apart(work: Callable[..., T], *args: Any, limit: float | None = None, **options: Any) -> T:
    """Call a function in a new process and give what it gives.

    Args:
        work: A function that a module holds.
        args: What it is called with.
        limit: How many seconds it may take.
        options: What it is called with by name.

    Raises:
        TimeoutError: It took longer; the process is ended.
        RuntimeError: It failed, or its process was killed.
    """
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(sender, work, args, options))
    process.start()
    sender.close()
    try:
        if not wait([receiver], timeout=limit):
            message = f"{work.__name__} took more than {limit:.0f} s"
            raise TimeoutError(message)
        result: T = receiver.recv()
    except EOFError as error:
        message = f"{work.__name__} did not end well"
        raise RuntimeError(message) from error
    except BaseException:
        process.kill()
        raise
    finally:
        receiver.close()
        process.join()
    return result


def _answer(sender: Connection, work: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]) -> None:
    sender.send(work(*args, **options))
    sender.close()
