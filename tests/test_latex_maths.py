"""What formulas become, and that those of the usual kind are read as all others are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.latex_maths import after_dropped, applied, read_maths, read_usual
from kg.latex_reader import Reader
from kg.latex_symbols import tidied


@pytest.mark.parametrize(
    ("body", "before", "wanted"),
    [
        ("k", " ", "k"),
        ("&", " ", "&"),
        (r"\ell_2", "-", "ℓ2"),
        ("_2", "O", "2"),
        ("_2", " ", "_2"),
        ("^*", "A", "*"),
        (r"{}^\circ", "0", "°"),
        (r"O(n\log n)", "", "O(n log n)"),
        (r"\sqrt[3]{n}", "", "∛n"),
        (r"x \in \mathbb{R}^{n\times d}", " ", "x ∈ ℝ^(n × d)"),
        (r"\textbf{$T^2$-Net}", "", "T^2-Net"),
        (r"\text{a $x$ b", "", None),
        ("a}", "", None),
        ("\\", "", None),
        (r"a\(", "", None),
        ("  ", "", None),
        (" and these are words of prose ", "", None),
    ],
)
def test_maths_between_dollars(body: str, before: str, wanted: str | None) -> None:
    assert read_maths(body, before, " ") == wanted


def test_dollars_before_amounts_are_money() -> None:
    assert read_maths("5 to ", "", "1") is None
    assert read_maths("5-", "", "1") is None
    assert read_maths("5-", "", " ") == "5-"


def test_long_maths_is_read_and_text_longer_than_any_maths_is_none() -> None:
    assert read_maths("x+" * 200 + "y", "", "") == "x+" * 200 + "y"
    assert read_maths("x+" * 1000 + "y", "", "") is None
    assert read_maths(r"\alpha" * 400, "", "") == "α" * 400


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("f'(x)", "f′(x)"),
        (r"\{1,\ldots,n\}", "{1,…,n}"),
        (r"\left(\frac{a+b}{2}\right.", "((a+b)/2"),
        (r"2\frac12n", "2 1/2 n"),
        (r"\min_x\max_{y\in\R}f", "min_x max_(y∈ℝ)f"),
        (r"\mathcal{\tilde{O}}(\sqrt{d\log{d}})", "Õ(√(d log d))"),
        (r"\mathbbR^\top", "ℝ^⊤"),
        (r"\loss(\R)", "loss(ℝ)"),
        (r"\text{for all }n", "for all n"),
    ],
)
def test_usual_formulas(body: str, wanted: str) -> None:
    assert read_usual(body) == wanted


@pytest.mark.parametrize(
    "body",
    [
        "a~b",
        "a&b",
        "x ^2",
        r"x_~",
        r"\o x",
        r"\sqrt[3]{n}",
        r"\mathbf\Sigma",
        r"\alpha{}",
        r"\text{\alpha}",
        r"\cite{a}",
        r"\ ",
    ],
)
def test_other_formulas_are_left_to_the_reader(body: str) -> None:
    assert read_usual(body) is None


ITEMS = st.sampled_from(
    [
        *"xyn12 ()[].,'~&*+-=<|:ℓαé°",
        *(
            r"\alpha",
            r"\beta ",
            r"\log",
            r"\max",
            r"\ell",
            r"\in",
            r"\le",
            r"\circ",
            r"\star",
            r"\to",
            r"\sum",
            r"\R",
            r"\o",
        ),
        *(
            r"\frac",
            r"\sqrt",
            r"\tilde",
            r"\mathbb",
            r"\mathcal",
            r"\text",
            r"\textbf",
            r"\operatorname",
            r"\overset",
            r"\not",
        ),
        *(
            r"\left",
            r"\right",
            r"\left.",
            r"\rm ",
            r"\quad",
            r"\,",
            r"\!",
            r"\{",
            r"\}",
            r"\|",
            r"\%",
            r"\-",
            r"\ ",
            r"\\",
        ),
        *(
            r"\foo",
            r"\x",
            r"\mathbbR",
            r"\logT",
            r"\emphsparse",
            r"\citefoo",
            r"\cite",
            r"\xspace",
            r"\ie",
            r"\textquoteright",
        ),
        *("^", "_", "^2", "_i", "_1", "^*", "'", "≥ ", " =", "{}", "ab", "abc ", "\n"),
    ]
)
FORMULAS = st.recursive(
    st.lists(ITEMS, max_size=5).map("".join),
    lambda inner: st.lists(
        ITEMS | inner.map("{{{}}}".format) | st.tuples(ITEMS, inner).map("{0[0]}{{{0[1]}}}".format), max_size=5
    ).map("".join),
    max_leaves=6,
)


@settings(max_examples=1000)
@given(FORMULAS.filter(lambda body: len(body) > 1), st.sampled_from(["", " ", "a", "1", "ℓ", "("]))
def test_usual_formulas_are_read_as_by_the_reader(body: str, before: str) -> None:
    read = read_usual(body, before)
    wanted = Reader(f"${body}$").read_maths(before)
    if read is not None and wanted is not None:
        assert tidied(read) == wanted


@pytest.mark.parametrize(
    ("name", "source", "wanted"),
    [("left", "  .x", 3), ("left", "(", 0), ("bigl", ".", 0), ("em", "  x", 2), ("em", "", 0)],
)
def test_what_commands_that_write_nothing_take(name: str, source: str, wanted: int) -> None:
    assert after_dropped(name, source, 0) == wanted


@pytest.mark.parametrize(
    ("name", "argument", "wanted"),
    [
        ("mathcal", "F", "F"),
        ("text", "for all ", "for all "),
        ("mathbb", "R", "ℝ"),
        ("mathbb", "E", "E"),
        ("sqrt", "n", "√n"),
        ("sqrt", "n+1", "√(n+1)"),
        ("tilde", "O", "Õ"),
        ("hat", "xy", "xy"),
    ],
)
def test_what_commands_make_of_their_argument(name: str, argument: str, wanted: str) -> None:
    assert applied(name, argument) == wanted
