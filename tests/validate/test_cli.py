import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from kg.cli.validate import validate
from tests.ontology.example import EXAMPLE


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Call the command in a folder of its own; give exit code, output and error output."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        result = CliRunner().invoke(validate, list(arguments))
        return result.exit_code, result.stdout, result.stderr

    return call


def test_what_conforms(run, tmp_path):
    (tmp_path / "exports").mkdir()
    (tmp_path / "exports" / "graph.ttl").write_text(EXAMPLE, encoding="utf-8")
    code, out, err = run()
    assert (code, err) == (0, "")
    assert out == run("exports/graph.ttl")[1]
    assert out.startswith("conforms: 2")


def test_what_does_not(run, tmp_path):
    spoilt = EXAMPLE.replace("kg:evaluatesOn <imagenet>", "kg:uses <imagenet>")
    (tmp_path / "a.ttl").write_text(spoilt, encoding="utf-8")
    code, out, err = run("a.ttl")
    assert (code, err) == (1, "")
    assert "link-type: kg:uses must lead to a kg:Method. Correct the concept's type, or the link.\n" in out
    assert "    <https://example.org/p1> kg:uses <https://example.org/imagenet>\n" in out
    assert out.splitlines()[-1].startswith("does not conform: 3 violations of 3 rules in 2")

    code, out, _ = run("a.ttl", "--json")
    report = json.loads(out)
    assert code == 1
    assert not report["conforms"]
    assert {one["rule"] for one in report["violations"]} == {"link-type", "link-evidence", "annotation-without-link"}
    assert set(report["violations"][0]) == {"rule", "node", "path", "value", "message"}


def test_it_loads_neither_spacy_nor_onnx(tmp_path):
    (tmp_path / "a.ttl").write_text(EXAMPLE, encoding="utf-8")
    code = (
        "import sys; from kg.validate import validate; assert validate(sys.argv[1]).conforms; "
        "assert not {'spacy', 'onnxruntime', 'torch'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "a.ttl")], check=True)
