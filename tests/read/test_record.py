import pickle
from dataclasses import FrozenInstanceError, asdict

import pytest

from kg.model import Effect, Paper, Problem, Source
from kg.read.contract import Numbered
from kg.read.fields import ALIASES, field_of
from kg.read.record import make_paper

SOURCE = Source("x.json", index=3)


def test_all_fields():
    record = {
        "id": 12,
        "Title": "On  $\\alpha$",
        "Abstract": "We do.\n",
        "Authors": "Ada Lovelace; Alan Turing",
        "publicationYear": "2021",
        "Conference": "ICML",
        "link": "https://example.org/1",
        "DOI": "https://doi.org/10.1000/A",
        "Author Keywords": "a; b",
    }
    assert make_paper(record, source=SOURCE, default_id="x-04") == make_paper(
        record.items(), source=SOURCE, default_id="x-04"
    )
    assert make_paper(record.items(), source=SOURCE, default_id="x-04") == Paper(
        id="12",
        title="On α",
        abstract="We do.",
        authors=("Ada Lovelace", "Alan Turing"),
        year=2021,
        venue="ICML",
        url="https://example.org/1",
        doi="10.1000/a",
        keywords=("a", "b"),
        source=SOURCE,
        ids=("doi:10.1000/a",),
    )


def test_a_made_paper_is_a_paper_like_any_other():
    paper = make_paper([("id", "a"), ("title", "On Graphs")], source=SOURCE, default_id="x-04")
    assert repr(paper) == repr(Paper("a", "On Graphs", source=SOURCE))
    assert hash(paper) == hash(Paper("a", "On Graphs", source=SOURCE))
    assert pickle.loads(pickle.dumps(paper)) == paper
    with pytest.raises(FrozenInstanceError):
        paper.title = "On Trees"


def test_an_id_that_is_an_address_is_spelled_as_people_do():
    papers = (
        make_paper([("id", raw), ("title", "x")], source=SOURCE, default_id="x-04")
        for raw in ("http://arxiv.org/abs/1707.00001v1", "doi:10.1000/A", "icml2025/x1")
    )
    assert [paper.id for paper in papers] == ["arXiv:1707.00001", "10.1000/a", "icml2025/x1"]


def test_private_data_stays_out():
    record = {
        "title": "On A",
        "email": "ada@example.org",
        "gender": "f",
        "homepage": "https://home.example.org",
        "authorids": ["ada@example.org"],
        "authors": ["Ada Lovelace ada@example.org"],
        "reviews": "Ada is weak.",
    }
    paper = make_paper(record.items(), source=SOURCE, default_id="x")
    assert paper == Paper("x", title="On A", authors=("Ada Lovelace",), source=SOURCE)
    record["title"] = ""
    problem = make_paper(record.items(), source=SOURCE, default_id="x")
    assert isinstance(problem, Problem)
    assert "example.org" not in str(asdict(problem))


def make(default_id="x/key", include_rejected=False, **fields):
    return make_paper(fields.items(), source=SOURCE, default_id=default_id, include_rejected=include_rejected)


def test_id_is_the_id_else_one_of_the_world_else_the_default():
    def make_id(**fields):
        return make("x-04", title="A", **fields).id

    assert make_id(id="a b\n c", doi="10.1000/a") == "a b c"
    assert make_id(id=0) == "0"
    assert make_id(id="n/a", doi="10.1000/A") == "10.1000/a"
    assert make_id(id="x" * 201) == "x-04"
    assert make_id(id="a\0b\x1b") == "ab"
    assert make_id() == "x-04"
    ids = {
        "doi": "10.1000/A",
        "arxiv id": "2101.00001v2",
        "openreview id": "rkgHY0NYwr",
        "acl id": "P18-1001",
        "pmid": 7,
    }
    for shown in ("10.1000/a", "arXiv:2101.00001", "openreview:rkgHY0NYwr", "acl:P18-1001", "pmid:7"):
        assert make_id(**ids) == shown
        del ids[next(iter(ids))]


def test_most_trusted_filled_name_counts():
    record = [("summary", "S"), ("abstract", "  "), ("date", "2001"), ("year", "2002"), ("display_name", "D")]
    paper = make_paper(record, source=SOURCE, default_id="x")
    assert (paper.title, paper.abstract, paper.year) == ("D", "S", 2002)


def test_without_text_the_fields_are_named():
    problem = make_paper([("id", "7"), ("Inhalt", "…")], source=SOURCE, default_id="x")
    assert problem == Problem(SOURCE, "no title or abstract", "its fields are: id, Inhalt", "id: 7")


def test_no_name_stands_for_two_fields():
    for field, names in ALIASES.items():
        for rank, name in enumerate(names):
            assert field_of(name) == (field, rank)
            assert field_of(name.upper().replace(" ", "_")) == (field, rank)


def test_a_book_is_no_abstract():
    source = Source("a.json", index=0)
    problem = make_paper([("title", "On Graphs"), ("abstract", "word " * 30_000)], source=source, default_id="a-01")
    assert isinstance(problem, Problem)
    assert problem.reason == "text too long for an abstract"
    assert problem.raw == "On Graphs"


@pytest.mark.parametrize(
    ("fields", "ids"),
    [
        ({"doi": "https://doi.org/10.48550/arXiv.2101.00001"}, ["doi:10.48550/arxiv.2101.00001", "arxiv:2101.00001"]),
        ({"doi": "10.18653/v1/P18-1001"}, ["doi:10.18653/v1/p18-1001", "acl:P18-1001"]),
        ({"doi": "10.18653/v1/2022.acl-long.17"}, ["doi:10.18653/v1/2022.acl-long.17", "acl:2022.acl-long.17"]),
        ({"url": "https://arxiv.org/pdf/astro-ph/0601001v3.pdf"}, ["arxiv:astro-ph/0601001"]),
        ({"url": "https://openreview.net/forum?id=rkgHY0NYwr"}, ["openreview:rkgHY0NYwr"]),
        ({"url": "https://aclanthology.org/2022.acl-long.17.pdf"}, ["acl:2022.acl-long.17"]),
        ({"link": "https://doi.org/10.1000%2FA"}, ["doi:10.1000/a"]),
        ({"id": "arXiv:0704.0001"}, ["arxiv:0704.0001"]),
        ({"id": "0704.0001"}, ["arxiv:0704.0001"]),
        ({"id": "0704"}, []),
        ({"arxiv id": "arXiv:math.GT/0309136v1 [math.GT]"}, ["arxiv:math/0309136"]),
        ({"arxiv": "https://arxiv.org/abs/2101.00001"}, ["arxiv:2101.00001"]),
        ({"doi": "arXiv:2101.00001"}, ["arxiv:2101.00001"]),
        ({"pmid": "0", "doi": "n/a", "arxiv id": None}, []),
    ],
)
def test_ids_are_found_wherever_they_stand(fields, ids):
    paper = make(title="A", **fields)
    assert type(paper) is Paper
    assert list(paper.ids) == ids


def test_values_that_cannot_be_used_are_noted():
    paper = make(title="On Graphs", doi="see above", year="in press", pmid="PMC77", id="x" * 201)
    assert paper.without_notes() == Paper("x/key", "On Graphs", source=SOURCE)
    assert [(note.reason, note.effect) for note in paper.notes] == [
        ("id not understood", Effect.NOTED),
        ("id not understood", Effect.NOTED),
        ("id not understood", Effect.NOTED),
        ("year not understood", Effect.NOTED),
    ]
    assert paper.notes[1].detail == "doi: see above is not a DOI; left out"
    assert all(note.source == SOURCE for note in paper.notes)


@pytest.mark.parametrize("year", ["", "-1", -1, 0, "n.d.", "No date", "n/a", None, "????"])
def test_no_year_is_no_problem(year):
    assert type(make(title="A", year=year)) is Paper


def test_titled_record_without_a_key_has_an_id_that_does_not_depend_on_its_place():
    first, second = (
        make(Numbered(place), title=title, year=2001)
        for place, title in (("x-04", "Colouring Graphs"), ("y-17", "Colouring graphs."))
    )
    assert first.id == second.id != make(Numbered("x-04"), title="Colouring Graphs", year=2002).id
    assert first.id.startswith("title-")
    assert make(Numbered("x-04"), abstract="We do it all.").id == "x-04"
    assert make(Numbered("x-04"), title="Preface", year=2001).id == "x-04"
    assert make("x/key", title="Colouring Graphs").id == "x/key"


def test_notice_of_withdrawal_is_no_abstract():
    fields = {"title": "Colouring Graphs", "abstract": "This paper has been withdrawn by the authors. " * 10}
    problem = make(**fields)
    assert (problem.reason, problem.effect) == ("withdrawn", Effect.SKIPPED)
    assert make(**fields, include_rejected=True).title == "Colouring Graphs"


@pytest.mark.parametrize(
    "title",
    [
        "[RETRACTED] On A",
        "RETRACTED: On A",
        "**Paper retracted by author request** On A",
        "Retraction: On A",
        "On A (Retracted article. See vol. 1)",
    ],
)
def test_retracted_papers_are_skipped(title):
    assert make(title=title, abstract="We do it all.").reason == "retracted"
    assert make(title=title, abstract="We do it all.", include_rejected=True).abstract == "We do it all."


@pytest.mark.parametrize(
    ("abstract", "details"),
    [
        ("[No abstract available]", ["abstract: [No abstract available] is not one; left out"]),
        (
            "© 2021 Elsevier Ltd. All rights reserved.",
            ["abstract: © 2021 Elsevier Ltd. All rights reserved. is not one; left out"],
        ),
        ("N/A", []),
        ("", []),
        ("We prove it.", []),
    ],
)
def test_what_stands_for_no_abstract_is_noted(abstract, details):
    paper = make_paper([("title", "On Graphs"), ("abstract", abstract)], source=SOURCE, default_id="x")
    notes = getattr(paper, "notes", ())
    assert [note.detail for note in notes] == details
    assert all((note.reason, note.effect) == ("placeholder for an abstract", Effect.NOTED) for note in notes)


@pytest.mark.parametrize("sign", ["@", "&#64;", "&#0064;", "&#x40;", "&#X40;", "&commat;"])
def test_problem_masks_addresses_however_they_are_written(sign):
    made = make_paper({"journal": "J", "doi": f"10.1/x by ada.l{sign}example.org"}, source=SOURCE, default_id="x")
    assert "ada.l" not in made.raw
    assert "example.org" not in made.raw
    assert "by <e-mail>" in made.raw
