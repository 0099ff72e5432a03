import io

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from kg.export.rdf import turtle
from kg.export.rdf.description import triples_of
from kg.export.rdf.stream import descriptions
from tests.export.graphs import sample_graph

BASE = "https://example.org/kg/"
PREFIXES = {
    "ex": "https://example.org/kg/ns#",
    "schema": "https://schema.org/",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
PREDICATE = ox.NamedNode("https://schema.org/about")


def write(*triples):
    out = io.BytesIO()
    turtle.write(triples, out, base=BASE, prefixes=PREFIXES)
    return out.getvalue().decode()


def about(iri, value, predicate=PREDICATE):
    return ox.Triple(ox.NamedNode(iri), predicate, value)


def test_layout():
    rdf_type = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
    long = [ox.NamedNode(f"{BASE}concept/{'x' * 30}{number}") for number in range(3)]
    written = write(
        about(BASE + "paper/1", ox.NamedNode("https://schema.org/ScholarlyArticle"), rdf_type),
        about(BASE + "paper/1", ox.Literal('A "title"\n', language="en"), ox.NamedNode("https://schema.org/name")),
        about(BASE + "paper/1", ox.NamedNode(BASE + "paper/1#abstract")),
        about(BASE + "paper/1", ox.NamedNode("https://doi.org/10.1000/182")),
        about(BASE + "concept/C%2B%2B", ox.Literal("0.5", datatype=ox.NamedNode(PREFIXES["xsd"] + "decimal"))),
        about(BASE + "concept/C%2B%2B", ox.Literal("2025", datatype=ox.NamedNode(PREFIXES["xsd"] + "gYear"))),
        *(about(BASE + "ns#long", node) for node in long),
    )
    assert (
        written
        == f"""\
@base <https://example.org/kg/> .
@prefix ex: <https://example.org/kg/ns#> .
@prefix schema: <https://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<paper/1> a schema:ScholarlyArticle ;
    schema:name "A \\"title\\"\\n"@en ;
    schema:about <paper/1#abstract>, <https://doi.org/10.1000/182> .

<concept/C%2B%2B> schema:about 0.5, "2025"^^xsd:gYear .

ex:long schema:about
        <concept/{"x" * 30}0>,
        <concept/{"x" * 30}1>,
        <concept/{"x" * 30}2> .
"""
    )


def oxigraph(text):
    return {quad.triple for quad in ox.parse(text, format=ox.RdfFormat.TURTLE)}


def iris_of_rdflib(text):
    return {str(node) for triple in rdflib.Graph().parse(data=text, format="turtle") for node in triple}


@pytest.mark.parametrize(
    "iri",
    [
        BASE,
        BASE + "x/",
        BASE + "x//y",
        BASE + ".",
        BASE + "..",
        BASE + "../x",
        BASE + "a/../b",
        BASE + "a/./b",
        BASE + "/x",
        BASE + "//x",
        BASE + "?q",
        BASE + "#f",
        BASE + "a:b",
        BASE + "x#/../y",
        BASE + "x#a/b%20c",
        BASE + "a.b~c_d-e",
        BASE + "ns#",
        BASE + "ns#a.b",
        BASE + "ns#a-b",
        BASE + "ns#-a",
        BASE + "ns#1",
        BASE + "ns#a/b",
        "https://schema.org/",
        "https://schema.org/a%20b",
        "https://schema.org/é",
        "https://example.org/a/../b",
        "https://example.org/kg",
        "urn:x:y",
    ],
)
def test_every_iri_is_read_back(iri):
    triple = about(iri, ox.NamedNode(iri))
    written = write(triple)
    assert oxigraph(written) == {triple}
    assert iris_of_rdflib(written) == {iri, PREDICATE.value}


@given(
    st.sampled_from([BASE, "https://schema.org/"]),
    st.from_regex(r"([ab1.~_:/?-]|%C3){0,8}(#[ab1.~_:/?-]{0,4})?", fullmatch=True),
)
def test_any_iri_is_read_back(start, rest):
    triple = about(start + rest, ox.NamedNode(start + rest))
    assert oxigraph(write(triple)) == {triple}
    assert iris_of_rdflib(write(triple)) == {start + rest, PREDICATE.value}


@given(st.text(), st.sampled_from([None, "en", "zh-hans"]))
def test_any_text_is_read_back(value, language):
    literal = ox.Literal(value, language=language)
    triple = about("urn:x", literal)
    written = write(triple)
    assert oxigraph(written) == {triple}
    (read,) = rdflib.Graph().parse(data=written, format="turtle").objects()
    assert (str(read), read.language) == (value, language)


@pytest.mark.parametrize(
    ("lexical", "datatype", "written"),
    [
        ("0.5", "decimal", "0.5"),
        ("-.5", "decimal", "-.5"),
        ("1", "decimal", '"1"^^xsd:decimal'),
        ("1.", "decimal", '"1."^^xsd:decimal'),
        ("nan", "decimal", '"nan"^^xsd:decimal'),
        ("12", "integer", "12"),
        ("", "integer", '""^^xsd:integer'),
        ("12", "positiveInteger", '"12"^^xsd:positiveInteger'),
        ("٣", "integer", '"٣"^^xsd:integer'),
        ("true", "boolean", '"true"^^xsd:boolean'),
        ("a", "string", '"a"'),
    ],
)
def test_datatypes_are_kept(lexical, datatype, written):
    literal = ox.Literal(lexical, datatype=ox.NamedNode(PREFIXES["xsd"] + datatype))
    triple = about("urn:x", literal)
    text = write(triple)
    assert text.endswith(f"\n<urn:x> schema:about {written} .\n")
    assert oxigraph(text) == {triple}


def test_blank_nodes_and_other_predicates_are_written():
    triple = ox.Triple(ox.BlankNode("b"), ox.NamedNode("urn:x:says"), ox.BlankNode("c"))
    assert write(triple).endswith("\n_:b <urn:x:says> _:c .\n")


def test_descriptions_are_written_as_their_triples_are():
    found = list(descriptions(sample_graph()))
    written, of_triples = io.BytesIO(), io.BytesIO()
    turtle.write_descriptions(found, written, base=BASE, prefixes=PREFIXES)
    turtle.write(triples_of(found), of_triples, base=BASE, prefixes=PREFIXES)
    assert written.getvalue() == of_triples.getvalue()
    assert oxigraph(written.getvalue().decode()) == set(triples_of(found))


def test_no_triples():
    assert oxigraph(write()) == set()
