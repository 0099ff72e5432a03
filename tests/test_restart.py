"""Builds that are begun again, shared by processes, hindered and killed."""

import errno
import json
import os
import shutil
import signal
import threading
import time
from pathlib import Path

import pytest

import kg
from kg import files
from kg.errors import InputError, ModelError, OutputError
from kg.extract import collection, parallel
from kg.lock import PRIVATE, locked
from kg.resources import model_folder
from tests.builds import follow, leftovers, outputs, start, titles, write
from tests.extract import stand_in

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes cannot be killed so here")


def test_ten_more_papers_are_ten_extractions(tmp_path, texts):
    first, more = write(tmp_path / "in" / "a.jsonl", range(40)), tmp_path / "in" / "b.jsonl"
    kg.build(first, tmp_path / "out")
    assert texts() == titles(range(40))
    write(more, range(40, 50))
    kg.build(tmp_path / "in", tmp_path / "out")
    assert texts() == titles(range(40, 50))
    kg.build(tmp_path / "in", tmp_path / "new", keep=False)
    assert texts() == titles(range(50))
    assert outputs(tmp_path / "out") == outputs(tmp_path / "new")
    assert not (tmp_path / "new" / PRIVATE).exists()
    # Options of what comes after need no new extraction.
    kg.build(tmp_path / "in", tmp_path / "out", min_confidence=0.95)
    with pytest.raises(FileNotFoundError):
        texts()


def test_the_number_of_processes_and_the_order_of_files_change_nothing(tmp_path, texts):
    inputs = [write(tmp_path / "in" / f"{n}.jsonl", range(n * 20, n * 20 + 20), p5="slow") for n in range(3)]
    results = []
    for number, jobs in enumerate((1, 2, 5, None)):
        kg.build(inputs[number % 3 :] + inputs[: number % 3], tmp_path / str(number), jobs=jobs)
        assert texts() == titles(range(60))
        results.append(outputs(tmp_path / str(number)))
        assert [name for name in results[0] if results[0][name] != results[-1][name]] == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_paper_that_cannot_be_extracted_costs_itself(tmp_path, texts, jobs):
    bad = {"p3": "odd"} if jobs == 1 else {"p3": "odd", "p7": "deadly"}
    report = kg.build(write(tmp_path / "a.jsonl", range(30), **bad), tmp_path / "out", jobs=jobs)
    assert report.papers == 30 - len(bad)
    assert [(str(problem.source), problem.reason) for problem in report.problems] == [
        (f"a.jsonl:{int(name[1:]) + 1}", "extraction failed") for name in bad
    ]
    assert report.problems[0].detail == "it is odd"
    saved = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert [(each["records"], each["papers"], each["skipped"]) for each in saved["inputs"]] == [
        (30, 30 - len(bad), len(bad))
    ]
    good = [n for n in range(30) if f"p{n}" not in bad]
    texts()
    kg.build(write(tmp_path / "b" / "a.jsonl", good), tmp_path / "good")
    assert graph_of(tmp_path / "good") == graph_of(tmp_path / "out")


def graph_of(folder):
    graph = kg.load(folder).nx
    papers = {data["label"]: len(graph.adj[node]) for node, data in graph.nodes(data=True) if data["kind"] == "paper"}
    return papers, graph.number_of_nodes(), graph.number_of_edges()


def test_papers_of_which_none_can_be_extracted_are_no_graph(tmp_path, texts):
    with pytest.raises(InputError, match=r"no paper among them; the first problem is a\.jsonl:1: extraction failed"):
        kg.build(write(tmp_path / "a.jsonl", [1], p1="odd"), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_another_model_extracts_anew_and_the_first_one_s_results_stay(tmp_path, texts):
    papers = write(tmp_path / "a.jsonl", range(10))
    model = Path(shutil.copytree(model_folder("concept_tagger"), tmp_path / "model"))
    kg.build(papers, tmp_path / "out")
    kg.build(papers, tmp_path / "out", model=model)
    assert texts() == titles(range(10))
    with (model / "heads.npz").open("ab") as file:
        file.write(b"\0")
    kg.build(papers, tmp_path / "out", model=model)
    assert texts() == titles(range(10))
    kg.build(papers, tmp_path / "out")
    with pytest.raises(FileNotFoundError):
        texts()


def test_a_model_that_changes_while_it_is_used_is_told_and_nothing_of_it_is_kept(tmp_path, texts, monkeypatch):
    papers = write(tmp_path / "a.jsonl", range(10))
    kg.build(papers, tmp_path / "out")
    before = outputs(tmp_path / "out")
    monkeypatch.setattr(collection, "fingerprint", lambda **options: "another")
    with pytest.raises(ModelError, match="was changed while"):
        kg.build(write(tmp_path / "a.jsonl", range(15)), tmp_path / "out")
    assert outputs(tmp_path / "out") == before
    monkeypatch.undo()
    monkeypatch.setenv("KG_TEST_TEXTS", str(tmp_path / "texts"))
    stand_in.install(parallel, monkeypatch.setattr)
    texts()
    kg.build(tmp_path / "a.jsonl", tmp_path / "out")
    assert texts() == titles(range(10, 15))


def test_a_file_in_the_middle_that_cannot_be_read_costs_itself(tmp_path, texts):
    for n, name in enumerate("ac"):
        write(tmp_path / "in" / f"{name}.jsonl", range(n * 10, n * 10 + 10))
    (tmp_path / "in" / "b.jsonl").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)))
    report = kg.build(tmp_path / "in", tmp_path / "out")
    assert report.papers == 20
    assert [str(problem.source) for problem in report.problems] == ["b.jsonl"]


def test_a_second_build_into_the_folder_is_refused_and_the_first_goes_on(tmp_path, texts):
    papers = write(tmp_path / "a.jsonl", range(10))
    with locked(tmp_path / "out"), pytest.raises(OutputError, match=f"is being written by process {os.getpid()} "):
        kg.build(papers, tmp_path / "out")
    kg.build(papers, tmp_path / "out")
    assert (tmp_path / "out" / "graph.json").exists()


def test_what_is_left_of_killed_builds_goes_with_the_next(tmp_path, texts):
    (tmp_path / "out" / f"{files._STAGE}0123").mkdir(parents=True)
    (tmp_path / "out" / f"{files._STAGE}0123" / "graph.json").write_text("half", encoding="utf-8")
    kg.build(write(tmp_path / "a.jsonl", range(10)), tmp_path / "out")
    assert leftovers(tmp_path / "out") == []


@pytest.mark.parametrize("written", range(4))
def test_a_disk_that_fills_up_late_loses_nothing(tmp_path, texts, monkeypatch, written):
    kg.build(write(tmp_path / "a.jsonl", range(10)), tmp_path / "out")
    before = outputs(tmp_path / "out")
    texts()
    write(tmp_path / "a.jsonl", range(20))
    sync, left = os.fsync, [written]

    def full(descriptor):
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        left[0] -= 1
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match=r"No space left on device.*Make room"):
        kg.build(tmp_path / "a.jsonl", tmp_path / "out")
    assert outputs(tmp_path / "out") == before
    assert texts() == titles(range(10, 20))
    monkeypatch.setattr(os, "fsync", sync)
    assert kg.build(tmp_path / "a.jsonl", tmp_path / "out").papers == 20
    with pytest.raises(FileNotFoundError):
        texts()


def workers_of(process):
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    threads = Path(f"/proc/{process.pid}/task").glob("*/children")
    return [int(pid) for path in {children, *threads} for pid in path.read_text(encoding="ascii").split()]


def test_a_build_that_is_killed_goes_on_and_ends_the_same(tmp_path, texts):
    papers = write(tmp_path / "a.jsonl", range(240), **{f"p{n}": "slow" for n in range(240)})
    kg.build(papers, tmp_path / "undisturbed")
    assert len(texts()) == 240
    kept = [0]

    def extracts(event):
        return event["stage"] == "extract" and event.get("done", 0) > event.get("kept", 0)

    for moment in (extracts, extracts, lambda event: (event["event"], event["stage"]) == ("begin", "page")):
        with start(tmp_path) as process:
            told = follow(process, moment)
            process.kill()
        assert moment(told[-1])
        assert not (tmp_path / "out" / "graph.json").exists()
        kept.append(max(event.get("kept", 0) for event in told))
    # What the last second brought may be lost, but never all.
    assert kept == sorted(kept)
    assert 0 < kept[-1] < 240
    with start(tmp_path) as process:
        told = follow(process)
    assert process.returncode == 0
    [extracted] = [event for event in told if event["event"] == "end" and event["stage"] == "extract"]
    assert extracted["kept"] == extracted["total"] == 240
    assert outputs(tmp_path / "out") == outputs(tmp_path / "undisturbed")
    assert leftovers(tmp_path / "out") == []
    assert len(texts()) < 3 * 240


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are not listed here")
def test_killed_workers_and_a_polite_end(tmp_path, texts):
    papers = write(tmp_path / "a.jsonl", range(400), **{f"p{n}": "slow" for n in range(400)})
    with start(tmp_path) as process:
        follow(process, lambda event: event["stage"] == "extract" and event.get("done", 0) > 0)
        workers = workers_of(process)
        os.kill(workers[0], signal.SIGKILL)
        follow(process, lambda event: event["stage"] == "extract" and event.get("done", 0) > 0)
        process.terminate()
        [last] = follow(process)[-1:]
    assert process.returncode == 128 + signal.SIGTERM
    assert (last["event"], "goes on" in last["message"]) == ("interrupted", True)
    assert workers
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
    assert [path.name for path in (tmp_path / "out").iterdir()] == [PRIVATE]
    done = len(texts())
    assert 0 < done < 400
    report = kg.build(papers, tmp_path / "out")
    assert not report.problems
    assert 0 < len(texts()) < 400
    kg.build(papers, tmp_path / "undisturbed")
    assert outputs(tmp_path / "out") == outputs(tmp_path / "undisturbed")


def test_a_disk_without_room_for_what_is_extracted_is_told(tmp_path, texts):
    write(tmp_path / "a.jsonl", range(400))
    with start(tmp_path, limit=40_000) as process:
        [*_, last] = follow(process)
    assert process.returncode == 2
    assert last["event"] == "error"
    assert "cannot be written" in last["message"] or "cannot keep what was extracted" in last["message"]
    assert not (tmp_path / "out" / "graph.json").exists()
    assert leftovers(tmp_path / "out") == [] if (tmp_path / "out").exists() else True
    kg.build(tmp_path / "a.jsonl", tmp_path / "out")
    assert len(kg.load(tmp_path / "out").nx) > 400


def test_a_clock_that_is_set_does_not_matter(tmp_path, texts, monkeypatch):
    clock = iter(range(10**9, 0, -(10**6)))
    monkeypatch.setattr(time, "time", lambda: float(next(clock)))
    report = kg.build(write(tmp_path / "a.jsonl", range(20)), tmp_path / "out")
    assert all(0 <= stage.seconds < 600 for stage in report.stages)
    assert [stage.name for stage in report.stages] == ["read", "extract", "resolve", "graph", "rdf", "page"]


def test_two_builds_at_once(tmp_path, texts):
    papers = write(tmp_path / "a.jsonl", range(40), p3="slow")
    ends = []

    def run():
        try:
            ends.append(kg.build(papers, tmp_path / "out").papers)
        except OutputError as error:
            ends.append("is being written" in str(error))

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(ends) <= {40, True}
    assert 40 in ends
    assert (tmp_path / "out" / "graph.json").exists()
