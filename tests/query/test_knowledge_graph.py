import subprocess
import sys

import networkx as nx
import numpy as np
import pytest

import kg
from kg.errors import GraphError, UnknownNameError
from kg.graph import save_graph
from kg.ids import BASE_IRI
from kg.query import KnowledgeGraph
from tests.export.graphs import ADAM, FIRST, GROKNET, sample_graph
from tests.query.graphs import concept


@pytest.fixture(scope="module")
def graph():
    return KnowledgeGraph(sample_graph())


def test_a_concept_is_found_by_node_label_and_spelling(graph):
    assert graph.find(GROKNET) == graph.find("GrokNet") == graph.find("groknets") == [GROKNET]
    assert graph.find("no such thing") == []


def test_papers_of_a_concept_come_with_their_links(graph):
    assert (FIRST, "introduces") in graph.papers("GrokNet")
    assert all(graph.nx.nodes[paper]["kind"] == "paper" for paper, _ in graph.papers(ADAM))
    assert graph.papers("no such thing") == []


def test_papers_on_narrower_concepts_count_where_asked_for(seeds):
    plain, wide = (seeds.papers("reinforcement learning", under=under) for under in (False, True))
    assert set(plain) < set(wide)


def test_narrower_and_broader_are_each_others_reverse(lessons):
    assert lessons.narrower("replay") == (concept("generative replay"),)
    assert lessons.broader("generative replay") == (concept("replay"),)


def test_sentences_on_one_concept_on_two_and_of_a_paper(lessons):
    assert "lonely" in lessons.sentences("lonely")[0].text
    assert lessons.sentences("replay", "MemoNet")[0].text == "MemoNet brings replay to lifelong learning."
    assert lessons.sentences("paper/b", "Shifted MNIST")[0].text == "It wins on Shifted MNIST."


@pytest.mark.parametrize("verb", ["neighbourhood", "related", "narrower", "broader", "resolve"])
def test_an_unknown_name_is_told_by_every_verb(graph, verb):
    with pytest.raises(UnknownNameError, match=r"“Adamm”.*Adam"):
        getattr(graph, verb)("Adamm")


@pytest.mark.parametrize(
    ("verb", "names"),
    [
        ("search", ["Adam"]),
        ("neighbourhood", ["Adam"]),
        ("related", ["Adam"]),
        ("path", ["Adam", "GrokNet"]),
        ("show", ["Adam"]),
        ("compare", ["Adam", "GrokNet"]),
        ("map", ["neural network verification"]),
        ("trends", []),
    ],
)
def test_a_limit_below_nothing_is_refused(graph, verb, names):
    with pytest.raises(ValueError, match="limit is -1"):
        getattr(graph, verb)(*names, limit=-1)
    getattr(graph, verb)(*names, limit=0)


def test_kinds_are_checked_and_written_in_any_case(graph):
    assert [hit.kind for hit in graph.search("Adam", kinds="method", limit=1)] == ["Method"]
    for verb in (graph.search, graph.resolve):
        with pytest.raises(
            ValueError, match="'methods' is no kind: choose from Method, Task, Benchmark, Metric, paper"
        ):
            verb("Adam", kinds=["methods"])


def test_numbers_of_numpy_are_years_too(lessons):
    assert (
        lessons.neighbourhood("replay", years=np.int64(2020)).rows == lessons.neighbourhood("replay", years=2020).rows
    )


def test_an_empty_graph_answers(graph):
    empty = KnowledgeGraph(nx.MultiDiGraph(base=BASE_IRI))
    assert empty.find("Adam") == []
    assert empty.search("Adam") == ()
    with pytest.raises(UnknownNameError):
        empty.path("Adam", "Eve")


def test_every_networkx_algorithm_works_on_the_graph(lessons):
    assert nx.number_weakly_connected_components(lessons.nx) == 2


def test_a_graph_is_loaded_from_its_folder_or_its_file(tmp_path):
    save_graph(sample_graph(), tmp_path / "graph.json")
    for path in (tmp_path, tmp_path / "graph.json"):
        assert kg.load(path).find("GrokNet") == [GROKNET]


def test_a_folder_without_a_graph_is_refused(tmp_path):
    with pytest.raises(GraphError, match="kg build"):
        kg.load(tmp_path)


def test_a_question_needs_neither_spacy_nor_a_model():
    program = (
        "import sys, kg; kg.load('exports').neighbourhood('LLM', depth=2); "
        "sys.exit(any(name in sys.modules for name in ('spacy', 'onnxruntime', 'rdflib', 'pyoxigraph', 'pyvis')))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_answers_are_the_same_whatever_the_hash_seed():
    program = (
        "import json, kg; graph = kg.load('exports'); print(json.dumps([answer.to_dict() for answer in ("
        "graph.neighbourhood('LLM', depth=2, under=True), graph.related('LLM'), graph.path('LLM', 'ImageNet'))]))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(outputs) == 1
