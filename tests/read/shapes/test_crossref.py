import json

import pytest

from kg.model import Effect
from kg.read import read
from kg.read.record import NO_TEXT, NOT_A_PAPER, RETRACTED, WITHDRAWN

FORMS = {
    "array": json.dumps,
    "wrapper": lambda works: json.dumps(
        {"status": "ok", "message-type": "work-list", "message": {"facets": {}, "total-results": 9, "items": works}}
    ),
    "public data file": lambda works: json.dumps({"items": works}),
    "lines": lambda works: "\n".join(map(json.dumps, works)),
    "works on their own": lambda works: "\n".join(json.dumps({"status": "ok", "message": work}) for work in works),
}


def work(**members):
    return {"DOI": "10.5555/ABC", "indexed": {}, "title": ["On Graphs"], "type": "journal-article", **members}


def one(load, **members):
    (paper,), problems = load("x.json", json.dumps({"status": "ok", "message": work(**members)}))
    assert not problems
    return paper


def test_maps_a_work(load):
    paper = one(
        load,
        title=["On Graphs", "Über Graphen"],
        subtitle=["A Study"],
        abstract="<jats:p>We prove it.</jats:p>",
        author=[
            {
                "given": "Ada",
                "family": "Lovelace",
                "ORCID": "https://orcid.org/0",
                "affiliation": [{"name": "a@example.org"}],
            },
            {"name": "The Graph Group", "sequence": "additional"},
            {"family": "Dort", "given": "Ludwig", "non-dropping-particle": "van", "suffix": "Jr."},
            {"family": "Plato"},
        ],
        issued={"date-parts": [[2021, 3, 4]]},
        URL="https://doi.org/10.5555/abc",
        subject=["Graphs", "Trees"],
        **{"container-title": ["Journal of Graphs", "J. Graphs"]},
    )
    assert (paper.id, paper.ids, paper.url) == ("10.5555/abc", ("doi:10.5555/abc",), "https://doi.org/10.5555/abc")
    assert (paper.title, paper.abstract) == ("On Graphs: A Study", "We prove it.")
    assert paper.authors == ("Ada Lovelace", "The Graph Group", "Ludwig van Dort Jr.", "Plato")
    assert (paper.year, paper.venue, paper.keywords) == (2021, "Journal of Graphs", ("Graphs", "Trees"))


@pytest.mark.parametrize(
    ("title", "subtitle", "expected"),
    [
        (["On Graphs: A Study"], ["A study"], "On Graphs: A Study"),
        (["Do Graphs Help?"], ["A Study"], "Do Graphs Help? A Study"),
        (["On Graphs :"], ["A Study"], "On Graphs : A Study"),
        ([], ["A Study"], "A Study"),
        (["", "On Graphs"], [], "On Graphs"),
        ("On Graphs", None, "On Graphs"),
    ],
)
def test_titles_are_lists_with_subtitles(load, title, subtitle, expected):
    assert one(load, title=title, subtitle=subtitle).title == expected


@pytest.mark.parametrize(
    ("dates", "year"),
    [
        ({"issued": {"date-parts": [[None]]}}, None),
        ({"issued": {"date-parts": [[None]]}, "published-online": {"date-parts": [[2019]]}}, 2019),
        ({"issued": {"date-parts": []}, "created": {"date-parts": [[2002]]}}, None),
        ({"issued": {"date-parts": [["2016", "3"]]}}, 2016),
        ({"issued": None, "posted": {"date-parts": [[2018, 1, 1]]}}, 2018),
    ],
)
def test_dates_without_a_year_give_none(load, dates, year):
    assert one(load, **dates).year == year


def test_abstract_sections_come_in_order_without_markup(load):
    jats = (
        "<jats:sec>\n   <jats:title>Background</jats:title>\n   <jats:p>We like graphs.</jats:p>\n </jats:sec>\n"
        "<jats:sec>\n   <jats:title>Methods</jats:title>\n   <jats:p>We prove <jats:italic>P</jats:italic>&lt;.001.</jats:p></jats:sec>"
    )
    abstract = one(load, abstract=jats).abstract
    assert [abstract.find(part) >= 0 for part in ("Background", "We like graphs.", "Methods", "We prove P<.001.")] == [
        True
    ] * 4
    assert "jats" not in abstract


def test_abstract_heading_goes_and_paragraphs_stay(load):
    jats = "<jats:title>Abstract</jats:title><jats:p>We prove A.</jats:p><jats:p>We prove B.</jats:p>"
    assert one(load, abstract=jats).abstract.split("\n\n") == ["We prove A.", "We prove B."]


def test_markup_escaped_twice_goes(load):
    assert one(load, abstract="&amp;lt;p&amp;gt;We prove it.&amp;lt;/p&amp;gt;").abstract == "We prove it."


@pytest.mark.parametrize(
    ("members", "venue"),
    [
        ({"container-title": [], "event": {"name": "Conference on Graphs"}}, "Conference on Graphs"),
        ({"container-title": [], "type": "posted-content", "institution": [{"name": "bioRxiv"}]}, "bioRxiv"),
        ({"container-title": None, "group-title": "Biology"}, "Biology"),
    ],
)
def test_venue_of_works_without_a_container(load, members, venue):
    assert one(load, **members).venue == venue


@pytest.mark.parametrize("kind", ["component", "journal", "journal-issue", "peer-review", "grant", "proceedings"])
def test_types_that_are_no_papers_are_skipped(load, kind):
    papers, (problem,) = load("x.json", json.dumps([work(type=kind)]))
    assert not papers
    assert (problem.reason, problem.detail, problem.effect) == (NOT_A_PAPER, f"its type is {kind}", Effect.SKIPPED)


@pytest.mark.parametrize("kind", ["correction", "erratum", "Corrigendum", "retraction", "expression_of_concern"])
def test_notices_about_papers_are_skipped(load, kind):
    papers, (problem,) = load("x.json", json.dumps([work(**{"update-to": [{"DOI": "10.5555/old", "type": kind}]})]))
    assert not papers
    assert (problem.reason, problem.effect) == (NOT_A_PAPER, Effect.SKIPPED)
    assert "10.5555/old" in problem.detail


@pytest.mark.parametrize(
    "update", [{"DOI": "10.5555/old", "type": "new_version"}, {"DOI": "10.5555/abc", "type": "correction"}]
)
def test_new_versions_and_papers_corrected_in_place_are_papers(load, update):
    assert one(load, **{"update-to": [update, None, 7]}).title == "On Graphs"


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"updated-by": [{"DOI": "10.5555/new", "type": "retraction"}]}, RETRACTED),
        ({"update-to": [{"DOI": "10.5555/abc", "type": "withdrawal"}]}, WITHDRAWN),
        ({"title": ["RETRACTED: On Graphs"]}, RETRACTED),
    ],
)
def test_retracted_works_are_read_only_if_asked_for(write, members, reason):
    path = write("x.json", json.dumps([work(**members)]))
    (problem,) = read(path)
    assert (problem.reason, problem.effect) == (reason, Effect.SKIPPED)
    (paper,) = read(path, include_rejected=True)
    assert "On Graphs" in paper.title


@pytest.mark.parametrize("form", FORMS)
def test_every_record_is_a_paper_or_skipped(load, form):
    works = [
        work(),
        work(DOI="10.5555/2", title=[], type="journal-issue"),
        work(DOI="10.5555/3", title=[]),
        work(DOI="10.5555/4", title=["On Trees"], issued={"date-parts": [[None]]}),
    ]
    papers, problems = load("x.json", FORMS[form](works))
    assert [paper.doi for paper in papers] == ["10.5555/abc", "10.5555/4"]
    assert [problem.reason for problem in problems] == [NOT_A_PAPER, NO_TEXT]


@pytest.mark.parametrize(
    "name",
    [
        "DOI",
        "title",
        "subtitle",
        "type",
        "author",
        "issued",
        "container-title",
        "event",
        "institution",
        "update-to",
        "updated-by",
    ],
)
def test_values_of_any_type_are_survived(load, name):
    odd = [None, 7, "text", [], {}, [None], [[]], {"x": 1}, True, [{"type": []}], [{"family": {}}]]
    records = [work(title=f"On Graphs of Kind {number}") | {name: value} for number, value in enumerate(odd)]
    papers, problems = load("x.json", json.dumps(records))
    assert len(papers) + len([problem for problem in problems if problem.effect is not Effect.NOTED]) == len(odd)


def test_a_list_that_someone_made_of_works_keeps_authors_venue_and_year(load):
    work = {
        "DOI": "10.1000/a",
        "title": "On Graphs",
        "author": "Lovelace, Ada; Noether, Emmy",
        "year": 2020,
        "member": "1",
    }
    (paper,), _ = load("x.json", json.dumps([{**work, "journal": "Maps"}]))
    assert (paper.authors, paper.year, paper.venue) == (("Lovelace, Ada", "Noether, Emmy"), 2020, "Maps")
