import pyoxigraph as ox

from kg.export.rdf.description import Description, about, triples_of
from kg.export.rdf.terms import named, text

SUBJECT = named("kg:x")


def test_what_is_given_twice_counts_once_in_its_first_place():
    found = about(SUBJECT, ("rdfs:label", [text("b"), text("a"), text("b")]), ("rdf:type", [named("kg:Task")]))
    assert found == (SUBJECT, {"rdfs:label": [text("b"), text("a")], "rdf:type": [named("kg:Task")]})


def test_a_property_given_twice_has_all_its_objects_in_one_place():
    found = about(
        SUBJECT, ("dc:source", [text("a")]), ("rdf:type", [named("kg:Task")]), ("dc:source", [text("b"), text("a")])
    )
    assert list(found.values) == ["dc:source", "rdf:type"]
    assert found.values["dc:source"] == [text("a"), text("b")]


def test_a_property_without_objects_is_not_there():
    assert about(SUBJECT, ("rdf:type", []), ("dc:source", ())) == Description(SUBJECT, {})


def test_triples_come_subject_by_subject():
    first = about(SUBJECT, ("rdf:type", [named("kg:Task"), named("kg:Method")]))
    second = about(named("kg:y"), ("rdfs:label", [text("y")]))
    assert list(first.triples()) == [
        ox.Triple(SUBJECT, named("rdf:type"), named("kg:Task")),
        ox.Triple(SUBJECT, named("rdf:type"), named("kg:Method")),
    ]
    assert list(triples_of([first, second])) == [*first.triples(), *second.triples()]
