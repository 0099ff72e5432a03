"""Ties, quotes, dashes and blanks."""

from __future__ import annotations

import pytest

from kg.text.typography import collapse_space, convert_dashes, convert_quotes, loosen_ties, part_sentences
from tests.text.settled import check


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("e.g.~8-bit, et al.~(2020), Fig.~2", "e.g. 8-bit, et al. (2020), Fig. 2"),
        ("lasts 1.8~s", "lasts 1.8 s"),
        ("~10%, (~3 N), 6~8, a ~ b, z~N(0,1)", "~10%, (~3 N), 6~8, a ~ b, z~N(0,1)"),
        ("at https://x.org/~me/y~z", "at https://x.org/~me/y~z"),
    ],
)
def test_loosen_ties(raw: str, wanted: str) -> None:
    check(loosen_ties, raw, wanted)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("``benign overfitting'' and ``x\"", "“benign overfitting” and “x”"),
        ("``open", "“open"),
        ("`events', `don't stop' and `typographic’", "‘events’, ‘don't stop’ and ‘typographic’"),
        ("''Masking'' and “x''", '"Masking" and “x"'),
        ("f''(x), the robots' and `code` on a`s", "f''(x), the robots' and `code` on a`s"),
    ],
)
def test_convert_quotes(raw: str, wanted: str) -> None:
    check(convert_quotes, raw, wanted)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("bound---derived---that", "bound—derived—that"),
        ("Kullback--Leibler, 5--10, a -- b", "Kullback–Leibler, 5–10, a – b"),
        ("https://a--b.org--all", "https://a--b.org--all"),
        ("--verbose and -x --yes, a --> b, <!-- c -->, ----", "--verbose and -x --yes, a --> b, <!-- c -->, ----"),
    ],
)
def test_convert_dashes(raw: str, wanted: str) -> None:
    check(convert_dashes, raw, wanted)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("  a \t b\u00a0c\u3000d ", "a b c d"),
        ("one\r\ntwo\rthree\nfour", "one two three four"),
        ("First.\n \n\nSecond.", "First.\n\nSecond."),
        ("torn\n\nby a page break", "torn by a page break"),
        ("\n\n \n", ""),
    ],
)
def test_collapse_space(raw: str, wanted: str) -> None:
    check(collapse_space, raw, wanted)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("too few workers.The results", "too few workers. The results"),
        ("in the limit.However, it and a model.We show", "in the limit. However, it and a model. We show"),
        ("Node.js, arXiv.org, e.g.Wikipedia and i.e.The", "Node.js, arXiv.org, e.g.Wikipedia and i.e.The"),
        ("numpy.Array, System.In, c.z.AdaNet, class.Theory", "numpy.Array, System.In, c.z.AdaNet, class.Theory"),
    ],
)
def test_part_sentences(raw: str, wanted: str) -> None:
    check(part_sentences, raw, wanted)
