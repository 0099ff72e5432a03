import networkx as nx
import pytest

import kg
from kg.errors import KgError, UnknownNameError
from kg.graph import save_graph
from kg.query import KnowledgeGraph
from kg.query.cards import ConceptCard, PaperCard
from tests.export.graphs import FIRST, GROKNET, sample_graph


@pytest.fixture
def graph():
    return KnowledgeGraph(sample_graph())


def test_names_stand_for_nodes(graph):
    assert graph.show("groknets").node == graph.compare("grok-net", "Adam").first.node == GROKNET
    assert graph.map("Neural-Network Verification").label == "neural network verification"
    assert [row.node for row in graph.trends(["GrokNet"]).rows] == [GROKNET]


def test_a_card_is_a_concepts_or_a_papers(graph):
    assert isinstance(graph.show("GrokNet"), ConceptCard)
    assert isinstance(graph.show("000-01"), PaperCard)
    assert graph.show("GrokNet: Adam-style verification for C++").node == FIRST


@pytest.mark.parametrize(
    "ask",
    [
        lambda graph, name: graph.show(name),
        lambda graph, name: graph.compare("GrokNet", name),
        lambda graph, name: graph.map(name),
        lambda graph, name: graph.trends([name]),
    ],
)
@pytest.mark.parametrize("name", ["nothing of the sort", "", "\x00", '"' * 10_000])
def test_what_nothing_is_called_is_an_error(graph, ask, name):
    with pytest.raises(UnknownNameError):
        ask(graph, name)


def test_the_papers_of_narrower_concepts_count_where_wanted(graph):
    assert graph.map("gradient descent").papers == 2
    assert graph.map("Tiny.Bench", under=True).papers == 3  # Tiny Bench is narrower
    assert graph.map("Tiny.Bench").papers == 2
    assert sum(graph.trends(["Tiny.Bench"], under=True).rows[0].counts) == 2  # one of the three has no year


def test_conditions_that_are_none_are_refused(graph):
    with pytest.raises(ValueError, match="choose from"):
        graph.trends(kinds=["Methods of all sorts"])


def test_an_empty_graph_has_views():
    empty = KnowledgeGraph(nx.MultiDiGraph(base="https://example.org/"))
    assert (empty.stats().papers, empty.trends().rows) == (0, ())
    with pytest.raises(KgError):
        empty.show("anything")


def test_asking_changes_nothing(graph):
    before = nx.node_link_data(graph.nx, edges="edges")
    graph.show("GrokNet")
    graph.compare("GrokNet", "Adam")
    graph.map("neural network verification", under=True)
    graph.trends()
    graph.stats()
    assert nx.node_link_data(graph.nx, edges="edges") == before


def test_a_saved_graph_gives_the_same_answers(graph, tmp_path):
    save_graph(graph.nx, tmp_path / "graph.json")
    loaded = kg.load(tmp_path)
    for ask in (
        lambda each: each.show("Tiny.Bench"),
        lambda each: each.show("000-01"),
        lambda each: each.compare("GrokNet", "α-CROWN"),
        lambda each: each.map("neural network verification"),
        lambda each: each.trends(min_papers=1),
        lambda each: each.stats(),
    ):
        assert ask(loaded).to_dict() == ask(graph).to_dict()
