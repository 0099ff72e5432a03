import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extract.tagger.decode import LABELS, proposals, viterbi
from kg.extract.tagger.words import split, surface


def log_probabilities(rows):
    values = np.array(rows, dtype=np.float32)
    return np.log(values / values.sum(axis=1, keepdims=True))


@settings(deadline=None)
@given(st.lists(st.lists(st.floats(0.001, 1), min_size=9, max_size=9), min_size=1, max_size=12))
def test_no_label_goes_on_with_what_was_not_begun(rows):
    for path in viterbi(log_probabilities(rows), (-2.0, 0.0, 2.0)):
        for before, after in zip(["O", *(LABELS[n] for n in path)], (LABELS[n] for n in path), strict=False):
            assert not after.startswith("I-") or before[2:] == after[2:]


def marked(words, wanted):
    rows = np.full((len(words), len(LABELS)), 0.001)
    rows[:, 0] = 1
    for at in wanted:
        rows[at] = 0.001
        rows[at, 2 if at - 1 in wanted else 1] = 1
    return log_probabilities(rows)


@pytest.mark.parametrize(
    ("text", "wanted", "expected"),
    [
        ("we use C++ here", {2, 3, 4}, "C++"),
        ("the method of nets .", {0, 1}, "method"),
        ("in O(1) time", {1, 2, 3, 4}, "O(1)"),
    ],
)
def test_ends_are_trimmed(text, wanted, expected):
    words = split(text)
    spans = {surface(words, span) for span in proposals(words, marked(words, wanted), (0.0,))}
    assert expected in spans
    assert not {"the", "the method", "method of"} & spans


def test_a_name_is_proposed_in_all_its_places():
    words = split("FastNet runs. FastNet wins.")
    assert proposals(words, marked(words, {0}), (0.0,)) == [(0, 1), (3, 4)]


def test_spans_of_others_are_proposed_too():
    words = split("plain words")
    assert proposals(words, marked(words, set()), (0.0,), others=[(1, 2)]) == [(1, 2)]
