import pytest

from kg.errors import InputError
from kg.read import read
from kg.read.record import NO_TEXT
from kg.read.yaml_records import MALFORMED

PAGE = """---
title: 'On Graphs: A Study'
abstract: We prove that graphs
  help, by 3% or $O(\\sqrt{T})$.
layout: inproceedings
id: lovelace21a
tex_title: "{On Graphs}: A Study"
author:
- given: Ada
  family: Lovelace
- given: Alan
  family: Turing
date: 2021-07-01
container-title: Proceedings of the Conference on Graphs
issued:
  date-parts:
  - 2021
  - 7
pdf: http://example.org/lovelace21a.pdf
extras:
# a comment
---
"""
LIST = """# papers
- title: 'On Graphs: A Study'
  abstract: >
    We prove
    that graphs help.
  authors:
  - name: Ada Lovelace
    emails: ada@example.org
    first_name: Ada
    last_name: Lovelace
  id: 1706.03760
- title: On Trees: A Study
  abstract: We do not.
- {title: On Leaves, abstract: We fall., authors: [Emmy Noether], year: 2020}
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "after", ["", "# A heading\n\n- and: a list [with a link](https://arxiv.org/abs/2101.00001)\n"]
)
def test_front_matter_is_a_paper(load, end, after):
    (paper,), problems = load("2021-07-01-lovelace21a.md", (PAGE + after).replace("\n", end))
    assert not problems
    assert (paper.title, paper.year) == ("On Graphs: A Study", 2021)
    assert paper.abstract == "We prove that graphs help, by 3% or O(√T)."
    assert paper.authors == ("Ada Lovelace", "Alan Turing")
    assert (paper.venue, paper.url) == ("Proceedings of the Conference on Graphs", "http://example.org/lovelace21a.pdf")


@pytest.mark.parametrize("name", ["papers.yaml", "papers.yml"])
def test_a_malformed_item_of_a_list_costs_itself_only(load, name):
    papers, (problem,) = load(name, LIST)
    assert [(paper.title, paper.authors, paper.source.line) for paper in papers] == [
        ("On Graphs: A Study", ("Ada Lovelace",), 2),
        ("On Leaves", ("Emmy Noether",), 14),
    ]
    assert papers[0].id == "1706.03760"
    assert (papers[0].abstract, papers[1].year) == ("We prove that graphs help.", 2020)
    assert (problem.reason, problem.source.line) == (MALFORMED, 12)
    assert "quotes missing" in problem.detail


def test_records_within_a_mapping(load):
    papers, problems = load(
        "x.yaml", "name: A workshop\npapers:\n  - title: On Graphs\n    abstract: We prove it.\n  - title: On Trees\n"
    )
    assert [paper.title for paper in papers] == ["On Graphs", "On Trees"]
    assert not problems


def test_every_item_is_a_paper_or_skipped(load):
    papers, problems = load("x.yaml", "- title: On Graphs\n- 7\n-\n- {year: 2020}\n- title:\n- abstract: We do.\n")
    assert (len(papers), len(problems)) == (2, 4)
    assert {problem.reason for problem in problems} == {NO_TEXT, "not a JSON object"}


@pytest.mark.parametrize(
    "content",
    [
        "title: [unclosed\nabstract: x\n",
        "title: a\nabstract: b\nitems: " + "[" * 100_000,
        "- title:\n  abstract:\n  - " + "- " * 100_000 + "a\n",
        "title: &a [x, x, x, x]\nabstract: y\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c]\n",
        "title: &a [*a]\nabstract: y\n",
        "on: push\njobs:\n  title: ci\n",
    ],
)
def test_what_holds_no_records_is_refused(write, content):
    with pytest.raises(InputError):
        list(read(write("x.yaml", content)))


def test_a_page_without_an_abstract_is_no_yaml(write):
    with pytest.raises(InputError, match="Markdown"):
        list(read(write("x.md", "---\ntitle: My page\n---\n\nHello.\n")))
