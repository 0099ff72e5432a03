import bz2
import gc
import gzip
import os
import tempfile
from pathlib import Path

import pytest

from kg.read import find, read_files, unpacked
from kg.read.unpacked import Copy, Room

LINE = '{{"id": "p{0}", "title": "On {0} Graphs", "abstract": "We color {0} graphs, and {1}."}}\n'
LONG = "".join(LINE.format(number, "no more " * 100) for number in range(3000))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where temporary files go."""
    path = tmp_path / "temporary"
    path.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(path))
    return path


def copies(folder):
    return list(folder.glob("kg-unpacked-*"))


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_compressed_file_is_unpacked_once_and_its_copy_removed(write, folder, pack):
    inputs = find(write("x.jsonl", pack(LONG.encode())))
    (copy,) = copies(folder)
    assert copy.read_text(encoding="utf-8") == LONG
    assert [paper.id for paper in read_files(inputs)] == [f"p{number}" for number in range(3000)]
    del inputs
    gc.collect()
    assert not copies(folder)


def test_what_is_read_is_what_was_checked(write, folder):
    path = write("x.jsonl.gz", gzip.compress(LONG.encode()))
    inputs = find(path)
    path.write_bytes(gzip.compress(b'{"title": "Another"}\n'))
    assert [paper.id for paper in read_files(inputs)][-1] == "p2999"


@pytest.mark.parametrize("content", [LONG.encode(), gzip.compress(LONG[:500_000].encode())])
def test_plain_and_short_files_have_no_copy(write, folder, content):
    inputs = find(write("x.jsonl", content))
    assert not copies(folder)
    assert next(read_files(inputs)).id == "p0"


def test_damaged_file_has_no_copy(write, folder):
    inputs = find(write("x.jsonl.gz", gzip.compress(LONG.encode())[:-9]))
    assert not copies(folder)
    assert len(list(read_files(inputs))) > 2900


def test_file_for_which_there_is_no_room_is_unpacked_again(write, folder, monkeypatch):
    monkeypatch.setattr(unpacked.Room.__init__, "__defaults__", (1_500_000,))
    inputs = find([write(f"{name}.jsonl.gz", gzip.compress(LONG.encode())) for name in "ab"])
    assert not copies(folder)
    assert len(list(read_files(inputs))) == 6000


def test_room_that_ends_within_a_file_is_free_again(folder, monkeypatch):
    monkeypatch.setattr(unpacked, "SHORT", 10)
    room = Room(25)
    copy = Copy(room)
    for data in (b"a" * 10, b"b" * 10, b"c" * 10, b"d"):
        copy.write(data)
    copy.finish()
    assert (copy.path, room.left, copies(folder)) == (None, 25, [])


def test_full_disk_costs_only_the_copy(folder, monkeypatch):
    monkeypatch.setattr(unpacked, "SHORT", 10)
    room = Room(100)
    copy = Copy(room)
    copy.write(b"a" * 10)
    monkeypatch.setattr(os, "fdopen", lambda number, mode: _Full(number))
    copy.write(b"b" * 10)
    copy.write(b"c" * 10)
    copy.finish()
    assert (copy.path, room.left, copies(folder)) == (None, 100, [])


class _Full:
    def __init__(self, number):
        self._number = number

    def write(self, data):
        raise OSError(28, "No space left on device")

    def close(self):
        os.close(self._number)


def test_room_is_what_is_left(monkeypatch):
    monkeypatch.setattr(unpacked, "SHORT", 10)
    room = Room(25)
    first, second = Copy(room), Copy(room)
    for data in (b"a" * 10, b"b" * 10):
        first.write(data)
    first.finish()
    assert Path(first.path).read_bytes() == b"a" * 10 + b"b" * 10
    second.write(b"c" * 10)
    second.finish()
    assert (second.path, room.left) == (None, 5)
    first.give_up()
    assert (first.path, room.left) == (None, 25)
