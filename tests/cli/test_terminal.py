import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from kg.cli.terminal import Column, Screen, clean, excerpt
from kg.query.evidence import link_sentences
from tests.export.graphs import HOSTILE, HOSTILE_PAPER, sample_graph

TEXTS = st.text(max_size=60)
HARD = [
    "",
    "short",
    "大規模言語モデルによる強化学習の研究" * 3,
    "x" * 200,
    "👩‍🔬 e\u0301 \u202e \x1b[31m \x00",
    "a\nb\tc\u2028d",
    "ไทย กำ " * 20,
]


@pytest.fixture
def screen(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    return Screen()


def fits(text, width=80):
    return all(cell_len(line) <= width for line in text.split("\n"))


def test_a_table_is_aligned_whatever_stands_in_it(screen):
    screen.table((Column("name", shrinks=True), Column("papers", right=True)), [(text, "12") for text in HARD])
    lines = screen.text.splitlines()
    assert fits(screen.text)
    ends = {cell_len(line) for line in lines if line.endswith(("papers", "12"))}
    assert len(ends) == 1
    assert sum(line.endswith("12") for line in lines) == len(HARD)


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=4))
def test_no_table_is_wider_than_the_terminal(rows):
    screen = Screen()
    screen.table((Column("a", shrinks=True), Column("b", shrinks=True), Column("c", shrinks=True)), rows)
    assert fits(screen.text, screen.width)


def test_columns_without_content_are_left_out(screen):
    screen.table((Column("a"), Column("b"), Column("c")), [("1", "", "3")])
    assert screen.text == "a  c\n1  3\n"


def test_notes_stand_under_their_row(screen):
    sentence = link_sentences(sample_graph(), HOSTILE_PAPER, HOSTILE)[0]
    screen.table((Column("a"),), [("1",), ("2",)], [[screen.quote(sample_graph(), sentence)], []])
    lines = screen.text.splitlines()
    assert lines[:2] == ["a", "1"]
    assert lines[-1] == "2"
    assert all(line.startswith("    ") for line in lines[2:-1])
    assert "beats C++" in " ".join(lines)


@pytest.mark.parametrize("columns", ["1", "60", "80", "500", "nonsense"])
def test_the_width_is_the_terminals_within_reason(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    screen = Screen()
    screen.line("word " * 100)
    assert 60 <= screen.width <= 120
    assert fits(screen.text, screen.width)


@given(TEXTS)
def test_clean_text_is_one_line_without_controls(text):
    cleaned = clean(text)
    assert len(cleaned.splitlines()) <= 1
    assert not any(ord(char) < 32 or char in "\x7f\x9b\u202e\u2066" for char in cleaned)


@given(
    st.text(alphabet="ab 語\n", min_size=1, max_size=80),
    st.integers(0, 79),
    st.integers(1, 10),
    st.integers(20, 60),
)
def test_an_excerpt_holds_the_name_and_is_no_longer_than_asked(text, start, size, length):
    start = min(start, len(text) - 1)
    end = min(len(text), start + size)
    cut, spans = excerpt(text, [(start, end)], length)
    assert len(cut) <= length
    [(first, last)] = spans
    assert (
        cut[first:last] == text[start:end].replace("\n", " ")
        or cut[first:last] == text[start:end].replace("\n", " ").rstrip()
    )


def test_an_excerpt_keeps_both_names_where_there_is_room():
    text = "Beginning that is of no use to us, then Adam is what beats Eve by far, then an end that nobody needs."
    cut, spans = excerpt(
        text, [(text.index("Adam"), text.index("Adam") + 4), (text.index("Eve"), text.index("Eve") + 3)], 50
    )
    assert [cut[start:end] for start, end in spans] == ["Adam", "Eve"]
    assert cut.startswith("… ")
    assert cut.endswith(" …")


def test_names_too_far_apart_for_one_piece_get_two():
    text = f"We show that Adam {'goes on and on ' * 20}and that Eve stays where it is {'for ever ' * 20}."
    spans = [(text.index(name), text.index(name) + len(name)) for name in ("Adam", "Eve")]
    cut, moved = excerpt(text, spans, 60)
    assert [cut[start:end] for start, end in moved] == ["Adam", "Eve"]
    assert len(cut) <= 60
    assert cut.count("…") == 3


def test_of_a_name_said_twice_the_one_nearer_to_the_other_is_kept():
    text = "Adam is good, " + "as we all know " * 10 + "but Adam and Eve are better."
    spans = [(found.start(), found.end()) for found in re.finditer("Adam|Eve", text)]
    cut, moved = excerpt(text, spans, 40)
    assert [cut[start:end] for start, end in moved] == ["Adam", "Eve"]
    assert cut.endswith("are better.")


@given(st.text(alphabet="ab 語", min_size=30, max_size=90), st.lists(st.integers(0, 87), max_size=4, unique=True))
def test_an_excerpt_of_several_names_is_no_longer_than_asked_and_marks_nothing_else(text, starts):
    spans = [(start, start + 2) for start in sorted(starts) if start + 2 <= len(text)]
    spans = [span for place, span in enumerate(spans) if not place or spans[place - 1][1] <= span[0]]
    spans = [(start, end) for start, end in spans if not text[start:end].isspace()]
    cut, moved = excerpt(text, spans, 28)
    assert len(cut) <= 28
    names = {text[start:end].strip() for start, end in spans}
    assert all(any(cut[start:end].strip() in name for name in names) for start, end in moved)


def test_a_sentence_that_fits_is_whole():
    assert excerpt("All of it.", [(0, 3)], 30) == ("All of it.", [(0, 3)])
