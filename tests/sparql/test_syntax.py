import contextlib
import time

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.sparql import QueryForm, QuerySyntaxError, RefusedQueryError, query_form
from kg.sparql.syntax import check_parameters, graphs_named
from tests.timing import assert_takes


@pytest.mark.parametrize(
    ("query", "form"),
    [
        ("SELECT * { ?s ?p ?o }", QueryForm.SELECT),
        ("\ufeff# a comment { INSERT\n\tbase <http://e/> prefix ex: <http://e/#INSERT>\r\nask{}", QueryForm.ASK),
        ("PREFIX : <http://e/> CONSTRUCT WHERE { :a ?p ?o }", QueryForm.CONSTRUCT),
        ("Describe <http://e/a>", QueryForm.DESCRIBE),
    ],
)
def test_form(query, form):
    assert query_form(query) is form


@pytest.mark.parametrize("query", ["", "  # nothing\n", "SELEKT *", "{ ?s ?p ?o }", "PREFIX ex: SELECT"])
def test_no_form(query):
    with pytest.raises(QuerySyntaxError, match="no SPARQL query"):
        query_form(query)


@pytest.mark.parametrize(
    "update",
    [
        "INSERT DATA { <a:a> <a:b> 1 }",
        "delete where { ?s ?p ?o }",
        "LOAD <file:///etc/passwd>",
        "PREFIX ex: <http://e/> WITH ex:g DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
        "CLEAR ALL",
        "DROP ALL",
        "CREATE GRAPH <a:g>",
        "COPY DEFAULT TO <a:g>",
        "MOVE DEFAULT TO <a:g>",
        "ADD DEFAULT TO <a:g>",
    ],
)
def test_updates_are_refused_with_a_reason(update):
    with pytest.raises(RefusedQueryError, match="is an update, and the graph is only read"):
        query_form(update)


@pytest.mark.parametrize(
    "clause",
    [
        "SERVICE <http://e/>",
        "service silent ?where",
        "SeRvIcE#to\nex:there",
        "1SERVICE <http://e/>",
        "?o.SERVICE <http://e/>",
        "?o .SERVICE$x",
        "FILTER(?a<?b&&'x>y'='x')SERVICE <http://e/> { } FILTER('a'='a')#",
        "SERVICE a‿b:x",
        "?aSERVICE ?b . SERVICE <http://e/>",
    ],
)
def test_calls_of_other_servers_are_refused(clause):
    with pytest.raises(RefusedQueryError, match="SERVICE calls another server"):
        query_form(f"SELECT * {{ ?s ?p {clause} {{ ?x ?y ?z }} }}")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?service ?webservice { ?service ?p ?webservice }",
        "PREFIX ex: <http://e/service#> SELECT * { ?s ex:service <http://e/service> }",
        'SELECT * { ?s ?p ?o FILTER (CONTAINS(?o, "quality of service")) }',
        'SELECT * { ?s ?p "x"@service }',
    ],
)
def test_the_word_service_may_occur(query):
    assert query_form(query) is QueryForm.SELECT


PIECES = st.sampled_from(
    [
        "SERVICE",
        "service ",
        "SILENT ",
        "<http://127.0.0.1:1/>",
        "{",
        "}",
        "{?s ?p ?o}",
        "?s ",
        "?p ",
        "?o ",
        "1",
        ".",
        "'",
        '"',
        "<",
        ">",
        "#",
        "\n",
        " ",
        "ex:a",
        ":",
        "FILTER(",
        ")",
        "a ",
        "UNION",
        "OPTIONAL",
        "EXISTS",
        "&&",
        "@en",
        "\\",
        "/",
        "-",
    ]
)


@given(st.lists(PIECES, max_size=12))
def test_nothing_that_the_engine_would_call_gets_past(pieces):
    query = "PREFIX ex: <http://e/> SELECT * {" + "".join(pieces) + "}"
    store = ox.Store()
    store.add(ox.Quad(*[ox.NamedNode("http://e/a")] * 3))
    try:
        list(store.query(query))
        called = False
    except SyntaxError:
        return
    except (OSError, ValueError):  # port 1 is refused before anything is sent
        called = True
    if called:
        with pytest.raises(RefusedQueryError):
            query_form(query)


@pytest.mark.parametrize(
    "query",
    [
        "BASE " + "#" * 100_000 + "x",
        "ASK { SERVICE" + " #" * 50_000 + " }",
        "ASK " + "SERVICE" * 50_000,
        "ASK " + ":SERVICE" * 50_000,
        "ASK " + "FROM <" * 50_000,
        "PREFIX " * 50_000,
        "ASK " + "?" * 100_000 + "a" * 100_000,
    ],
)
def test_no_text_takes_long(query):
    start = time.process_time()
    with contextlib.suppress(QuerySyntaxError, RefusedQueryError):
        query_form(query)
    graphs_named(query)
    assert time.process_time() - start < 5


def test_graphs_named():
    query = "SELECT * FROM <http://e/a> from#\nNAMED <file:///b> FROM <http://e/a> FROM <relative> { ?s ?p ?o }"
    assert graphs_named(query) == ["http://e/a", "file:///b"]


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("CONSTRUCT { ?s ?p ?l } { ?s ?p ?o FILTER (?o >= ?l) }", "In CONSTRUCT, [?]l has its value"),
        ("CONSTRUCT { ?s ?p ?l } { ?s ?p ?o BIND (COALESCE(?l, 2) AS ?z) }", "Ask with SELECT"),
        ("CONSTRUCT { ?s ?p ?l } { ?s ?p ?o FILTER NOT EXISTS { ?s ?p ?l } }", "In CONSTRUCT"),
        ("CONSTRUCT { ?s ?p ?l } FROM <g:l> WHERE { ?s ?p '?l' MINUS { ?x ?p $l } } # ?l", "In CONSTRUCT"),
        ("DESCRIBE ?s ?l { ?s ?p ?o FILTER (?o = ?l) }", "In DESCRIBE"),
        ("SELECT ?l ?s { ?s ?p ?o FILTER (!BOUND(?l) || ?o = ?l) }", "Write COALESCE"),
        ("SELECT ?l ?s { { SELECT ?l ?s { ?s ?p ?o FILTER (!BOUND(?l)) } GROUP BY ?l } }", "Write COALESCE"),
    ],
)
def test_parameters_whose_values_would_not_be_seen(query, reason):
    with pytest.raises(QuerySyntaxError, match=reason):
        check_parameters(query, query_form(query), ["l"])
    check_parameters(query, query_form(query), [])


@pytest.mark.parametrize(
    "query",
    [
        "CONSTRUCT { ?s ?p ?l } { ?s ?p ?l FILTER (?l > 2) }",
        "CONSTRUCT WHERE { ?s ?p ?l }",
        "CONSTRUCT { ?s ?p ?l } { ?s ?p ?o }",
        "SELECT ?l ?s { ?s ?p ?o FILTER (?o > COALESCE(?l, 2)) FILTER EXISTS { ?s ?p ?l } }",
        "SELECT ?l { OPTIONAL { ?s ?p ?l } FILTER (!BOUND(?l)) }",
        "SELECT ?l { ?s ?p ?o FILTER (?o = 'BOUND(?l)') } # BOUND(?l)",
    ],
)
def test_parameters_whose_values_are_seen(query):
    check_parameters(query, query_form(query), ["l"])


def test_looking_for_parameters_takes_linear_time():
    for piece in ("({", "?l ", '"', "'''", '"""\\', '\\"', "<", "BOUND(", "}", "EXISTS{?l "):
        query = "SELECT ?l { " + piece * 50_000
        assert_takes(2, lambda query=query: _is_checked(query))


def _is_checked(query):
    with contextlib.suppress(QuerySyntaxError):
        check_parameters(query, QueryForm.SELECT, ["l"])
