"""Constraints in SHACL Core, checked by pySHACL piece by piece.

A piece is a few thousand nodes with all that is said of them, and the types of what that leads to: all that our shapes
look at, so that the results are those of the whole graph, while rdflib never holds more than one piece.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import pyoxigraph as ox
import pyshacl
import rdflib
from rdflib import RDF, SH

from kg.validate.report import Violation
from kg.validate.shapes import rule_name
from kg.validate.terms import RdflibTerm, to_rdflib, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.validate.report import Step

    Node: TypeAlias = ox.NamedNode | ox.BlankNode

_PIECE = 4000
_TYPE = ox.NamedNode(str(RDF.type))


def core_steps(store: ox.Store, shapes: rdflib.Graph, *, piece: int = _PIECE) -> list[Step]:
    """Give a step for each piece of the graph.

    Args:
        store: The whole graph.
        shapes: Shapes in SHACL Core whose targets are classes or subjects of a property, whose paths are single
            properties, and which ask only for the class of a value.
        piece: How many nodes make a piece.
    """
    solutions = store.query("SELECT DISTINCT ?node { ?node ?property ?value }")
    nodes = sorted((solution[0] for solution in solutions), key=str)  # type: ignore[union-attr]
    return [partial(_violations, store, shapes, nodes[at : at + piece]) for at in range(0, len(nodes), piece)]


def _violations(store: ox.Store, shapes: rdflib.Graph, nodes: list[Node]) -> Iterator[Violation]:
    with _quiet():
        data, focus = _piece(store, nodes)
        conforms, results, _ = pyshacl.validate(data, shacl_graph=shapes, inplace=True)
    if conforms:
        return
    for result in results.subjects(RDF.type, SH.ValidationResult):
        node = results.value(result, SH.focusNode)
        if node in focus:
            shape = results.value(result, SH.sourceShape)
            yield Violation(
                rule=rule_name(shape),
                message=str(shapes.value(shape, SH.message)),
                node=written(node),
                path=written(results.value(result, SH.resultPath)),
                value=written(results.value(result, SH.value)),
            )


def _piece(store: ox.Store, nodes: list[Node]) -> tuple[rdflib.Graph, set[RdflibTerm]]:
    """The nodes' triples with the types of their values, and the nodes."""
    data = rdflib.Graph(bind_namespaces="none")
    values: set[Node] = set()
    for node in nodes:
        subject = to_rdflib(node)
        for quad in store.quads_for_pattern(node, None, None):
            value = quad.object
            if isinstance(value, ox.NamedNode | ox.BlankNode):
                values.add(value)
            if not isinstance(value, ox.Triple):
                data.add((subject, to_rdflib(quad.predicate), to_rdflib(value)))
    for value in values.difference(nodes):
        for quad in store.quads_for_pattern(value, _TYPE, None):
            if isinstance(quad.object, ox.NamedNode | ox.BlankNode):
                data.add((to_rdflib(value), RDF.type, to_rdflib(quad.object)))
    return data, set(map(to_rdflib, nodes))


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep rdflib from logging each literal that is not of its datatype, with a traceback: the shapes report it."""
    logger = logging.getLogger("rdflib.term")
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before
