"""How scripts, fractions and accents are written."""

from __future__ import annotations

import pytest

from kg.latex_symbols import GLUED, accented, grouped, subscript, superscript, symbols, tidied, unglued, unknown


@pytest.mark.parametrize(
    ("base", "script", "wanted"),
    [
        ("T", "2", "^2"),
        ("0", "-3", "^-3"),
        ("n", "1/3", "^(1/3)"),
        ("x", "⊤", "^⊤"),
        ("A", "*", "*"),
        ("θ", "⋆", "*"),
        ("f", "′", "′"),
        ("4", "th", "th"),
        ("0", "∘", "°"),
        ("5", "∘C", "°C"),
        ("x", "  ", ""),
        ("", "*", "^*"),
    ],
)
def test_superscripts(base: str, script: str, wanted: str) -> None:
    assert superscript(base, script) == wanted


@pytest.mark.parametrize(
    ("base", "script", "wanted"),
    [
        ("F", "1", "1"),
        ("ℓ", "∞", "∞"),
        ("ℓ", "p", "p"),
        ("L", "p", "_p"),
        ("x", "i", "_i"),
        ("x", "i,j", "_(i,j)"),
        ("M", "base", "_base"),
        ("3", "2", "_2"),  # 3₂ is not 32
        ("", "2", "_2"),
        ("x", " ", ""),
    ],
)
def test_subscripts(base: str, script: str, wanted: str) -> None:
    assert subscript(base, script) == wanted


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("n", "n"),
        ("12", "12"),
        ("√n", "√n"),
        ("ε^2", "ε^2"),
        ("n + 1", "(n + 1)"),
        ("a/b", "(a/b)"),
        (" x ", "x"),
        ("", ""),
    ],
)
def test_grouping_keeps_the_order_of_operations(written: str, wanted: str) -> None:
    assert grouped(written) == wanted


@pytest.mark.parametrize(
    ("written", "accent", "wanted"),
    [("o", "\u0308", "ö"), ("ı", "\u0301", "í"), ("O", "\u0303", "Õ"), ("xy", "\u0302", "xy"), ("", "\u0302", "")],
)
def test_accents_go_on_one_letter(written: str, accent: str, wanted: str) -> None:
    assert accented(written, accent) == wanted


@pytest.mark.parametrize(
    ("maths", "wanted"),
    [
        ("n≥ 2", "n ≥ 2"),
        ("n ≥2", "n ≥ 2"),
        ("n≥2", "n≥2"),
        ("a  ≤   b", "a ≤ b"),
        ("≈ 100", "≈ 100"),
        ("f( x )", "f(x)"),
        ("x <= 5", "x <= 5"),
    ],
)
def test_blanks_in_maths(maths: str, wanted: str) -> None:
    assert tidied(maths) == wanted


def test_symbols_hold_no_placeholder() -> None:
    table = symbols()
    assert table["alpha"] == "α"
    assert table["epsilon"] == table["varepsilon"] == "ε"
    assert {written for written in table.values() if "%" in written or "<" in written} == {"%", "<"}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("emphsparse", "sparse"),
        ("mathbbR", "ℝ"),
        ("mathbbX", "X"),
        ("tildeOn", "Õn"),
        ("sqrtT", "√T"),
        ("logn", "log n"),
        ("citeboyd", ""),
        ("beginitemize", " "),
    ],
)
def test_arguments_that_lost_their_braces(name: str, wanted: str) -> None:
    glued = GLUED.fullmatch(name)
    assert glued
    assert unglued(glued[1], glued[2]) == wanted


@pytest.mark.parametrize("name", ["method", "log", "logarithm", "emph", "begining"])
def test_names_that_hold_no_argument(name: str) -> None:
    assert not GLUED.fullmatch(name)


@pytest.mark.parametrize(
    ("name", "before", "wanted"),
    [
        ("method", " ", "method"),
        ("method", "", "method"),
        ("Users", ":", r"\Users"),
        ("name", "s", r"\name"),
        ("nWe", ".", " We"),
        ("nWe", " ", "nWe"),
        ("nabla", ".", "nabla"),
    ],
)
def test_unknown_commands(name: str, before: str, wanted: str) -> None:
    assert unknown(name, before) == wanted
