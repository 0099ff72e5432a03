"""The shapes of the ontology, taken apart: what pySHACL checks, and the queries that another engine runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import pyoxigraph as ox
import rdflib
from rdflib import RDF, SH

from kg.ids import ONTOLOGY_IRI
from kg.resources import ontology_file
from kg.validate.terms import Term, to_rdflib

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from rdflib.term import Node

NAMESPACE = "https://w3id.org/kg-papers/shapes#"
_TYPE = ox.NamedNode(str(RDF.type))


@dataclass(frozen=True, slots=True)
class Targets:
    """Which nodes a shape is about.

    Attributes:
        classes: The instances of these.
        subjects_of: The subjects of these properties.
    """

    classes: tuple[ox.NamedNode, ...]
    subjects_of: tuple[ox.NamedNode, ...]

    def any_in(self, store: ox.Store, node: ox.NamedNode | ox.BlankNode | None = None) -> bool:
        """Whether a node, or any node at all, is one of them."""
        patterns = [(_TYPE, kind) for kind in self.classes] + [(name, None) for name in self.subjects_of]
        return any(next(store.quads_for_pattern(node, *pattern), None) for pattern in patterns)


@dataclass(frozen=True, slots=True)
class Query:
    """A constraint in SPARQL.

    Attributes:
        rule: Its name.
        message: With variables of the query in braces.
        select: The query, with its prefixes; it finds ``$this`` wherever the constraint is broken.
        targets: The nodes it counts for.
    """

    rule: str
    message: str
    select: str
    targets: Targets


@dataclass(frozen=True, slots=True)
class Shapes:
    """All shapes.

    Attributes:
        core: Those in SHACL Core.
        queries: Those in SPARQL, by name.
        own: Targets in the ontology's namespace: data with none of them is about something else.
    """

    core: rdflib.Graph
    queries: tuple[Query, ...]
    own: Targets


def load_shapes(path: Path | None = None) -> Shapes:
    """Read shapes in Turtle; without a path, those of the package.

    Raises:
        InputError: The package lacks them.
    """
    graph = rdflib.Graph(bind_namespaces="none")
    for quad in ox.parse(path=str(path or ontology_file("shapes.ttl")), format=ox.RdfFormat.TURTLE):
        subject, predicate, value = (to_rdflib(cast("Term", term)) for term in quad.triple)
        graph.add((subject, predicate, value))
    asking = set(graph.subjects(SH.sparql))
    core = rdflib.Graph(bind_namespaces="none")
    for triple in graph:
        if triple[0] not in asking:
            core.add(triple)
    queries = [_query(graph, shape, name) for shape, name in graph.subject_objects(SH.sparql)]
    shapes = {*graph.subjects(SH.targetClass), *graph.subjects(SH.targetSubjectsOf)}
    own = _targets(graph, shapes, namespace=ONTOLOGY_IRI)
    return Shapes(core, tuple(sorted(queries, key=lambda query: query.rule)), own)


def rule_name(shape: object) -> str:
    """The name of a shape or constraint, as violations have it.

    >>> rule_name("https://w3id.org/kg-papers/shapes#concept-type")
    'concept-type'
    """
    return str(shape).removeprefix(NAMESPACE)


def _query(graph: rdflib.Graph, shape: Node, name: Node) -> Query:
    declared = [
        f"PREFIX {graph.value(declaration, SH.prefix)}: <{graph.value(declaration, SH.namespace)}>\n"
        for ontology in graph.objects(name, SH.prefixes)
        for declaration in graph.objects(ontology, SH.declare)
    ]
    return Query(
        rule=rule_name(name),
        message=str(graph.value(name, SH.message)),
        select="".join(sorted(declared)) + str(graph.value(name, SH.select)),
        targets=_targets(graph, [shape]),
    )


def _targets(graph: rdflib.Graph, shapes: Iterable[Node], *, namespace: str = "") -> Targets:
    found: tuple[set[str], set[str]] = (set(), set())
    for shape in shapes:
        for names, predicate in zip(found, (SH.targetClass, SH.targetSubjectsOf), strict=True):
            names.update(name for name in map(str, graph.objects(shape, predicate)) if name.startswith(namespace))
    classes, subjects_of = (tuple(ox.NamedNode(name) for name in sorted(names)) for names in found)
    return Targets(classes, subjects_of)
