import networkx as nx

from kg.query.stats import stats
from tests.export.graphs import sample_graph


def test_what_a_graph_holds():
    answer = stats(sample_graph())
    assert (answer.papers, answer.without_concepts) == (3, 0)
    assert answer.concepts == {"Method": 6, "Task": 1, "Benchmark": 2, "Metric": 1}
    assert answer.shared == {"Method": 2, "Task": 1, "Benchmark": 1, "Metric": 0}
    assert (answer.years, answer.venues) == ({99: 1, 2025: 1}, {"ICML 2025": 1})
    assert answer.links["introduces"] == 3
    assert answer.relations == {
        "broader": 2,
        "outperforms": 2,
        "appliedTo": 1,
        "basedOn": 1,
        "benchmarkFor": 1,
        "evaluatedOn": 1,
        "measures": 1,
    }
    assert answer.most["Benchmark"] == (("Tiny.Bench", 2), ("Tiny Bench", 1))


def test_sums_are_the_graphs():
    graph = sample_graph()
    answer = stats(graph)
    assert sum(answer.links.values()) + sum(answer.relations.values()) == graph.number_of_edges()
    assert answer.papers + sum(answer.concepts.values()) == graph.number_of_nodes()


def test_papers_without_concepts_are_counted():
    graph = sample_graph()
    graph.add_node("paper/bare", kind="paper", label="bare", year=None, venue="")
    answer = stats(graph)
    assert (answer.papers, answer.without_concepts, sum(answer.years.values())) == (4, 1, 2)


def test_an_empty_graph():
    answer = stats(nx.MultiDiGraph())
    assert (answer.papers, sum(answer.concepts.values()), answer.links) == (0, 0, {})
    assert ("papers", "all", 0) in answer.table().rows


def test_it_is_plain_values():
    assert stats(sample_graph()).to_dict()["years"] == {"99": 1, "2025": 1}
