import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.read.json_records import expand, stream_records
from kg.read.json_stream import JsonError, JsonStream, decode

names = st.sampled_from(["title", "abstract", "papers", "data", "x", "venue", "content", "forum", "message", 'q"]}'])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('a\\"[]{},:\n\ud835 é', max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=20,
)
chunks = st.sampled_from([1, 2, 5, 17, 1 << 18])


def stream(text, chunk, **options):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kg.read.json_stream._CHUNK", chunk)
        found = []
        try:
            found.extend(stream_records(io.StringIO(text), **options))
        except JsonError as error:
            return found, error
        return found, None


@settings(deadline=None)
@given(value=st.lists(values, max_size=5), chunk=chunks, indent=st.sampled_from([None, 1]))
def test_items_are_the_same_however_they_come(value, chunk, indent):
    text = json.dumps(value, indent=indent)
    (whole,) = decode(text)
    found, error = stream(text, chunk)
    assert error is None
    assert found == [record for item in whole for record in expand(item)]


@settings(deadline=None)
@given(value=st.lists(st.dictionaries(names, values, max_size=3), min_size=1), chunk=chunks, data=st.data())
def test_cut_keeps_what_is_before_it_and_is_said(value, chunk, data):
    text = json.dumps(value)
    end = data.draw(st.integers(1, len(text) - 1))
    whole, _ = stream(text, chunk)
    found, error = stream(text[:end], chunk)
    assert error is not None
    assert error.reason == "JSON cut short"
    assert found == whole[: len(found)]


@settings(deadline=None)
@given(text=st.text('[]{}",:\\ \n1-tnN', max_size=60), chunk=chunks, limit=st.sampled_from([3, 20, 1000]))
def test_any_text_ends_in_records_or_an_error(text, chunk, limit):
    found, error = stream(text, chunk, limit=limit)
    assert error is None or error.reason in {"JSON cut short", "malformed JSON", "record too long"}
    assert len(found) <= len(text)


@settings(deadline=None)
@given(value=values, chunk=chunks, rest=st.text("]},x", max_size=3))
def test_skipping_ends_where_the_value_does(value, chunk, rest):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kg.read.json_stream._CHUNK", chunk)
        json_stream = JsonStream(io.StringIO(json.dumps([value]) + rest))
        assert json_stream.skip()
        assert json_stream.peek() == rest[:1]


def test_endless_brackets_take_neither_memory_nor_much_time():
    class Endless(io.StringIO):
        def read(self, size=-1):
            left = 200_000_000 - self.given
            self.given += min(size, left)
            return "[" * min(size, left)

    text = Endless()
    text.given = 0
    with pytest.raises(JsonError, match="nested too deeply"):
        list(stream_records(text))


@pytest.mark.parametrize("depth", [3, 100, 450])
def test_wrappers_around_wrappers_are_looked_through_only_so_far(depth):
    text = '{"data": [' * depth + '{"title": "A"}' + "]}" * depth
    found, error = stream(text, 1 << 18)
    assert error is None
    assert (found == [{"title": "A"}]) == (depth == 3)
    assert len(found) == 1


def test_a_header_beside_the_records_is_none():
    text = '{"responseHeader": {"status": 0}, "response": {"docs": [{"title": "A"}]}}'
    assert list(stream_records(io.StringIO(text))) == [{"title": "A"}]
