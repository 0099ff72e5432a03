import csv

import pytest

from kg.errors import InputError
from kg.model import Source


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
    assert [(p.source.line, p.reason, p.raw) for p in problems] == [
        (3, "row does not fit the header", "2,B,y,and z"),
        (4, "row does not fit the header", "rest of it,C"),
        (5, "row does not fit the header", ";;"),
    ]
    assert "4 cells where the header has 3" in problems[0].detail


def test_rows_without_text_are_problems_and_not_merged(load):
    papers, problems = load("x.csv", "id,title,doi\n1,,10.1000/a\n2,,10.1000/b\n3,C,\n")
    assert [p.id for p in papers] == ["3"]
    assert [(p.source.line, p.reason) for p in problems] == [(2, "no title or abstract"), (3, "no title or abstract")]


def test_quotes_that_are_not_doubled_are_forgiven_on_one_line(load):
    papers, problems = load("x.csv", 'id,title\n1,He said "hi"\n2,"He said "hi" there"\n3,"x" \n')
    assert not problems
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
    assert not problems
    assert papers[0].title == "ab and more of it"
    assert papers[1].title == "word end"
    assert csv.field_size_limit() == before


def test_endless_row_costs_itself_only(load, monkeypatch):
    monkeypatch.setattr("kg.read.table.MAX_RECORD", 1000)
    papers, problems = load("x.csv", "id,title\n1,A\n2,B" + "x" * 5000 + "\n3,C\n")
    assert [p.id for p in papers] == ["1", "3"]
    assert [(p.source.line, p.reason) for p in problems] == [(3, "malformed row")]


def test_excel_declaration_is_skipped(load):
    papers, _ = load("x.csv", "sep=;\r\nid;title;year\r\n1;A, b;2020\r\n")
    assert [(p.id, p.title, p.year, p.source.line) for p in papers] == [("1", "A, b", 2020, 3)]


def test_one_column_is_a_table_where_the_suffix_says_so(load):
    papers, problems = load("x.csv", "Title\nOn A\nOn B\n")
    assert not problems
    assert [(p.id, p.title) for p in papers] == [("x-01", "On A"), ("x-02", "On B")]


def test_markdown_rule_is_no_row(load):
    papers, problems = load("x.md", "| Title | Abstract |\n|:---|---|\n| On A | We do. |\n")
    assert not problems
    assert [(p.title, p.abstract) for p in papers] == [("On A", "We do.")]


def test_table_without_title_and_abstract_names_columns(write, load_paths):
    path = write("x.csv", "Paper;Kurzfassung;Jahr\nA;B;2020\n")
    with pytest.raises(InputError, match="a table without a title or abstract column") as error:
        load_paths(path)
    assert error.value.path == path
    assert "Paper, Kurzfassung, Jahr" in error.value.remedy
    assert "title, paper title" in error.value.remedy
    assert "abstract, abstract text" in error.value.remedy


def test_table_without_rows_is_an_error(write, load_paths):
    with pytest.raises(InputError, match="a table with a header and no rows"):
        load_paths(write("x.csv", "id,title,abstract\n\n"))
