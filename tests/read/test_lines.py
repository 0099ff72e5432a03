import io

from hypothesis import example, given
from hypothesis import strategies as st

from kg.read.lines import split_lines
from kg.read.streams import SoundText

PIECES = [
    b"\n",
    b"\r\n",
    b"\r",
    b"\r\r\n",
    b"abc",
    "é’😀".encode(),
    b"\xff",
    b"\xe2\x82",
    b"\xed\xa0\x80",
    b"\0",
    b"\x85",
    b" ",
]


def text_of(data, kind=SoundText):
    return kind(io.BytesIO(data), "utf-8", "replace", newline="")


@given(st.lists(st.sampled_from(PIECES)).map(b"".join), st.integers(3, 12) | st.just(1000))
@example(b"ab\r", 3)
@example(b"abc\r\nd", 4)
@example("é’é’é".encode(), 5)
def test_lines_found_in_bytes_are_those_of_the_text(data, limit):
    found = list(split_lines(text_of(data), limit=limit))
    assert found == list(split_lines(text_of(data, io.TextIOWrapper), limit=limit))


def test_lines_are_cut_and_numbered_on():
    lines = list(split_lines(text_of("aé\nbcdefg\r\nh\ri\r\n\nk".encode()), limit=4))
    assert [(line.number, line.text, line.cut) for line in lines] == [
        (1, "aé\n", False),
        (2, "bcde", True),
        (3, "h\r", False),
        (4, "i\r\n", False),
        (5, "\n", False),
        (6, "k", False),
    ]


def test_only_so_much_of_an_endless_line_is_held():
    class Endless(io.RawIOBase):
        left = 1 << 24

        def readable(self):
            return True

        def readinto(self, buffer):
            size = min(len(buffer), self.left)
            self.left -= size
            buffer[:size] = b"x" * size
            return size

    (line,) = split_lines(SoundText(io.BufferedReader(Endless()), "utf-8", "replace", newline=""), limit=1000)
    assert (len(line.text), line.cut) == (1000, True)
