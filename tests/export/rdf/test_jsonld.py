import io
import json

import pyoxigraph as ox
from hypothesis import given
from hypothesis import strategies as st

from kg.export.rdf import jsonld, triples
from kg.export.rdf.terms import decimal, english, named, text, typed
from tests.export.graphs import sample_graph
from tests.export.rdf.described import described

BASE = "https://example.org/kg/"


def write(*statements, base=BASE):
    out = io.BytesIO()
    jsonld.write(described(statements), out, base=base)
    return out.getvalue().decode()


def nodes(*statements):
    return json.loads(write(*statements))["@graph"]


def about(path, name, value):
    return ox.Triple(ox.NamedNode(BASE + path), named(name), value)


def test_a_node_reads_like_json():
    concept = ox.NamedNode(BASE + "concept/Adam")
    assert nodes(
        about("paper/1", "rdf:type", named("kg:Paper")),
        about("paper/1", "rdf:type", named("fabio:ResearchPaper")),
        about("paper/1", "dcterms:title", text("On Adam")),
        about("paper/1", "fabio:hasPublicationYear", typed("2025", "xsd:gYear")),
        about("paper/1", "kg:uses", concept),
        about("concept/Adam", "skos:prefLabel", english("Adam")),
        about("concept/Adam", "kg:role", named("kg:uses")),
        about("concept/Adam", "kg:confidence", decimal(0.5)),
    ) == [
        {
            "id": "paper/1",
            "type": ["Paper", "fabio:ResearchPaper"],
            "title": "On Adam",
            "publicationYear": "2025",
            "uses": "concept/Adam",
        },
        {"id": "concept/Adam", "prefLabel": "Adam", "role": "kg:uses", "confidence": "0.5"},
    ]


def test_values_of_another_kind_than_the_context_says_are_spelt_out():
    assert nodes(
        about("x", "schema:url", text("no address")),
        about("x", "skos:prefLabel", ox.Literal("Adam", language="de")),
        about("x", "skos:prefLabel", text("Adam")),
        about("x", "kg:confidence", typed("1", "xsd:integer")),
        about("x", "dcterms:title", english("Title")),
        about("x", "dcterms:title", ox.NamedNode("urn:title")),
    ) == [
        {
            "id": "x",
            "url": {"@value": "no address"},
            "prefLabel": [{"@value": "Adam", "@language": "de"}, {"@value": "Adam"}],
            "confidence": {"@value": "1", "@type": "xsd:integer"},
            "title": [{"@value": "Title", "@language": "en"}, {"id": "urn:title"}],
        }
    ]


def test_one_node_a_line():
    lines = write(*triples(sample_graph()), base="https://w3id.org/kg-papers/").splitlines()
    assert lines[0] == "{"
    assert lines[-2:] == ["]", "}"]
    subjects = [json.loads(line.rstrip(","))["id"] for line in lines[3:-2]]
    assert len(subjects) == len(set(subjects)) + 1  # the dataset's counts stand apart


def test_no_triples():
    assert nodes() == []


PROPERTIES = ["kg:uses", "kg:confidence", "skos:prefLabel", "dcterms:title", "schema:url", "rdf:type", "void:class"]
IRIS = st.from_regex(r"(https://example\.org/kg/|https://schema\.org/|urn:)[a-z1.~_:/%-]{0,8}", fullmatch=True)
VALUES = (
    st.text().map(text)
    | st.text().map(english)
    | st.builds(typed, st.text(max_size=4).map(lambda value: text(value).value), st.just("xsd:decimal"))
    | IRIS.filter(lambda iri: "%" not in iri).map(ox.NamedNode)
)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(PROPERTIES), VALUES), max_size=8))
def test_any_triples_are_read_back(statements):
    given_triples = sorted(
        {
            about(subject, name, value)
            for subject, name, value in statements
            if name != "rdf:type" or isinstance(value, ox.NamedNode)
        },
        key=str,
    )
    data = write(*given_triples)
    assert {quad.triple for quad in ox.parse(data, format=ox.RdfFormat.JSON_LD)} == set(given_triples)
