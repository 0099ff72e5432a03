"""Connections: data that is open, and the processes that answer queries on it."""

from __future__ import annotations

import queue
import tempfile
import time
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, cast

import pyoxigraph as ox

from kg.export import STORE
from kg.sparql import sources
from kg.sparql.answers import Answer
from kg.sparql.errors import QuerySyntaxError, QueryTimeoutError
from kg.sparql.formats import Format
from kg.sparql.lookup import bind
from kg.sparql.named import named_query
from kg.sparql.process import Worker
from kg.sparql.request import Request, Setup
from kg.sparql.syntax import check_parameters, query_form
from kg.sparql.terms import check_variable, to_term

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType
    from typing import Self, TypeAlias

    import networkx as nx

    from kg.sparql.terms import Value

    EngineName: TypeAlias = Literal["oxigraph", "rdflib"]

TIME_LIMIT = 30.0
"""Seconds for a query."""

MAX_MEMORY = 4 << 30
"""Bytes for answering a query."""

_IN_MEMORY = 8 << 20
"""Bytes of a result, beyond which it is put into a file."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a query may take.

    Attributes:
        time_limit: Seconds, the waiting for a free worker included.
        max_rows: Rows or triples, after which the result is cut off; None for all.
        max_bytes: Size of the result, beyond which there is none; None for any.
    """

    time_limit: float = TIME_LIMIT
    max_rows: int | None = None
    max_bytes: int | None = None


class Connection:
    """Answers queries on data that is open. Threads may share it; it is to be closed, or used in a ``with`` block.

    Attributes:
        base: What the data says its IRIs begin with, and what relative IRIs in queries are relative to; None where it
            says nothing.
    """

    def __init__(
        self, setup: Setup, *, workers: int, limits: Limits, folder: tempfile.TemporaryDirectory[str] | None = None
    ) -> None:
        self._limits = limits
        self._free: queue.LifoQueue[Worker] = queue.LifoQueue()
        everyone = [Worker(setup) for _ in range(workers)]
        self._finalizer = weakref.finalize(self, _close, everyone, folder)
        for worker in reversed(everyone):
            self._free.put(worker)
        try:
            self.base = everyone[0].wait_until_ready()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all processes, whatever they do."""
        self._finalizer()

    def query(
        self,
        text: str,
        *,
        params: Mapping[str, Value] | None = None,
        format: Format | None = None,  # noqa: A002 - the word of the specification
        base_iri: str | None = None,
        default_graphs: Sequence[str] = (),
        named_graphs: Sequence[str] = (),
        time_limit: float | None = None,
        max_rows: int | None = None,
        max_bytes: int | None = None,
        cancelled: threading.Event | None = None,
    ) -> Answer:
        """Answer a query.

        Args:
            text: SPARQL 1.1 of any form. The prefixes of :data:`kg.sparql.terms.PREFIXES` need no declaration.
            params: Values by the names of variables that the query gives as results. A value is bound as a term: a
                string is a string, whatever stands in it. Expressions see it in SELECT only, by COALESCE but not by BOUND.
            format: The format of the result; JSON for rows and N-Triples for triples if not given.
            base_iri: What relative IRIs in the query are relative to, in place of :attr:`base`.
            default_graphs: Graphs of the data that make up the default graph, in place of those the query names.
            named_graphs: Graphs of the data that the query may name, likewise.
            time_limit: Seconds, in place of the connection's.
            max_rows: Rows or triples after which the result is cut off, in place of the connection's.
            max_bytes: Size of the result beyond which there is none, in place of the connection's.
            cancelled: Stops the query when it is set, by another thread; is set when the query is over.

        Raises:
            QuerySyntaxError: It is no SPARQL, or gives no variable of a parameter's name, or has that where its value would
                not be seen.
            RefusedQueryError: It is an update, calls another server or asks for a graph that the data does not hold.
            QueryTimeoutError: The time was over, or the query was cancelled.
            ResultTooLargeError: The result is larger than allowed.
            EngineError: The engine failed, for want of memory for example.
        """
        form = query_form(text)
        chosen = format or (Format.N_TRIPLES if form.gives_triples else Format.JSON)
        if chosen not in Format.for_form(form):
            fitting = ", ".join(Format.for_form(form))
            message = f"{form} has no result in {chosen}"
            raise QuerySyntaxError(message, f"Choose one of {fitting}")
        bindings = {check_variable(name): to_term(value) for name, value in (params or {}).items()}
        check_parameters(text, form, bindings)
        limits = self._limits
        request = Request(
            text,
            form,
            chosen,
            bindings,
            base=base_iri,
            default_graphs=tuple(default_graphs),
            named_graphs=tuple(named_graphs),
            max_rows=limits.max_rows if max_rows is None else max_rows,
            max_bytes=limits.max_bytes if max_bytes is None else max_bytes,
            time_limit=limits.time_limit if time_limit is None else time_limit,
        )
        return self._answer(request, cancelled)

    def ask_named(
        self,
        name: str,
        params: Mapping[str, Value] | None = None,
        *,
        format: Format | None = None,  # noqa: A002 - the word of the specification
        max_rows: int | None = None,
    ) -> Answer:
        """Answer a named query.

        Args:
            name: Its name.
            params: Values of its parameters, as :func:`kg.sparql.lookup.bind` takes them.
            format: As for :meth:`query`.
            max_rows: As for :meth:`query`.

        Raises:
            UnknownQueryError: There is none of that name.
            UnknownNameError: Nothing in the data goes by a name that a parameter has.
            AmbiguousNameError: Several things do.
            QueryError: As for :meth:`query`.
        """
        query = named_query(name)
        return self.query(query.text, params={**bind(self, query, params or {})}, format=format, max_rows=max_rows)

    def _answer(self, request: Request, cancelled: threading.Event | None) -> Answer:
        end = time.monotonic() + request.time_limit
        try:
            worker = self._free.get(timeout=request.time_limit)
        except queue.Empty:
            message = f"No worker was free within {round(request.time_limit, 1):g} seconds"
            raise QueryTimeoutError(message, "Ask again later") from None
        body = cast("IO[bytes]", tempfile.SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115 - the answer closes it
        try:
            said = worker.ask(request, body, seconds=end - time.monotonic(), cancelled=cancelled)
        except BaseException:
            body.close()
            raise
        finally:
            self._free.put(worker)
        return Answer(
            request.form,
            request.format,
            body,
            variables=tuple(said.get("variables", ())),
            boolean=said.get("boolean"),
            truncated=said.get("truncated", False),
        )


def _close(workers: list[Worker], folder: tempfile.TemporaryDirectory[str] | None) -> None:
    for worker in workers:
        worker.close()
    if folder is not None:
        folder.cleanup()


def connect(
    *paths: str | Path,
    engine: EngineName = "oxigraph",
    workers: int = 1,
    time_limit: float = TIME_LIMIT,
    max_bytes: int | None = None,
    max_memory: int | None = MAX_MEMORY,
) -> Connection:
    """Open data for queries.

    Several workers share a store on disk; where the data is in files, it is loaded once into a temporary one.

    Args:
        paths: A folder that ``kg build`` wrote, a store, or files of RDF in any syntax, also gzipped; ``exports`` if
            none.
        engine: "oxigraph", or "rdflib" to check it.
        workers: How many queries are answered at a time.
        time_limit: Seconds for a query.
        max_bytes: Size of a result beyond which there is none; None for any.
        max_memory: Bytes that a worker may take for answering, where the system can be told so; None for any.

    Raises:
        InputError: There is no data, or it cannot be read.
    """
    found = sources.find(paths or ["exports"])
    limits = Limits(time_limit=time_limit, max_bytes=max_bytes)
    if workers == 1 or found.store is not None:
        return Connection(Setup(engine, found, max_memory), workers=workers, limits=limits)
    return _temporary(
        lambda store: sources.load(store, found.files),
        engine=engine,
        workers=workers,
        limits=limits,
        max_memory=max_memory,
    )


def connect_graph(
    graph: nx.MultiDiGraph,
    *,
    workers: int = 1,
    time_limit: float = TIME_LIMIT,
    max_bytes: int | None = None,
    max_memory: int | None = MAX_MEMORY,
) -> Connection:
    """Open a graph in memory for queries, as the triples that its export would hold.

    Args:
        graph: As :mod:`kg.graph` builds it. Changes to it afterwards are not seen.
        workers: As for :func:`connect`.
        time_limit: As for :func:`connect`.
        max_bytes: As for :func:`connect`.
        max_memory: As for :func:`connect`.
    """
    from kg.export.rdf import triples  # noqa: PLC0415 - only this needs the exporter

    quads = (ox.Quad(*triple) for triple in triples(graph))
    limits = Limits(time_limit=time_limit, max_bytes=max_bytes)
    return _temporary(
        lambda store: store.bulk_extend(quads),
        engine="oxigraph",
        workers=workers,
        limits=limits,
        max_memory=max_memory,
    )


def _temporary(
    fill: Callable[[ox.Store], object], *, engine: EngineName, workers: int, limits: Limits, max_memory: int | None
) -> Connection:
    """Connect to a store in a temporary folder, which lasts as long as the connection."""
    folder = tempfile.TemporaryDirectory(prefix="kg-sparql-")
    try:
        path = Path(folder.name, STORE)
        store = ox.Store(str(path))
        fill(store)
        store.flush()
        del store  # a store that is open for writing is not to be read by others
        setup = Setup(engine, sources.Sources(path, ()), max_memory)
        return Connection(setup, workers=workers, limits=limits, folder=folder)
    except BaseException:
        folder.cleanup()
        raise
