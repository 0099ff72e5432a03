from hypothesis import given
from hypothesis import strategies as st

from kg.read.fields import field_of, is_empty, pick

NAMES = ["title", "Paper Title", "abstract", "summary", "year", "date", "gender", "id", "keywords"]
VALUES = [None, "", " ", "text", [], ["a"], {}, 0, False, 1.5]


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(VALUES)), max_size=8))
def test_filled_value_of_the_most_trusted_name_is_picked(record):
    picked = pick(tuple(name for name, _ in record), [value for _, value in record])
    for field in {found[0] for name, _ in record if (found := field_of(name))}:
        filled = [(field_of(n)[1], v) for n, v in record if field_of(n) and field_of(n)[0] == field and not is_empty(v)]
        assert (field in picked) == bool(filled)
        if filled:
            assert picked[field] == min(filled, key=lambda each: each[0])[1]
    assert len(picked) <= len(record)


def test_what_is_empty_gives_way_to_what_is_not():
    assert pick(("Title", "Paper Title", "Year"), (" ", "On Graphs", None)) == {"title": "On Graphs"}
    assert pick(("id", "title"), (0, "A")) == {"id": 0, "title": "A"}


def test_names_of_any_length_are_looked_at():
    assert pick(("x" * 5000, "title"), ("a", "On Graphs")) == {"title": "On Graphs"}
