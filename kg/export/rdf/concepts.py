"""A concept's triples: its names and types (SKOS), and what is said between it and others."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox

from kg.export.rdf.description import about
from kg.export.rdf.papers import Stated, statement_path
from kg.export.rdf.terms import by_name, decimal, english, named, property_name, typed, web_iri
from kg.model import ConceptType, Relation

if TYPE_CHECKING:
    from collections.abc import Iterator

    import networkx as nx

    from kg.export.rdf.description import Description


def shared_names(graph: nx.MultiDiGraph) -> frozenset[str]:
    """Collect the names that more than one concept of a graph has, as its label or as an alias."""
    counts = Counter(
        name
        for _, data in graph.nodes(data=True)
        if data["kind"] != "paper"
        for name in {data["label"], *data["aliases"]}
    )
    return frozenset(name for name, count in counts.items() if count > 1)


def concept_descriptions(
    graph: nx.MultiDiGraph, base: str, key: str, *, shared: frozenset[str], evidence: dict[str, list[Stated]]
) -> Iterator[Description]:
    """Describe a concept, its relations to others, and these again as statements with their sources.

    Args:
        graph: The whole graph.
        base: What all IRIs start with.
        key: The concept's node.
        shared: Names of more than one concept. As an alias such a name is a ``kg:ambiguousLabel``, a hidden label: an
            alternative label that is another concept's preferred one would make the two look alike.
        evidence: Receives, by paper, what its sentences state; to be written with the paper.
    """
    node, data = ox.NamedNode(base + key), graph.nodes[key]
    names = [name for name in data["aliases"] if name != data["label"]]
    entry = web_iri(data["entry"])
    dataset = [named("schema:Dataset")] if data["kind"] == ConceptType.BENCHMARK else []
    relations = [(name, tail, edge) for _, tail, name, edge in graph.out_edges(key, keys=True, data=True)]
    yield about(
        node,
        ("rdf:type", [named(f"kg:{data['kind']}"), named("skos:Concept"), *dataset]),
        ("kg:otherType", [named(f"kg:{other}") for other in data["other_types"]]),
        ("rdfs:label", [english(data["label"])]),
        ("skos:prefLabel", [english(data["label"])]),
        ("skos:altLabel", [english(name) for name in names if name not in shared]),
        ("kg:ambiguousLabel", [english(name) for name in names if name in shared]),
        ("skos:definition", [english(data["definition"])] if data["definition"] else []),
        ("skos:inScheme", [ox.NamedNode(base + "concepts")]),
        ("skos:exactMatch", [entry] if entry and entry != node else []),
        *by_name(base, Relation, [(name, tail) for name, tail, _ in relations]),
    )
    for name, tail, edge in relations:
        yield _statement(base, (key, name, tail), edge["statements"])
        for statement in edge["statements"]:
            evidence.setdefault(statement["paper"], []).append(Stated((key, name, tail), statement))


def _statement(base: str, relation: tuple[str, str, str], statements: list[dict[str, Any]]) -> Description:
    """A relation as a thing of its own, derived from the papers that state it."""
    head, name, tail = relation
    papers = dict.fromkeys(statement["paper"] for statement in statements)
    return about(
        ox.NamedNode(f"{base}statement/{statement_path(head, name, tail)}"),
        ("rdf:type", [named("kg:Statement"), named("rdf:Statement")]),
        ("rdf:subject", [ox.NamedNode(base + head)]),
        ("rdf:predicate", [named(property_name(name))]),
        ("rdf:object", [ox.NamedNode(base + tail)]),
        ("kg:support", [typed(len(papers), "xsd:nonNegativeInteger")]),
        ("kg:confidence", [decimal(max(one["confidence"] for one in statements))] if statements else []),
        ("prov:wasDerivedFrom", [ox.NamedNode(base + paper) for paper in papers]),
    )
