import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.child import Child
from kg.model import Paper
from kg.read import find, read, sharing, worker
from kg.read.contract import Document
from kg.read.json_lines import LineReader

LINES = [
    '{"title": "On the Colours of Graphs", "abstract": "We colour."}',
    "",
    '{"abstract": "It has no title, so its place names it."}{"abstract": "Nor has the second of this line."}',
    '{"title": "Cut short',
    "[1]",
    '{"title": "An odd year", "year": "soon", "doi": "none at all"}',
    '{"title": "A withdrawn one", "abstract": "This paper has been withdrawn by the authors."}',
    '{"id": "ß", "title": "Gründe für „Bäume“", "abstract": "Ein Baum ist 🌳."}\r',
    '{"title": "Lone"}\r{"title": "returns", "abstract": "A line of its own."}',
    '{"id": "Ünï/1", "title": "On the Colours of Graphs", "abstract": "We colour.", "authors": ["Ada Lovelace"]}',
    "text",
    '{"title": "Long", "abstract": "' + "word " * 500 + '"}',
    '{"id": "https://openalex.org/W1", "display_name": "A work", "abstract_inverted_index": {"We": [0]}, "type": "article"}',
    '{"_id": {"$oid": "53e9"}, "title": "An id of its file only"}',
]
CONTENT = "\n".join(LINES * 12)


@pytest.fixture
def small(monkeypatch):
    """Makes a file of some kilobytes a large one."""
    monkeypatch.setattr(sharing, "LEAST", 1)
    monkeypatch.setattr(sharing, "_FIRST", 3000)
    monkeypatch.setattr(sharing, "_SEGMENT", 2000)


@pytest.fixture
def started(monkeypatch):
    """The processes that are started."""
    started = []

    class Noted(Child):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            started.append(self)

    monkeypatch.setattr(sharing, "Child", Noted)
    return started


def outcome(path, **options):
    return [repr(item) for item in read(path, **options)]


@pytest.mark.parametrize("jobs", [2, 3, 4, 9])
@pytest.mark.usefixtures("small")
def test_results_are_the_same_with_any_number_of_processes(write, started, jobs):
    path = write("x.jsonl", CONTENT)
    alone = outcome(path, jobs=1)
    assert not started
    assert outcome(path, jobs=jobs) == alone
    assert len(started) == min(jobs, 4) - 1
    assert all(child.ended for child in started)
    assert [child.last_words()[0] for child in started] == [[]] * len(started)


@pytest.mark.parametrize("take", [0, 1, 2, 5])
@pytest.mark.usefixtures("small")
def test_every_segment_comes_from_the_process_whose_turn_it_is(write, monkeypatch, take):
    """Each is read elsewhere as long as there is someone to read it, and here from then on."""
    taken = []
    original = sharing._Helper.take

    def counted(helper):
        if len(taken) == take and helper._child:
            helper._child.kill()
            helper._child.last_words()
            helper._child.answers.read()
        packed = original(helper)
        taken.append(packed is not None)
        return packed

    path = write("x.jsonl", CONTENT)
    alone = outcome(path, jobs=1)
    monkeypatch.setattr(sharing._Helper, "take", counted)
    assert outcome(path, jobs=2) == alone
    assert taken[:take] == [True] * take
    assert not any(taken[take:])
    assert len(taken) > 5


@pytest.mark.parametrize(
    "program",
    [
        "raise SystemExit(1)",
        "import sys; sys.stdout.buffer.write(b'abc')",
        "import sys; sys.stdout.buffer.write(b'\\x09' + bytes(7) + b'short')",
        "import sys; sys.stdin.buffer.close(); import time; time.sleep(0.2)",
    ],
)
@pytest.mark.usefixtures("small")
def test_a_process_that_is_of_no_use_costs_nothing(write, monkeypatch, started, program):
    path = write("x.jsonl", CONTENT)
    alone = outcome(path, jobs=1)
    monkeypatch.setattr(sharing, "_PROGRAM", program)
    assert outcome(path, jobs=3) == alone
    assert len(started) == 2


@pytest.mark.usefixtures("small")
def test_without_a_python_all_is_read_here(write, monkeypatch):
    path = write("x.jsonl", CONTENT)
    alone = outcome(path, jobs=1)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert outcome(path, jobs=2) == alone
    monkeypatch.setattr(sys, "executable", "")
    assert outcome(path, jobs=2) == alone


@pytest.mark.usefixtures("small")
def test_a_file_that_was_changed_is_read_by_none_of_the_others(write, monkeypatch):
    path = write("x.jsonl", CONTENT)
    alone = outcome(path, jobs=1)
    monkeypatch.setattr(sharing, "identify", lambda _: (0, 0, 0, 0))
    packed = []
    original = sharing._Helper.take
    monkeypatch.setattr(sharing._Helper, "take", lambda helper: packed.append(original(helper)) or packed[-1])
    assert outcome(path, jobs=2) == alone
    assert packed
    assert not any(packed)


def titles(number):
    """Text that is large when unpacked, so that a copy of it is kept."""
    lines = (json.dumps({"title": f"Title {n}", "abstract": f"{n * 7919 % 65536:x} " * 40}) for n in range(number))
    return "\n".join(lines).encode()


@pytest.mark.usefixtures("small")
def test_what_was_unpacked_is_shared_too(write, started):
    path = write("x.jsonl.gz", gzip.compress(titles(8000)))
    assert len([item for item in read(path, jobs=2) if isinstance(item, Paper)]) == 8000
    assert len(started) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + CONTENT.encode(),
        CONTENT.replace("colour", "col\0our").encode(),
        CONTENT.replace("🌳", "").encode("cp1252"),
        CONTENT.encode("utf-16"),
        gzip.compress(titles(8000))[:-9],
    ],
)
@pytest.mark.usefixtures("small")
def test_what_is_not_simply_utf8_is_read_here(write, started, content):
    path = write("x.jsonl", content)
    assert outcome(path, jobs=2) == outcome(path, jobs=1)
    assert not started


@pytest.mark.usefixtures("small")
def test_what_cannot_be_decoded_is_replaced_everywhere(write, started):
    content = CONTENT.encode().replace(b"colour", b"col\xffour").replace(b"word word", b"wor\xe2\x82 word")
    path = write("x.jsonl", content + b"\n" + "ßß".encode() * 9000)
    assert outcome(path, jobs=2) == outcome(path, jobs=1)
    assert started


def test_checking_starts_nothing_and_small_files_are_read_here(write, started, monkeypatch):
    path = write("x.jsonl", CONTENT)
    assert outcome(path, jobs=4)
    monkeypatch.setattr(sharing, "LEAST", 1)
    find(path)
    assert not started


@pytest.mark.usefixtures("small")
def test_standard_input_is_shared(write, monkeypatch, started):
    path = write("x.jsonl", CONTENT)
    with path.open("rb") as stream, io.TextIOWrapper(stream) as text:
        monkeypatch.setattr(sys, "stdin", text)
        papers = [item.title for item in read("-", jobs=2) if isinstance(item, Paper)]
    assert papers == [item.title for item in read(path, jobs=1) if isinstance(item, Paper)]
    assert len(started) == 1


@pytest.mark.usefixtures("small")
def test_processes_end_where_reading_does_before_its_time(write, started):
    items = iter(find(write("x.jsonl", CONTENT)).files[0].read(jobs=3))
    assert next(items)
    assert len(started) == 2
    assert not any(child.ended for child in started)
    items.close()
    assert all(child.ended for child in started)


def test_more_processes_are_worth_it_for_larger_files(tmp_path):
    path = tmp_path / "x"
    with path.open("wb") as file:
        counts = []
        for size in (0, sharing.LEAST - 1, sharing.LEAST, 2 * sharing.LEAST, 100 * sharing.LEAST):
            file.truncate(size)
            file.flush()
            counts.append([sharing.processes_for(document(path, jobs)) for jobs in (1, 2, 64)])
    assert counts == [[1, 1, 1], [1, 1, 1], [1, 2, 2], [1, 2, 3], [1, 2, 4]]
    assert sharing.processes_for(document(None, 8)) == 1


def document(file, jobs=1, text=""):
    return Document(Path("x.jsonl"), "x.jsonl", "x", "", io.StringIO(text, newline=""), file=file, jobs=jobs)


@given(pieces=st.lists(st.lists(st.sampled_from(LINES), max_size=4), max_size=4))
def test_what_is_read_in_pieces_is_what_is_read_at_once(pieces):
    texts = ["".join(line + "\n" for line in lines) for lines in pieces]
    whole = LineReader(document(None))
    at_once = list(whole.read(io.StringIO("".join(texts), newline="")))
    lines = LineReader(document(None))
    elsewhere = worker._Part(Path("y"), "x.jsonl", "x", "", io.StringIO())
    in_pieces = []
    for number, text in enumerate(texts):
        stream = io.StringIO(text, newline="")
        if number % 2:
            in_pieces += with_notes(lines.read(stream))
        else:
            in_pieces += sharing._unpack(worker.read(stream, elsewhere), document(None), lines)
    assert (lines.lines, lines.records) == (whole.lines, whole.records)
    assert in_pieces == with_notes(at_once)


def with_notes(items):
    return [
        each for item in items for each in ((*item.notes, item.without_notes()) if hasattr(item, "notes") else (item,))
    ]


READS = """
import sys
from kg.read import read_files, find, sharing
sharing.LEAST = sharing._SEGMENT = 1
sharing._FIRST = 100
items = find(sys.argv[1]).files[0].read(jobs=3)
ids = []
original = sharing.Child.__init__
def noted(child, *args, **kwargs):
    original(child, *args, **kwargs)
    ids.append(child.pid)
sharing.Child.__init__ = noted
next(items)
print(*ids, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes cannot be killed so here")
def test_processes_end_when_the_one_that_reads_is_killed(write):
    path = write("x.jsonl", CONTENT * 50)
    command = [sys.executable, "-c", READS, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        pids = [int(pid) for pid in parent.stdout.readline().split()]
        parent.kill()
    assert len(pids) == 2
    deadline = time.monotonic() + 60
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, pids))


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # One that has ended, and that nobody has asked about, is still there.
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
