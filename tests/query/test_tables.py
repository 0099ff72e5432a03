import csv
import io
import sys
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.query.tables import Table

CELLS = st.one_of(st.text(max_size=12), st.integers(), st.floats(allow_nan=False, allow_infinity=False))


def read_back(text):
    return list(csv.reader(io.StringIO(text, newline="")))


@given(st.lists(st.tuples(CELLS, CELLS), max_size=5))
def test_csv_has_a_line_a_row_and_no_formula(rows):
    text = Table(("a", "b"), tuple(rows)).to_csv()
    lines = read_back(text)
    assert lines[0] == ["a", "b"]
    assert len(lines) == len(text.splitlines()) == len(rows) + 1
    for row, line in zip(rows, lines[1:], strict=True):
        for cell, written in zip(row, line, strict=True):
            if isinstance(cell, str):
                assert not written.lstrip().startswith(("=", "+", "-", "@", "|", "%", "\t", "\r"))
            else:
                assert type(cell)(written) == cell


@pytest.mark.parametrize("cell", ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", " =1", "＝1", "|x"])
def test_what_a_spreadsheet_would_run_becomes_a_text(cell):
    [_, [written]] = read_back(Table(("a",), ((cell,),)).to_csv())
    assert written.startswith("'")


def test_a_number_stays_one_though_it_is_negative():
    assert Table(("score",), ((-1.5,), (None,))).to_csv() == 'score\n-1.5\n""\n'


def test_a_name_of_a_column_is_no_formula_either():
    assert Table(("=1",), ()).to_csv() == "'=1\n"


def test_a_table_is_its_rows():
    table = Table(("a", "b"), ((1, "x"), (2, "y")))
    assert table.to_dicts() == [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]
    assert (len(table), list(table)) == (2, [(1, "x"), (2, "y")])


def test_a_data_frame_has_the_rows_under_their_names(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=lambda rows, columns: (rows, columns)))
    assert Table(("a", "b"), ((1, "x"),)).to_pandas() == ([(1, "x")], ["a", "b"])


def test_without_pandas_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match="pandas") as caught:
        Table(("a",), ()).to_pandas()
    assert "pip install pandas" in caught.value.__notes__[0]


def test_a_notebook_shows_a_table_and_runs_nothing_of_it():
    html = Table(("name", "papers"), (("<script>alert(1)</script>", 1), ("a & b\x1b", None)))._repr_html_()
    table = ElementTree.fromstring(html)
    assert [[cell.text for cell in row] for row in table] == [
        ["name", "papers"],
        ["<script>alert(1)</script>", "1"],
        ["a & b\\x1b", None],
    ]
