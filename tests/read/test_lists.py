import pytest

from kg.errors import InputError
from kg.model import Source
from kg.read.lists import Heading, parse_heading

LIST = """ICML 2025 论文列表

We propose A, which is good.

We evaluate B on many tasks.
"""


@pytest.mark.parametrize(
    ("line", "venue", "year"),
    [
        ("ICML 2025 论文列表", "ICML", 2025),
        ("ICML 2025 Papers", "ICML", 2025),
        ("ICML 2025", "ICML", 2025),
        ("NeurIPS 2024 accepted papers", "NeurIPS", 2024),
        ("Artículos de ICLR 2023", "ICLR", 2023),
        ("# ICML 2025", "ICML", 2025),
        ("## **Papers of CVPR 2024:**", "CVPR", 2024),
        ("2025年ICML论文列表", "ICML", 2025),
        ("ICML2025 の論文", "ICML", 2025),
        ("2024 NeurIPS papers", "NeurIPS", 2024),
        ("Accepted Papers at NeurIPS, 2024", "NeurIPS", 2024),
        ("ICML-2025-Papers", "ICML", 2025),
        ("3DV 2025", "3DV", 2025),
        ("ACL/IJCNLP 2021 list", "ACL/IJCNLP", 2021),
        ("ACL Findings 2023", "ACL Findings", 2023),
        ("Accepted Papers Interspeech 2023", "Interspeech", 2023),
        ("Papers from The Web Conference 2024", "Web Conference", 2024),
        ("Proceedings of the International Conference on Machine Learning (ICML) 1999", "ICML", 1999),
        (
            "Proceedings of the International Conference on Machine Learning 2025",
            "International Conference on Machine Learning",
            2025,
        ),
        ("国际机器学习大会 2025 论文列表", "国际机器学习大会", 2025),
    ],
)
def test_heading_names_venue_and_year(line, venue, year):
    assert parse_heading(line) == Heading(venue, year)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "ICML Papers",
        "ICML 12025 Papers",
        "ICML '25",
        "In 2019 we moved to Berlin",
        "ICML took place in 2025.",
        "12 March 2021",
        "Copyright 2024 Foundation of the Authors",
        "MIT License (c) 2024 ACME",
        "Papers 2024",
        "@inproceedings{icml2025,",
        "<h1>ICML 2025</h1>",
        "TY  - CONF ICML 2025 = x",
        "A long line that goes on and on about ICML 2025 and everything that was said there by those who came",
    ],
)
def test_other_lines_are_no_headings(line):
    assert parse_heading(line) is None


def test_every_paragraph_is_an_abstract_of_the_venue_and_year(load):
    papers, problems = load("000_ab.txt", LIST)
    assert not problems
    assert [(p.id, p.abstract, p.title, p.venue, p.year) for p in papers] == [
        ("000_ab-01", "We propose A, which is good.", "", "ICML", 2025),
        ("000_ab-02", "We evaluate B on many tasks.", "", "ICML", 2025),
    ]
    assert [p.source for p in papers] == [Source("000_ab.txt", line=3), Source("000_ab.txt", line=5)]


def test_ids_go_on_beyond_two_digits(load):
    papers, _ = load("a.txt", "ICML 2025\n\n" + "".join(f"We show {n}.\n\n" for n in range(101)))
    assert [p.id for p in papers][8:10] == ["a-09", "a-10"]
    assert papers[-1].id == "a-101"


@pytest.mark.parametrize(
    "text",
    [
        LIST.replace("\n", "\r\n"),
        LIST.replace("\n", "\r"),
        "\ufeff" + LIST,
        "\n\n" + LIST,
        LIST.replace("\n\n", "  \n\t\n \n\n"),
        LIST.replace("A, which", "A,\n  which"),
        LIST.rstrip(),
        "# " + LIST,
    ],
    ids=["crlf", "cr", "bom", "blank first", "many blanks", "wrapped", "no end", "markdown"],
)
def test_layout_does_not_matter(load, text):
    papers, problems = load("a.txt", text)
    assert not problems
    assert [p.abstract for p in papers] == ["We propose A, which is good.", "We evaluate B on many tasks."]
    assert {(p.venue, p.year) for p in papers} == {("ICML", 2025)}


def test_further_headings_change_venue_and_year(load):
    papers, problems = load("a.md", "# ICML 2025\n\nWe show A.\n\n# ICLR 2024\n\nWe show B.\n")
    assert not problems
    assert [(p.id, p.venue, p.year) for p in papers] == [("a-01", "ICML", 2025), ("a-02", "ICLR", 2024)]


def test_paragraphs_that_are_no_abstracts_are_problems(load):
    papers, problems = load("a.txt", LIST + "\nPage 3 of 7\n\n- a bullet.\n\n<td>cell.</td>\n\nWe end with C.\n")
    assert [p.id for p in papers] == ["a-01", "a-02", "a-06"]
    assert [(str(p.source), p.reason, p.raw) for p in problems] == [
        ("a.txt:7", "paragraph not taken for an abstract", "Page 3 of 7"),
        ("a.txt:9", "paragraph not taken for an abstract", "- a bullet."),
        ("a.txt:11", "paragraph not taken for an abstract", "<td>cell.</td>"),
    ]


@pytest.mark.parametrize(
    "paragraph",
    [
        "Do large models reason, or do they recall?",
        "They call it “a solved problem.”",
        "We ask: «does it scale?»",
        "We show that it scales (and why.)",
        "「それは良い。」",
        "We show that it scales.[3, 7–9]",
        "We show that it scales.¹²",
        "क्या यह काम करता है।",
        "We propose a new loss for graph networks and show that it works well on three tasks",
        "Чтобы обучать глубокие сети на малых данных мы предлагаем новую функцию потерь и показываем что она лучше",
    ],
)
def test_short_paragraphs_that_are_sentences_are_abstracts(load, paragraph):
    papers, problems = load("a.txt", f"{LIST}\n{paragraph}\n")
    assert not problems
    assert papers[-1].abstract == paragraph


@pytest.mark.parametrize(
    ("paragraph", "why"),
    [
        ("Page 3 of 7", "no full stop at its end"),
        ("Attention Is All You Need", "no full stop at its end"),
        ("A Survey of Methods for the Detection of Small Objects in Images from the Web", "no full stop at its end"),
        ("Ada Lovelace and Alan Turing and Emmy Noether and Grace Hopper and Kurt Gödel", "no full stop at its end"),
        ("Graph transformers: how to make them work on long and noisy sequences of very many events", "no full stop"),
        ("1 2 3 4 5 6 7 8 9 10 11 12 13", "no full stop at its end"),
        ("- an item that is a whole sentence.", "begins like markup"),
        ("| a | row. |", "begins like markup"),
    ],
)
def test_problem_says_why_a_paragraph_is_not_taken(load, paragraph, why):
    _, (problem,) = load("a.txt", f"{LIST}\n{paragraph}\n")
    assert (problem.reason, problem.raw) == ("paragraph not taken for an abstract", paragraph)
    assert why in problem.detail
    assert "if it is an abstract" in problem.detail


def test_sentence_that_names_venue_and_year_does_not_pass_for_a_further_heading(load):
    sentence = "We describe the model with which we won the shared task of SemEval 2021"
    papers, problems = load("a.txt", f"{LIST}\n{sentence}\n\nWe end with C.\n")
    assert not problems
    assert [(p.abstract, p.year) for p in papers[2:]] == [(sentence, 2025), ("We end with C.", 2025)]


@pytest.mark.parametrize(
    "text", ["ICML 2025 Papers\n", "# ICML 2025\n\n\n", "ICML 2025\n\nA First Title\n\nA Second\n"]
)
def test_list_without_abstracts_is_an_error(write, load_paths, text):
    path = write("a.txt", text)
    with pytest.raises(InputError, match="a list with a heading and no abstracts") as error:
        load_paths(path)
    assert error.value.path == path
    assert "one abstract a paragraph" in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "This is prose. It goes on.\n\nAnd on.\n",
        "ICML Papers\n\nWe propose A.\n",
        "ICML 2025\nWe propose A.\nWe propose B.\n",
        "# ICML-2025-Papers\n\n<table>\n<tr>\n\nPapers are below.\n",
        "Dear Sir,\n\nI came to ICML 2025.\n",
    ],
    ids=["no heading", "no year", "no paragraphs", "markup", "letter"],
)
def test_other_text_is_no_list_and_told_what_one_is(write, load_paths, text):
    with pytest.raises(InputError, match="unknown format") as error:
        load_paths(write("a.txt", text))
    assert '"ICML 2025 Papers"' in error.value.remedy


def test_endless_paragraph_costs_itself_only(load, monkeypatch):
    monkeypatch.setattr("kg.read.lists.MAX_RECORD", 1000)
    papers, problems = load("a.txt", "ICML 2025\n\n" + "We go on.\n" * 200 + "\nWe end.\n")
    assert [p.abstract for p in papers] == ["We end."]
    assert [(p.reason, p.source.line) for p in problems] == [("record too long", 3)]
