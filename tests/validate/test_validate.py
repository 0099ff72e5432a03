"""The validator on files as people have them."""

import gzip
import logging

import pyoxigraph as ox
import pytest

from kg.errors import InputError
from kg.resources import ontology_file
from kg.validate import Violation, validate
from kg.validate.report import ValidationReport, shown
from tests.ontology.example import EXAMPLE, PREFIXES
from tests.timing import assert_linear

WRONG_QUOTE = EXAMPLE.replace('oa:exact "ResNet"', 'oa:exact "ResNets"')


@pytest.fixture
def file(tmp_path):
    """Write a text as a file of this name."""

    def write(name, text=EXAMPLE):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def converted(text, syntax):
    quads = list(ox.parse(text, format=ox.RdfFormat.TURTLE))
    return ox.serialize((quad.triple for quad in quads), format=syntax)


def test_what_is_wrong_is_told(file):
    (violation,) = validate(file("a.ttl", WRONG_QUOTE)).violations
    assert violation == Violation(
        rule="span-quote",
        message='From 29 to 35 the text reads "ResNet". Correct the quote, or oa:start and oa:end, which count Unicode '
        "code points from 0.",
        node="<https://example.org/p1#m2>",
        path="<http://www.w3.org/ns/oa#exact>",
        value='"ResNets"',
    )


@pytest.mark.parametrize(
    ("name", "syntax"),
    [
        ("a.nt", ox.RdfFormat.N_TRIPLES),
        ("a.rdf", ox.RdfFormat.RDF_XML),
        ("a.jsonld", ox.RdfFormat.JSON_LD),
        ("a.nq", ox.RdfFormat.N_QUADS),
    ],
)
def test_every_syntax_gives_the_same(tmp_path, file, name, syntax):
    expected = validate(file("a.ttl", WRONG_QUOTE))
    (tmp_path / name).write_bytes(converted(WRONG_QUOTE, syntax))
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress((tmp_path / name).read_bytes()))
    assert validate(tmp_path / name) == validate([packed]) == expected


def test_named_graphs_are_taken_together_and_a_triple_in_two_counts_once(tmp_path):
    store = ox.Store()
    for quad in ox.parse(EXAMPLE, format=ox.RdfFormat.TURTLE):
        for graph in ("https://example.org/g1", "https://example.org/g2"):
            store.add(ox.Quad(*quad.triple, ox.NamedNode(graph)))
    store.dump(str(tmp_path / "a.trig"), ox.RdfFormat.TRIG)
    report = validate(tmp_path / "a.trig")
    assert report.conforms
    assert report.triples == len(store) / 2


def test_files_are_one_graph(file):
    """A paper in one file, its concepts in another."""
    head, tail = EXAMPLE.split("<p1> a kg:Paper", 1)
    concepts, papers = file("concepts.ttl", head), file("papers.ttl", PREFIXES + "<p1> a kg:Paper" + tail)
    assert not validate(papers).conforms
    assert validate([papers, concepts]).conforms


def test_blank_nodes_of_two_files_stay_apart(file):
    concept = PREFIXES + '_:a a kg:Task ; skos:prefLabel "{}"@en .'
    report = validate([file("a.ttl", concept.format("one")), file("b.ttl", concept.format("two"))])
    assert [violation.rule for violation in report.violations] == ["concept-iri", "concept-iri"]


def test_folders_of_exports_and_stores(tmp_path, file):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "graph.ttl").write_text(EXAMPLE, encoding="utf-8")
    expected = validate(tmp_path / "out")
    store = ox.Store(str(tmp_path / "store"))
    store.load(EXAMPLE.encode(), ox.RdfFormat.TURTLE)
    store.flush()
    del store
    assert validate(tmp_path / "store") == expected
    assert expected.conforms


def test_the_vocabulary_conforms():
    assert validate(ontology_file("vocabulary.ttl")).to_text().startswith("conforms")


def test_data_about_something_else_is_no_success(file):
    with pytest.raises(InputError, match="1 triples, none of them about a paper or concept"):
        validate(file("a.ttl", "<https://example.org/a> a <https://example.org/B> ."))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("broken.ttl", "<a> <b> "),
        ("broken.jsonld", '{"@context": "https://example.org/context.jsonld", "name": "x"}'),
        ("broken.nt.gz", "no gzip"),
        ("graph.txt", EXAMPLE),
    ],
)
def test_unreadable_files_are_named(file, name, text):
    with pytest.raises(InputError, match=name):
        validate(file(name, text))


def test_a_triple_term_is_refused(tmp_path):
    term = ox.Triple(*[ox.NamedNode("https://example.org/a")] * 3)
    quad = ox.Quad(ox.NamedNode("https://example.org/a"), ox.NamedNode("https://example.org/b"), term)
    (tmp_path / "a.nt").write_bytes(ox.serialize([quad.triple], format=ox.RdfFormat.N_TRIPLES))
    with pytest.raises(InputError, match="Reify"):
        validate(tmp_path / "a.nt")


@pytest.mark.parametrize(
    "value",
    [
        f'"{"9" * 5000}"^^xsd:integer',
        '"not a number"^^xsd:decimal',
        '"<a><b></a>"^^rdf:XMLLiteral',
        '"\\u202E{?this} $this\\n"',
        '"x"@en-x-private',
        "<https://example.org/%00'>",
        "[]",
    ],
)
def test_hostile_values_are_reported_and_nothing_else(file, caplog, capfd, value):
    spoilt = EXAMPLE.replace("kg:support 1 ;", f"kg:support {value} ;", 1).replace(
        "oa:start 11 ;", f"oa:start {value} ;", 1
    )
    with caplog.at_level(logging.DEBUG):
        report = validate(file("a.ttl", spoilt))
    assert {"statement-support-count", "statement-support"} & {one.rule for one in report.violations}
    assert all(line.isprintable() for line in report.to_text().splitlines())
    assert capfd.readouterr() == ("", "")


def test_the_same_input_gives_the_same_report(file):
    spoilt = EXAMPLE.replace("kg:sentence <p1#s1>", "kg:sentence <p1#s0>").replace("skos:prefLabel", "skos:altLabel")
    lines = PREFIXES + "\n".join(reversed(converted(spoilt, ox.RdfFormat.N_TRIPLES).decode().splitlines()))
    assert validate(file("a.ttl", spoilt)) == validate(file("b.ttl", lines))


def test_time_is_linear_in_the_size(tmp_path):
    """Papers that share their concepts, as large graphs do: what is compared pair by pair shows."""

    def run(copies):
        paper = EXAMPLE[EXAMPLE.index("<p1> a kg:Paper") :]
        more = (paper.replace("<p1", f"<q{n}").replace("<st-", f"<st{n}-") for n in range(copies))
        text = EXAMPLE + "".join(more)
        path = tmp_path / f"{copies}.ttl"
        path.write_text(text, encoding="utf-8")
        assert validate(path).conforms

    run(1)
    assert_linear(run, 20, 80)


def test_text_groups_nodes_by_message_and_counts_what_it_leaves_out():
    found = tuple(Violation("rule-a", "No. Do.", f"<https://example.org/{n}>") for n in range(3))
    other = Violation("rule-b", "Not. Do so.", "_:b", "<http://www.w3.org/2004/02/skos/core#altLabel>", '"a\\nb"@en')
    report = ValidationReport(triples=1234, violations=(*found, other))
    assert report.to_text(limit=2).splitlines() == [
        "rule-a: No. Do.",
        "    <https://example.org/0>",
        "    <https://example.org/1>",
        "    … and 1 more",
        "rule-b: Not. Do so.",
        '    _:b skos:altLabel "a\\nb"@en',
        "does not conform: 4 violations of 2 rules in 1,234 triples",
    ]
    assert ValidationReport(triples=5, violations=()).to_text() == "conforms: 5 triples"


def test_long_texts_are_cut():
    assert len(shown(ox.Literal("word " * 1000, language="en"))) < 110
