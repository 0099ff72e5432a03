import pytest

RECORD = "%0 Journal Article\n%T On {0}\n%A Lovelace, Ada\n%A Turing, Alan\n%X We do.\n"


@pytest.mark.parametrize("name", ["x.enw", "x.endf", "x.txt"])
def test_fields(load, name):
    papers, problems = load(
        name,
        "%0 Conference Proceedings\n%T On Graphs\n%A Lovelace, Ada\n%A Turing, Alan\n%Y Editor, Ed\n%S Proceedings of Graphs\n%D 2019\n"
        "%8 June\n%I Nobody\n%F lovelace-2019-graphs\n%X We do\nit.\n%R 10.18653/v1/N19-1423\n%U https://aclanthology.org/N19-1423\n"
        "%K graphs\ntrees\n%P 1-9\n",
    )
    assert not problems
    paper = papers[0]
    assert (paper.title, paper.abstract, paper.year) == ("On Graphs", "We do it.", 2019)
    assert paper.authors == ("Lovelace, Ada", "Turing, Alan")
    assert (paper.venue, paper.keywords) == ("Proceedings of Graphs", ("graphs", "trees"))
    assert paper.ids == ("doi:10.18653/v1/n19-1423", "acl:N19-1423")


@pytest.mark.parametrize("between", ["", "\n", "\n\n\r\n"])
def test_records_are_counted(load, between):
    papers, problems = load("x.enw", between.join(map(RECORD.format, "ABC")))
    assert [(p.title, len(p.authors)) for p in papers] == [("On A", 2), ("On B", 2), ("On C", 2)]
    assert not problems


def test_type_may_stand_below_the_title(load):
    record = "%T On {0}\n%0 Journal Article\n%A Lovelace, Ada\n%J Journal of Graphs\n%F k{0}\n\n"
    papers, _ = load("x.enw", record.format("A") + record.format("B"))
    assert [(p.id, p.title, p.venue) for p in papers] == [
        ("x/kA", "On A", "Journal of Graphs"),
        ("x/kB", "On B", "Journal of Graphs"),
    ]


def test_refer_sets_records_apart_by_blank_lines(load):
    papers, _ = load(
        "x.txt", "%A Ada Lovelace\n%T On A\n\n%A Alan Turing\n%T On B\n\n%T On C\n%D 1999\n\n%A Emmy Noether\n%T On D\n"
    )
    assert [(p.title, p.authors) for p in papers] == [
        ("On A", ("Ada Lovelace",)),
        ("On B", ("Alan Turing",)),
        ("On C", ()),
        ("On D", ("Emmy Noether",)),
    ]


def test_blank_lines_in_an_abstract_divide_no_record(load):
    papers, _ = load(
        "x.enw",
        "%0 Journal Article\n%T On A\n%X We do.\n\nThen we see.\n\n%U https://example.org/a\n\n" + RECORD.format("B"),
    )
    assert [(p.title, p.abstract, p.url) for p in papers] == [
        ("On A", "We do.\n\nThen we see.", "https://example.org/a"),
        ("On B", "We do.", ""),
    ]


def test_an_arxiv_id_in_the_name_of_the_journal_is_one(load):
    (paper,), _ = load(
        "x.enw", "%0 Journal Article\n%T On graphs\n%A Lovelace, Ada\n%J arXiv preprint arXiv:1805.00001\n%D 2018\n"
    )
    assert paper.id == "arXiv:1805.00001"
