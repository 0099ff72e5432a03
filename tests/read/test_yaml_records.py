from time import process_time

import pytest

from kg.errors import InputError
from kg.read import read
from kg.read.record import NO_TEXT
from kg.read.yaml_records import MALFORMED
from tests.timing import assert_takes

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


@pytest.mark.parametrize("name", ["papers.yaml", "papers", "papers.md"])
def test_documents_one_after_the_other_are_records_whatever_the_file_is_called(load, name):
    second = PAGE.replace("On Graphs: A Study", "On Leaves").replace("lovelace21a", "noether21a")
    papers, problems = load(name, PAGE + second.removeprefix("---\n"))
    assert not problems
    assert [paper.title for paper in papers] == ["On Graphs: A Study", "On Leaves"]


@pytest.mark.parametrize("end", ["\x85", "\u2028", "\u2029"])
def test_a_line_separator_ends_a_line_before_a_name(load, end):
    """As PyYAML writes an id of one such character."""
    (paper,), _ = load("x.yml", f'"id": |2+\n {end}"title": On Graphs\n"abstract": We prove it.\n')
    assert (paper.title, paper.abstract) == ("On Graphs", "We prove it.")


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
        "title: x\nabstract: y\nb: &b '" + "z" * 1_000_000 + "'\nkeywords: [" + "*b, " * 100_000 + "*b]\n",
        "title: x\nabstract: y\nb: &b '" + "z" * 1_000_000 + "'\nc: [" + "{*b : 1}, " * 20_000 + "]\n",
        "title: x\nabstract: y\nb: [" + "[]," * 600_000 + "]\n",
        "on: push\njobs:\n  title: ci\n",
    ],
)
def test_what_holds_no_records_is_refused(write, content):
    with pytest.raises(InputError):
        list(read(write("x.yaml", content)))


@pytest.mark.parametrize(
    ("item", "detail"),
    [
        (
            "{title: &a 'TEXT', abstract: [ALIASES]}".replace("TEXT", "z" * 90_000).replace("ALIASES", "*a, " * 50_000),
            "aliases",
        ),
        ("{title: x, abstract: y, b: [" + "[]," * 600_000 + "]}", "500,000 values"),
        ("{title: x, abstract: y, b: " + "[" * 100_000 + "}", ""),
        ("{title: *star* graphs}", "quotes missing"),
        ("{title: x, venue: *of_another_item}", "same item"),
    ],
)
def test_a_hostile_item_costs_itself_only(load, item, detail):
    started = process_time()
    papers, (problem,) = load("x.yml", f"- title: First\n  abstract: We do.\n- {item}\n- title: Last\n")
    assert [paper.title for paper in papers] == ["First", "Last"]
    assert (problem.reason, problem.source.line) == (MALFORMED, 3)
    assert detail in problem.detail
    assert process_time() - started < 5


def test_aliases_repeat_what_papers_share(load):
    papers, problems = load(
        "x.yaml",
        "venues:\n  - &v Advances in Neural Information Processing Systems\npapers:\n"
        + "".join(f"  - {{title: On graphs {n}, abstract: We do., venue: *v}}\n" for n in range(200)),
    )
    assert len(papers) == 200
    assert {paper.venue for paper in papers} == {"Advances in Neural Information Processing Systems"}
    assert not problems


def test_a_list_of_records_in_braces(load):
    papers, problems = load("x.yml", "- {title: On Graphs, abstract: We do.}\n- {year: 2020, title: On Trees}\n")
    assert [paper.title for paper in papers] == ["On Graphs", "On Trees"]
    assert not problems


def test_tags_run_nothing(load, tmp_path):
    made = tmp_path / "made"
    command = f"!!python/object/apply:os.system ['touch {made}']"
    papers, problems = load(
        "x.yaml",
        f"- title: On graphs\n  abstract: We do.\n  venue: {command}\n- title: {command}\n  abstract: We do not.\n",
    )
    assert len(papers) + len(problems) == 2
    assert not made.exists()


def test_a_page_without_an_abstract_is_no_yaml(write):
    with pytest.raises(InputError, match="Markdown"):
        list(read(write("x.md", "---\ntitle: My page\n---\n\nHello.\n")))


@pytest.mark.parametrize("name", ["x.yaml", "x.yml"])
@pytest.mark.parametrize("before", ["", "name: Toys\npapers:\n"])
def test_addresses_of_papers_make_no_markdown_of_it(load, name, before):
    item = "- title: On {}\n  abstract: We do.\n  url: https://arxiv.org/abs/2101.0000{}\n  keywords:\n  - https://doi.org/10.1000/{}\n"
    papers, problems = load(name, before + item.format("Graphs", 1, 1) + item.format("Trees", 2, 2))
    assert [paper.title for paper in papers] == ["On Graphs", "On Trees"]
    assert not problems


@pytest.mark.parametrize("before", ["references:\n", "---\nreferences:\n"])
@pytest.mark.parametrize("name", ["references.yaml", "references.yml"])
def test_a_bibliography_of_pandoc_without_abstracts_is_read(load, name, before):
    text = (
        "- id: lovelace\n  author:\n  - family: Lovelace\n    given: Ada\n  issued:\n  - year: 2016\n    month: 9\n"
        "  title: 'On Graphs: A\n    Study'\n  type: article-journal\n  container-title: Graphs\n"
        "- author:\n  - family: Turing\n  id: turing\n  issued: 2011-03\n  title: On Trees\n  type: book\n...\n"
    )
    papers, problems = load(name, before + text)
    assert [(paper.id, paper.title, paper.authors, paper.year) for paper in papers] == [
        ("references/lovelace", "On Graphs: A Study", ("Ada Lovelace",), 2016),
        ("references/turing", "On Trees", ("Turing",), 2011),
    ]
    assert not problems


@pytest.mark.parametrize(
    "text",
    [
        "# newest first\n2026:\n  - title: On Graphs\n    authors: Ada Lovelace\n2025:\n  - authors: Alan Turing\n    title: On Trees\n2024: []\n",
        "lovelace:\n  type: article\n  title: On Graphs\n  author: Lovelace, Ada\nturing:\n  title: On Trees\n  author: [Turing]\n",
    ],
)
def test_records_without_abstracts_in_a_mapping_are_known_by_authors_beside_titles(load, text):
    papers, problems = load("publications.yml", text)
    assert [paper.title for paper in papers] == ["On Graphs", "On Trees"]
    assert not problems


def test_the_settings_of_a_site_are_no_paper(write):
    text = "title: My site\nauthor:\n  name: Ada\nplugins:\n  - jekyll-feed\nsocial:\n  - title: Feed\n    url: /feed\n"
    with pytest.raises(InputError):
        list(read(write("_config.yml", text)))


TOML = """+++
# Authors, such as `["Bob Smith"]`.
title = "On Graphs"
date = 2017-07-01T00:00:00
authors = ["Ada Lovelace", "admin"]
publication_types = ["1"]
publication = "*Graphs*"
# Abstract and optional shortened version.
abstract = "We prove it."
url_pdf = "https://example.org/graphs.pdf"
math = false
  focal_point = "Center"
+++
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_front_matter_of_hugo_in_toml_is_a_paper(load, end):
    (paper,), problems = load("index.md", TOML.replace("\n", end))
    assert (paper.title, paper.abstract, paper.year) == ("On Graphs", "We prove it.", 2017)
    assert (paper.authors, paper.venue, paper.url) == (("Ada Lovelace",), "Graphs", "https://example.org/graphs.pdf")
    assert not problems


def test_malformed_toml_is_said(write):
    path = write("index.md", TOML.replace('"On Graphs"', "On Graphs"))
    with pytest.raises(InputError, match="no records"):
        list(read(path))


@pytest.mark.parametrize(
    "member", ["publication_types: ['2']", "collection: publications", "paperurl: https://example.org/1.pdf"]
)
def test_the_page_of_a_paper_without_an_abstract_is_known_by_its_title(load, member):
    (paper,), problems = load("x.md", f"---\ntitle: On Graphs\ndate: 2020-01-02\n{member}\n---\n\nHello.\n")
    assert (paper.title, paper.year) == ("On Graphs", 2020)
    assert not problems


@pytest.mark.parametrize(
    "key", [".".join(["ab"] * 20_000), " . ".join(['"a"'] * 9000), "[" + ".".join("a" * 20_000) + "]"]
)
def test_toml_with_endless_names_takes_no_time(write, load_paths, key):
    value = "" if key.startswith("[") else " = 1"
    path = write("x.md", f'+++\ntitle = "On Graphs"\nabstract = "We."\n{key}{value}\n+++\n')

    def run():
        with pytest.raises(InputError):
            load_paths(path)

    assert_takes(2, run)
