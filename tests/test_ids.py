import re

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.ids import BASE_IRI, check_base, mint

ODD_NAMES = [
    "50% pruning",
    "C++",
    '"WordNet"',
    "p^2",
    "{graph}",
    "α-CROWN",
    "a.b",
    "a b",
    "a_b",
    "a~b",
    "..",
    ".",
    "~.",
    "a/b#c?d",
]


@pytest.mark.parametrize(
    ("name", "segment"),
    [
        ("large language model", "large_language_model"),
        ("GPT-3.5", "GPT-3.5"),
        ("50% pruning", "50%25_pruning"),
        ("α-CROWN", "%CE%B1-CROWN"),
        ("C++", "C%2B%2B"),
        ("..", "~.."),
    ],
)
def test_readable_where_it_can_be(name, segment):
    assert mint(name) == segment


def test_odd_names_stay_apart():
    assert len({mint(name) for name in ODD_NAMES}) == len(ODD_NAMES)


@given(st.text(min_size=1), st.text(min_size=1))
def test_different_names_give_different_segments(one, other):
    assert (mint(one) == mint(other)) == (one == other)


@given(st.text(min_size=1))
def test_every_name_gives_a_valid_iri(name):
    segment = mint(name)
    assert re.fullmatch(r"(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+", segment)
    line = f"<{BASE_IRI}{segment}> <{BASE_IRI}p> <{BASE_IRI}o> ."
    [quad] = ox.parse(line.encode(), format=ox.RdfFormat.N_TRIPLES)
    assert quad.subject.value == BASE_IRI + segment


def test_an_empty_name_is_refused():
    with pytest.raises(ValueError, match="empty"):
        mint("")


@pytest.mark.parametrize("iri", [BASE_IRI, "http://localhost:8000/", "https://example.org/a%20b/"])
def test_base_iris(iri):
    assert check_base(iri) == iri


BAD_BASES = [
    *["", "/", "papers/", "example.org/", "ftp://example.org/", "https://example.org", "https://example.org/kg"],
    *[
        "https://example.org/#",
        "https://example.org/?x/",
        "https://a b/",
        "https://x/{y}/",
        "https://x/<y>/",
        "https://x/%zz/",
    ],
]


@pytest.mark.parametrize("iri", BAD_BASES)
def test_what_is_no_base_iri_is_refused(iri):
    with pytest.raises(ValueError, match="is no base IRI"):
        check_base(iri)
