import pytest

from kg.model import Effect

HEADER = "FN Clarivate Analytics Web of Science\nVR 1.0\n"
RECORD = "PT J\nAU Lovelace, A\n   Turing, A\nTI On {0}\nSO JOURNAL OF GRAPHS\nAB We do.\nUT WOS:{0}\nER\n\n"


@pytest.mark.parametrize("name", ["x.txt", "x.ciw", "savedrecs"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_fields(load, name, mark):
    papers, problems = load(
        name,
        mark
        + HEADER
        + "PT J\nAU Björnson, A\n   Turing, AM\nAF Bjornson, Ada\n   Turing, Alan\nTI On graphs: What stands in\n   files\n"
        "SO JOURNAL OF GRAPHS\nDT Article\nDE Graphs; Trees (TR)\n   growing; Heaps\nID SORTING; TREES\nAB We do. Then\n   we see.\n"
        "C1 [Turing, Alan] Univ Graphs, Dept\n   Trees, Somewhere.\nEM ada@example.org\nUK new tag\nPY 2025\nDI 10.1000/ABC\n"
        "UT WOS:0001\nPM 28012345\nER\n\nEF",
    )
    assert not problems
    paper = papers[0]
    assert (paper.title, paper.abstract) == ("On graphs: What stands in files", "We do. Then we see.")
    assert paper.authors == ("Björnson, Ada", "Turing, Alan")
    assert (paper.year, paper.venue) == (2025, "JOURNAL OF GRAPHS")
    assert paper.keywords == ("Graphs", "Trees (TR) growing", "Heaps", "SORTING", "TREES")
    assert paper.ids == ("doi:10.1000/abc", "pmid:28012345")
    assert paper.source.line == 3
    assert "@" not in repr(paper)


def test_records_are_counted(load):
    papers, problems = load(
        "x.txt", HEADER + "".join(map(RECORD.format, "123")) + "EF\n" + HEADER + RECORD.format(4) + "EF\n"
    )
    assert [(p.id, p.title, p.authors) for p in papers] == [
        (f"x/WOS:{n}", f"On {n}", ("Lovelace, A", "Turing, A")) for n in "1234"
    ]
    assert not problems


def test_unindented_lines_go_on_though_they_look_like_tags(load):
    papers, problems = load(
        "x.txt",
        HEADER + "PT J\nAU Lovelace, A\nTuring, A\nTI On graphs and\nAI methods\nSO X\nLA English\n"
        "DE Graphs; Trees\ngrowing\nAB We use\nUK data and the\nEM algorithm under\nER stress with\nCT scans of\nPT ions.\n"
        "C1 Univ Graphs\nPY 2025\nUT WOS:1\nER\nPT J\nTI On B\nAB We do.\nUT WOS:2\nER\nEF\n",
    )
    assert not problems
    assert [(p.title, p.abstract) for p in papers] == [
        ("On graphs and AI methods", "We use UK data and the EM algorithm under ER stress with CT scans of PT ions."),
        ("On B", "We do."),
    ]
    assert papers[0].authors == ("Lovelace, A", "Turing, A")
    assert papers[0].keywords == ("Graphs", "Trees growing")


def test_early_access_for_want_of_a_year(load):
    papers, _ = load("x.txt", HEADER + "PT J\nTI On A\nEA MAR 2024\nDA 2025-04-01\nER\nEF\n")
    assert papers[0].year == 2024


def test_record_without_its_end(load):
    papers, problems = load("x.txt", HEADER + "PT J\nTI On A\nPT J\nTI On B\nER\nPT J\nTI On C\n")
    assert [p.title for p in papers] == ["On A", "On B", "On C"]
    assert [(p.reason, p.effect) for p in problems] == [("file ends within a record", Effect.NOTED)]


def test_types_that_are_no_papers(load):
    text = "PT J\nTI On A\nDT Article; Retracted Publication\nER\n\nPT J\nTI On B\nDT Correction\nER\n\nPT J\nTI On C\nDT Article\nER\n"
    papers, problems = load("x.txt", HEADER + text + "EF\n")
    assert [p.title for p in papers] == ["On C"]
    assert [p.reason for p in problems] == ["retracted", "not a paper"]
