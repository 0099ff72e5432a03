import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.train.annotations import parse, read_annotations
from kg.train.examples import example_of
from kg.train.standoff import Texts, digest, from_standoff, to_standoff
from tests.train.records import RECORDS

TEXTS = Texts.of_records(RECORDS)


@pytest.mark.parametrize("record", RECORDS)
def test_there_and_back_nothing_is_lost(record):
    apart = to_standoff(record)
    back = from_standoff(apart, TEXTS)
    assert to_standoff(back) == apart
    assert {**back, "title": back["title"] or None} == {**record, "title": record.get("title")}
    assert example_of(parse(apart, texts=TEXTS)) == example_of(parse(record))


@pytest.mark.parametrize("record", RECORDS)
def test_it_holds_no_text_but_the_concepts_names(record):
    apart = json.dumps({**to_standoff(record), "relations": []})
    assert "abstract" not in apart
    assert "propose" not in apart
    assert "hard" not in apart


def test_spans_are_all_places_of_whole_words():
    record = {
        "id": "p",
        "abstract": "RNN, RNNs and an RNN.",
        "concepts": [{"type": "M", "canon": "RNN", "forms": ["RNN"]}],
    }
    assert to_standoff(record)["concepts"][0]["spans"] == [[0, 3], [17, 20]]


def test_a_form_that_stands_only_inside_of_words_is_placed_there():
    record = {"id": "p", "abstract": "All of the RNNs.", "concepts": [{"type": "M", "canon": "RNN", "forms": ["RNN"]}]}
    assert to_standoff(record)["concepts"][0]["spans"] == [[11, 14]]


def test_a_form_that_is_not_there_is_told():
    record = {"id": "p", "abstract": "Nothing.", "concepts": [{"type": "M", "canon": "RNN", "forms": ["RNN"]}]}
    with pytest.raises(ValueError, match="'RNN' does not stand in the abstract"):
        to_standoff(record)


def test_another_version_of_the_text_is_noticed(write):
    path = write("apart.jsonl", [to_standoff(RECORDS[0])])
    texts = Texts({"p1": ("", RECORDS[0]["abstract"].replace("two", "2"))})
    with pytest.raises(InputError, match=r"apart\.jsonl:1: .*is another than the one annotated"):
        read_annotations([path], texts=texts)


def test_a_record_without_digest_is_taken_as_it_is():
    apart = to_standoff(RECORDS[0])
    del apart["digest"]
    assert parse(apart, texts=TEXTS) == parse(to_standoff(RECORDS[0]), texts=TEXTS)


@given(st.text(max_size=40), st.text(max_size=40), st.text(st.characters(codec="utf-8"), min_size=1, max_size=20))
def test_offsets_are_exact_in_any_text(before, after, form):
    abstract = before + form + after
    record = {"id": "p", "abstract": abstract, "concepts": [{"type": "Method", "canon": "x", "forms": [form]}]}
    apart = to_standoff(record)
    assert all(abstract[start:end] == form for start, end in apart["concepts"][0]["spans"])
    assert from_standoff(apart, Texts({"p": ("", abstract)}))["concepts"][0]["forms"] == [form]


def test_the_digest_depends_on_the_text_alone():
    assert digest("a") == digest("a") != digest("b")
    assert digest("\ud800")
