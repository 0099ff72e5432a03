"""The named queries, against answers worked out from the NetworkX graph in another way, and against rdflib."""

import re
from collections import Counter

import pyoxigraph as ox
import pytest

import kg
from kg.errors import AmbiguousNameError, UnknownNameError
from kg.sparql import QuerySyntaxError, connect, named_queries, named_query
from kg.sparql.errors import UnknownQueryError
from kg.sparql.named import parse_query

LIKE_FIRST = {"paper": "000-01"}
PARAMETERS = {
    "authors-on-concept": [{"concept": "gradient descent"}, {"concept": "adaptive moment estimation"}],
    "benchmarks-of-task": [{}, {"task": "neural network verification"}],
    "built-from": [{}],
    "compared-with": [{}, {"method": "GrokNet"}, {"other": "C++"}],
    "concepts-of-paper": [LIKE_FIRST],
    "evidence": [{"concept": "Adam"}],
    "family-uses": [{"family": "gradient descent"}],
    "introduced-for-task": [{}, {"task": "neural network verification"}],
    "introduced-in": [{}, {"concept": "Tiny.Bench"}],
    "like-paper": [LIKE_FIRST],
    "methods-with": [{"method": "Adam"}],
    "methods-of-task": [{"task": "neural network verification"}],
    "metrics-of-task": [{}],
    "most-tasks": [{}],
    "names": [{"concept": "GROKNETS"}],
    "narrower": [{"concept": "gradient descent"}],
    "outperforms": [{}, {"method": "GrokNet"}, {"other": "C++"}],
    "papers-by-year": [{}],
    "rising": [{}, {"year": "2025"}],
    "strongest-statements": [{}, {"least": "1"}, {"least": 1, "relation": "basedOn"}, {"concept": "Tiny.Bench"}],
    "tasks-without-benchmark": [{}],
    "two-types": [{}],
    "used-together": [{}, {"method": "Adam"}],
}
NUMBERS = {"integer", "decimal", "nonNegativeInteger"}


def plain(term):
    if isinstance(term, ox.Literal):
        kind = term.datatype.value.rpartition("#")[2]
        return float(term.value) if kind in NUMBERS else term.value
    return None if term is None else term.value.removeprefix("https://w3id.org/kg-papers/")


def rows(connection, name, params=None, columns=None):
    with connection.ask_named(name, params or {}) as answer:
        return [tuple(plain(row[column]) for column in columns or answer.variables) for row in answer.rows()]


def test_there_are_enough_and_each_is_tried():
    names = [query.name for query in named_queries()]
    assert len(names) >= 15
    assert set(names) == set(PARAMETERS)


@pytest.mark.parametrize("query", named_queries(), ids=lambda query: query.name)
def test_each_says_what_it_answers_and_runs_as_it_is(query, connection):
    assert re.fullmatch(r"[A-Z].+\?", query.question)
    assert {parameter.name for parameter in query.parameters} >= set(query.example)
    store = ox.Store()  # without any default prefixes, as in another tool
    given = store.query(query.text)
    names = {variable.value for variable in given.variables}
    assert names >= {parameter.name for parameter in query.parameters}
    assert "ORDER BY" in query.text


@pytest.mark.parametrize(("name", "params"), [(name, params) for name in PARAMETERS for params in PARAMETERS[name]])
def test_both_engines_give_the_same(name, params, connection, rdflib_connection):
    assert rows(connection, name, params) == rows(rdflib_connection, name, params)


@pytest.mark.parametrize("query", named_queries(), ids=lambda query: query.name)
def test_the_examples_have_answers_on_the_seeds(query, seeds):
    if query.name in {"authors-on-concept", "two-types", "used-together", "rising", "outperforms"}:
        pytest.skip("the seeds name no authors, and the others depend on what a tagger makes of them")
    params = dict(query.example)
    if any(parameter.name == "paper" for parameter in query.parameters):
        params["paper"] = "000_7c551897c6610526-02"
    if query.name == "methods-of-task":
        params["task"] = rows(seeds, "introduced-for-task", columns=["taskLabel"])[0][0]
    assert rows(seeds, query.name, params)


# What the graph made by hand holds, by question.


def test_introduced_for_task(connection):
    found = rows(connection, "introduced-for-task", columns=["taskLabel", "methodLabel", "paper", "year"])
    assert found == [("neural network verification", "GrokNet", "paper/000-01", "2025")]


def test_benchmarks_of_task(connection):
    found = rows(connection, "benchmarks-of-task", columns=["taskLabel", "benchmarkLabel", "papers"])
    assert found == [("neural network verification", "Tiny.Bench", 1)]


def test_compared_with(connection):
    found = rows(connection, "compared-with", columns=["methodLabel", "otherLabel", "papers"])
    assert ("GrokNet", "α-CROWN", 1) in found
    assert len(found) == 2
    assert rows(connection, "compared-with", {"method": "GrokNet"}, ["otherLabel"]) == [("α-CROWN",)]


def test_evidence_quotes_the_sentences(connection):
    found = rows(connection, "evidence", {"concept": "Adam"}, ["role", "sentence", "confidence"])
    assert found == [
        (
            "ontology#uses",
            "GrokNet builds on Adam, a kind of gradient descent, and is applied to neural network verification.",
            0.875,
        ),
        ("ontology#uses", "GrokNet: Adam-style verification for C++", 0.875),
    ]


def test_families(connection):
    assert rows(connection, "narrower", {"concept": "gradient descent"}, ["narrowerLabel", "papers"]) == [("Adam", 1)]
    found = rows(connection, "family-uses", {"family": "gradient descent"}, ["taskLabel", "papers", "members"])
    assert found == [("neural network verification", 1, 1)]


def test_methods_with_one(connection, rdflib_connection):
    for opened in (connection, rdflib_connection):
        # Used, compared with or more general than what is used: in whatever role, but tasks and benchmarks are left out.
        found = rows(opened, "methods-with", {"method": "GrokNet"}, ["otherLabel", "papers"])
        assert found == [("Adam", 1), ("C++", 1), ("gradient descent", 1), ("α-CROWN", 1)]


def test_names_tell_the_ambiguous_ones_too(tmp_path):
    path = tmp_path / "names.ttl"
    path.write_text(
        "@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix kg: <https://w3id.org/kg-papers/ontology#> ."
        '<urn:a> a kg:Method ; kg:ambiguousLabel "DA"@en ; skos:altLabel "adapting"@en ; skos:prefLabel "adaptation"@en .',
        encoding="utf-8",
    )
    with connect(path) as opened:
        assert [name for (name,) in rows(opened, "names", {"concept": "DA"}, ["name"])] == [
            "adaptation",
            "adapting",
            "DA",
        ]


def test_rising_says_in_which_year(seeds):
    years = {year for (year,) in rows(seeds, "rising", columns=["inYear"])}
    assert years == {float(max(year for year, *_ in rows(seeds, "papers-by-year")))}
    assert rows(seeds, "rising", {"year": 1900}) == []


def test_two_types(connection):
    found = rows(connection, "two-types", columns=["conceptLabel", "type", "otherType", "papers"])
    assert found == [
        ("C++", "ontology#Method", "ontology#Benchmark", 2),
        ("C++", "ontology#Method", "ontology#Task", 2),
    ]


def test_strongest_statements(connection):
    columns = ["conceptLabel", "relation", "otherLabel", "papers"]
    strongest = ("Tiny.Bench", "ontology#benchmarkFor", "neural network verification", 2)
    assert rows(connection, "strongest-statements", columns=columns) == [strongest]
    all_of_them = rows(connection, "strongest-statements", {"least": 1}, columns)
    assert all_of_them[0] == strongest
    assert len(all_of_them) == 8
    based = rows(connection, "strongest-statements", {"least": 1, "relation": "kg:basedOn"}, columns)
    assert based == [("GrokNet", "ontology#basedOn", "Adam", 1)]


def test_like_paper_counts_rare_concepts_more(connection):
    found = rows(connection, "like-paper", LIKE_FIRST, ["otherLabel", "shared", "likeness"])
    # The untitled paper shares three concepts that no other has; the other paper shares C++ alone.
    assert [(shared, likeness) for _, shared, likeness in found] == [(3, 1.5), (1, 0.5)]


def test_rising(connection):
    found = rows(connection, "rising", {"year": 2025}, ["conceptLabel"])
    assert found == []  # no concept is in two papers of that year


def test_tasks_without_benchmark(connection, tmp_path):
    assert rows(connection, "tasks-without-benchmark") == []
    assert rows(connection, "metrics-of-task", columns=["metricLabel", "papers"]) == [("F1@10", 1)]


# The same from NetworkX, on the seeds: it holds whatever a tagger makes of them.


@pytest.fixture(scope="module")
def seeds_graph():
    return kg.load("exports").nx


def linked(graph, *links):
    """Concepts by paper."""
    found = {node: set() for node, kind in graph.nodes(data="kind") if kind == "paper"}
    for paper, concept, link in graph.edges(keys=True):
        if paper in found and (not links or link in links):
            found[paper].add(concept)
    return found


def test_counts_of_pairs_on_the_seeds(seeds, seeds_graph):
    tasks, benchmarks, uses = (linked(seeds_graph, link) for link in ("addresses", "evaluatesOn", "uses"))
    pairs = Counter((task, other) for paper in tasks for task in tasks[paper] for other in benchmarks[paper])
    assert {
        (a, b): n for a, b, n in rows(seeds, "benchmarks-of-task", columns=["task", "benchmark", "papers"])
    } == pairs
    together = Counter((a, b) for paper in uses for a in uses[paper] for b in uses[paper] if a != b)
    expected = {pair: n for pair, n in together.items() if n > 1}
    assert {(a, b): n for a, b, n in rows(seeds, "used-together", columns=["method", "other", "papers"])} == expected


def test_tasks_without_benchmark_on_the_seeds(seeds, seeds_graph):
    tasks, benchmarks = linked(seeds_graph, "addresses"), linked(seeds_graph, "evaluatesOn")
    with_one = {task for paper in tasks if benchmarks[paper] for task in tasks[paper]}
    with_one |= {tail for _, tail, relation in seeds_graph.edges(keys=True) if relation == "benchmarkFor"}
    counts = Counter(task for paper in tasks for task in tasks[paper] if task not in with_one)
    assert dict(rows(seeds, "tasks-without-benchmark", columns=["task", "papers"])) == counts


def test_likeness_on_the_seeds(seeds, seeds_graph):
    concepts = linked(seeds_graph)
    frequency = Counter(concept for paper in concepts for concept in concepts[paper])
    paper = max(sorted(concepts), key=lambda node: len(concepts[node]))
    expected = {
        other: (len(shared), round(sum(1 / frequency[concept] for concept in shared), 3))
        for other in concepts
        if other != paper and (shared := concepts[paper] & concepts[other])
    }
    found = rows(seeds, "like-paper", {"paper": paper}, ["other", "shared", "likeness"])
    assert {other: (shared, pytest.approx(likeness, abs=0.0011)) for other, shared, likeness in found} == expected
    assert [row[2] for row in found] == sorted((row[2] for row in found), reverse=True)


def test_statements_on_the_seeds(seeds, seeds_graph):
    expected = {
        (head, tail, relation): len({one["paper"] for one in data["statements"]})
        for head, tail, relation, data in seeds_graph.edges(keys=True, data=True)
        if data.get("statements")
    }
    columns = ["concept", "other", "relation", "papers"]
    found = {
        (head, tail, relation.rpartition("#")[2]): papers
        for head, tail, relation, papers in rows(seeds, "strongest-statements", {"least": 1}, columns)
    }
    assert found == expected


# Names of parameters and their values.


def test_values_are_looked_up(connection):
    for name in ("Adam", "adaptive moment estimation", "ADAM", "concept/Adam", "<concept/Adam>"):
        assert rows(connection, "names", {"concept": name}, ["concept"])[0] == ("concept/Adam",)
    for name in ("000-01", "GrokNet: Adam-style verification for C++", "paper/000-01"):
        assert rows(connection, "concepts-of-paper", {"paper": name}, ["paper"])[0] == ("paper/000-01",)
    assert rows(connection, "names", {"concept": ox.NamedNode(connection.base + "concept/Adam")})


def test_hostile_names_are_only_names(connection):
    for name in ('x" } ; DROP ALL #', '"', "\\", "' OR 1=1"):
        with pytest.raises(UnknownNameError):
            connection.ask_named("names", {"concept": name})


def test_unknown_and_ambiguous_names(connection, tmp_path):
    with pytest.raises(UnknownNameError, match="Did you mean: concept/gradient_descent"):
        connection.ask_named("names", {"concept": "gradient"})
    with pytest.raises(UnknownNameError, match="kg search"):
        connection.ask_named("names", {"concept": ""})
    path = tmp_path / "two.ttl"
    path.write_text(
        "@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix kg: <https://w3id.org/kg-papers/ontology#> ."
        '<urn:a> a kg:Method ; skos:prefLabel "DA"@en . <urn:b> a kg:Task ; skos:prefLabel "DA"@en .',
        encoding="utf-8",
    )
    with connect(path) as opened:
        with pytest.raises(AmbiguousNameError, match="urn:a"):
            opened.ask_named("names", {"concept": "DA"})
        assert rows(opened, "methods-of-task", {"task": "DA"}) == []


def test_wrong_parameters(connection):
    with pytest.raises(QuerySyntaxError, match="needs a value of concept"):
        connection.ask_named("evidence")
    with pytest.raises(QuerySyntaxError, match="has no parameter nope"):
        connection.ask_named("built-from", {"nope": 1})
    with pytest.raises(QuerySyntaxError, match="whole number"):
        connection.ask_named("rising", {"year": "soon"})
    with pytest.raises(QuerySyntaxError, match="no property"):
        connection.ask_named("strongest-statements", {"relation": "a b"})
    with pytest.raises(UnknownQueryError, match="Did you mean evidence"):
        named_query("evidense")


def test_a_query_of_ones_own_with_declared_parameters():
    query = parse_query("mine", "# What?\n# param x (Task, required): a task\n# param y (Nope): no type\nSELECT ?x {}")
    assert (query.question, [parameter.name for parameter in query.parameters]) == ("What?", ["x"])
    assert parse_query("plain", "ASK {}").parameters == ()
