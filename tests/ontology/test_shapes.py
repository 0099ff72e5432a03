"""Each rule of the shapes finds what it is for, in our validator as in pySHACL alone."""

import pyoxigraph as ox
import pyshacl
import pytest
import rdflib
from rdflib import RDF, SH
from rdflib.util import from_n3

from kg.ids import ONTOLOGY_IRI
from kg.resources import ontology_file
from kg.validate.core import core_steps
from kg.validate.queries import query_steps
from kg.validate.shapes import NAMESPACE, load_shapes, rule_name
from kg.validate.terms import written
from tests.ontology.example import EXAMPLE

SHAPES = rdflib.Graph().parse(ontology_file("shapes.ttl"))

# By rule, ways to break it: what is taken away from the example, and what comes in its place.
CASES = {
    # concepts
    "concept-iri": [("", '[] a kg:Task ; skos:prefLabel "nameless"@en .')],
    "concept-pref-label": [
        ('skos:prefLabel "recognition"@en', 'skos:altLabel "recognition"@en'),
        ('"recognition"@en', '"recognition"@en, "recognising"@en'),
        ('"recognition"@en', '"recognition"'),
        ('"recognition"@en', '"  "@en'),
    ],
    "concept-alt-label": [
        ('skos:altLabel "Fast Net"@en', 'skos:altLabel "Fast Net"'),
        ('skos:altLabel "Fast Net"@en', 'skos:altLabel "FastNet"@en'),
        ('skos:altLabel "Fast Net"@en', 'skos:altLabel ""@en'),
    ],
    "concept-hidden-label": [
        ('skos:hiddenLabel "Fastnet"@en', 'skos:hiddenLabel "Fast Net"@en'),
        ('skos:hiddenLabel "Fastnet"@en', 'skos:hiddenLabel "Fastnet"'),
    ],
    "concept-ambiguous-label": [
        ('kg:ambiguousLabel "FN"@en', 'kg:ambiguousLabel "FastNet"@en'),
        ('kg:ambiguousLabel "FN"@en', "kg:ambiguousLabel <fn>"),
    ],
    "concept-definition": [
        ('"A fast net."@en', '"A fast net."@en, "A net that is fast."@en'),
        ('"A fast net."@en', '"A fast net."'),
    ],
    "concept-broader": [("skos:broader <recognition>", 'skos:broader "recognition"@en')],
    "concept-exact-match": [("<https://example.com/resnet>", '"https://example.com/resnet"')],
    "concept-other-type": [
        ("kg:otherType kg:Task", "kg:otherType kg:Paper"),
        ("kg:otherType kg:Task", "kg:otherType kg:Metric"),
    ],
    "concept-type": [
        ("<recognition> a kg:Task", "<recognition> a kg:Concept"),
        ("<recognition> a kg:Task", "<recognition> a skos:Concept"),
        ("<recognition> a kg:Task", "<recognition> a kg:Task, kg:Metric"),
    ],
    "concept-name-taken": [('skos:altLabel "Fast Net"@en', 'skos:altLabel "ResNet"@en')],
    "concept-name-twice": [('"recognition"@en', '"image classification"@en')],
    "concept-broader-cycle": [
        ("", "<resnet> skos:broader <fastnet> ."),
        ("", "<recognition> skos:broader <recognition> ."),
    ],
    "concept-broader-type": [("skos:broader <recognition>", "skos:broader <resnet>")],
    # relations
    "relation-types": [
        ("<imagenet> a kg:Benchmark", "<imagenet> a kg:Task"),
        ("", "<fastnet> kg:basedOn <imagenet> ."),
        ("", "<fastnet> kg:basedOn <new> ."),
    ],
    "relation-unstated": [("", "<resnet> kg:appliedTo <recognition> .")],
    "relation-to-itself": [("", "<resnet> kg:basedOn <resnet> .")],
    # statements
    "statement-type": [("<st-measures> a kg:Statement, rdf:Statement", "<st-measures> a kg:Statement")],
    "statement-subject": [("", "<st-broader> rdf:subject <resnet> .")],
    "statement-predicate": [("rdf:predicate skos:broader", "rdf:predicate skos:related")],
    "statement-object": [("", '<st-broader> rdf:object "resnet" .')],
    "statement-support": [
        ("", "<st-broader> kg:support 1 ."),
        ("kg:support 1 ;", 'kg:support "one" ;'),
    ],
    "statement-confidence": [("", "<st-broader> kg:confidence 1.5 ."), ("", "<st-broader> kg:confidence 1 .")],
    "statement-source": [("prov:wasDerivedFrom <p1>", "prov:wasDerivedFrom <p1#title>")],
    "statement-unasserted": [("kg:measures <classification>", "skos:related <classification>")],
    "statement-support-count": [("kg:support 1 ;", "kg:support 2 ;")],
    "statement-evidence": [("oa:hasBody <st-applied>", "oa:hasBody <st-measures>")],
    # papers
    "paper-type": [("", "<p2> kg:mentions <fastnet> ."), ("", "[] a kg:Paper .")],
    "paper-identifier": [('dcterms:identifier "1" ;', ""), ('dcterms:identifier "1"', 'dcterms:identifier "1", "2"')],
    "paper-title": [("", '<p1> dcterms:title "Another" .')],
    "paper-text": [("dcterms:hasPart <p1#title>, <p1#abstract> ;", ""), ("", "<p1> dcterms:hasPart <p1#s1> .")],
    "paper-year": [('"2025"^^xsd:gYear', "2025"), ("", '<p1> fabio:hasPublicationYear "2024"^^xsd:gYear .')],
    "paper-author": [("", '<p1> dcterms:creator "Ada Byron" .')],
    "paper-doi": [("<https://doi.org/10.1000/1>", '"10.1000/1"')],
    "paper-authors-numbered": [("kg:position 2", "kg:position 1"), ("kg:position 2", "kg:position 3")],
    "author-name": [('foaf:name "Emmy Noether" ; ', "")],
    "author-position": [("kg:position 1", "kg:position 0"), ("kg:position 1", 'kg:position "first"')],
    "link-type": [("kg:comparesWith", "kg:reports"), ("kg:evaluatesOn <imagenet>", "kg:mentions <new>")],
    "link-evidence": [("", "<p1> kg:mentions <recognition> ."), ("kg:role kg:reports", "kg:role kg:mentions")],
    # texts
    "text-value": [("", '<p1#title> rdf:value "Another" .'), ("", "<t> a kg:Text ; dcterms:isPartOf <p1> .")],
    "text-paper": [("", '<t> a kg:Text ; rdf:value "x" .'), ("", "<p1#title> dcterms:isPartOf <dataset> .")],
    "span-source": [("", "<p1#m1> oa:hasSource <p1#title> ."), ("", "<p1#m1> oa:hasSource <p1> .")],
    "span-selector": [("", "<p1#m1> oa:hasSelector <p1#m2/quote> .")],
    "span-unlocated": [("<p1#m5/quote> a oa:TextQuoteSelector ;", "<p1#m5/quote>")],
    "span-quote": [('oa:exact "𝔽astNet"', 'oa:exact "FastNet"'), ("oa:start 11 ;", "oa:start 12 ;")],
    "span-prefix": [('oa:prefix "propose "', 'oa:prefix "Propose "')],
    "span-suffix": [('oa:suffix ", based "', 'oa:suffix " based "')],
    "quote-exact": [("", '<p1#m1/quote> oa:exact "𝔽ast" .'), ('oa:exact "𝔽astNet" ;', "")],
    "quote-prefix": [("", '<p1#m1/quote> oa:prefix "" .')],
    "quote-suffix": [("", '<p1#m1/quote> oa:suffix "" .')],
    "position-start": [
        ("oa:start 11 ;", ""),
        ("oa:start 11 ;", "oa:start -1 ;"),
        ("oa:start 11 ;", "oa:start 11.5 ;"),
        ("oa:start 11 ;", 'oa:start "eleven"^^xsd:integer ;'),
    ],
    "position-order": [("oa:start 11 ;", "oa:start 99 ;"), ("oa:start 11 ;", "oa:start 18 ;")],
    "position-end": [("", "<p1#m1/position> oa:end 19 ."), ("oa:end 18", "oa:end 0")],
    # evidence
    "annotation-body": [("", "<p1#a1> oa:hasBody <resnet> .")],
    "annotation-target": [("oa:hasTarget <p1#m1> ;", ""), ("oa:hasTarget <p1#m1>", "oa:hasTarget <p1#abstract>")],
    "annotation-motivation": [("oa:motivatedBy oa:describing ;", "")],
    "annotation-role": [("", "<p1#a1> kg:role kg:uses .")],
    "annotation-confidence": [("kg:confidence 0.9 ;", ""), ("kg:confidence 0.9", "kg:confidence -0.1")],
    "annotation-sentence": [
        ("kg:sentence <p1#s0>", "kg:sentence <p1#m0>"),
        ("kg:sentence <p1#s0>", "kg:sentence <p1>"),
    ],
    "annotation-of": [
        ("oa:hasBody <accuracy>", "oa:hasBody <p1>"),
        ("kg:role kg:reports ;", ""),
        ("", "<p1#b1> kg:role kg:uses ."),
    ],
    "annotation-without-link": [("kg:reports <accuracy>", "skos:related <accuracy>")],
    "annotation-without-source": [("oa:hasBody <st-applied>", "oa:hasBody <st-broader>")],
    "annotation-outside-sentence": [
        ("kg:sentence <p1#s0>", "kg:sentence <p1#s1>"),
        ("oa:hasTarget <p1#m2>", "oa:hasTarget <p1#m3>"),
    ],
    # the rest
    "paper-graph-topic": [("foaf:primaryTopic <p1>", "foaf:primaryTopic <dataset>")],
    "dataset-title": [('"Example"@en', '"Example"@en, "Examples"@en'), ('"Example"@en', "<title>")],
    "dataset-triples": [("void:triples 200", 'void:triples "many"')],
    "dataset-time": [('"2025-01-01T00:00:00Z"^^xsd:dateTime', '"last year"'), ("^^xsd:dateTime", "")],
    "file-sha256": [('kg:sha256 "0f', 'kg:sha256 "0F'), ('kg:sha256 "0f', 'kg:sha256 "')],
    "term-unknown": [("kg:comparesWith", "kg:compareswith"), ("", "<m> a kg:Model ."), ("", "<p1> kg:title 'x' .")],
}


@pytest.fixture(scope="module")
def shapes():
    return load_shapes()


@pytest.fixture
def check(shapes):
    """Give the violations of a graph in Turtle."""

    def call(turtle):
        store = ox.Store()
        store.load(turtle.encode(), ox.RdfFormat.TURTLE)
        steps = [*query_steps(store, shapes.queries), *core_steps(store, shapes.core)]
        return [violation for step in steps for violation in step()]

    return call


def spoilt(old, new):
    if not old:
        return f"{EXAMPLE}\n{new}\n"
    assert old in EXAMPLE
    return EXAMPLE.replace(old, new, 1)


def test_the_example_conforms(check):
    assert check(EXAMPLE) == []


def test_every_rule_has_a_case(shapes):
    named = {rule_name(shape) for shape in shapes.core.subjects(SH.message)}
    assert named | {query.rule for query in shapes.queries} == set(CASES)


@pytest.mark.parametrize(("rule", "old", "new"), [(rule, *case) for rule, cases in CASES.items() for case in cases])
def test_each_rule_finds_what_it_is_for(check, rule, old, new):
    found = [violation for violation in check(spoilt(old, new)) if violation.rule == rule]
    assert found
    for violation in found:
        assert violation.message.count(". ") >= 1  # what is wrong, then what to do
        assert "{" not in violation.message


def alone(turtle, shapes):
    """The results of pySHACL alone: rule, node, path, value."""
    data = rdflib.Graph().parse(data=turtle, format="turtle")
    _, results, _ = pyshacl.validate(data, shacl_graph=shapes)
    for result in results.subjects(RDF.type, SH.ValidationResult):
        shape = results.value(result, SH.sourceConstraint) or results.value(result, SH.sourceShape)
        places = (results.value(result, name) for name in (SH.focusNode, SH.resultPath, SH.value))
        yield (rule_name(shape), *map(_plain, places))


def ours(violations):
    return {
        (one.rule, *(_plain(from_n3(part) if part else None) for part in (one.node, one.path, one.value)))
        for one in violations
    }


def _plain(term):
    """A term without what differs between parsers and stores: names of blank nodes, spelling of numbers."""
    if isinstance(term, rdflib.BNode):
        return "_:"
    return str(term.toPython()) if isinstance(term, rdflib.Literal) and not term.language else written(term)


@pytest.mark.parametrize("rule", sorted(str(rule_name(name)) for name in SHAPES.objects(None, SH.sparql)))
def test_pyshacl_alone_answers_each_query_the_same(check, rule):
    """That $this is free and the engine another makes no difference."""
    shapes, name = rdflib.Graph(), rdflib.URIRef(NAMESPACE + rule)
    for shape in SHAPES.subjects(SH.sparql, name):
        shapes += SHAPES.triples((shape, None, None))
    shapes.remove((None, SH.sparql, None))
    shapes.add((shape, SH.sparql, name))
    for triple in SHAPES:
        if triple[0] not in set(SHAPES.subjects(SH.sparql)) and triple[1] not in {SH.targetClass, SH.targetSubjectsOf}:
            shapes.add(triple)
    turtle = spoilt(*CASES[rule][0])
    found = ours(violation for violation in check(turtle) if violation.rule == rule)
    assert found == set(alone(turtle, shapes))
    assert found


@pytest.mark.parametrize("piece", [7, 10_000])
def test_pyshacl_alone_finds_the_same_in_the_whole_as_we_in_pieces(shapes, piece):
    additions = [new for rule, cases in CASES.items() for old, new in cases if not old]
    turtle = "\n".join([EXAMPLE, *additions])
    store = ox.Store()
    store.load(turtle.encode(), ox.RdfFormat.TURTLE)
    found = ours(violation for step in core_steps(store, shapes.core, piece=piece) for violation in step())
    assert found == set(alone(turtle, shapes.core))
    assert len({rule for rule, *_ in found}) > 15


def test_shapes_keep_to_what_the_pieces_and_the_other_engine_need():
    """Targets, paths and values as the head of the file promises."""
    for shape in {*SHAPES.subjects(SH.targetClass), *SHAPES.subjects(SH.targetSubjectsOf)}:
        constraints = set(SHAPES.predicates(shape)) - {RDF.type, SH.targetClass, SH.targetSubjectsOf}
        if SH.sparql in constraints:
            assert constraints == {SH.sparql}
        assert not constraints & {SH.node, SH.property, SH.equals, SH.xone, SH["or"], SH["not"], SH["and"]}
        path = SHAPES.value(shape, SH.path)
        assert path is None or isinstance(path, rdflib.URIRef)
    for way in (SH.targetNode, SH.targetObjectsOf, SH.target, SH.qualifiedValueShape):
        assert not list(SHAPES.triples((None, way, None)))
    for select in SHAPES.objects(None, SH.select):
        assert not any(word in select for word in ("MINUS", "VALUES", "SERVICE"))  # not allowed in shapes


def test_shapes_know_the_terms_of_the_ontology(shapes):
    ontology = rdflib.Graph().parse(ontology_file("kg.ttl"))
    terms = {str(term).removeprefix(ONTOLOGY_IRI) for term in ontology.subjects() if str(term).startswith(ONTOLOGY_IRI)}
    (select,) = (query.select for query in shapes.queries if query.rule == "term-unknown")
    known = {
        word.strip(" \n),").removeprefix("kg:") for word in select.split("NOT IN (", 1)[1].split() if "kg:" in word
    }
    assert known == terms
