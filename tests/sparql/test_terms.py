import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from kg.namespaces import PREFIXES as EXPORT_PREFIXES
from kg.sparql import QuerySyntaxError
from kg.sparql.terms import PREFIXES, check_variable, parse_term, short, to_term

XSD = PREFIXES["xsd"]


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("12", ox.Literal("12", datatype=ox.NamedNode(XSD + "integer"))),
        ("-1.5", ox.Literal("-1.5", datatype=ox.NamedNode(XSD + "decimal"))),
        ("1e3", ox.Literal("1e3", datatype=ox.NamedNode(XSD + "double"))),
        ("true", ox.Literal("true", datatype=ox.NamedNode(XSD + "boolean"))),
        ("<https://example.org/a>", ox.NamedNode("https://example.org/a")),
        ("<concept/Adam>", ox.NamedNode("https://example.org/concept/Adam")),
        ("kg:uses", ox.NamedNode(PREFIXES["kg"] + "uses")),
        ('"chat"@fr', ox.Literal("chat", language="fr")),
        ('"2025"^^xsd:gYear', ox.Literal("2025", datatype=ox.NamedNode(XSD + "gYear"))),
        ("C++", ox.Literal("C++")),
        ("Task: a study", ox.Literal("Task: a study")),
        ("10.1000/182", ox.Literal("10.1000/182")),
        ("", ox.Literal("")),
    ],
)
def test_terms_as_people_type_them(text, term):
    assert parse_term(text, base="https://example.org/") == term


@pytest.mark.parametrize("text", ["<not an iri>", "<relative>", '"a" . <a:s> <a:p> "b"', '"x"^^nope:x'])
def test_what_looks_like_a_term_and_is_none(text):
    with pytest.raises(QuerySyntaxError, match="no RDF term"):
        parse_term(text)


@given(st.text())
def test_a_string_stays_the_string_it_is(text):
    if not any("\ud800" <= char <= "\udfff" for char in text):
        assert to_term(text) == ox.Literal(text)


def test_terms_of_rdflib():
    assert to_term(rdflib.URIRef("https://example.org/a")) == ox.NamedNode("https://example.org/a")
    assert to_term(rdflib.Literal('a "b"\n', lang="en")) == ox.Literal('a "b"\n', language="en")
    assert to_term(rdflib.Literal(5)) == ox.Literal(5)


def test_what_has_no_term():
    with pytest.raises(QuerySyntaxError, match="no RDF term"):
        to_term(None)


@pytest.mark.parametrize("name", ["", "a b", "x}", "?", "a-b"])
def test_no_variable(name):
    with pytest.raises(QuerySyntaxError, match="cannot be the name"):
        check_variable(name)


def test_short():
    assert short(PREFIXES["kg"] + "uses", base="https://w3id.org/kg-papers/") == "kg:uses"
    assert short("https://w3id.org/kg-papers/concept/Adam", base="https://w3id.org/kg-papers/") == "<concept/Adam>"
    assert short("https://example.org/") == "<https://example.org/>"


def test_every_prefix_of_the_export_is_known():
    assert EXPORT_PREFIXES.items() <= PREFIXES.items()
