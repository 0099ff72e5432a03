"""MongoDB's notations in JSON."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.model import Paper
from kg.read.mongo import ShellText, is_shell

RECORD = """{
    "_id" : ObjectId("53e99784b7602d9701f3e3f5"),
    "title" : "On Graphs, NumberInt and Trees",
    "authors" : [ { "_id" : "53f4", "name" : "Ada Lovelace" } ],
    "venue" : { "raw" : "ICML", "type" : NumberInt(0) },
    "year" : NumberInt(2011),
    "n_citation" : NumberLong("17"),
    "added" : ISODate("2011-03-04T05:06:07.008Z"),
    "abstract" : "We propose FastNet (see NumberInt)."
}"""


def test_values_of_the_shell_are_read(load):
    papers, problems = load(
        "dblp.json", f"[\n{RECORD},\n{RECORD.replace('3f5', '3f6').replace('Graphs', 'Leaves')}\n]\n"
    )
    assert problems == []
    assert [paper.id for paper in papers] == ["dblp/53e99784b7602d9701f3e3f5", "dblp/53e99784b7602d9701f3e3f6"]
    first = papers[0]
    assert (first.title, first.year, first.venue) == ("On Graphs, NumberInt and Trees", 2011, "ICML")
    assert (first.abstract, first.authors) == ("We propose FastNet (see NumberInt).", ("Ada Lovelace",))


def test_extended_json_is_read(load):
    record = {"_id": {"$oid": "53e9"}, "title": "On Graphs", "abstract": "We do.", "year": {"$numberInt": "2011"}}
    (paper,), problems = load("papers.jsonl", json.dumps(record) + "\n")
    assert problems == []
    assert isinstance(paper, Paper)
    assert (paper.id, paper.year) == ("53e9", 2011)


def test_a_broken_value_costs_its_record(load):
    papers, (problem,) = load("dblp.json", f"[{RECORD},{RECORD.replace('NumberInt(2011)', 'NumberInt(2011')}]")
    assert len(papers) == 1
    assert problem.reason == "malformed JSON"


@pytest.mark.parametrize("text", ['[{"title": "NumberInt(5)"}]', "[]", '{"year": 2011}', "NumberInt(5)"])
def test_other_texts_are_none_of_the_shell(text):
    assert not is_shell(text)


value = st.sampled_from(
    ["NumberInt(1)", 'NumberLong("2")', 'ObjectId( "3" )', "4", '"a, b"', "\n", "{", "}", ": ", ", ", "x" * 70_000]
)


def read_all(text, size):
    shell = ShellText(io.StringIO(text))
    return "".join(iter(lambda: shell.read(size), ""))


@given(st.lists(value).map("".join), st.integers(1, 40))
def test_pieces_of_any_size_give_the_same(text, size):
    assert read_all(text, size) == read_all(text, 1_000_000)
