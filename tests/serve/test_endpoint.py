import io

import pyoxigraph as ox
import pytest
from starlette.testclient import TestClient

from kg.serve import make_app
from kg.sparql import connect, connect_graph
from tests.serve.conftest import ENDLESS, HASTY, LIMITS

COUNT = "SELECT (COUNT(*) AS ?papers) { ?paper a kg:Paper }"
CONSTRUCT = "CONSTRUCT { ?paper rdfs:label ?label } WHERE { ?paper a kg:Paper ; rdfs:label ?label }"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
SD = "http://www.w3.org/ns/sparql-service-description#"


def papers(response):
    assert response.status_code == 200, response.text
    return [int(row["papers"].value) for row in ox.parse_query_results(response.content, ox.QueryResultsFormat.JSON)]


def test_a_query_may_be_sent_in_three_ways(client):
    in_body = {"content": COUNT, "headers": {"Content-Type": "application/sparql-query"}}
    for response in (
        client.get("/sparql", params={"query": COUNT}),
        client.post("/sparql", data={"query": COUNT}),
        client.post("/sparql", **in_body),
    ):
        assert papers(response) == [3]
        assert response.headers["content-type"] == "application/sparql-results+json"


@pytest.mark.parametrize(
    ("media_type", "format_"),
    [
        ("application/sparql-results+json", ox.QueryResultsFormat.JSON),
        ("application/json", ox.QueryResultsFormat.JSON),
        ("application/sparql-results+xml", ox.QueryResultsFormat.XML),
        ("text/tab-separated-values", ox.QueryResultsFormat.TSV),
    ],
)
def test_rows_in_the_format_that_is_accepted(ask, media_type, format_):
    response = ask("SELECT ?label { ?paper a kg:Paper ; rdfs:label ?label }", media_type)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].partition(";")[0] == media_type
    labels = {row["label"].value for row in ox.parse_query_results(response.content, format_)}
    assert len(labels) == 3
    assert "GrokNet: Adam-style verification for C++" in labels


def test_rows_as_csv(ask):
    assert ask(COUNT, "text/csv").text.splitlines() == ["papers", "3"]


def test_a_truth_value(ask):
    assert ask("ASK { ?paper a kg:Paper }").json()["boolean"] is True
    assert "<boolean>false</boolean>" in ask("ASK { ?paper a kg:Nothing }", "application/sparql-results+xml").text


@pytest.mark.parametrize(
    ("media_type", "format_"),
    [
        ("text/turtle", ox.RdfFormat.TURTLE),
        ("application/n-triples", ox.RdfFormat.N_TRIPLES),
        ("application/ld+json", ox.RdfFormat.JSON_LD),
        ("application/rdf+xml", ox.RdfFormat.RDF_XML),
    ],
)
def test_triples_in_the_format_that_is_accepted(ask, all_triples, media_type, format_):
    response = ask(CONSTRUCT, media_type)
    assert response.headers["content-type"].partition(";")[0] == media_type
    found = {quad.triple for quad in ox.parse(response.content, format_)}
    assert len(found) == 3
    assert found <= all_triples


def test_a_description(ask):
    found = list(ox.parse(ask("DESCRIBE <concept/GrokNet>").content, ox.RdfFormat.TURTLE))
    assert {quad.subject.value for quad in found} == {"https://w3id.org/kg-papers/concept/GrokNet"}


def test_a_parameter_is_bound_as_a_term(ask):
    query = "SELECT ?label ?paper { ?paper rdfs:label ?label }"
    hostile = '"x" } UNION { ?paper ?p ?label } #'
    assert papers_of(ask(query, **{"$label": '"GrokNet: Adam-style verification for C++"'})) == 1
    assert papers_of(ask(query, **{"$label": hostile})) == 0
    assert ask(query, **{"$label": "<not an iri"}).status_code in {200, 400}


def papers_of(response):
    return len(list(ox.parse_query_results(response.content, ox.QueryResultsFormat.JSON)))


@pytest.mark.parametrize(
    ("query", "status", "message"),
    [
        ("SELECT * {", 400, "no SPARQL"),
        ("hello", 400, "no SPARQL"),
        ("INSERT DATA { <urn:a> <urn:b> <urn:c> }", 403, "INSERT"),
        ("DROP ALL", 403, "DROP"),
        ("SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }", 403, "SERVICE"),
        ("SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }", 403, "passwd"),
        ("SELECT * { ?a ?b ?c . ?d ?e ?f }", 403, "1,048,576 bytes"),
    ],
)
def test_queries_that_are_not_answered(ask, query, status, message):
    response = ask(query)
    assert response.status_code == status
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert len(response.text.splitlines()) == 1
    assert message in response.text


def test_a_query_that_ran_out_of_time_frees_its_worker(hasty):
    for _ in range(2 * (HASTY.workers + HASTY.slow_workers)):
        response = hasty.get("/sparql", params={"query": ENDLESS})
        assert response.status_code == 503
        assert "longer than" in response.text
        assert int(response.headers["retry-after"]) > 0
        # On a busy machine a new process may take longer to start than a query may.
        answers = (hasty.get("/sparql", params={"query": COUNT}) for _ in range(10))
        assert papers(next(answer for answer in answers if answer.status_code == 200)) == [3]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(client, method):
    response = client.request(method, "/sparql", params={"query": "ASK {}"})
    assert response.status_code == 405
    assert set(response.headers["allow"].split(", ")) == {"GET", "HEAD", "POST"}


def test_a_head_says_what_a_get_would(client):
    response = client.head("/sparql", params={"query": COUNT})
    assert (response.status_code, response.content) == (200, b"")
    assert response.headers["content-type"] == "application/sparql-results+json"


def test_a_client_that_takes_none_of_the_formats(ask):
    response = ask(COUNT, "image/png")
    assert response.status_code == 406
    assert "text/csv" in response.text


def test_content_that_is_too_large(client):
    huge = "ASK {} #" + "x" * LIMITS.request_bytes
    headers = {"Content-Type": "application/sparql-query"}
    assert client.post("/sparql", content=huge, headers=headers).status_code == 413
    assert client.post("/sparql", content=iter([huge.encode()]), headers=headers).status_code == 413


def test_a_graph_that_is_no_iri_or_not_there(client):
    assert client.get("/sparql", params={"query": "ASK {}", "default-graph-uri": "a b"}).status_code == 400
    response = client.get("/sparql", params={"query": "ASK {}", "named-graph-uri": "http://example.org/none"})
    assert response.status_code == 403
    assert "http://example.org/none" in response.text


def test_graphs_of_the_data_may_be_chosen(tmp_path):
    file = tmp_path / "graphs.trig"
    file.write_text(
        "<urn:g1> { <urn:a> <urn:p> 1 } <urn:g2> { <urn:a> <urn:p> 2 } <urn:a> <urn:p> 3 .", encoding="utf-8"
    )
    query = "SELECT ?o ?g { { <urn:a> <urn:p> ?o } UNION { GRAPH ?g { <urn:a> <urn:p> ?o } } }"

    def found(**fields):
        rows = ox.parse_query_results(
            client.get("/sparql", params={"query": query, **fields}).content, ox.QueryResultsFormat.JSON
        )
        return sorted((row["o"].value, row["g"].value if row["g"] else "") for row in rows)

    connection = connect(file, workers=LIMITS.workers + LIMITS.slow_workers)
    with TestClient(make_app(connection, limits=LIMITS)) as client:
        assert found(**{"default-graph-uri": "urn:g1"}) == [("1", "")]
        assert found(**{"default-graph-uri": ["urn:g1", "urn:g2"]}) == [("1", ""), ("2", "")]
        assert found(**{"named-graph-uri": "urn:g2"}) == [("2", "urn:g2")]
        assert found(**{"default-graph-uri": "urn:g1", "named-graph-uri": "urn:g2"}) == [("1", ""), ("2", "urn:g2")]


@pytest.mark.parametrize(
    ("accept", "format_"),
    [("", ox.RdfFormat.TURTLE), ("*/*", ox.RdfFormat.TURTLE), ("application/rdf+xml", ox.RdfFormat.RDF_XML)],
)
def test_what_the_service_is(client, accept, format_):
    response = client.get("/sparql", headers={"Accept": accept})
    found = {
        (quad.subject.value, quad.predicate.value, quad.object.value) for quad in ox.parse(response.content, format_)
    }
    endpoint = "http://127.0.0.1:8000/sparql"
    assert (endpoint, SD + "endpoint", endpoint) in found
    assert (endpoint, SD + "supportedLanguage", SD + "SPARQL11Query") in found
    assert not any(value == SD + "SPARQL11Update" for *_, value in found)
    assert ("https://w3id.org/kg-papers/dataset", "http://rdfs.org/ns/void#sparqlEndpoint", endpoint) in found


def test_an_address_that_no_iri_can_hold(client):
    response = client.get("/sparql", headers={"Host": 'a"b<c>'})
    assert response.status_code == 400 or list(ox.parse(response.content, ox.RdfFormat.TURTLE))
    assert "<c>" not in response.text


def test_scripts_of_all_sites_may_ask(client):
    response = client.get("/sparql", params={"query": "ASK {}"}, headers={"Origin": "https://example.org"})
    assert response.headers["access-control-allow-origin"] == "*"
    preflight = client.options(
        "/sparql",
        headers={
            "Origin": "https://example.org",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        },
    )
    assert preflight.status_code == 200
    assert "POST" in preflight.headers["access-control-allow-methods"]
    assert "content-type" in preflight.headers["access-control-allow-headers"].lower()


def test_scripts_of_some_sites_may_ask(graph):
    app = make_app(connect_graph(graph, workers=2), limits=LIMITS, origins=["https://good.example"])
    with TestClient(app) as client:
        for origin, allowed in (("https://good.example", "https://good.example"), ("https://bad.example", None)):
            response = client.get("/sparql", params={"query": "ASK {}"}, headers={"Origin": origin})
            assert response.headers.get("access-control-allow-origin") == allowed


def test_no_answer_can_run_in_a_browser(ask):
    script = "CONSTRUCT { <urn:x> <http://www.w3.org/1999/xhtmlscript> 'alert(1)' } WHERE {}"
    response = ask(script, format="rdfxml")
    assert "script" in response.text
    assert "default-src 'none'" in response.headers["content-security-policy"]
    assert "sandbox" in response.headers["content-security-policy"]
    assert response.headers["x-content-type-options"] == "nosniff"


def test_what_went_wrong_inside_stays_inside(app, caplog, monkeypatch):
    async def fail(*_, **__):
        raise RuntimeError("secret /path/of/a/file")

    monkeypatch.setattr(app.state.service.dispatcher, "answer", fail)
    client = TestClient(app, raise_server_exceptions=False)
    for accept in ("", BROWSER):
        response = client.get("/sparql", params={"query": "ASK {}"}, headers={"Accept": accept})
        assert response.status_code == 500
        assert "secret" not in response.text
        assert "Traceback" not in response.text
    assert "secret" in caplog.text


def test_large_answers_come_whole(ask, all_triples):
    response = ask("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }", "application/n-triples")
    assert int(response.headers["content-length"]) == len(response.content)
    found = {quad.triple for quad in ox.parse(io.BytesIO(response.content), ox.RdfFormat.N_TRIPLES)}
    assert len(found) == len(all_triples)
