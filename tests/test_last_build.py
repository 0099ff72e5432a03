import hashlib
import io
import json
import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

import kg
from kg import last_build
from kg.files import _STAGE
from kg.last_build import LAST, LIBRARIES, LastBuild, recipe
from kg.lock import PRIVATE
from kg.model import Effect, Problem, Source
from kg.read import Inputs, find
from kg.report import Report
from kg.resolve import Merge, Refusal
from kg.resources import model_folder
from tests.builds import leftovers, outputs, write

WITH_PROBLEMS = (
    '{"id": "a", "title": "FastNet", "abstract": "We propose FastNet for parsing."}\n'
    '{"id": "b"}\n'
    '{"id": "a", "title": "FastNet", "abstract": "We propose FastNet for parsing."}\n'
)


def build(folder, **options):
    """Build, and say whether anything was done."""
    report = kg.build(folder / "a.jsonl", folder / "out", **options)
    return report.unchanged_since is None


@pytest.fixture
def built(tmp_path, texts):
    """A folder with papers and what was built of them."""
    write(tmp_path / "a.jsonl", range(10))
    assert build(tmp_path)
    return tmp_path


def test_the_same_again_does_nothing_and_gives_the_same_report(tmp_path, texts):
    (tmp_path / "a.jsonl").write_text(WITH_PROBLEMS, encoding="utf-8")
    first = kg.build(tmp_path / "a.jsonl", tmp_path / "out")
    assert [problem.effect for problem in first.problems] == [Effect.SKIPPED, Effect.MERGED]
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    told = []
    again = kg.build(tmp_path / "a.jsonl", tmp_path / "out", progress=told.append, jobs=2)
    assert again == first
    assert (first.unchanged_since, bool(first.stages)) == (None, True)
    assert again.unchanged_since <= datetime.now(UTC)
    assert (again.stages, told) == ((), [])
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir() if path.name != PRIVATE} == {
        path: time for path, time in times.items() if path.name != PRIVATE
    }
    forced = kg.build(tmp_path / "a.jsonl", tmp_path / "out", force=True)
    assert forced == first
    assert [stage.name for stage in forced.stages] == [stage.name for stage in first.stages]


@pytest.mark.parametrize(
    "options",
    [
        {"base": "https://example.org/"},
        {"generated_at": datetime(2020, 1, 1, tzinfo=UTC)},
        {"min_confidence": 0.5},
        {"rdf": ["nt"]},
        {"store": True},
        {"include_rejected": True},
        {"timings": True},
    ],
)
def test_each_option_that_decides_what_is_written_counts(built, options):
    assert build(built, **options)
    assert not build(built, **options)
    assert build(built)


def test_rules_and_models_count_with_what_is_in_them(built):
    rules = built / "rules.yaml"
    rules.write_text("- {action: rename, name: Net-1X, to: Net-A}\n", encoding="utf-8")
    assert build(built, names=rules)
    assert not build(built, names=rules)
    rules.write_text("- {action: rename, name: Net-1X, to: Net-B}\n", encoding="utf-8")
    assert build(built, names=rules)
    assert "Net-B" in (built / "out" / "graph.json").read_text(encoding="utf-8")
    assert build(built, model=model_folder("concept_tagger")) is True
    assert build(built) is False  # it is the package's own, whichever way it is named


def test_inputs_count_by_name_and_content_but_not_by_place_order_or_age(tmp_path, texts):
    first, second = write(tmp_path / "in" / "a.jsonl", range(5)), write(tmp_path / "in" / "b.jsonl", range(5, 10))

    def is_built(*inputs):
        return kg.build(inputs, tmp_path / "out").unchanged_since is None

    assert is_built(first, second)
    assert not is_built(second, first)
    second.touch()
    assert not is_built(first, second)
    moved = [path.rename(tmp_path / path.name) for path in (first, second)]
    assert not is_built(*moved)
    content = moved[1].read_bytes()
    moved[1].write_bytes(content.replace(b"parsing", b"Parsing", 1))
    assert is_built(*moved)
    assert is_built(moved[0])
    moved[1].write_bytes(content)
    assert is_built(*moved)
    assert is_built(moved[0], moved[1].rename(tmp_path / "c.jsonl"))


def test_standard_input_counts_by_its_content(tmp_path, texts, monkeypatch):
    def is_built(content):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        return kg.build("-", tmp_path / "out").unchanged_since is None

    assert is_built(WITH_PROBLEMS.encode())
    assert not is_built(WITH_PROBLEMS.encode())
    assert is_built(WITH_PROBLEMS.replace("Fast", "Slow").encode())


def test_outputs_that_were_changed_or_are_gone_are_written_again(built):
    before = outputs(built / "out")

    def spoil(name, content):
        path = built / "out" / name
        path.write_bytes(content) if content is not None else path.unlink()
        assert build(built)
        assert outputs(built / "out") == before
        assert not build(built)

    for name, content in before.items():
        spoil(name, content[:-1] + b"\r")
        spoil(name, None)
    # What would vanish in a build does.
    spoil("graph.nt", b"old")


def test_a_store_counts_but_not_what_the_engine_notes_in_it(built):
    assert build(built, store=True)
    assert list(kg.load(built / "out").sparql("SELECT * { ?paper ?introduces ?method } LIMIT 1"))
    (built / "out" / "store" / "LOG").write_text("opened", encoding="utf-8")
    (built / "out" / "store" / "LOG.old.1").touch()
    assert not build(built, store=True)
    [table, *_] = (built / "out" / "store").glob("*.sst")
    table.write_bytes(table.read_bytes()[:-1])
    assert build(built, store=True)


DAMAGED = {
    "empty": lambda whole: b"",
    "torn": lambda whole: whole[: len(whole) // 2],
    "changed": lambda whole: whole.replace(b'"papers": 10', b'"papers": 11'),
    "not text": lambda whole: bytes(range(256)),
    "of another program": lambda whole: b"{}",
    "of another form": lambda whole: signed([1, 2, 3]),
    "of another report": lambda whole: signed([*json.loads(whole.partition(b"\n")[2])[:3], {"papers": 1}]),
    "of a deep form": lambda whole: signed_text(b"[" * 100_000 + b"]" * 100_000),
}


def signed_text(content):
    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def signed(value):
    return signed_text(json.dumps(value).encode())


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED)
def test_a_file_that_is_damaged_or_another_means_a_build(built, damage):
    path = built / "out" / PRIVATE / LAST
    whole = path.read_bytes()
    assert damage(whole) != whole
    path.write_bytes(damage(whole))
    assert build(built)
    assert not build(built)
    path.unlink()
    assert build(built)


def test_a_folder_in_the_file_s_place_means_a_build_each_time(built):
    path = built / "out" / PRIVATE / LAST
    path.unlink()
    path.mkdir()
    assert build(built)
    assert build(built)


def test_without_keeping_nothing_is_remembered(tmp_path, texts):
    write(tmp_path / "a.jsonl", range(10))
    assert build(tmp_path, keep=False)
    assert build(tmp_path, keep=False)
    assert not (tmp_path / "out" / PRIVATE).exists()
    assert build(tmp_path)
    assert build(tmp_path, keep=False)
    assert not build(tmp_path)


def test_a_build_that_failed_is_no_last_build(built, monkeypatch):
    def interrupted(*args, **kwargs):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(sys.modules["kg.build"], "write_page", interrupted)
        with pytest.raises(KeyboardInterrupt):
            build(built, base="https://example.org/")
    assert not build(built)
    assert build(built, base="https://example.org/")


def test_what_killed_builds_left_goes_even_if_nothing_is_built(built):
    (built / "out" / f"{_STAGE}0123").mkdir()
    (built / "out" / f"{_STAGE}0123" / "graph.json").write_text("half", encoding="utf-8")
    assert not build(built)
    assert leftovers(built / "out") == []


def test_every_file_of_the_package_and_the_ontology_counts(tmp_path, monkeypatch):
    package, ontology = tmp_path / "kg", tmp_path / "ontology"
    files = [
        package / "last_build.py",
        package / "export" / "page.css",
        package / "models" / "m.onnx",
        ontology / "kg.ttl",
    ]
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(file.name, encoding="utf-8")
    monkeypatch.setattr(last_build, "__file__", str(files[0]))
    monkeypatch.setattr(last_build, "ontology_file", ontology.joinpath)
    nothing = Inputs(())
    known = [recipe(nothing)]
    for file in files:
        file.write_text("changed", encoding="utf-8")
        known.append(recipe(nothing))
    files[1].rename(files[1].with_name("other.css"))
    known.append(recipe(nothing))
    assert len(set(known)) == len(known)
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "build.pyc").touch()
    assert recipe(nothing) == known[-1]
    monkeypatch.setattr(last_build, "version", lambda name: "0")
    assert recipe(nothing) != known[-1]


def test_what_inputs_are_passed_over_counts(tmp_path):
    write(tmp_path / "in" / "a.jsonl", range(3))
    before = recipe(find(tmp_path / "in"))
    (tmp_path / "in" / "README.md").write_text("Papers", encoding="utf-8")
    assert recipe(find(tmp_path / "in")) != before


def test_the_versions_of_all_libraries_that_decide_count():
    project = tomllib.loads((Path(kg.__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {
        re.match(r"[\w.-]+", each)[0]
        for each in (*project["dependencies"], *project["optional-dependencies"]["parquet"])
    }
    passive = {"click", "filelock", "pyshacl", "rich", "threadpoolctl"}  # options, locks, checks, progress, threads
    assert set(LIBRARIES) == needed - passive


def test_a_report_is_given_back_as_it_was(tmp_path):
    report = Report(
        generator="kg-papers 1",
        inputs=({"path": "a.jsonl", "sha256": "0", "records": 2},),
        papers=1,
        problems=(
            Problem(Source("a:b.jsonl", line=3), "odd", "“why”", "raw \ud800", Effect.NOTED),
            Problem(Source("c.json", index=0), "missing"),
        ),
        concepts={"Method": 2},
        links={"uses": 1},
        relations={},
        files={"graph.json": 12},
        merges={"concept/CNN": (Merge("cnn", "vocabulary", 2, ("a", "b")), Merge("cnns", "definition", 1, ()))},
        refusals=(Refusal("DA", ("domain adaptation", "data assimilation"), "two meanings", ("a",)),),
        warnings=("large",),
    )
    output = tmp_path / "graph.json"
    output.touch()
    LastBuild(tmp_path, "recipe", [output]).remember(report)
    found = LastBuild(tmp_path, "recipe", [output]).report()
    assert found == report
    assert found.problems[0].effect is Effect.NOTED
    assert LastBuild(tmp_path, "another", [output]).report() is None
    assert LastBuild(None, "recipe", [output]).report() is None


def test_a_full_disk_is_no_reason_to_fail_when_all_is_written(tmp_path, texts, monkeypatch):
    def full(path, data):
        raise last_build.OutputError(path, "cannot be written (No space left on device)")

    write(tmp_path / "a.jsonl", range(10))
    with monkeypatch.context() as patch:
        patch.setattr(last_build, "write_bytes", full)
        assert build(tmp_path)
    assert build(tmp_path)
    assert not build(tmp_path)


PROGRAM = """
import sys
from kg.build import build
build(sys.argv[1], sys.argv[2], force=len(sys.argv) > 3)
print(sorted({"spacy", "onnxruntime"} & set(sys.modules)))
"""


def test_what_is_kept_or_unchanged_needs_neither_spacy_nor_onnx(tmp_path):
    (tmp_path / "a.jsonl").write_text(WITH_PROBLEMS, encoding="utf-8")
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "a.jsonl"), str(tmp_path / "out")]
    cwd = Path(kg.__file__).parent.parent
    told = [
        subprocess.run([*command, *more], cwd=cwd, capture_output=True, text=True, check=True).stdout
        for more in ([], [], ["force"])
    ]
    assert told == ["['onnxruntime', 'spacy']\n", "[]\n", "[]\n"]
