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
from kg.model import ConceptType, Link
from tests.export.graphs import (
    HOSTILE_TITLE,
    add_concept,
    add_link,
    add_paper,
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


def test_the_graph_is_not_changed():
    graph = sample_graph()
    before = nx.node_link_data(graph, edges="edges")
    render_page(graph)
    assert nx.node_link_data(graph, edges="edges") == before


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
    assert len(page.scripts) == len(Page(render_page(nx.MultiDiGraph())).scripts)


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
    bench = next(node for node in nodes if node["label"] == "Tiny.Bench")
    assert data["concepts"]["label"][bench["id"] - 3] == "Tiny.Bench"
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
