import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.model import Paper
from kg.read.identity import (
    are_alike,
    author_keys,
    conflict,
    fold_title,
    match_by_id,
    shared_authors,
    title_hash,
    title_key,
)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Attention Is All You Need", "Attention is all you need."),
        ("Über Graphen", "Uber Graphen"),
        ("Re-ranking: A Study", "Reranking — a study"),
        ("α-CROWN", "Alpha-CROWN"),
        ("Søren's Łódź", "Sorens Lodz"),
        ("Graphs & Trees", "Graphs and trees"),
        ("O(n²) Sorting", "O(n2) sorting"),
    ],
)
def test_titles_that_are_one(first, second):
    assert fold_title(first) == fold_title(second)


@pytest.mark.parametrize(
    ("first", "second"), [("Learning C", "Learning C++"), ("Part 1", "Part 2"), ("图论", "集合论")]
)
def test_titles_that_are_two(first, second):
    assert fold_title(first) != fold_title(second)


@pytest.mark.parametrize(
    "title",
    [
        *("", "???", "Preface", "Editorial", "Introduction", "Front Matter", "Frontmatter", "Author Index", "Foreword"),
        *(
            "Discussion of “On Priors in Large Samples”",
            "Guest Editorial",
            "Letter to the Editor",
            "GAN",
            "Table of Contents",
        ),
        *("Introduction to the Special Issue", "Editor's Introduction", "Proceedings of the 3rd Workshop on Graphs"),
        *("Reply to “On the Choice of Priors in Large Samples”", "Correction to: Colouring Graphs in Linear Time"),
    ],
)
def test_titles_that_say_nothing(title):
    assert title_key(title) == title_hash(title, 2001) == ""


@pytest.mark.parametrize(
    "title",
    [
        "Deep Sets",
        "Colouring Graphs",
        "基于图神经网络的推荐",
        "Introduction to Graph Theory",
        "Discussion Forums as Data",
    ],
)
def test_titles_that_tell(title):
    assert title_key(title)
    assert title_hash(title, 2001) != title_hash(title, 2002)


@pytest.mark.parametrize(
    "names",
    [
        (
            "Lovelace, Ada",
            "Ada Lovelace",
            "Lovelace A.",
            "A. Lovelace",
            "Lovelace AK",
            "Lovelace, A.K.",
            "Lovelace A.K.",
        ),
        ("Jürgen Müller", "Muller, J", "Mueller J.", "J.-P. Müller"),
        ("Ludwig van der Berg", "van der Berg, Ludwig", "Berg, L.", "van der Berg L."),
        ("José García Márquez", "García Márquez, José", "Garcia Marquez J"),
        ("Martin King Jr.", "King, Martin, Jr.", "King M."),
        ("Manish Singh 0001", "Singh, Manish"),
        ("Wei XU", "Wei Xu", "Xu W"),
    ],
)
def test_spellings_of_an_author_agree(names):
    for first in names:
        for second in names:
            assert author_keys([first]) & author_keys([second]), (first, second)
            assert shared_authors([first], [second]) == 1


def test_other_authors_are_others():
    assert not shared_authors(["Li, Na"], ["Li, Bo"])
    assert not shared_authors(["Ada Lovelace"], ["Ada Turing"])
    assert shared_authors(["Lovelace"], ["Ada Lovelace"]) == 1
    assert shared_authors([], ["Ada Lovelace"]) == 0
    assert shared_authors(["Ada Lovelace", "Alan Turing"], ["A. Turing", "B. Li", "C. Wu"]) == 0.5


@given(st.lists(st.text(max_size=12), max_size=4), st.text(max_size=20))
def test_any_text_has_keys(names, title):
    assert shared_authors(names, names) <= 1
    assert author_keys(names) == author_keys(names[::-1])
    assert fold_title(fold_title(title)) == fold_title(title) or not title.isascii()
    assert are_alike(title, title) or not any(char.isalnum() for char in title)


@pytest.mark.parametrize(
    ("first", "second", "clash"),
    [
        (["doi:10.1000/1"], ["doi:10.1000/2"], True),
        (["doi:10.1000/1"], ["doi:10.48550/arxiv.2101.00001"], False),
        (["doi:10.1000/1"], ["doi:10.1101/2020.01.02.123456"], False),
        (["doi:10.1101/gr.123456.110"], ["doi:10.1000/2"], True),
        (["doi:10.5281/zenodo.1"], ["doi:10.5281/zenodo.2"], False),
        (["pmid:1"], ["pmid:2"], True),
        (["arxiv:2101.00001"], ["arxiv:2101.00002"], True),
        (["acl:P18-1001"], ["acl:P18-1002"], True),
        (["openreview:aaaa"], ["openreview:bbbb"], False),
        (["doi:10.1000/1", "pmid:1"], ["pmid:1"], False),
        ([], ["doi:10.1000/1"], False),
    ],
)
def test_ids_that_keep_papers_apart(first, second, clash):
    assert bool(conflict(first, second)) is bool(conflict(second, first)) is clash


def test_one_id_and_one_title_are_stronger_than_another_id():
    def paper(title, doi):
        return Paper("a", title, ids=(f"doi:{doi}", "arxiv:2101.00001"))

    first = paper("Colouring Graphs", "10.1000/1")
    assert match_by_id(first, paper("Colouring graphs", "10.2000/2"), "arxiv:2101.00001")
    assert not match_by_id(first, paper("Colouring Graphs Faster", "10.2000/2"), "arxiv:2101.00001")
    assert match_by_id(first, paper("Colouring Graphs Faster", "10.1000/1"), "doi:10.1000/1")
