import json

import pytest

ROWS = [
    {"title": "On Graphs", "abstract": "We prove it.", "authors": ["Ada Lovelace"], "year": 2020},
    {"title": "On Trees", "abstract": "We plant them.", "authors": ["Emmy Noether"], "year": 2021},
]
BY_ROW = {name: {str(number): row[name] for number, row in enumerate(ROWS)} for name in ROWS[0]}
BY_LIST = {name: [row[name] for row in ROWS] for name in ROWS[0]}
SPLIT = {"columns": list(ROWS[0]), "index": [0, 1], "data": [list(row.values()) for row in ROWS]}


@pytest.mark.parametrize("table", [BY_ROW, BY_LIST, SPLIT, [BY_ROW], {"split": "train", "data": BY_LIST}])
@pytest.mark.parametrize("name", ["table.json", "table.jsonl"])
def test_a_table_by_columns_is_read_by_rows(load, table, name):
    papers, problems = load(name, json.dumps(table))
    assert [paper.title for paper in papers] == ["On Graphs", "On Trees"]
    assert [paper.abstract for paper in papers] == ["We prove it.", "We plant them."]
    assert [(paper.authors, paper.year) for paper in papers] == [(("Ada Lovelace",), 2020), (("Emmy Noether",), 2021)]
    assert not problems


def test_batches_of_a_table_may_be_lines(load):
    papers, _ = load(
        "batches.jsonl", f"{json.dumps(BY_LIST)}\n{json.dumps({'title': ['A', 'B'], 'abstract': ['x', 'y']})}\n"
    )
    assert [paper.title for paper in papers] == ["On Graphs", "On Trees", "A", "B"]


@pytest.mark.parametrize(
    "record",
    [
        {"title": ["On Graphs", "Über Graphen"], "abstract": ["We prove it."], "year": [2020]},
        {"title": ["On Graphs", "Über Graphen"], "author": ["Ada", "Emmy"], "id": "a"},
    ],
)
def test_a_record_with_a_title_in_two_languages_is_no_table(load, record):
    papers, _ = load("x.json", json.dumps([record]))
    assert len(papers) == 1


@pytest.mark.parametrize(
    "odd",
    [
        {"columns": ["title", "year"], "data": [["On Graphs"], ["On Trees", 1, 2]]},
        {"columns": [1, None], "data": [[1, 2]]},
        {"columns": "title", "data": "x"},
        {"title": {"0": "On Graphs"}, "year": {"0": 1, "1": 2}},
        {"title": {}, "abstract": {}},
        {"title": [], "abstract": []},
    ],
)
def test_what_is_no_whole_table_is_said(load, odd):
    papers, problems = load("x.json", json.dumps([odd, {"title": "Sound", "abstract": "Yes."}]))
    assert [paper.title for paper in papers] == ["Sound"]
    assert problems
