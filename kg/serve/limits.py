"""What clients may ask for, and how much of it at once."""

from __future__ import annotations

import os
from dataclasses import dataclass, field


def _workers() -> int:
    return max(4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 4)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server. What goes beyond one is refused with the status that says so.

    Attributes:
        seconds: How long a query may take, waiting included (503).
        quick_seconds: How long it may take before it counts as slow, and begins again among those.
        workers: How many quick queries are answered at a time; half as many slow ones beside them.
        waiting: How many queries may wait for a worker (503).
        result_bytes: The size of an answer (403).
        held_bytes: The size of all answers together that clients have not yet taken (503).
        page_rows: How many rows or triples of an answer a page shows.
        request_bytes: The size of a request's content (413).
        request_seconds: How long a client may take to send it (408).
        delivery_seconds: How long a client may take to receive an answer.
        connections: How many connections may be open (503).
    """

    seconds: float = 30.0
    quick_seconds: float = 0.5
    workers: int = field(default_factory=_workers)
    waiting: int = 256
    result_bytes: int = 64 << 20
    held_bytes: int = 512 << 20
    page_rows: int = 500
    request_bytes: int = 1 << 18
    request_seconds: float = 10.0
    delivery_seconds: float = 300.0
    connections: int = 1_000

    @property
    def slow_workers(self) -> int:
        """How many slow queries are answered at a time."""
        return (self.workers + 1) // 2
