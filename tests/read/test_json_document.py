import io
import json

import pytest

from kg.errors import InputError
from kg.model import Effect, Source
from kg.read.json_records import stream_records
from kg.read.json_stream import JsonError

PAPERS = [{"id": "a", "title": "On A"}, {"id": "b", "title": "On B", "authors": [{"name": "Ada Lovelace"}]}]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(PAPERS),
        json.dumps(PAPERS, indent=4),
        "\ufeff" + json.dumps(PAPERS),
        json.dumps({"papers": PAPERS}),
        json.dumps({"meta": {"count": 2, "pages": [1]}, "results": PAPERS, "next": None}, indent=1),
        json.dumps({"data": PAPERS}),
        json.dumps({"my own name": PAPERS, "topics": ["a"]}),
        json.dumps({"status": "ok", "message": {"total-results": 2, "items": PAPERS}}),
        json.dumps({"train": PAPERS[:1], "test": PAPERS[1:], "sizes": [1, 1]}),
        json.dumps({paper["id"]: paper for paper in PAPERS}),
        json.dumps({paper["id"]: {k: v for k, v in paper.items() if k != "id"} for paper in PAPERS}),
        json.dumps({"version": "1", "title": "A feed", "items": PAPERS}),
        json.dumps({"hits": {"total": 2, "hits": [{"_id": "z", "_source": paper} for paper in PAPERS]}}),
        json.dumps([PAPERS[:1], PAPERS[1:]]),
        json.dumps([{"page": 1, "articles": PAPERS}]),
        json.dumps({"data": [{"citingPaper": paper, "contexts": ["x"]} for paper in PAPERS]}),
        "[" + ",".join(map(json.dumps, PAPERS)) + ",]",
        "\n".join(json.dumps(paper, indent=2) for paper in PAPERS),
    ],
    ids=[
        "array",
        "indented",
        "bom",
        "papers",
        "results",
        "data",
        "any name",
        "message items",
        "splits",
        "by id with ids",
        "by id",
        "feed",
        "hits",
        "pages",
        "page objects",
        "envelopes",
        "trailing comma",
        "one after another",
    ],
)
def test_records_are_found_in_every_wrapping(load, text):
    papers, problems = load("x.json", text)
    assert not problems
    assert [(p.id, p.title, p.authors) for p in papers] == [("a", "On A", ()), ("b", "On B", ("Ada Lovelace",))]
    assert [p.source for p in papers] == [Source("x.json", index=0), Source("x.json", index=1)]


def test_one_record_may_stand_alone(load):
    papers, _ = load("x.json", '{\n"title": "On A",\n"year": 2021}')
    assert [(p.id, p.title, p.year) for p in papers] == [("x-01", "On A", 2021)]


def test_arrays_within_a_record_are_no_wrapped_records(load):
    record = {"references": [{"title": "Old"}], "notes": ["n"], "title": "New", "data": [{"title": "Set"}]}
    papers, problems = load("x.json", json.dumps(record))
    assert not problems
    assert [p.title for p in papers] == ["New"]


def test_parts_of_a_record_with_titles_are_no_records(load):
    record = {
        "venue": {"title": "Journal"},
        "references": [{"title": "Old"}],
        "reviews": [{"title": "Good"}],
        "year": 1,
    }
    papers, problems = load("x.json", json.dumps([record, {"title": "New"}]))
    assert [p.title for p in papers] == ["New"]
    assert [p.reason for p in problems] == ["no title or abstract"]


def test_null_items_are_said(load):
    """A batch answer has null for each id that is not known."""
    papers, problems = load("x.json", '{"data": [null, {"title": "A"}, null]}')
    assert [(p.title, p.source.index) for p in papers] == [("A", 1)]
    assert [(p.reason, p.source.index, p.detail) for p in problems] == [
        ("not a JSON object", 0, "it is null"),
        ("not a JSON object", 2, "it is null"),
    ]


def test_numbers_stay_as_they_are_written(load):
    huge = "9" * 6000
    text = f'[{{"id": 2101.10000, "title": "A", "year": 2021.0}}, {{"id": {huge}, "title": "B", "year": 1e400}}]'
    papers, _ = load("x.json", text)
    assert [(p.id, p.year) for p in papers] == [("2101.10000", 2021), ("x-02", None)]
    papers, _ = load("x.json", '[{"id": 12345678901234567890, "title": "A"}, {"id": "0704.0001", "title": "B"}]')
    assert [p.id for p in papers] == ["12345678901234567890", "0704.0001"]


def test_nan_is_a_missing_value(load):
    papers, problems = load("x.json", '[{"id": NaN, "title": "A", "abstract": NaN, "year": NaN}, {"title": "B"}]')
    assert not problems
    assert [(p.id, p.title, p.abstract, p.year) for p in papers] == [("x-01", "A", "", None), ("x-02", "B", "", None)]


def test_lone_surrogates_do_not_get_out(load):
    papers, problems = load(
        "x.json", r'[{"id": "a\ud835", "title": "T\udc00 is", "keywords": ["k\ud835"]}, {"x\ud800": 1}]'
    )
    for text in (papers[0].id, papers[0].title, *papers[0].keywords, problems[0].detail):
        text.encode()


def test_items_that_are_no_objects_are_problems(load):
    papers, problems = load("x.json", '[null, {"title": "A"}, "text", [1], {}, {"id": "z", "title": " "}]')
    assert [p.id for p in papers] == ["x-02"]
    assert [(p.source.index, p.reason) for p in problems] == [
        (0, "not a JSON object"),
        (2, "not a JSON object"),
        (3, "not a JSON object"),
        (4, "no title or abstract"),
        (5, "no title or abstract"),
    ]
    assert "id, title" in problems[-1].detail


@pytest.mark.parametrize("end", range(1, len(json.dumps(PAPERS)) - 25))
def test_cut_keeps_the_records_before_it_and_is_a_problem(load, end):
    text = json.dumps([*PAPERS, *PAPERS])
    first = len(json.dumps(PAPERS)) - 1
    papers, problems = load("x.json", text[: first + 4 + end])
    assert [p.title for p in papers][:2] == ["On A", "On B"]
    assert problems[-1].reason == "JSON cut short"
    assert "line 1, character" in problems[-1].detail


def test_cut_inside_a_character_is_a_cut(load):
    papers, problems = load("x.json", '[{"title": "é"}, {"title": "é'.encode()[:-1])
    assert [p.title for p in papers] == ["é"]
    assert [(p.reason, p.source.index) for p in problems if p.effect is Effect.SKIPPED] == [("JSON cut short", 1)]


@pytest.mark.parametrize(
    ("bad", "detail"),
    [
        ('{"title" "B"}', "line 2, character 27 of the file"),
        ('{"title": "B",}', "line 2, character "),
        ("{'title': 'B'}", "line 2, character "),
        ('{"title": "B", "abstract": [{"a": "]}"}, {"b" "c}"}]}', "line 2, character "),
        ('{"title": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
        ('[{"title": nothing}]', "line 2, character "),
    ],
    ids=["no colon", "trailing comma", "apostrophes", "inner", "deep", "array"],
)
def test_malformed_record_costs_itself_only(load, bad, detail):
    papers, problems = load("x.json", f'[{{"title": "A"}},\n{bad},\n{{"title": "C"}}]')
    assert [(p.title, p.source.index) for p in papers] == [("A", 0), ("C", 2)]
    assert [(p.reason, p.source.index, p.effect) for p in problems] == [("malformed JSON", 1, Effect.SKIPPED)]
    assert detail in problems[0].detail
    assert "what comes after this record is read" in problems[0].detail


def test_broken_bare_value_ends_the_reading_and_says_so(load):
    papers, problems = load("x.json", '[{"title": "A"}, oops, {"title": "C"}]')
    assert [p.title for p in papers] == ["A"]
    assert [(p.reason, p.source.index) for p in problems] == [("malformed JSON", 1)]
    assert "what comes after it is not read" in problems[0].detail


@pytest.mark.parametrize(
    "text",
    ['[{"title": "A"}', '[{"title": "A"},', '{"papers": [{"title": "A"}]', '{"a": {"title": "A"}, "b": {"title": "B"}'],
)
def test_cut_between_records_loses_none(load, text):
    papers, problems = load("x.json", text)
    assert [p.title for p in papers][:1] == ["A"]
    assert [(p.reason, p.effect) for p in problems] == [("JSON cut short", Effect.NOTED)]


@pytest.mark.parametrize(
    "text", ['[{"title": "A"}{"title": "B"}]', '{"title": "A"}{"title": "B"}', '{"title": "A"},\n{"title": "B"}']
)
def test_missing_commas_are_no_obstacle(load, text):
    papers, problems = load("x.json", text)
    assert not problems
    assert [p.title for p in papers] == ["A", "B"]


def test_trailing_garbage_is_a_problem(load):
    papers, problems = load("x.json", '[{"title": "A"}] end')
    assert len(papers) == 1
    assert [p.reason for p in problems] == ["malformed JSON"]


@pytest.mark.parametrize(
    "text", ["[]", "{}", "[1, 2]", '{"papers": []}', '{"name": "x"}', '"x"', "null", "no JSON at all"]
)
def test_json_without_records_is_an_error(write, load_paths, text):
    path = write("x.json", text)
    with pytest.raises(InputError, match="JSON that holds no records") as error:
        load_paths(path)
    assert error.value.path == path


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"title":', '{"papers":['])
def test_nesting_does_no_harm(write, load_paths, opening):
    path = write("x.json", '[{"title": "A"}]' + opening * 100_000)
    papers, problems = load_paths(path)
    assert [p.title for p in papers] == ["A"]
    assert [p.reason for p in problems] == ["malformed JSON"]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
def test_window_may_end_anywhere(monkeypatch, size):
    records = [{"a": 'x\\u00e9 " ]} é', "b": [1.5, True, None, {"c": "-"}]}, {"n": -12345}, [], {}, "s", 7]
    monkeypatch.setattr("kg.read.json_stream._CHUNK", size)
    text = json.dumps(records, indent=1)
    assert list(stream_records(io.StringIO(text))) == list(stream_records(io.StringIO(json.dumps(records))))
    assert list(stream_records(io.StringIO(text)))[1] == {"n": "-12345"}


def test_value_beyond_the_limit_is_refused_without_holding_it():
    records = stream_records(io.StringIO('[{"title": "A"}, {"title": "' + "x" * 2_000_000), limit=300_000)
    assert next(records) == {"title": "A"}
    with pytest.raises(JsonError, match="more than 300,000 characters"):
        next(records)


def test_object_of_endless_members_costs_itself_only(monkeypatch):
    monkeypatch.setattr("kg.read.json_stream._CHUNK", 100)
    text = "[{" + ",".join(f'"k{n}": 1' for n in range(5000)) + '}, {"title": "B"}]'
    error, second = stream_records(io.StringIO(text), limit=1000)
    assert (error.reason, second) == ("record too long", {"title": "B"})
    assert "more than 1,000 characters" in str(error)


def test_record_beyond_the_limit_costs_itself_only(monkeypatch):
    monkeypatch.setattr("kg.read.json_stream._CHUNK", 100)
    long = '{"title": "B", "text": "\\"]}' + "x\\\\" * 2000 + '", "more": [[{"a": 1}]]}'
    text = '[{"title": "A"}, ' + long + ', {"title": "C"}]'
    first, error, last = stream_records(io.StringIO(text), limit=1000)
    assert (first, error.reason, last) == ({"title": "A"}, "record too long", {"title": "C"})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[", "]"),
        ('{"meta": {"count": 400}, "results": [', '], "next": null}'),
        ('{"status": "ok", "message": {"total": 400, "items": [', "]}}"),
        ('{"any name": [', "]}"),
        ('[{"venue": "X.org", "year": 2020, "submissions": [', "]}]"),
        ("[[", "]]"),
    ],
    ids=["array", "results", "message items", "any name", "within an array", "pages"],
)
def test_wrappers_of_any_size_are_streamed(monkeypatch, before, after):
    monkeypatch.setattr("kg.read.json_stream._CHUNK", 1000)
    records = [{"title": f"T{n}", "abstract": "a" * 50} for n in range(400)]
    text = io.StringIO(before + ",".join(map(json.dumps, records)) + after)
    assert len(text.getvalue()) > 20_000
    found = stream_records(text, limit=5000)
    first = next(found)
    assert text.tell() < 15_000
    assert [first, *found] == records


def test_records_by_their_ids_are_streamed(monkeypatch):
    monkeypatch.setattr("kg.read.json_stream._CHUNK", 1000)
    text = io.StringIO(json.dumps({f"W{n}": {"title": f"T{n}"} for n in range(4000)}))
    found = stream_records(text, limit=5000)
    assert next(found) == {"id": "W0", "title": "T0"}
    assert text.tell() < 5000
    assert [record["id"] for record in found] == [f"W{n}" for n in range(1, 4000)]


def test_array_is_read_as_it_is_asked_for(write, load_paths):
    text = io.StringIO("[" + ",".join(['{"title": "A"}'] * 200_000))
    records = stream_records(text)
    next(records)
    assert text.tell() < 300_000


RECORD = {"title": "On Graphs", "abstract": "We prove it."}


@pytest.mark.parametrize("name", ["paper", "submission", "article"])
@pytest.mark.parametrize("as_list", [True, False])
def test_what_is_said_about_a_paper_beside_it_is_no_paper(load, name, as_list):
    item = {name: RECORD, "analysis": {"summary": "It is about graphs.", "title": "Verdict"}, "score": 3}
    del item["score" if as_list else "analysis"]
    papers, problems = load("x.json", json.dumps([item] if as_list else item))
    assert [(paper.title, paper.abstract) for paper in papers] == [("On Graphs", "We prove it.")]
    assert not problems


def test_the_title_of_a_feed_is_no_paper(load):
    feed = {"feed": {"title": "Query: graphs", "id": "http://example.org/q"}, "entries": [RECORD]}
    nested = {"feed": {"title": "Query: graphs", "entry": [RECORD]}}
    for content in (json.dumps(feed), json.dumps([feed]), json.dumps(nested), json.dumps([nested])):
        papers, problems = load("x.json", content)
        assert [paper.title for paper in papers] == ["On Graphs"]
        assert not problems


def test_what_a_paper_cites_is_not_read_as_papers_whatever_the_list_is_called(load):
    cited = [{"title": "Old work"}, {"title": "Older work"}]
    with pytest.raises(InputError, match="no records"):
        load(
            "x.json", json.dumps({"data": {"doi": "10.1000/a", "title_list": [{"title": "A"}], "citation_list": cited}})
        )


def test_the_numbers_of_rows_are_no_ids(load):
    papers, problems = load(
        "x.json", json.dumps({"0": RECORD, "1": {"title": "On Trees", "abstract": "We plant them."}})
    )
    assert [paper.title for paper in papers] == ["On Graphs", "On Trees"]
    assert not {"0", "1"} & {paper.id for paper in papers}
    assert not problems


@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_an_array_with_an_item_on_each_line_is_one_text(load, name, end):
    text = end.join(['{"items":[{"title": "A\u2028b"},', '{"title": "B"},', '{"title": "C"}', "]}", ""])
    papers, problems = load(name, text)
    assert [paper.title for paper in papers] == ["A b", "B", "C"]
    assert not problems


def test_lines_that_hold_arrays_stay_lines(load):
    papers, problems = load(
        "x", '{"tags": ["a"], "title": "A"}\n{"tags": [], "title": "B"}\n{"tags": ["cut\n{"title": "C"}'
    )
    assert [paper.title for paper in papers] == ["A", "B", "C"]
    assert [problem.source.line for problem in problems] == [3]
