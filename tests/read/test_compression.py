import bz2
import gzip
import hashlib
import io
import lzma
import random
import sys
import tracemalloc

import pytest

from kg.errors import InputError
from kg.model import Effect, Paper, Problem
from kg.read import compression, find, read, streams

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PACK = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "zst": zstd.compress}
kinds = pytest.mark.parametrize("kind", PACK)


def lines(count, word="graphs"):
    """JSON Lines that do not compress well."""
    noise = random.Random(7)
    return "".join(
        f'{{"title": "On {word} {n}", "abstract": "We show it. {noise.randbytes(40).hex()}"}}\n' for n in range(count)
    ).encode()


def papers_of(items):
    return [item for item in items if isinstance(item, Paper)]


@kinds
def test_compressed_file_is_read_as_what_is_in_it(write, kind):
    packed = PACK[kind](b"id,title,abstract\n1,On Graphs,We do.\n")
    for name in (f"x.csv.{kind}", "x.csv", f"x.{kind}", "x"):
        path = write(name, packed)
        (file,) = find(path)
        assert (file.name, file.stem, file.reader.name) == (name, "x", "CSV or TSV")
        assert file.fingerprint() == {"path": name, "sha256": hashlib.sha256(packed).hexdigest()}
        assert [paper.title for paper in read(path)] == ["On Graphs"]


def test_suffix_below_that_of_the_compression_breaks_ties(write):
    (file,) = find(write("x.csv.gz", gzip.compress(b"title\nOn Graphs\n")))
    assert file.reader.name == "CSV or TSV"


@kinds
def test_members_after_one_another_are_all_read(write, kind):
    packed = b"".join(PACK[kind](line) for line in lines(300).splitlines(keepends=True))
    assert len(papers_of(read(write("x.jsonl", packed + bytes(512))))) == 300


def test_zstandard_with_a_skippable_frame_is_read(write):
    frame = b"\x50\x2a\x4d\x18\x04\x00\x00\x00abcd"
    assert len(papers_of(read(write("x.jsonl.zst", frame + zstd.compress(lines(3)))))) == 3


def test_what_is_compressed_twice_is_read_and_thrice_is_refused(write):
    twice = gzip.compress(gzip.compress(lines(3)))
    assert len(papers_of(read(write("x.jsonl.gz", twice)))) == 3
    with pytest.raises(InputError, match="compressed more than 2 times"):
        read(write("y.jsonl.gz", gzip.compress(twice)))


@kinds
def test_compressed_file_that_is_cut_is_read_up_to_there(write, tmp_path, kind):
    packed = bz2.compress(lines(6000), 1) if kind == "bz2" else PACK[kind](lines(6000))
    path = write(f"in/x.jsonl.{kind}", packed[: len(packed) * 2 // 3])
    write("in/z.jsonl", lines(1, "trees"))
    items = list(read(tmp_path / "in"))
    papers = papers_of(items)
    note, *cut = [item for item in items if isinstance(item, Problem)]
    assert (note.reason, note.effect) == ("damaged file", Effect.NOTED)
    assert "end too early; the " in note.detail
    assert 2_000 < len(papers) < 4_500
    assert papers[-1].title == "On trees 0"
    assert [paper.title for paper in papers[:-1]] == [f"On graphs {n}" for n in range(len(papers) - 1)]
    assert len(cut) <= 1
    assert all(problem.reason == "JSON cut short" for problem in cut)
    assert len(papers_of(read(path))) == len(papers) - 1


@kinds
@pytest.mark.parametrize("data", ["cut at once", "broken header"])
def test_compressed_file_of_which_nothing_can_be_read_is_an_error_where_named(write, tmp_path, kind, data):
    packed = PACK[kind](lines(10))
    path = write(f"in/x.{kind}", packed[:12] if data == "cut at once" else packed[:6] + b"\xff" * 40)
    write("in/y.jsonl", lines(1))
    with pytest.raises(InputError, match="damaged, and nothing of it can be read") as error:
        read(path)
    assert error.value.path == path
    problems = find(tmp_path / "in").problems
    assert [(str(problem.source), problem.effect) for problem in problems] == [(f"x.{kind}", Effect.NOTED)]


@kinds
def test_what_follows_the_data_is_reported_and_costs_nothing(write, kind):
    items = list(read(write("x.jsonl", PACK[kind](lines(2000)) + b"garbage at the end")))
    assert len(papers_of(items)) == 2000
    (note,) = [item for item in items if isinstance(item, Problem)]
    assert note.reason == "damaged file"
    assert " follows; the " in note.detail


@pytest.mark.parametrize("count", [1, 2000])
def test_wrong_sum_is_reported_and_costs_the_last_byte(write, count):
    packed = bytearray(gzip.compress(lines(count)))
    packed[-6] ^= 1
    items = list(read(write("x.jsonl", bytes(packed))))
    assert len(papers_of(items)) == count
    (note,) = [item for item in items if isinstance(item, Problem)]
    assert note.reason == "damaged file"
    assert f"incorrect data check; the {len(lines(count)) - 1:,} bytes before that are read" in note.detail


def test_file_that_packs_nothing_is_empty(write):
    with pytest.raises(InputError, match="an empty file"):
        read(write("x.gz", gzip.compress(b"")))


def bomb(kind, size):
    piece = (b'{"title": "' + b"a" * 500 + b'"}\n') * 2048
    return PACK[kind](piece * (size // len(piece)))


@kinds
def test_bomb_is_refused_soon_and_in_little_memory(write, monkeypatch, kind):
    path = write("x.jsonl", bomb(kind, 10 << 20))
    monkeypatch.setattr(compression, "FREE", 1 << 22)
    tracemalloc.start()
    try:
        with pytest.raises(InputError) as error:
            read(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert error.value.found == "a file that unpacks to more than 250 times its size, and more than 4 MiB"
    assert peak < 13_000_000  # of which xz takes 8 for its window


def test_bomb_in_a_compressed_file_counts_by_the_size_of_the_outer_one(write, monkeypatch):
    monkeypatch.setattr(compression, "FREE", 1 << 20)
    inner = gzip.compress(bytes(1 << 10) + b"x" * (1 << 23))
    with pytest.raises(InputError, match="unpacks to more than 250 times its size"):
        read(write("x.gz", gzip.compress(inner)))


def test_endless_line_in_a_compressed_file_takes_little_memory(write, monkeypatch):
    monkeypatch.setattr(compression, "MAX_RATIO", 10_000)
    packed = gzip.compress(lines(3)) + gzip.compress(b'{"title": "' + b"word " * 12_000_000)
    path = write("x.jsonl.gz", packed + gzip.compress(b'"}\n' + lines(2, "trees")))
    tracemalloc.start()
    try:
        items = list(read(path))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [paper.title for paper in papers_of(items)][-1] == "On trees 1"
    assert [item.reason for item in items if isinstance(item, Problem)] == ["record too long"]
    assert peak < 70_000_000


class Failing(io.BytesIO):
    """A disk that fails at a place."""

    at = 100_000

    def read(self, size=-1):
        if self.tell() >= self.at:
            raise OSError(5, "Input/output error")
        return super().read(min(size, self.at - self.tell()))


@pytest.mark.parametrize("size", [10, 5000, 1 << 20])
def test_stream_ends_where_the_disk_fails(size):
    data = random.Random(1).randbytes(200_000)
    steady = streams.Steady(streams.buffered(streams.Pieces(Failing(data))))
    buffer = streams.buffered(steady)
    assert b"".join(iter(lambda: buffer.read(size), b"")) == data[:100_000]
    assert (steady.damage, steady.position) == ("input/output error", 100_000)


def test_disk_that_fails_after_the_check_costs_what_is_not_read(write, monkeypatch):
    data = lines(4000)
    inputs = find(write("x.jsonl", data))
    monkeypatch.setattr("kg.read.input_file.Pieces", lambda source: streams.Pieces(Failing(data)))
    items = list(inputs.files[0].read())
    assert [paper.title for paper in papers_of(items)] == [f"On graphs {n}" for n in range(data[:100_000].count(b"\n"))]
    assert [(p.reason, p.effect) for p in items if isinstance(p, Problem)][-1] == ("damaged file", Effect.NOTED)
    assert "input/output error; the 100,000 bytes before that are read" in items[-1].detail
