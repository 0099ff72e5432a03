import io
import tempfile
import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from kg.read.lines import split_lines
from kg.read.segments import Segment, cut, open_segment


@given(
    content=st.lists(st.sampled_from(["a", "ß", "\n", "\r", "\r\n", "\n\n", "long " * 5])).map("".join),
    first=st.integers(1, 40),
    size=st.integers(1, 20),
)
def test_segments_end_with_a_line_and_make_up_the_file(content, first, size):
    with tempfile.TemporaryFile() as file:
        file.write(content.encode())
        file.flush()
        parts = []
        for start, stop in cut(file, [first, *[size] * 200]):
            assert stop >= start + (size if start else first) or stop == len(content.encode())
            with open_segment(file, Segment(start, stop)) as text:
                parts.append(text.read())
    assert "".join(parts) == content
    assert all(part.endswith("\n") for part in parts[:-1])
    whole = split_lines(io.StringIO(content, newline=""))
    assert [line.text for part in parts for line in split_lines(io.StringIO(part, newline=""))] == [
        line.text for line in whole
    ]


def test_a_long_line_takes_no_memory():
    with tempfile.TemporaryFile() as file:
        file.write(b"x" * 20_000_000 + b"\nshort")
        file.flush()
        tracemalloc.start()
        try:
            segments = list(cut(file, [1000] * 3))
            assert tracemalloc.get_traced_memory()[1] < 1_000_000
        finally:
            tracemalloc.stop()
    assert segments == [(0, 20_000_001), (20_000_001, 20_000_006)]


def test_what_is_added_to_a_file_meanwhile_is_not_read():
    with tempfile.TemporaryFile() as file:
        file.write(b"one\ntwo")
        file.flush()
        segments = cut(file, [1] * 9)
        assert next(segments) == (0, 4)
        file.seek(0, io.SEEK_END)
        file.write(b"\nthree\n")
        file.flush()
        assert list(segments) == [(4, 7)]
