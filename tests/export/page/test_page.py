import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import OutputError
from kg.export.page import render_page, write_page
from kg.export.page.data import page_data, utf16_offsets, web_address
from kg.export.page.layout import MOST, positions
from kg.export.page.overview import main_concepts
from kg.model import ConceptType, Link, Relation
from tests.export.graphs import (
    ADAM,
    FIRST,
    GROKNET,
    HOSTILE_PAPER,
    HOSTILE_TITLE,
    TINY_BENCH,
    UNTITLED,
    add_concept,
    add_link,
    add_paper,
    add_relation,
    sample_graph,
)

PAGE = render_page(sample_graph())


class Page(HTMLParser):
    """The parts of a page as a browser would find them."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.scripts, self.texts = [], [], {}
        self.inside = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.inside = (tag, dict(attrs))
        if tag == "script":
            self.scripts.append((dict(attrs), ""))

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside and self.inside[0] == "script":
            attributes, text = self.scripts[-1]
            self.scripts[-1] = (attributes, text + data)
        elif self.inside:
            self.texts[self.inside[0]] = self.texts.get(self.inside[0], "") + data

    def json(self, name):
        return next(json.loads(text) for attributes, text in self.scripts if attributes.get("id") == name)

    def attributes(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


def node_number(data, key):
    kind, _, slug = key.partition("/")
    table = data["papers"]["id"]
    return table.index(slug) if kind == "paper" else len(table) + data["concepts"]["id"].index(slug)


def edge_of(data, head, tail, name):
    """The row of an edge."""
    rows = zip(data["edges"]["from"], data["edges"]["to"], data["edges"]["type"], strict=True)
    return list(rows).index((node_number(data, head), node_number(data, tail), data["types"].index(name)))


def utf16(text):
    return text.encode("utf-16-le", "surrogatepass")


def cut(text, start, end):
    """What JavaScript's ``text.slice(start, end)`` gives."""
    return utf16(text)[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


# The data


def test_nodes_have_what_the_panel_shows():
    data = page_data(sample_graph())
    papers, concepts = data["papers"], data["concepts"]
    first, adam = node_number(data, FIRST), node_number(data, ADAM) - len(papers["id"])
    assert papers["title"][first] == "GrokNet: Adam-style verification for C++"
    assert papers["authors"][first] == ["Ada Lovelace", "José Núñez", "李 明", "Ada Lovelace"]
    assert (papers["year"][first], papers["venue"][first]) == (2025, "ICML 2025")
    assert papers["url"][first] == "https://example.org/papers/1?x=a%20b&y=2#top"
    assert data["kinds"][concepts["kind"][adam]] == "Method"
    assert concepts["aliases"][adam] == ["adaptive moment estimation"]
    assert concepts["definition"][adam] == 'An optimizer with "adaptive" step sizes.'


def test_a_paper_without_a_title_is_called_by_its_label():
    data = page_data(sample_graph())
    untitled = node_number(data, UNTITLED)
    assert data["papers"]["title"][untitled] == ""
    assert data["papers"]["label"][untitled].startswith("Tiny.Bench is a benchmark")


def test_every_edge_is_there_once():
    graph = sample_graph()
    data = page_data(graph)
    nodes = ["paper/" + slug for slug in data["papers"]["id"]] + ["concept/" + slug for slug in data["concepts"]["id"]]
    edges = data["edges"]
    rows = zip(edges["from"], edges["to"], edges["type"], strict=True)
    assert [(nodes[head], nodes[tail], data["types"][name]) for head, tail, name in rows] == [
        edge for node in nodes for edge in graph.edges(node, keys=True)
    ]


@pytest.mark.parametrize("paper", [FIRST, HOSTILE_PAPER, UNTITLED])
def test_mentions_are_where_javascript_finds_them(paper):
    graph = sample_graph()
    data = page_data(graph)
    for _, concept, name, edge in graph.edges(paper, keys=True, data=True):
        flat = data["edges"]["evidence"][edge_of(data, paper, concept, name)]
        assert len(flat) == 3 * len(edge["mentions"])
        for at, mention in enumerate(edge["mentions"]):
            sentence, start, end = flat[3 * at : 3 * at + 3]
            assert sentence == mention["sentence"]
            assert cut(graph.nodes[paper][mention["field"]], start, end) == mention["text"]


@pytest.mark.parametrize("paper", [FIRST, HOSTILE_PAPER, UNTITLED])
def test_sentences_are_where_javascript_finds_them(paper):
    graph = sample_graph()
    data = page_data(graph)
    flat = data["papers"]["sentences"][node_number(data, paper)]
    found = [
        cut(graph.nodes[paper]["abstract" if flat[at] else "title"], flat[at + 1], flat[at + 2])
        for at in range(0, len(flat), 3)
    ]
    assert found == [graph.nodes[paper][field][start:end] for field, start, end in graph.nodes[paper]["sentences"]]


def test_statements_name_paper_and_sentence_the_surest_first():
    data = page_data(sample_graph())
    first = node_number(data, FIRST)
    row = edge_of(data, GROKNET, ADAM, Relation.BASED_ON)
    assert data["edges"]["evidence"][row] == [first, 2, first, 0]


@given(st.text(), st.integers(0, 50))
def test_offsets_are_those_of_utf16(text, cut_at):
    end = min(cut_at, len(text))
    assert utf16_offsets(text)(end) == len(utf16(text[:end])) // 2


@pytest.mark.parametrize(
    ("url", "doi", "address"),
    [
        ("https://example.org/a?b=c&d=%20#e", "", "https://example.org/a?b=c&d=%20#e"),
        ("  http://example.org/ ", "", "http://example.org/"),
        ("", "10.1000/182", "https://doi.org/10.1000/182"),
        ("", "10.1002/(SICI)1097<1::AID>3.0;2-#", "https://doi.org/10.1002/%28SICI%291097%3C1%3A%3AAID%3E3.0%3B2-%23"),
        ("javascript:alert(1)", "", ""),
        ("JaVaScRiPt:alert(1)//http://x.org", "10.1000/182", "https://doi.org/10.1000/182"),
        ("data:text/html,<script>alert(1)</script>", "", ""),
        ("file:///etc/passwd", "", ""),
        ("//example.org/a", "", ""),
        ("http://", "", ""),
        ("http://[::1", "", ""),
        ("http://example.org/\n<b>", "", ""),
        ("not an address", "not a doi", ""),
        ("", "", ""),
    ],
)
def test_only_web_addresses_become_links(url, doi, address):
    assert web_address(url, doi) == address


def test_the_graph_is_not_changed():
    graph = sample_graph()
    before = nx.node_link_data(graph, edges="edges")
    render_page(graph)
    assert nx.node_link_data(graph, edges="edges") == before


# The overview


def shared_graph(papers, concepts):
    """Every paper has the hub; the other concepts are in two papers next to each other."""
    graph = nx.MultiDiGraph()
    hub = add_concept(graph, "hub", ConceptType.METHOD)
    others = [add_concept(graph, f"concept {number}", ConceptType.TASK) for number in range(concepts)]
    for number in range(papers):
        text = " ".join(["hub", *(f"concept {other}" for other in range(concepts))])
        paper = add_paper(graph, f"p{number}", abstract=text)
        add_link(graph, paper, Link.USES, hub, [("abstract", "hub", 0)])
        for other in range(concepts):
            if other % papers in {number, (number + 1) % papers}:
                add_link(graph, paper, Link.ADDRESSES, others[other], [("abstract", f"concept {other}", 0)])
    return graph


def test_overview_has_the_most_shared_concepts_and_no_more_than_asked_for():
    network = main_concepts(shared_graph(10, 30), most=11)
    assert len(network) == 11
    assert next(iter(network)) == "concept/hub"
    assert network.nodes["concept/hub"]["papers"] == 10
    assert all(network.nodes[node]["papers"] == 2 for node in list(network)[1:])


def test_overview_joins_concepts_of_the_same_papers():
    network = main_concepts(shared_graph(10, 20))
    assert network.edges["concept/concept_1", "concept/concept_11"]["papers"] == 2
    assert network.edges["concept/concept_1", "concept/concept_11"]["weight"] == 1
    assert not network.has_edge("concept/concept_1", "concept/concept_5")


def test_overview_stays_sparse_where_one_paper_has_everything():
    graph = shared_graph(2, 300)
    network = main_concepts(graph)
    assert network.number_of_edges() <= 3 * len(network)


def test_a_stated_relation_brings_concepts_together():
    graph = shared_graph(10, 10)
    silent = main_concepts(graph).edges["concept/hub", "concept/concept_1"]["weight"]
    add_relation(graph, "concept/concept_1", Relation.BROADER, "concept/hub", [])
    assert main_concepts(graph).edges["concept/hub", "concept/concept_1"]["weight"] > silent


def test_a_small_graph_is_shown_whole():
    graph = sample_graph()
    assert set(main_concepts(graph)) == {node for node, kind in graph.nodes(data="kind") if kind != "paper"}


def test_few_shared_concepts_are_joined_by_new_ones_that_go_with_them():
    graph = shared_graph(40, 40)
    lonely = [add_concept(graph, f"lonely {number}", ConceptType.METHOD) for number in range(50)]
    for number, concept in enumerate(lonely):
        paper = add_paper(graph, f"lonely {number}", abstract=f"hub lonely {number}")
        add_link(graph, paper, Link.INTRODUCES if number % 2 else Link.MENTIONS, concept, [("abstract", "lonely", 0)])
        if number < 30:
            add_link(graph, paper, Link.USES, "concept/hub", [("abstract", "hub", 0)])
    network = main_concepts(graph)
    shown = [number for number, concept in enumerate(lonely) if concept in network]
    assert shown
    assert all(number < 30 for number in shown)
    assert {number for number in range(30) if number % 2} <= set(shown)


# The layout


def test_nodes_do_not_stand_on_each_other():
    network = main_concepts(shared_graph(40, 110))
    places = list(positions(network).values())
    assert len(places) == len(network) > 100
    for at, (x, y) in enumerate(places):
        assert all(abs(x - left) > 15 or abs(y - top) > 15 for left, top in places[:at])


def test_close_concepts_stand_closer_than_others():
    groups = [nx.complete_graph(range(start, start + 8)) for start in (0, 8, 16)]
    network = nx.compose_all(groups)
    nx.set_edge_attributes(network, 0.5, "weight")
    network.add_weighted_edges_from([(0, 8, 0.05), (8, 16, 0.05)])
    places = positions(network)

    def distance(pairs):
        gaps = [((places[a][0] - places[b][0]) ** 2 + (places[a][1] - places[b][1]) ** 2) ** 0.5 for a, b in pairs]
        return sum(gaps) / len(gaps)

    inside = distance([(a, b) for group in groups for a in group for b in group if a < b])
    across = distance([(a, b) for a in range(8) for b in range(8, 24)])
    assert inside < 0.6 * across


def test_loose_parts_stay_near():
    network = nx.Graph([("a", "b"), ("c", "d")])
    network.add_nodes_from("efghij")
    places = positions(network).values()
    assert max(abs(x) for x, _ in places) < 400
    assert max(abs(y) for _, y in places) < 400


@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_smallest_networks_have_places(count):
    network = nx.empty_graph(count)
    places = positions(network)
    assert set(places) == set(network)
    assert len(set(places.values())) == count


def test_what_cannot_be_laid_out_is_refused():
    with pytest.raises(ValueError, match="500 nodes cannot be laid out"):
        positions(nx.empty_graph(MOST + 1))


# The file


def test_no_request_leaves_the_page():
    page = Page(PAGE)
    assert not [attributes for _, attributes in page.tags if "src" in attributes]
    assert [link["href"].split(",")[0] for link in page.attributes("link")] == ["data:image/svg+xml"]
    style = page.texts["style"]
    assert "url(" not in style
    assert "@import" not in style
    assert "sourceMappingURL" not in PAGE


def test_the_policy_allows_the_scripts_of_the_page_and_nothing_else():
    page = Page(PAGE)
    policy = next(a["content"] for a in page.attributes("meta") if a.get("http-equiv") == "Content-Security-Policy")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    programs = [text for attributes, text in page.scripts if "type" not in attributes]
    hashes = {f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in programs}
    assert rules["default-src"] == "'none'"
    assert set(rules["script-src"].split()) == hashes
    assert rules["img-src"] == "data:"
    assert "connect-src" not in rules


def test_the_policy_stands_before_everything_it_governs():
    assert PAGE.index("Content-Security-Policy") < min(PAGE.index("<style"), PAGE.index("<script"), PAGE.index("<link"))


def test_hostile_text_is_data():
    page = Page(PAGE)
    assert HOSTILE_TITLE in page.json("kg-data")["papers"]["title"]
    assert not page.attributes("img")
    assert "evil" not in "".join(page.texts.values())
    assert len(page.scripts) == 6


@settings(max_examples=30, deadline=None)
@given(
    title=st.text(st.characters(codec=None)),
    abstract=st.text(st.characters(codec=None)),
    venue=st.text(st.characters(codec=None), max_size=20),
    label=st.text(st.characters(codec=None), min_size=1),
)
def test_any_text_comes_back_as_it_was(title, abstract, venue, label):
    graph = nx.MultiDiGraph()
    paper = add_paper(graph, "p", title=title, abstract=abstract + "x", venue=venue)
    add_link(graph, paper, Link.USES, add_concept(graph, label, ConceptType.TASK), [("abstract", "x", 0)])
    text = render_page(graph)
    text.encode("utf-8")
    assert not re.search("[\u2028\u2029]", text.partition('id="kg-data"')[2].partition("</script>")[0])
    data = Page(text).json("kg-data")
    assert data["papers"]["title"] == [title]
    assert data["papers"]["abstract"] == [abstract + "x"]
    assert data["papers"]["venue"] == [venue]
    assert data["concepts"]["label"] == [label]


@pytest.mark.parametrize(
    ("published", "heading"),
    [
        ([("ICML", 2025), ("ICML", 2025)], "ICML 2025"),
        ([("ICML 2025", 2025)], "ICML 2025"),
        ([("ICML", 2024), ("ICML", 2025)], "ICML"),
        ([("Workshop on <Graphs> & More", None)], "Workshop on <Graphs> & More"),
        ([("ICML", 2025), ("ICLR", 2025)], "Papers and their concepts"),
        ([("", 2025)], "Papers and their concepts"),
        ([], "Papers and their concepts"),
    ],
)
def test_the_heading_is_what_all_papers_share(published, heading):
    graph = nx.MultiDiGraph()
    for number, (venue, year) in enumerate(published):
        add_paper(graph, str(number), abstract="A.", venue=venue, year=year)
    assert Page(render_page(graph)).texts["h1"] == heading
    assert Page(render_page(graph, heading="Mine")).texts["h1"] == "Mine"


def test_the_facts_are_counted():
    facts = re.search(r'<p class="facts">(.*?)</p>', PAGE, re.DOTALL)[1]
    assert re.sub(r"<[^>]*>|\s+", " ", facts).split() == "3 papers 10 concepts 23 links".split()


def test_the_overview_is_laid_out_in_the_file():
    page = Page(PAGE)
    nodes, edges = page.json("kg-nodes"), page.json("kg-edges")
    data = page.json("kg-data")
    assert {node["id"] for node in nodes} == set(range(3, 13))
    bench = next(node for node in nodes if node["id"] == node_number(data, TINY_BENCH))
    assert (bench["label"], bench["group"], bench["value"]) == ("Tiny.Bench", "Benchmark", 2)
    assert all(isinstance(node[axis], int) for node in nodes for axis in "xy")
    assert edges
    assert page.json("kg-options")["physics"] == {"enabled": False}


def test_an_empty_graph_gives_a_page():
    page = Page(render_page(nx.MultiDiGraph()))
    assert page.json("kg-nodes") == []
    assert page.json("kg-data")["edges"]["from"] == []


def test_the_word_href_changes_nothing():
    graph = sample_graph()
    add_concept(graph, "href", ConceptType.METHOD)
    assert len(Page(render_page(graph)).scripts) == len(Page(PAGE).scripts)


def test_the_same_graph_gives_the_same_bytes_whatever_the_hash_seed():
    code = (
        "from hashlib import sha256; from kg.export.page import render_page; "
        "from tests.export.graphs import sample_graph; print(sha256(render_page(sample_graph()).encode()).hexdigest())"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=environment | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert found == {sha256(PAGE.encode()).hexdigest()}


def test_the_file_is_utf8(tmp_path):
    write_page(sample_graph(), tmp_path / "graph.html")
    assert (tmp_path / "graph.html").read_bytes().decode("utf-8") == PAGE
    assert "α-CROWN" in PAGE


def test_nothing_is_written_beside_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_page(sample_graph(), "graph.html")
    assert [path.name for path in tmp_path.iterdir()] == ["graph.html"]


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(OutputError, match=r"graph\.html"):
        write_page(sample_graph(), tmp_path / "missing" / "graph.html")
