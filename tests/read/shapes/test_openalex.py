import json

import pytest

from kg.model import Effect
from kg.read import read
from kg.read.record import NO_TEXT, NOT_A_PAPER, RETRACTED
from kg.read.shapes import inverted_index

FORMS = {
    "array": json.dumps,
    "wrapper": lambda works: json.dumps({"meta": {"count": len(works)}, "group_by": [], "results": works}),
    "lines": lambda works: "\n".join(map(json.dumps, works)),
}


def work(**members):
    return {
        "id": "https://openalex.org/W42",
        "title": "On Graphs",
        "abstract_inverted_index": {"We": [0], "prove": [1]},
        **members,
    }


def test_maps_a_work(load):
    source = {"id": "https://openalex.org/S1", "display_name": "Journal of Graphs"}
    papers, problems = load(
        "x.json",
        json.dumps(
            {
                "results": [
                    work(
                        doi="https://doi.org/10.5555/ABC",
                        ids={"pmid": "https://pubmed.ncbi.nlm.nih.gov/123"},
                        publication_year=2021,
                        authorships=[
                            {"author": {"display_name": "Ada Lovelace"}, "raw_author_name": "Lovelace, A."},
                            {
                                "author": {},
                                "raw_author_name": "Alan Turing",
                                "raw_affiliation_strings": ["a@example.org"],
                            },
                            {"author": None},
                            None,
                        ],
                        primary_location={"source": source, "landing_page_url": "https://example.org/1"},
                        locations=[
                            {"source": None, "landing_page_url": "http://arxiv.org/abs/2101.00001"},
                            {"source": None, "landing_page_url": "https://aclanthology.org/2021.acl-long.7"},
                        ],
                        keywords=[{"display_name": "Graph"}, {"keyword": "tree", "score": 0.5}],
                    )
                ]
            }
        ),
    )
    assert not problems
    (paper,) = papers
    assert paper.ids == ("doi:10.5555/abc", "arxiv:2101.00001", "acl:2021.acl-long.7", "pmid:123")
    assert (paper.id, paper.authors) == ("10.5555/abc", ("Ada Lovelace", "Alan Turing"))
    assert (paper.year, paper.venue, paper.url) == (2021, "Journal of Graphs", "https://doi.org/10.5555/ABC")
    assert paper.keywords == ("Graph", "tree")


def test_nulls_everywhere_leave_the_title_and_the_id_of_the_file(load):
    nulls = ("doi", "primary_location", "locations", "authorships", "keywords", "ids", "abstract_inverted_index")
    (paper,), problems = load("x.json", json.dumps([work(**dict.fromkeys(nulls), display_name="On Graphs")]))
    assert (paper.id, paper.title, paper.abstract) == ("x/W42", "On Graphs", "")
    assert paper.url == "https://openalex.org/W42"
    assert not problems


@pytest.mark.parametrize(
    ("index", "abstract"),
    [
        ({"is": [0, 3], "it": [1], "so": [2]}, "is it so is"),
        ({"We": [0], "of": [2, 4], "graphs": [1], "trees.But": [9]}, "We graphs of of trees.But"),
        ({"twice": [1], "We": [0], "claimed": [1]}, "We twice claimed"),
        (
            {"We": [0, 0], "far": [10**9 - 1], "too": [10**12], "less": [-1], "no": ["x", None, 1.5, {}], "odd": 1},
            "We odd far",
        ),
        ({}, ""),
        ([], ""),
        ("not an index", ""),
        ('{"sets": [1], "Data": [0]}', "Data sets"),
    ],
)
def test_the_inverted_index_is_put_in_order(load, index, abstract):
    (paper,), problems = load("x.json", json.dumps([work(abstract_inverted_index=index)]))
    assert paper.abstract == abstract
    assert not problems


def test_a_place_of_thousands_of_digits_is_none():
    assert inverted_index.restore({"We": ["9" * 5000], "prove": ["0"]}) == ("prove", [])


def test_nested_json_text_is_no_index():
    assert inverted_index.restore("[" * 100_000) == ("", [])


def test_a_text_that_is_no_abstract_is_cut_and_noted(load):
    words = {f"reference{number}": [number] for number in range(5000)}
    (paper,), (problem,) = load("x.json", json.dumps([work(abstract_inverted_index=words)]))
    assert 19_000 < len(paper.abstract) <= 20_000
    assert paper.abstract.startswith("reference0 reference1 ")
    assert paper.abstract.split()[-1] in words
    assert (problem.effect, problem.reason) == (Effect.NOTED, inverted_index.CUT)
    assert "the first 20,000" in problem.detail


def test_a_single_endless_word_is_cut():
    abstract, notes = inverted_index.restore({"a" * 10**6: [0]})
    assert len(abstract) == 20_000
    assert notes


@pytest.mark.parametrize(
    "members",
    [
        *({"type": kind} for kind in ("paratext", "erratum", "retraction", "peer-review", "grant")),
        {"is_paratext": True},
        {"type": "article", "type_crossref": "journal-issue"},
        {"id": "https://openalex.org/A5000000001", "display_name": "Ada Lovelace"},
        {"id": "https://openalex.org/S1", "display_name": "Journal of Graphs"},
    ],
)
def test_what_is_no_paper_is_skipped(load, members):
    papers, problems = load("x.json", json.dumps([work(**members)]))
    assert not papers
    assert [(problem.reason, problem.effect) for problem in problems] == [(NOT_A_PAPER, Effect.SKIPPED)]


def test_retracted_works_are_read_only_if_asked_for(write):
    path = write("x.json", json.dumps([work(is_retracted=True)]))
    (problem,) = read(path)
    assert (problem.reason, problem.effect) == (RETRACTED, Effect.SKIPPED)
    (paper,) = read(path, include_rejected=True)
    assert paper.title == "On Graphs"


@pytest.mark.parametrize("form", FORMS)
def test_every_record_is_a_paper_or_skipped(load, form):
    works = [
        work(),
        work(id="https://openalex.org/W2", title="On Trees", is_retracted=True),
        work(id="https://openalex.org/W3", title="Front Matter", type="paratext"),
        work(id="https://openalex.org/W4", title=None, abstract_inverted_index=None),
        work(id="https://openalex.org/W5", title="On Long Chairs", abstract_inverted_index={"x" * 30_000: [0]}),
        work(id="https://openalex.org/W6", title="On Chairs", abstract_inverted_index=None),
    ]
    papers, problems = load("x.json", FORMS[form](works))
    assert [paper.id for paper in papers] == ["x/W42", "x/W5", "x/W6"]
    assert [problem.reason for problem in problems] == [RETRACTED, NOT_A_PAPER, NO_TEXT, inverted_index.CUT]
    lost = [problem for problem in problems if problem.effect is not Effect.NOTED]
    assert len(papers) + len(lost) == len(works)


@pytest.mark.parametrize(
    "name",
    "id doi ids title type authorships primary_location locations keywords is_retracted abstract_inverted_index".split(),
)
def test_values_of_any_type_are_survived(load, name):
    odd = [None, 7, "text", [], {}, [None], [[]], {"x": 1}, True, [{"type": []}], [{"family": {}}]]
    records = [work(title=f"On Graphs of Kind {number}") | {name: value} for number, value in enumerate(odd)]
    papers, problems = load("x.json", json.dumps(records))
    assert len(papers) + len([problem for problem in problems if problem.effect is not Effect.NOTED]) == len(odd)


def test_addresses_of_people_stay_out(load):
    authorship = {"author": {"display_name": "ada@example.org"}, "raw_affiliation_strings": ["mail ada@example.org"]}
    papers, _ = load("x.json", json.dumps([work(authorships=[authorship])]))
    assert "example.org" not in repr(papers)


@pytest.mark.parametrize(
    "told",
    [
        {"authors": ["Ada Lovelace", "Emmy Noether"], "venue": "Maps", "publication_date": "2021-03-01"},
        {"authors": "Ada Lovelace; Emmy Noether", "journal": "Maps", "year": 2021, "authorships": None},
    ],
)
def test_a_list_that_someone_made_of_works_keeps_authors_venue_and_year(load, told):
    work = {"id": "https://openalex.org/W1", "title": "On Graphs", "abstract": "We prove it.", **told}
    (paper,), _ = load("works.json", json.dumps([work]))
    assert (paper.id, paper.authors) == ("works/W1", ("Ada Lovelace", "Emmy Noether"))
    assert (paper.venue, paper.year, paper.abstract) == ("Maps", 2021, "We prove it.")
