import networkx as nx
import pytest

from kg.errors import AmbiguousNameError, UnknownNameError
from kg.ids import BASE_IRI
from kg.model import ConceptType
from kg.query.index import NameIndex
from tests.export.graphs import FIRST, GROKNET, add_concept, add_paper, sample_graph
from tests.query.graphs import concept, graph_of, paper


def labels(hits):
    return [hit.label for hit in hits]


@pytest.fixture(scope="module")
def sample():
    return NameIndex(sample_graph())


@pytest.fixture(scope="module")
def vehicles():
    """AV means two things, each in two papers; BV means two things, one of them in six papers."""
    graph = graph_of(
        {"autonomous vehicle": "Task", "audio-visual speech": "Method", "big valley": "Task", "small valley": "Task"},
        {str(number): "An autonomous vehicle. Then audio-visual speech." for number in range(2)}
        | {f"v{number}": "A big valley." for number in range(6)}
        | {"w": "A small valley."},
    )
    for label, short in (
        ("autonomous vehicle", "AV"),
        ("audio-visual speech", "AV"),
        ("big valley", "BV"),
        ("small valley", "BV"),
    ):
        graph.nodes[concept(label)]["aliases"] = [short]
    return NameIndex(graph)


@pytest.mark.parametrize("name", [GROKNET, "GrokNet", "groknets", "grok-net", '"GrokNet"'])
def test_a_concept_is_found_by_node_label_and_other_names(sample, name):
    assert [hit.node for hit in sample.exact(name)] == [GROKNET]


def test_a_hit_says_how_it_was_found(sample):
    [by_label], [by_alias] = sample.exact("Adam"), sample.exact("adaptive moment estimation")
    assert (by_label.how, by_alias.how, by_alias.matched) == ("label", "alias", "adaptive moment estimation")
    assert (by_label.kind, by_label.papers) == ("Method", 1)


def test_a_paper_is_found_by_id_and_title(sample):
    [by_id], [by_title] = sample.exact("000-01"), sample.exact("grokNet: Adam-style verification for C++")
    assert by_id.node == by_title.node == FIRST
    assert (by_id.kind, by_id.how) == ("paper", "id")


@pytest.mark.parametrize(
    "name",
    [
        *("10.1000/182", "https://doi.org/10.1000/182", "doi:10.1000/182", "arXiv:2101.00001", "arXiv:2101.00001v2"),
        *(
            "2101.00001",
            "https://arxiv.org/abs/2101.00001",
            "openreview:rkgHY0NYwr",
            "rkgHY0NYwr",
            "P18-1001",
            "pmid:7",
        ),
    ],
)
def test_a_paper_is_found_by_any_of_its_ids(name):
    graph = nx.MultiDiGraph()
    ids = ["doi:10.1000/182", "arxiv:2101.00001", "openreview:rkgHY0NYwr", "acl:P18-1001", "pmid:7"]
    wanted = add_paper(graph, "refs/smith", title="Colouring Graphs", ids=ids)
    add_paper(graph, "refs/jones", title="Cooking Rice", ids=["pmid:8"])
    index = NameIndex(graph)
    assert index.resolve(name) == wanted
    assert [hit.how for hit in index.exact(name)] == ["id"]


def test_whole_names_come_first_then_the_better_known(seeds):
    assert labels(seeds.search("LLM"))[0] == "large language model"
    assert labels(seeds.search("reinforcement"))[0] == "reinforcement learning"
    assert "offline reinforcement learning" in labels(seeds.search("reinforcement"))


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("reinforcment learning", "reinforcement learning"),
        ("difusion modle", "diffusion model"),
        ("koopmann", "Koopman operator"),
        ("Vine PPO", "VinePPO"),
    ],
)
def test_typing_errors_are_forgiven(seeds, typed, label):
    assert label in labels(seeds.search(typed, limit=3))


def test_only_the_kinds_asked_for(seeds):
    assert {hit.kind for hit in seeds.search("learning", kinds=["Task"])} == {"Task"}
    assert {hit.kind for hit in seeds.search("learning", kinds="paper")} == {"paper"}


def test_no_more_than_the_limit_and_each_node_once(seeds):
    hits = seeds.search("learning", limit=7)
    assert len(hits) == len({hit.node for hit in hits}) == 7
    assert seeds.search("learning", limit=0) == ()


@pytest.mark.parametrize("text", ["", " \t", "\x00\x1b[31m", "x" * 10_000, "\ud800", '"', "'; DROP TABLE --", "%s{}\\"])
def test_odd_texts_find_nothing_and_break_nothing(seeds, text):
    assert seeds.names.exact(text) == ()
    assert seeds.search(text) == ()


def test_a_name_with_several_meanings_lists_them(vehicles):
    with pytest.raises(AmbiguousNameError, match=r"“av” can be .*autonomous vehicle \(Task, 2 papers\)") as caught:
        vehicles.resolve("av")
    assert len(caught.value.candidates) == 2


def test_a_meaning_that_stands_out_is_meant(vehicles):
    assert vehicles.resolve("BV") == concept("big valley")
    assert labels(vehicles.exact("BV")) == ["big valley", "small valley"]


def test_an_unknown_name_gets_suggestions(seeds):
    with pytest.raises(
        UnknownNameError, match=r"“difusion model”.*Did you mean: diffusion model \(Method, \d+ papers?\)"
    ):
        seeds.resolve("difusion model")


def test_a_message_about_an_unknown_name_stays_on_its_line(seeds):
    with pytest.raises(UnknownNameError, match=r"\(10000 letters\)\. Search for a word") as caught:
        seeds.resolve("a\nb\x1b[31m" + "x" * 9_992)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_a_paper_is_no_concept(seeds):
    node = next(node for node, kind in seeds.nx.nodes(data="kind") if kind == "paper")
    assert seeds.resolve(node) == node
    with pytest.raises(UnknownNameError, match="no concept of the graph"):
        seeds.names.resolve_concept(node)


def test_a_concept_goes_before_a_paper_with_its_name():
    graph = nx.MultiDiGraph(base=BASE_IRI)
    add_paper(graph, "p", title="GrokNet", abstract="GrokNet.")
    node = add_concept(graph, "GrokNet", ConceptType.METHOD)
    assert NameIndex(graph).resolve("groknet") == node
    assert NameIndex(graph).resolve("groknet", kinds=["paper"]) == paper("p")


def test_an_empty_graph_has_no_names():
    index = NameIndex(nx.MultiDiGraph(base=BASE_IRI))
    assert index.search("anything") == ()
    with pytest.raises(UnknownNameError, match="kg search"):
        index.resolve("anything")


def test_the_right_one_is_first_among_thousands_of_like_names():
    graph = nx.MultiDiGraph(base=BASE_IRI)
    for number in range(2000):
        add_concept(graph, f"concept number {number} of {number % 7}", ConceptType.METHOD)
    index = NameIndex(graph)
    assert labels(index.search("concept number 1234 of 2", limit=1)) == ["concept number 1234 of 2"]
    assert labels(index.search("concept nmber 1234 of 2", limit=1)) == ["concept number 1234 of 2"]
