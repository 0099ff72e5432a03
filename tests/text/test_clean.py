"""Raw text → clean text: all steps together."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.text import STEPS, Step, clean
from kg.text.characters import repair_encoding, replace_characters
from kg.text.glance import is_tidy, signs_in
from kg.text.typography import single_blanks
from tests.timing import assert_linear


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        (r"$\textit{TEDUO}$", "TEDUO"),
        (r"on R$\mathbb {R}$ with an H1/2$H<^>{1/2}$-type variance", "on ℝ with an H^(1/2)-type variance"),
        (r"a \$1 billion market, {\em i.e.} a 5\% gain", "a $1 billion market, i.e. a 5% gain"),
        (r"$\textbf{$T^2$-RAGBench}$", "T^2-RAGBench"),
        ("&lt;jats:p&gt;A &amp;lt;i&amp;gt;b&amp;lt;/i&amp;gt;&lt;/jats:p&gt;", "A b"),
        ("<jats:sec><jats:title>Aims</jats:title>\n <jats:p>To see.</jats:p></jats:sec>", "Aims: To see."),
        ("BACKGROUND: It is. METHODS: We do.", "BACKGROUND: It is. METHODS: We do."),
        ("Poincari\u0306", "Poincarĭ"),
        (
            r"${\textbf{A}}$daptive ${\textbf{M}}$odality Token Re-Balan${\textbf{C}}$ing ($\texttt{AMC}$)",
            "Adaptive Modality Token Re-BalanCing (AMC)",
        ),
        (
            r"\textbf{\underline{S}}patio-\textbf{\underline{T}}emporal \textbf{\underline{O}}OD \textbf{\underline{P}}rocessor",
            "Spatio-Temporal OOD Processor",
        ),
        ("**Lang**evin **D**ata **Aug**mentation", "Langevin Data Augmentation"),
        ("*Trust-Region Twisted* SMC", "Trust-Region Twisted SMC"),
        ("_coupled_", "coupled"),
        ("``benign overfitting''", "“benign overfitting”"),
        (r"\url{https://github.com/a_b/c~d}", "https://github.com/a_b/c~d"),
        (r"\emph{should}", "should"),
        (r"$\alpha$-CROWN", "α-CROWN"),
        (r"$\ell_{2}$-norm", "ℓ2-norm"),
        ("top-$K$", "top-K"),
        (r"17.01\%", "17.01%"),
        (r"4.7$\times$", "4.7×"),
        ("e.g.~8-bit", "e.g. 8-bit"),
        ("exper- tise in pre- training, substan- tially", "expertise in pretraining, substantially"),
        ("small- and medium-sized", "small- and medium-sized"),
        ("a  b &  lt; c", "a b < c"),
        ("gains 5% over 35% of them", "gains 5% over 35% of them"),
        ("costs $5 a day", "costs $5 a day"),
        ("x² and ½", "x² and ½"),
        ("ef\ufb01cient, co\xadoperate, zero\u200bwidth, nul\x00l", "efficient, cooperate, zerowidth, null"),
        ("one\r\nline\rand\tmore ", "one line and more"),
        ("Poincare\u0301", "Poincaré"),
        (r"$\tilde{O}(d^3/\varepsilon^2 M_*^2)$ samples suffice", "Õ(d^3/ε^2 M_*^2) samples suffice"),
        ("&amp;lt;i&amp;gt;E. coli&amp;lt;/i&amp;gt;", "E. coli"),
        (r"_**T**est-**T**ime $\textbf{M}$erging_ (TTM)", "Test-Time Merging (TTM)"),
        (r"see \textbackslash{}alpha and \_x\_", "see α and x"),
        ("\x1b[1mBERT\x1b[0m wins, see~\\ref{x} and Sec.~\\ref{y}.", "BERT wins, see and Sec.."),
    ],
)
def test_real_traps(raw: str, wanted: str) -> None:
    assert clean(raw) == wanted


@pytest.mark.parametrize(
    "plain",
    [
        "",
        "AT&T, R&D and H&M &para 5",
        "C++, GPT-3.5, F1@10, α-CROWN, L2, A*, RRT* and 50% pruning",
        "if a < b and c > d then <MASK> or <eos> or </s>",
        "snake_case_name, __init__ and x_i * y_j * z",
        "between $5 and $10, about ~10% or 6~8",
        "Authors*, others* and a * b * c",
        "run with --verbose, then a --> b",
        "`code` isn't 'quoted', nor f''(x)",
        "GPU (cid) and [CLS] {graph} \\",
        "It says 50%.\n\nThen a new paragraph",
        "日本語のテキスト ก็ می\u200cخواهم 👩\u200d🔬",
    ],
)
def test_what_authors_wrote_stays(plain: str) -> None:
    assert clean(plain) == plain


SNIPPETS = [
    *"$\\{}*_~%-^`'\"&<>;()[].,5a \n\t",
    *(
        "\\textbf{",
        "\\emph{x}",
        "$\\alpha$",
        "\\(",
        "\\)",
        "\\frac",
        "\\'",
        "\\c ",
        "\\item",
        "\\cite{a}",
        "\\\\",
        "\\$",
        "\\_",
    ),
    *(
        "\\textbackslash ",
        "\\log",
        "\\left",
        "**",
        "***",
        "__",
        "``",
        "''",
        "--",
        "---",
        "- ",
        "&amp;",
        "&lt;",
        "amp;",
        "lt;",
    ),
    *(
        "<i>",
        "</i>",
        "<p>",
        "and",
        "pre",
        "training",
        "imes",
        "extit{",
        "(cid:173)",
        "\x02",
        "\xad",
        "\u200b",
        "\u200d",
        "ﬁ",
    ),
    *("\x1b[31m", "\x1b]0;", "\x1b", "\x07", "[", "\x1b\\", "~\\ref{x}", "\\ref", "~\\footnote{"),
    *("<^>", "x^2$", "R$", "& ouml;", "& lt;", ".The ", "abc", "We ", "<title>", "</title>", "<mi>", "</mi>", "<msup>"),
    *(
        "</msup>",
        "<tex-math>",
        "</tex-math>",
        "\\documentclass",
        "\\begin{document}",
        "\\end{document}",
        "Å",
        "‡",
        "\\c cois",
    ),
    *("\\textquoteright ", "s ", "\\textless ", "<alternatives>", "</alternatives>", "</p>", "; ", "& "),
    *("\u0301", "Ã", "\xa9", "â", "\x80", "\x99", "\ud835", "\udefc", "\x00", "\u1100", "\u1161", "İ"),
]
hostile = st.one_of(
    st.text(),
    st.text(st.characters()),  # surrogates too
    st.lists(st.sampled_from(SNIPPETS), max_size=30).map("".join),
)


@given(hostile)
def test_cleaning_twice_changes_nothing_more(raw: str) -> None:
    once = clean(raw)
    assert clean(once) == once


@given(hostile)
def test_clean_text_can_be_written_and_shown(raw: str) -> None:
    cleaned = clean(raw)
    cleaned.encode()
    assert cleaned == cleaned.strip()
    assert cleaned == unicodedata.normalize("NFC", cleaned)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ufb00-\ufb06]|  | \n|\n |\n{3}|(?<!\n)\n(?!\n)", cleaned)


@given(st.text(st.sampled_from("abcdefg XYZ.,:!?")))
def test_plain_prose_keeps_all_but_surplus_blanks(prose: str) -> None:
    assert clean(prose) == " ".join(prose.split())


def test_markup_in_markup_without_end_loses_its_signs() -> None:
    assert clean("\\textbackslash{}" + "textbackslash{}" * 4 + "alpha") == "α"
    endless = clean("\\textbackslash{}" + "textbackslash{}" * 20 + "alpha, 5% & more")
    assert endless.endswith("alpha, 5 more")
    assert clean(endless) == endless


signs = st.text(st.sampled_from("ab.-' ,T<&;:(é’–“Ãß°\u0301\x00\ud835$\\~*_`{}\n#x"))


@given(st.one_of(hostile, signs))
def test_the_glance_sees_all_that_a_step_changes(raw: str) -> None:
    seen = signs_in(raw)
    for step in STEPS:
        if step.signs is not None and step.signs.isdisjoint(seen):
            assert step.change(raw) == raw
    if not seen and is_tidy(raw) and single_blanks(raw) == raw:
        assert clean(raw) == raw
        assert all(step.change(raw) == raw for step in STEPS)


@given(st.one_of(hostile, signs))
def test_what_changes_plain_texts_makes_no_signs_for_a_later_step(raw: str) -> None:
    for number, step in enumerate(STEPS):
        if step.signs is None:
            made = {*signs_in(step.change(raw))}.difference(signs_in(raw))
            assert all(later.signs.isdisjoint(made) for later in STEPS[number:] if later.signs is not None)


@given(st.one_of(hostile, signs))
def test_cleaning_is_all_steps_until_nothing_changes(raw: str) -> None:
    text = raw
    for _ in range(8):
        before = text
        for step in STEPS:
            text = step.change(text)
        if text == before:
            assert clean(raw) == text
            break


def test_the_glance_tells_a_bare_ampersand_from_an_entity() -> None:
    assert not signs_in("AT&T, R & D (here); and more")
    assert all(map(signs_in, ("a &lt; b", "a &#60; b", "caf & eacute; is", "&amp;lt;")))


def test_the_glance_takes_no_character_for_plain_that_a_step_changes() -> None:
    """What composes with a letter, is a mark or cannot be seen is a sign, and so is what two bytes of UTF-8 look like."""
    for ch in map(chr, range(0x110000)):
        if not signs_in(ch):
            assert unicodedata.normalize("NFC", f"a{ch}A{ch}") == f"a{ch}A{ch}"
            assert not unicodedata.combining(ch)
            assert replace_characters(ch) == ch
            assert repair_encoding(f"Ã{ch}Å{ch}") == f"Ã{ch}Å{ch}" or signs_in(f"Ã{ch}Å{ch}")
            assert ch == " " or not ch.isspace()


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.change.__name__)
@given(raw=hostile)
def test_no_step_raises(step: Step, raw: str) -> None:
    assert isinstance(step.change(raw), str)


UNITS = [
    *("$", "{", "}", "\\", "\\textbf{", "\\frac", "\\'", "\\'{", "\\cite[", "\\sqrt[", "\\(", "${", "$a ", "$5 a b "),
    *(
        "**",
        "*a",
        "*a ",
        "_a ",
        "`a'b ",
        "``a",
        "''",
        "--",
        "- ",
        "a- ",
        "in- ",
        "a-b-c- ",
        "&amp;",
        "amp;",
        "&#0",
        "<i>",
    ),
    *(
        "<i a=",
        "<",
        "a",
        "a ",
        " \n",
        "\n",
        "\x1b",
        "\x1b[",
        "\x1b[0;",
        "\x1b]a",
        "~\\ref",
        "\\ref ",
        "(\\ref{a})",
        "~a",
        "(cid:173)",
        "\u200d",
        "\u0315\u0300",
        "Ã\xa9",
        "\ud835",
        "extit{",
        "^",
        "_{",
    ),
    *(
        "x$x^2$",
        "x$x^",
        "& ouml;",
        "abc.The ",
        "<title>",
        "<msup><mi>x</mi>",
        "<tex-math>",
        "\\documentclass",
        "<alternatives>",
    ),
    *("\\documentclass\\begin{document}", "ab-cd ab- cd ", "\\c cois "),
]


@pytest.mark.parametrize("unit", UNITS)
def test_time_is_linear(unit: str) -> None:
    clean(r"\alpha")
    assert_linear(lambda length: clean(unit * (length // len(unit))), 4_000, 40_000)


def test_a_megabyte_of_one_sign_is_cleaned() -> None:
    assert clean("{" * 1_000_000) == "{" * 1_000_000
    assert "a" not in clean("\\textbf{" * 100_000)
