"""The ontology says what each term is, and keeps to OWL 2 DL."""

from datetime import UTC, datetime

import pyoxigraph as ox
import pytest
import rdflib
from rdflib import DCTERMS, OWL, RDF, RDFS, SKOS, VANN, XSD, Literal, URIRef
from rdflib.compare import isomorphic

from kg.export.rdf import PREFIXES, triples
from kg.export.rdf.jsonld import expanded, load_context
from kg.ids import ONTOLOGY_IRI
from kg.model import ConceptType, Link, Relation
from kg.provenance import process
from kg.resources import ontology_file
from tests.export.graphs import sample_graph

KG = rdflib.Namespace(ONTOLOGY_IRI)
ONTOLOGY = URIRef(ONTOLOGY_IRI.rstrip("#"))
PROPERTY_KINDS = {OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty}
KINDS = PROPERTY_KINDS | {OWL.Class}


@pytest.fixture(scope="module")
def ontology():
    return rdflib.Graph().parse(ontology_file("kg.ttl"))


@pytest.fixture(scope="module")
def terms(ontology):
    """Our terms, each with its kind."""
    kinds = {term: kind for term, kind in ontology.subject_objects(RDF.type) if kind in KINDS}
    return {term: kind for term, kind in kinds.items() if term in KG}


def test_both_parsers_read_the_same(ontology):
    triples = ox.serialize(
        (quad.triple for quad in ox.parse(path=ontology_file("kg.ttl"), format=ox.RdfFormat.TURTLE)),
        format=ox.RdfFormat.N_TRIPLES,
    )
    assert isomorphic(ontology, rdflib.Graph().parse(data=triples, format="nt"))


def test_header(ontology):
    assert (ONTOLOGY, RDF.type, OWL.Ontology) in ontology
    version = str(ontology.value(ONTOLOGY, OWL.versionInfo))
    assert ontology.value(ONTOLOGY, OWL.versionIRI) == URIRef(f"{ONTOLOGY}/{version}")
    assert ontology.value(ONTOLOGY, DCTERMS.license) == URIRef("https://www.apache.org/licenses/LICENSE-2.0")
    assert str(ontology.value(ONTOLOGY, VANN.preferredNamespaceUri)) == ONTOLOGY_IRI
    assert ontology.value(ONTOLOGY, RDFS.label)
    assert ontology.value(ONTOLOGY, RDFS.comment)


def test_every_type_and_edge_of_the_model_is_a_term(terms):
    edges = {KG[name] for name in (*Link, *Relation)} - {KG.broader}
    assert edges <= {term for term, kind in terms.items() if kind == OWL.ObjectProperty}
    assert {KG[name] for name in ConceptType} <= {term for term, kind in terms.items() if kind == OWL.Class}
    assert KG.broader not in terms


def test_nothing_is_said_of_a_term_that_is_not_defined(ontology, terms):
    named = {node for triple in ontology for node in triple if isinstance(node, URIRef) and node in KG}
    assert named == set(terms)


def test_every_term_is_explained(ontology, terms):
    for term in terms:
        for explanation in (RDFS.label, RDFS.comment):
            texts = list(ontology.objects(term, explanation))
            assert len(texts) == 1, (term, explanation)
            assert isinstance(texts[0], Literal)
            assert texts[0].language == "en"
        assert list(ontology.objects(term, RDFS.isDefinedBy)) == [ONTOLOGY]


def test_every_property_has_one_domain_and_one_range(ontology, terms):
    for term, kind in terms.items():
        if kind in PROPERTY_KINDS:
            assert len(list(ontology.objects(term, RDFS.domain))) == 1, term
            assert len(list(ontology.objects(term, RDFS.range))) == 1, term


def test_hierarchy(ontology):
    for name in Link:
        assert URIRef("https://schema.org/mentions") in ontology.transitive_objects(KG[name], RDFS.subPropertyOf)
        assert KG.mentions in ontology.transitive_objects(KG[name], RDFS.subPropertyOf)
    for name in (KG.introduces, KG.addresses):
        assert URIRef("https://schema.org/about") in ontology.objects(name, RDFS.subPropertyOf)
    for name in ConceptType:
        assert SKOS.Concept in ontology.transitive_objects(KG[name], RDFS.subClassOf)
    assert URIRef("https://schema.org/Dataset") in ontology.objects(KG.Benchmark, RDFS.subClassOf)
    assert {URIRef("https://schema.org/ScholarlyArticle"), URIRef("http://purl.org/spar/fabio/ResearchPaper")} == set(
        ontology.objects(KG.Paper, RDFS.subClassOf)
    )


def test_dl_every_name_has_one_kind(ontology):
    """An IRI that is both a class and a property, or both and an individual, would be punned."""
    kinds = {}
    for name, kind in ontology.subject_objects(RDF.type):
        if isinstance(name, URIRef):
            kinds.setdefault(name, []).append(kind)
    assert {name: found for name, found in kinds.items() if len(found) != 1} == {}
    assert {found[0] for found in kinds.values()} == KINDS | {OWL.Ontology}


def test_dl_every_name_is_declared(ontology):
    """Classes where classes must stand, and properties as predicates, built-in ones aside."""

    def of(*kinds):
        return {name for kind in kinds for name in ontology.subjects(RDF.type, kind) if isinstance(name, URIRef)}

    classes = of(OWL.Class)
    built_in = {RDFS.label, RDFS.comment, RDFS.isDefinedBy, RDFS.seeAlso, OWL.versionInfo}
    for axiom in (RDFS.subClassOf, RDFS.domain, OWL.disjointWith):
        assert {name for name in ontology.objects(None, axiom) if isinstance(name, URIRef)} <= classes
    for union in ontology.objects(None, OWL.unionOf):
        assert set(ontology.items(union)) <= classes
    for term in of(OWL.ObjectProperty):
        assert all(not isinstance(found, URIRef) or found in classes for found in ontology.objects(term, RDFS.range))
        assert set(ontology.objects(term, RDFS.subPropertyOf)) <= of(OWL.ObjectProperty)
    for term in of(OWL.AnnotationProperty):
        assert set(ontology.objects(term, RDFS.subPropertyOf)) <= of(OWL.AnnotationProperty)
    structural = {RDF.type, RDF.first, RDF.rest, RDFS.subClassOf, RDFS.subPropertyOf, RDFS.domain, RDFS.range}
    structural |= {OWL.unionOf, OWL.versionIRI, OWL.priorVersion, OWL.backwardCompatibleWith, OWL.disjointWith}
    assert set(ontology.predicates()) - structural - built_in <= of(OWL.AnnotationProperty)


def test_dl_data_ranges_are_in_the_datatype_map(ontology):
    allowed = {"string", "decimal", "integer", "nonNegativeInteger", "positiveInteger", "dateTime", "anyURI", "boolean"}
    for term in set(ontology.subjects(RDF.type, OWL.DatatypeProperty)) & set(ontology.subjects(RDFS.range, None)):
        (datatype,) = ontology.objects(term, RDFS.range)
        assert datatype.removeprefix("http://www.w3.org/2001/XMLSchema#") in allowed


def test_every_term_of_others_in_the_data_is_declared(ontology):
    """Those of RDF and RDFS are built in; a namespace is a value of void:vocabulary, not a term."""
    declared = {str(name) for name in ontology.subjects(RDF.type, None)}
    graph = sample_graph()
    graph.graph["process"] = process()
    used = set()
    for triple in triples(graph, generated_at=datetime(2025, 7, 1, tzinfo=UTC)):
        used.add(triple.predicate.value)
        if triple.predicate.value == str(RDF.type):
            used.add(triple.object.value)
    assert {term for term in used if not term.startswith((str(RDF), str(RDFS)))} <= declared
    assert declared - used > {ONTOLOGY_IRI + "Concept"}


def test_properties_have_values_of_their_kind(ontology):
    objects = {str(term) for term in ontology.subjects(RDF.type, OWL.ObjectProperty)}
    data = {str(term) for term in ontology.subjects(RDF.type, OWL.DatatypeProperty)}
    checked = 0
    for triple in triples(sample_graph()):
        if triple.predicate.value in objects:
            assert isinstance(triple.object, ox.NamedNode), triple
            checked += 1
        if triple.predicate.value in data:
            assert isinstance(triple.object, ox.Literal), triple
            checked += 1
    assert checked > 500


def test_context_has_a_term_for_each_property_and_class_and_says_what_kind_of_value_it_has(ontology):
    context = load_context()
    of = {expanded(context, value): value for value in context.values() if not isinstance(value, float)}
    for term, kind in ((term, kind) for term, kind in ontology.subject_objects(RDF.type) if term in KG):
        definition = of[str(term)]
        if kind == OWL.ObjectProperty:
            assert definition["@type"] == "@id", term
        if kind == OWL.DatatypeProperty:
            datatype = ontology.value(term, RDFS.range)
            expected = expanded(context, definition["@type"]) if isinstance(definition, dict) else str(XSD.string)
            assert expected == str(datatype), term


def test_context_gives_the_prefixes_of_the_export():
    context = load_context()
    assert {name: context[name] for name in PREFIXES} == PREFIXES
