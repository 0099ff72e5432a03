import pytest

from kg.errors import InputError
from kg.model import Effect
from kg.read import read
from kg.read.formats import detect
from kg.read.markdown import NO_ABSTRACTS
from kg.read.markdown_blocks import skip_front_matter
from kg.read.record import NO_TEXT
from tests.timing import assert_takes

ABSTRACT = "We prove that graphs help. They do so in nine of ten cases, and trees do not."
OTHER = "We show that trees grow. Nobody has looked at them before, so we measure their height."


def papers_of(load, text, name="x.md"):
    papers, problems = load(name, text)
    assert [problem.reason for problem in problems if problem.effect is not Effect.NOTED] == []
    return papers


TABLE = """---
title: "A list: of | papers"
---
# GraphConf-2024-Papers

![Section Papers](https://img.shields.io/badge/Papers-4-42BA16) [![b](https://img.shields.io/b.svg)](https://example.org)

| **Title** | **Repo** | **Paper** |
|-----------|:--------:|:---------:|
| [Graphs: A \\| B Study](https://example.org/p/1) | [![GitHub](https://img.shields.io/x)](https://github.com/x/y) | [![example](https://img.shields.io/y)](https://example.org/p/1) <br /> [![arXiv](https://img.shields.io/badge/arXiv-2101.00001-b31b1b.svg)](http://arxiv.org/abs/2101.00001v2) |
| On Trees :fire: | :heavy_minus_sign: | :heavy_minus_sign: |
| [On Chairs](https://example.org/a%20b) <br /> ![](x.png) | | [paper](https://doi.org/10.5555/ABC) |
| :heavy_minus_sign: | | [paper](https://example.org) |
"""


def test_rows_of_a_table_are_papers_known_by_their_titles(load):
    papers, problems = load("x.md", TABLE)
    assert [paper.title for paper in papers] == ["Graphs: A | B Study", "On Trees", "On Chairs"]
    assert [paper.ids for paper in papers] == [("arxiv:2101.00001",), (), ("doi:10.5555/abc",)]
    assert {(paper.venue, paper.year, paper.abstract) for paper in papers} == {("GraphConf", 2024, "")}
    assert [paper.source.line for paper in papers] == [10, 11, 12]
    assert [(problem.reason, problem.effect, problem.source.line) for problem in problems] == [
        (NO_ABSTRACTS, Effect.NOTED, None),
        (NO_TEXT, Effect.SKIPPED, 13),
    ]


def test_columns_of_authors_venue_and_abstract_are_read(load):
    text = (
        "| # | Paper Title | Authors | Venue | Year | Abstract |\n|:-:|---|---|---|--:|---|\n"
        f"| 1 | **On Graphs** | Ada Lovelace, Alan Turing | GraphConf | 2024 | {ABSTRACT} |\n"
    )
    (paper,), problems = load("x.md", text)
    assert (paper.title, paper.abstract) == ("On Graphs", ABSTRACT)
    assert (paper.authors, paper.venue, paper.year) == (("Ada Lovelace", "Alan Turing"), "GraphConf", 2024)
    assert not problems


@pytest.mark.parametrize(
    ("cell", "title"),
    [
        ("[On Graphs](http://arxiv.org/abs/2101.00001)", "On Graphs"),
        ("**On Graphs**<br>[[paper]](http://arxiv.org/abs/2101.00001) [[code]](https://github.com/x)", "On Graphs"),
        ("On Graphs ([pdf](http://arxiv.org/pdf/2101.00001))", "On Graphs"),
        (
            "[![Star](https://img.shields.io/x.svg)](https://github.com/x)<br>[**On Graphs**](https://arxiv.org/abs/1) <br> Ada",
            "On Graphs",
        ),
        ("[On Graphs](<https://example.org/a b>)", "On Graphs"),
        ("[On Graphs](https://example.org/a b)", "On Graphs"),
        ('<a href="https://example.org">On Graphs</a>', "On Graphs"),
        ("[FooNet](https://example.org): On Graphs", "FooNet: On Graphs"),
    ],
)
def test_titles_are_told_from_links_and_badges(load, cell, title):
    (paper,) = papers_of(load, f"|Title|Code|\n|---|---|\n|{cell}|x|\n")
    assert paper.title == title


ITEMS = """# Awesome Graphs [![Awesome](https://awesome.re/badge.svg)](https://awesome.re)

A list of things.

## Contents
- [Papers](#papers)
- [Tools](#tools)

## Papers

### 2023
- [On Graphs](https://arxiv.org/abs/2101.00001), Ada Lovelace, GraphConf. [[code](https://github.com/x/y)]
1. **On Trees and Bushes.** *Alan Turing.* [[paper](https://openreview.net/forum?id=abcDEF123)] [[code](https://github.com/x/z)]
* (GraphConf 2023) On Small Chairs [[pdf]](https://aclanthology.org/2023.acl-long.7.pdf)
- "On Tables with Legs", Noether et al. [link](https://doi.org/10.5555/abc)
- [2023/05] **[On Lamps](https://example.org)** | [paper](https://arxiv.org/pdf/2102.00002)
  - [[code](https://github.com/x/l)]

## Tools
- [GraphTool](https://github.com/x/tool) - draws graphs.
"""


def test_items_that_lead_to_papers_are_papers(load):
    papers, problems = load("README.md", ITEMS)
    titles = ["On Graphs", "On Trees and Bushes", "On Small Chairs", "On Tables with Legs", "On Lamps"]
    assert [paper.title.rstrip(",") for paper in papers] == titles
    ids = ["arxiv:2101.00001", "openreview:abcDEF123", "acl:2023.acl-long.7", "doi:10.5555/abc", "arxiv:2102.00002"]
    assert [paper.ids[0] for paper in papers] == ids
    assert {paper.year for paper in papers} == {2023}
    assert [problem.reason for problem in problems] == [NO_ABSTRACTS]


def test_items_that_lead_to_a_paper_without_naming_it_are_skipped(load):
    text = "- [On Graphs](https://arxiv.org/abs/2101.00001)\n- [GraphTool](https://github.com/x) ([paper](https://doi.org/10.5555/a))\n"
    papers, problems = load("x.md", text + "- [GraphConf](https://icml.cc)\n")
    assert [paper.title for paper in papers] == ["On Graphs"]
    assert [problem.reason for problem in problems] == [NO_ABSTRACTS, NO_TEXT]


def test_abstracts_folded_under_items_are_read(load):
    text = (
        "- [On Graphs](https://arxiv.org/abs/2101.00001)\n"
        f"  <details><summary>Abstract</summary>{ABSTRACT}</details>\n"
        "- [On Trees](https://arxiv.org/abs/2101.00002)\n"
        "  - Authors: Ada Lovelace, Alan Turing\n"
        f"  - Abstract: {OTHER}\n"
    )
    graphs, trees = papers_of(load, text)
    assert (graphs.title, graphs.abstract) == ("On Graphs", ABSTRACT)
    assert (trees.title, trees.abstract, trees.authors) == ("On Trees", OTHER, ("Ada Lovelace", "Alan Turing"))


FOLDED = [
    f"<details><summary>Abstract</summary>{ABSTRACT}</details>",
    f"<details>\n<summary><b>Abstract</b></summary>\n{ABSTRACT}\n</details>",
    f"<details>\n  <summary>📄 Abstract (click)</summary>\n\n{ABSTRACT}\n\n</details>",
    f"**Abstract**: {ABSTRACT}",
    f"**Abstract:** {ABSTRACT}",
    f"Abstract: {ABSTRACT}",
    f"Abstract\n\n{ABSTRACT}",
    f"#### Abstract\n\n{ABSTRACT}",
    f"*Abstract* — {ABSTRACT}",
    f"> **Abstract:** {ABSTRACT}",
    f"摘要：{ABSTRACT}",
    f"Abstract： {ABSTRACT}",
    ABSTRACT,
]


@pytest.mark.parametrize("body", FOLDED)
@pytest.mark.parametrize(
    "people", ["", "*Ada Lovelace, Alan Turing*\n\n", "**Authors:** Ada Lovelace and Alan Turing\n\n"]
)
def test_a_heading_and_its_abstract_are_a_paper(load, body, people):
    text = "".join(
        f"## {number}. [{title}](https://example.org/{number})\n\n{people}{body}\n\n"
        for number, title in enumerate(["On Graphs of All Kinds", "On Trees of All Kinds"], 1)
    )
    papers = papers_of(load, f"# GraphConf 2024\n\n{text}")
    assert [paper.title for paper in papers] == ["On Graphs of All Kinds", "On Trees of All Kinds"]
    assert {paper.abstract for paper in papers} == {ABSTRACT}
    assert {paper.authors for paper in papers} == {("Ada Lovelace", "Alan Turing") if people else ()}
    assert {(paper.venue, paper.year) for paper in papers} == {("GraphConf", 2024)}
    assert papers[0].url == "https://example.org/1"


BLOCKS = [
    "On Graphs\nAda Lovelace, Alan Turing\nAbstract: {0}\n\nOn Trees\nEmmy Noether\nAbstract: {1}\n",
    "On Graphs\n\nAda Lovelace, Alan Turing\n\nAbstract: {0}\n\nOn Trees\n\nEmmy Noether\n\nAbstract: {1}\n",
    "1. **On Graphs**\n\n   Ada Lovelace, Alan Turing\n\n   Abstract: {0}\n\n2. **On Trees**\n\n   Emmy Noether\n\n   Abstract: {1}\n",
    "Title: On Graphs\nAuthors: Ada Lovelace, Alan Turing\nAbstract: {0}\n\nTitle: On Trees\nAuthors: Emmy Noether\nAbstract: {1}\n",
    "标题：On Graphs\n作者：Ada Lovelace, Alan Turing\n摘要：{0}\n\n标题：On Trees\n作者：Emmy Noether\n摘要：{1}\n",
    (
        "**Title:** On Graphs\n\n**Authors:** Ada Lovelace, Alan Turing\n\n**Abstract:**\n{0}\n\n---\n\n**Title:** On Trees\n\n"
        "**Authors:** Emmy Noether\n\n**Abstract:**\n{1}\n"
    ),
    "On Graphs\r\nAda Lovelace, Alan Turing\r\nAbstract: {0}\r\n\r\nOn Trees\r\nEmmy Noether\r\nAbstract: {1}\r\n",
]


@pytest.mark.parametrize("blocks", BLOCKS)
@pytest.mark.parametrize("name", ["x.md", "x.txt"])
def test_blocks_of_title_authors_and_abstract_are_papers(load, blocks, name):
    graphs, trees = papers_of(load, blocks.format(ABSTRACT, OTHER), name)
    assert (graphs.title, graphs.abstract) == ("On Graphs", ABSTRACT)
    assert (trees.title, trees.abstract) == ("On Trees", OTHER)
    assert (graphs.authors, trees.authors) == (("Ada Lovelace", "Alan Turing"), ("Emmy Noether",))


def test_abstracts_of_several_paragraphs_stay_together(load):
    text = f"On Graphs\nAda Lovelace\nAbstract: {ABSTRACT}\n\n{OTHER}\n\nOn Trees\nEmmy Noether\nAbstract: {OTHER}\n"
    graphs, trees = papers_of(load, text)
    assert graphs.abstract == f"{ABSTRACT}\n\n{OTHER}"
    assert (trees.title, trees.abstract) == ("On Trees", OTHER)


def test_paragraphs_that_begin_with_a_title_are_papers(load):
    prose = f"{ABSTRACT} {OTHER} {ABSTRACT}"
    graphs, trees = papers_of(load, f"On Graphs\n{prose}\n\n**On Trees**\nAda Lovelace, Alan Turing\n{prose}\n")
    assert (graphs.title, trees.title) == ("On Graphs", "On Trees")
    assert graphs.abstract == trees.abstract == prose
    assert trees.authors == ("Ada Lovelace", "Alan Turing")


def test_the_readme_of_a_paper_is_that_paper(load):
    text = (
        "# GraphNet: Learning Graphs\n\n[![arXiv](https://img.shields.io/x.svg)](https://arxiv.org/abs/2101.00001) "
        "[Project](https://example.org)\n\nAda Lovelace, Alan Turing\n\n## Abstract\n\n" + ABSTRACT + "\n\n"
        "## Installation\n\n```\npip install x\n```\n\n## Citation\n\nIf you use it, please cite this work of ours, as it was work.\n"
    )
    (paper,) = papers_of(load, text, "README.md")
    assert (paper.title, paper.abstract) == ("GraphNet: Learning Graphs", ABSTRACT)
    assert (paper.authors, paper.ids) == (("Ada Lovelace", "Alan Turing"), ("arxiv:2101.00001",))


def test_markup_in_code_is_text(load):
    text = f"## On Graphs of Kinds\n\nAbstract: We use `<MASK>` and `<summary>Abstract</summary>`. {ABSTRACT}\n"
    (paper,) = papers_of(load, text)
    assert "<MASK>" in paper.abstract
    assert paper.abstract.startswith("We use")


def test_latex_percent_and_underscores_survive(load):
    text = "## On Graphs of Kinds\n\nAbstract: It gains 5\\% with $a_1*b*c_2$, A* and snake_case_names, that is all.\n"
    (paper,) = papers_of(load, text)
    assert "5%" in paper.abstract
    assert "snake_case_names" in paper.abstract
    assert "A*" in paper.abstract


@pytest.mark.parametrize(
    "text",
    [
        (
            "# Graph Tool\n\nThis is a tool that draws graphs for you, and it does so in a second or less, on any machine.\n\n"
            "## Installation\n\nRun pip install graph-tool in your shell, wait for a while, and then you may begin to use it.\n"
        ),
        "# Graph Tool\n\nThis is a tool that draws graphs for you, and it does so in a second or less.\n\n```\nrun\n```\n",
        "# Graph Tool\n\n| Option | Meaning |\n|---|---|\n| `-v` | says more |\n\n- [docs](https://example.org)\n- fast\n",
        "# Graph Tool\n",
        "Just some words\n",
    ],
)
def test_a_readme_without_papers_is_refused_with_a_hint(write, text):
    with pytest.raises(InputError, match=r"lists no papers.*Read are tables with a column of titles"):
        list(read(write("README.md", text)))


@pytest.mark.parametrize(
    "head", ["ICML 2025 Papers\n\nWe prove it.\n", "# ICML 2025\n\nWe prove it.\n\n# ICLR 2024\n\nWe do.\n"]
)
def test_lists_of_abstracts_stay_with_their_reader(head):
    assert detect(head, ".md").name == "list"


def test_every_row_is_a_paper_or_skipped(load):
    rows = ["|On Graphs|x|", "||x|", "|:x:|y|", "|[paper](https://example.org)||", "|On Trees|", "|On Chairs|a|b|c|"]
    papers, problems = load("x.md", "|Title|Code|\n|---|---|\n" + "\n".join(rows) + "\n")
    assert [paper.title for paper in papers] == ["On Graphs", "On Trees", "On Chairs"]
    skipped = [problem for problem in problems if problem.effect is Effect.SKIPPED]
    assert len(papers) + len(skipped) == len(rows)


@pytest.mark.parametrize(
    "hostile",
    [
        *("[" * 100_000, "![" * 50_000, "`" * 50_000, ">" * 100_000, "- " * 30_000, "[a](" * 30_000, "<a " * 50_000),
        *("<!-- " * 20_000, "<details><summary>" * 5_000, "**" * 50_000, "| " * 30_000, "[a](http://x(" * 5_000),
        *("Abstract: " * 20_000, "1. " * 30_000, '"' * 50_000, "http://" * 20_000, ": " * 50_000, "a. " * 30_000),
    ],
)
def test_hostile_text_is_read_in_time(load, hostile):
    papers, _ = load(
        "x.md", f"## On Graphs of Kinds\n\nAbstract: {ABSTRACT}\n\n## On Trees of Kinds\n\nAbstract: {hostile}\n"
    )
    assert papers[0].abstract == ABSTRACT


def test_what_is_too_long_is_refused(write, monkeypatch):
    monkeypatch.setattr("kg.read.markdown.MAX_TEXT", 1000)
    with pytest.raises(InputError, match="more than 1,000 characters"):
        list(read(write("x.md", TABLE * 3)))


@pytest.mark.parametrize(
    "cell", [" " * 20_000, "<!-- x -->" * 2_000, "." * 20_000, "- " * 8_000], ids=lambda cell: cell[:4]
)
def test_a_hostile_cell_takes_linear_time(load, cell):
    text = f"| Title | Venue |\n| --- | --- |\n| On Graphs and Trees{cell}x | ICML 2024 |\n\n# {cell}x\n\n{ABSTRACT}\n"
    assert_takes(3, lambda: load("x.md", text))


def test_items_name_venue_and_year_beside_their_titles(load):
    papers, _ = load(
        "x.md",
        "# Papers\n\n"
        "- **A Survey of Graphs** (2023.05) [[paper](https://arxiv.org/abs/2001.00001)]\n"
        "* [Graphs in 1984](https://aclanthology.org/N18-1001/), NAACL 2018. Ada Lovelace. [[Code](https://example.org)]\n"
        "* MemNet: Memory for Nets. *Emmy Noether.* ICLR 2021. [[pdf](https://openreview.net/pdf?id=ZicbFdNTTy)]\n"
        "* [On Trees](https://arxiv.org/abs/2101.00002), from 1990 to 2020\n"
        "* [On Leaves](https://arxiv.org/abs/2101.00003), DeepMind 2021, BLEU 32\n",
    )
    assert [(paper.title, paper.venue, paper.year) for paper in papers] == [
        ("A Survey of Graphs", "", 2023),
        ("Graphs in 1984", "NAACL", 2018),
        ("MemNet: Memory for Nets", "ICLR", 2021),
        ("On Trees", "", None),
        ("On Leaves", "", 2021),
    ]


def test_labels_may_stand_over_emphasis_and_name_venue_with_year(load):
    (paper,), problems = load(
        "x.md",
        "## [800] On Graphs and Trees\n\n**Authors**: *Ada Lovelace, Alan Turing*\n\n**Conference**: *iclr 2021*\n\n"
        "**URL**: [https://openreview.net/forum?id=pHXfe1cOmA](https://openreview.net/forum?id=pHXfe1cOmA)\n\n"
        "**Abstract**:\n\nWe prove that graphs help.\n\n----\n",
    )
    assert not problems
    assert (paper.id, paper.title) == ("openreview:pHXfe1cOmA", "On Graphs and Trees")
    assert (paper.authors, paper.venue, paper.year) == (("Ada Lovelace", "Alan Turing"), "iclr", 2021)


def test_an_item_with_an_abstract_may_have_a_title_of_one_word(load):
    papers, _ = load(
        "x.md",
        "# NeurIPS 2023 Accepted Papers\n\n1. **On Graphs**\n   - Authors: Ada Lovelace\n   - Abstract: We prove it.\n\n"
        "2. **MemNet**\n   - Authors: Emmy Noether\n   - Abstract: We do not.\n",
    )
    assert [(paper.title, paper.abstract, paper.year) for paper in papers] == [
        ("On Graphs", "We prove it.", 2023),
        ("MemNet", "We do not.", 2023),
    ]


def test_items_with_labels_describe_the_heading_above_them(load):
    papers, _ = load(
        "x.md",
        "# Papers\n\n## Must-Read\n\n### Graphs Are All You Need (2017)\n- **Authors**: Ada Lovelace\n- **Venue**: NIPS 2017\n"
        "- **Impact**: Much of it\n- **Link**: [arXiv:1706.00001](https://arxiv.org/abs/1706.00001)\n\n"
        "### MemNet: Pre-training of Memory (2018)\n- **Authors**: Emmy Noether\n- **Venue**: NAACL 2019\n"
        "- **Paper**: [PDF](https://arxiv.org/abs/1810.00001)\n",
    )
    assert [(paper.id, paper.title, paper.authors, paper.venue) for paper in papers] == [
        ("arXiv:1706.00001", "Graphs Are All You Need", ("Ada Lovelace",), "NIPS"),
        ("arXiv:1810.00001", "MemNet: Pre-training of Memory", ("Emmy Noether",), "NAACL"),
    ]


def test_a_line_that_is_a_title_and_leads_to_its_paper_is_one(load):
    papers, _ = load(
        "x.md",
        "# Papers\n\n## Net-3\n[Networks are Few-Shot Learners](https://arxiv.org/pdf/2005.00001)\n\n"
        '## Net-4\n["A Technical Report"](https://arxiv.org/pdf/2303.00001)\n\n[Paper](https://arxiv.org/abs/2303.00002)\n',
    )
    assert [paper.title for paper in papers] == ["Networks are Few-Shot Learners", "A Technical Report"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", " \n", "\r\r\n"])
def test_front_matter_that_never_ends_takes_no_time(end):
    text = f"---{end}" + f"title: x{end}" * 20_000
    assert_takes(1, lambda: skip_front_matter(text))
    assert skip_front_matter(text) == text


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_front_matter_goes_to_the_first_line_that_ends_it(end):
    text = end.join(["---", "title: x", "--- y", "...", "# A", "---", ""])
    assert skip_front_matter(text).split() == ["#", "A", "---"]
