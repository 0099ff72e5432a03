import pytest

from kg.errors import InputError
from kg.model import Effect

RECORD = "TY  - JOUR\nTI  - On {0}\nAU  - Lovelace, Ada\nER  - \n"
PROSE = (
    "We study how graphs are read when they stand in files that nobody has looked at for years. The files hold what people "
    "left there, and we show that all of it can be found. This helps readers of all ages."
)


def titles(papers):
    return [paper.title for paper in papers]


def skipped(problems):
    return [problem for problem in problems if problem.effect is not Effect.NOTED]


@pytest.mark.parametrize("name", ["x.ris", "x.txt", "x.ciw", "x"])
def test_fields(load, name):
    papers, problems = load(
        name,
        "TY  - JOUR\nID  - k7\nT1  - On Graphs\nA1  - Lovelace, Ada\nAU  - Turing, Alan\nA2  - Editor, Ed\nY1  - 2020//\n"
        "N2  - We prove it.\nKW  - graphs\nKW  - trees\nJF  - Journal of Graphs\nJA  - J Gr\nDO  - https://doi.org/10.1000/ABC\n"
        "L1  - file:///home/a.pdf\nUR  - https://example.org/1\nUR  - https://example.org/2\nER  - \n",
    )
    assert not problems
    paper = papers[0]
    assert (paper.title, paper.abstract, paper.year) == ("On Graphs", "We prove it.", 2020)
    assert paper.authors == ("Lovelace, Ada", "Turing, Alan")
    assert (paper.venue, paper.url, paper.doi) == ("Journal of Graphs", "https://example.org/1", "10.1000/abc")
    assert paper.keywords == ("graphs", "trees")
    assert (paper.id, paper.source.line) == ("10.1000/abc", 1)


def test_end_of_the_file_that_is_marked_is_not_noted(load):
    papers, problems = load("x.ris", RECORD.format("A") + "EF  - \n")
    assert titles(papers) == ["On A"]
    assert not problems


def test_types_of_scopus_tell_what_is_no_paper(load):
    erratum = RECORD.format("B").replace("ER  -", "M3  - Erratum\nER  -")
    papers, problems = load("x.ris", RECORD.format("A") + erratum)
    assert titles(papers) == ["On A"]
    assert [(problem.reason, problem.detail) for problem in problems] == [("not a paper", "it is an erratum")]


def test_key_of_the_file_is_the_id_for_want_of_another(load):
    papers, _ = load("x.ris", "TY  - JOUR\nTI  - On A\nID  - k7\nER  - \nTY  - JOUR\nTI  - On B\nAN  - WOS:1\nER  - \n")
    assert [paper.id for paper in papers] == ["x/k7", "x/WOS:1"]


def test_accession_number_in_pubmed_is_its_id(load):
    papers, _ = load("x.ris", "TY  - JOUR\nTI  - On A\nAN  - 21553931\nDP  - NLM\nID  - 369\nER  - \n")
    assert papers[0].id == "pmid:21553931"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-8", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_byte_order_mark_loses_no_record(load, encoding, end):
    text = "TY  - JOUR\nTI  - On Größe\nER  - \n\nTY  - JOUR\nTI  - On B\nER  - \n".replace("\n", end)
    papers, problems = load("x.ris", text.encode(encoding))
    assert titles(papers) == ["On Größe", "On B"]
    assert not skipped(problems)


def test_marks_of_byte_order_inside_concatenated_files(load):
    papers, problems = load("x.ris", 2 * ("\ufeff" + RECORD.format("A") + "\ufeff" + RECORD.format("B")))
    assert titles(papers)[:2] == ["On A", "On B"]
    assert len(papers) + len(skipped(problems)) == 4


def test_headers_between_records_are_in_none(load):
    header = 'Record #{0} of 2\nProvider: X\nContent: text/plain; charset="UTF-8"\n{0}.\n'
    text = "".join(header.format(n) + f"TY  - JOUR\nTI  - On {n}\nN2  - We show it.\nER  - \n\n" for n in (1, 2))
    papers, problems = load("x.ris", text)
    assert [(paper.title, paper.abstract) for paper in papers] == [("On 1", "We show it."), ("On 2", "We show it.")]
    assert not problems


def test_headers_are_in_no_record_that_lacks_its_end(load):
    text = "TY  - JOUR\nTI  - On A\nAB  - We do.\n\nRecord #2 of 2\nProvider: X\n\n2.\nTY  - JOUR\nTI  - On B\nER  - \n"
    papers, _ = load("x.ris", text)
    assert [(paper.title, paper.abstract) for paper in papers] == [("On A", "We do."), ("On B", "")]


def test_tags_after_the_end_are_noted_and_in_no_record(load):
    stray = "C1  - Database: Everything\nsearch (graph*) 10\n\nLink to the text: https://example.org\n\n"
    papers, problems = load("x.ris", RECORD.format("A") + stray + RECORD.format("B") + stray)
    assert titles(papers) == ["On A", "On B"]
    assert [(p.source.line, p.reason, p.effect) for p in problems] == [
        (5, "tags outside records", Effect.NOTED),
        (14, "tags outside records", Effect.NOTED),
    ]
    assert "C1" in problems[0].detail


def test_prose_after_the_end_is_in_no_record(load):
    text = RECORD.format("A") + "Some words about the search.\nAnd more.\n" + RECORD.format("B")
    papers, problems = load("x.ris", text)
    assert titles(papers) == ["On A", "On B"]
    assert not problems
    assert all(paper.abstract == "" for paper in papers)


def test_empty_tag_and_blank_line_before_the_next_record(load):
    papers, problems = load("x.ris", "TY  - JOUR\nTI  - On A\nDB  - \n\nTY  - JOUR\nTI  - On B\nDB  - \nER  - \n")
    assert titles(papers) == ["On A", "On B"]
    assert not skipped(problems)


def test_record_without_its_end_is_ended_by_the_next_or_the_file(load):
    papers, problems = load("x.ris", "TY  - JOUR\nTI  - On A\nTY  - JOUR\nTI  - On B\nER  -\nTY  - JOUR\nTI  - On C")
    assert titles(papers) == ["On A", "On B", "On C"]
    assert [(p.source.line, p.reason, p.effect) for p in problems] == [(6, "file ends within a record", Effect.NOTED)]


def test_record_without_its_beginning_is_one(load):
    papers, problems = load(
        "x.ris", RECORD.format("A") + "TI  - On B\nAU  - Turing, Alan\nER  - \n" + RECORD.format("C")
    )
    assert titles(papers) == ["On A", "On B", "On C"]
    assert not problems


@pytest.mark.parametrize("begin", ["TY  - JOUR", "TY - JOUR", "TY   - JOUR", "TY-JOUR", "TY  -JOUR", "  TY  - JOUR"])
@pytest.mark.parametrize("end", ["ER  - ", "ER  -", "ER -", "ER-", "  ER  - "])
@pytest.mark.parametrize("tag", ["{}  - ", "{} - "])
def test_spacing_of_tags(load, begin, end, tag):
    fields = [("TI", "On {}"), ("AB", "We do."), ("AU", "Lovelace, Ada")]
    record = "\n".join([begin, *(tag.format(name) + value for name, value in fields), end, ""])
    papers, problems = load("x.ris", record.format("A") + record.format("B"))
    assert [(p.title, p.abstract, p.authors) for p in papers] == [
        ("On A", "We do.", ("Lovelace, Ada",)),
        ("On B", "We do.", ("Lovelace, Ada",)),
    ]
    assert not problems


@pytest.mark.parametrize("indent", ["", "      "])
def test_values_go_on_in_lines_without_a_tag(load, indent):
    text = f"TY  - JOUR\nN2  - first line,\n{indent}ER then second line and\n{indent}T2 - weighted images\nTI  - On\n{indent}A\nER  -\n"
    papers, problems = load("x.ris", text)
    assert [(p.title, p.abstract) for p in papers] == [
        ("On A", "first line, ER then second line and T2 - weighted images")
    ]
    assert not problems


def test_paragraphs_of_an_abstract_stay_apart(load):
    papers, _ = load("x.ris", "TY  - JOUR\nTI  - On A\nAB  - We do.\n\nThen we see.\nPY  - 2020\nER  - \n")
    assert (papers[0].abstract, papers[0].year) == ("We do.\n\nThen we see.", 2020)


def test_keywords_in_lines_without_a_tag(load):
    papers, _ = load("x.ris", "TY  - JOUR\nTI  - On A\nKW  - Graphs\nTrees, Binary\n*Heaps\nLA  - eng\nER  - \n")
    assert papers[0].keywords == ("Graphs", "Trees, Binary", "Heaps")


def test_keywords_on_one_line(load):
    papers, _ = load(
        "x.ris",
        "TY  - JOUR\nTI  - On A\nKW  - graphs, trees\nER  - \n" + "TY  - JOUR\nTI  - On B\nKW  - a; b, c\nER  -\n",
    )
    assert [p.keywords for p in papers] == [("graphs", "trees"), ("a", "b, c")]


def test_line_separator_ends_no_field(load):
    papers, problems = load("x.ris", "TY  - JOUR\nTI  - On A\nAB  - We do.\u2028Then we see.\nKW  - a\u2028b\nER  - \n")
    assert not problems
    assert (papers[0].abstract, papers[0].keywords) == ("We do. Then we see.", ("a", "b"))


def test_abstract_among_the_notes(load):
    notes = "N1  - Times Cited: 5\nTotal: 7\nN1  - Smith, J.; Doe, A.; ada@example.org; Department of Graphs\n"
    papers, _ = load("x.ris", f"TY  - JOUR\nTI  - On A\n{notes}N1  - <p>{PROSE}</p>\nER  - \n")
    assert papers[0].abstract == PROSE


def test_notes_are_no_abstract(load):
    papers, _ = load(
        "x.ris", "TY  - GEN\nTI  - On A\nN1  - <p>Read</p> this, leaving <b>all</b> else intact.\nER  - \n"
    )
    assert (papers[0].title, papers[0].abstract) == ("On A", "")


def test_dates_without_a_year_give_way_to_those_with_one(load):
    papers, _ = load("x.ris", "TY  - JOUR\nTI  - On A\nPY  - in press\nY1  - 2014/05//\nDA  - Jun\nER  - \n")
    assert papers[0].year == 2014


def test_record_without_text_is_a_problem_that_names_its_tags(load):
    papers, problems = load("x.ris", RECORD.format("A") + "TY  - JOUR\nAU  - Turing, Alan\nDB  - X\nER  - \n")
    assert titles(papers) == ["On A"]
    assert [(p.source.line, p.reason, p.effect) for p in problems] == [(5, "no title or abstract", Effect.SKIPPED)]
    assert "DB" in problems[0].detail


def test_no_address_of_a_person_is_read(load):
    papers, _ = load(
        "x.ris", "TY  - JOUR\nTI  - On A\nAU  - Lovelace, Ada ada@example.org\nAD  - b@example.org\nER  - \n"
    )
    assert "@" not in repr(papers)


def test_endless_record_costs_itself_only(load, monkeypatch):
    monkeypatch.setattr("kg.read.tagged.reader.MAX_RECORD", 2000)
    endless = "TY  - JOUR\nTI  - On B\n" + "AB  - word\n" * 500 + "ER  - \n"
    papers, problems = load("x.ris", RECORD.format("A") + endless + RECORD.format("C"))
    assert titles(papers) == ["On A", "On C"]
    assert [(p.source.line, p.reason) for p in problems] == [(5, "record too long")]


def test_file_without_records_is_an_error(write, load_paths):
    with pytest.raises(InputError, match="RIS without records"):
        load_paths(write("x.ris", "AU  - Lovelace, Ada\nPY  - 1843\n"))


@pytest.mark.parametrize(
    "text",
    [
        "# How to write RIS\n\nTY  - JOUR\nTI  - On A\nER  -\n",
        "@article{a,\n  title = {On\nTY  - JOUR\n}}\n",
    ],
)
def test_other_texts_are_not_taken_for_it(write, load_paths, text):
    try:
        papers, _ = load_paths(write("x.md", text))
    except InputError:
        return
    assert titles(papers) != ["On A"]


def test_the_tags_of_cochrane(load):
    (paper,), problems = load(
        "x.ris",
        "Record #1 of 1\nProvider: John Wiley & Sons, Ltd.\n\nTY  - JOUR\nAN  - CN-1\nAU  - Lovelace, A\nTI  - On Graphs\n"
        "SO  - Journal of Graphs\nYR  - 2018\nPM  - PUBMED 12345678\nKY  - *graphs; trees\nDOI - 10.1000/abc\n"
        "AB  - We prove it.\nUS  - https://example.org/1\nER  - \n",
    )
    assert not problems
    assert (paper.year, paper.venue, paper.url) == (2018, "Journal of Graphs", "https://example.org/1")
    assert paper.ids == ("doi:10.1000/abc", "pmid:12345678")
    assert paper.keywords == ("graphs", "trees")


def test_an_arxiv_id_in_the_name_of_the_journal_is_one(load):
    (paper,), _ = load(
        "x.ris", "TY  - JOUR\nT1  - On Graphs\nJO  - arXiv preprint arXiv:1805.00001\nY1  - 2018\nER  - \n"
    )
    assert paper.id == "arXiv:1805.00001"


def test_names_glued_at_their_commas_and_addresses_among_keywords(load):
    (paper,), _ = load(
        "x.ris",
        "TY  - JOUR\nT1  - On Graphs\nA1  - Lovelace,Ada\nKW  - *graphs\nKW  - papers2://publication/uuid\nER  - \n",
    )
    assert (paper.authors, paper.keywords) == (("Lovelace, Ada",), ("graphs",))


def test_semicolons_of_entities_divide_no_names(load):
    (paper,), _ = load(
        "x.ris", "TY  - JOUR\nTI  - On A\nAU  - N&oacute;ether, E; &#350;en, A\nKW  - R&amp;D; caf&eacute;\nER  - \n"
    )
    assert (paper.authors, paper.keywords) == (("Nóether, E", "Şen, A"), ("R&D", "café"))


def test_records_without_type_are_not_taken_for_one(load):
    papers, problems = load(
        "x.txt", "AU  - Lovelace, A\nTI  - On A\n\nAU  - Turing, A\n\nAU  - Noether, E\n\nTI  - On B\n"
    )
    assert [(p.title, p.authors) for p in papers] == [("On A", ("Lovelace, A",)), ("On B", ("Turing, A", "Noether, E"))]
    assert not problems


def test_ids_of_pubmed_in_embase(load):
    record = "TY  - JOUR\nT1  - On {0}\nC5  - {1}\nDB  - Embase\nDB  - Medline\nER  - \n"
    papers, problems = load("x.ris", record.format("A", "12345678") + record.format("B", "").replace("C5  - \n", ""))
    assert [paper.ids for paper in papers] == [("pmid:12345678",), ()]
    assert not problems


def test_the_tag_of_ovid_behind_each_record_is_not_noted(load):
    record = "1.\n" + RECORD + "NL  - J Graphs\n\nLink to the Ovid Full Text: https://example.org/?T=JS\n\n"
    papers, problems = load("x.ris", record.format("A") + record.format("B"))
    assert titles(papers) == ["On A", "On B"]
    assert not problems


@pytest.mark.parametrize("number", ["Artn 012345", "PII S0000000000000001", "Unsp 7", "ARTN R1"])
def test_a_doi_below_the_number_of_the_article_is_one(load, number):
    papers, problems = load("x.ris", f"TY  - JOUR\nTI  - On Graphs\nDO  - {number}\n10.1000/abc\nER  - \n")
    assert (papers[0].doi, problems) == ("10.1000/abc", [])
    papers, _ = load("x.enw", f"%0 Journal Article\n%T On Graphs\n%R {number}\n10.1000/abc\n")
    assert papers[0].doi == "10.1000/abc"


def test_the_first_of_two_dois_is_taken(load):
    papers, _ = load("x.ris", "TY  - JOUR\nTI  - On Graphs\nDO  - doi 10.1000/abc 10.1000/def\nER  - \n")
    assert papers[0].doi == "10.1000/abc"


def test_a_second_type_amid_a_record_begins_none(load):
    record = "TY  - JOUR\nTI  - On {0}\nAU  - Lovelace A.\nTY  - Conference Paper\nAB  - We do.\nUR  - https://example.org/{0}\nER  - \n\n"
    papers, problems = load("x.ris", record.format("A") + record.format("B"))
    assert [(p.title, p.abstract, p.url) for p in papers] == [
        ("On A", "We do.", "https://example.org/A"),
        ("On B", "We do.", "https://example.org/B"),
    ]
    assert not problems


@pytest.mark.parametrize("kind", ["JOUR", "Journal Article", "article", ""])
def test_each_type_begins_a_record_where_none_has_an_end(load, kind):
    papers, _ = load("x.ris", "".join(f"TY  - {kind}\nTI  - On {name}\nAB  - We do.\n" for name in "ABC"))
    assert [p.title for p in papers] == ["On A", "On B", "On C"]
