"""What the dataset is, and what it was made from and by (VoID, PROV)."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox

from kg.export.rdf.description import about
from kg.export.rdf.terms import decimal, english, named, text, typed
from kg.ids import VOCABULARY_IRI, mint
from kg.namespaces import PREFIXES
from kg.provenance import file_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    import networkx as nx

    from kg.export.rdf.description import Description, Object

_VOCABULARIES = [prefix for prefix in PREFIXES if prefix not in {"rdf", "rdfs", "xsd"}]


class Dataset:
    """Describes a dataset.

    Args:
        graph: The whole graph.
        base: What all IRIs start with.
        generated_at: When it was made, with its time zone; None leaves that out.

    Raises:
        ValueError: The time has no zone.
    """

    def __init__(self, graph: nx.MultiDiGraph, base: str, *, generated_at: datetime | None) -> None:
        self._base = base
        self._generator: str = graph.graph["generator"]
        self._process: Mapping[str, Any] = graph.graph.get("process", {})
        self._inputs = {entry["path"]: entry for entry in graph.graph["inputs"]}
        self._time = [] if generated_at is None else [_time(generated_at)]

    def _node(self, path: str) -> ox.NamedNode:
        return ox.NamedNode(self._base + path)

    def _input(self, path: str) -> ox.NamedNode:
        return self._node("input/" + mint(path))

    def origin(self, sources: Iterable[str]) -> Iterator[tuple[str, Object]]:
        """Tell where the triples of a paper come from, as properties and values.

        Args:
            sources: The files that its records were read from, with their places in them.
        """
        for path in dict.fromkeys(file_of(source, self._inputs) for source in sources):
            if path in self._inputs:
                yield "prov:wasDerivedFrom", self._input(path)
        yield "prov:wasGeneratedBy", self._node("build")
        for time in self._time:
            yield "prov:generatedAtTime", time

    def descriptions(self) -> Iterator[Description]:
        """Describe the dataset, its making, all that was used for it, and the scheme of the concepts."""
        build, software = self._node("build"), self._node("software/" + mint(self._generator))
        inputs = [self._input(path) for path in self._inputs]
        tools = list(self._tools())
        used = [tool.subject for tool in tools]
        yield about(
            self._node("dataset"),
            ("rdf:type", [named("void:Dataset"), named("prov:Entity")]),
            ("dcterms:title", [english("A knowledge graph of papers")]),
            ("dcterms:description", [english("Papers and the methods, tasks, benchmarks and metrics they are about.")]),
            ("void:uriSpace", [text(self._base)]),
            ("void:vocabulary", [named(f"{prefix}:") for prefix in _VOCABULARIES]),
            ("prov:generatedAtTime", self._time),
            ("prov:wasGeneratedBy", [build]),
            ("prov:wasDerivedFrom", inputs),
        )
        yield about(
            build,
            ("rdf:type", [named("prov:Activity")]),
            ("prov:endedAtTime", self._time),
            ("prov:wasAssociatedWith", [software]),
            ("prov:used", [*inputs, *used]),
        )
        yield self._software(software)
        for path, entry in self._inputs.items():
            yield _file(self._input(path), path, entry["sha256"])
        yield from tools
        yield about(
            self._node("concepts"),
            ("rdf:type", [named("skos:ConceptScheme")]),
            ("dcterms:title", [english("What the papers are about")]),
        )

    def _software(self, node: ox.NamedNode) -> Description:
        name, _, version = self._generator.rpartition(" ")
        return about(
            node,
            ("rdf:type", [named("prov:SoftwareAgent"), named("schema:SoftwareApplication")]),
            ("rdfs:label", [text(self._generator)]),
            ("schema:name", [text(name)]),
            ("schema:softwareVersion", [text(version)]),
        )

    def _tools(self) -> Iterator[Description]:
        """What the making used besides its inputs: model, vocabulary, rules and parameters."""
        for kind, more in (("model", ("rdf:type", named("mls:Model"))), ("vocabulary", _VOCABULARY), ("rules", None)):
            if entry := self._process.get(kind):
                node = self._node(f"{kind}/{mint(entry['path'])}")
                yield _file(node, entry["path"], entry["sha256"], *([more] if more else []))
        for name, value in self._process.get("parameters", {}).items():
            yield about(
                self._node("parameter/" + mint(name)),
                ("rdf:type", [named("schema:PropertyValue"), named("prov:Entity")]),
                ("schema:name", [text(name)]),
                ("schema:value", [decimal(value) if isinstance(value, float) else text(str(value))]),
            )


_VOCABULARY = ("prov:specializationOf", ox.NamedNode(VOCABULARY_IRI))


def _file(node: ox.NamedNode, path: str, sha256: str, *more: tuple[str, Object]) -> Description:
    return about(
        node,
        ("rdf:type", [named("prov:Entity")]),
        *((name, [value]) for name, value in more),
        ("rdfs:label", [text(path)]),
        ("kg:sha256", [text(sha256)]),
    )


def _time(moment: datetime) -> ox.Literal:
    if moment.tzinfo is None:
        message = f"{moment} has no time zone"
        raise ValueError(message)
    return typed(moment.astimezone(UTC).isoformat(timespec="seconds"), "xsd:dateTime")
