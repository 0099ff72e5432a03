import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.tagger.words import SHAPES, Finder, name_key, shape, spans_of, split, surface

HOSTILE = st.text(alphabet=st.sampled_from("aB1 -_.ﬁİß😀é\u0301\u200d\n(") | st.characters(), max_size=60)


@given(HOSTILE, st.integers(0, 60))
def test_words_lie_where_they_say_and_leave_only_blanks_out(text, title_end):
    words = split(text, title_end=title_end)
    assert all(text[word.start : word.end] == word.text for word in words)
    assert "".join(word.text for word in words) == "".join(text.split())
    assert [word.start for word in words] == sorted({word.start for word in words})


def test_the_title_ends_where_it_ends():
    assert [word.title for word in split("FastNet\n\nWe run.", title_end=7)] == [True, False, False, False]


@pytest.mark.parametrize(
    ("word", "name"),
    [("İ", "letter"), ("ﬁ", "lower"), ("é", "lower"), ("漢字", "other"), ("😀", "sign"), ("GPT4", "alphanumeric")],
)
def test_shapes(word, name):
    assert SHAPES[shape(word)] == name


@pytest.mark.parametrize(
    ("text", "form", "found"),
    [
        ("AND and And", "AND", ["AND"]),
        ("Graph Nets and graph nets", "graph nets", ["Graph Nets", "graph nets"]),
        ("CROWN beside SDP-CROWN", "CROWN", ["CROWN"]),
        ("only SDP-CROWN", "CROWN", ["CROWN"]),
        ("nothing", "CROWN", []),
        ("nothing", "", []),
    ],
)
def test_names_are_found_as_whole_words(text, form, found):
    words = split(text)
    assert [surface(words, span) for span in Finder(words)(form)] == found


def test_a_name_does_not_reach_from_the_title_into_the_abstract():
    words = split("graph\n\nnets", title_end=5)
    assert Finder(words)("graph nets") == []


def test_the_surface_has_blanks_where_the_text_has_some():
    words = split("C++  for\nSE(3)-nets")
    assert surface(words, (0, len(words))) == "C++ for SE(3)-nets"


def test_spans_of_labels():
    assert list(spans_of([0, 1, 2, 0, 1, 1, 2])) == [(1, 3), (4, 5), (5, 7)]
    assert list(spans_of([])) == []


def test_keys_set_number_case_and_hyphens_aside():
    assert name_key("Fast-Nets") == name_key("fast net")
    assert name_key("loss") == "loss"
