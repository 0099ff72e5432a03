"""Markdown tables and lists, and lists of abstracts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.forms.contract import Form, encoded, one_line

if TYPE_CHECKING:
    from random import Random

    from tests.fuzz.entries import Entry


def _table(entries: list[Entry], rng: Random) -> bytes:
    rows = [
        f"| [{one_line(e.title).replace('|', '')}]({e.url or 'https://example.org'}) | {one_line(e.venue)} | "
        f"[![x](https://img.shields.io/x)](https://github.com/x) [paper](http://arxiv.org/abs/{e.arxiv}) | {one_line(e.abstract)} |"
        for e in entries
    ]
    head = "# GraphConf-2024-Papers\n\n| **Title** | Venue | Paper | Abstract |\n|---|:-:|---|---|\n"
    return encoded(head + rng.choice(("\n", "\r\n")).join(rows) + "\n")


def _items(entries: list[Entry], rng: Random) -> bytes:
    made = [
        "# Awesome Graphs [![Awesome](https://awesome.re/badge.svg)](https://awesome.re)\n",
        "## Papers\n",
        "### 2023\n",
    ]
    for number, e in enumerate(entries, start=1):
        mark = rng.choice(("-", "*", f"{number}."))
        people = ", ".join(f"{given} {family}" for given, family in e.authors)
        made.append(
            f"{mark} **[{one_line(e.title)}](https://arxiv.org/abs/2101.{number:05})**, {one_line(people)}, *{one_line(e.venue)}*"
        )
        if rng.random() < 0.4:
            made.append(f"  <details><summary>Abstract</summary>{one_line(e.abstract)}</details>")
        elif rng.random() < 0.3:
            made.append(f"  - Abstract: {one_line(e.abstract)}")
    return encoded("\n".join(made) + "\n")


def _abstracts(entries: list[Entry], rng: Random) -> bytes:
    blank = rng.choice(("\n\n", "\r\n\r\n", "\n \n"))
    return encoded(blank.join([f"ICML {rng.randint(1990, 2030)} Papers", *(f"{e.abstract}." for e in entries)]) + "\n")


FORMS = (
    Form("markdown-table", (".md",), _table, counted=False),
    Form("markdown-items", (".md", ".txt"), _items, counted=False),
    Form("list", (".txt", ".md"), _abstracts, counted=False),
)
