import itertools
import json
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.model import Effect, Paper, Problem, Source
from kg.read import read
from kg.read.merging import merge

LONG = "We show that graphs with few edges have many colours, and that this cannot be mended by any means but one. "
ABSTRACT = 2 * LONG


def outcome(*papers):
    return [item.id if isinstance(item, Paper) else item.reason for item in merge(papers)]


def merged(*papers):
    items = list(merge(papers))
    return [i for i in items if isinstance(i, Paper)], [i for i in items if isinstance(i, Problem)]


def test_second_paper_of_an_id_is_renamed_and_reported():
    first = Paper("a", "One", source=Source("x.csv", 2))
    second = Paper("a", "Two", source=Source("y.csv", 5))
    assert list(merge([first, second])) == [
        first,
        Problem(
            Source("y.csv", 5),
            "duplicate id",
            "a is the id of another paper; this one is named a-2",
            "Two",
            Effect.NOTED,
        ),
        Paper("a-2", "Two", source=Source("y.csv", 5)),
    ]


def test_next_free_number_is_taken():
    papers = [Paper("a", "1"), Paper("a-2", "2"), Paper("a", "3"), Paper("a", "4"), Paper("a-3", "5")]
    assert outcome(*papers) == ["a", "a-2", "duplicate id", "a-3", "duplicate id", "a-4", "duplicate id", "a-3-2"]


def test_repeated_record_is_left_out_and_reported():
    papers = [
        Paper("a", "1", "x"),
        Paper("a", "1", "x", year=2020),
        Paper("a", "2"),
        Paper("a", "2"),
        Paper("a", "1", "x"),
    ]
    assert outcome(*papers) == ["a", "repeated record", "duplicate id", "a-2", "repeated record", "repeated record"]
    papers, problems = merged(*papers)
    assert [problem.effect for problem in problems] == [Effect.MERGED, Effect.NOTED, Effect.MERGED, Effect.MERGED]
    assert papers[0].year == 2020


def test_title_and_abstract_are_not_mixed_up():
    assert outcome(Paper("a", "x"), Paper("a", "", "x")) == ["a", "duplicate id", "a-2"]


def test_one_short_title_under_two_ids_is_kept_twice():
    assert outcome(Paper("a", "x"), Paper("b", "x")) == ["a", "b"]


def test_problems_pass_where_they_stand():
    problem = Problem(Source("x", 3), "no title or abstract", "detail", "raw")
    papers = Paper("a", "1", source=Source("x", index=0)), Paper("b", "2", also=(Source("y", 2),))
    assert list(merge([problem, papers[0], problem, papers[1]])) == [problem, papers[0], problem, papers[1]]


@pytest.mark.parametrize("count", [20_000])
def test_many_of_one_id_take_linear_time(count):
    papers = (Paper("a", str(number)) for number in range(count))
    taken = (Paper(f"a-{number}", "x") for number in range(2, count))
    ids = [item.id for item in merge([*taken, *papers]) if isinstance(item, Paper)]
    assert len(ids) == len(set(ids)) == 2 * count - 2


def test_many_of_one_title_and_one_id_take_linear_time():
    twins = [Paper(f"p{n}", "On the Colours of Graphs", authors=(f"Author{n}, A.",)) for n in range(3000)]
    shared = [Paper(f"q{n}", f"{n} {n}", ids=("doi:10.1000/volume",), doi="10.1000/volume") for n in range(3000)]
    papers, _ = merged(*twins, *shared)
    assert len(papers) == 6000


WORKSHOP = Paper(
    "rkgHY0NYwr",
    "Learning to Colour Graphs",
    authors=("Ada Lovelace", "Alan Turing"),
    year=2017,
    venue="ICLR",
    source=Source("iclr.json", index=3),
    ids=("openreview:rkgHY0NYwr",),
)
CONFERENCE = Paper(
    "icml/17",
    "Learning To Colour Graphs.",
    ABSTRACT,
    authors=("Lovelace, A.", "Turing, A.", "Noether, E."),
    year=2017,
    venue="ICML",
    url="https://example.org/17",
    source=Source("icml.csv", 18),
)


def test_workshop_paper_and_its_conference_paper_are_one_node_with_both_sources():
    [paper], [problem] = merged(WORKSHOP, CONFERENCE)
    assert paper == Paper(
        "rkgHY0NYwr",
        WORKSHOP.title,
        ABSTRACT,
        authors=WORKSHOP.authors,
        year=2017,
        venue="ICLR",
        url=CONFERENCE.url,
        source=WORKSHOP.source,
        ids=WORKSHOP.ids,
        also=(CONFERENCE.source,),
    )
    assert problem == Problem(
        CONFERENCE.source,
        "same title and authors",
        "it is rkgHY0NYwr (iclr.json[3]), and adds abstract, url",
        CONFERENCE.title,
        Effect.MERGED,
    )


def test_same_title_of_other_authors_stays_two():
    other = Paper("b", WORKSHOP.title, authors=("Emmy Noether",), source=Source("b.csv", 2))
    assert outcome(WORKSHOP, other) == ["rkgHY0NYwr", "b"]


def test_one_common_author_does_not_join_two_papers_of_one_title_with_other_abstracts():
    first = Paper("a", WORKSHOP.title, ABSTRACT, authors=("Li, X.", "Wang, Y.", "Chen, Z."))
    second = Paper(
        "b",
        WORKSHOP.title,
        "Crayons differ in price and taste; nobody knows why.",
        authors=("Li, X.", "Xu, A.", "Wu, B."),
    )
    assert outcome(first, second) == ["a", "b"]


def test_same_title_and_long_abstract_are_one_paper_without_authors():
    assert outcome(Paper("a", WORKSHOP.title, ABSTRACT), Paper("b", WORKSHOP.title.upper(), ABSTRACT)) == [
        "a",
        "same title and abstract",
    ]
    assert outcome(Paper("a", WORKSHOP.title, "Short."), Paper("b", WORKSHOP.title, "Short.")) == ["a", "b"]


@pytest.mark.parametrize(
    "title", ["Preface", "Editorial", "Introduction", "Front Matter", "Discussion of “On Priors”", ""]
)
def test_generic_titles_never_merge(title):
    authors = ("Ada Lovelace",)
    assert outcome(Paper("a", title, ABSTRACT, authors), Paper("b", title, ABSTRACT, authors)) == ["a", "b"]


def test_two_prefaces_of_one_id_are_two_papers():
    first = Paper("5cf0", "Preface", year=2010, venue="ACML")
    assert outcome(first, Paper("5cf0", "Preface", year=2013, venue="COLT")) == ["5cf0", "duplicate id", "5cf0-2"]
    assert outcome(first, Paper("5cf0", "Preface", year=2010, venue="ACML")) == ["5cf0", "repeated record"]


def test_two_dois_of_publishers_are_two_papers_and_a_preprint_is_one_with_its_publication():
    def published(name, doi):
        return Paper(name, WORKSHOP.title, authors=WORKSHOP.authors, doi=doi, ids=(f"doi:{doi}",))

    journal, conference = published("a", "10.1000/1"), published("b", "10.2000/2")
    preprint = published("c", "10.48550/arxiv.2101.00001")
    assert outcome(journal, conference) == ["a", "b"]
    [paper], [problem] = merged(journal, preprint)
    assert paper.doi == "10.1000/1"
    assert paper.ids == ("doi:10.1000/1", "doi:10.48550/arxiv.2101.00001")
    assert problem.reason == "same title and authors"


def test_versions_of_a_preprint_are_one_paper_though_the_title_changed():
    first = Paper("x", "Colouring Graphs", "Old.", ("Ada Lovelace",), ids=("arxiv:2101.00001",))
    second = Paper("y", "A Theory of Hues", ABSTRACT, ("Lovelace, Ada",), ids=("arxiv:2101.00001",))
    assert outcome(first, second) == ["x", "same arXiv id"]


def test_an_arxiv_id_that_was_copied_into_another_entry_makes_no_paper_of_two():
    first = Paper("x", "Colouring Graphs", authors=("Ada Lovelace", "Alan Turing"), ids=("arxiv:2101.00001",))
    second = Paper(
        "y", "A Theory of Hues", authors=("Ada Lovelace", "Emmy Noether"), ids=("doi:10.1/2", "arxiv:2101.00001")
    )
    assert outcome(first, second) == ["x", "id of another paper", "y"]


def test_doi_of_a_volume_makes_no_paper_of_two():
    def chapter(name, title, *authors):
        return Paper(name, title, authors=authors, doi="10.1000/book", ids=("doi:10.1000/book",))

    papers, [problem] = merged(chapter("a", "Colouring Graphs", "Ada"), chapter("b", "Cooking Rice", "Alan"))
    assert [(paper.id, paper.doi, paper.ids) for paper in papers] == [
        ("a", "10.1000/book", ("doi:10.1000/book",)),
        ("b", "", ()),
    ]
    assert (problem.reason, problem.effect) == ("id of another paper", Effect.NOTED)


def test_record_that_would_join_two_papers_goes_into_the_one_of_the_stronger_key():
    first = Paper("a", "Colouring Graphs", ids=("doi:10.1000/1",), doi="10.1000/1")
    second = Paper("b", "Colouring of Graphs", ids=("pmid:7",))
    both = Paper("c", "Colouring Graphs", ids=("doi:10.1000/1", "pmid:7"), doi="10.1000/1", year=2001)
    papers, [problem] = merged(first, second, both)
    assert [(paper.id, paper.year, paper.ids) for paper in papers] == [
        ("a", 2001, ("doi:10.1000/1",)),
        ("b", None, ("pmid:7",)),
    ]
    assert problem.reason == "same DOI"
    assert problem.detail == "it is a (), and adds year; b (), same PubMed id, stays apart"


def test_id_made_of_others_follows_them():
    first = Paper("arXiv:2101.00001", "Colouring Graphs", ids=("arxiv:2101.00001",))
    second = Paper("10.1000/1", "Colouring Graphs", ids=("doi:10.1000/1", "arxiv:2101.00001"), doi="10.1000/1")
    for order in ((first, second), (second, first)):
        [paper], [_] = merged(*order)
        assert (paper.id, paper.ids) == ("10.1000/1", ("doi:10.1000/1", "arxiv:2101.00001"))
    [own], _ = merged(Paper("mine", first.title, ids=first.ids), second)
    assert own.id == "mine"


def test_same_row_three_times_is_one_paper_and_two_reported(load):
    row = json.dumps({"corpusid": 7, "title": "Colouring Graphs", "abstract": "We do."}) + "\n"
    papers, problems = load("s2.jsonl", 3 * row)
    assert [str(source) for source in (papers[0].source, *papers[0].also)] == ["s2.jsonl:1", "s2.jsonl:2", "s2.jsonl:3"]
    assert [problem.effect for problem in problems] == [Effect.MERGED, Effect.MERGED]


def test_rows_with_a_doi_only_are_skipped_and_never_merged(load):
    rows = "title,abstract,doi\n,,10.1000/1\n,,10.1000/1\nColouring Graphs,,10.1000/1\n"
    papers, problems = load("a.csv", rows)
    assert [paper.title for paper in papers] == ["Colouring Graphs"]
    assert [(problem.reason, problem.effect) for problem in problems] == 2 * [("no title or abstract", Effect.SKIPPED)]


def test_records_that_have_a_title_alone_in_common_stay_apart(load):
    record = "TY  - GEN\nTI  - Colouring Graphs\nER  - \n\n"
    papers, problems = load("a.ris", 3 * record)
    assert len({paper.id for paper in papers}) == 3
    assert [problem.reason for problem in problems] == 2 * ["duplicate id"]


def test_list_of_titles_gets_the_abstracts_of_another_file(write, load_paths):
    titles = write("a.csv", "title,year,abstract\nColouring Graphs,2001,\nCooking Rice,2001,\n")
    other = [{"title": "Colouring graphs", "year": 2001, "authors": ["Ada Lovelace"], "abstract": ABSTRACT}]
    papers, [problem] = load_paths([titles, write("b.json", json.dumps(other))])
    assert [(paper.title, bool(paper.abstract)) for paper in papers] == [
        ("Colouring Graphs", True),
        ("Cooking Rice", False),
    ]
    assert problem.reason == "same id and title"


def test_untitled_records_of_one_abstract_stay_two(load):
    papers, problems = load("a.txt", f"ICML 2025\n\n{ABSTRACT}\n\n{ABSTRACT}\n")
    assert [paper.id for paper in papers] == ["a-01", "a-02"]
    assert not problems


def test_two_exports_of_one_paper_are_one_with_all_that_both_say(write, load_paths):
    table = write(
        "a.csv", 'title,authors,year,doi\n"Colouring Gr\\""aphs","Lovelace, Ada and Turing, Alan",2001,10.1000/A\n'
    )
    ris = write(
        "b.ris", f"TY  - JOUR\nTI  - Colouring Gräphs\nAU  - Lovelace, A.\nDO  - 10.1000/a\nAB  - {LONG}\nER  - \n"
    )
    [paper], problems = load_paths([ris, table])
    assert (paper.id, paper.title, paper.year) == ("10.1000/a", "Colouring Gräphs", 2001)
    assert paper.abstract == LONG.strip()
    assert [(each.reason, each.source.path) for each in problems if each.effect is Effect.MERGED] == [
        ("same DOI", "b.ris")
    ]


def test_bibtex_and_ris_of_one_paper_are_one(write, load_paths):
    entry = (
        r"""@article{l1, title = {{Colouring} Gr{\"a}phs}, author = {Lovelace, Ada}, year = 2001, doi = {10.1000/A}}"""
    )
    ris = "TY  - JOUR\nTI  - Colouring Gräphs\nAU  - Lovelace, A.\nDO  - 10.1000/a\nKW  - hue\nER  - \n"
    [paper], problems = load_paths([write("a.bib", entry), write("b.ris", ris)])
    assert (paper.id, paper.title, paper.keywords) == ("10.1000/a", "Colouring Gräphs", ("hue",))
    assert [str(source) for source in (paper.source, *paper.also)] == ["a.bib:1", "b.ris:1"]
    assert [each.reason for each in problems if each.effect is Effect.MERGED] == ["same DOI"]


def test_what_an_earlier_file_lacks_is_there_when_the_paper_is_yielded(write):
    paths = [
        write("a.csv", "title,abstract,authors,year\nColouring Graphs,,Ada Lovelace,2001\n"),
        write("b.json", json.dumps([{"title": "Colouring graphs", "authors": ["Lovelace, A."], "abstract": ABSTRACT}])),
    ]
    first, second = read(paths)
    assert (first.abstract, first.year) == (ABSTRACT.strip(), 2001)
    assert [str(source) for source in first.also] == ["b.json[0]"]
    assert second.detail == f"it is {first.id} (a.csv:2), and adds abstract"


def test_records_of_each_file_are_counted():
    records = Counter()
    items = [
        Paper("a", "1", source=Source("x", 1)),
        Problem(Source("x", 2), "malformed row"),
        Problem(Source("x"), "not UTF-8, read as cp1252", effect=Effect.NOTED),
        Paper("a", "1", source=Source("y", 1)),
    ]
    list(merge(items, records=records))
    assert records == {"x": 2, "y": 1}


names = st.sampled_from(["Ada Lovelace", "Turing, Alan", "Emmy Noether", "Li, Na"])
records = st.fixed_dictionaries(
    {"title": st.sampled_from(["Colouring Graphs", "colouring graphs.", "Preface", "Cooking Rice Well", ""])},
    optional={
        "id": st.sampled_from(["1", "2"]),
        "abstract": st.sampled_from(["We do.", ABSTRACT, "withdrawn"]),
        "authors": st.lists(names, max_size=2),
        "year": st.sampled_from([2001, "in press"]),
        "doi": st.sampled_from(["10.1000/1", "10.1000/2", "10.48550/arXiv.2101.00001", "none", "odd"]),
        "arxiv id": st.sampled_from(["2101.00001v1", "2101.00002"]),
        "pmid": st.sampled_from(["7", "8", "0"]),
        "openreview id": st.sampled_from(["abcdef", "ghijkl"]),
    },
)
few = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@few
@given(files=st.lists(st.lists(records, min_size=1, max_size=5), min_size=1, max_size=3))
def test_no_record_is_lost_and_the_order_of_files_does_not_matter(tmp_path, files):
    paths = []
    for number, content in enumerate(files):
        # The first record is one in any case: a file without any is an error.
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_text(json.dumps([{"title": f"The First of {number}"}, *content]), encoding="utf-8")
    items = list(read(paths))
    lost = [item for item in items if isinstance(item, Problem) and item.effect is not Effect.NOTED]
    papers = [item for item in items if isinstance(item, Paper)]
    assert len(papers) + len(lost) == sum(1 + len(content) for content in files)
    assert len({paper.id for paper in papers}) == len(papers)
    ids = [each for paper in papers for each in paper.ids]
    assert len(ids) == len(set(ids))
    places = [place for paper in papers for place in (paper.source, *paper.also)]
    assert len(set(places)) == len(places) == len(papers) + sum(item.effect is Effect.MERGED for item in lost)
    for order in itertools.permutations(paths):
        assert list(read(order)) == items
