"""The asking side of a worker: starts its process, passes queries on, and ends it when a query's time is over."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from kg.child import Child, starting
from kg.sparql.errors import EngineError, QueryTimeoutError
from kg.sparql.request import Kind, receive, send

if TYPE_CHECKING:
    from typing import IO

    from kg.sparql.request import Request, Setup

_START = starting("kg.sparql.worker")


class Worker:
    """Answers one query at a time in a process of its own, which is replaced when it had to be ended.

    Its methods but :meth:`close` are to be called by one thread at a time.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._lock = threading.Lock()
        self._closed = False
        self._process = _Process(setup)

    def wait_until_ready(self) -> str | None:
        """Wait until the data is open.

        Returns:
            What the data says its IRIs begin with.

        Raises:
            InputError: The data cannot be read.
            EngineError: The process ended.
        """
        if self._process.ended:
            self._replace()
        return self._process.wait_until_ready()

    def ask(
        self, request: Request, body: IO[bytes], *, seconds: float, cancelled: threading.Event | None = None
    ) -> dict[str, Any]:
        """Have a query answered.

        Args:
            request: The query.
            body: Receives the result.
            seconds: After how many to stop.
            cancelled: Stops it when set; is set when the query is over.

        Returns:
            What the worker says of the result.

        Raises:
            QueryError: The worker says so, or the time was over, or the process ended.
            InputError: The data, which could be read before, can no more.
        """
        self.wait_until_ready()
        alarm = _Alarm(self._process, seconds, cancelled)
        try:
            self._process.send(request)
            kind, payload = self._process.receive()
            while kind is Kind.DATA:
                body.write(payload)
                kind, payload = self._process.receive()
        except EngineError as error:
            ended_by_request = cancelled is not None and cancelled.is_set()
            if alarm.stop():
                if ended_by_request:
                    raise QueryTimeoutError("The query was cancelled") from error
                found = f"The query took longer than {round(request.time_limit, 1):g} seconds and was stopped"
                raise QueryTimeoutError(found, "Ask for less, or allow more time") from error
            raise
        finally:
            if alarm.stop() or self._process.ended:
                self._replace()
        return dict(payload)

    def _replace(self) -> None:
        """Start another process at once, so that it is ready when the next query comes."""
        with self._lock:
            self._process.end()
            if self._closed:
                raise EngineError("The connection is closed", "Connect again")
            self._process = _Process(self._setup)

    def close(self) -> None:
        """End the process, whatever it does."""
        with self._lock:
            self._closed = True
            self._process.end()


class _Alarm:
    """Ends a process after so many seconds, or when it is asked to, unless it is stopped before."""

    def __init__(self, process: _Process, seconds: float, wake: threading.Event | None) -> None:
        self._process = process
        self._seconds = max(0.0, seconds)
        self._lock = threading.Lock()
        self._stopped = False
        self._rang = False
        self._wake = wake or threading.Event()
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        self._wake.wait(self._seconds)
        with self._lock:
            if not self._stopped:
                self._rang = True
                self._process.kill()

    def stop(self) -> bool:
        """Stop it, and say whether that was too late."""
        with self._lock:
            self._stopped = True
        self._wake.set()
        return self._rang


class _Process:
    """A process that was started, and whether the data is open there."""

    def __init__(self, setup: Setup) -> None:
        self._base: str | None = None
        self._ready = False
        try:
            self._child = Child(_START)
        except OSError as error:
            message = f"No process can be started that answers queries ({error})"
            raise EngineError(message, "End other programs, or let Python be run") from error
        self._first = setup
        self.kill = self._child.kill
        self.end = self._child.end

    @property
    def ended(self) -> bool:
        return self._child.ended

    def wait_until_ready(self) -> str | None:
        if not self._ready:
            self.send(self._first)
            self._base = self.receive()[1]
            self._ready = True
        return self._base

    def send(self, payload: object) -> None:
        try:
            send(self._child.questions, Kind.OBJECT, payload)
        except (OSError, ValueError) as error:
            raise self._failure() from error

    def receive(self) -> tuple[Kind, Any]:
        """Read a frame; an error in it is raised."""
        try:
            kind, payload = receive(self._child.answers)
        except (EOFError, OSError, ValueError) as error:
            raise self._failure() from error
        if kind is Kind.ERROR:
            cls, parts = payload
            raise cls(*parts)
        return kind, payload

    def _failure(self) -> EngineError:
        """What the process said last, after it had closed its pipes."""
        lines, code = self._child.last_words()
        last = lines[-1] if lines else f"exit code {code}"
        if any("memory" in line.lower() for line in lines):
            return EngineError("The query took more memory than allowed", "Ask for less, or allow more")
        if not self._ready:
            return EngineError(f"The engine failed on this data ({last})", "Look at the files for what is not RDF")
        return EngineError(f"The engine failed on this query ({last})", "Ask in another way")
