import json
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.read.shapes import SHAPES, shape_of

TELLING = frozenset().union(*(shape.telling for shape in SHAPES))
# Other names that shapes look at, and those of plain records.
OTHERS = (
    "title abstract authors year venue url doi keywords author aff status github categories forum invitation indexed "
    "member source citekey journal name full_text sourceid reviews paper_id paper_url creators html_url outputs "
    "externalIds corpusId author_corresponding contentType decision"
).split()
NAMES = sorted(TELLING | {*OTHERS})
INNER = ["title", "titles", "creators", "itemType", "summary", "author", "date-parts", "family", "raw", "dc:title"]
VALUES = (
    st.none()
    | st.text(max_size=3)
    | st.sampled_from(["https://openalex.org/W1", "pub.1", "paper-conference", "0" * 40, "https://dblp.org/rec/a"])
    | st.lists(st.text() | st.just({"family": "A"}), max_size=2)
    | st.dictionaries(st.sampled_from(INNER), st.text(max_size=2) | st.just([["2020"]]), max_size=3)
)


@given(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=8))
def test_a_record_has_the_first_shape_that_fits_it(members):
    fitting = [shape for shape in SHAPES if shape.fits(members)]
    assert shape_of(members) == (fitting[0] if fitting else None)


@given(st.lists(VALUES, min_size=1, max_size=7))
def test_a_record_without_a_telling_name_has_not_the_shape_whatever_else_it_has(values):
    for shape in SHAPES:
        names = [name for name in NAMES if name not in shape.telling]
        assert not shape.fits(dict(zip(names, cycle(values), strict=False))), shape.name


@pytest.mark.parametrize(
    ("members", "name"),
    [
        ({"id": "https://openalex.org/W1", "title": "On Graphs"}, "OpenAlex works"),
        ({"id": "a", "title": "On Graphs", "authors_parsed": []}, "arXiv metadata snapshot"),
        ({"x" * 5000: "", "bibcode": "2021A"}, "ADS documents"),
    ],
)
def test_one_telling_name_or_id_is_enough(members, name):
    assert shape_of(members).name == name


def test_year_and_venue_may_stand_in_a_bibtex_entry_or_the_venue(load):
    entry = (
        "@InProceedings{L_2021,\n author = {Lovelace, Ada},\n booktitle = {Proceedings of {Maps}},\n year = {2021}\n}"
    )
    plain = {"title": "On Graphs", "authors": ["Ada Lovelace"], "bibtex": entry}
    told = {"title": "On Trees", "bibtex": entry, "venue": "Trees", "year": "2019"}
    within = {"title": "On Leaves", "venue": {"name": "Leaves", "year": 2018}}
    papers, _ = load("x.json", json.dumps([plain, told, within]))
    assert [(paper.venue, paper.year) for paper in papers] == [
        ("Proceedings of Maps", 2021),
        ("Trees", 2019),
        ("Leaves", 2018),
    ]
