import json

import pytest

from kg.errors import InputError
from kg.model import Source


@pytest.mark.parametrize("name", ["x.jsonl", "x.ndjson", "x.json", "x.txt", "x"])
def test_lines_are_records_whatever_the_name(load, name):
    papers, problems = load(name, '{"title": "A"}\n\n{"title": "B", "id": 7}\r\n')
    assert not problems
    assert [(p.id, p.title) for p in papers] == [("x-01", "A"), ("7", "B")]
    assert [p.source for p in papers] == [Source(name, line=1), Source(name, line=3)]


def test_bad_lines_cost_themselves_only(load):
    lines = ['{"title": "A"}', '{"title": "B"', '{"title" "C"}', "[1]", "text", '{"id": "e"}', '{"title": "F"}']
    papers, problems = load("x.jsonl", "\n".join(lines))
    assert [p.id for p in papers] == ["x-01", "x-07"]
    assert [(p.source.line, p.reason, p.raw) for p in problems] == [
        (2, "JSON cut short", ""),
        (3, "malformed JSON", ""),
        (4, "not a JSON object", ""),
        (5, "malformed JSON", ""),
        (6, "no title or abstract", "id: e"),
    ]


@pytest.mark.parametrize(
    "text", ['{"title": "A"}\r{"title": "B"}\r{"title": "C"}', '{"title": "A"},\n{"title": "B"}{"title": "C"}\n']
)
def test_odd_separators_are_no_obstacle(load, text):
    papers, problems = load("x.jsonl", text)
    assert not problems
    assert [p.title for p in papers] == ["A", "B", "C"]


@pytest.mark.parametrize("name", ["x.jsonl", "x.json"])
def test_broken_first_line_costs_itself_only(load, name):
    papers, problems = load(name, '{"title": "A", "abs\n{"title": "B"}\n{"title": "C"}\n')
    assert [p.title for p in papers] == ["B", "C"]
    assert [(p.source.line, p.reason) for p in problems] == [(1, "JSON cut short")]


def test_wrapper_on_each_line_is_looked_through(load):
    papers, problems = load("x.jsonl", '{"data": [{"title": "A"}, null]}\n{"paper": {"title": "B"}}\n')
    assert [(p.title, p.source.line) for p in papers] == [("A", 1), ("B", 2)]
    assert [(p.detail, p.source.line) for p in problems] == [("it is null", 1)]


def test_numbers_and_constants_stay_as_they_are_written(load):
    papers, problems = load(
        "x.jsonl",
        '{"id": 2101.10000, "title": "A"}\n{"id": 1e400, "title": "B", "year": NaN}\n{"id": 3, "title": "C", "year": -Infinity}',
    )
    assert not problems
    assert [(p.id, p.year) for p in papers] == [("2101.10000", None), ("1e400", None), ("3", None)]


def test_cut_last_line_is_a_problem(load):
    papers, problems = load("x.jsonl", '{"title": "A"}\n{"title": "B"}\n{"title": "C", "abst')
    assert [p.title for p in papers] == ["A", "B"]
    assert [(p.source.line, p.reason) for p in problems] == [(3, "JSON cut short")]


def test_raw_is_cut_and_masked(load):
    _, problems = load(
        "x.jsonl", '{"title": "A"}\n{"title": "B by ada@example.org ' + "x" * 500 + '", "year": "soon"}\n'
    )
    assert "example.org" not in problems[0].raw
    assert len(problems[0].raw) == 200


def test_long_first_line_is_no_obstacle(load):
    long = json.dumps({"title": "A", "abstract": "word" + " " * 200_000 + "end"})
    papers, problems = load("x.jsonl", f'{long}\n{{"title": "B"}}\n')
    assert not problems
    assert [p.title for p in papers] == ["A", "B"]


def test_endless_line_costs_itself_only(load, monkeypatch):
    monkeypatch.setattr("kg.read.lines.split_lines.__kwdefaults__", {"limit": 1000})
    papers, problems = load("x.jsonl", '{"title": "A"}\n{"title": "' + "x" * 5000 + '"}\n{"title": "C"}\n')
    assert [p.title for p in papers] == ["A", "C"]
    assert [(p.source.line, p.reason) for p in problems] == [(2, "record too long")]


def test_nesting_does_no_harm(load):
    papers, problems = load("x.jsonl", '{"title": "A"}\n' + '{"a":' * 100_000 + '\n{"title": "B"}\n')
    assert [p.title for p in papers] == ["A", "B"]
    assert [p.detail for p in problems] == ["nested too deeply"]


def test_lines_without_records_are_an_error(write, load_paths):
    with pytest.raises(InputError, match="JSON that holds no records"):
        load_paths(write("x.jsonl", '{"name": "x"}\n{"name": "y"}\n'))
