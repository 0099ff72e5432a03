"""The graph as a store on disk, which is asked without being loaded."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.errors import OutputError
from kg.export.rdf.stream import triples

if TYPE_CHECKING:
    from datetime import datetime

    import networkx as nx

_PORTION = 500_000
"""Quads that are loaded at once: the loader sorts a million in memory, and several such at a time, in 1 to 2 GB."""


def write_store(graph: nx.MultiDiGraph, folder: str | Path, *, generated_at: datetime | None = None) -> None:
    """Write a graph to a new store of Oxigraph, all triples in the default graph.

    Unlike the files it is not the same to the byte each time; numbers and times in it are in their canonical form.

    Args:
        graph: As :mod:`kg.graph` builds it.
        folder: Where the store is to be; nothing, or an empty folder, may stand there. What is there when an exception
            ends this is no whole store, so give a place aside and move it (:func:`kg.files.staging`).
        generated_at: As for :func:`kg.export.rdf.triples`.

    Raises:
        OutputError: The store cannot be written.
        ValueError: As for :func:`kg.export.rdf.triples`.
    """
    folder = Path(folder)
    try:
        if folder.exists() and any(folder.iterdir()):
            raise OutputError(folder, "is not empty", "Name a new folder for the store")
        store = ox.Store(str(folder))
        stream = triples(graph, generated_at=generated_at)
        quads = (ox.Quad(triple.subject, triple.predicate, triple.object) for triple in stream)
        for first in quads:
            store.bulk_extend(chain([first], islice(quads, _PORTION - 1)))
        store.flush()
        store.optimize()
    except OSError as error:
        raise OutputError(folder, f"cannot be written ({error})", "Name another place, or make room") from error
