from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.tagger.encode import encode, windows
from kg.extract.tagger.lexicon import Lexicon
from kg.extract.tagger.words import split


@given(st.integers(1, 5000))
def test_windows_cover_everything_and_overlap(length):
    spans = windows(length)
    assert spans[0][0] == 0
    assert spans[-1][1] == length
    assert all(0 < end - start <= 512 for start, end in spans)
    assert all(before[1] - after[0] >= 128 for before, after in pairwise(spans))


@pytest.mark.parametrize(
    "text", ["ﬁnite İstanbul nets 😀 work", "e\u0301 and \u0301 alone", "漢字 \u200d x", "a" * 300]
)
def test_each_word_has_its_pieces_in_order(model, text):
    words = split(text)
    code = encode(words, model.tokenizer, model.lexicon)
    known = [
        (int(first), int(last)) for first, last, known in zip(code.first, code.last, code.known, strict=True) if known
    ]
    pieces = [piece for first, last in known for piece in range(first, last + 1)]
    assert pieces == list(range(1, len(code.ids) - 1))
    assert (code.first >= 0).all()
    assert (code.last < len(code.ids) - 1).all()


def test_title_and_abstract_are_parted(model):
    code = encode(split("Nets\n\nNets", title_end=4), model.tokenizer, model.lexicon)
    assert list(code.ids) == [101, code.ids[1], 102, code.ids[1], 102]


def test_phrases_are_marked_on_all_pieces_of_their_words(model):
    code = encode(split("Graph Networks , graph"), model.tokenizer, Lexicon.of({"graph": 0, "graph network": 1}))
    assert code.phrases == ((0, 2), (3, 4))
    marked = [{int(value) for value in code.lexical[a : b + 1]} for a, b in zip(code.first, code.last, strict=True)]
    assert marked == [{3}, {4}, {0}, {1}]
    assert code.lexical[0] == code.lexical[-1] == 0


def test_a_long_text_is_seen_to_its_end(model):
    words = split("We use nets. " * 400 + "We propose FastNet for machine translation.")
    labels = model.analyse(words).labels
    name = next(at for at, word in enumerate(words) if word.text == "FastNet")
    assert np.exp(labels[name, 1:]).sum() > 0.5
