"""How the general reader reads a part of a text."""

from __future__ import annotations

import pytest

from kg.latex_reader import Reader


@pytest.mark.parametrize(
    ("source", "before", "wanted"),
    [
        (r"\method", "", "method"),
        (r"\method", " ", "method"),
        (r"\method", "a", r"\method"),
        (r"\nWe", ".", " We"),
        ("$_2$", "O", "2"),
        ("$_2$", "", "_2"),
        ("$^*$", "A", "*"),
        (r"\emph{a$_2$}", "O", "a2"),
        (r"\emph{$_2$}", "O", "_2"),
    ],
)
def test_a_part_is_read_with_the_character_before_it(source: str, before: str, wanted: str) -> None:
    assert Reader(source).read(before) == wanted


@pytest.mark.parametrize(
    ("source", "before", "wanted"),
    [
        ("$x$5", "", "x"),
        ("$5 to $10", "", None),
        ("$_2$", "O", "2"),
        ("$$x$$", "", "x"),
        ("$x", "", None),
        (r"$\frac{a$", "", None),
    ],
)
def test_the_maths_a_text_begins_with(source: str, before: str, wanted: str | None) -> None:
    assert Reader(source).read_maths(before) == wanted
