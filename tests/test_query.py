import pytest

import kg
from kg.errors import GraphError
from kg.graph import save_graph
from kg.query import KnowledgeGraph
from tests.export.graphs import ADAM, FIRST, GROKNET, sample_graph


@pytest.fixture
def graph():
    return KnowledgeGraph(sample_graph())


def test_a_concept_is_found_by_node_label_and_spelling(graph):
    assert graph.find(GROKNET) == graph.find("GrokNet") == graph.find("groknets") == [GROKNET]
    assert graph.find("no such thing") == []


def test_papers_of_a_concept_come_with_their_links(graph):
    assert (FIRST, "introduces") in graph.papers("GrokNet")
    assert all(graph.nx.nodes[paper]["kind"] == "paper" for paper, _ in graph.papers(ADAM))
    assert graph.papers("no such thing") == []


def test_a_graph_is_loaded_from_its_folder_or_its_file(tmp_path):
    save_graph(sample_graph(), tmp_path / "graph.json")
    for path in (tmp_path, tmp_path / "graph.json"):
        assert kg.load(path).find("GrokNet") == [GROKNET]


def test_a_folder_without_a_graph_is_refused(tmp_path):
    with pytest.raises(GraphError, match="kg build"):
        kg.load(tmp_path)
