import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import kg
from kg.cli import main

PAPERS = '{"id": "a", "title": "FastNet", "abstract": "We propose FastNet."}\n{"id": "b", "abstract": "LLMs (large language models) help."}\n'


@pytest.fixture
def run():
    """Call the command; give exit code, output and error output."""

    def call(*arguments):
        result = CliRunner().invoke(main, [str(argument) for argument in arguments])
        return result.exit_code, result.stdout, result.stderr

    return call


@pytest.fixture
def papers(tmp_path):
    path = tmp_path / "papers.jsonl"
    path.write_text(PAPERS, encoding="utf-8")
    return path


def test_help_and_version(run):
    code, out, _ = run("--help")
    assert code == 0
    assert all(command in out for command in main.commands)
    assert run("--version")[1] == f"kg, version {kg.__version__}\n"


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_has_help(run, command):
    code, out, _ = run(command, "--help")
    assert code == 0
    assert " ".join(main.commands[command].help.split()) in " ".join(out.split())


def test_build_writes_more_formats_and_a_store(run, papers, tmp_path):
    code, out, err = run("build", papers, "--out", tmp_path / "out", "--rdf", "nt", "--rdf", "jsonld.gz", "--store")
    assert (code, err) == (0, "")
    assert {"graph.ttl", "graph.nt", "graph.jsonld.gz", "store"} < {path.name for path in (tmp_path / "out").iterdir()}
    assert "graph.nt (" in out
    assert "graph.jsonld.gz (" in out


def test_build_names_the_formats_it_knows(run, papers, tmp_path):
    code, _, err = run("build", papers, "--out", tmp_path / "out", "--rdf", "n3")
    assert code == 2
    assert "'n3' is not one of 'ttl', 'nt', 'jsonld', 'rdf', 'trig'" in err
    assert not (tmp_path / "out").exists()


def test_build_writes_the_outputs_and_closes_with_a_summary(run, papers, tmp_path):
    code, out, err = run("build", papers, "--out", tmp_path / "out")
    assert (code, err) == (0, "")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        ".kg",
        "graph.json",
        "graph.ttl",
        "graph.html",
        "report.json",
    }
    assert out.splitlines()[0] == "read 2 papers"
    assert "concepts  2: 2 Method, 0 Task, 0 Benchmark, 0 Metric" in out
    assert "graph.html (" in out
    assert "seconds" in out.splitlines()[-1]


def test_a_page_that_cannot_hold_all_is_told(run, papers, tmp_path, monkeypatch):
    monkeypatch.setattr("kg.export.page.LARGE", 1)
    code, out, _ = run("build", papers, "--out", tmp_path / "out", "--strict")
    assert code == 0
    assert [line for line in out.splitlines() if line.startswith("warning   ")] == [
        f"warning   {warning}"
        for warning in json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))["warnings"]
    ]
    assert "warning   the page is large" in out


def test_problems_are_counted_and_strict_makes_them_fatal(run, papers, tmp_path):
    with papers.open("a", encoding="utf-8") as file:
        file.write('{"id": "c"}\nnot json\n')
    code, out, _ = run("build", papers, "--out", tmp_path / "out")
    assert code == 0
    assert out.splitlines()[0] == "read 2 papers, skipped 2 (1 malformed JSON, 1 no title or abstract)"
    assert run("build", papers, "--out", tmp_path / "out", "--strict")[0] == 1
    assert (tmp_path / "out" / "graph.json").exists()


def test_merged_records_are_told_and_are_no_loss(run, papers, tmp_path):
    with papers.open("a", encoding="utf-8") as file:
        file.write(PAPERS.splitlines()[0] + "\n")
    code, out, _ = run("build", papers, "--out", tmp_path / "out", "--strict")
    assert (code, out.splitlines()[0]) == (0, "read 2 papers, 1 merged")
    with papers.open("a", encoding="utf-8") as file:
        file.write('{"id": "c", "title": "On Graphs", "year": "in press"}\n')
    code, out, _ = run("build", papers, "--out", tmp_path / "out", "--strict")
    assert (code, out.splitlines()[:2]) == (1, ["read 3 papers, 1 merged", "noted     1 year not understood"])


@pytest.mark.parametrize("command", ["build", "extract"])
def test_what_was_taken_back_is_read_if_wanted(run, papers, tmp_path, command):
    with papers.open("a", encoding="utf-8") as file:
        file.write('{"id": "c", "title": "[RETRACTED] On Graphs", "abstract": "We propose GraphNet."}\n')
    out = ("--out", tmp_path / "out") if command == "build" else ()
    _, told, err = run(command, papers, *out)
    assert "read 2 papers, skipped 1 (1 retracted)" in told or "papers.jsonl:3: retracted" in err
    _, told, err = run(command, papers, "--include-rejected", *out)
    assert "read 3 papers" in told or len(told.splitlines()) == 3
    assert "retracted" not in told + err or command == "extract"


def test_extract_prints_a_line_a_paper(run, papers):
    code, out, err = run("extract", papers)
    assert (code, err) == (0, "")
    records = [json.loads(line) for line in out.splitlines()]
    assert [record["id"] for record in records] == ["a", "b"]
    assert records[0]["concepts"][0]["role"] == "introduces"
    assert set(records[0]) == {"id", "concepts", "relations"}


def test_extract_says_what_was_wrong(run, papers):
    papers.write_text(PAPERS + '{"id": "c"}\n', encoding="utf-8")
    code, out, err = run("extract", papers, "--strict")
    assert (code, len(out.splitlines())) == (1, 2)
    assert "papers.jsonl:3" in err


def list_without_abstracts(path):
    path.write_text("ICML 2025 papers\n\n", encoding="utf-8")


BAD_INPUTS = {
    "missing.txt": lambda path: None,
    "empty.txt": lambda path: path.write_bytes(b""),
    "folder": lambda path: path.mkdir(),
    "image.png": lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256))),
    "paper.pdf": lambda path: path.write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"),
    "prose.txt": lambda path: path.write_text("Just a line of prose.\n", encoding="utf-8"),
    "odd.txt": lambda path: path.write_bytes(b"ICML 2025 papers\n\nWe \x81\x8d\x8f propose \x90\x9d nets.\n"),
    "heading.txt": list_without_abstracts,
    "columns.csv": lambda path: path.write_text("name;size\nx;3\n", encoding="utf-8"),
}


@pytest.mark.parametrize("command", ["build", "extract"])
@pytest.mark.parametrize("name", BAD_INPUTS)
def test_bad_input_is_named_and_leaves_nothing(run, tmp_path, monkeypatch, command, name):
    monkeypatch.chdir(tmp_path)
    BAD_INPUTS[name](tmp_path / name)
    before = sorted(tmp_path.iterdir())
    code, out, err = run(command, name)
    assert (code, out) == (2, "")
    assert err.startswith("kg: ")
    assert name in err
    assert len(err.splitlines()) == 1
    assert err.count(". ") >= 1  # what was found, then what to do
    assert sorted(tmp_path.iterdir()) == before


def test_a_csv_names_the_columns_it_has_and_those_it_needs(run, tmp_path):
    BAD_INPUTS["columns.csv"](tmp_path / "columns.csv")
    _, _, err = run("build", tmp_path / "columns.csv")
    assert all(word in err for word in ("name", "size", "abstract", "title"))


def test_json_cut_in_the_middle_keeps_what_came_before(run, tmp_path):
    (tmp_path / "cut.json").write_text(
        '[{"id": "a", "abstract": "We propose FastNet."}, {"id": "b", "abst', encoding="utf-8"
    )
    code, out, _ = run("build", tmp_path / "cut.json", "--out", tmp_path / "out")
    assert code == 0
    assert out.startswith("read 1 paper, skipped 1 (")


def test_two_records_with_one_id_are_both_kept(run, tmp_path):
    records = [{"id": "a", "abstract": "We propose FastNet."}, {"id": "a", "abstract": "We propose SlowNet."}]
    (tmp_path / "twice.json").write_text(json.dumps(records), encoding="utf-8")
    _, out, _ = run("extract", tmp_path / "twice.json")
    ids = [json.loads(line)["id"] for line in out.splitlines()]
    assert len(set(ids)) == 2
    assert ids[0] == "a"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_refused(run, papers, tmp_path):
    (tmp_path / "locked").mkdir(mode=0o500)
    code, _, err = run("build", papers, "--out", tmp_path / "locked")
    assert code == 2
    assert "locked" in err


def test_an_output_that_cannot_be_a_folder_is_refused(run, papers, tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    code, _, err = run("build", papers, "--out", tmp_path / "file" / "below")
    assert code == 2
    assert "file" in err
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", ["build", "extract"])
def test_an_output_that_is_full_is_no_traceback(papers, tmp_path, command):
    arguments = [sys.executable, "-m", "kg", command, str(papers)]
    arguments += ["--out", str(tmp_path / "out")] if command == "build" else []
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        result = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr.startswith("kg: cannot write the output")


def test_an_empty_name_is_not_here(run, papers):
    for arguments in (("build", ""), ("build", papers, "--out", "")):
        code, _, err = run(*arguments)
        assert code == 2
        assert "empty" in err


@pytest.mark.parametrize("epoch", ["99999999999999", "abc", "-x"])
def test_a_source_date_that_is_none_is_refused(run, papers, tmp_path, monkeypatch, epoch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    code, _, err = run("build", papers, "--out", tmp_path / "out")
    assert code == 2
    assert "SOURCE_DATE_EPOCH" in err


def test_the_source_date_is_in_the_rdf(run, papers, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    run("build", papers, "--out", tmp_path / "out")
    assert "2023-11-14T22:13:20" in (tmp_path / "out" / "graph.ttl").read_text(encoding="utf-8")


def test_outputs_inside_the_inputs_are_not_read(run, papers, tmp_path):
    for folder in (tmp_path, tmp_path / "graph"):
        for _ in range(2):
            code, out, _ = run("build", papers.parent, "--out", folder, "--force")
            assert code == 0
            assert out.startswith("read 2 papers\n")
        for name in ("graph.json", "graph.ttl", "graph.html", "report.json"):
            (folder / name).unlink()


def test_control_characters_do_not_reach_the_terminal(run, tmp_path):
    (tmp_path / "evil.json").write_text(
        '[{"id": "\\u001b[31m"}, {"id": "b", "abstract": "We propose FastNet."}]', encoding="utf-8"
    )
    _, out, err = run("extract", tmp_path / "evil.json")
    assert "\x1b" not in out + err


def test_a_base_iri_that_is_none_is_refused(run, papers, tmp_path):
    code, _, err = run("build", papers, "--out", tmp_path / "out", "--base-iri", "not an iri")
    assert code == 2
    assert "not an iri" in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)],
)
def test_a_build_that_is_stopped_leaves_nothing_behind(tmp_path, number, code):
    lines = (f'{{"id": "{n}", "abstract": "We propose Net-{n}X on CIFAR-10."}}\n' for n in range(20000))
    (tmp_path / "many.jsonl").write_text("".join(lines), encoding="utf-8")
    # Where the tests run in the background SIGINT is ignored, and children inherit that.
    program = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); import kg.cli; kg.cli.main()"
    command = [sys.executable, "-c", program, "build", "many.jsonl", "--out", "out"]
    environment = {**os.environ, "PYTHONPATH": str(Path(kg.__file__).parent.parent)}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True) as process:
        while not (tmp_path / "out").exists() and process.poll() is None:
            time.sleep(0.05)
        time.sleep(0.3)
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert err == "kg: interrupted; nothing was written; the same command goes on with what is extracted by now\n"
    assert not (tmp_path / "out").exists()


def test_commands_that_do_not_extract_do_not_load_spacy():
    code = "import sys, kg.cli; kg.cli.main(['--help'], standalone_mode=False); sys.exit('spacy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_rules_on_names_change_the_graph_and_one_that_changes_nothing_is_reported(run, papers, tmp_path):
    rules = tmp_path / "names.yaml"
    rules.write_text(
        "- {action: rename, name: LLM, to: language model of size}\n- {action: drop, name: nowhere}\n", encoding="utf-8"
    )
    code, out, _ = run("build", papers, "--out", tmp_path / "out", "--names", rules)
    assert (code, "1 rule on names changes nothing" in out) == (0, True)
    assert kg.load(tmp_path / "out").find("LLMs") == ["concept/language_model_of_size"]
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    [problem] = report["problems"]["list"]
    assert (problem["source"], problem["detail"]) == ("names.yaml:2", "no concept goes by the name 'nowhere'")
