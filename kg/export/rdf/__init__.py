"""The graph as RDF: papers, concepts, evidence as Web Annotations, reified statements, and where it all came from.

Every node is an IRI made from what it stands for, so that nothing is renamed when papers are added. Inside the base:

* ``paper/ID``, ``paper/ID#author-2``, ``paper/ID#title`` and ``paper/ID#abstract`` (the clean text as ``rdf:value``)
* ``paper/ID#abstract-12-19``: a span of that text, with ``/quote`` and ``/position`` for its selectors
* ``paper/ID#abstract-12-19/introduces/LABEL``: the annotation that the span names the concept, in that role
* ``paper/ID#abstract-0-62/HEAD/outperforms/TAIL``: the annotation that the span states the relation
* ``concept/LABEL``, ``concepts`` (their scheme) and ``statement/HEAD/outperforms/TAIL``
* ``dataset``, ``build``, ``software/NAME`` and ``input/PATH``

IDs, labels and paths are minted (:func:`kg.ids.mint`) and so hold neither ``/`` nor ``#``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.export.rdf import turtle
from kg.export.rdf.concepts import concept_triples
from kg.export.rdf.dataset import dataset_triples
from kg.export.rdf.papers import paper_triples
from kg.export.rdf.terms import PREFIXES
from kg.files import writing
from kg.ids import check_base

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

    import networkx as nx
    import rdflib

    from kg.export.rdf.papers import Annotation

__all__ = ["PREFIXES", "to_rdflib", "triples", "write_turtle"]


def triples(graph: nx.MultiDiGraph, *, generated_at: datetime | None = None) -> Iterator[ox.Triple]:
    """Turn a graph into triples, in an order to read: the dataset, the concepts, then paper by paper.

    The triples of one subject follow each other. There are no blank nodes.

    Args:
        graph: As :mod:`kg.graph` builds it. It is not changed.
        generated_at: When the graph was built, with its time zone; left out where None.

    Raises:
        ValueError: The graph's base is no http(s) IRI that ends with ``/``, or the time has no zone.

    >>> import networkx as nx
    >>> graph = nx.MultiDiGraph(base="https://example.org/", generator="kg-papers 0.1.0", inputs=[])
    >>> next(triples(graph)).subject
    <NamedNode value=https://example.org/dataset>
    """
    base = check_base(graph.graph["base"])
    yield from dataset_triples(graph, base, generated_at=generated_at)
    evidence: dict[str, list[Annotation]] = {}
    for key, kind in graph.nodes(data="kind"):
        if kind != "paper":
            yield from concept_triples(graph, base, key, evidence)
    for key, kind in graph.nodes(data="kind"):
        if kind == "paper":
            yield from paper_triples(graph, base, key, evidence.get(key, []))


def write_turtle(graph: nx.MultiDiGraph, path: str | Path, *, generated_at: datetime | None = None) -> None:
    """Write a graph as Turtle, whole or not at all; the same graph gives the same bytes.

    Args:
        graph: As :mod:`kg.graph` builds it.
        path: The file.
        generated_at: As for :func:`triples`.

    Raises:
        OutputError: The file cannot be written.
        ValueError: As for :func:`triples`.
    """
    base = check_base(graph.graph["base"])
    with writing(path) as file:
        turtle.write(triples(graph, generated_at=generated_at), file, base=base, prefixes=PREFIXES)


def to_rdflib(graph: nx.MultiDiGraph, *, generated_at: datetime | None = None) -> rdflib.Graph:
    """Turn a graph into one of rdflib, in memory, with the prefixes bound.

    Args:
        graph: As :mod:`kg.graph` builds it.
        generated_at: As for :func:`triples`.

    Raises:
        ValueError: As for :func:`triples`.
    """
    import rdflib  # noqa: PLC0415 - only notebooks need it, and it takes a while to import

    result = rdflib.Graph(bind_namespaces="none")
    for prefix, namespace in PREFIXES.items():
        result.bind(prefix, namespace)
    data = ox.serialize(triples(graph, generated_at=generated_at), format=ox.RdfFormat.N_TRIPLES)
    return result.parse(data=data, format="nt")
