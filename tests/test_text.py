"""Raw text → clean text: each step by itself, then all of them."""

from __future__ import annotations

import re
import unicodedata
from time import process_time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import text
from kg.text import STEPS, clean

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        (r"$\textit{TEDUO}$", "TEDUO"),
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


def check(step: Callable[[str], str], raw: str, wanted: str) -> None:
    assert step(raw) == wanted
    assert step(wanted) == wanted, "not settled"


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("robotâ\x80\x99s, Ã\x97, MÃ¶bius, â\x80\x9cxâ\x80\x9d", "robot’s, ×, Möbius, “x”"),
        ("robotâ€™s", "robot’s"),
        ("operator\x92s \x93x\x94", "operator’s “x”"),
        ("\ud835\udefc and \ud835", "𝛼 and \ufffd"),
        ("« voilà\xa0», SÃO PAULO, á", "« voilà\xa0», SÃO PAULO, á"),
        ("plain", "plain"),
    ],
)
def test_repair_encoding(raw: str, wanted: str) -> None:
    check(text.repair_encoding, raw, wanted)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("R&amp;D &lt;5 &#39;x&#x27; &eacute;&mdash;", "R&D <5 'x' é—"),
        ("&amp;amp;lt; &#38;quot;", '< "'),
        ("Schr& ouml;dinger", "Schrödinger"),
        ("Q& A; B& and; C", "Q& A; B& and; C"),
        ("H&M &para 5; &unknown; &;", "H&M &para 5; &unknown; &;"),
        ("&#55296;&#x110000;", "\ufffd\ufffd"),
    ],
)
def test_decode_entities(raw: str, wanted: str) -> None:
    check(text.decode_entities, raw, wanted)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("the <i>Borrelia</i> <b>spp.</b> are", "the Borrelia spp. are"),
        ('a <a href="https://x.org" class=y>link</a>', "a link"),
        ("CO<sub>2</sub>, 10<sup>-3</sup>, 4<sup>th</sup>, <jats:sup>2</jats:sup>", "CO2, 10^-3, 4th, 2"),
        ("<jats:title>Abstract</jats:title><jats:p>A</jats:p><jats:p>B</jats:p>", "\n\n\n\nA\n\n\n\nB\n\n"),
        ("<title>Background.</title> <p>A</p>", "\n\nBackground: \n\nA\n\n"),
        ("<mml:math><mml:mi>x</mml:mi></mml:math>", "x"),
        ("a<br/>b", "a\nb"),
        ("BIO tags <b>, <i> and <o>", "BIO tags <b>, <i> and <o>"),
        ("a <b and c> d, <mask>, </s>, <subject, verb>", "a <b and c> d, <mask>, </s>, <subject, verb>"),
    ],
)
def test_strip_tags(raw: str, wanted: str) -> None:
    check(text.strip_tags, raw, wanted)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        (
            "an extit{open} and \textbf{bold} ( extit{i})",
            r"an \textit{open} and " + "\t" + r"\textbf{bold} (\textit{i})",
        ),
        ("16$ imes$16, $8\times 8$", r"16$\times$16, $8" + "\t" + r"\times 8$"),
        ("A $ o$ B, cat$ ightarrow$dog", r"A $\to$ B, cat$\rightarrow$dog"),
        (r"\times, next times, theta, text{", r"\times, next times, theta, text{"),
    ],
)
def test_restore_commands(raw: str, wanted: str) -> None:
    check(text.restore_commands, raw, wanted)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("ﬁeld, eﬀect, aﬄuent, ﬂow", "field, effect, affluent, flow"),
        ("compu(cid:173) tation, cost\x02effective, hy\xad phen", "compu- tation, cost-effective, hy- phen"),
        ("co\xadoperate, 500x\x02, (cid:12)x", "cooperate, 500x, x"),
        ("a\u200bb\ufeffc\u2060d\x00e\x1ff\u202eg", "abcdefg"),
        ("one\u2028two\u2029three", "one\ntwo\n\nthree"),
        ("a\u200db", "ab"),
        ("می\u200cخواهم 👩\u200d🔬", "می\u200cخواهم 👩\u200d🔬"),
        ("(cid:x) stays", "(cid:x) stays"),
        ("\x1b[31mred\x1b[0m, \x1b[1;38;5;9mbo\x1b[4mld\x1b[m \x1b[?25l\x1b[2Kx\x1b(B", "red, bold x"),
        ("\x1b]0;a title\x07a \x1b]8;;https://a.org\x1b\\link\x1b]8;;\x1b\\ b", "a link b"),
        ("\x1bletter, \x1b]open string\nnext, [31m alone", "letter, ]open string\nnext, [31m alone"),
    ],
)
def test_replace_characters(raw: str, wanted: str) -> None:
    check(text.replace_characters, raw, wanted)


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
    check(text.loosen_ties, raw, wanted)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("**Lang**evin **D**ata, T2**I**, ***AGAP***", "Langevin Data, T2I, AGAP"),
        ("*Fully* (*new*), *e.g.*, “*x*”", "Fully (new), e.g., “x”"),
        ("_registers_ or __Resona__, (_k_=3)", "registers or Resona, (k=3)"),
        ("A* and B*, RRT*, a * b * c, x*y*z", "A* and B*, RRT*, a * b * c, x*y*z"),
        ("2**3 and 4**5, x**n + y**n, f** k", "2**3 and 4**5, x**n + y**n, f** k"),
        ("x_i * y_j * z_k, p* (x*)", "x_i * y_j * z_k, p* (x*)"),
        ("the *-algebra and *-ring (*-x)", "the *-algebra and *-ring (*-x)"),
        ("*equal contribution, *corresponding", "*equal contribution, *corresponding"),
        (
            "snake_case_name, __init__, _private, |x|_G and |y|_G",
            "snake_case_name, __init__, _private, |x|_G and |y|_G",
        ),
        ("**open\n\nclose**", "**open\n\nclose**"),
    ],
)
def test_strip_emphasis(raw: str, wanted: str) -> None:
    check(text.strip_emphasis, raw, wanted)


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
    check(text.convert_quotes, raw, wanted)


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
    check(text.convert_dashes, raw, wanted)


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
    check(text.collapse_space, raw, wanted)


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
    check(text.join_broken_words, raw, wanted)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("e\u0301a\u030a", "éå"),
        ("x² ½ ™ ﬁ", "x² ½ ™ ﬁ"),
        ("a" + "\u0323\u0301" * 40 + "b", unicodedata.normalize("NFC", "a" + "\u0323\u0301" * 15) + "b"),
    ],
)
def test_compose(raw: str, wanted: str) -> None:
    check(text.compose, raw, wanted)


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


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__)
@given(raw=hostile)
def test_no_step_raises(step: Callable[[str], str], raw: str) -> None:
    assert isinstance(step(raw), str)


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
]


@pytest.mark.parametrize("unit", UNITS)
def test_time_is_linear(unit: str) -> None:
    """Ten times the text may take twenty times as long, not a hundred; small times are noise."""

    def seconds(length: int) -> float:
        raw = unit * (length // len(unit))
        started = process_time()
        clean(raw)
        return process_time() - started

    clean(r"\alpha")
    small = min(seconds(4_000) for _ in range(2))
    assert seconds(40_000) < 20 * max(small, 0.005)


def test_a_megabyte_of_one_sign_is_cleaned() -> None:
    assert clean("{" * 1_000_000) == "{" * 1_000_000
    assert "a" not in clean("\\textbf{" * 100_000)
