"""Queries wait for workers so that the slow ones do not keep the quick ones waiting.

What a query costs is not known before it has run. So one that is new is tried for a moment; what is not answered by then
begins again among the slow ones, which have workers of their own (a multilevel feedback queue: Corbató et al., 1962). How
a query did is remembered, for all that differ from it in constants and layout alone: one that was slow goes there at once,
and one that was quick need not wait for those that are tried, since these never take all workers.
"""

from __future__ import annotations

import asyncio
import math
import re
import threading
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

from kg.sparql import QueryTimeoutError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kg.serve.limits import Limits
    from kg.sparql import Answer, Connection

# Only who waits for whom depends on this, so that strings need not be told exactly.
_CONSTANT = re.compile(r"""<[^<>\s]*>|"[^"\n]*"|'[^'\n]*'|#[^\n]*|[0-9]+|\s+""")

_REMEMBERED = 10_000
"""How many quick and how many slow queries are remembered."""

_SLOW_SECONDS = 5.0
"""How long a query counts as slow for the first time. It may be so because the machine is busy, and is tried again then."""

_LONGEST = 320.0
"""How long it counts as slow at most, having been so each time."""


class BusyError(Exception):
    """There is more to do than can wait; the message says of what."""


class Dispatcher:
    """Has queries answered, within limits. It belongs to one event loop.

    Args:
        connection: The data, with at least ``limits.workers + limits.slow_workers`` workers.
        limits: How many at a time, and for how long.
        quick: Texts of queries that are known to be quick.
    """

    def __init__(self, connection: Connection, limits: Limits, *, quick: Iterable[str] = ()) -> None:
        self._connection = connection
        self._limits = limits
        workers, slow_workers = limits.workers, limits.slow_workers
        self._quick = asyncio.Semaphore(workers)
        self._tried = asyncio.Semaphore(max(1, workers - 1))
        self._slow = asyncio.Semaphore(slow_workers)
        self._threads = ThreadPoolExecutor(workers + slow_workers, thread_name_prefix="query")
        self._known_quick = _Memory()
        self._known_slow = _Memory(seconds=_SLOW_SECONDS)
        for text in quick:
            self._known_quick.add(_shape(text))
        self._waiting = 0
        self._held = 0

    def close(self) -> None:
        """End the workers, whatever they do."""
        self._connection.close()
        self._threads.shutdown()

    async def answer(self, text: str, **options: Any) -> Answer:
        """Have a query answered.

        Args:
            text: The query.
            options: As for :meth:`kg.sparql.Connection.query`, but no limits of time and size.

        Returns:
            The answer, which counts as held until it is given to :meth:`release`.

        Raises:
            BusyError: Too many queries wait, or too many answers.
            QueryError: As :meth:`kg.sparql.Connection.query` raises it.
        """
        limits, key = self._limits, _shape(text)
        end = asyncio.get_running_loop().time() + limits.seconds
        query = partial(self._connection.query, text, max_bytes=limits.result_bytes, **options)
        if key not in self._known_slow:
            lanes = [self._quick] if key in self._known_quick else [self._tried, self._quick]
            try:
                return await self._run(query, key, lanes, limits.quick_seconds, end)
            except QueryTimeoutError:
                self._known_quick.forget(key)
                self._known_slow.add(key)
                if limits.quick_seconds >= limits.seconds:
                    raise
        return await self._run(query, key, [self._slow], limits.seconds, end)

    def release(self, answer: Answer) -> None:
        """Free what an answer takes."""
        self._held -= answer.size
        answer.close()

    async def _run(
        self, query: Callable[..., Answer], key: int, lanes: Sequence[asyncio.Semaphore], seconds: float, end: float
    ) -> Answer:
        """Wait for a place in all lanes, then run until the seconds given or the query's end are over."""
        loop = asyncio.get_running_loop()
        await self._enter(lanes, end)
        start, cancelled = loop.time(), threading.Event()
        left = max(0.001, min(seconds, end - start))
        try:
            work = loop.run_in_executor(self._threads, partial(query, time_limit=left, cancelled=cancelled))
        except BaseException:
            _leave(lanes)
            raise
        # The places are taken until the worker is free, also when nobody waits for the answer any more.
        work.add_done_callback(lambda _: _leave(lanes))
        try:
            answer = await asyncio.shield(work)
        except asyncio.CancelledError:
            cancelled.set()
            work.add_done_callback(_discard)
            raise
        if loop.time() - start < self._limits.quick_seconds:
            self._known_quick.add(key)
            self._known_slow.forget(key)
        return self._hold(answer)

    async def _enter(self, lanes: Sequence[asyncio.Semaphore], end: float) -> None:
        if self._waiting >= self._limits.waiting and any(lane.locked() for lane in lanes):
            raise BusyError("too many queries wait")
        self._waiting += 1
        entered: list[asyncio.Semaphore] = []
        try:
            async with asyncio.timeout_at(end):
                for lane in lanes:
                    await lane.acquire()
                    entered.append(lane)
        except BaseException as error:
            _leave(entered)
            if isinstance(error, TimeoutError):
                raise BusyError("no worker was free in time") from None
            raise
        finally:
            self._waiting -= 1

    def _hold(self, answer: Answer) -> Answer:
        if self._held + answer.size > self._limits.held_bytes:
            answer.close()
            raise BusyError("too many answers wait to be taken")
        self._held += answer.size
        return answer


class _Memory:
    """Remembers the keys that were added last, each for so many seconds, and for twice as many when it is added again."""

    def __init__(self, *, seconds: float = math.inf) -> None:
        self._seconds = seconds
        self._until: OrderedDict[int, tuple[float, float]] = OrderedDict()

    def __contains__(self, key: int) -> bool:
        return key in self._until and time.monotonic() < self._until[key][0]

    def add(self, key: int) -> None:
        _, last = self._until.get(key, (0.0, 0.0))
        seconds = min(2 * last, max(_LONGEST, self._seconds)) if last else self._seconds
        self._until[key] = (time.monotonic() + seconds, seconds)
        self._until.move_to_end(key)
        if len(self._until) > _REMEMBERED:
            self._until.popitem(last=False)

    def forget(self, key: int) -> None:
        self._until.pop(key, None)


def _shape(text: str) -> int:
    """What a query has in common with those that differ in constants, comments and white space alone."""
    return hash(_CONSTANT.sub(lambda match: match[0][0] if match[0][0] in "<\"'" else " ", text).casefold())


def _leave(lanes: Sequence[asyncio.Semaphore]) -> None:
    for lane in lanes:
        lane.release()


def _discard(work: asyncio.Future[Answer]) -> None:
    if not work.cancelled() and work.exception() is None:
        work.result().close()
