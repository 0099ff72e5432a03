import json

import pytest

from kg.model import Effect
from kg.read import find, read_files
from tests.read.conftest import split

RECORD = {
    "id": "0704.0100",
    "submitter": "Ada Lovelace",
    "authors": "A. Lov\\'elace, Emmy\n  Noether and others",
    "title": "Counting maps on surfaces of genus one, with\n  applications",
    "comments": "12 pages, replaces a withdrawn paper",
    "journal-ref": "J. Maps 7 (2009) 1-12",
    "doi": "10.1000/MAPS.7 10.1000/maps.8",
    "categories": "math.CO cs.DM",
    "abstract": "  We count maps, as\nwas done before.\n  A second paragraph\nfollows.\n",
    "versions": [
        {"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"},
        {"version": "v2", "created": "Tue, 24 Jul 2012 20:10:27 GMT"},
    ],
    "update_date": "2015-11-26",
    "authors_parsed": [["Lovélace", "A.", ""], ["Noether", "Emmy", ""], ["King", "W.", "III"], ["CERN", "", ""]],
}


def of(*records, load, name="arxiv-metadata-oai-snapshot.json"):
    return load(name, "\n".join(map(json.dumps, records)) + "\n")


def test_record_is_read(load):
    papers, problems = of(RECORD, load=load)
    assert not problems
    (paper,) = papers
    assert paper.title == "Counting maps on surfaces of genus one, with applications"
    assert paper.abstract.split() == "We count maps, as was done before. A second paragraph follows.".split()
    assert paper.authors == ("A. Lovélace", "Emmy Noether", "W. King III", "CERN")
    assert (paper.year, paper.venue) == (2007, "J. Maps 7 (2009) 1-12")
    assert paper.keywords == ("math.CO", "cs.DM")
    assert paper.url == "https://arxiv.org/abs/0704.0100"
    assert paper.ids == ("doi:10.1000/maps.7", "arxiv:0704.0100")


def test_folds_are_one_blank_and_indented_lines_begin_paragraphs(load):
    papers, _ = of(RECORD, load=load)
    assert "as was done" in papers[0].abstract
    assert "before.\n\nA second" in papers[0].abstract


@pytest.mark.parametrize(
    ("key", "ids", "year"),
    [
        ("0704.0001", "arxiv:0704.0001", 2007),
        (2101.1, "", 2021),
        ("astro-ph/0601001", "arxiv:astro-ph/0601001", 2006),
        ("math.GT/9701001", "arxiv:math/9701001", 1997),
    ],
)
def test_ids_stay_text_and_tell_the_year_where_versions_do_not(load, key, ids, year):
    papers, _ = of(RECORD | {"id": key, "doi": None, "versions": []}, load=load)
    assert papers[0].year == year
    assert not ids or papers[0].ids == (ids,)


def test_ids_written_as_numbers_keep_their_zeros(load):
    text = json.dumps(RECORD | {"doi": None}).replace('"0704.0100"', "2101.10000")
    papers, _ = load("x.jsonl", text)
    assert papers[0].ids == ("arxiv:2101.10000",)


NOTICES = [
    {"comments": "This paper has been withdrawn by the author"},
    {"comments": "withdrawn due to an error in Lemma 2"},
    {"comments": "5 pages. The paper is withdrawn"},
    {"comments": "Withdrawn."},
    {"abstract": "  This paper has been withdrawn by the authors due to a sign\nerror in equation 3.\n"},
]


@pytest.mark.parametrize("notice", NOTICES, ids=lambda notice: next(iter(notice.values())).strip()[:20])
def test_withdrawn_papers_are_skipped(load, write, notice):
    papers, problems = of(RECORD, RECORD | notice | {"id": "0704.0101"}, load=load)
    assert len(papers) == 1
    assert [(p.reason, p.effect, p.source.line) for p in problems] == [("withdrawn", Effect.SKIPPED, 2)]
    inputs = find(write("wanted.json", json.dumps(RECORD | notice)), include_rejected=True)
    assert [p.title for p in split(read_files(inputs))[0]] == [
        "Counting maps on surfaces of genus one, with applications"
    ]


@pytest.mark.parametrize(
    "comments",
    ["supersedes the withdrawn submission", "replaces withdrawn paper 0704.0001", "Withdrawn paper 1 replaced"],
)
def test_papers_in_place_of_withdrawn_ones_are_read(load, comments):
    papers, problems = of(RECORD | {"comments": comments}, load=load)
    assert (len(papers), problems) == (1, [])


def test_authors_as_written_are_taken_where_they_are_not_parsed(load):
    papers, _ = of(
        {k: v for k, v in RECORD.items() if k != "authors_parsed"} | {"authors": "Ada King, E. Noether"}, load=load
    )
    assert papers[0].authors == ("Ada King", "E. Noether")


def test_submitter_does_not_get_out(load):
    papers, _ = of(RECORD | {"submitter": "Grace Hopper"}, load=load)
    assert "Hopper" not in repr(papers)


@pytest.mark.parametrize("value", [None, 7, True, [], [["a"]], [[]], [{"created": 7}], {}, "\ud800", "Placeholder"])
@pytest.mark.parametrize("name", [*RECORD])
def test_any_value_anywhere_is_one_paper_or_one_problem(load, name, value):
    papers, problems = of(RECORD | {name: value}, {"title": "Last"}, load=load)
    lost = [p for p in problems if p.effect is Effect.SKIPPED]
    assert len(papers) + len(lost) == 2


def test_comments_of_any_length_take_linear_time(load):
    record = {
        "id": "2101.00001",
        "submitter": "x",
        "categories": "cs.LG",
        "title": "A toy",
        "comments": "x" + "," * 60_000,
    }
    papers, _ = load("x.json", json.dumps(record))
    assert [paper.title for paper in papers] == ["A toy"]


def test_an_extract_of_the_snapshot_keeps_year_categories_and_address(load):
    extract = {
        "id": "0704.0001",
        "title": "On\n  Graphs",
        "abstract": "  We prove it.\n",
        "categories": "math.CO cs.DM",
        "authors": "Ada Lovelace (Ockham and\n  London), Emmy Noether (1) ((1) G\u00f6ttingen)",
        "update_date": "2015-06-01",
    }
    dated = {**extract, "id": "0712.0002", "title": "On Trees", "year": 2008, "venue": "Trees"}
    (paper, second), _ = load("x.json", json.dumps([extract, dated]))
    assert (paper.id, paper.year, paper.title) == ("arXiv:0704.0001", 2007, "On Graphs")
    assert (second.year, second.venue) == (2008, "Trees")
    assert paper.authors == ("Ada Lovelace", "Emmy Noether")
    assert (paper.keywords, paper.url) == (("math.CO", "cs.DM"), "https://arxiv.org/abs/0704.0001")


def test_categories_alone_make_no_paper_one_of_arxiv(load):
    (paper,), _ = load(
        "x.json", json.dumps([{"id": "7", "title": "On Graphs", "abstract": "We.", "categories": ["a b"]}])
    )
    assert (paper.id, paper.keywords, paper.ids) == ("7", ("a b",), ())
