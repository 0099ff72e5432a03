from dataclasses import asdict

from kg.model import Paper, Problem, Source
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
    )


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


def test_id_is_the_id_else_the_doi_else_the_place():
    def make_id(**fields):
        return make_paper({"title": "A", **fields}.items(), source=SOURCE, default_id="x-04").id

    assert make_id(id="a b\n c", doi="10.1000/a") == "a b c"
    assert make_id(id=0) == "0"
    assert make_id(id="n/a", doi="10.1000/A") == "10.1000/a"
    assert make_id(id="x" * 201) == "x-04"
    assert make_id(id="a\0b\x1b") == "ab"
    assert make_id() == "x-04"


def test_most_trusted_filled_name_counts():
    record = [("summary", "S"), ("abstract", "  "), ("date", "2001"), ("year", "2002"), ("display_name", "D")]
    paper = make_paper(record, source=SOURCE, default_id="x")
    assert (paper.title, paper.abstract, paper.year) == ("D", "S", 2002)


def test_without_text_the_fields_are_named():
    problem = make_paper([("id", "7"), ("Kurzfassung", "…")], source=SOURCE, default_id="x")
    assert problem == Problem(SOURCE, "no title or abstract", "its fields are: id, Kurzfassung", "id: 7")


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
