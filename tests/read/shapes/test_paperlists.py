import json

import pytest

from kg.model import Effect
from kg.read import find, read, read_files
from tests.read.conftest import split

PAPER = {
    "id": "aB3_-x9Kq0",
    "title": "Sparse Maps",
    "track": "main",
    "status": "Poster",
    "tldr": "Maps that are sparse.",
    "abstract": "We draw maps, 35% sparser than before.",
    "keywords": "maps;graphs, sparse",
    "author": "Ada Lovelace;Noether, Emmy",
    "gender": "F;F",
    "aff": "Analytical Engines;Göttingen",
    "homepage": "https://ada.example.org;",
    "email": "example.org;example.net",
    "bibtex": "@inproceedings{\nlovelace2024sparse,\ntitle={Sparse Maps},\nyear={2024},\nurl={https://x}\n}",
    "site": "https://openreview.net/forum?id=aB3_-x9Kq0",
    "rating": "5;7",
    "gs_citation": -1,
}
OLD = {  # as in the first years: no id, no abstract, no track
    "title": "Dense Maps",
    "site": "",
    "project": "",
    "github": "",
    "pdf": "https://example.org/dense.pdf",
    "author": "Ada Lovelace,  Emmy  Noether",
    "aff": "Göttingen",
    "oa": "https://example.org/dense.html",
    "arxiv": "1604.01234",
    "doi": "https://link.springer.com/chapter/10.1007/978-3-031-20062-5_22",
}


def of(name, *records, load):
    return load(name, json.dumps(records, indent=4))


def test_record_is_read_with_venue_and_year_of_its_file(load):
    papers, problems = of("colm/colm2024.json", PAPER, load=load)
    assert not problems
    (paper,) = papers
    assert paper.title == "Sparse Maps"
    assert paper.abstract == "We draw maps, 35% sparser than before."
    assert paper.authors == ("Ada Lovelace", "Noether, Emmy")
    assert (paper.venue, paper.year) == ("COLM", 2024)
    assert paper.keywords == ("maps", "graphs, sparse")
    assert paper.url == "https://openreview.net/forum?id=aB3_-x9Kq0"
    assert paper.ids == ("openreview:aB3_-x9Kq0",)


def test_old_record_without_id_and_abstract_is_read(load):
    papers, problems = of("eccv2022.json", OLD, load=load)
    assert not problems
    (paper,) = papers
    assert paper.authors == ("Ada Lovelace", "Emmy Noether")
    assert (paper.abstract, paper.venue, paper.year) == ("", "ECCV", 2022)
    assert paper.url == "https://example.org/dense.html"
    assert paper.ids == ("doi:10.1007/978-3-031-20062-5_22", "arxiv:1604.01234")


@pytest.mark.parametrize(
    ("name", "venue", "year"),
    [
        ("nips1987.json", "NeurIPS", 1987),
        ("3dv2025.json", "3DV", 2025),
        ("siggraphasia2021.json", "SIGGRAPH Asia", 2021),
        ("corl2021.jsonl", "CoRL", 2021),
        ("iclr_2019.json", "ICLR", 2019),
        ("my list.json", "", None),
        ("papers20245.json", "", None),
    ],
)
def test_venues_are_told_by_the_name_of_the_file(load, name, venue, year):
    papers, _ = of(name, PAPER | {"bibtex": ""}, load=load)
    assert [(p.venue, p.year) for p in papers] == [(venue, year)]


@pytest.mark.parametrize(
    ("bibtex", "year"),
    [
        ('@inproceedings{a,\n  year = "2019",\n}', 2019),
        ("@InProceedings{a, title = {In 2001}, year =\t {2019}}", 2019),
        ("@misc{\na,\nyear={2019}}", 2020),
        ("@inproceedings{a, title={x}}", 2020),
        ("", 2020),
    ],
    ids=["quoted", "braced", "preprint", "no year", "none"],
)
def test_year_is_that_of_the_proceedings(load, bibtex, year):
    papers, _ = of("icml2020.json", PAPER | {"bibtex": bibtex}, load=load)
    assert papers[0].year == year


def test_venue_is_that_of_the_proceedings_where_the_file_does_not_tell(load):
    bibtex = "@inproceedings{a,\n  booktitle = {Proceedings of the\n   {M}ap {C}onference, {MC-21}},\n year = {2021}}"
    papers, _ = of("mine.json", PAPER | {"bibtex": bibtex}, load=load)
    assert (papers[0].venue, papers[0].year) == ("Proceedings of the Map Conference, MC-21", 2021)


STATUSES = {
    "Reject": "rejected",
    "Desk Reject": "rejected",
    "Withdraw": "withdrawn",
    "Withdrawn": "withdrawn",
    "Poster": "",
    "Accept(Poster)": "",
    "Technical Paper": "",
    "": "",
}


def test_rejected_and_withdrawn_are_skipped_and_counted(load):
    records = [PAPER | {"id": f"k{n}", "site": "", "status": s, "title": f"On {n}"} for n, s in enumerate(STATUSES)]
    papers, problems = of("iclr2024.json", *records, load=load)
    assert [p.title for p in papers] == [f"On {n}" for n, reason in enumerate(STATUSES.values()) if not reason]
    assert [p.reason for p in problems] == list(filter(None, STATUSES.values()))
    assert {p.effect for p in problems} == {Effect.SKIPPED}
    assert [p.detail for p in problems][:2] == ["status: Reject", "status: Desk Reject"]


def test_rejected_and_withdrawn_are_read_where_wanted(write):
    records = [PAPER | {"id": f"k{n}", "site": "", "status": s, "title": f"On {n}"} for n, s in enumerate(STATUSES)]
    path = write("iclr2024.json", json.dumps(records))
    papers, problems = split(read_files(find(path, include_rejected=True)))
    assert len(papers) == len(STATUSES)
    assert not problems


def test_ids_are_those_of_the_file(load):
    first = {**PAPER, "id": "11522", "site": "https://example.org/1"}
    papers, _ = of("aaai2022.json", first, load=load)
    assert [(p.id, p.ids) for p in papers] == [("aaai2022/11522", ())]


def test_same_id_in_two_files_is_two_papers(write):
    one = PAPER | {"id": "5cf0682208", "site": "", "title": "Preface", "author": "Ada Lovelace"}
    paths = [
        write("acml2010.json", json.dumps([one])),
        write("colt2013.json", json.dumps([one | {"author": "Emmy Noether"}])),
    ]
    papers, _ = split(read(paths))
    assert [p.id for p in papers] == ["acml2010/5cf0682208", "colt2013/5cf0682208"]


def test_anthology_id_is_told_by_the_site(load):
    site = "https://aclanthology.org/2021.maps-main.60/"
    papers, _ = of("naacl2021.json", PAPER | {"site": site, "id": "2021.maps-main.60"}, load=load)
    assert papers[0].ids == ("acl:2021.maps-main.60",)


def test_missing_values_are_empty_or_minus_one(load):
    record = dict.fromkeys(PAPER, "") | {"title": "On", "author": "", "rating_avg": [0, 0], "doi": "-1", "id": -1}
    papers, problems = of("rss2025.json", record, load=load)
    assert not problems
    assert [(p.title, p.abstract, p.authors, p.year, p.doi, p.url) for p in papers] == [("On", "", (), 2025, "", "")]


@pytest.mark.parametrize("abstract", ["(No Abstract)", "Abstract Unavailable", "Placeholder ", "", None])
def test_placeholders_are_no_abstracts(load, abstract):
    papers, _ = of("colt2013.json", PAPER | {"abstract": abstract}, load=load)
    assert [p.abstract for p in papers] == [""]


def test_records_without_text_are_problems_that_name_what_they_have(load):
    empty = {"ssid": "papers_1", "status": "Technical Paper", "title": "", "author": "", "aff": "", "doi": ""}
    papers, problems = of("siggraph2021.json", PAPER, empty, load=load)
    assert len(papers) == 1
    assert [(p.reason, p.effect, p.source.index) for p in problems] == [("no title or abstract", Effect.SKIPPED, 1)]
    assert "ssid, status, title, author" in problems[0].detail


def test_retracted_paper_is_skipped_whatever_its_status(load):
    papers, problems = of("acl2021.json", PAPER | {"title": "[RETRACTED] Sparse Maps", "status": "Long"}, load=load)
    assert not papers
    assert [p.reason for p in problems] == ["retracted"]


def test_authors_named_twice_are_named_once(load):
    papers, _ = of("iros2000.json", PAPER | {"author": "Ada;Emmy;Ada;Emmy"}, load=load)
    assert papers[0].authors == ("Ada", "Emmy")


def test_nothing_private_gets_out(load):
    papers, problems = of(
        "colm2024.json", PAPER, PAPER | {"status": "Reject"}, PAPER | {"title": "", "abstract": ""}, load=load
    )
    for item in (*papers, *problems):
        for private in ("ada.example.org", "example.net", "Göttingen", "5;7"):
            assert private not in repr(item)


def test_records_of_other_sources_are_left_to_the_general_rules(load):
    record = {"id": "7", "title": "A", "author": "Ada Lovelace", "status": "Poster", "year": 2001, "venue": "Maps"}
    papers, problems = of("iclr2024.json", record, record | {"id": "8", "title": "B", "status": "Reject"}, load=load)
    assert [(p.id, p.year, p.venue) for p in papers] == [("7", 2001, "Maps")]
    assert [(p.reason, p.raw) for p in problems] == [("rejected", "B")]


@pytest.mark.parametrize("value", [None, 7, True, [], ["a"], {}, {"value": "x"}, "\ud800", "a" * 70_000])
@pytest.mark.parametrize("name", [name for name in PAPER if name != "author"])
def test_any_value_anywhere_is_one_paper_or_one_problem(load, name, value):
    papers, problems = of("colm2024.json", PAPER | {name: value}, {"title": "Last"}, load=load)
    lost = [p for p in problems if p.effect is Effect.SKIPPED]
    assert len(papers) + len(lost) == 2
