"""Entities, cut commands and Markdown."""

from __future__ import annotations

import pytest

from kg.text.markup import decode_entities, restore_commands, restore_line_ends, strip_emphasis
from tests.text.settled import check


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("R&amp;D &lt;5 &#39;x&#x27; &eacute;&mdash;", "R&D <5 'x' é—"),
        ("&amp;amp;lt; &#38;quot;", '< "'),
        ("Schr& ouml;dinger, Schr & ouml;dinger", "Schrödinger, Schrödinger"),
        ("Szeg & odblac;-type, caf & eacute; culture, voil & agrave;", "Szegő-type, café culture, voilà"),
        ("the & Ouml;ko plan, p & lt; 0.05, & alpha;-helix", "the Öko plan, p < 0.05, α-helix"),
        ("Alzheimer & rsquo;s, menu & agrave; la carte", "Alzheimer’s, menu à la carte"),
        ("Q& A; B& and; C", "Q& A; B& and; C"),
        ("H&M &para 5; &unknown; &;", "H&M &para 5; &unknown; &;"),
        ("&#55296;&#x110000;", "\ufffd\ufffd"),
    ],
)
def test_decode_entities(raw: str, wanted: str) -> None:
    check(decode_entities, raw, wanted)


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
    check(restore_commands, raw, wanted)


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
    check(strip_emphasis, raw, wanted)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        (r"graphs.\n\nOur method", "graphs.\n\nOur method"),
        (r"graphs.\r\nOur\n 1. method\n", "graphs.\nOur\n 1. method\n"),
        (
            r"$\nu \neq \nabla \not\in \nRightarrow \nVdash \nleftarrow \n_i$",
            r"$\nu \neq \nabla \not\in \nRightarrow \nVdash \nleftarrow \n_i$",
        ),
        (r"\r{A}ngstr\"om \~n \'n C:\New", r"\r{A}ngstr\"om \~n \'n C:\New"),
    ],
)
def test_restore_line_ends(raw: str, wanted: str) -> None:
    check(restore_line_ends, raw, wanted)
