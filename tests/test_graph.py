import json
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import GraphError
from kg.graph import build_graph, link_of, load_graph, paper_key, save_graph
from kg.model import (
    ConceptType,
    Extraction,
    Link,
    Mention,
    Paper,
    PaperConcept,
    PaperRelation,
    Relation,
    Role,
    Sentence,
    Source,
)
from kg.resolve import resolve
from kg.vocabulary import Vocabulary

ABSTRACT = "We propose FastNet for parsing. FastNet uses nets."
PAPER = Paper(
    id="a/1",
    title="FastNet",
    abstract=ABSTRACT,
    authors=("Ana Łódź", "Bo Li"),
    year=2025,
    venue="ICML",
    url="https://example.org/1",
    doi="10.1/x",
    keywords=("parsing",),
    source=Source("in/papers.json", index=3),
    ids=("doi:10.1/x", "pmid:7"),
    also=(Source("in/b.ris", 7),),
)
FAST_NET = PaperConcept(
    "FastNet",
    ConceptType.METHOD,
    Role.INTRODUCES,
    ("FastNet",),
    (Mention("title", 0, 7, "FastNet", 0), Mention("abstract", 11, 18, "FastNet", 1)),
    0.8,
)
PARSING = PaperConcept(
    "parsing", ConceptType.TASK, Role.ADDRESSES, ("parsing",), (Mention("abstract", 23, 30, "parsing", 1),), 0.7
)
EXTRACTION = Extraction(
    PAPER,
    (Sentence("title", 0, 7), Sentence("abstract", 0, 31), Sentence("abstract", 32, 50)),
    (FAST_NET, PARSING),
    (PaperRelation("FastNet", Relation.APPLIED_TO, "parsing", 1, 0.6),),
)


def graph_of(*extractions):
    return build_graph(
        extractions, resolve(extractions, Vocabulary()), inputs=[{"path": "in/papers.json", "sha256": "0" * 64}]
    )


def test_the_graph_of_one_paper():
    graph = graph_of(EXTRACTION)
    assert list(graph.nodes) == ["paper/a%2F1", "concept/FastNet", "concept/parsing"]
    assert graph.nodes["paper/a%2F1"] == {
        "kind": "paper",
        "paper": "a/1",
        "label": "FastNet",
        "title": "FastNet",
        "abstract": ABSTRACT,
        "authors": ["Ana Łódź", "Bo Li"],
        "year": 2025,
        "venue": "ICML",
        "url": "https://example.org/1",
        "doi": "10.1/x",
        "ids": ["doi:10.1/x", "pmid:7"],
        "keywords": ["parsing"],
        "sentences": [["title", 0, 7], ["abstract", 0, 31], ["abstract", 32, 50]],
        "sources": ["in/papers.json[3]", "in/b.ris:7"],
    }
    assert graph.nodes["concept/FastNet"]["kind"] == "Method"
    link = graph.edges["paper/a%2F1", "concept/FastNet", "introduces"]
    assert link["mentions"][1] == {"field": "abstract", "start": 11, "end": 18, "text": "FastNet", "sentence": 1}
    assert graph.edges["concept/FastNet", "concept/parsing", "appliedTo"]["statements"] == [
        {"paper": "paper/a%2F1", "sentence": 1, "confidence": 0.6}
    ]


def test_a_paper_without_title_is_called_by_its_first_words():
    paper = Paper(id="p", abstract=" ".join(f"w{n}" for n in range(40)))
    graph = graph_of(Extraction(paper))
    assert graph.nodes["paper/p"]["label"] == "w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 …"


def test_a_concept_that_a_paper_names_twice_is_one_link_with_the_stronger_role():
    again = PaperConcept(
        "Fast-Net", ConceptType.METHOD, Role.USES, ("FastNets",), (Mention("abstract", 32, 39, "FastNet", 2),), 0.5
    )
    merged = PaperConcept("FastNets", ConceptType.METHOD, Role.USES, ("FastNets",), again.mentions, 0.5)
    graph = graph_of(Extraction(PAPER, EXTRACTION.sentences, (merged, FAST_NET)))
    [(_, _, key, link)] = graph.out_edges("paper/a%2F1", keys=True, data=True)
    assert (key, link["confidence"]) == ("introduces", 0.8)
    assert [(m["field"], m["start"]) for m in link["mentions"]] == [("title", 0), ("abstract", 11), ("abstract", 32)]


@pytest.mark.parametrize(
    ("kind", "role", "link"),
    [
        (ConceptType.BENCHMARK, Role.USES, Link.EVALUATES_ON),
        (ConceptType.METRIC, Role.USES, Link.REPORTS),
        (ConceptType.METHOD, Role.COMPARES, Link.COMPARES_WITH),
        (ConceptType.TASK, Role.USES, Link.ADDRESSES),
        (ConceptType.BENCHMARK, Role.ADDRESSES, Link.EVALUATES_ON),
        (ConceptType.TASK, Role.COMPARES, Link.MENTIONS),
    ],
)
def test_every_role_has_a_link_on_every_type(kind, role, link):
    assert link_of(kind, role) is link


def test_saved_and_loaded_the_graph_is_equal(tmp_path):
    graph = graph_of(EXTRACTION)
    save_graph(graph, tmp_path / "graph.json")
    loaded = load_graph(tmp_path / "graph.json")
    assert nx.utils.graphs_equal(graph, loaded)
    assert loaded.graph == graph.graph
    assert list(loaded.nodes) == list(graph.nodes)


def test_the_file_is_node_link_json_with_a_line_a_node(tmp_path):
    save_graph(graph_of(EXTRACTION), tmp_path / "graph.json")
    text = (tmp_path / "graph.json").read_text(encoding="utf-8")
    data = json.loads(text)
    assert (data["directed"], data["multigraph"], len(data["nodes"]), len(data["edges"])) == (True, True, 3, 3)
    assert sum('"id"' in line for line in text.splitlines()) == 3


@settings(max_examples=50, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_survives_saving(tmp_path_factory, identifier, abstract):
    path = tmp_path_factory.mktemp("graph") / "graph.json"
    graph = graph_of(Extraction(Paper(id=identifier, abstract=abstract)))
    save_graph(graph, path)
    loaded = load_graph(str(path))
    assert loaded.nodes[paper_key(identifier)]["abstract"] == abstract
    assert nx.utils.graphs_equal(graph, loaded)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"nodes": []}', '{"nodes": [], "edges": []}', '{"nodes": 3, "edges": 4}']
)
def test_what_is_no_graph_is_refused_with_a_way_out(tmp_path, text):
    path = tmp_path / "graph.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GraphError, match=r"graph\.json: .*kg build"):
        load_graph(path)


def test_a_missing_graph_is_refused(tmp_path):
    with pytest.raises(GraphError, match="cannot be read"):
        load_graph(tmp_path / "none.json")


def saved(tmp_path, change):
    save_graph(graph_of(EXTRACTION), tmp_path / "graph.json")
    data = json.loads((tmp_path / "graph.json").read_text(encoding="utf-8"))
    change(data)
    (tmp_path / "graph.json").write_text(json.dumps(data), encoding="utf-8")
    return tmp_path / "graph.json"


def test_what_an_earlier_version_did_not_write_is_empty(tmp_path):
    def forget(data):
        for node in data["nodes"]:
            for name in ("keywords", "sentences", "doi", "other_types", "definition", "entry"):
                node.pop(name, None)
        for edge in data["edges"]:
            for name in ("mentions", "confidence", "statements"):
                edge.pop(name, None)

    graph = load_graph(saved(tmp_path, forget))
    paper, concept = graph.nodes["paper/a%2F1"], graph.nodes["concept/FastNet"]
    assert (paper["keywords"], paper["sentences"], paper["doi"]) == ([], [], "")
    assert (concept["other_types"], concept["definition"], concept["aliases"]) == ([], "", [])
    assert graph.edges["paper/a%2F1", "concept/FastNet", "introduces"] == {"mentions": [], "confidence": 1.0}
    assert graph.edges["concept/FastNet", "concept/parsing", "appliedTo"] == {"statements": []}


def test_what_an_earlier_version_called_otherwise_is_kept(tmp_path):
    def rewrite(data):
        for paper in data["nodes"][:1]:
            del paper["ids"]
            paper["doi"], paper["source"] = "10.48550/arXiv.2101.00001", paper.pop("sources")[0]

    paper = load_graph(saved(tmp_path, rewrite)).nodes["paper/a%2F1"]
    assert paper["sources"] == ["in/papers.json[3]"]
    assert paper["ids"] == ["doi:10.48550/arxiv.2101.00001", "arxiv:2101.00001"]
    assert "source" not in paper


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data["nodes"][0].pop("kind"), "'kind' is missing"),
        (lambda data: data["nodes"][1].update(kind="Planet"), "'concept/FastNet' is neither a paper nor a concept"),
        (lambda data: data["nodes"].pop(), "an end that is no node"),
        (lambda data: data["edges"][0].pop("key"), "'key' is missing"),
        (lambda data: data["edges"][0]["mentions"][0].pop("sentence"), "lacks 'sentence'"),
        (lambda data: data["nodes"][0].update(year="2025"), "the year of 'paper/a%2F1' is no number"),
        (lambda data: data["edges"][0].update(source=["a"]), "unhashable"),
        (lambda data: data.update(directed=False), "no directed multigraph"),
        (lambda data: data["graph"].clear(), "not of papers and concepts"),
    ],
)
def test_a_broken_graph_is_refused_and_says_where(tmp_path, change, words):
    with pytest.raises(GraphError, match=words):
        load_graph(saved(tmp_path, change))


def test_it_reads_what_networkx_reads(tmp_path):
    path = saved(tmp_path, lambda data: None)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert nx.utils.graphs_equal(load_graph(path), nx.node_link_graph(data, edges="edges"))


def test_it_reads_the_same_from_lines_and_from_one_line(tmp_path):
    graph = graph_of(*(replace(EXTRACTION, paper=replace(PAPER, id=f"p{n}")) for n in range(1_200)))
    save_graph(graph, tmp_path / "graph.json")
    text = (tmp_path / "graph.json").read_text(encoding="utf-8")
    (tmp_path / "line.json").write_text(json.dumps(json.loads(text)), encoding="utf-8")
    by_line, at_once = load_graph(tmp_path / "graph.json"), load_graph(tmp_path / "line.json")
    assert nx.utils.graphs_equal(by_line, graph)
    assert nx.utils.graphs_equal(at_once, graph)
    assert list(by_line.edges(keys=True)) == list(at_once.edges(keys=True)) == list(graph.edges(keys=True))


def test_a_graph_without_nodes_is_read_back(tmp_path):
    graph = graph_of()
    save_graph(graph, tmp_path / "graph.json")
    assert nx.utils.graphs_equal(load_graph(tmp_path / "graph.json"), graph)


def test_a_file_cut_after_any_line_is_refused(tmp_path):
    save_graph(graph_of(EXTRACTION), tmp_path / "graph.json")
    lines = (tmp_path / "graph.json").read_bytes().splitlines(keepends=True)
    for count in range(len(lines)):
        (tmp_path / "cut.json").write_bytes(b"".join(lines[:count]))
        with pytest.raises(GraphError, match="is no saved graph"):
            load_graph(tmp_path / "cut.json")


def test_a_loaded_graph_holds_the_name_of_a_node_once(tmp_path):
    graph = load_graph(saved(tmp_path, lambda data: None))
    names = {node: node for node in graph}
    for source, target, edge in graph.edges(data=True):
        assert (names[source] is source, names[target] is target) == (True, True)
        assert all(names[each["paper"]] is each["paper"] for each in edge.get("statements", ()))


def test_a_loaded_graph_can_be_changed(tmp_path):
    graph = load_graph(saved(tmp_path, lambda data: None))
    graph.add_edge("paper/a%2F1", "concept/FastNet", key="uses")
    assert set(graph.pred["concept/FastNet"]["paper/a%2F1"]) == {"introduces", "uses"}
    graph.remove_node("concept/FastNet")
    assert list(graph.edges()) == [("paper/a%2F1", "concept/parsing")]
