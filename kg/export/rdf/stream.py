"""The triples of a graph, one after the other, and the same as quads with a named graph a paper."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.export.rdf.concepts import concept_descriptions, shared_names
from kg.export.rdf.dataset import Dataset
from kg.export.rdf.description import Description, about, triples_of
from kg.export.rdf.papers import paper_descriptions, paper_graph, statement_path
from kg.export.rdf.statistics import Statistics
from kg.export.rdf.terms import property_name
from kg.ids import check_base
from kg.model import Relation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    import networkx as nx

    from kg.export.rdf.papers import Stated

    InGraph = tuple[ox.NamedNode | None, Description]


def triples(graph: nx.MultiDiGraph, *, generated_at: datetime | None = None) -> Iterator[ox.Triple]:
    """Turn a graph into triples, in an order to read: the dataset, the concepts, paper by paper, the dataset's counts.

    The triples of one subject follow each other, but for the counts of the dataset. There are no blank nodes, and no
    triple comes twice.

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
    return triples_of(descriptions(graph, generated_at=generated_at))


def descriptions(graph: nx.MultiDiGraph, *, generated_at: datetime | None = None) -> Iterator[Description]:
    """Give the triples that :func:`triples` gives, as descriptions."""
    return (description for _, description in _Stream(graph, generated_at).by_paper())


def quads(graph: nx.MultiDiGraph, *, generated_at: datetime | None = None) -> Iterator[ox.Quad]:
    """Turn a graph into quads: the same triples, each paper's in a named graph, so that it can be dropped or dated.

    A relation between concepts, and that its statement was derived from a paper, stand in the graph of each paper that
    says so. What is counted over all papers (``kg:support`` and the highest ``kg:confidence`` of a statement) and what
    the vocabulary may say too (``skos:broader`` between its entries) stand in the default graph.

    Args:
        graph: As for :func:`triples`.
        generated_at: As for :func:`triples`.

    Raises:
        ValueError: As for :func:`triples`.
    """
    for name, description in descriptions_in_graphs(graph, generated_at=generated_at):
        for triple in description.triples():
            yield ox.Quad(triple.subject, triple.predicate, triple.object, name)


def descriptions_in_graphs(graph: nx.MultiDiGraph, *, generated_at: datetime | None = None) -> Iterator[InGraph]:
    """Give the quads that :func:`quads` gives, as descriptions, each beside its named graph or None for the default."""
    return _Stream(graph, generated_at).in_graphs()


class _Stream:
    """Goes through a graph once."""

    def __init__(self, graph: nx.MultiDiGraph, generated_at: datetime | None) -> None:
        self._graph = graph
        self._base = check_base(graph.graph["base"])
        self._dataset = Dataset(graph, self._base, generated_at=generated_at)
        # What papers state of concepts comes with the concepts, the sentences that say so with the papers.
        self._evidence: dict[str, list[Stated]] = {}

    def by_paper(self) -> Iterator[tuple[str, Description]]:
        """Give all descriptions, each beside the node of the paper that has it in its graph, or "" where none has."""
        graph, base, statistics = self._graph, self._base, Statistics()
        yield from _beside("", statistics.counted(self._dataset.descriptions()))
        shared = shared_names(graph)
        for key, kind in graph.nodes(data="kind"):
            if kind != "paper":
                said = concept_descriptions(graph, base, key, shared=shared, evidence=self._evidence)
                yield from _beside("", statistics.counted(said))
        for key, data in graph.nodes(data=True):
            if data["kind"] == "paper":
                origin = self._dataset.origin(data["sources"])
                said = paper_descriptions(graph, base, key, origin=origin, stated=self._evidence.get(key, ()))
                yield from _beside(key, statistics.counted(said))
        yield from _beside("", statistics.descriptions(base))

    def in_graphs(self) -> Iterator[InGraph]:
        """Give all descriptions, but what papers state of concepts in the papers' graphs alone."""
        for paper, group in groupby(self.by_paper(), key=itemgetter(0)):
            name = paper_graph(self._base, paper) if paper else None
            for description in self._stated_in(paper):
                yield name, description
            for _, description in group:
                yield name, description if paper else self._without_stated(description)

    def _stated_in(self, paper: str) -> Iterator[Description]:
        for head, name, tail in dict.fromkeys(each.relation for each in self._evidence.get(paper, ())):
            statement = ox.NamedNode(f"{self._base}statement/{statement_path(head, name, tail)}")
            yield about(ox.NamedNode(self._base + head), (property_name(name), [ox.NamedNode(self._base + tail)]))
            yield about(statement, ("prov:wasDerivedFrom", [ox.NamedNode(self._base + paper)]))

    def _without_stated(self, description: Description) -> Description:
        """Take from a concept, or a statement, what is known from papers alone."""
        subject, values = description
        key = subject.value.removeprefix(self._base)
        if key.startswith("statement/"):
            return Description(subject, {name: each for name, each in values.items() if name != "prov:wasDerivedFrom"})
        if key not in self._graph:
            return description
        stated = {
            (property_name(name), self._base + tail)
            for _, tail, name, edge in self._graph.out_edges(key, keys=True, data=True)
            if edge["statements"] and not (name == Relation.BROADER and self._are_entries(key, tail))
        }
        left = ((name, [one for one in each if (name, one.value) not in stated]) for name, each in values.items())
        return about(subject, *left)

    def _are_entries(self, *concepts: str) -> bool:
        """Say whether the vocabulary has both concepts, and so may have the relation too."""
        return all(self._graph.nodes[concept]["entry"] for concept in concepts)


def _beside(paper: str, said: Iterable[Description]) -> Iterator[tuple[str, Description]]:
    return ((paper, description) for description in said)
