"""Words broken at the end of a line."""

from __future__ import annotations

import pytest

from kg.text.hyphens import join_broken_words
from tests.text.settled import check


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("exper- tise, pre- training, substan- tially", "expertise, pretraining, substantially"),
        (
            "NODE- based, Bengali- English, k- means, 3- dimensional",
            "NODE-based, Bengali-English, k-means, 3-dimensional",
        ),
        (
            "high- dimensional, state-of- the-art, End- to-end, graph- based",
            "high-dimensional, state-of-the-art, End-to-end, graph-based",
        ),
        ("pre-training needs pre- training", "pre-training needs pre-training"),
        ("a handmade, hand- made thing", "a handmade, handmade thing"),
        ("an encoder and a decoder: encoder- decoder", "an encoder and a decoder: encoder-decoder"),
        ("multi- ple and multi- view", "multiple and multi-view"),
        ("small- and medium-sized, pre- and post-training", "small- and medium-sized, pre- and post-training"),
        ("long- or short-term, two- to four-fold", "long- or short-term, two- to four-fold"),
        ("single- as well as multi-view, x- y- and z-axis", "single- as well as multi-view, x- y- and z-axis"),
        ("Vor- und Nachteile, in- to", "Vor- und Nachteile, in- to"),
        ("a matrix- which maps, 10- 20, a - b, -x", "a matrix- which maps, 10- 20, a - b, -x"),
    ],
)
def test_join_broken_words(raw: str, wanted: str) -> None:
    check(join_broken_words, raw, wanted)
