from pathlib import Path

import rdflib

from kg.export.ontology_page import ontology_page
from kg.ids import ONTOLOGY_IRI
from kg.resources import ontology_file

PAGE = Path(__file__).parents[2] / "docs" / "ontology.md"


def ontology():
    return rdflib.Graph(bind_namespaces="none").parse(ontology_file("kg.ttl"))


def section(page, name):
    """A term's part of a page."""
    return page.partition(f'### <a id="{name}"></a>`kg:{name}`\n')[2].partition("\n###")[0].partition("\n## ")[0]


def test_the_page_is_that_of_the_ontology():
    remedy = "Write it again: python -m kg.export.ontology_page > docs/ontology.md"
    assert PAGE.read_text(encoding="utf-8") == ontology_page(ontology()), remedy


def test_every_term_is_described_where_links_lead_to():
    page = ontology_page(ontology())
    names = {str(term).removeprefix(ONTOLOGY_IRI) for term in ontology().subjects() if term.startswith(ONTOLOGY_IRI)}
    assert len(names) > 25
    for name in names:
        assert section(page, name)
    assert {link.partition(")")[0] for link in page.split("](#")[1:]} == names


def test_what_a_property_says():
    part = section(ontology_page(ontology()), "basedOn")
    assert "The first is built on, uses, combines or extends the second" in part
    assert "- Domain: [`kg:Method`](#Method) or [`kg:Benchmark`](#Benchmark)\n" in part


def test_texts_are_no_markup():
    graph = rdflib.Graph(bind_namespaces="none").parse(
        data=f"""@prefix kg: <{ONTOLOGY_IRI}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
            @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
            <{ONTOLOGY_IRI.rstrip("#")}> rdfs:label "O" ; rdfs:comment "C" ; owl:versionInfo "1" .
            kg:x a owl:Class ; rdfs:comment "<b> [a](b) *c*" .""",
        format="turtle",
    )
    assert r"\<b\> \[a\](b) \*c\*" in section(ontology_page(graph), "x")
