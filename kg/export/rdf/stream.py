"""The triples of a graph, one after the other, and the same as quads with a named graph a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.export.rdf.concepts import concept_triples, shared_names, statement_path
from kg.export.rdf.dataset import Dataset
from kg.export.rdf.papers import paper_graph, paper_triples
from kg.export.rdf.statistics import Statistics
from kg.export.rdf.terms import named, property_name
from kg.ids import check_base
from kg.model import Relation

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    import networkx as nx

    from kg.export.rdf.papers import Annotation


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
    return (triple for _, triple in _by_paper(graph, generated_at=generated_at))


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
    stated, moved = _stated(graph, check_base(graph.graph["base"]))
    current = None
    for name, triple in _by_paper(graph, generated_at=generated_at):
        if name is None:
            if triple not in moved:
                yield _quad(triple)
            continue
        if name != current:
            current = name
            yield from (_quad(said, name) for said in stated.get(name, ()))
        yield _quad(triple, name)


def _quad(triple: ox.Triple, graph: ox.NamedNode | None = None) -> ox.Quad:
    return ox.Quad(triple.subject, triple.predicate, triple.object, graph)


def _by_paper(
    graph: nx.MultiDiGraph, *, generated_at: datetime | None
) -> Iterator[tuple[ox.NamedNode | None, ox.Triple]]:
    """Triples, each beside the graph of the paper that it describes; None where it describes none."""
    base = check_base(graph.graph["base"])
    dataset, statistics = Dataset(graph, base, generated_at=generated_at), Statistics()
    evidence: dict[str, list[Annotation]] = {}
    for triple in statistics.counted(dataset.triples()):
        yield None, triple
    shared = shared_names(graph)
    for key, kind in graph.nodes(data="kind"):
        if kind != "paper":
            for triple in statistics.counted(concept_triples(graph, base, key, shared=shared, evidence=evidence)):
                yield None, triple
    for key, data in graph.nodes(data=True):
        if data["kind"] == "paper":
            name, origin = paper_graph(base, key), list(dataset.origin(data["sources"]))
            said = paper_triples(graph, base, key, origin=origin, stated=evidence.get(key, []))
            for triple in statistics.counted(said):
                yield name, triple
    for triple in statistics.triples(base):
        yield None, triple


def _stated(graph: nx.MultiDiGraph, base: str) -> tuple[dict[ox.NamedNode, list[ox.Triple]], set[ox.Triple]]:
    """What each paper, by its graph, states of concepts, and what of that is known from papers alone."""
    stated: dict[ox.NamedNode, list[ox.Triple]] = {}
    of_papers: set[ox.Triple] = set()
    entries = {key for key, entry in graph.nodes(data="entry") if entry}
    for head, tail, name, edge in graph.edges(keys=True, data=True):
        relation = ox.Triple(ox.NamedNode(base + head), named(property_name(name)), ox.NamedNode(base + tail))
        statement = ox.NamedNode(f"{base}statement/{statement_path(head, name, tail)}")
        for paper in dict.fromkeys(one["paper"] for one in edge.get("statements", ())):
            source = ox.Triple(statement, named("prov:wasDerivedFrom"), ox.NamedNode(base + paper))
            stated.setdefault(paper_graph(base, paper), []).extend((relation, source))
            of_papers.add(source)
            if not (name == Relation.BROADER and head in entries and tail in entries):
                of_papers.add(relation)
    return stated, of_papers
