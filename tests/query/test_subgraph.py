import networkx as nx
import rdflib

from kg.export.rdf import write_rdf
from kg.graph import load_graph, save_graph
from kg.query.subgraph import subgraph
from tests.export.graphs import (
    ADAM,
    FIRST,
    GROKNET,
    TINY_BENCH,
    TINY_BENCH_SPACED,
    UNTITLED,
    VERIFICATION,
    sample_graph,
)

NODES = {FIRST, GROKNET, ADAM, TINY_BENCH, TINY_BENCH_SPACED, VERIFICATION}


def test_it_keeps_nodes_in_order_and_what_links_them():
    graph = sample_graph()
    part = subgraph(graph, NODES)
    assert list(part) == [node for node in graph if node in NODES]
    assert part.edges[GROKNET, ADAM, "basedOn"] == graph.edges[GROKNET, ADAM, "basedOn"]
    assert part.graph == graph.graph


def test_a_statement_stays_where_its_paper_does():
    part = subgraph(sample_graph(), NODES)
    [statement] = part.edges[TINY_BENCH, VERIFICATION, "benchmarkFor"]["statements"]
    assert statement["paper"] == FIRST


def test_a_relation_without_its_papers_goes_and_one_of_the_vocabulary_stays():
    part = subgraph(sample_graph(), NODES - {FIRST})
    assert not part.has_edge(GROKNET, ADAM)
    assert part.has_edge(TINY_BENCH_SPACED, TINY_BENCH, "broader")


def test_the_graph_is_not_changed():
    graph = sample_graph()
    subgraph(graph, {FIRST, TINY_BENCH, VERIFICATION})
    assert nx.utils.graphs_equal(graph, sample_graph())


def test_every_exporter_takes_it(tmp_path):
    part = subgraph(sample_graph(), NODES - {UNTITLED})
    save_graph(part, tmp_path / "graph.json")
    assert nx.utils.graphs_equal(load_graph(tmp_path / "graph.json"), part)
    write_rdf(part, tmp_path / "graph.ttl")
    assert len(rdflib.Graph().parse(tmp_path / "graph.ttl"))
