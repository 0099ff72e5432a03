import json
import sys

from kg.cli.train import evaluate
from kg.train.evaluate import PARTS
from kg.train.scoring import LEVELS
from kg.train.standoff import to_standoff
from tests.train.records import RECORDS


def test_evaluate_prints_figures_misses_and_calibration(run, gold):
    code, out, err = run("evaluate", gold, "--show", 2)
    assert (code, err) == (0, "")
    assert out.startswith("2 papers\nconcepts      P ")
    assert "role accuracy " in out
    assert "concepts by confidence: least, how many, right\n  0.3 " in out


def test_evaluate_gives_json(run, gold):
    code, out, _ = run("evaluate", gold, "--json", "--without", "tagger")
    score = json.loads(out)
    assert code == 0
    assert score["papers"] == 2
    assert score["concepts"]["gold"] == 8
    assert [row[0] for row in score["calibration"]["concepts"]] == list(LEVELS)
    assert all(isinstance(count, int) for _, count in score["missed"])


def test_evaluate_takes_annotations_apart_from_their_texts(run, gold, write):
    apart = write("apart.jsonl", map(to_standoff, RECORDS))
    texts = write(
        "texts.jsonl", [{name: record.get(name) for name in ("id", "title", "abstract")} for record in RECORDS]
    )
    assert run("evaluate", apart, "--texts", texts)[1] == run("evaluate", gold)[1]
    code, _, err = run("evaluate", apart)
    assert code == 2
    assert "apart.jsonl:1: is no annotated paper: there is no abstract of 'p1'" in err


def test_evaluate_can_score_what_a_training_holds_back(run, gold):
    assert run("evaluate", gold, "--hold-out", 0.0001)[1].startswith("0 papers")
    assert run("evaluate", gold, "--abstracts-only", "--hold-out", 0.9999)[1].startswith("2 papers")


def test_every_part_can_be_named():
    [option] = [option for option in evaluate.params if option.name == "without"]
    assert set(option.type.choices) == set(PARTS)


def test_evaluate_says_what_is_wrong_with_a_model(run, gold, tmp_path):
    code, _, err = run("evaluate", gold, "--model", tmp_path)
    assert code == 2
    assert "encoder.onnx: is missing" in err


def test_without_pytorch_training_says_what_to_install(run, gold, tmp_path, monkeypatch):
    for name in ("torch", "onnx"):
        monkeypatch.setitem(sys.modules, name, None)
    code, _, err = run("train", gold, "--out", tmp_path / "model")
    assert code == 2
    assert err.startswith("kg: training needs torch")
    assert err.endswith('pip install "kg-papers[train]"\n')
    assert err.count("\n") == 1
    assert not (tmp_path / "model").exists()


def test_too_few_papers_are_told(run, write, tmp_path, monkeypatch):
    monkeypatch.setattr("kg.train.recipe.check_installed", lambda: None)
    empty = write("gold.jsonl", [{"id": "p", "abstract": "Nothing.", "concepts": []}])
    code, _, err = run("train", empty, "--out", tmp_path / "model")
    assert code == 2
    assert "gold.jsonl: leaves no annotated paper to train on" in err
