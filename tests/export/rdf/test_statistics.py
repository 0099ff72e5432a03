from collections import Counter

import networkx as nx
import pyoxigraph as ox
import pytest

from kg.export.rdf import triples
from kg.export.rdf.description import about
from kg.export.rdf.statistics import Statistics
from kg.export.rdf.terms import named
from tests.export.graphs import sample_graph


def counts_of(found, part, term, number):
    """By term, what the parts of a dataset state."""
    of = {triple.subject: triple.object for triple in found if triple.predicate == named(term)}
    numbers = {triple.subject: int(triple.object.value) for triple in found if triple.predicate == named(number)}
    parts = [triple.object for triple in found if triple.predicate == named(part)]
    assert len(parts) == len(set(parts))
    return {of[node]: numbers[node] for node in parts}


@pytest.mark.parametrize(
    "graph", [sample_graph(), nx.MultiDiGraph(base="https://example.org/", generator="kg-papers 0.1.0", inputs=[])]
)
def test_counts_are_those_of_the_file_with_the_counts_in_it(graph):
    found = list(triples(graph))
    base = graph.graph["base"]
    about = {t.predicate: t.object.value for t in found if t.subject == ox.NamedNode(base + "dataset")}
    assert int(about[named("void:triples")]) == len(found) == len(set(found))
    assert int(about[named("void:distinctSubjects")]) == len({triple.subject for triple in found})
    properties = Counter(triple.predicate for triple in found)
    assert counts_of(found, "void:propertyPartition", "void:property", "void:triples") == properties
    assert int(about[named("void:properties")]) == len(properties)
    classes = Counter(triple.object for triple in found if triple.predicate == named("rdf:type"))
    assert counts_of(found, "void:classPartition", "void:class", "void:entities") == classes
    assert int(about[named("void:classes")]) == len(classes)


def test_term_of_no_known_vocabulary_is_refused():
    statistics = Statistics()
    strange = about(named("kg:x"), ("rdf:type", [ox.NamedNode("urn:unknown:C")]))
    assert list(statistics.counted([strange])) == [strange]
    with pytest.raises(ValueError, match="urn:unknown:C is in none of the namespaces"):
        list(statistics.descriptions("https://example.org/"))
