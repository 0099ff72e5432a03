import csv
import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import InputError
from kg.model import Effect, Paper, Source
from kg.read import read
from tests.timing import assert_takes

few = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


def lost(problems):
    return [problem for problem in problems if problem.effect is not Effect.NOTED]


def table(*rows, delimiter=",", end="\r\n", quoting=csv.QUOTE_MINIMAL):
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter, lineterminator=end, quoting=quoting).writerows(rows)
    return file.getvalue()


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", ["x.csv", "x.tsv", "x.txt"])
def test_delimiter_is_found_in_the_header(load, name, delimiter):
    rows = [["ID", "Title", "Abstract"], ["1", '"A; b, c | d\te"', '"She said ""no"".\nThen, yes."']]
    papers, problems = load(name, "".join(delimiter.join(row) + "\r\n" for row in rows))
    assert not problems
    assert [(p.id, p.title, p.abstract) for p in papers] == [("1", "A; b, c | d e", 'She said "no". Then, yes.')]
    assert papers[0].source == Source(name, line=2)


def test_source_is_the_first_line_of_the_row(load):
    papers, _ = load("x.csv", 'title,abstract\n"A","one\ntwo\nthree"\n\nB,four\n')
    assert [p.source.line for p in papers] == [2, 6]


def test_byte_order_mark_is_no_part_of_the_first_name(load):
    papers, _ = load("x.csv", "\ufeffid,title\n7,A\n")
    assert papers[0].id == "7"


def test_ids_are_text(load):
    papers, _ = load("x.csv", "id,title\n2101.10000,A\n0704.0001,B\n1e5,C\n123456789012345678901,D\n,E\n")
    assert [p.id for p in papers] == ["2101.10000", "0704.0001", "1e5", "123456789012345678901", "x-05"]


def test_scopus_columns(load):
    header = "Authors,Title,Year,Source title,Link,Abstract,Author Keywords,DOI"
    row = '"Lovelace A., Turing A.",On A,2022,J. of A,https://example.org/1,[No abstract available],a; b,10.1000/X'
    papers, _ = load("x.csv", f"{header}\n{row}\n")
    paper = papers[0]
    assert (paper.id, paper.doi, paper.abstract, paper.year) == ("10.1000/x", "10.1000/x", "", 2022)
    assert paper.authors == ("Lovelace A.", "Turing A.")
    assert (paper.venue, paper.url, paper.keywords) == ("J. of A", "https://example.org/1", ("a", "b"))


def test_first_filled_of_repeated_columns_counts(load):
    papers, _ = load("x.csv", "title,title,abstract,summary\n,B,,D\nA,B,C,D\n")
    assert [(p.title, p.abstract) for p in papers] == [("B", "D"), ("A", "C")]


def test_empty_cells_beyond_the_header_are_dropped(load):
    papers, problems = load("x.tsv", "TI\tAB\tPY\t\nOn A\tWe do.\t2020\t\t\n")
    assert not problems
    assert [(p.title, p.abstract, p.year) for p in papers] == [("On A", "We do.", 2020)]


def test_rows_that_do_not_fit_are_problems(load):
    papers, problems = load("x.csv", "id,title,abstract\n1,A,x\n2,B,y, and z\nrest of it,C\n;;\n,,\n3,D,w\n")
    assert [p.id for p in papers] == ["1", "3"]
    assert [(p.source.line, p.reason) for p in problems] == [
        (3, "row does not fit the header"),
        (4, "row does not fit the header"),
        (5, "row does not fit the header"),
    ]
    assert "4 cells where the header has 3" in problems[0].detail


def test_rows_without_text_are_problems_and_not_merged(load):
    papers, problems = load("x.csv", "id,title,doi\n1,,10.1000/a\n2,,10.1000/b\n3,C,\n")
    assert [p.id for p in papers] == ["3"]
    assert [(p.source.line, p.reason) for p in lost(problems)] == [
        (2, "no title or abstract"),
        (3, "no title or abstract"),
    ]


def test_quotes_that_are_not_doubled_are_forgiven_on_one_line(load):
    papers, problems = load("x.csv", 'id,title\n1,He said "hi"\n2,"He said "hi" there"\n3,"x" \n')
    assert not lost(problems)
    assert [p.id for p in papers] == ["1", "2", "3"]
    assert papers[0].title == 'He said "hi"'


def test_quote_never_closed_swallows_no_rows_silently(load):
    papers, problems = load("x.csv", 'id,title,abstract\n1,A,x\n2,"B,y\n3,"C",z\n4,D,w\n')
    assert [p.id for p in papers] == ["1", "4"]
    assert [(p.source.line, p.reason) for p in problems] == [(3, "malformed row")]
    assert "lines 3 to 4" in problems[0].detail
    papers, problems = load("x.csv", 'id,title,abstract\n1,A,x\n2,"B,y\n3,C,z\n')
    assert [p.id for p in papers] == ["1"]
    assert [(p.source.line, p.reason) for p in problems] == [(3, "quote never closed")]


def test_nul_and_long_cells_are_read_and_the_limit_is_given_back(load):
    before = csv.field_size_limit()
    papers, problems = load("x.csv", "id,title\n1,a\0b and more of it\n2," + "word" + " " * 300_000 + "end" + "\n")
    assert not lost(problems)
    assert papers[0].title == "ab and more of it"
    assert papers[1].title == "word end"
    papers, problems = load("x.csv", 'id,title\n1,"Not "doubled" ' + " " * 300_000 + 'at all"\n2,on\n')
    assert not lost(problems)
    assert [paper.id for paper in papers] == ["1", "2"]
    assert csv.field_size_limit() == before


def test_endless_row_costs_itself_only(load, monkeypatch):
    monkeypatch.setattr("kg.read.table.MAX_RECORD", 1000)
    papers, problems = load("x.csv", "id,title\n1,A\n2,B" + "x" * 5000 + "\n3,C\n")
    assert [p.id for p in papers] == ["1", "3"]
    assert [(p.source.line, p.reason) for p in lost(problems)] == [(3, "malformed row")]


def test_excel_declaration_is_skipped(load):
    papers, _ = load("x.csv", "sep=;\r\nid;title;year\r\n1;A, b;2020\r\n")
    assert [(p.id, p.title, p.year, p.source.line) for p in papers] == [("1", "A, b", 2020, 3)]


def test_one_column_is_a_table_where_the_suffix_says_so(load):
    papers, problems = load("x.csv", "Title\nOn A\nOn B\n")
    assert [p.title for p in papers] == ["On A", "On B"]
    assert [(p.source.line, p.reason, p.effect) for p in problems] == [(1, "no abstracts in this table", Effect.NOTED)]


def test_markdown_rule_is_no_row(load):
    papers, problems = load("x.md", "| Title | Abstract |\n|:---|---|\n| On A | We do. |\n")
    assert not problems
    assert [(p.title, p.abstract) for p in papers] == [("On A", "We do.")]


def test_table_without_title_and_abstract_names_columns(write, load_paths):
    path = write("x.csv", "Paper;Inhalt;Wann\nA;B;2020\n")
    with pytest.raises(InputError, match="a table without a title or abstract column") as error:
        load_paths(path)
    assert error.value.path == path
    assert "Paper, Inhalt, Wann" in error.value.remedy
    assert "title, paper title" in error.value.remedy
    assert "abstract, abstract text" in error.value.remedy


def test_table_without_rows_is_an_error(write, load_paths):
    with pytest.raises(InputError, match="a table with a header and no rows"):
        load_paths(write("x.csv", "id,title,abstract\n\n"))


def test_names_of_another_spelling_are_known(load):
    papers, problems = load("x.csv", "Paper Title;Summary\nOn A;We do.\n")
    assert not problems
    assert [(p.title, p.abstract) for p in papers] == [("On A", "We do.")]


SCOPUS = "https://www.scopus.com/inward/record.uri?eid=2-s2.0-{0}&doi=10.1000%2fJ.{0}&partnerID=40&md5=0"


def test_scopus_before_2023(load):
    text = "\ufeff" + table(
        [
            "Authors",
            "Title",
            "Year",
            "Source title",
            "Cited by",
            "Link",
            "Authors with affiliations",
            "Abstract",
            "Source",
        ],
        [
            "Gatica, G.N., Sequeira, F.A.",
            "On A",
            2021,
            "J. of A",
            3,
            SCOPUS.format(1),
            "Gatica (ada@example.org)",
            "We do.",
            "Scopus",
        ],
        ["Tardelli S., Avvenuti M.", "On B", 2021, "J. of A", "", SCOPUS.format(2), "", "We see.", "Scopus"],
        [
            "Aristotle",
            "On C",
            2021,
            "J. of A",
            "",
            "https://www.scopus.com/inward/record.uri?eid=2-s2.0-3",
            "",
            "W",
            "Scopus",
        ],
    )
    papers, problems = load("scopus.csv", text)
    assert not problems
    assert [(p.id, p.authors, p.venue) for p in papers] == [
        ("10.1000/j.1", ("Gatica, G.N.", "Sequeira, F.A."), "J. of A"),
        ("10.1000/j.2", ("Tardelli S.", "Avvenuti M."), "J. of A"),
        ("scopus/2-s2.0-3", ("Aristotle",), "J. of A"),
    ]
    assert "@" not in repr(papers)


def test_scopus_since_2023(load):
    text = table(
        [
            "Authors",
            "Author full names",
            "Author(s) ID",
            "Title",
            "Year",
            "DOI",
            "Link",
            "Abstract",
            "Document Type",
            "EID",
        ],
        [
            "Gatica G.N.; Li C.",
            "Gatica, Gabriel N. (1); Li, Chu (57)",
            "1; 57",
            "On A",
            2026,
            "10.1000/a",
            "",
            "We do.",
            "Article",
            "e1",
        ],
        ["Li C.", "", "57", "On B", 2026, "", "", "[No abstract available]", "Conference paper", "2-s2.0-9"],
        ["Li C.", "", "57", "On C", 2026, "", "", "We did.", "Retracted", "2-s2.0-10"],
        ["Li C.", "", "57", "On D", 2026, "", "", "Wrong.", "Erratum", "2-s2.0-11"],
    )
    papers, problems = load("scopus.csv", text)
    assert [(p.id, p.authors, p.abstract) for p in papers] == [
        ("10.1000/a", ("Gatica, Gabriel N.", "Li, Chu"), "We do."),
        ("scopus/2-s2.0-9", ("Li C.",), ""),
    ]
    assert [(p.source.line, p.reason) for p in problems] == [
        (3, "placeholder for an abstract"),
        (4, "retracted"),
        (5, "not a paper"),
    ]


@pytest.mark.parametrize(
    "header",
    [
        "作者,标题,年份,摘要,链接",
        "著者名,タイトル,出版年,抄録,リンク",
        "Авторы,Название документа,Год,Краткое описание,Ссылка",
        "Autoren,Titel,Jahr,Zusammenfassung,Link",
        "Auteurs,Titre,Année,Résumé,Link",
        "Autores,Título,Año,Resumen,Link",
    ],
)
def test_headers_in_other_languages(load, header):
    papers, problems = load("x.csv", f'{header}\n"Lovelace A., Turing A.",On A,2020,We do.,{SCOPUS.format(1)}\n')
    assert not problems
    assert [(p.title, p.abstract, p.year, len(p.authors), p.doi) for p in papers] == [
        ("On A", "We do.", 2020, 2, "10.1000/j.1")
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8"])
def test_web_of_science_tab_delimited(load, encoding):
    text = (
        "PT\tAU\tAF\tTI\tSO\tDT\tDE\tID\tAB\tEM\tPY\tDI\tUT\t\r\n"
        'J\tLi, X; Bin, Y\tLi, Xin; Bin, Yu\t"Smart" graphs\tJ OF A\tArticle\ta; b\tC\t"We do" it.\tx@example.org\t2025\t10.1000/A\tWOS:1\t\r\n'
        'J\tLi, X\tLi, Xin\tOn "B\tJ OF A\tArticle\t\tC\tWe see.\t\t\t\tWOS:2\t\r\n'
        "J\tLi, X\tLi, Xin\tOn C\tJ OF A\tArticle\r\n"
    )
    papers, problems = load("x.txt", text.encode(encoding))
    assert not problems
    assert [(p.id, p.title, p.abstract, p.authors, p.keywords) for p in papers[:2]] == [
        ("10.1000/a", '"Smart" graphs', '"We do" it.', ("Li, Xin", "Bin, Yu"), ("a", "b", "C")),
        ("x/WOS:2", 'On "B', "We see.", ("Li, Xin",), ("C",)),
    ]
    assert papers[2].title == "On C"
    assert "@" not in repr(papers)


def test_a_name_alone_is_one_author_where_semicolons_divide_them(load):
    scopus = table(["Author full names", "Title", "EID"], ["Lovelace, Ada K. (57)", "On A", "e1"])
    zotero = table(["Item Type", "Author", "Title", "Abstract Note"], ["preprint", "de la Cruz, Ana", "On A", ""])
    science = table(["Authors", "Article Title", "UT (Unique WOS ID)"], ["van der Berg, Jan", "On A", "WOS:1"])
    found = [load(f"{n}.csv", text)[0][0].authors for n, text in enumerate((scopus, zotero, science))]
    assert found == [("Lovelace, Ada K.",), ("de la Cruz, Ana",), ("van der Berg, Jan",)]


def test_openalex_table(load):
    text = table(
        ["id", "doi", "display_name", "publication_year", "primary_location.source.display_name",
         "authorships.author.display_name", "authorships.author.orcid", "abstract", "keywords.display_name"],
        ["https://openalex.org/W1", "https://doi.org/10.1000/a", "On A", 2022, "J. of A", "Ada Lovelace|Alan Turing",
         "https://orcid.org/0000", "We do.", "Graph|Tree"],
    )  # fmt: skip
    (paper,), problems = load("works.csv", text)
    assert (paper.title, paper.abstract, paper.year, paper.venue) == ("On A", "We do.", 2022, "J. of A")
    assert (paper.authors, paper.keywords) == (("Ada Lovelace", "Alan Turing"), ("Graph", "Tree"))
    assert paper.ids == ("doi:10.1000/a",)
    assert not problems


def test_proceedings_in_scopus_are_no_papers(load):
    rows = [["2023 Conference on A", "", "Conference review", "e1"], ["On A", "", "Conference paper", "e2"]]
    papers, problems = load("scopus.csv", table(["Title", "Abstract", "Document Type", "EID"], *rows))
    (problem,) = problems
    assert [paper.title for paper in papers] == ["On A"]
    assert (problem.reason, problem.detail) == ("not a paper", "it is a volume of proceedings")


def test_web_of_science_with_long_headers(load):
    text = table(
        ["Publication Type", "Authors", "Author Full Names", "Article Title", "Source Title", "Author Keywords", "Keywords Plus",
         "Abstract", "Publication Year", "Early Access Date", "DOI", "DOI Link", "UT (Unique WOS ID)"],
        ["J", "Li, X; Bin, Y", "Li, Xin; Bin, Yu", "On A", "J OF A", "a; b", "C", "We do.", "", "MAR 2025", "", "", "WOS:1"],
        delimiter=";",
    )  # fmt: skip
    papers, problems = load("savedrecs.csv", text)
    assert not problems
    assert [(p.id, p.title, p.authors, p.year, p.venue, p.keywords) for p in papers] == [
        ("savedrecs/WOS:1", "On A", ("Li, Xin", "Bin, Yu"), 2025, "J OF A", ("a", "b"))
    ]


@pytest.mark.parametrize(
    "preamble",
    [
        "\"About the data: Exported on Nov 1, 2026. Criteria: 'a' in title; abstract\"",
        "About the data: Exported, on Nov 1",
        "\nhttps://example.org/search?q=a,b",
    ],
)
def test_lines_above_the_header_are_no_row(load, preamble):
    rows = table(
        [
            "Rank",
            "Publication ID",
            "DOI",
            "PMID",
            "Title",
            "Abstract",
            "Source title",
            "PubYear",
            "Authors",
            "Dimensions URL",
        ],
        [1, "pub.1", "", "", "On A", "We do.", "J", 2020, "Lovelace, Ada; Turing, Alan", "https://app.dimensions.ai/1"],
        [2, "pub.2", "", "28012345", "On B", "We see.", "J", 2020, "Lovelace, Ada", "https://app.dimensions.ai/2"],
    )
    papers, problems = load("x.csv", f"{preamble}\r\n{rows}")
    assert not problems
    assert [(p.id, p.title, len(p.authors), p.year, p.url) for p in papers] == [
        ("x/pub.1", "On A", 2, 2020, "https://app.dimensions.ai/1"),
        ("pmid:28012345", "On B", 1, 2020, "https://app.dimensions.ai/2"),
    ]
    assert [p.source.line for p in papers] == ([3, 4] if preamble[0] != "\n" else [4, 5])


def test_lens(load):
    text = table(
        [
            "Lens ID",
            "Title",
            "Date Published",
            "Publication Year",
            "Source Title",
            "Author/s",
            "Abstract",
            "Keywords",
            "External URL",
        ],
        [
            "001-002",
            "On A",
            "2020-02-03",
            2020,
            "J",
            "Ada Lovelace; Alan Turing",
            "<p>We do.</p>",
            "a; b",
            "https://example.org/a",
        ],
    )
    papers, _ = load("x.csv", text)
    paper = papers[0]
    assert (paper.id, paper.authors, paper.year, paper.venue) == (
        "x/001-002",
        ("Ada Lovelace", "Alan Turing"),
        2020,
        "J",
    )
    assert (paper.keywords, paper.url) == (("a", "b"), "https://example.org/a")


def test_zotero_items_that_are_no_papers(load):
    text = table(
        [
            "Key",
            "Item Type",
            "Publication Year",
            "Author",
            "Title",
            "Publication Title",
            "Abstract Note",
            "Manual Tags",
        ],
        ["A1", "journalArticle", 2020, "Lovelace, Ada; Turing, Alan", "On A", "J", "We do.", "a; b"],
        ["A2", "attachment", "", "", "Full Text PDF", "", "", ""],
        ["A3", "note", "", "", "", "", "", ""],
    )
    papers, problems = load("x.csv", text)
    assert [(p.id, p.title, p.venue, p.keywords) for p in papers] == [("x/A1", "On A", "J", ("a", "b"))]
    assert [(p.source.line, p.reason, p.effect) for p in problems] == [
        (3, "not a paper", Effect.SKIPPED),
        (4, "not a paper", Effect.SKIPPED),
    ]


def test_ieee_xplore(load):
    text = table(
        ["Document Title", "Authors", "Author Affiliations", "Publication Title", "Date Added To Xplore", "Publication Year",
         "Abstract", "DOI", "PDF Link", "Author Keywords", "IEEE Terms", "Document Identifier"],
        ["On A", "A. Lovelace; A. Turing", "X; Y", "A Conf.", "4 Feb 2014", "2013", "We do.", "", "https://example.org/a.pdf",
         "", "a;b", "IEEE Magazines"],
    )  # fmt: skip
    papers, problems = load("x.csv", text)
    assert not problems
    paper = papers[0]
    assert (paper.title, paper.authors, paper.venue, paper.year) == (
        "On A",
        ("A. Lovelace", "A. Turing"),
        "A Conf.",
        2013,
    )
    assert (paper.keywords, paper.url) == (("a", "b"), "https://example.org/a.pdf")


def test_springer_has_no_abstracts_and_nothing_between_names(load):
    text = table(
        [
            "Item Title",
            "Publication Title",
            "Book Series Title",
            "Item DOI",
            "Authors",
            "Publication Year",
            "URL",
            "Content Type",
        ],
        [
            "On A",
            "J",
            "",
            "10.1000/a",
            "Ada LovelaceAlan M. McTuringJürgen de la CruzÖzgür Ş. LiE. Noether",
            2020,
            "https://example.org/a",
            "Article",
        ],
        ["On B", "", "Notes", "10.1000/b", "", 2020, "", "Chapter"],
    )
    papers, problems = load("x.csv", text)
    assert [(p.title, p.authors, p.venue) for p in papers] == [
        ("On A", ("Ada Lovelace", "Alan M. McTuring", "Jürgen de la Cruz", "Özgür Ş. Li", "E. Noether"), "J"),
        ("On B", (), "Notes"),
    ]
    assert [(p.source.line, p.reason, p.effect) for p in problems] == [(1, "no abstracts in this table", Effect.NOTED)]


def test_pubmed_table(load):
    text = table(
        ["PMID", "Title", "Authors", "Citation", "First Author", "Journal/Book", "Publication Year", "DOI"],
        ["28012345", "On A", "Lovelace A, Turing AM.", "J. 2020", "Lovelace A", "J", "2020", "10.1000/a"],
    )
    papers, _ = load("x.csv", text)
    assert (papers[0].ids, papers[0].venue) == (("doi:10.1000/a", "pmid:28012345"), "J")
    assert papers[0].authors == ("Lovelace A", "Turing AM")


def test_cells_that_hold_lists(load):
    papers, _ = load(
        "x.csv",
        table(["title", "abstract", "authors", "keywords"], ["On A", "We do.", "['A B', \"C O'D\"]", '["x", "y"]']),
    )
    assert (papers[0].authors, papers[0].keywords) == (("A B", "C O'D"), ("x", "y"))


def test_values_that_stand_for_none(load):
    papers, problems = load(
        "x.csv", "title,abstract,authors,year,venue,doi\nOn A,NaN,nan,nan,None,#N/A\nnan,nan,nan,nan,nan,nan\n"
    )
    assert [(p.title, p.abstract, p.authors, p.year, p.venue, p.doi) for p in papers] == [
        ("On A", "", (), None, "", "")
    ]
    assert [p.reason for p in problems] == ["no title or abstract"]


def test_formulas_are_text(load):
    papers, _ = load("x.csv", "title,abstract\n=cmd()|' /C calc'!A0,We do.\n")
    assert papers[0].title.startswith("=cmd()")


LINES = ["\n", "\r\n", "\r"]
CELLS = st.text(st.sampled_from("ab,;\t|\"'\n =@\u2028é"), max_size=6)


@few
@given(data=st.data(), delimiter=st.sampled_from(",;\t|"), end=st.sampled_from(LINES))
def test_each_row_is_a_paper_or_a_problem(tmp_path, data, delimiter, end):
    cells = data.draw(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=5))
    rows = [[f"k{n}", f"On {n}{title}", abstract, other] for n, (title, abstract, other) in enumerate(cells)]
    path = tmp_path / "x.csv"
    path.write_bytes(
        table(["id", "title", "abstract", "note"], *rows, delimiter=delimiter, end=end, quoting=csv.QUOTE_ALL).encode()
    )
    items = list(read(path))
    assert [item.id for item in items if isinstance(item, Paper)] == [row[0] for row in rows]


NAMES = st.sampled_from(
    "Title;Abstract;DOI;EID;Link;PT;TI;UT;AB;Item Type;Abstract Note;Key;Item Title;Item DOI;Authors;Year".split(";")
)
VALUES = st.sampled_from(
    ["", "On A", "nan", SCOPUS.format(1), "scopus.com/?doi=%", "http://[scopus.com", "A BC DE", '"', "x" * 99, "\ufeff"]
)


@few
@given(data=st.data(), delimiter=st.sampled_from(",;\t"), names=st.lists(NAMES, min_size=1, max_size=8))
def test_whatever_the_columns_are_a_table_is_read_or_refused(tmp_path, data, delimiter, names):
    rows = data.draw(st.lists(st.lists(VALUES, min_size=1, max_size=8), max_size=4))
    path = tmp_path / "x.csv"
    path.write_bytes("\n".join(map(delimiter.join, [names, *rows])).encode())
    try:
        items = list(read(path))
    except InputError:
        return
    assert sum(isinstance(item, Paper) or item.effect is not Effect.NOTED for item in items) <= len(rows)


def test_json_in_a_file_named_csv_is_json(load):
    papers, _ = load(
        "x.csv", '{"id": "", "title": "On \\n [graphs", "abstract": "", "authors": [], "year": "2024"}\r\n'
    )
    assert [(paper.title, paper.year) for paper in papers] == [("On [graphs", 2024)]


def test_columns_in_the_plural_are_read_where_nothing_else_is_known(load):
    papers, problems = load(
        "x.csv",
        "titles,summaries,terms\nOn graphs,\"We\nprove it.\",\"['cs.CL', 'cs.LG']\"\nOn trees,We do.,['cs.CV']\n",
    )
    assert not problems
    assert [(paper.title, paper.keywords) for paper in papers] == [
        ("On graphs", ("cs.CL", "cs.LG")),
        ("On trees", ("cs.CV",)),
    ]
    assert papers[0].abstract == "We prove it."


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("title,description,authors", "On graphs,We prove it.,Ada Lovelace"),
        ("name,abstract,authors", "On graphs,We prove it.,Ada Lovelace"),
        ("paper id\ttitle\tabs\tauthors", "7\tOn graphs\tWe prove it.\tAda Lovelace"),
    ],
)
def test_names_that_say_enough_beside_the_others(load, header, row):
    (paper,), problems = load("x.tsv", f"{header}\n{row}\n")
    assert (paper.title, paper.abstract, paper.authors) == ("On graphs", "We prove it.", ("Ada Lovelace",))
    assert not problems


def test_a_description_beside_an_abstract_is_none(load):
    (paper,), _ = load("x.csv", "title,description,abstract\nOn graphs,A PDF file,We prove it.\n")
    assert paper.abstract == "We prove it."


def test_results_of_the_arxiv_package_are_read_as_pandas_writes_them(load):
    (paper,), problems = load(
        "x.csv",
        "entry_id,updated,published,title,authors,summary,links,pdf_url\n"
        "http://arxiv.org/abs/2401.00001v2,2025-01-05 10:00:00+00:00,2024-01-01 18:59:59+00:00,On graphs,"
        '"[arxiv.Result.Author(\'Ada Lovelace\'), arxiv.Result.Author(""Paul O\'Neill"")]",We prove it.,'
        "\"[arxiv.Result.Link('http://arxiv.org/abs/2401.00001v2', title=None, rel='alternate')]\","
        "http://arxiv.org/pdf/2401.00001v2\n",
    )
    assert not problems
    assert (paper.id, paper.year) == ("arXiv:2401.00001", 2024)
    assert paper.authors == ("Ada Lovelace", "Paul O'Neill")
    assert paper.url == "http://arxiv.org/abs/2401.00001v2"


def test_the_list_of_a_virtual_site_is_read_without_its_workshops(load):
    papers, (problem,) = load(
        "x.csv",
        "type,name,virtualsite_url,speakers/authors,abstract\n"
        'Poster,On graphs,https://icml.cc/virtual/2024/poster/1,"Ada Lovelace, Alan Turing",We prove it.\n'
        "Workshop,A workshop,https://icml.cc/virtual/2024/workshop/2,Emmy Noether,We meet.\n",
    )
    assert [(p.title, p.authors, p.venue, p.year) for p in papers] == [
        ("On graphs", ("Ada Lovelace", "Alan Turing"), "ICML", 2024)
    ]
    assert (problem.reason, problem.detail) == ("not a paper", "an event of the type Workshop")


def test_embase_says_what_was_searched_for_above_the_header(load):
    papers, problems = load(
        "x.csv",
        '"SEARCH QUERY","graph:ti"\n-------------------------------------\n\n'
        '"Title","Author Names","Author Addresses","Source title","Publication Year","Publication Type","Abstract","Medline PMID"\n'
        '"On graphs","Lovelace A., Turing A.M.","(Lovelace A., ada@example.org)","J. Graphs","2024","Article","We prove it.",38773066\n'
        '"Erratum: On graphs","Lovelace A.","x","J. Graphs","2024","Erratum",,38773067\n',
    )
    assert [(p.title, p.authors, p.year, p.source.line) for p in papers] == [
        ("On graphs", ("Lovelace A.", "Turing A.M."), 2024, 5)
    ]
    assert papers[0].ids == ("pmid:38773066",)
    assert [problem.reason for problem in problems] == ["not a paper"]


def test_cochrane_marks_main_keywords_and_ids_of_pubmed(load):
    (paper,), problems = load(
        "x.csv",
        'CENTRAL ID,Author(s),Title,Source,Year,Abstract,PubMed ID,Keywords\n"CN-1","Lovelace, A; Turing, AM","On graphs",'
        '"J. Graphs","2011","We prove it.","PUBMED 21314913","*graphs; trees; *leaves"\n',
    )
    assert not problems
    assert (paper.ids, paper.venue, paper.keywords) == (("pmid:21314913",), "J. Graphs", ("graphs", "trees", "leaves"))


def test_works_of_openalex_in_a_table_have_their_ids_and_retractions(load):
    header = "id,doi,title,publication_year,is_retracted,abstract,authorships.author.display_name"
    papers, (problem,) = load(
        "x.csv",
        f"{header}\nhttps://openalex.org/W1,,On graphs,2024,False,We prove it.,Ada Lovelace|Alan Turing\n"
        "https://openalex.org/W2,,On trees,2024,True,We do not.,Ada Lovelace\n",
    )
    assert [(paper.id, paper.authors) for paper in papers] == [("x/W1", ("Ada Lovelace", "Alan Turing"))]
    assert problem.reason == "retracted"


def test_escaped_line_ends_are_line_ends(load):
    (paper,), _ = load("x.tsv", "id\ttitle\tabstract\n1\tOn graphs\tWe prove $\\nu$.\\n\\nAll of it.\\nIt is new.\n")
    assert paper.abstract == "We prove ν.\n\nAll of it. It is new."


def test_titles_found_by_scholar_lose_the_size_of_their_files(load):
    (paper,), _ = load(
        "x.csv", "Cites,Authors,Title,Year,Source,GSRank\n3,A Lovelace,[PDF][PDF] On graphs,2018,J. Graphs,1\n"
    )
    assert (paper.title, paper.venue) == ("On graphs", "J. Graphs")


def test_pubmed_before_2020_has_its_authors_for_a_description(load):
    (first, second), problems = load(
        "x.csv",
        "Title,URL,Description,Details,ShortDetails,Resource,Type,Identifiers,Db,EntrezUID,Properties\n"
        '"On graphs.","/pubmed/31","Lovelace A, Turing AM.","J Gr. 2019 Jul 22;3(4):e1. doi: 10.1000/gr.1. [Epub ahead of print]",'
        '"J Gr.  2019","PubMed","citation","PMID:31","pubmed","31","create date:2018/12/31",\n'
        '"On trees.","/pubmed/32","Noether E.","J Tr. 2018.","J Tr.  2018","PubMed","citation","PMID:32","pubmed","32","x",\n',
    )
    assert (first.authors, first.abstract) == (("Lovelace A", "Turing AM"), "")
    assert (first.ids, first.venue, first.year) == (("doi:10.1000/gr.1", "pmid:31"), "J Gr.", 2019)
    assert (second.ids, second.venue, second.year) == (("pmid:32",), "J Tr.", 2018)
    assert [problem.reason for problem in problems] == ["no abstracts in this table"]


def test_keywords_of_bibliometrix_are_no_ids(load):
    text = table(
        ["", "AU", "AF", "DE", "ID", "AB", "DI", "DT", "PM", "PY", "SO", "TI", "UT", "DB", "AU_UN", "SR_FULL", "SR"],
        [1, "LOVELACE A;TURING A", "LOVELACE, ADA;TURING, ALAN", "GRAPHS; TREES", "LEAVES", "WE DO.", "10.1000/a", "ARTICLE",
         "NA", 2020, "J GRAPHS", "ON GRAPHS", "WOS:1", "ISI", "UNIV X", "LOVELACE A, 2020", "LOVELACE A, 2020"],
        [2, "NOETHER E", "NA", "NA", "NA", "NA", "NA", "RETRACTED ARTICLE", "NA", 2021, "J", "ON TREES", "WOS:2", "ISI",
         "NA", "X", "X"],
    )  # fmt: skip
    (paper,), problems = load("x.csv", text)
    assert (paper.ids, paper.authors) == (("doi:10.1000/a",), ("LOVELACE, ADA", "TURING, ALAN"))
    assert (paper.venue, paper.keywords) == ("J GRAPHS", ("GRAPHS", "TREES", "LEAVES"))
    assert [(problem.source.line, problem.reason) for problem in problems] == [(3, "retracted")]


def test_remarks_of_reviewers_in_covidence_are_no_keywords(load):
    (paper,), _ = load(
        "x.csv",
        'Title,Authors,Abstract,Covidence #,Notes,Tags\nOn graphs,"Lovelace, A",We do.,#1,dull,Ask Ada about it\n',
    )
    assert paper.keywords == ()
    assert "Ask" not in repr(paper)


def test_semicolons_of_entities_divide_no_names(load):
    (paper,), _ = load(
        "x.csv",
        'title,abstract,author,keywords\nOn graphs,We do.,Ana  Jim&#233;nez and B. Kn&uuml;tt,"R&amp;D, trees"\n',
    )
    assert (paper.authors, paper.keywords) == (("Ana Jiménez", "B. Knütt"), ("R&D", "trees"))


def test_addresses_without_a_scheme_are_some(load):
    papers, _ = load(
        "x.csv", "title,abstract,pdf_link\nOn graphs,We do.,arxiv.org/pdf/2501.00001\nOn trees,We look.,papers/2.pdf\n"
    )
    assert [(paper.url, paper.ids) for paper in papers] == [
        ("https://arxiv.org/pdf/2501.00001", ("arxiv:2501.00001",)),
        ("", ()),
    ]


def test_ids_in_the_remarks_of_zotero(load):
    text = table(
        ["Key", "Item Type", "Author", "Title", "Publication Title", "Abstract Note", "Pages", "Extra"],
        ["A1", "journalArticle", "Lovelace, Ada", "On graphs", "ArXiv e-prints", "We do.", "arXiv:1708.00001", "1"],
        [
            "A2",
            "journalArticle",
            "Turing, Alan",
            "On trees",
            "J",
            "We look.",
            "1-2",
            "Citations: 3\nPMID: 31\nPMCID: PMC5",
        ],
        ["A3", "preprint", "Noether, E.", "On rings", "", "We see.", "", "arXiv:1805.00002 [math]"],
    )
    papers, _ = load("x.csv", text)
    assert [paper.ids for paper in papers] == [("arxiv:1708.00001",), ("pmid:31",), ("arxiv:1805.00002",)]


FIELDS_OF_EMBASE = (
    '"TITLE","On {0}, and more"\n"AUTHOR NAMES","Lovelace A.","Turing A.M."\n"AiP/IP ENTRY DATE","2026-08-11"\n'
    '"SOURCE","Journal of Graphs: B (2026) 75:1 Article Number: 1"\n"PUBLICATION YEAR","2026"\n"PUBLICATION TYPE","{1}"\n'
    '"ABSTRACT","We do {0}. ""So"" it is."\n"AUTHOR KEYWORDS","graphs","trees"\n'
    '"MEDLINE PMID","3{2}","https://example.org/pubmed"\n"PUI","L{2}"\n"FULL TEXT LINK","https://example.org/{2}"\n\n'
)


@pytest.mark.parametrize("above", ["", '"SEARCH QUERY","graph:ti"\n-------\n\n', "\ufeff"])
def test_fields_of_embase_that_have_a_row_each_are_no_papers(load, above):
    text = above + FIELDS_OF_EMBASE.format("A", "Article", 1) + FIELDS_OF_EMBASE.format("B", "Erratum", 2)
    (paper,), (problem,) = load("x.csv", text)
    assert (paper.title, paper.abstract) == ("On A, and more", 'We do A. "So" it is.')
    assert (paper.authors, paper.year) == (("Lovelace A.", "Turing A.M."), 2026)
    assert (paper.venue, paper.keywords) == ("Journal of Graphs: B", ("graphs", "trees"))
    assert (paper.ids, paper.url) == (("pmid:31",), "https://example.org/1")
    assert (problem.reason, problem.source.line) == ("not a paper", above.count("\n") + 13)


def test_endless_paper_in_rows_of_fields_costs_itself_only(load, monkeypatch):
    monkeypatch.setattr("kg.read.table.MAX_RECORD", 2000)
    text = (
        FIELDS_OF_EMBASE.format("A", "Article", 1) + '"EMTREE","x"\n' * 50 + FIELDS_OF_EMBASE.format("B", "Article", 2)
    )
    papers, problems = load("x.csv", text)
    assert [paper.title for paper in papers] == ["On B, and more"]
    assert [(problem.source.line, problem.reason) for problem in problems] == [(1, "record too long")]


def test_a_row_for_each_author_is_one_paper(load):
    papers, problems = load(
        "x.csv",
        "Year,Title,Author,Affiliation,Abstract\n"
        "2006,On Graphs,Ada Lovelace,Lab,We do.\n2006,On Graphs,Alan Turing,University,We do.\n"
        "2006,On Graphs,Alan Turing,Lab,We do.\n2007,On Graphs,Emmy Noether,Lab,We did.\n2007,On Trees,Emmy Noether,Lab,We did.\n",
    )
    assert [(p.title, p.year, p.authors) for p in papers] == [
        ("On Graphs", 2006, ("Ada Lovelace", "Alan Turing")),
        ("On Graphs", 2007, ("Emmy Noether",)),
        ("On Trees", 2007, ("Emmy Noether",)),
    ]
    assert ([p.source.line for p in papers], problems) == ([2, 5, 6], [])


def test_papers_of_one_name_are_kept_apart_where_authors_share_a_row(load):
    papers, _ = load("x.csv", "Title,Author,Year\nEditorial,Ada Lovelace,2006\nEditorial,Alan Turing,2006\n")
    assert [p.authors for p in papers] == [("Ada Lovelace",), ("Alan Turing",)]


def test_rows_of_authors_that_do_not_fit_are_told(load):
    header = "Title,Author,Affiliation,Abstract\n"
    papers, problems = load(
        "x.csv", f"{header}On Graphs,Ada Lovelace,Lab,We do.\na,b,c,d,e\nOn Trees,Alan Turing,Lab,We did.\n"
    )
    assert [p.title for p in papers] == ["On Graphs", "On Trees"]
    assert [(p.source.line, p.reason) for p in problems] == [(3, "row does not fit the header")]


@pytest.mark.parametrize(
    ("cell", "authors", "venue", "year"),
    [
        ("A Lovelace - 2019 - books.example.org", ("A Lovelace",), "", 2019),
        (
            "A Lovelace, A Turing… - Journal of Graphs, 2005 - pubs.example.org",
            ("A Lovelace", "A Turing"),
            "Journal of Graphs",
            2005,
        ),
        ("A Lovelace - Graphs - and Trees, 2005 - Springer", ("A Lovelace",), "Graphs - and Trees", 2005),
        ("A Lovelace, B-C Turing", ("A Lovelace", "B-C Turing"), "", None),
    ],
)
def test_lines_of_google_scholar_hold_more_than_authors(load, cell, authors, venue, year):
    papers, problems = load("x.csv", f'Title,Authors,Abstract,Link\nOn Graphs,"{cell}",We do.,https://example.org/1\n')
    assert [(p.authors, p.venue, p.year) for p in papers] == [(authors, venue, year)]
    assert not problems


def test_a_year_of_its_own_comes_before_that_of_google_scholar(load):
    papers, problems = load(
        "x.csv", "Title,Authors,Abstract,Year\nOn Graphs,A Lovelace - 2019 - example.org,We do.,2020\n"
    )
    assert ([p.year for p in papers], problems) == ([2020], [])


def test_what_crawlers_write_for_nothing_is_nothing(load):
    papers, problems = load(
        "x.csv",
        "title,abstract,authors,journal,date,keywords,url\n"
        "On Graphs,NO_ABSTRACT,NO_AUTHOR,NO_JOURNAL,NO_DATE,NO_KEYWORDS,https://example.org/1\n"
        "NO_TITLE,NO_ABSTRACT,NO_AUTHOR,NO_JOURNAL,NO_DATE,NO_KEYWORDS,https://example.org/2\n",
    )
    assert [(p.title, p.abstract, p.authors, p.venue, p.keywords) for p in papers] == [("On Graphs", "", (), "", ())]
    assert [(p.source.line, p.reason) for p in problems] == [(3, "no title or abstract")]


@pytest.mark.parametrize("name", ["index", ""])
def test_ids_of_arxiv_may_number_the_rows(load, name):
    papers, _ = load("x.csv", f"{name},title,abstract\n2501.00100,On Graphs,We do.\n7,On Trees,We did.\n")
    assert [p.ids for p in papers] == [("arxiv:2501.00100",), ()]


def test_commas_left_at_the_ends_of_cells_belong_to_nothing(load):
    papers, problems = load(
        "x.csv", 'Title,Authors,Journal,Year,Abstract\n"On Graphs,","A Lovelace, A Turing,","J Gr,","2021,",We do.\n'
    )
    assert [(p.title, p.authors, p.venue, p.year) for p in papers] == [
        ("On Graphs", ("A Lovelace", "A Turing"), "J Gr", 2021)
    ]
    assert not problems


def test_the_list_of_authors_of_europe_pmc_ends_with_a_dot(load):
    papers, _ = load("x.csv", 'title,authorString,abstract\nOn Graphs,"Lovelace A, Turing AM.",We do.\n')
    assert papers[0].authors == ("Lovelace A", "Turing AM")


def test_a_header_amid_tables_put_together_is_no_paper(load):
    papers, problems = load("x.csv", "title,abstract\nOn Graphs,We do.\ntitle,abstract\nOn Trees,We did.\n")
    assert ([p.title for p in papers], problems) == (["On Graphs", "On Trees"], [])


@pytest.mark.parametrize(
    ("cell", "title"),
    [
        ("[PDF] [PDF]   On Graphs", "On Graphs"),
        ("[CITATION] [C] On Graphs", "On Graphs"),
        ("[HTML]On Graphs", "On Graphs"),
        ("[C]ontext and Graphs", "[C]ontext and Graphs"),
    ],
)
def test_what_google_scholar_writes_before_titles_is_left_out(load, cell, title):
    papers, _ = load("x.csv", f"title,abstract,url\n{cell},We do.,https://example.org/1\n")
    assert papers[0].title == title


@pytest.mark.parametrize(
    ("cell", "authors"),
    [
        ("Lovelace, Ada and Turing, Alan.", ("Lovelace, Ada", "Turing, Alan")),
        ("Lovelace, Ada and Turing, A. M.", ("Lovelace, Ada", "Turing, A. M.")),
        ("Ada Lovelace; Alan Turing Jr.", ("Ada Lovelace", "Alan Turing Jr.")),
    ],
)
def test_a_dot_behind_the_last_author_is_none_of_his(load, cell, authors):
    papers, _ = load("x.csv", f'title,authors,abstract\nOn Graphs,"{cell}",We do.\n')
    assert papers[0].authors == authors


@pytest.mark.parametrize("name", ["source_display_name", "so"])
def test_venues_of_openalex_in_r(load, name):
    papers, _ = load("x.csv", f"title,abstract,publication_year,{name}\nOn Graphs,We do.,2021,Journal of Graphs\n")
    assert (papers[0].venue, papers[0].year) == ("Journal of Graphs", 2021)


def test_rows_of_endless_authors_are_gathered_in_bounded_portions(write):
    rows = "".join(f"Ada L{chr(97 + n % 26) * (n // 26 % 9 + 1)},X,On the Graphs of All\n" for n in range(25_000))
    path = write("x.csv", "author,affiliation,title\n" + rows)
    papers = []
    assert_takes(5, lambda: papers.extend(item for item in read(path) if isinstance(item, Paper)))
    assert {paper.title for paper in papers} == {"On the Graphs of All"}


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("first", ["TY  -", "PMID- 1", "%0 Book", "FN"])
def test_a_cell_that_begins_like_tagged_text_makes_no_other_format(load, delimiter, first):
    rows = [["Lens ID", "Title", "Abstract"], [first, "On Graphs", "We prove it."], ["b", "On Trees", "They grow."]]
    papers, problems = load("x", "".join(delimiter.join(row) + "\n" for row in rows))
    assert [paper.title for paper in papers] == ["On Graphs", "On Trees"]
    assert not problems
