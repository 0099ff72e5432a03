"""E-mail addresses in titles and abstracts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.text.addresses import without_addresses
from tests.timing import assert_linear


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We sort. Contact: ada@example.org", "We sort."),
        ("We sort. Contact: ada@example.org. Supplementary data are there.", "We sort. Supplementary data are there."),
        ("We sort. Contacts: ada@example.org or alan.turing@cs.example.ac.uk.", "We sort."),
        ("We sort. (Contact: ada@example.org)", "We sort."),
        ("We sort. E-mail: ada@example.org; alan@example.org", "We sort."),
        ("We sort. Corresponding author: Ada Lovelace, ada+kg@example.org.", "We sort."),
        ("Correspondence to mailto:ada@example.org. We sort.", "We sort."),
        ("The data are sent by ada@example.org on demand.", "The data are sent by … on demand."),
        ("Ask {ada, alan}@example.org.", "Ask …."),
        ("Contact us for data, or ada@example.org.", ""),
        ("Contact forces matter. Ask ada@example.org.", "Contact forces matter. Ask …."),
    ],
)
def test_addresses_go(text: str, expected: str) -> None:
    assert without_addresses(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It has a recall@10 of 5, hits@1.The mAP@0.5 and P@k.",
        "We ask @ada on a forum, and use pass@1, NDCG@5 and top@k.best.",
        "See https://example.org/@ada and git@v2.",
        "Contact: none.",
    ],
)
def test_what_is_no_address_stays(text: str) -> None:
    assert without_addresses(text) == text


@given(st.lists(st.sampled_from(["ada", "@", "example", ".", "org", " ", "{", "}", ",", "Contact: ", "\n", "…"])))
def test_no_address_is_left(parts: list[str]) -> None:
    once = without_addresses("".join(parts))
    assert "ada@example.org" not in once
    assert without_addresses(once) == once


@pytest.mark.parametrize("unit", ["a@", "a.", "{", "a@b.", "Contact: ", "Contact: a@bc.de ", ". Contact", "a-@aa.aa "])
def test_time_is_linear(unit: str) -> None:
    assert_linear(lambda length: without_addresses(unit * (length // len(unit)) + " a@bc.de"), 20_000, 200_000)
