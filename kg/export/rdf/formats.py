"""The syntaxes that a graph can be written in, plain or gzipped, to files that appear whole or not at all."""

from __future__ import annotations

import gzip
import io
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

import pyoxigraph as ox

from kg.export import RDF_FORMATS
from kg.export.rdf import jsonld, turtle
from kg.export.rdf.stream import descriptions, descriptions_in_graphs, triples
from kg.files import writing
from kg.ids import check_base
from kg.namespaces import PREFIXES

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    import networkx as nx

_BUFFER = 1 << 20
_LEVEL = 6


def _turtle(graph: nx.MultiDiGraph, out: BinaryIO, generated_at: datetime | None) -> None:
    said = descriptions(graph, generated_at=generated_at)
    turtle.write_descriptions(said, out, base=graph.graph["base"], prefixes=PREFIXES)


def _trig(graph: nx.MultiDiGraph, out: BinaryIO, generated_at: datetime | None) -> None:
    graphs = descriptions_in_graphs(graph, generated_at=generated_at)
    turtle.write_trig(graphs, out, base=graph.graph["base"], prefixes=PREFIXES)


def _json_ld(graph: nx.MultiDiGraph, out: BinaryIO, generated_at: datetime | None) -> None:
    jsonld.write(descriptions(graph, generated_at=generated_at), out, base=graph.graph["base"])


def _by_oxigraph(
    graph: nx.MultiDiGraph, out: BinaryIO, generated_at: datetime | None, *, rdf_format: ox.RdfFormat
) -> None:
    ox.serialize(triples(graph, generated_at=generated_at), out, rdf_format, prefixes=PREFIXES)


_WRITERS: dict[str, Callable[[nx.MultiDiGraph, BinaryIO, datetime | None], None]] = {
    "ttl": _turtle,
    "nt": partial(_by_oxigraph, rdf_format=ox.RdfFormat.N_TRIPLES),
    "jsonld": _json_ld,
    "rdf": partial(_by_oxigraph, rdf_format=ox.RdfFormat.RDF_XML),
    "trig": _trig,
}


def write_rdf(graph: nx.MultiDiGraph, path: str | Path, *, generated_at: datetime | None = None) -> None:
    """Write a graph in the format that the file's name ends with, whole or not at all.

    The same graph gives the same bytes. All formats hold the same triples; in TriG each paper's stand in a graph of their
    own. Memory does not grow with the number of triples.

    Args:
        graph: As :mod:`kg.graph` builds it.
        path: The file; its name ends with one of :data:`kg.export.RDF_FORMATS`.
        generated_at: When the graph was built, with its time zone; left out where None.

    Raises:
        OutputError: The file cannot be written.
        ValueError: The name tells no format, the graph's base is no http(s) IRI that ends with ``/``, or the time has no
            zone.
    """
    check_base(graph.graph["base"])
    name = Path(path).name.lower()
    write = _WRITERS.get(Path(name.removesuffix(".gz")).suffix.removeprefix("."))
    if write is None:
        message = f"{name} tells no format of RDF: let it end with one of {', '.join(RDF_FORMATS)}"
        raise ValueError(message)
    with writing(path) as file:
        if not name.endswith(".gz"):
            write(graph, file, generated_at)
            return
        # Neither a name nor a time in the header: the same graph gives the same bytes.
        packed = gzip.GzipFile(filename="", mode="wb", compresslevel=_LEVEL, fileobj=file, mtime=0)
        # Packed at once, the small pieces that are written would take thrice the time.
        with packed, io.BufferedWriter(cast("io.RawIOBase", packed), _BUFFER) as buffer:
            write(graph, cast("BinaryIO", buffer), generated_at)
