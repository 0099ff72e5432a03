"""What LaTeX in prose becomes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.latex import single_backslashes, to_text
from kg.latex_reader import Reader
from tests.timing import assert_linear


def check(source: str, wanted: str) -> None:
    assert to_text(source) == wanted


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (r"$\textit{TEDUO}$", "TEDUO"),
        (
            r"${\textbf{A}}$daptive ${\textbf{M}}$odality Token Re-Balan${\textbf{C}}$ing ($\texttt{AMC}$)",
            "Adaptive Modality Token Re-BalanCing (AMC)",
        ),
        (
            r"\textbf{\underline{S}}patio-\textbf{\underline{T}}emporal \textbf{\underline{P}}rocessor",
            "Spatio-Temporal Processor",
        ),
        (r"\emph{should}", "should"),
        (r"{\em plug-in} and {\it random} {\sc Net}", "plug-in and random Net"),
        (r"\em{i.e.}, this", "i.e., this"),
        (r"\textcolor{red}{Warning}: \href{https://a.org}{here}", "Warning: here"),
        (r"\href{https://a.org}{}", "https://a.org"),
        (r"\textbf {Net} and \texttt{a\_b}", "Net and a_b"),
        (r"\textbf{a $x_i$ b}", "a x_i b"),
        (r"$\textbf{$T^2$-RAGBench}$", "T^2-RAGBench"),
        (r"\LaTeX{} and \agentname{} win", "LaTeX and agentname win"),
    ],
)
def test_styles_go_and_their_content_stays(source: str, wanted: str) -> None:
    check(source, wanted)


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (r"$\alpha$-CROWN", "α-CROWN"),
        (r"\alpha-CROWN", "α-CROWN"),
        (r"top-$K$", "top-K"),
        (r"4.7$\times$", "4.7×"),
        (r"$\ell_{2}$-norm, $\ell_\infty$, $\ell_p$", "ℓ2-norm, ℓ∞, ℓp"),
        (r"$T^2$, CO$_2$, AP$_{90}$, A$^*$, 90$^\circ$", "T^2, CO2, AP90, A*, 90°"),
        (r"$10^{-3}$ or $2^{n+1}$", "10^-3 or 2^(n+1)"),
        (r"$ R _ k $", "R_k"),
        (r"$x \in\mathbb{R}^{n\times d}$", "x ∈ ℝ^(n × d)"),
        (r"$\tilde{O}(d^3/\varepsilon^2 M_*^2)$ samples", "Õ(d^3/ε^2 M_*^2) samples"),
        (r"$\Omega(\sqrt{T\log n})$", "Ω(√(T log n))"),
        (r"$\frac{1}{\epsilon^2}$, $\frac12$, $\frac{a+b}{2}$, $2\frac{1}{2}$", "1/ε^2, 1/2, (a+b)/2, 2 1/2"),
        (r"$\sqrt[3]{n}$", "∛n"),
        (r"$n\log\log n$", "n log log n"),
        (r"$\left(\frac{1}{n}\right)$", "(1/n)"),
        (r"$f'(x)$", "f′(x)"),
        (r"$a \not= b$", "a ≠ b"),
        (r"$2.16\times$$\sim$$2.62\times$", "2.16×∼2.62×"),
        (r"224$\times$224, S$&$P, $~$5", "224×224, S&P, ~5"),
        (r"$\approx$100", "≈100"),
        (r"bound $$\min_x f(x),$$ where", "bound min_x f(x), where"),
        (r"\(k\)-edge and \[x^2\]", "k-edge and x^2"),
        (r"$\{1,\ldots,n\}$", "{1,…,n}"),
        (r"$\text{tr}(A)$ if $\operatorname{rank}A$", "tr(A) if rank A"),
        (r"the $p$-value $1{,}000$", "the p-value 1,000"),
        (r"\ell_1 and \mathbb{R}^{d} without dollars", "ℓ1 and ℝ^d without dollars"),
        (r"$\unknowncommand(x)$", "unknowncommand(x)"),
    ],
)
def test_maths_becomes_readable(source: str, wanted: str) -> None:
    check(source, wanted)


@pytest.mark.parametrize(
    "text",
    [
        "costs $5 to $10",
        "costs $5, $10 or $20",
        "from $5-$10 million",
        "between $50 and $100 an hour",
        "a lone $5",
        "10% and 20% of it",
        "AT&T and R&D",
        "US$ and A$ amounts",
        "set $HOME and $PATH",
        "$",
        "$$",
        "$ $",
        "\\",
        "{",
        "}{",
        "{graph} stays",
        "snake_case_name and 2^n",
    ],
)
def test_what_is_no_latex_stays(text: str) -> None:
    check(text, text)


def test_money_beside_maths() -> None:
    check(
        r"costs $5 and uses $n$ nodes, or \$10 with 17.01\% off, i.e. $x$ for $7",
        "costs $5 and uses n nodes, or $10 with 17.01% off, i.e. x for $7",
    )


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (r"17.01\%, R\&D, \#2, a\_b, \$5, \{x\}", "17.01%, R&D, #2, a_b, $5, {x}"),
        (r"50% of \textbf{all} data", "50% of all data"),
        (r"a\\b, a\ b, 10\,000, 5\;m", "a b, a b, 10 000, 5 m"),
        (r"G\"odel, Erd\H{o}s, na{\"\i}ve, \'{E}t\'e, \v{S}a, \c{c}a", "Gödel, Erdős, naïve, Été, Ša, ça"),
        (r"S\o ren, Stra\ss e, \L{}ukasz, {\O}rsted", "Søren, Straße, Łukasz, Ørsted"),
        ('Teichm\\""uller', "Teichmüller"),
        (r"jako{\'s}ci, \v{c}ap\v ek, {\v{s}}, {\'{\i}}, Fran\c cois", "jakości, čapěk, š, í, François"),
        (
            r"it\textquotesingle s, it\textquoteright s, the robots\textquoteright{} arms",
            "it's, it’s, the robots’ arms",
        ),
        (r"\textless 5, 5\textpercent, a\textemdash{}b", "< 5, 5%, a—b"),
        (r"a \"TEDUO\" it\'s", 'a "TEDUO" it\'s'),
        (r"\S 3, \copyright 2020, 5\textmu m", "§ 3, © 2020, 5µm"),
        (r"as usual, \ie, \eg models, \etal.", "as usual, i.e., e.g. models, et al."),
    ],
)
def test_characters_and_accents(source: str, wanted: str) -> None:
    check(source, wanted)


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (r"at \url{https://a.org/~me/x_y%20z}.", "at https://a.org/~me/x_y%20z."),
        (r"as shown~\cite{a,b}. We", "as shown. We"),
        (r"known (\citep[p.~3]{a}) to", "known to"),
        (r"in Figure~\ref{f}\label{x}", "in Figure"),
        (r"see~\ref{x}, Fig.~\ref{y}. And (see~\autoref{z})", "see, Fig.. And (see)"),
        (r"by Eq.~(\eqref{a}) we", "by Eq. we"),
        (r"as~\cite{a}~\citep{b} do", "as do"),
        (r"see \ref{a}\emph{too}, \cite{b}$x$ and \label{c}more", "see too, x and more"),
        (r"word\footnote{An aside.} goes~\footnotemark on", "word goes on"),
        ("One.\n\n\\label{x}\nTwo.", "One.\n\n\nTwo."),
        (r"so: \begin{itemize}[left=1pt]\item a \item b\end{itemize}", "so:  • a • b "),
    ],
)
def test_addresses_stay_and_references_go(source: str, wanted: str) -> None:
    check(source, wanted)


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (r"the \emphsparse case", "the sparse case"),
        (r"O(\sqrtT) in \mathbbR, \tildeO(n), \logT", "O(√T) in ℝ, Õ(n), log T"),
        (r"due to \citebarron93. So \citeboyd:04. And", "due to. So. And"),
        (r"two: \beginitemize \item a \enditemize", "two:   • a  "),
        (r"$\\hat{\\theta}$ is", "θ̂ is"),
        (r"image.\nWe propose", "image. We propose"),
    ],
)
def test_latex_that_lost_braces_or_gained_backslashes(source: str, wanted: str) -> None:
    check(source, wanted)


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (r"our \method works", "our method works"),
        (r"in C:\Users\name and a\zzz", r"in C:\Users\name and a\zzz"),
        (r"\1 \é", r"\1 \é"),
    ],
)
def test_unknown_commands_lose_their_backslash_unless_in_a_path(source: str, wanted: str) -> None:
    check(source, wanted)


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (r"\textbf{open and the rest", "open and the rest"),
        (r"\cite{open and the rest", "open and the rest"),
        (r"\frac", ""),
        (r"$\frac{a$ and the rest", "$a$ and the rest"),
        (r"a} \emph{b}} c", "a} b} c"),
        (r"\( open", "( open"),
    ],
)
def test_broken_latex_eats_no_text(source: str, wanted: str) -> None:
    check(source, wanted)


def test_deep_nesting_neither_recurses_nor_loses_text() -> None:
    assert "core" in to_text(r"\textbf{" * 5000 + "core" + "}" * 5000)
    assert "core" in to_text(r"\'{" * 60 + "core" + "}" * 60)
    assert to_text("$" + "{" * 5000 + "x" + "}" * 5000 + "$")


PIECES = [
    *"\\${}^_%&~'\"[](). \n.,:*-",
    *("a", "s", "Z", "12", "é", "α", "ℓ", "word ", "foo", "by five words of plain prose "),
    *(r"\alpha", r"\ell_1", r"\mathbb{R}^d", r"\max", r"\method", r"\mathbbR", r"\quad", r"\xspace", r"\ie", r"\o "),
    *(
        r"\textit{",
        r"\textit{a b}",
        r"\emph{a $x$}",
        r"{\em ",
        r"{\it a}",
        r"{\L}",
        r"\em{a}",
        r"\mathrm{",
        r"\url{a_b}",
    ),
    *(r"\frac{1}{n}", r"\frac12", r"\sqrt{", r"\sqrt[3]{n}", r"\tilde{O}", r"\tilde O", r"\href{a}{b}", r"\item"),
    *(r"\cite{a}", r"~\cite{b}", r" (\citep[p]{c})", r"\footnote{", r"\citefoo", r"\begin{a}", r"[\ref{a}]"),
    *(r"\'e", r"\'{e}", r"\'s", r"\"o", r"\c c", r"\v{S}", r"{\'e}", r"\textquoteright s"),
    *(
        r"\%",
        r"\\",
        r"\\alpha",
        r"\ ",
        r"\(",
        r"\)",
        r"\[",
        r"\(x\)",
        r"\left(",
        r"\right.",
        r"\nWe",
        "{a}",
        "{{a}}",
        "{}",
    ),
    *("$x$", "$$", "$5 ", "$5 to $10", r"$\ell_2$", r"$\text{if $a$}$", "$^2$", "$n^{1/2}$", "a$_", r"$\log n$"),
]


@settings(max_examples=500)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(PIECES[0] + "${}ab ", max_size=30))
def test_what_is_read_piece_by_piece_is_what_the_reader_reads(source: str) -> None:
    check(source, Reader(single_backslashes(source)).read())


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (r"as in \emph{A }\cite{a}, and in $B$ \cite{b}", "as in A , and in B"),
        (r"by $x$ (\cite{a})$y$ and \cite{b}", "by x y and"),
        (r"$\quad_1$ and a \quad_1", "_1 and a1"),
        (r"x$_i$, \textbf{x}$_1$, ℓ$_p$ and $_p$", "x_i, x1, ℓp and _p"),
        (r"{$a$} and {a $b$}", "a and a b"),
        (r"\textit{open and $x$", "open and x"),
        (r"open { and $x$, \emph{y}", "open { and x, y"),
        (r"\o{} re, \o re, it\textquoteright s", "øre, øre, it’s"),
    ],
)
def test_what_pieces_do_to_each_other(source: str, wanted: str) -> None:
    check(source, wanted)


@pytest.mark.parametrize("first", ["", r"\%", "$x$"])
@pytest.mark.parametrize(
    "unit",
    [
        "$",
        "$5 ",
        "$$ ",
        "$a{",
        "${",
        "{",
        "{{",
        "{a}",
        r"{\em ",
        r"\a{",
        r"\a{}",
        r"\a_{",
        r"\em{",
        r"\cite{a}",
        r" (\cite{a}",
        r"\%",
    ],
)
def test_time_is_linear(first: str, unit: str) -> None:
    to_text(r"\alpha")
    assert_linear(lambda length: to_text(first + unit * (length // len(unit))), 4_000, 40_000)
