import pytest

from kg.model import Effect

RECORD = "PMID- {0}\nOWN - NLM\nTI  - On {0}\nAB  - We do.\n"


def one(load, body):
    papers, problems = load("x.nbib", "PMID- 123\nOWN - NLM\n" + body)
    assert len(papers) == 1
    assert not problems
    return papers[0]


@pytest.mark.parametrize("name", ["x.nbib", "x.txt"])
def test_fields(load, name):
    papers, problems = load(
        name,
        "PMID- 28012345\nOWN - NLM\nDP  - 2015 May\nTI  - On\n      Graphs.\nLID - 10.1000/ABC [doi]\nLID - S00 [pii]\n"
        "AB  - OBJECTIVES: To see. METHODS: We\n      look.\nCI  - Copyright (c) 2015 Somebody.\nFAU - Lovelace, Ada\nAU  - Lovelace A\n"
        "AD  - Somewhere. ada@example.org\nFAU - Turing, Alan\nAU  - Turing A\nTA  - J Gr\nJT  - Journal of graphs\nOT  - graphs\n"
        "OT  - trees\nMH  - Humans\n",
    )
    assert not problems
    paper = papers[0]
    assert (paper.title, paper.abstract) == ("On Graphs.", "OBJECTIVES: To see. METHODS: We look.")
    assert paper.authors == ("Lovelace, Ada", "Turing, Alan")
    assert (paper.year, paper.venue, paper.keywords) == (2015, "Journal of graphs", ("graphs", "trees"))
    assert paper.ids == ("doi:10.1000/abc", "pmid:28012345")
    assert "@" not in repr(paper)


def test_records_follow_each_other_with_and_without_blank_lines(load):
    papers, problems = load("x.nbib", RECORD.format(11) + RECORD.format(12) + "\n\n" + RECORD.format(13))
    assert [(p.id, p.title, p.source.line) for p in papers] == [
        ("pmid:11", "On 11", 1),
        ("pmid:12", "On 12", 5),
        ("pmid:13", "On 13", 11),
    ]
    assert not problems


def test_words_broken_after_their_hyphen_are_whole(load):
    paper = one(
        load,
        "TI  - A placebo-\n      controlled trial of small-\n      and large doses\nAB  - Two- \n      fold SBS/AHT.\n",
    )
    assert paper.title == "A placebo-controlled trial of small- and large doses"
    assert "SBS/AHT" in paper.abstract


def test_blank_line_inside_a_record(load):
    paper = one(load, "TI  - On A\n\nAB  - We do.\n\n      Then we see.\n")
    assert (paper.title, paper.abstract) == ("On A", "We do.\n\nThen we see.")


def test_several_abstracts_are_all_read(load):
    assert one(load, "TI  - On A\nAB  - One.\nAB  - Two.\n").abstract == "One.\n\nTwo."


def test_abstract_in_another_language_for_want_of_one(load):
    assert one(load, "TI  - On A\nOAB - Otro.\nAB  - We do.\n").abstract == "We do."
    assert one(load, "TI  - On A\nOAB - Otro.\n").abstract == "Otro."


@pytest.mark.parametrize(
    ("body", "title"),
    [
        ("TI  - [On graphs].\nTT  - Sobre grafos.\n", "On graphs"),
        ("TI  - [On [sub]graphs].\n", "On [sub]graphs"),
        ("TI  - [Not Available].\nTT  - Sobre grafos.\n", "Sobre grafos."),
        ("TI  - [A] and [B].\n", "[A] and [B]."),
    ],
)
def test_translated_titles(load, body, title):
    assert one(load, body + "AB  - We do.\n").title == title


def test_names_that_are_not_there_in_full(load):
    paper = one(
        load, "TI  - On A\nAU  - Noether E\nFAU - Turing, Alan\nAU  - Turing A\nCN  - The Graph Group\nAU  - Li X\n"
    )
    assert paper.authors == ("Noether E", "Turing, Alan", "The Graph Group", "Li X")


def test_id_zero_is_none(load):
    papers, problems = load("x.nbib", "PMID- 000000\nTI  - On A\nAID - 10.1000/a [doi]\n\nPMID- 0\nTI  - On B\n")
    assert [(p.title, p.ids) for p in papers] == [("On A", ("doi:10.1000/a",)), ("On B", ())]
    assert not problems


def test_headings_for_want_of_keywords(load):
    assert one(load, "TI  - On A\nMH  - *Graphs/methods/*trends\nMH  - Trees, Binary\n").keywords == (
        "Graphs",
        "Trees, Binary",
    )


@pytest.mark.parametrize("blank", ["", "\n"])
def test_eric_has_no_id_of_pubmed_and_lines_that_are_addresses(load, blank):
    record = (
        "OWN - ERIC\nTI  - On {0}\nAU  - Lovelace, Ada\nJT  - Journal of Graphs\nDP  - 2021\nLID - http://eric.example.org/{0}\n"
        "OT  - Trees\nAB  - We do\n      it.\nhttps://example.org/{0}/full\nOID - EJ{0}\nISSN- ISSN-1234-5678\n" + blank
    )
    papers, problems = load("x.nbib", record.format(11) + record.format(12))
    assert not problems
    assert [(p.id, p.title, p.abstract, p.year) for p in papers] == [
        ("x/EJ11", "On 11", "We do it.", 2021),
        ("x/EJ12", "On 12", "We do it.", 2021),
    ]
    assert papers[0].url == "http://eric.example.org/11"


def test_records_told_by_their_titles_only(load):
    papers, _ = load("x.nbib", "TI  - On A\nJT  - X\n\nTI  - On B\nJT  - X\n")
    assert [p.title for p in papers] == ["On A", "On B"]


def test_papers_taken_back_and_notices(load, load_paths, write):
    text = (
        "PMID- 11\nTI  - On A\nPT  - Journal Article\nPT  - Retracted Publication\n\nPMID- 12\nTI  - On B\nPT  - Published Erratum\n\n"
        "PMID- 13\nTI  - On C\nPT  - Journal Article\n"
    )
    papers, problems = load("x.nbib", text)
    assert [p.title for p in papers] == ["On C"]
    assert [(p.source.line, p.reason, p.effect) for p in problems] == [
        (1, "retracted", Effect.SKIPPED),
        (6, "not a paper", Effect.SKIPPED),
    ]


@pytest.mark.parametrize("name", ["x.csv", "x.txt", "x.nbib"])
def test_id_in_a_table_that_looks_like_a_tag_makes_it_no_nbib(load, name):
    papers, problems = load(name, "id,title,abstract\nPMID- 1,On Graphs,We do it.\nx,On Trees,We do it.\n")
    assert [paper.title for paper in papers] == ["On Graphs", "On Trees"]
    assert not problems


def test_issn_of_eric_with_a_blank_before_its_hyphen_is_no_part_of_the_abstract(load):
    text = "OWN - ERIC\nTI  - On A\nAB  - We do it.\nISSN - ISSN-1234-5678\nISBN - 978-1\nLA  - English\n"
    (paper,), problems = load("x.nbib", text)
    assert not problems
    assert paper.abstract == "We do it."


OVID = (
    "<{0}. >\nVN  - Ovid Technologies\nDB  - {1}\nUI  - 6{0}\nTI  - On {0}.\n"
    "SO  - Journal of Graphs & Trees. 201(2-3):327-334, November 15, 2004.\nAU  - Lovelace A. [Author; E-mail: ada@example.org]\n"
    "AU  - Turing A. [Author]\nIN  - (Lovelace) Somewhere\n      (Turing) Elsewhere\nMH  - *tree\nAB  - Background: We do.\n"
    "Method(s): We look.\nDO  - http://dx.doi.org/10.1000/{0}\nPT  - Article\nYR  - 2018\n\n"
)


@pytest.mark.parametrize("name", ["x.ovd", "x.cgi", "x.txt"])
def test_records_of_ovid_are_not_taken_for_one(load, name):
    papers, problems = load(name, OVID.format(21, "Embase") + OVID.format(22, "Embase"))
    assert not problems
    assert [(p.title, p.doi, p.source.line) for p in papers] == [
        ("On 21.", "10.1000/21", 2),
        ("On 22.", "10.1000/22", 19),
    ]
    paper = papers[0]
    assert (paper.authors, paper.year, paper.venue) == (("Lovelace A.", "Turing A."), 2018, "Journal of Graphs & Trees")
    assert (paper.abstract, paper.keywords) == ("Background: We do. Method(s): We look.", ("tree",))
    assert paper.ids == ("doi:10.1000/21",)


def test_ids_of_medline_at_ovid_are_those_of_pubmed(load):
    (paper,), _ = load("x.txt", OVID.format(21, "Ovid MEDLINE(R)"))
    assert paper.ids == ("doi:10.1000/21", "pmid:621")
