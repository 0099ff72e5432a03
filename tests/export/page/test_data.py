import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.export.page.data import EDGE_TYPES, KINDS, page_data, utf16_offsets, web_address
from kg.ids import mint
from kg.model import ConceptType, Link, Relation
from tests.export.graphs import (
    ADAM,
    FIRST,
    GROKNET,
    HOSTILE_PAPER,
    UNTITLED,
    add_concept,
    sample_graph,
)


def keys(data):
    """The keys of all nodes, in the order of their numbers."""
    tables = (("paper/", data["papers"], "name"), ("concept/", data["concepts"], "label"))
    return [
        prefix + (slug or mint(name))
        for prefix, table, column in tables
        for slug, name in zip(table["id"], table[column], strict=True)
    ]


def node_number(data, key):
    return keys(data).index(key)


def edge_of(data, head, tail, name):
    """The row of an edge."""
    rows = zip(data["edges"]["from"], data["edges"]["to"], data["edges"]["type"], strict=True)
    return list(rows).index((node_number(data, head), node_number(data, tail), EDGE_TYPES.index(name)))


def row_of(table, row):
    """A row of a table of one column of values and one of ends."""
    return table["values"][table["ends"][row - 1] if row else 0 : table["ends"][row]]


def utf16(text):
    return text.encode("utf-16-le", "surrogatepass")


def cut(text, start, end):
    """What JavaScript's ``text.slice(start, end)`` gives."""
    return utf16(text)[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


def test_nodes_have_what_the_panel_shows():
    data = page_data(sample_graph())
    papers, concepts = data["papers"], data["concepts"]
    first, adam = node_number(data, FIRST), node_number(data, ADAM) - len(papers["id"])
    assert papers["title"][first] == "GrokNet: Adam-style verification for C++"
    assert papers["authors"][first] == ["Ada Lovelace", "José Núñez", "李 明", "Ada Lovelace"]
    assert (papers["year"][first], papers["venue"][first]) == (2025, "ICML 2025")
    assert papers["url"][first] == "https://example.org/papers/1?x=a%20b&y=2#top"
    assert KINDS[concepts["kind"][adam]] == "Method"
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
    nodes = keys(data)
    edges = data["edges"]
    rows = zip(edges["from"], edges["to"], edges["type"], strict=True)
    assert [(nodes[head], nodes[tail], EDGE_TYPES[name]) for head, tail, name in rows] == [
        edge for node in nodes for edge in graph.edges(node, keys=True)
    ]


@pytest.mark.parametrize("paper", [FIRST, HOSTILE_PAPER, UNTITLED])
def test_mentions_are_where_javascript_finds_them(paper):
    graph = sample_graph()
    data = page_data(graph)
    for _, concept, name, edge in graph.edges(paper, keys=True, data=True):
        flat = row_of(data["evidence"], edge_of(data, paper, concept, name))
        assert len(flat) == 3 * len(edge["mentions"])
        for at, mention in enumerate(edge["mentions"]):
            sentence, start, end = flat[3 * at : 3 * at + 3]
            assert sentence == mention["sentence"]
            assert cut(graph.nodes[paper][mention["field"]], start, end) == mention["text"]


@pytest.mark.parametrize("paper", [FIRST, HOSTILE_PAPER, UNTITLED])
def test_sentences_are_where_javascript_finds_them(paper):
    graph = sample_graph()
    data = page_data(graph)
    flat = row_of(data["sentences"], node_number(data, paper))
    found = [
        cut(graph.nodes[paper]["abstract" if flat[at] else "title"], flat[at + 1], flat[at + 2])
        for at in range(0, len(flat), 3)
    ]
    assert found == [graph.nodes[paper][field][start:end] for field, start, end in graph.nodes[paper]["sentences"]]


def test_statements_name_paper_and_sentence_the_surest_first():
    data = page_data(sample_graph())
    first = node_number(data, FIRST)
    row = edge_of(data, GROKNET, ADAM, Relation.BASED_ON)
    assert row_of(data["evidence"], row) == [first, 2, first, 0]


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


def test_a_key_is_carried_only_where_it_does_not_follow_from_the_name():
    graph = sample_graph()
    graph.add_node("concept/odd", **graph.nodes[ADAM])
    surrogate = add_concept(graph, "a\ud800b", ConceptType.TASK)
    data = page_data(graph)
    assert keys(data) == sorted(graph, key=lambda node: graph.nodes[node]["kind"] != "paper")
    assert [slug for slug in data["concepts"]["id"] if slug] == ["odd", surrogate.partition("/")[2]]
    assert not any(data["papers"]["id"])


def test_without_texts_nothing_of_the_abstracts_is_left_but_who_says_what():
    data = page_data(sample_graph(), texts=False)
    assert set(data["papers"]["abstract"]) == {""}
    assert data["sentences"]["values"] == []
    first = node_number(data, FIRST)
    assert row_of(data["evidence"], edge_of(data, FIRST, GROKNET, Link.INTRODUCES)) == []
    assert row_of(data["evidence"], edge_of(data, GROKNET, ADAM, Relation.BASED_ON)) == [first, 2, first, 0]


def test_counts_that_are_given_are_carried():
    graph = sample_graph()
    counts = {concept: 7 for concept in graph if concept.startswith("concept/")}
    assert page_data(graph, counts=counts)["concepts"]["papers"] == [7] * 10
    assert "papers" not in page_data(graph)["concepts"]
