import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.exceptions import HTTPException

from kg.serve.negotiation import choose, preferred
from kg.sparql import Format, QueryForm

ROWS = Format.for_form(QueryForm.SELECT)
TRIPLES = Format.for_form(QueryForm.CONSTRUCT)
OFFERS = ["text/turtle", "application/ld+json", "text/html"]


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        ("", "text/turtle"),
        ("  ", "text/turtle"),
        ("*/*", "text/turtle"),
        ("text/html", "text/html"),
        ("TEXT/HTML; Q=0.4", "text/html"),
        ("application/*", "application/ld+json"),
        ("text/*;q=0.5, application/ld+json;q=0.4", "text/turtle"),
        ("text/turtle;q=0.5, text/html;q=0.9", "text/html"),
        ("*/*, application/ld+json", "application/ld+json"),
        ("*/*;q=0.9, text/turtle;q=0.1", "application/ld+json"),
        ("text/turtle;q=0, */*", "application/ld+json"),
        ('application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"', "application/ld+json"),
        ("text/html;q=2, text/turtle", "text/turtle"),
        ("text/html;charset=utf-8;q=.3 , text/turtle;q=0.2", "text/html"),
        ("text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "text/html"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"),
        ("nonsense, ;;;, text/turtle", "text/turtle"),
    ],
)
def test_what_the_client_would_rather_have(accept, chosen):
    assert preferred(accept, OFFERS) == chosen


@pytest.mark.parametrize("accept", ["image/png", "text/turtle;q=0", "*/*;q=0", "turtle", "text/plain, foo/*"])
def test_a_client_that_takes_nothing_on_offer(accept):
    assert preferred(accept, OFFERS) is None


@given(st.text(), st.lists(st.sampled_from(OFFERS), unique=True))
def test_any_header_gives_an_offer_or_nothing(accept, offers):
    assert preferred(accept, offers) in {None, *offers}


@given(st.permutations(OFFERS), st.lists(st.sampled_from([0.1, 0.2, 0.5, 0.9]), min_size=3, max_size=3, unique=True))
def test_the_highest_quality_wins_in_any_order(offers, qualities):
    header = ", ".join(f"{offer};q={quality}" for offer, quality in zip(offers, qualities, strict=True))
    assert preferred(header, OFFERS) == offers[qualities.index(max(qualities))]


@pytest.mark.parametrize(
    ("accept", "formats", "format_", "media_type"),
    [
        ("", ROWS, Format.JSON, "application/sparql-results+json"),
        ("application/sparql-results+xml", ROWS, Format.XML, "application/sparql-results+xml"),
        ("application/json", ROWS, Format.JSON, "application/json"),
        ("application/json", TRIPLES, Format.JSON_LD, "application/json"),
        ("application/xml", TRIPLES, Format.RDF_XML, "application/xml"),
        ("text/csv, text/turtle", ROWS, Format.CSV, "text/csv"),
        ("text/csv, text/turtle", TRIPLES, Format.TURTLE, "text/turtle"),
        ("application/rdf+xml, text/rdf+n3, */*;q=0.1", TRIPLES, Format.RDF_XML, "application/rdf+xml"),
        ("text/html,application/xml;q=0.9,*/*;q=0.8", ROWS, None, "text/html"),
        ("text/*", ROWS, Format.CSV, "text/csv"),
    ],
)
def test_formats_by_what_is_accepted(accept, formats, format_, media_type):
    assert choose(accept, "", formats) == (format_, media_type)


def test_a_format_in_the_address_outranks_what_is_accepted():
    assert choose("text/html", "csv", ROWS) == (Format.CSV, "text/csv")
    assert choose("text/csv", "HTML", ROWS) == (None, "text/html")


def test_a_format_that_does_not_suit_is_named():
    with pytest.raises(HTTPException, match="'ttl' does not suit: ask for json, xml, csv, tsv, html") as caught:
        choose("", "ttl", ROWS)
    assert caught.value.status_code == 400


def test_a_client_that_takes_nothing_is_told_what_there_is():
    with pytest.raises(HTTPException, match=r"text/turtle, .*application/ld\+json") as caught:
        choose("image/png", "", TRIPLES)
    assert caught.value.status_code == 406
