import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.ids import ONTOLOGY_IRI, mint
from kg.serve.site import Site

SITE = Site("Papers", "kg-papers 1", base="https://example.org/kg/")


@given(st.text(min_size=1))
def test_the_iri_of_any_label_is_found_by_its_own_path(label):
    iri = f"https://example.org/kg/concept/{mint(label)}"
    assert SITE.iris(iri.removeprefix("https://example.org"))[0] == iri
    assert iri in SITE.iris(iri.removeprefix("https://example.org/kg"))
    assert SITE.href(iri, "") == "/" + iri.removeprefix(SITE.base)


@pytest.mark.parametrize("path", ["/concept/α-CROWN", "/concept/%ce%b1-CROWN", "/concept/%CE%B1%2DCROWN"])
def test_other_spellings_of_a_path_mean_the_same(path):
    assert SITE.iris(path)[0] == "https://example.org/kg/concept/%CE%B1-CROWN"


@pytest.mark.parametrize("path", ["/a b", '/"', "/<x>", "/{", "/%", "/%zz", "/\x00", "/[::1"])
def test_a_path_that_is_no_iri_as_it_stands_is_encoded(path):
    assert all(ox.NamedNode(iri) for iri in SITE.iris(path))


def test_nothing_is_answered_for_where_no_base_is_known():
    assert Site("", "").iris("/concept/x") == []


def test_links_lead_to_this_server_for_the_data_and_into_the_web_for_the_rest():
    assert SITE.href("https://example.org/kg/paper/1#abstract-0-5", "/proxy") == "/proxy/paper/1#abstract-0-5"
    assert SITE.href(ONTOLOGY_IRI + "Method", "/proxy") == "/proxy/ontology#Method"
    assert SITE.href("https://doi.org/10.1000/182", "/proxy") == "https://doi.org/10.1000/182"


@pytest.mark.parametrize("iri", ["javascript:alert(1)", "data:text/html,x", "urn:x", "file:///etc/passwd"])
def test_no_link_leads_where_it_could_do_harm(iri):
    shown = SITE.show(ox.NamedNode(iri), "")
    assert (shown.href, shown.foreign, shown.text) == ("", False, iri)


def test_no_link_of_the_data_leads_to_another_host():
    assert SITE.href("https://example.org/kg//evil.example/x", "") == "https://example.org/kg//evil.example/x"


def test_terms_as_they_are_shown():
    concept = SITE.show(ox.NamedNode("https://example.org/kg/concept/a%2Fb_c"), "", labels=["a/b c"])
    assert (concept.text, concept.href, concept.foreign) == ("a/b c", "/concept/a%2Fb_c", False)
    part = SITE.show(ox.NamedNode("https://example.org/kg/paper/1#author-1"), "", page="https://example.org/kg/paper/1")
    assert part.fragment == "author-1"
    number = SITE.show(ox.Literal(5), "")
    assert (number.text, number.number, number.tag) == ("5", True, "")
    assert SITE.show(ox.Literal("Hund", language="de"), "").tag == "de"
    year = ox.Literal("2025", datatype=ox.NamedNode("http://www.w3.org/2001/XMLSchema#gYear"))
    assert SITE.show(year, "").tag == "xsd:gYear"
    assert SITE.show(ox.BlankNode("b"), "").text == "_:b"
