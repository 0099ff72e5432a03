import json
import sys

import pytest

from kg.cli.progress import JsonLog, in_words, on_terminal, shown
from kg.stages import Progress, Stage


@pytest.fixture
def papers(tmp_path):
    path = tmp_path / "papers.jsonl"
    path.write_text('{"id": "a", "title": "FastNet", "abstract": "We propose FastNet."}\n', encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (Progress("resolve", 3.0), ""),
        (Progress("read", 3.0, done=1200), "1,200 papers"),
        (Progress("extract", 0.0, done=100, kept=100, total=300), "100 of 300 papers"),
        (Progress("extract", 10.0, done=150, kept=100, total=300), "150 of 300 papers, 5.0 a second, 0:00:30 left"),
        (
            Progress("extract", 3600.0, done=36_000, total=87_000),
            "36,000 of 87,000 papers, 10.0 a second, 1:25:00 left",
        ),
        (Progress("extract", 10.0, done=300, total=300), "300 of 300 papers, 30.0 a second"),
        (Progress("validate", 4.0, done=2, total=4, unit="checks"), "2 of 4 checks, 0.5 a second, 0:00:04 left"),
    ],
)
def test_how_far_it_is_in_words(progress, words):
    assert in_words(progress) == words


def test_a_line_of_json_tells_what_begins_each_second_and_what_ends(capsys):
    log = JsonLog()
    for seconds, done in ((0.0, 0), (0.1, 100), (0.5, 120), (1.2, 150), (1.3, 160), (2.0, 180), (2.4, 200)):
        log(Progress("extract", seconds, done=done, kept=100 if done else 0, total=200))
    log(Progress("extract", 2.5, done=200, kept=100, total=200, ended=Stage("extract", 2.5, 4096)))
    log(Progress("page", 0.0))
    log.write("error", message="disk “full”")
    assert [json.loads(line) for line in capsys.readouterr().err.splitlines()] == [
        {"event": "begin", "stage": "extract", "total": 200},
        {
            "event": "progress",
            "stage": "extract",
            "done": 150,
            "kept": 100,
            "total": 200,
            "seconds": 1.2,
            "rate": 41.7,
            "seconds_left": 1.2,
        },
        {
            "event": "progress",
            "stage": "extract",
            "done": 200,
            "kept": 100,
            "total": 200,
            "seconds": 2.4,
            "rate": 41.7,
            "seconds_left": 0.0,
        },
        {
            "event": "end",
            "stage": "extract",
            "done": 200,
            "kept": 100,
            "total": 200,
            "seconds": 2.5,
            "peak_memory": 4096,
        },
        {"event": "begin", "stage": "page"},
        {"event": "error", "message": "disk “full”"},
    ]


def test_pipes_are_told_nothing(capsys):
    with on_terminal() as show:
        show(Progress("extract", 1.0, done=5, total=10))
    assert capsys.readouterr() == ("", "")


def test_a_terminal_is_told_and_clean_at_the_end(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    with on_terminal() as show:
        show(Progress("read", 1.0))
        show(Progress("read", 1.0, ended=Stage("read", 1.0, None)))
        show(Progress("extract", 10.0, done=150, kept=100, total=300))
    out, err = capsys.readouterr()
    assert out == ""
    assert "150 of 300 papers, 5.0 a second" in err
    assert err.endswith("\x1b[2K")


def test_what_is_printed_meanwhile_stays_in_its_place(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with on_terminal(prints=True) as show:
        show(Progress("extract", 10.0, done=150, total=300))
        sys.stdout.write("printed\n")
    out, err = capsys.readouterr()
    assert out == "printed\n"
    assert "150 of 300 papers" in err
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with on_terminal(prints=True) as show:
        show(Progress("extract", 10.0, done=150, total=300))
    assert capsys.readouterr() == ("", "")


def test_items_are_passed_on_and_shown(capsys, monkeypatch):
    assert list(shown(iter("abc"), "validate", "checks")) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert list(shown("abc", "validate", "checks")) == ["a", "b", "c"]
    assert "3 of 3 checks" in capsys.readouterr().err


def test_a_build_tells_json_alone(run, papers, tmp_path):
    out = tmp_path / "out"
    code, _, err = run("build", papers, "--out", out, "--log-json", "--timings", "--no-keep", "--jobs", 1)
    events = [json.loads(line) for line in err.splitlines()]
    stages = ["read", "extract", "resolve", "graph", "rdf", "page"]
    assert (code, [event["stage"] for event in events if event["event"] == "end"]) == (0, stages)
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert [stage["name"] for stage in report["stages"]] == stages
    assert all(stage["seconds"] >= 0 for stage in report["stages"])
    assert not (out / ".kg").exists()
    code, told, err = run("build", papers, "--out", out)
    assert (code, err) == (0, "")
    assert "stages    read 0." in told
    assert "memory    " in told or "peak_memory" not in events[-1]
    assert "stages" not in json.loads((out / "report.json").read_text(encoding="utf-8"))
    code, _, err = run("build", tmp_path / "none.json", "--out", out, "--log-json")
    assert code == 2
    [event] = map(json.loads, err.splitlines())
    assert (event["event"], "no such file" in event["message"]) == ("error", True)
