import csv
import io
import json
import sys
import threading
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.query import KnowledgeGraph
from kg.sparql import (
    EngineError,
    Format,
    QueryForm,
    QuerySyntaxError,
    QueryTimeoutError,
    RefusedQueryError,
    ResultTooLargeError,
    connect,
    connect_graph,
)

LABELS = "SELECT ?label { ?method a kg:Method ; skos:prefLabel ?label } ORDER BY ?label"
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l FILTER (STR(?a) > STR(?l)) }"


def labels(answer):
    return [row["label"].value for row in answer]


def test_select_gives_rows_as_often_as_asked(connection):
    answer = connection.query(LABELS)
    assert (answer.form, answer.variables, answer.boolean, answer.truncated) == (
        QueryForm.SELECT,
        ("label",),
        None,
        False,
    )
    assert {"Adam", "C++", "α-CROWN"} <= set(labels(answer))
    assert labels(answer) == labels(answer)


def test_rows_outlive_the_name_of_their_answer(connection):
    assert next(connection.query(LABELS).rows())["label"] is not None


def test_ask(connection):
    assert connection.query("ASK { <concept/Adam> a kg:Method }").boolean is True
    assert connection.query("ASK { <concept/Adam> a kg:Task }").boolean is False


def test_construct_gives_triples(connection):
    answer = connection.query("CONSTRUCT { ?a kg:uses ?b } WHERE { ?a kg:uses ?b }")
    assert {triple.predicate.value for triple in answer} == {"https://w3id.org/kg-papers/ontology#uses"}
    assert sum(1 for _ in answer.triples()) == 2
    with pytest.raises(ValueError, match="has no rows"):
        answer.rows()


def test_describe(connection):
    subjects = {triple.subject.value for triple in connection.query("DESCRIBE <concept/Adam>")}
    assert subjects == {"https://w3id.org/kg-papers/concept/Adam"}


def test_all_formats_of_rows_hold_the_same(connection):
    bodies = {form: connection.query(LABELS, format=form).read() for form in Format.for_form(QueryForm.SELECT)}
    expected = labels(connection.query(LABELS))
    found = json.loads(bodies[Format.JSON])["results"]["bindings"]
    assert [row["label"]["value"] for row in found] == expected
    literals = ET.fromstring(bodies[Format.XML]).iter("{http://www.w3.org/2005/sparql-results#}literal")
    assert [literal.text for literal in literals] == expected
    assert [row[0] for row in csv.reader(io.StringIO(bodies[Format.CSV].decode()))] == ["label", *expected]
    tsv = ox.parse_query_results(bodies[Format.TSV], ox.QueryResultsFormat.TSV)
    assert [row["label"].value for row in tsv] == expected


def test_all_formats_of_triples_hold_the_same(connection):
    query = "CONSTRUCT WHERE { ?s skos:prefLabel ?o }"
    graphs = []
    for form in Format.for_form(QueryForm.CONSTRUCT):
        body = connection.query(query, format=form).read()
        graphs.append({str(quad.triple) for quad in ox.parse(body, form.for_triples)})
    assert len(graphs[0]) == 10
    assert all(graph == graphs[0] for graph in graphs)


def test_turtle_is_the_same_each_time(exports):
    bodies = set()
    for _ in range(2):
        with connect(exports) as opened:
            bodies.add(opened.query("CONSTRUCT WHERE { ?s skos:prefLabel ?o }", format=Format.TURTLE).read())
    assert len(bodies) == 1


def test_a_format_that_does_not_suit_the_form(connection):
    with pytest.raises(QuerySyntaxError, match="ASK has no result in ttl"):
        connection.query("ASK {}", format=Format.TURTLE)


def test_rows_are_cut_off_and_that_is_said(connection):
    whole = labels(connection.query(LABELS))
    cut = connection.query(LABELS, max_rows=2)
    assert (labels(cut), cut.truncated) == (whole[:2], True)
    exact = connection.query(LABELS, max_rows=len(whole), format=Format.XML)
    assert (labels(exact), exact.truncated) == (whole, False)
    assert connection.query("SELECT ?x ?y { VALUES (?x ?y) { (UNDEF UNDEF) (1 UNDEF) } }", max_rows=1).truncated
    triples = connection.query("CONSTRUCT WHERE { ?s skos:prefLabel ?o }", max_rows=3)
    assert (sum(1 for _ in triples), triples.truncated) == (3, True)


def test_a_result_that_is_too_large_is_none(connection):
    with pytest.raises(ResultTooLargeError, match="more than 1,000 bytes"):
        connection.query("SELECT * { ?s ?p ?o }", max_bytes=1000)
    assert connection.query("ASK {}").boolean


@given(st.text(max_size=40))
@settings(max_examples=50)
def test_a_parameter_is_a_term_whatever_stands_in_it(connection, text):
    text = text.encode("utf-8", "ignore").decode()
    with connection.query("SELECT ?text (STRLEN(?text) AS ?n) { }", params={"text": text}) as answer:
        (row,) = answer.rows()
    assert row["text"] == ox.Literal(text)


@pytest.mark.parametrize(
    "hostile",
    ['x" } ; DROP ALL #', "'''", '"""', "\\", "?o }", "<http://e/>", "} UNION { ?s ?p ?text", "\u0000", "a\nb\r\t"],
)
def test_parameters_cannot_break_out(connection, rdflib_connection, hostile):
    query = "SELECT ?text { ?concept skos:prefLabel ?any BIND (?text AS ?same) }"
    for engine in (connection, rdflib_connection):
        found = {row["text"].value for row in engine.query(query, params={"text": hostile})}
        assert found == {hostile}
    assert list(connection.query("SELECT ?text { ?concept rdfs:label ?text }", params={"text": hostile}).rows()) == []


def test_a_parameter_that_the_query_does_not_give(connection, rdflib_connection):
    for engine in (connection, rdflib_connection):
        with pytest.raises(QuerySyntaxError, match=r"does not give \?y"):
            engine.query("SELECT ?x { ?x ?p 1 }", params={"y": 1})


def test_a_parameter_is_refused_where_its_value_would_not_be_seen(connection, rdflib_connection):
    query = "CONSTRUCT { ?c skos:notation ?least } { ?c kg:support ?n FILTER (?n >= ?least) }"
    for opened in (connection, rdflib_connection):
        with pytest.raises(QuerySyntaxError, match="Ask with SELECT"):
            opened.query(query, params={"least": 1})
    with pytest.raises(QuerySyntaxError, match=r"No triple pattern has \?x"):
        connection.query("ASK { ?s ?p ?o }", params={"x": 1})


def test_relative_iris_are_relative_to_the_data_or_what_is_given(connection):
    assert connection.base == "https://w3id.org/kg-papers/"
    assert connection.query("ASK { <concept/Adam> ?p ?o }").boolean
    assert not connection.query("ASK { <concept/Adam> ?p ?o }", base_iri="https://example.org/").boolean


@pytest.mark.parametrize("query", ["SELECT ?x { ?x nope:y 1 }", "SELECT { }", "ASK { ?s ?p ?o", "ASK {} ; DROP ALL"])
def test_syntax_errors(connection, query):
    with pytest.raises(QuerySyntaxError):
        connection.query(query)
    assert connection.query("ASK {}").boolean


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("SELECT *\nWHERE { ?s ?p", r"line 2, column 14: something is missing\."),
        ("SELECT * { ?s ?p ?o } LIMIT many", r"line 1, column 29, 'many': does not fit\."),
        ("SELECT ?x { ?x nope:y 1 }", "column 22 before '1 }': Prefix not found"),
    ],
)
def test_syntax_errors_say_where_and_why(connection, query, reason):
    with pytest.raises(QuerySyntaxError, match=reason):
        connection.query(query)


def test_nothing_is_fetched(connection, rdflib_connection, tmp_path):
    file = tmp_path / "secret.ttl"
    file.write_text("<urn:s> <urn:p> 'secret' .", encoding="utf-8")
    for engine in (connection, rdflib_connection):
        with pytest.raises(RefusedQueryError, match="holds no graph <file://"):
            engine.query(f"SELECT * FROM <{file.as_uri()}> {{ ?s ?p ?o }}")
    with pytest.raises(RefusedQueryError, match="holds no graph"):
        connection.query("ASK {}", default_graphs=["http://example.org/"])


def test_a_query_is_stopped_when_its_time_is_over_and_the_next_is_answered(fresh):
    start = time.monotonic()
    with pytest.raises(QueryTimeoutError, match=r"longer than 0.5 seconds and was stopped"):
        fresh.query(ENDLESS, time_limit=0.5)
    assert time.monotonic() - start < 15
    assert fresh.query("ASK { ?s ?p ?o }").boolean


def test_a_query_can_be_cancelled(fresh):
    cancelled = threading.Event()
    threading.Timer(0.3, cancelled.set).start()
    with pytest.raises(QueryTimeoutError, match="was cancelled"):
        fresh.query(ENDLESS, cancelled=cancelled)
    assert fresh.query("ASK { ?s ?p ?o }").boolean


def test_an_engine_that_fails_is_replaced(fresh):
    deep = 200_000
    with pytest.raises((EngineError, QuerySyntaxError)):
        fresh.query("SELECT * " + "{" * deep + "}" * deep)
    assert fresh.query("ASK { ?s ?p ?o }").boolean


def test_a_process_that_cannot_be_started(exports, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    with pytest.raises(EngineError, match="No process can be started"):
        connect(exports)


def test_memory_is_limited(graph):
    many = "SELECT ?a ?d ?g { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?a ?d ?g"
    with connect_graph(graph, max_memory=100 << 20) as opened:
        with pytest.raises(EngineError, match="more memory than allowed"):
            opened.query(many, time_limit=60)
        assert opened.query("ASK { ?s ?p ?o }").boolean


def test_threads_share_a_connection(exports):
    with connect(exports, workers=2) as opened, ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: labels(opened.query(LABELS)), range(8)))
    assert "Adam" in found[0]
    assert all(rows == found[0] for rows in found)


def test_waiting_for_a_free_worker_counts(fresh):
    started = threading.Event()

    def occupy():
        started.set()
        with pytest.raises(QueryTimeoutError):
            fresh.query(ENDLESS, time_limit=4)

    thread = threading.Thread(target=occupy)
    thread.start()
    started.wait()
    time.sleep(0.5)
    with pytest.raises(QueryTimeoutError, match="No worker was free"):
        fresh.query("ASK {}", time_limit=0.2)
    thread.join()
    assert fresh.query("ASK {}").boolean


def test_a_closed_connection(graph):
    opened = connect_graph(graph)
    opened.close()
    opened.close()
    with pytest.raises(EngineError):
        opened.query("ASK {}")


def test_large_results_go_through_a_file(connection):
    query = "SELECT * { ?a ?b ?c . ?d ?e ?f }"
    with connection.query(query, format=Format.TSV, max_rows=60_000) as answer:
        assert answer.size > 8 << 20
        assert sum(len(chunk) for chunk in answer.chunks()) == answer.size
        assert answer.read().count(b"\n") == 60_001


def test_a_loaded_graph_answers_too(graph):
    loaded = KnowledgeGraph(graph)
    query = "SELECT ?paper ?name { ?paper kg:introduces [ skos:prefLabel ?name ] } ORDER BY ?name"
    found = [
        row["paper"].value.rpartition("/")[2]
        for row in loaded.sparql(query, params={"name": ox.Literal("GrokNet", language="en")})
    ]
    assert found == ["000-01"]
