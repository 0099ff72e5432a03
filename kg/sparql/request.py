"""What goes to the process that answers queries, and how it is framed on the pipes between the two."""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass, field
from enum import Enum
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kg.sparql.formats import Format, QueryForm
    from kg.sparql.sources import Sources
    from kg.sparql.terms import Term

_HEAD = struct.Struct(">cI")
_SIZE = 1 << 18


class Kind(Enum):
    """What a frame holds."""

    OBJECT = b"O"
    ERROR = b"E"
    DATA = b"D"
    END = b"."


@dataclass(frozen=True, slots=True)
class Setup:
    """What a worker is to be.

    Attributes:
        engine: "oxigraph" or "rdflib".
        sources: What it reads.
        max_memory: Bytes it may take for answering, beyond what the data takes.
    """

    engine: str
    sources: Sources
    max_memory: int | None


@dataclass(frozen=True, slots=True)
class Request:
    """A query, and how it is to be answered.

    Attributes:
        text: The query.
        form: Its form.
        format: The format of the result.
        bindings: Terms by variable.
        base: What relative IRIs in the query are relative to.
        default_graphs: The graphs that make up the default graph, in place of those the query names.
        named_graphs: The graphs that may be named, likewise.
        max_rows: Rows or triples after which the result is cut off.
        max_bytes: Size beyond which there is no result.
        time_limit: Seconds after which the worker ends by itself, should nobody end it.
    """

    text: str
    form: QueryForm
    format: Format
    bindings: dict[str, Term] = field(default_factory=dict)
    base: str | None = None
    default_graphs: tuple[str, ...] = ()
    named_graphs: tuple[str, ...] = ()
    max_rows: int | None = None
    max_bytes: int | None = None
    time_limit: float = 30.0


def send(pipe: IO[bytes], kind: Kind, payload: Any = None) -> None:
    """Write a frame."""
    data = payload if kind is Kind.DATA else pickle.dumps(payload)
    pipe.write(_HEAD.pack(kind.value, len(data)))
    pipe.write(data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> tuple[Kind, Any]:
    """Read a frame.

    Raises:
        EOFError: The other side is gone.
    """
    kind, length = _HEAD.unpack(_exactly(pipe, _HEAD.size))
    data = _exactly(pipe, length)
    # Both sides are this program: nothing from outside can stand in a frame but as data.
    return Kind(kind), data if kind == Kind.DATA.value else pickle.loads(data)


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError
    return data


class Frames:
    """A file to write to that passes everything on in frames.

    Attributes:
        size: Bytes written so far.
        overflowed: Whether more than the limit was to be written.
    """

    def __init__(self, pipe: IO[bytes], limit: int | None) -> None:
        self._pipe = pipe
        self._limit = limit
        self._held = bytearray()
        self.size = 0
        self.overflowed = False

    def write(self, data: bytes) -> int:
        """Take data.

        Raises:
            OverflowError: It is more than the limit.
        """
        self.size += len(data)
        if self._limit is not None and self.size > self._limit:
            self.overflowed = True
            raise OverflowError
        self._held += data
        if len(self._held) >= _SIZE:
            self.flush()
        return len(data)

    def writelines(self, lines: Iterable[bytes]) -> None:
        """Take data in pieces."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Pass on what is held."""
        if self._held and not self.overflowed:
            send(self._pipe, Kind.DATA, bytes(self._held))
        self._held.clear()
