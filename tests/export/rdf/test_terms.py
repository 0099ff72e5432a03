import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rdflib import URIRef

from kg.export.rdf.terms import decimal, doi_iri, english, text, web_iri


@pytest.mark.parametrize(
    ("address", "iri"),
    [
        ("https://example.org", "https://example.org"),
        ("HTTP://Example.org:8080/a?b=c&d#e", "http://example.org:8080/a?b=c&d#e"),
        ("https://openreview.net/forum?id=a%20b", "https://openreview.net/forum?id=a%20b"),
        ("https://example.org/Köln", "https://example.org/K%C3%B6ln"),
        ("https://[2001:db8::1]/x", "https://[2001:db8::1]/x"),
        ("https://example.org/a/../b", "https://example.org/a/../b"),
        ("https://example.org/\ud800", "https://example.org/%ED%A0%80"),
        ("http://example.org:80/", "http://example.org/"),
        ("https://example.org:0443", "https://example.org"),
        ("http://example.org:443/", "http://example.org:443/"),
        ("https://münchen.example", "https://m%C3%BCnchen.example"),
        ("https://192.0.2.1/", "https://192.0.2.1/"),
    ],
)
def test_address_on_the_web(address, iri):
    assert web_iri(address).value == iri


@pytest.mark.parametrize(
    "address",
    [
        "",
        "example.org/x",
        "//example.org",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "mailto:a@example.org",
        "https://",
        "https:///path",
        "https://example.org/a b",
        "https://example.org/\n",
        "https://example.org/<b>",
        'https://example.org/"',
        "https://example.org/{x}",
        "https://example.org/a|b^c`d\\",
        "https://example.org/100%",
        "https://example.org/%zz",
        "https://example.org/#a#b",
        "https://example.org:port/",
        "https://[:::::]/",
        "https://trusted.example@evil.example/",
        "https://192.0.2.256/",
        "https://1.2.3/",
        "https://-example.org/",
        "https://example..org/",
        "https://a,b/",
        " https://example.org",
    ],
)
def test_anything_else_is_no_link(address):
    assert web_iri(address) is None


@given(st.one_of(st.text(), st.text().map("https://example.org/".__add__), st.from_regex(r"https?://.*")))
def test_every_web_iri_is_one_for_rdflib_too(address):
    iri = web_iri(address)
    if iri is not None:
        assert URIRef(iri.value).n3() == str(iri)
        assert iri.value.isascii()


@pytest.mark.parametrize(
    ("doi", "iri"),
    [
        ("10.1000/182", "https://doi.org/10.1000/182"),
        ("doi: 10.1000/182", "https://doi.org/10.1000/182"),
        ("https://doi.org/10.1000/182", "https://doi.org/10.1000/182"),
        ("http://dx.doi.org/10.1000/182", "https://doi.org/10.1000/182"),
        ("10.1002/(SICI)1097<1::AID>3.0.CO;2-P", "https://doi.org/10.1002/(SICI)1097%3C1::AID%3E3.0.CO;2-P"),
        ("https://doi.org/10.1002/a%3Cb%3E", "https://doi.org/10.1002/a%3Cb%3E"),
        ("10.1000/50%#?", "https://doi.org/10.1000/50%25%23%3F"),
    ],
)
def test_doi(doi, iri):
    assert doi_iri(doi).value == iri


@pytest.mark.parametrize("doi", ["", "n/a", "10.1000", "10.1000/", "10.12/x", "11.1000/x", "10.1000/a b", "x10.1000/1"])
def test_no_doi(doi):
    assert doi_iri(doi) is None


@given(st.text().map("10.1000/".__add__))
def test_every_doi_iri_is_valid(doi):
    iri = doi_iri(doi)
    if iri is not None:
        assert URIRef(iri.value).n3() == str(iri)


@pytest.mark.parametrize(
    ("value", "lexical"), [(0, "0.0"), (1.0, "1.0"), (0.5, "0.5"), (1 / 3, "0.3333"), (0.99999, "1.0"), (10, "10.0")]
)
def test_decimal_is_canonical(value, lexical):
    assert decimal(value) == ox.Literal(lexical, datatype=ox.NamedNode("http://www.w3.org/2001/XMLSchema#decimal"))


def test_what_no_syntax_or_not_xml_can_hold_becomes_a_replacement_character():
    assert text("a\ud800b😀").value == "a\ufffdb😀"
    assert english("\udfff").value == "\ufffd"
    assert text("\x00\x1f\ufffe\uffff").value == "\ufffd" * 4
    assert text("\t\n\x7f\x85\u2028\ufffd").value == "\t\n\x7f\x85\u2028\ufffd"
    assert text("a\r\nb\r").value == "a\n\nb\n"
