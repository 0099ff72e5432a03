"""Every format holds the same triples, and the same graph gives the same bytes."""

import difflib
import gzip
import logging
import re
import time
import warnings
from datetime import UTC, datetime

import networkx as nx
import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import HealthCheck, given, settings

from kg.errors import OutputError
from kg.export import RDF_FORMATS, RDF_SYNTAXES
from kg.export.rdf import triples, write_rdf
from tests.export.graphs import sample_graph
from tests.export.rdf.any_graph import any_graph

MOMENT = datetime(2025, 7, 1, 12, 30, tzinfo=UTC)
OXIGRAPH = {
    "ttl": ox.RdfFormat.TURTLE,
    "nt": ox.RdfFormat.N_TRIPLES,
    "jsonld": ox.RdfFormat.JSON_LD,
    "rdf": ox.RdfFormat.RDF_XML,
    "trig": ox.RdfFormat.TRIG,
}
RDFLIB = {"ttl": "turtle", "nt": "nt", "jsonld": "json-ld", "rdf": "xml", "trig": "trig"}


def by_oxigraph(path):
    return {quad.triple for quad in ox.parse(path=path, format=OXIGRAPH[path.suffix[1:]])}


def by_rdflib(path):
    graph = rdflib.Dataset() if path.suffix == ".trig" else rdflib.Graph()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of rdflib, about its own parsers
        graph.parse(path, format=RDFLIB[path.suffix[1:]])
        graph.serialize(format="nquads" if path.suffix == ".trig" else "nt")  # rdflib looks at IRIs only here
    return {ox.Triple(*map(term_of_oxigraph, statement[:3])) for statement in graph}


def term_of_oxigraph(term):
    if isinstance(term, rdflib.URIRef):
        return ox.NamedNode(term)
    datatype = None if term.datatype is None else ox.NamedNode(term.datatype)
    return ox.Literal(str(term), datatype=datatype, language=term.language)


@pytest.mark.parametrize("syntax", RDF_SYNTAXES)
def test_both_parsers_find_the_same_triples_without_a_warning(syntax, tmp_path, caplog):
    path = tmp_path / f"graph.{syntax}"
    write_rdf(sample_graph(), path, generated_at=MOMENT)
    expected = set(triples(sample_graph(), generated_at=MOMENT))
    with caplog.at_level(logging.WARNING):
        assert by_oxigraph(path) == expected
        assert by_rdflib(path) == expected
    assert caplog.records == []


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None, max_examples=15
)
@given(graph=any_graph())
def test_any_graph_is_the_same_in_every_format(tmp_path, caplog, graph):
    expected = set(triples(graph))
    for syntax in RDF_SYNTAXES:
        path = tmp_path / f"graph.{syntax}"
        write_rdf(graph, path)
        assert by_oxigraph(path) == expected, syntax
        assert by_rdflib(path) == expected, syntax
    assert caplog.records == []


@pytest.mark.parametrize("syntax", RDF_SYNTAXES)
def test_gzipped_is_the_same_and_tells_neither_name_nor_time(syntax, tmp_path, monkeypatch):
    write_rdf(sample_graph(), tmp_path / f"graph.{syntax}")
    write_rdf(sample_graph(), tmp_path / f"graph.{syntax}.gz")
    packed = (tmp_path / f"graph.{syntax}.gz").read_bytes()
    assert gzip.decompress(packed) == (tmp_path / f"graph.{syntax}").read_bytes()
    assert packed[3:8] == bytes(5)  # RFC 1952: no flags, so no name, and no time
    monkeypatch.setattr(time, "time", lambda: 2_000_000_000.0)
    write_rdf(sample_graph(), tmp_path / f"again.{syntax}.gz")
    assert (tmp_path / f"again.{syntax}.gz").read_bytes() == packed


def test_every_format_is_written(tmp_path):
    for name in RDF_FORMATS:
        write_rdf(sample_graph(), tmp_path / f"graph.{name}")
    assert {path.name for path in tmp_path.iterdir()} == {f"graph.{name}" for name in RDF_FORMATS}


@pytest.mark.parametrize("name", ["graph.txt", "graph", "graph.gz", "ttl", "graph.ttl.bz2"])
def test_name_that_tells_no_format(name, tmp_path):
    with pytest.raises(ValueError, match=r"tells no format of RDF: let it end with one of ttl, nt"):
        write_rdf(sample_graph(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", RDF_FORMATS)
def test_nothing_is_left_when_the_graph_is_no_good(name, tmp_path):
    graph = sample_graph()
    del graph.nodes["paper/untitled"]["abstract"]
    with pytest.raises(KeyError):
        write_rdf(graph, tmp_path / f"graph.{name}")
    assert list(tmp_path.iterdir()) == []


def test_place_that_cannot_be_written(tmp_path):
    with pytest.raises(OutputError, match=r"no.graph\.nt\.gz"):
        write_rdf(sample_graph(), tmp_path / "no" / "graph.nt.gz")


@pytest.mark.parametrize("syntax", ["ttl", "nt", "jsonld", "trig"])
def test_another_paper_changes_the_lines_about_it_alone(syntax, tmp_path):
    """So that the difference between two builds is readable."""
    graph = sample_graph()
    write_rdf(graph, tmp_path / f"large.{syntax}")
    graph.remove_node("paper/untitled")
    write_rdf(graph, tmp_path / f"small.{syntax}")
    large, small = ((tmp_path / f"{name}.{syntax}").read_text().splitlines() for name in ("large", "small"))
    matcher = difflib.SequenceMatcher(None, small, large, autojunk=False)
    changed = [line for tag, start, end, _, _ in matcher.get_opcodes() if tag != "equal" for line in small[start:end]]
    about_concepts = [line for line in changed if not re.search(r"dataset|void", line)]
    assert len(about_concepts) <= 12  # four concepts and a statement named the paper


# Named graphs


def dataset(graph, tmp_path):
    write_rdf(graph, tmp_path / "graph.trig")
    store = ox.Store()
    store.load(path=tmp_path / "graph.trig", format=ox.RdfFormat.TRIG)
    return store


PREFIXES = """
    BASE <https://w3id.org/kg-papers/> PREFIX kg: <https://w3id.org/kg-papers/ontology#>
    PREFIX prov: <http://www.w3.org/ns/prov#> PREFIX foaf: <http://xmlns.com/foaf/0.1/>
    PREFIX skos: <http://www.w3.org/2004/02/skos/core#>"""


def test_each_paper_has_a_named_graph_that_says_what_it_is(tmp_path):
    store = dataset(sample_graph(), tmp_path)
    rows = store.query(
        PREFIXES
        + "SELECT ?paper ?g ?file { GRAPH ?g { ?g a kg:PaperGraph ; foaf:primaryTopic ?paper ; prov:wasDerivedFrom ?file ."
        " ?paper a kg:Paper } } ORDER BY ?paper"
    )
    found = {row["paper"].value: (row["g"].value, row["file"].value) for row in rows}
    papers = [node for node, kind in sample_graph().nodes(data="kind") if kind == "paper"]
    assert len(found) == len(papers) == len(list(store.named_graphs()))
    assert all(graph == f"{paper}#graph" for paper, (graph, _) in found.items())
    assert found["https://w3id.org/kg-papers/paper/000-01"][1] == "https://w3id.org/kg-papers/input/seeds%2F000.txt"


def test_dropping_a_paper_drops_what_it_alone_says(tmp_path):
    store = dataset(sample_graph(), tmp_path)
    outperforms = (
        PREFIXES + "ASK { { ?a kg:outperforms ?b } UNION { GRAPH ?g { ?a kg:outperforms <concept/%CE%B1-CROWN> } } }"
    )
    benchmark = PREFIXES + "SELECT ?g { GRAPH ?g { <concept/Tiny.Bench> kg:benchmarkFor ?task } }"
    assert store.query(outperforms)
    assert len(list(store.query(benchmark))) == 2
    store.update(PREFIXES + "DROP GRAPH <paper/000-01#graph>")
    assert not store.query(outperforms)
    assert [row["g"].value.rpartition("/")[2] for row in store.query(benchmark)] == ["untitled#graph"]
    assert not store.query(PREFIXES + "ASK { GRAPH ?g { <paper/000-01> ?p ?o } }")
    assert not store.query(PREFIXES + "ASK { { <paper/000-01> ?p ?o } UNION { ?s ?p <paper/000-01> } }")


def test_what_the_vocabulary_may_say_too_outlives_the_papers(tmp_path):
    store = dataset(sample_graph(), tmp_path)
    store.update(PREFIXES + "DROP NAMED")
    rows = store.query(PREFIXES + "SELECT ?narrow { ?narrow skos:broader ?broad } ORDER BY ?narrow")
    assert [row["narrow"].value.rpartition("/")[2] for row in rows] == ["Adam", "Tiny_Bench"]
    assert len(list(store.query(PREFIXES + "SELECT ?c { ?c skos:prefLabel ?l }"))) == 10


def test_no_papers(tmp_path):
    graph = nx.MultiDiGraph(base="https://example.org/", generator="kg-papers 0.1.0", inputs=[])
    for syntax in RDF_SYNTAXES:
        write_rdf(graph, tmp_path / f"graph.{syntax}")
        assert by_oxigraph(tmp_path / f"graph.{syntax}") == set(triples(graph))
