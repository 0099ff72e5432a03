import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.latex import to_text
from kg.latex_tokens import SIGNS, after_blanks, tokenize

PIECES = [
    *SIGNS,
    "\\emph",
    "\\%",
    "a",
    "word",
    " ",
    "\n",
    "[",
    "]",
    "~",
    "'",
    "&",
    ".",
    "we show it in many words of prose ",
]


@given(st.text(max_size=80) | st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_tokens_are_the_text_and_signs_are_found(source):
    tokens, signs = tokenize(source)
    assert "".join(tokens) == source
    assert all(tokens)
    assert signs == [number for number, token in enumerate(tokens) if token[0] in SIGNS]
    assert not any(re.search(r"[\\{}$^_]", token) for number, token in enumerate(tokens) if number not in signs)


@given(st.text(max_size=40) | st.lists(st.sampled_from(PIECES[:-1]), max_size=10).map("".join))
def test_short_texts_have_the_tokens_they_have_within_long_ones(source):
    tokens, signs = tokenize(f"{source}$")
    longer_tokens, longer_signs = tokenize(f"{source}${'x' * 50}")
    assert longer_tokens[: len(tokens)] == tokens
    assert longer_signs == signs


def test_blanks_are_skipped():
    assert [after_blanks("a \n b", at) for at in (0, 1, 2, 5)] == [0, 4, 4, 5]


def test_prose_far_from_signs_is_one_token():
    before = "It is a long way to go, and we have shown it in many words ("
    between = " and x of them, but there is still far to go until we are home "
    after = " for us all the way home, as we have shown it in many words."
    tokens, _ = tokenize(f"{before}$a${between}$b${after}")
    assert tokens[:4] == [before[:-2], " ", "(", "$"]
    assert "them, but there is still far to go until we are home" in tokens
    assert tokens[-1] == "the way home, as we have shown it in many words."


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (
            r"\frac a b of the many things that we have seen so far in $x$",
            "a/b of the many things that we have seen so far in x",
        ),
        (
            r"as many others have shown before us in their work ~(\cite{a})",
            "as many others have shown before us in their work",
        ),
        (
            r"$a$ is what we have shown in their work, and more [\ref{b}].",
            "a is what we have shown in their work, and more.",
        ),
        (r"\includegraphics[width of the page, as wide as it can be for us]{x} Here", " Here"),
    ],
)
def test_what_belongs_to_a_command_is_found_beside_long_prose(source, wanted):
    assert to_text(source) == wanted
