"""Maths that stands twice."""

from __future__ import annotations

import pytest

from kg.text.doubled import drop_doubled_maths


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        (r"on R$\mathbb {R}$, with", r"on $\mathbb {R}$, with"),
        ("a H1/2$H<^>{1/2}$-type", "a $H^{1/2}$-type"),
        (r"in O(n log n)$O(n\log n)$ time", r"in $O(n\log n)$ time"),
        (r"the alpha$\alpha$-stable law, the α$\alpha$-helix", r"the $\alpha$-stable law, the $\alpha$-helix"),
        (r"(x,y)$(x,y)^{}$", "$(x,y)^{}$"),
        (r"x2$x^2$ and y2$y^2$", "$x^2$ and $y^2$"),
    ],
)
def test_the_plain_copy_goes(raw: str, wanted: str) -> None:
    assert drop_doubled_maths(raw) == wanted
    assert drop_doubled_maths(wanted) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "CO$_2$, CO2$_2$, top-$k$ and $x$-y$y^2$",
        r"2$\times$2 or 10$^{10}$",
        "(~2000$) and (~20$)",
        "costs 5$ or 5$",
        r"a map f $f^2$",
        r"max$\max_x$imum",
    ],
)
def test_maths_that_stands_once_stays(text: str) -> None:
    assert drop_doubled_maths(text) == text
