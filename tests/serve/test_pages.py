import re

import pyoxigraph as ox
import pytest
from starlette.testclient import TestClient

from kg.ids import BASE_IRI
from kg.serve import make_app
from kg.sparql import connect_graph, named_queries
from tests.export.graphs import FIRST, GROKNET, HOSTILE, HOSTILE_LABEL, HOSTILE_PAPER, TINY_BENCH, sample_graph
from tests.serve.conftest import ENDLESS, LIMITS

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.fixture
def visit(client):
    """Opens a page as browsers do, and checks what holds for all pages."""

    def visit(path, status=200, **params):
        response = client.get(path, params=params or None, headers=BROWSER)
        assert response.status_code == status, response.text
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        assert "script-src 'self'" in response.headers["content-security-policy"]
        assert re.findall(r"<script(?! src=\"/assets/query.js\" defer>)", response.text) == []
        return response.text

    return visit


def test_the_page_to_explore_is_the_first(client):
    response = client.get("/", headers=BROWSER)
    assert "<title>explorer</title>" in response.text
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src" not in response.headers["content-security-policy"]


def test_without_a_page_to_explore_there_is_a_plain_one(graph):
    with TestClient(make_app(connect_graph(graph, workers=2), limits=LIMITS)) as client:
        assert 'href="/sparql"' in client.get("/").text


def test_the_query_page_offers_the_named_queries(visit):
    text = visit("/sparql")
    for query in named_queries():
        assert f'href="/sparql?example={query.name}"' in text
    assert "Run" in text


def test_every_example_can_be_run_as_it_is_offered(client, visit):
    for query in named_queries():
        text = visit("/sparql", example=query.name)
        shown = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", text, re.DOTALL)[1]
        fields = dict(re.findall(r'name="(\$\w+)" value="([^"]*)"', text))
        asked = {"query": unescape(shown), **{name: unescape(value) for name, value in fields.items()}}
        response = client.get("/sparql", params=asked)
        assert response.status_code == 200, (query.name, response.text)


def unescape(text):
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&#34;", '"'), ("&#39;", "'"), ("&amp;", "&")):
        text = text.replace(entity, character)
    return text


def test_rows_on_the_page(visit):
    text = visit(
        "/sparql", query="SELECT ?method ?year { ?paper kg:introduces ?method ; fabio:hasPublicationYear ?year }"
    )
    assert '<a href="/concept/GrokNet"' in text
    assert "2025" in text
    assert "format=csv" in text


def test_a_truth_value_and_triples_on_the_page(visit):
    assert ">Yes<" in visit("/sparql", query="ASK { ?paper a kg:Paper }")
    assert "kg:Paper" in visit("/sparql", query="CONSTRUCT { ?p a kg:Paper } WHERE { ?p a kg:Paper }")


def test_a_long_answer_is_cut_and_says_so(visit):
    text = visit("/sparql", query="SELECT * { ?s ?p ?o . ?o ?q ?r }")
    assert f"The first {LIMITS.page_rows} rows" in text
    assert text.count("<tr>") == LIMITS.page_rows + 1


def test_texts_from_papers_and_queries_are_no_markup(visit):
    text = visit("/sparql", query='SELECT ?l ("<script>alert(2)</script>" AS ?x) { ?s rdfs:label ?l }')
    assert "&lt;script&gt;alert(2)" in text
    assert "<img" not in text
    wrong = visit("/sparql", 400, query="</textarea><script>alert(3)</script>")
    assert "&lt;/textarea&gt;&lt;script&gt;" in wrong


def test_the_page_keeps_a_query_that_is_wrong(visit):
    text = visit("/sparql", 400, query="SELECT * {")
    assert "SELECT * {</textarea>" in text
    assert 'role="alert"' in text
    assert "updates are refused" in visit("/sparql", 403, update="CLEAR ALL")
    assert "is an update" in visit("/sparql", 403, query="CLEAR ALL")


def test_the_page_of_a_query_that_takes_too_long(hasty):
    response = hasty.get("/sparql", params={"query": ENDLESS}, headers=BROWSER)
    assert response.status_code == 503
    assert "longer than" in response.text


def nodes(all_triples):
    """All subjects without a fragment: what has an address of its own."""
    return sorted({triple.subject.value for triple in all_triples if "#" not in triple.subject.value})


def test_every_iri_of_the_data_answers_with_what_is_said_of_it(client, all_triples):
    """And of its parts: no triple is left out, and none is added."""
    for iri in nodes(all_triples):
        expected = {
            triple
            for triple in all_triples
            if triple.subject.value == iri or triple.subject.value.startswith(iri + "#")
        }
        response = client.get(iri.replace(BASE_IRI, "/"), headers={"Accept": "application/n-triples"})
        assert response.status_code == 200, iri
        found = {quad.triple for quad in ox.parse(response.content, ox.RdfFormat.N_TRIPLES)}
        assert {without_numbers(triple) for triple in found} == {without_numbers(triple) for triple in expected}, iri


def without_numbers(triple):
    """A store keeps the values of numbers, but neither their form (1.0 becomes 1) nor the narrower types of integers."""
    value = triple.object
    if isinstance(value, ox.Literal) and value.datatype.value.endswith(("decimal", "nteger")):
        return triple.subject, triple.predicate, float(value.value)
    return triple.subject, triple.predicate, value


@pytest.mark.parametrize("media_type", ["text/turtle", "application/ld+json", "application/rdf+xml"])
def test_a_node_in_the_format_that_is_accepted(client, media_type):
    response = client.get("/" + GROKNET, headers={"Accept": media_type})
    assert response.headers["content-type"].partition(";")[0] == media_type
    assert response.headers["vary"].partition(",")[0] == "Accept"
    format_ = ox.RdfFormat.from_media_type(media_type)
    found = {quad.triple for quad in ox.parse(response.content, format_)}
    location = response.headers["content-location"]
    again = client.get(location)
    assert found == {quad.triple for quad in ox.parse(again.content, format_)}


def test_every_node_has_a_page(visit, all_triples):
    for iri in nodes(all_triples):
        assert "<h1>" in visit(iri.replace(BASE_IRI, "/"))


def test_the_page_of_a_concept(visit):
    text = visit("/" + TINY_BENCH)
    assert "<h1>Tiny.Bench</h1>" in text
    assert 'class="kind Benchmark"' in text
    assert f'href="/#{TINY_BENCH}"' in text
    assert f'href="/{FIRST}"' in text
    assert "<mark>Tiny.Bench</mark>" in text
    assert '<link rel="alternate" type="text/turtle" href="/concept/Tiny.Bench?format=ttl">' in text


def test_the_parts_of_a_paper_have_their_place_on_its_page(visit, graph):
    """So that the IRI of a part leads to it."""
    text = visit("/" + FIRST)
    places = set(re.findall(r' id="([^"]+)"', text))
    spans = {
        f"{mention['field']}-{mention['start']}-{mention['end']}"
        for *_, mentions in graph.out_edges(FIRST, data="mentions")
        for mention in mentions
    }
    assert spans | {"title", "abstract", "author-1"} <= places
    assert len(re.findall(r' id="', text)) == len(places)


def test_the_text_of_a_paper_leads_to_its_concepts(visit, graph):
    text = re.search(r'<h2 id="abstract">.*?<div class="text">(.*?)</div>', visit("/" + FIRST), re.DOTALL)[1]
    assert f'<a class="mention" href="/{GROKNET}" title="{BASE_IRI}{GROKNET}">GrokNet</a>' in text
    assert unescape(re.sub("<[^>]*>", "", text)) == graph.nodes[FIRST]["abstract"]


def test_hostile_names_have_pages_too(visit):
    text = visit("/" + HOSTILE)
    assert HOSTILE_LABEL not in text or "<" not in HOSTILE_LABEL
    assert "javascript:" not in re.findall(r'href="([^"]*)', visit("/" + HOSTILE_PAPER))


def test_what_the_graph_knows_nothing_of(client, visit):
    assert "knows nothing of" in visit("/concept/nothing", 404)
    response = client.get("/concept/nothing", headers={"Accept": "text/turtle"})
    assert (response.status_code, response.headers["content-type"]) == (404, "text/plain; charset=utf-8")


def test_a_node_can_only_be_read(client):
    assert client.post("/" + GROKNET).status_code == 405


def test_the_ontology(client, visit):
    found = list(ox.parse(client.get("/ontology", headers={"Accept": "text/turtle"}).content, ox.RdfFormat.TURTLE))
    assert BASE_IRI + "ontology#introduces" in {quad.subject.value for quad in found}
    text = visit("/ontology")
    assert 'id="introduces"' in text
    assert "kg:introduces" in text


def test_the_well_known_address_of_the_description(client):
    response = client.get("/.well-known/void", follow_redirects=False)
    assert (response.status_code, response.headers["location"]) == (302, "/dataset")


def test_data_named_by_the_servers_own_address():
    """Then each IRI is an address, whatever the path of the base."""
    graph = sample_graph()
    graph.graph["base"] = "http://127.0.0.1:8000/data/"
    with TestClient(make_app(connect_graph(graph, workers=2), limits=LIMITS)) as client:
        for path in (f"/data/{GROKNET}", f"/{GROKNET}"):
            response = client.get(path, headers={"Accept": "text/turtle"})
            subjects = {quad.subject.value for quad in ox.parse(response.content, ox.RdfFormat.TURTLE)}
            assert subjects == {"http://127.0.0.1:8000/data/concept/GrokNet"}


def test_behind_a_proxy_that_cuts_a_path_off(graph):
    app = make_app(connect_graph(graph, workers=2), limits=LIMITS)
    with TestClient(app, root_path="/papers") as client:
        # Uvicorn puts the path back before those of requests.
        text = client.get("/papers/" + GROKNET, headers=BROWSER).text
        assert 'href="/papers/concept/' in text
        assert 'href="/papers/assets/style.css"' in text
        assert re.findall(r'(?:href|src|action)="/(?!papers/)', text) == []
        assert client.get("/papers/assets/style.css").status_code == 200


def test_the_files_of_the_pages(client):
    assert client.get("/assets/style.css").headers["content-type"].startswith("text/css")
    assert client.get("/assets/query.js").headers["content-type"].startswith("text/javascript")
    for path in ("/assets/../app.py", "/assets/%2e%2e/app.py", "/assets/..%2fapp.py"):
        assert "Starlette(" not in client.get(path).text
