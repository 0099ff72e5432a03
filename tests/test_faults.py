"""Builds that meet a full disk, an output that may not be written, an input that cannot be read, or a signal."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

import kg
from kg.errors import KgError
from kg.lock import PRIVATE
from kg.read.set_aside import SetAside
from tests.builds import follow, leftovers, outputs, start, write

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="limits and permissions are others here")


@pytest.fixture
def disk(tmp_path):
    """A small disk at ``out``, whose size can be set."""
    out = tmp_path / "out"
    out.mkdir()

    def mount(*options):
        command = ["mount", "-t", "tmpfs", "-o", ",".join(options), "none", str(out)]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    if not shutil.which("mount") or not mount("size=64k"):
        pytest.skip("no disk can be mounted here")

    def change(*options):
        assert mount("remount", *options)

    yield change
    subprocess.run(["umount", str(out)], check=True)


def size_of(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def used_of(disk):
    status = os.statvfs(disk)
    return (status.f_blocks - status.f_bfree) * status.f_frsize


def failed(process):
    """Let a build that cannot succeed end; give what it says."""
    with process:
        [*_, last] = follow(process)
    assert process.returncode == 2
    assert last["event"] == "error"
    return last["message"]


def goes_well(process):
    with process:
        told = follow(process)
    assert process.returncode == 0
    return told


def test_a_disk_that_is_too_small_is_told_and_goes_on_when_there_is_room(tmp_path, texts, disk):
    papers = write(tmp_path / "a.jsonl", range(60))
    kg.build(papers, tmp_path / "undisturbed")
    needed = size_of(tmp_path / "undisturbed")
    for share in (0.01, 0.1, 0.4, 0.7, 0.95):
        disk(f"size={int(needed * share) // 4096 * 4}k")
        message = failed(start(tmp_path))
        assert "No space left on device" in message or "disk is full" in message
        assert "Make room on the disk" in message
        assert (outputs(tmp_path / "out"), leftovers(tmp_path / "out")) == ({}, [])
    disk("size=100m")
    told = goes_well(start(tmp_path))
    assert max(event.get("kept", 0) for event in told) == 60
    assert outputs(tmp_path / "out") == outputs(tmp_path / "undisturbed")


def test_a_disk_that_fills_up_leaves_what_was_there(tmp_path, texts, disk):
    write(tmp_path / "a.jsonl", range(20))
    disk("size=100m")
    goes_well(start(tmp_path))
    before = outputs(tmp_path / "out")
    write(tmp_path / "a.jsonl", range(400))
    disk(f"size={used_of(tmp_path / 'out') // 1024 + 100}k")
    message = failed(start(tmp_path))
    assert "No space left on device" in message or "disk is full" in message
    assert outputs(tmp_path / "out") == before
    assert leftovers(tmp_path / "out") == []
    disk("size=100m")
    goes_well(start(tmp_path))
    kg.build(tmp_path / "a.jsonl", tmp_path / "undisturbed")
    assert outputs(tmp_path / "out") == outputs(tmp_path / "undisturbed")


def test_a_disk_that_is_read_only_is_told_at_once_and_leaves_what_was_there(tmp_path, texts, disk):
    write(tmp_path / "a.jsonl", range(20))
    disk("size=100m")
    goes_well(start(tmp_path))
    before = outputs(tmp_path / "out")
    disk("ro")
    write(tmp_path / "a.jsonl", range(30))
    texts()
    message = failed(start(tmp_path))
    assert f"({os.strerror(errno.EROFS)})" in message
    assert "Name a folder that you may write to" in message
    assert outputs(tmp_path / "out") == before
    with pytest.raises(FileNotFoundError):
        texts()
    disk("rw")
    goes_well(start(tmp_path))


@contextmanager
def permissions(path, mode):
    before = path.stat().st_mode
    path.chmod(mode)
    try:
        yield
    finally:
        path.chmod(before)


def test_a_folder_that_may_not_be_written_is_told_at_once_and_leaves_what_was_there(tmp_path, texts):
    write(tmp_path / "a.jsonl", range(20))
    goes_well(start(tmp_path))
    before = outputs(tmp_path / "out")
    write(tmp_path / "a.jsonl", range(30))
    texts()
    for folder in (tmp_path / "out", tmp_path / "out" / PRIVATE):
        with permissions(folder, 0o500):
            message = failed(start(tmp_path, obeys=True))
        assert "Permission denied" in message
        assert "Name a folder that you may write to" in message
        assert outputs(tmp_path / "out") == before
        with pytest.raises(FileNotFoundError):
            texts()
    goes_well(start(tmp_path, obeys=True))
    assert outputs(tmp_path / "out") != before


def test_a_file_in_the_middle_that_may_not_be_read_costs_itself(tmp_path, texts):
    for n, name in enumerate("abc"):
        write(tmp_path / "in" / f"{name}.jsonl", range(n * 10, n * 10 + 10))
    with permissions(tmp_path / "in" / "b.jsonl", 0):
        goes_well(start(tmp_path, "in", "-o", "out", obeys=True))
        message = failed(start(tmp_path, "in/a.jsonl", "in/b.jsonl", "-o", "out", obeys=True))
    assert message.startswith("in/b.jsonl: ")
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert report["papers"] == 20
    [problem] = report["problems"]["list"]
    assert (problem["source"], problem["effect"]) == ("b.jsonl", "noted")
    assert "permission denied" in problem["reason"]
    # When it can be read, it is.
    assert kg.build(tmp_path / "in", tmp_path / "out").papers == 30


def test_a_file_in_the_middle_that_vanishes_when_reading_begins_costs_itself(tmp_path, texts):
    for n, name in enumerate("abc"):
        write(tmp_path / "in" / f"{name}.jsonl", range(n * 10, n * 10 + 10))
    vanishing = tmp_path / "in" / "b.jsonl"
    report = kg.build(tmp_path / "in", tmp_path / "out", progress=lambda _: vanishing.unlink(missing_ok=True))
    assert report.papers == 20
    assert [(str(problem.source), problem.effect) for problem in report.problems] == [("b.jsonl", "noted")]


def test_a_temporary_folder_without_room_is_told(tmp_path, texts, disk, monkeypatch):
    papers = write(tmp_path / "a.jsonl", range(40_000))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "out"))
    monkeypatch.setattr(SetAside.__init__, "__kwdefaults__", {"memory": 1_000})
    with pytest.raises(KgError, match=r"No space left on device|full"):
        kg.build(papers, tmp_path / "elsewhere")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("number", "stage"),
    [(signal.SIGTERM, "rdf"), (signal.SIGTERM, "page"), (signal.SIGINT, "extract"), (signal.SIGHUP, "extract")],
)
def test_a_build_that_is_asked_to_end_ends_cleanly_and_goes_on(tmp_path, texts, number, stage):
    papers = write(
        tmp_path / "a.jsonl", range(200), **({f"p{n}": "slow" for n in range(200)} if stage == "extract" else {})
    )
    with start(tmp_path) as process:
        follow(process, lambda event: event["stage"] == stage and (stage != "extract" or event.get("done", 0) > 0))
        process.send_signal(number)
        [*_, last] = follow(process)
    assert process.returncode == 128 + number
    assert (last["event"], "goes on" in last["message"]) == ("interrupted", True)
    assert (outputs(tmp_path / "out"), leftovers(tmp_path / "out")) == ({}, [])
    told = goes_well(start(tmp_path))
    assert max(event.get("kept", 0) for event in told) > 0
    kg.build(papers, tmp_path / "undisturbed")
    assert outputs(tmp_path / "out") == outputs(tmp_path / "undisturbed")


def test_of_two_builds_at_once_the_second_refuses_and_says_who_is_at_it(tmp_path, texts):
    papers = write(tmp_path / "a.jsonl", range(200), **{f"p{n}": "slow" for n in range(200)})
    with start(tmp_path) as first:
        follow(first, lambda event: event["stage"] == "extract" and event.get("done", 0) > 0)
        first.send_signal(signal.SIGSTOP)
        message = failed(start(tmp_path))
        first.send_signal(signal.SIGCONT)
        assert f"is being written by process {first.pid} " in message
        assert "Wait until it ends" in message
        assert first.poll() is None
        follow(first)
    assert first.returncode == 0
    kg.build(papers, tmp_path / "undisturbed")
    assert outputs(tmp_path / "out") == outputs(tmp_path / "undisturbed")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_pipe_that_takes_no_more_ends_extraction_and_its_processes(tmp_path):
    write(tmp_path / "a.jsonl", range(300))
    command = [sys.executable, "-m", "kg", "extract", str(tmp_path / "a.jsonl"), "--jobs", "2"]
    root = Path(kg.__file__).parent.parent
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            command, cwd=root, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=300
        )
    assert (done.returncode, done.stderr) == (2, "kg: cannot write the output (No space left on device)\n")
