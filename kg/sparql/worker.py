"""The process that answers queries, one after the other, until its input ends or it is killed."""

from __future__ import annotations

import itertools
import re
import signal
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO, cast

import pyoxigraph as ox

from kg.child import begin
from kg.errors import InputError
from kg.sparql.engines import make_engine
from kg.sparql.errors import EngineError, QueryError, ResultTooLargeError
from kg.sparql.formats import Format
from kg.sparql.request import Frames, Kind, receive, send
from kg.sparql.terms import PREFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kg.sparql.engines import Engine
    from kg.sparql.request import Request

_GRACE = 5.0
_BASE = re.compile(r"https?://[^\s<>?#]+/")


def main() -> None:
    """Read what to be, then queries; write results."""
    out = begin()
    try:
        _, setup = receive(sys.stdin.buffer)
        try:
            engine = make_engine(setup)
        except InputError as error:
            send(out, Kind.ERROR, (InputError, (error.path, error.found, error.remedy)))
            return
        limit_memory(setup.max_memory)
        send(out, Kind.OBJECT, engine.base)
        while True:
            answer(engine, receive(sys.stdin.buffer)[1], out)
    except (EOFError, BrokenPipeError):
        return


def limit_memory(extra: int | None) -> None:
    """Let the process take so many bytes more than it has, where the system can be told so."""
    try:
        import resource  # noqa: PLC0415 - not on Windows

        taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if extra is not None and hard in {resource.RLIM_INFINITY, max(hard, taken + extra)}:
        resource.setrlimit(resource.RLIMIT_AS, (taken + extra, hard))


def answer(engine: Engine, request: Request, out: BinaryIO) -> None:
    """Answer a query, by frames of data and an end, or by an error."""
    frames = Frames(out, request.max_bytes)
    _alarm(request.time_limit + _GRACE)
    try:
        end = write_result(engine.run(request), request, frames, request.base or engine.base)
        frames.flush()
        send(out, Kind.END, end)
    except QueryError as error:
        send(out, Kind.ERROR, (type(error), (error.found, error.remedy)))
    except OverflowError:
        found = f"The result has more than {request.max_bytes:,} bytes"
        send(out, Kind.ERROR, (ResultTooLargeError, (found, "Ask for less, with LIMIT for example")))
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        send(out, Kind.ERROR, (EngineError, (f"The store cannot be read ({error})", "Write it again")))
    finally:
        _alarm(0)


def _alarm(seconds: float) -> None:
    """Have the system end this process by itself: nobody else would if the one that asked was killed."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def write_result(result: Any, request: Request, frames: Frames, base: str | None) -> dict[str, Any]:
    """Write a result in the format that is asked for, cut off after so many rows.

    Returns:
        The variables, and whether it was cut off.
    """
    if request.form.gives_triples:
        return {"truncated": _write_triples(result, request, frames, base)}
    if isinstance(result, ox.QueryBoolean):
        result.serialize(cast("IO[bytes]", frames), request.format.for_rows)
        return {"boolean": bool(result)}
    variables = [variable.value for variable in result.variables]
    truncated = False
    if request.max_rows is not None:
        lines = _Lines(request.max_rows + 1)
        try:
            result.serialize(cast("IO[bytes]", lines), ox.QueryResultsFormat.TSV)
        except _EnoughError:
            truncated = True
        result = ox.parse_query_results(bytes(lines.data), ox.QueryResultsFormat.TSV)
    result.serialize(cast("IO[bytes]", frames), request.format.for_rows)
    return {"variables": variables, "truncated": truncated}


def _write_triples(triples: Iterable[ox.Triple], request: Request, frames: Frames, base: str | None) -> bool:
    source = iter(triples)
    kept = source if request.max_rows is None else itertools.islice(source, request.max_rows)
    if request.format is Format.TURTLE and base is not None and _BASE.fullmatch(base):
        from kg.export.rdf import turtle  # noqa: PLC0415 - only Turtle needs the exporter, which takes a while to import

        # The engine's own writer puts the prefixes in another order each time.
        turtle.write(kept, cast("BinaryIO", frames), base=base, prefixes=PREFIXES)
    else:
        ox.serialize(kept, cast("IO[bytes]", frames), request.format.for_triples)
    return request.max_rows is not None and next(source, None) is not None


class _EnoughError(Exception):
    """So many lines were asked for."""


class _Lines:
    """A file that takes so many lines. In TSV each row is one, whatever its values hold."""

    def __init__(self, limit: int) -> None:
        self._left = limit
        self.data = bytearray()

    def write(self, data: bytes) -> int:
        for line in data.splitlines(keepends=True):
            # What comes after the last line is not kept, nor what the engine still has in its buffer when it stops.
            if not self._left:
                raise _EnoughError
            self.data += line
            self._left -= line.endswith(b"\n")
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""
