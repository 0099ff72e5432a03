from urllib.parse import quote, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.exceptions import HTTPException

from kg.serve.protocol import FORM, QUERY, QueryRequest, from_address, from_message

text = st.text(st.characters(codec="utf-8"), min_size=1).filter(str.strip)


@given(text, st.lists(text), st.lists(text))
def test_the_three_ways_to_send_a_query_are_read_alike(query, default_graphs, named_graphs):
    dataset = [("default-graph-uri", iri) for iri in default_graphs] + [
        ("named-graph-uri", iri) for iri in named_graphs
    ]
    sent = QueryRequest(query, tuple(default_graphs), tuple(named_graphs))
    form = urlencode([("query", query), *dataset]).encode()
    assert from_address(form) == sent
    assert from_message(b"", FORM, form) == sent
    assert from_message(urlencode(dataset).encode(), QUERY + "; charset=utf-8", query.encode()) == sent


def test_a_request_without_a_query_asks_what_the_service_is():
    assert from_address(b"") is None
    assert from_address(b"format=ttl") is None


def test_the_dataset_of_a_form_may_stand_in_the_address():
    found = from_message(b"default-graph-uri=http%3A%2F%2Fexample.org%2Fg", FORM, b"query=ASK%20%7B%7D&format=xml")
    assert found == QueryRequest("ASK {}", ("http://example.org/g",), format="xml")


def test_parameters_are_fields_with_a_dollar():
    found = from_address(b"query=SELECT%20%3Fx%20%7B%7D&%24x=%3Chttp%3A%2F%2Fexample.org%2F%3E&$y=&z=1")
    assert found.parameters == (("x", "<http://example.org/>"),)


def test_plus_is_a_space_in_fields_and_a_plus_in_a_query_sent_as_such():
    assert from_address(b"query=ASK+%7B%7D").query == "ASK {}"
    assert from_message(b"", QUERY, b"SELECT (1+1 AS ?x) {}").query == "SELECT (1+1 AS ?x) {}"


@pytest.mark.parametrize(
    ("address", "status", "message"),
    [
        (b"query=ASK%20%7B%7D&query=SELECT", 400, "2 fields 'query'"),
        (b"query=", 400, "'query' is empty"),
        (b"query=%20%0A", 400, "'query' is empty"),
        (b"query=%FF", 400, "percent-encoded UTF-8"),
        (b"query=\xff", 400, "0xff at 6"),
        (b"update=CLEAR%20ALL", 403, "updates are refused"),
        (b"query=ASK%7B%7D&using-graph-uri=x", 403, "updates are refused"),
        (b"a&" * 1001, 400, "more than 1,000 fields"),
    ],
)
def test_addresses_that_are_refused(address, status, message):
    with pytest.raises(HTTPException, match=message) as caught:
        from_address(address)
    assert caught.value.status_code == status


@pytest.mark.parametrize(
    ("address", "content_type", "body", "status", "message"),
    [
        (b"", "", b"ASK {}", 415, "has no Content-Type"),
        (b"", "text/plain", b"ASK {}", 415, "the content is 'text/plain'"),
        (b"", "multipart/form-data; boundary=x", b"", 415, "multipart"),
        (b"", QUERY + "; charset=UTF-16", "ASK {}".encode("utf-16"), 415, "UTF-16"),
        (b"", QUERY + '; charset="latin1"', b"ASK {}", 415, "latin1"),
        (b"", QUERY, "ASK {}".encode("utf-16"), 400, "not UTF-8"),
        (b"", QUERY, b"  ", 400, "'query' is empty"),
        (b"query=ASK%7B%7D", QUERY, b"ASK {}", 400, "2 fields 'query'"),
        (b"", FORM, b"", 400, "0 fields 'query'"),
        (b"", FORM, b"update=CLEAR+ALL", 403, "updates are refused"),
        (b"", "Application/SPARQL-Update", b"CLEAR ALL", 403, "updates are refused"),
        (b"using-named-graph-uri=x", QUERY, b"ASK {}", 403, "updates are refused"),
    ],
)
def test_messages_that_are_refused(address, content_type, body, status, message):
    with pytest.raises(HTTPException, match=message) as caught:
        from_message(address, content_type, body)
    assert caught.value.status_code == status


@given(st.binary(), st.sampled_from([FORM, QUERY, "", "text/plain"]), st.binary())
def test_any_bytes_are_read_or_refused(address, content_type, body):
    for read in (lambda: from_address(quote(address).encode()), lambda: from_message(address, content_type, body)):
        outcome = status_or_request(read)
        assert outcome in {400, 403, 415, None} or outcome.query.strip()


def status_or_request(read):
    try:
        return read()
    except HTTPException as error:
        return error.status_code
