import tempfile
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.model import Effect, Paper, Problem, Source
from kg.read.merging import merge
from kg.read.set_aside import SetAside

texts = st.text(max_size=20)
sources = st.none() | st.builds(Source, texts, st.none() | st.integers(1), st.none() | st.integers(0))
many = st.lists(texts, max_size=3).map(tuple)
papers = st.builds(
    Paper,
    *(texts, texts, texts, many, st.none() | st.integers(), texts, texts, texts, many),
    source=sources,
    ids=many,
    also=st.lists(sources.filter(bool), max_size=2).map(tuple),
)
problems = st.builds(Problem, sources.filter(bool), texts, texts, texts, st.sampled_from(Effect))


@given(items=st.lists(papers | problems, max_size=6), memory=st.sampled_from([0, 1500, 1 << 20]), data=st.data())
def test_what_is_set_aside_comes_back_as_it_was(items, memory, data):
    with SetAside(memory=memory) as aside:
        assert [aside.add(item) for item in items] == list(range(len(items)))
        assert list(aside) == items
        if items:
            number = data.draw(st.integers(0, len(items) - 1))
            items[number] = data.draw(papers)
            aside.replace(number, items[number])
            assert aside[number] == items[number]
        assert list(aside) == items


def test_beyond_the_first_only_hashes_of_a_paper_stay_in_memory(monkeypatch):
    monkeypatch.setattr(SetAside.__init__, "__kwdefaults__", {"memory": 1 << 20})
    count = 20_000
    records = (Paper(f"p{n}", f"On the Colours of {n} Graphs", "We do it. " * 100) for n in range(count))
    tracemalloc.start()
    try:
        next(merge(records))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < (1 << 21) + 300 * count


def test_no_more_stays_in_memory_than_may():
    texts = ("We do it. " * 1000 for _ in range(1000))
    tracemalloc.start()
    try:
        with SetAside(memory=2_000_000) as aside:
            for number, text in enumerate(texts):
                aside.add(Paper(f"p{number}", "On Graphs", text))
            held, _ = tracemalloc.get_traced_memory()
            assert [paper.id for paper in aside] == [f"p{number}" for number in range(1000)]
    finally:
        tracemalloc.stop()
    assert 1_500_000 < held < 3_000_000


def test_disk_without_room_is_an_error_that_says_what_to_do(monkeypatch):
    class Full:
        def write(self, data):
            raise OSError(28, "No space left on device")

        def close(self):
            pass

    monkeypatch.setattr(tempfile, "SpooledTemporaryFile", lambda max_size, buffering: Full())
    with pytest.raises(InputError, match="No space left on device") as error, SetAside(memory=0) as aside:
        aside.add(Paper("a", "A"))
    assert "TMPDIR" in str(error.value)
