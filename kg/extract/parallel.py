"""Extraction by several processes: the work is handed out in batches, and the results come in the order of the texts.

A thread of the standard library's pool drives each process (:mod:`kg.child`). So a process that dies costs one batch,
which is known, and is replaced (:class:`concurrent.futures.ProcessPoolExecutor` and *loky* give up all that is under way,
and do not tell whose fault it was).
"""

from __future__ import annotations

import pickle
import threading
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from typing import TYPE_CHECKING

from kg.batches import batches
from kg.child import Child, can_start, starting, usable_cores
from kg.errors import WorkerError
from kg.extract.worker import Extractor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from kg.extract.worker import Result, Text

    Results = list[Result]

PAPERS_A_WORKER = 100
"""Fewer texts are not worth the seconds that a process takes to start."""

_BATCH, _WINDOW = 16, 4  # texts in a batch, batches under way for each process
_ATTEMPTS = 2  # how often a text alone may kill its process
_STARTS = 3  # how often a process may die before it is ready
_START = starting("kg.extract.worker")


def workers_for(texts: int, jobs: int | None) -> int:
    """Say how many processes are worth it; 1 is this process alone.

    Args:
        texts: How many texts there are to extract.
        jobs: How many processes there may be; as many as there are cores where it is None.

    >>> workers_for(95, 8), workers_for(1000, 8), workers_for(1000, 100)
    (1, 8, 10)
    """
    return max(1, min(jobs or usable_cores(), texts // PAPERS_A_WORKER)) if can_start() else 1


class Alone:
    """Extracts in this process; what it needs is loaded for the first batch."""

    memory = 0
    """It has none of its own."""

    def __init__(self, model: str | Path | None) -> None:
        self._model = model

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing has to be closed."""

    def extract(self, texts: Iterable[Text]) -> Iterator[Results]:
        """Give the results of each batch."""
        extractor: Extractor | None = None
        for batch in batches(texts, most=_BATCH):
            extractor = extractor or Extractor(self._model)
            yield extractor(batch)


class Workers:
    """Extracts in processes of its own, as long as the block lasts.

    Args:
        model: The folder of the tagger; the package's own where it is None.
        count: How many processes.
    """

    def __init__(self, model: str | Path | None, count: int) -> None:
        self._model, self._count = model, count
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="kg-extract")
        self._mine = threading.local()
        self._lock = threading.Lock()
        self._processes: list[_Process] = []
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._lock:
            self._closed = True
            for process in self._processes:
                process.kill()
        self._pool.shutdown(cancel_futures=True)
        for process in self._processes:
            process.end()

    @property
    def memory(self) -> int:
        """The largest resident size, in bytes, that the processes have had, together."""
        with self._lock:
            return sum(process.memory for process in self._processes)

    def extract(self, texts: Iterable[Text]) -> Iterator[Results]:
        """Give the results of each batch, in order; no more batches than a window's are held.

        Raises:
            WorkerError: Processes cannot be started.
            ModelError: There is no such tagger.
        """
        waiting: deque[Future[Results]] = deque()
        for batch in batches(texts, most=_BATCH):
            waiting.append(self._pool.submit(self._batch, batch))
            if len(waiting) >= self._count * _WINDOW:
                yield _result(waiting.popleft())
        while waiting:
            yield _result(waiting.popleft())

    def _batch(self, batch: list[Text]) -> Results:
        try:
            return self._process().extract(batch)
        except _DiedError:
            # Whichever text it was, and if it was one at all: alone, each answers for itself.
            return [self._alone(text) for text in batch]

    def _alone(self, text: Text) -> Result:
        reason = ""
        for _ in range(_ATTEMPTS):
            try:
                return self._process().extract([text])[0]
            except _DiedError as error:
                reason = str(error)
        return f"it ends the process that extracts it ({reason})"

    def _process(self) -> _Process:
        """Give this thread's process, another one if that has died."""
        process: _Process | None = getattr(self._mine, "process", None)
        if process and not process.ended:
            return process
        for attempt in range(1, _STARTS + 1):
            with self._lock:
                if process:
                    process.end()
                    self._processes.remove(process)
                if self._closed:
                    raise WorkerError("the build is over")
                process = self._mine.process = _Process(self._model)
                self._processes.append(process)
            try:
                process.wait_until_ready()
            except _DiedError as error:
                if attempt == _STARTS:
                    message = f"no process can be started that extracts ({error}): do without, with --jobs 1"
                    raise WorkerError(message) from error
            else:
                break
        assert process
        return process


def _result(future: Future[Results]) -> Results:
    """Wait for a result, and now and then look up: on Windows nothing else lets Ctrl-C through."""
    while True:
        try:
            return future.result(timeout=1.0)
        except NotYetError:
            if future.done():
                return future.result()


class _DiedError(Exception):
    """A process has died; the message says of what."""


class _Process:
    """A process that was started, with what it said of itself."""

    def __init__(self, model: str | Path | None) -> None:
        self.memory = 0
        try:
            self._child = Child(_START)
        except OSError as error:
            message = f"no process can be started that extracts ({error}): do without, with --jobs 1"
            raise WorkerError(message) from error
        self._model = None if model is None else str(model)
        self.pid = self._child.pid
        self.kill = self._child.kill
        self.end = self._child.end

    @property
    def ended(self) -> bool:
        return self._child.ended

    def wait_until_ready(self) -> None:
        self._ask(self._model)

    def extract(self, texts: list[Text]) -> Results:
        return self._ask(texts)

    def _ask(self, question: object) -> Results:
        try:
            pickle.dump(question, self._child.questions, pickle.HIGHEST_PROTOCOL)
            self._child.questions.flush()
            answer: tuple[Results, int, tuple[type[Exception], tuple[str, ...]] | None] = pickle.load(
                self._child.answers
            )
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            raise self._death() from error
        results, memory, failure = answer
        if failure:
            cls, parts = failure
            raise cls(*parts)
        self.memory = max(self.memory, memory)
        return results

    def _death(self) -> _DiedError:
        lines, code = self._child.last_words()
        return _DiedError(lines[-1][:200] if lines else f"signal {-code}" if code < 0 else f"exit code {code}")
