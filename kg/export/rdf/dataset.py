"""What the dataset is, and what it was made from and by (VoID, PROV)."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.export.rdf.terms import PREFIXES, about, english, named, text, typed
from kg.ids import mint

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    import networkx as nx

_VOCABULARIES = [prefix for prefix in PREFIXES if prefix not in {"rdf", "rdfs", "xsd"}]


def dataset_triples(graph: nx.MultiDiGraph, base: str, *, generated_at: datetime | None) -> Iterator[ox.Triple]:
    """Describe the dataset, its making, the software, the input files and the scheme of the concepts.

    Raises:
        ValueError: The time has no zone.
    """
    build = ox.NamedNode(base + "build")
    software = ox.NamedNode(base + "software/" + mint(graph.graph["generator"]))
    inputs = {ox.NamedNode(base + "input/" + mint(entry["path"])): entry for entry in graph.graph["inputs"]}
    time = [] if generated_at is None else [_time(generated_at)]
    yield from about(
        ox.NamedNode(base + "dataset"),
        ("rdf:type", [named("void:Dataset"), named("prov:Entity")]),
        ("dcterms:title", [english("A knowledge graph of papers")]),
        ("dcterms:description", [english("Papers and the methods, tasks, benchmarks and metrics they are about.")]),
        ("void:uriSpace", [text(base)]),
        ("void:vocabulary", [named(f"{prefix}:") for prefix in _VOCABULARIES]),
        ("prov:generatedAtTime", time),
        ("prov:wasGeneratedBy", [build]),
        ("prov:wasDerivedFrom", inputs),
    )
    yield from about(
        build,
        ("rdf:type", [named("prov:Activity")]),
        ("prov:endedAtTime", time),
        ("prov:wasAssociatedWith", [software]),
        ("prov:used", inputs),
    )
    yield from _software(software, graph.graph["generator"])
    for node, entry in inputs.items():
        yield from about(
            node,
            ("rdf:type", [named("prov:Entity")]),
            ("rdfs:label", [text(entry["path"])]),
            ("kg:sha256", [text(entry["sha256"])]),
        )
    yield from about(
        ox.NamedNode(base + "concepts"),
        ("rdf:type", [named("skos:ConceptScheme")]),
        ("dcterms:title", [english("What the papers are about")]),
    )


def _software(node: ox.NamedNode, generator: str) -> Iterator[ox.Triple]:
    name, _, version = generator.rpartition(" ")
    yield from about(
        node,
        ("rdf:type", [named("prov:SoftwareAgent"), named("schema:SoftwareApplication")]),
        ("rdfs:label", [text(generator)]),
        ("schema:name", [text(name)]),
        ("schema:softwareVersion", [text(version)]),
    )


def _time(moment: datetime) -> ox.Literal:
    if moment.tzinfo is None:
        message = f"{moment} has no time zone"
        raise ValueError(message)
    return typed(moment.astimezone(UTC).isoformat(timespec="seconds"), "xsd:dateTime")
