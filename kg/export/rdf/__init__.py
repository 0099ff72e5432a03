"""The graph as RDF: papers, concepts, evidence as Web Annotations, reified statements, and where it all came from.

Every node is an IRI made from what it stands for. Inside the base:

* ``paper/ID``, ``paper/ID#author-2``, ``paper/ID#title`` and ``paper/ID#abstract`` (the clean text as ``rdf:value``)
* ``paper/ID#abstract-12-19``: a span of that text, with ``/quote`` and ``/position`` for its selectors
* ``paper/ID#abstract-12-19/introduces/LABEL``: the annotation that the span names the concept, in that role
* ``paper/ID#abstract-0-62/HEAD/outperforms/TAIL``: the annotation that the span states the relation
* ``paper/ID#graph``: the named graph of all that is said of the paper
* ``concept/LABEL``, ``concepts`` (their scheme) and ``statement/HEAD/outperforms/TAIL``
* ``dataset``, ``build``, ``software/NAME``, ``input/PATH``, ``model/NAME``, ``vocabulary/PATH``, ``rules/PATH``,
  ``parameter/NAME``, and ``dataset/class/…`` and ``dataset/property/…`` for the counts

IDs, labels and paths are minted (:func:`kg.ids.mint`) and so hold neither ``/`` nor ``#``.

How far IRIs last when papers are added: a paper's, and those of its texts and spans, depend on its id and text alone. A
concept's, and those of what is said of it, depend on its preferred label. A vocabulary entry keeps its label; any other
concept has the name that papers use most, which more papers may change. Its former name, but for its number, is then one
of its other labels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.export.rdf.formats import write_rdf
from kg.export.rdf.store import write_store
from kg.export.rdf.stream import quads, triples
from kg.namespaces import PREFIXES

if TYPE_CHECKING:
    from datetime import datetime

    import networkx as nx
    import rdflib

__all__ = ["PREFIXES", "quads", "to_rdflib", "triples", "write_rdf", "write_store"]


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
