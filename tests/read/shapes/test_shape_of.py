import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.read.shapes import PLAIN_NAMES, SHAPES, shape_of

VALUES = st.none() | st.text() | st.lists(st.text() | st.just({"family": "A"})) | st.just({"id": "a", "value": "b"})


@given(st.dictionaries(st.sampled_from(sorted(PLAIN_NAMES)), VALUES))
def test_plain_names_are_of_no_shape(members):
    assert not [shape.name for shape in SHAPES if shape.fits(members)]
    assert shape_of(members) is None


@pytest.mark.parametrize(
    ("members", "name"),
    [
        ({"id": "https://openalex.org/W1", "title": "On Graphs"}, "OpenAlex works"),
        ({"id": "a", "title": "On Graphs", "authors_parsed": []}, "arXiv metadata snapshot"),
    ],
)
def test_one_telling_name_or_id_is_enough(members, name):
    assert shape_of(members).name == name
