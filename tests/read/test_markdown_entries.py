"""Lists as people keep them, each with the form that hid its papers, or a part of them."""

import pytest

from kg.errors import InputError
from kg.model import Effect
from kg.read import read
from kg.read.markdown_people import are_people, people_of
from tests.timing import assert_linear

ABSTRACT = "We prove that graphs help. They do so in nine of ten cases, and trees do not."
GERMAN = "Wir beweisen, dass Graphen helfen. Sie tun es in neun von zehn Fällen, und Bäume tun es nicht."


@pytest.fixture
def papers(load):
    """Reads a list in which every entry is a paper."""

    def papers(text):
        found, problems = load("x.md", text)
        assert [problem.reason for problem in problems if problem.effect is not Effect.NOTED] == []
        return found

    return papers


@pytest.mark.parametrize(
    "names",
    [
        "*Ada Lovelace, Alan Turing.* [[Paper](https://arxiv.org/abs/2101.00001)] [[Code](https://example.org)], 2021.6",
        "*Ada Lovelace\\*, Alan Turing* [[pdf](https://arxiv.org/abs/2101.00001)], 2021.6",
        "*Lovelace, Ada and Turing, Alan.* [[pdf](https://arxiv.org/abs/2101.00001)] 2021",
        "Ada Lovelace, Alan Turing\n\n    [[pdf](https://arxiv.org/abs/2101.00001)], 2021.6",
    ],
)
def test_names_before_links_below_an_item_are_its_authors(papers, names):
    (paper,) = papers(f"# Papers\n\n1. **On Graphs: A Study.** Preprint.\n\n    {names}\n")
    assert (paper.title, paper.authors, paper.year) == ("On Graphs: A Study", ("Ada Lovelace", "Alan Turing"), 2021)


def test_the_year_in_which_it_appeared_is_that_beside_the_title(papers):
    text = "1. **On Graphs.** `ACL 2023`\n\n    *Ada Lovelace.* [[Paper](https://arxiv.org/abs/2212.00001)], 2022.12\n"
    (paper,) = papers(text)
    assert (paper.venue, paper.year, paper.authors) == ("ACL", 2023, ("Ada Lovelace",))


def test_initialed_names_after_a_title_are_its_authors(papers):
    text = "- **On Graphs** (2015), A. Lovelace and A. Turing [[pdf]](http://www.example.org/1)\n- **On Small Trees (2014)**, E. Noether et al. [[pdf]](http://arxiv.org/pdf/1401.00001)\n"
    first, second = papers(text)
    assert (first.title, first.authors, first.year) == ("On Graphs", ("A. Lovelace", "A. Turing"), 2015)
    assert (second.title, second.authors, second.year) == ("On Small Trees", ("E. Noether",), 2014)


@pytest.mark.parametrize(
    "text",
    [
        "Best Paper, Oral",
        "Object Detection for Cars",
        "Accepted at GraphConf",
        "Stanford University, Example Research",
        ", , and",
    ],
)
def test_what_is_no_name_makes_no_author(text):
    assert not are_people(text)
    assert people_of(f"*{text}* [[pdf]], 2020") == ""


def test_papers_on_pages_of_their_authors_are_not_lost(papers):
    text = (
        "- [On Graphs](https://arxiv.org/abs/2101.00001)\n- **On Small Trees** [[pdf]](https://www.example.edu/~ada/trees)\n"
        "- [On the Heights of Trees](https://www.example.edu/heights.pdf)\n- [Slides](https://example.org/slides.pdf)\n"
        "- [Our code](https://example.org/code)\n"
    )
    assert [paper.title for paper in papers(text)] == ["On Graphs", "On Small Trees", "On the Heights of Trees"]


def test_titles_whose_links_lead_nowhere_yet_are_papers_among_papers(papers, write):
    unlinked = "- [On the Heights of Trees]()\n- [On Leaves]()\n"
    linked = "- [On Graphs](https://arxiv.org/abs/2101.00001)\n"
    assert [paper.title for paper in papers(unlinked + linked)] == ["On the Heights of Trees", "On Graphs"]
    with pytest.raises(InputError):
        list(read(write("y.md", unlinked)))


def test_links_of_items_below_an_item_are_its_own(papers):
    (paper,) = papers("- **On Graphs**\n  - Paper: https://arxiv.org/abs/2101.00001\n  - Authors: Ada Lovelace\n")
    assert (paper.id, paper.title, paper.authors) == ("arXiv:2101.00001", "On Graphs", ("Ada Lovelace",))


AMONG_BOLD = """# 图

**On Graphs: A Study**

- 主页：https://example.org/graphs
- 论文：https://arxiv.org/abs/2101.00001
- 代码：https://example.org/code

**On Trees and Bushes**

论文：https://arxiv.org/abs/2101.00002

代码：https://example.org/code

**On Small Chairs**

- GraphConf 2020 Oral
- 论文：暂无
- 代码（即将开源）：https://example.org/code
"""


def test_bold_lines_are_titles_where_labelled_links_are_below_them(papers):
    found = papers(AMONG_BOLD)
    assert [paper.title for paper in found] == ["On Graphs: A Study", "On Trees and Bushes", "On Small Chairs"]
    assert [paper.ids for paper in found] == [("arxiv:2101.00001",), ("arxiv:2101.00002",), ()]


def test_headings_are_titles_where_a_labelled_link_is_below_them(papers):
    text = "# Surveys\n\nOf all kinds.\n\n### On Graphs, 2021.05\n\n> `Paper`: https://arxiv.org/pdf/2105.00001.pdf\n>\n> `Github`: \n\n---\n"
    (paper,) = papers(text)
    assert (paper.title, paper.year, paper.id) == ("On Graphs", 2021, "arXiv:2105.00001")


REFERENCES = """# Roadmap

## 1.1 Survey

**[1]** Lovelace, Ada, Alan Turing, and Emmy Noether. "**On graphs**." Graphs 521 (2015): 436-444. [[pdf]](https://example.org/1.pdf) **(A milestone)** :star:

**[2]** Lovelace, Ada, et al. "On small trees." arXiv preprint arXiv:1409.00001 (2014). [[pdf]](https://arxiv.org/pdf/1409.00001) **(Modify trees)**

>After reading them, you will know graphs.
"""


def test_numbered_references_are_papers(papers):
    first, second = papers(REFERENCES)
    assert (first.title, first.year) == ("On graphs", 2015)
    assert first.authors == ("Ada Lovelace", "Alan Turing", "Emmy Noether")
    assert (second.title, second.year, second.authors) == ("On small trees", 2014, ("Ada Lovelace",))
    assert second.id == "arXiv:1409.00001"


def test_the_link_of_a_paper_with_an_abstract_is_its_url(papers):
    text = f"# On Graphs \n\n**Authors**: Ada Lovelace  \n\n**Link**: [PDF](https://arxiv.org/pdf/2101.00001)  \n\n**Abstract**: {ABSTRACT}\n"
    (paper,) = papers(text)
    assert (paper.url, paper.abstract) == ("https://arxiv.org/pdf/2101.00001", ABSTRACT)


def test_names_below_a_line_of_links_are_the_authors(papers):
    text = f"### [On Graphs](http://arxiv.org/abs/2101.00001)  \n[[code](https://example.org)]  \nAda Lovelace, Alan Turing  \n<details>\n<summary>Abstract</summary>\n{ABSTRACT}\n</details>\n"
    (paper,) = papers(text)
    assert (paper.authors, paper.abstract) == (("Ada Lovelace", "Alan Turing"), ABSTRACT)


PAGE = f"""# On Graphs

<div><a href="https://arxiv.org/abs/2101.00001">arXiv</a></div>

**作者**: Ada Lovelace, Alan Turing

**发布日期**: 2021-05-03

## 📋 要点

1. 图

## 📝 摘要（中文）

{GERMAN}

## 🔬 方法

{GERMAN}

## 📄 摘要（原文）

> {ABSTRACT}
"""


def test_the_abstract_of_a_page_is_that_of_its_heading_and_no_translation(papers):
    (paper,) = papers(PAGE)
    assert (paper.id, paper.title, paper.year) == ("arXiv:2101.00001", "On Graphs", 2021)
    assert (paper.abstract, paper.authors) == (ABSTRACT, ("Ada Lovelace", "Alan Turing"))


@pytest.mark.parametrize("order", [("Abstract", "摘要"), ("摘要", "Abstract")])
@pytest.mark.parametrize("between", ["\n\n", "\n"])
def test_a_translated_abstract_is_no_second_paper(papers, order, between):
    texts = {"Abstract": ABSTRACT, "摘要": GERMAN}
    labelled = between.join(f"**{label}**: {texts[label]}" for label in order)
    found = papers(f"## On Graphs\n\n{labelled}\n\n## On Trees\n\n{labelled}\n")
    assert [(paper.title, paper.abstract) for paper in found] == [("On Graphs", ABSTRACT), ("On Trees", ABSTRACT)]


def test_sections_named_abstract_on_the_level_of_titles_are_theirs(papers):
    text = "".join(
        f"## {title}\n\nAda Lovelace, Alan Turing\n\n## Abstract\n\n{ABSTRACT}\n\n"
        for title in ("On Graphs", "On Trees")
    )
    found = papers(f"# Papers\n\n{text}")
    assert [(paper.title, paper.abstract) for paper in found] == [("On Graphs", ABSTRACT), ("On Trees", ABSTRACT)]


TABLE = """# Papers

<table>
<thead><tr><th>#</th><th>题目</th><th>要点</th></tr></thead>
<tbody>
<tr>
  <td>1</td>
  <td><a href="https://arxiv.org/abs/2101.00001">On Graphs &amp; Trees</a></td>
  <td>图</td>
</tr>

<tr><td>2</td><td><a class="x" href="./trees.html">On Small
Trees</a></td><td></td></tr>
</tbody>
</table>

<table><tr><td>Title</td><td>On this list</td></tr><tr><td>Author</td><td>Ada</td></tr></table>
"""


def test_rows_of_a_table_in_html_are_papers(papers):
    found = papers(TABLE)
    assert [(paper.title, paper.source.line) for paper in found] == [("On Graphs & Trees", 6), ("On Small Trees", 12)]
    assert found[0].id == "arXiv:2101.00001"


def test_cells_say_nothing_of_who_reads_or_what_is_to_do(papers):
    text = "| Title | Year | Summary |\n|---|---|---|\n| On Graphs? [@ada](https://example.org/ada) | 2024 | TODO |\n"
    (paper,) = papers(text)
    assert (paper.title, paper.abstract) == ("On Graphs?", "")


LABELS = "**Authors**: Ada Lovelace, Alan Turing +3\n- **Citations**: 3\n- **Published**: May 2016\n"


@pytest.mark.parametrize(
    "begin",
    [
        "### 1. On Graphs of {} (2016)\n- **Status**: read\n- ",
        "### 📄 On Graphs of {}\n- ",
        "### Paper {}\n- **Title:** On Graphs of {}\n- ",
        "- **Title:** On Graphs of {}\n- ",
        "1. **Title:** On Graphs of {}\n- ",
        "- **Title:** On Graphs of {}  \n  ",
    ],
)
@pytest.mark.parametrize("abstract", ["- **Abstract**: {}\n\n", "- **Abstract**:\n  > {}\n\n"])
def test_items_with_labels_say_what_a_paper_is_and_its_abstract(papers, begin, abstract):
    aside = "**Relevance**: we like this paper a great deal, as it says that graphs help in all that there is.\n\n"
    entries = [begin.replace("{}", name) + LABELS + abstract.format(ABSTRACT) + aside for name in ("Trees", "Woods")]
    found = papers("# Papers\n\n" + "".join(entries))
    assert [(paper.title, paper.authors, paper.year, paper.abstract) for paper in found] == [
        (f"On Graphs of {name}", ("Ada Lovelace", "Alan Turing"), 2016, ABSTRACT) for name in ("Trees", "Woods")
    ]


def test_lines_of_an_item_with_labels_say_what_a_paper_is(papers):
    (paper,) = papers(
        f"- **Title:** On Graphs  \n  **Authors:** Ada Lovelace, Alan Turing  \n  **Abstract:** {ABSTRACT}\n"
    )
    assert (paper.title, paper.authors, paper.abstract) == ("On Graphs", ("Ada Lovelace", "Alan Turing"), ABSTRACT)


def test_a_few_words_about_an_abstract_are_none(load):
    with pytest.raises(InputError, match="lists no papers"):
        load("x.md", "## Structure of it\n- **Title**: Clear\n- **Abstract**: Present and concise (200 words)\n")


def test_what_stands_under_an_introduction_is_the_page_s_abstract(papers):
    thanks = (
        "If you found this useful, please consider citing us: Lovelace, A. On Graphs of Trees, in all of the journals."
    )
    (paper,) = papers(
        f"# # On Graphs of Trees\n\n## __Introduction__\n\nThis is the code.\n\n**Abstract:** {ABSTRACT}\n\n{thanks}\n"
    )
    assert (paper.title, paper.abstract) == ("On Graphs of Trees", ABSTRACT)


def test_names_in_tags_and_editions_with_an_aside_are_read(papers):
    text = f"# On Graphs of Trees\n\n<b> Ada Lovelace, and Alan Turing </b>\n\n**Abstract:** {ABSTRACT}\n"
    assert papers(text)[0].authors == ("Ada Lovelace", "Alan Turing")
    text = f"**Title:** On Graphs\n\n**Conference:** ICLR 2025 (oral)\n\n**Abstract:**\n> {ABSTRACT}\n"
    assert [(paper.venue, paper.year, paper.abstract) for paper in papers(text)] == [("ICLR", 2025, ABSTRACT)]


@pytest.mark.parametrize(
    "rest",
    [
        "](https://arxiv.org/abs/2101.00001). Ada Lovelace, Alan Turing, Emmy Noether. NeurIPS 2020.",
        "](https://arxiv.org/abs/2101.00001), Ada Lovelace, Alan Turing, Emmy Noether, 2020, *Journal of Trees*",
        "](https://arxiv.org/abs/2101.00001) - Ada Lovelace, Alan Turing, and Emmy Noether - *ICML 2020*",
        "](https://arxiv.org/abs/2101.00001), Ada Lovelace, Alan Turing, Emmy Noether, NeurIPS 2020 [code](https://example.org)",
    ],
)
def test_names_right_after_a_title_are_its_authors(papers, rest):
    (paper,) = papers(f"# A\n\n- [On the Graphs of Trees{rest}\n")
    assert paper.authors == ("Ada Lovelace", "Alan Turing", "Emmy Noether")


@pytest.mark.parametrize(
    "rest",
    [
        ", Object Detection, Image Search, Big Graphs, 2020",
        ". Nature Communications, Springer Nature, 2021",
        " - This paper shows that graphs, and trees, are good. 2020",
        ". Graph Theory. 2020",
    ],
)
def test_what_else_comes_after_a_title_is_nobody(papers, rest):
    (paper,) = papers(f"# A\n\n- [On the Graphs of Trees](https://arxiv.org/abs/2101.00001){rest}\n")
    assert paper.authors == ()


def test_a_title_in_italics_ends_with_them(papers):
    text = (
        f"- *On the Graphs of Trees*, Ada Lovelace, 2020\n  <details><summary>Abstract</summary>{ABSTRACT}</details>\n"
    )
    (paper,) = papers(text)
    assert (paper.title, paper.year, paper.abstract) == ("On the Graphs of Trees", 2020, ABSTRACT)


def test_how_an_abstract_looks_is_no_part_of_it(papers):
    folded = (
        f"<details markdown='block'>\n<summary>Abstract</summary>\n{{: .text-grey}}\n```\n{ABSTRACT}\n```\n</details>\n"
    )
    (paper,) = papers(f"## On Graphs of Trees\n\n{folded}")
    assert paper.abstract == ABSTRACT


@pytest.mark.parametrize("cell", ["<think> I am to sum this up", "摘要生成失败：429 Client Error"])
def test_what_a_program_wrote_instead_of_an_abstract_is_none(papers, cell):
    (paper,) = papers(f"| Title | 摘要 |\n|---|---|\n| On Graphs of Trees | {cell} |\n")
    assert paper.abstract == ""


def test_a_link_to_the_source_of_a_page_is_no_title(load):
    with pytest.raises(InputError, match="lists no papers"):
        load("x.md", "# On Graphs\n\n## Metadata\n- **Source**: [ArXiv Link](http://arxiv.org/abs/2101.00001v1)\n")


@pytest.mark.parametrize(
    "piece",
    [
        "- [On the Graphs of Trees](https://arxiv.org/abs/2101.00001), " + "Ada Lovelace, " * 200 + "x\n",
        "- *On the Graphs of Trees" + " *a" * 300 + " https://arxiv.org/abs/2101.00001\n",
        f"- **Title:** On Graphs\n- **Abstract**: {ABSTRACT}\n",
        "<tr><td>" + "<a " * 1000,
        "<tr><th>" + "<!" * 1000,
        "- **On Graphs** a" + " " * 1900 + "b [[pdf]](https://arxiv.org/abs/2101.00001)\n",
        "- **On Graphs**\n  " + "*a " * 600 + "[[pdf]](https://arxiv.org/abs/2101.00001)\n",
        "# On Graphs\n\n**作者**: Ada\n\n## 摘要\n\n图\n\n## Abstract\n\nIt.\n\n",
        "**On Graphs**\n\n- 论文：https://arxiv.org/abs/2101.00001\n\n",
    ],
)
def test_time_is_linear(write, piece):
    paths = {n: write(f"{n}.md", "- [On Graphs](https://arxiv.org/abs/2101.00001)\n\n" + piece * n) for n in (10, 80)}
    assert_linear(lambda n: list(read(paths[n])), 10, 80)
