import json

import pytest

from kg.model import Effect
from kg.read.record import NO_TEXT, NOT_A_PAPER

FORMS = {
    "array": json.dumps,
    "Better BibTeX": lambda items: json.dumps({"config": {"id": "36a3b0b5"}, "collections": {}, "items": items}),
    "lines": lambda items: "\n".join(map(json.dumps, items)),
}


def item(**members):
    return {"id": "lovelace1843", "type": "paper-conference", "title": "On Graphs", **members}


def one(load, **members):
    (paper,), problems = load("x.json", json.dumps([item(**members)]))
    assert not problems
    return paper


def test_maps_an_item(load):
    paper = one(
        load,
        abstract="We prove <i>it</i>.",
        author=[
            {"family": "Lovelace", "given": "Ada"},
            {"family": "Dort", "given": "Ludwig", "non-dropping-particle": "van", "suffix": "III"},
            {"family": "Aumale", "given": "Henri", "dropping-particle": "d'"},
            {"literal": "Council on Graphs, Trees and Chairs"},
            {"literal": "ada@example.org"},
        ],
        issued={"date-parts": [["2016", 3, 1]]},
        DOI="https://doi.org/10.5555/ABC",
        URL="https://example.org/1",
        keyword="graphs, trees",
        note="Read it on the train.",
        **{"container-title": "Conference on Graphs", "call-number": "mine"},
    )
    assert (paper.id, paper.ids, paper.url) == ("10.5555/abc", ("doi:10.5555/abc",), "https://example.org/1")
    assert paper.authors == (
        "Ada Lovelace",
        "Ludwig van Dort III",
        "Henri d' Aumale",
        "Council on Graphs, Trees and Chairs",
    )
    assert (paper.year, paper.venue, paper.keywords) == (2016, "Conference on Graphs", ("graphs", "trees"))
    assert paper.abstract == "We prove it."
    assert "train" not in repr(paper)


def test_html_in_titles_goes(load):
    title = 'Spin of <sup>1</sup>H in <i>Graphs</i> by <span style="font-variant:small-caps;">mri</span>'
    assert one(load, title=title).title.startswith("Spin of")
    assert "<" not in one(load, title=title).title


@pytest.mark.parametrize(
    ("issued", "year"),
    [
        ({"date-parts": [[None]]}, None),
        ({"date-parts": [[]]}, None),
        ({"date-parts": [2016]}, 2016),
        ({"date-parts": [[2016], [2017]]}, 2016),
        ({"raw": "March 2016"}, 2016),
        ({"literal": "2016"}, 2016),
        ("2016-03", 2016),
        (2016, 2016),
    ],
)
def test_dates_come_in_many_forms(load, issued, year):
    assert one(load, issued=issued).year == year


def test_a_list_of_abstracts_is_joined(load):
    texts = [{"type": "Other", "text": "We prove it."}, {"type": "Abstract", "description": "We use it."}, "We end."]
    texts.append({"descriptionType": "SeriesInformation", "description": "Graphs, 3"})
    assert one(load, abstract=texts).abstract.split("\n\n") == ["We prove it.", "We use it.", "We end."]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lovelace1843", "x/lovelace1843"),
        (7, "x/7"),
        ("http://zotero.org/users/99/items/ABCD1234", "x/ABCD1234"),
        ("99/ABCD1234", "x/ABCD1234"),
        ("https://doi.org/10.5281/ZENODO.1", "10.5281/zenodo.1"),
    ],
)
def test_ids_are_keys_numbers_and_addresses(load, name, expected):
    assert one(load, id=name).id == expected


@pytest.mark.parametrize(
    "members",
    [
        {"number": "arXiv:2101.00001", "type": "article"},
        {"archive": "arXiv", "archive_location": "2101.00001v2"},
        {"note": "Kept: 3\narXiv: 2101.00001 [cs]"},
        {"URL": "http://arxiv.org/abs/2101.00001"},
    ],
)
def test_arxiv_ids_are_found_where_managers_put_them(load, members):
    assert one(load, **{"issued": {"raw": "2021"}, **members}).ids == ("arxiv:2101.00001",)


def test_dois_are_found_in_the_extra_field(load):
    assert one(load, note="tex.x: 1\nDOI: 10.5555/abc\nPMID: 12").ids == ("doi:10.5555/abc", "pmid:12")


def test_answers_to_a_doi_are_single_items(load):
    answer = {
        "type": "journal-article",
        "DOI": "10.5555/abc",
        "title": "On Graphs",
        "container-title": "J. Graphs",
        "issued": {"date-parts": [[2020]]},
        "author": [{"family": "Lovelace", "given": "Ada", "sequence": "first"}],
        "subtitle": [],
        "source": "Crossref",
        "reference-count": 3,
    }
    (paper,), problems = load("x.json", json.dumps(answer))
    assert (paper.id, paper.title, paper.venue, paper.year) == ("10.5555/abc", "On Graphs", "J. Graphs", 2020)
    assert not problems


@pytest.mark.parametrize("kind", ["component", "journal-issue", "personal_communication", "motion_picture"])
def test_types_that_are_no_papers_are_skipped(load, kind):
    papers, (problem,) = load("x.json", json.dumps([item(type=kind, issued={"raw": "2016"})]))
    assert not papers
    assert (problem.reason, problem.effect) == (NOT_A_PAPER, Effect.SKIPPED)


@pytest.mark.parametrize("form", FORMS)
def test_every_record_is_a_paper_or_skipped(load, form):
    items = [
        item(),
        item(id="a", title="A Letter", type="personal_communication", author=[{"literal": "X"}]),
        item(id="b", title=None, author=[{"literal": "X"}]),
        item(id="c", title="On Trees", type="article-journal"),
        item(id="d", title="On Chairs", type="book", author=[{"family": "Li", "given": "Na"}]),
    ]
    papers, problems = load("x.json", FORMS[form](items))
    assert [paper.id for paper in papers] == ["x/lovelace1843", "x/c", "x/d"]
    assert [problem.reason for problem in problems] == [NOT_A_PAPER, NO_TEXT]


@pytest.mark.parametrize(
    "record", [{"type": "poster"}, {"type": "book"}, {"issued": "2016"}, {"author": [{"name": "Li"}]}]
)
def test_records_of_others_are_left_to_the_general_reader(load, record):
    (paper,), _ = load("x.json", json.dumps([{"id": "7", "title": "On Graphs", **record}]))
    assert paper.id == "7"


@pytest.mark.parametrize(
    "name",
    [
        "id",
        "DOI",
        "title",
        "type",
        "author",
        "issued",
        "container-title",
        "note",
        "abstract",
        "archive",
        "number",
        "keyword",
    ],
)
def test_values_of_any_type_are_survived(load, name):
    odd = [None, 7, "text", [], {}, [None], [[]], {"x": 1}, True, [{"type": []}], [{"family": {}}]]
    records = [item(title=f"On Graphs of Kind {number}") | {name: value} for number, value in enumerate(odd)]
    papers, problems = load("x.json", json.dumps(records))
    assert len(papers) + len([problem for problem in problems if problem.effect is not Effect.NOTED]) == len(odd)


@pytest.mark.parametrize(
    ("key", "name"), [("a\x08b\xad", "x/ab"), ("\x9e", "x-01"), ("k" * 201, "x-01"), ("N/A", "x-01")]
)
def test_a_key_is_printable_and_short(load, key, name):
    record = {"id": key, "type": "article-journal", "title": "A toy"}
    papers, _ = load("x.json", json.dumps([record]))
    assert [paper.id for paper in papers] == [name]


def test_items_of_pandoc_stand_under_references(load):
    wrapped = {
        "lang": "en",
        "references": [item(), item(id="noether1918", title="On Trees", author=[{"family": "Noether"}])],
    }
    papers, problems = load("refs.json", json.dumps(wrapped))
    assert ([paper.id for paper in papers], problems) == (["refs/lovelace1843", "refs/noether1918"], [])


def test_what_a_paper_cites_is_no_paper(load):
    cited = item(id="b", title="On Trees")
    papers, _ = load("x.json", json.dumps([{"title": "On Graphs", "references": [cited]}]))
    assert [paper.title for paper in papers] == ["On Graphs"]


@pytest.mark.parametrize("issued", [[{"year": "2016", "month": "3"}], [{"year": 2016}, {"year": 2017}]])
def test_a_date_may_be_a_list_as_in_yaml(load, issued):
    assert one(load, issued=issued).year == 2016


def test_a_law_that_was_only_looked_up_is_no_paper(load):
    accessed = {"date-parts": [["2023", 6, 19]]}
    papers, (problem,) = load(
        "x.json", json.dumps([{"id": "law", "type": "legislation", "title": "T", "accessed": accessed}])
    )
    assert (papers, problem.reason) == ([], NOT_A_PAPER)
