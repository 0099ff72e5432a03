import json
import shutil

import pytest

from kg.extract import confident, parallel
from kg.graph import load_graph
from kg.model import ConceptType, Extraction, Paper, PaperConcept, PaperRelation, Relation, Role
from kg.resources import model_folder
from tests.builds import write

ABSTRACT = (
    "We propose FastNet, a graph neural network for node classification. It outperforms GraphSAGE on the Cora dataset, "
    "and sampling of neighbours makes it fast."
)


@pytest.fixture
def papers(tmp_path):
    path = tmp_path / "papers.jsonl"
    path.write_text(json.dumps({"id": "a", "title": "FastNet", "abstract": ABSTRACT}) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def found(run, papers):
    """Extract with some options; give confidences of concepts by label, and of relations by their parts."""

    def call(*arguments):
        code, out, err = run("extract", papers, *arguments)
        assert (code, err) == (0, "")
        [record] = map(json.loads, out.splitlines())
        concepts = {concept["label"]: concept["confidence"] for concept in record["concepts"]}
        return concepts, {(r["head"], r["type"], r["tail"]): r["confidence"] for r in record["relations"]}

    return call


@pytest.fixture
def strict_model(tmp_path):
    """The package's model with thresholds that nothing reaches."""
    folder = tmp_path / "strict"
    shutil.copytree(model_folder("concept_tagger"), folder)
    config = folder / "config.json"
    settings = json.loads(config.read_text(encoding="utf-8"))
    config.write_text(json.dumps({**settings, "threshold": 1.0, "relation_threshold": 1.0}), encoding="utf-8")
    return folder


def test_another_model_finds_other_concepts(found, strict_model):
    concepts, relations = found()
    assert {"FastNet", "graph neural network", "node classification", "GraphSAGE", "Cora"} <= set(concepts)
    assert ("FastNet", "outperforms", "GraphSAGE") in relations
    by_rules, none = found("--model", strict_model)
    assert "FastNet" in by_rules
    assert max(by_rules.values()) < min(concepts[label] for label in concepts.keys() & by_rules.keys())
    assert none == {}
    assert found("--model", model_folder("concept_tagger")) == (concepts, relations)


def test_a_graph_tells_which_model_it_was_built_with(run, papers, tmp_path, strict_model):
    assert run("build", papers, "--out", tmp_path / "own")[0] == 0
    assert run("build", papers, "--out", tmp_path / "other", "--model", strict_model)[0] == 0
    own, other = (load_graph(tmp_path / name / "graph.json") for name in ("own", "other"))
    relations = {relation.value for relation in Relation}
    assert {kind for _, _, kind in own.edges(keys=True)} & relations
    assert all(not data["statements"] for _, _, kind, data in other.edges(keys=True, data=True) if kind in relations)
    assert other.graph["process"]["model"]["path"] == "strict"
    assert other.graph["process"]["model"]["sha256"] != own.graph["process"]["model"]["sha256"]


@pytest.mark.parametrize("command", ["build", "extract"])
def test_a_folder_without_a_model_is_told_in_one_line(run, papers, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    for folder in ("empty", "nowhere"):
        code, out, err = run(command, papers, "--model", folder)
        assert (code, out) == (2, "")
        assert (
            err
            == f"kg: {folder}/encoder.onnx: is missing. Name a folder with a trained tagger, or install kg-papers again.\n"
        )
    assert not (tmp_path / "exports").exists()


@pytest.mark.parametrize(
    "name", ["encoder.onnx", "heads.npz", "tokenizer.json", "lexicon.npz", "annotated.npz", "config.json"]
)
def test_a_model_with_a_broken_file_is_told_in_one_line(run, papers, strict_model, name):
    (strict_model / name).write_bytes(b"broken")
    code, out, err = run("extract", papers, "--model", strict_model)
    assert (code, out) == (2, "")
    assert err.startswith(f"kg: {strict_model / name}: ")
    assert err.count("\n") == 1


def test_min_confidence_keeps_what_is_sure_enough(found):
    concepts, relations = found()
    least = max(concepts.values())
    sure = {label: confidence for label, confidence in concepts.items() if confidence >= least}
    assert 0 < len(sure) < len(concepts)
    assert found("--min-confidence", least) == (
        sure,
        {
            (head, kind, tail): confidence
            for (head, kind, tail), confidence in relations.items()
            if confidence >= least and {head, tail} <= set(sure)
        },
    )
    assert found("--min-confidence", 0) == (concepts, relations)


def test_min_confidence_goes_for_the_graph_too(run, papers, tmp_path, found):
    least = 0.8
    concepts, relations = found("--min-confidence", least)
    assert run("build", papers, "--out", tmp_path / "out", "--min-confidence", least)[0] == 0
    graph = load_graph(tmp_path / "out" / "graph.json")
    assert graph.graph["process"]["parameters"] == {"min_confidence": least}
    [paper] = [node for node, data in graph.nodes(data=True) if data["kind"] == "paper"]
    assert len(graph.out_edges(paper)) == len(concepts)
    stated = [(kind, s) for _, _, kind, data in graph.edges(keys=True, data=True) for s in data.get("statements", ())]
    assert sorted(kind for kind, _ in stated) == sorted(kind for _, kind, _ in relations)
    assert all(statement["confidence"] >= least for _, statement in stated)


@pytest.mark.parametrize("number", ["-0.1", "1.01", "nan", "much"])
def test_a_confidence_that_is_none_is_refused(run, papers, number):
    code, out, err = run("extract", papers, "--min-confidence", number)
    assert (code, out) == (2, "")
    assert "--min-confidence" in err


def test_a_relation_that_loses_an_end_goes_with_it():
    def concept(label, confidence):
        return PaperConcept(label, ConceptType.METHOD, Role.USES, (label,), (), confidence)

    def relation(head, tail, confidence):
        return PaperRelation(head, Relation.BASED_ON, tail, 0, confidence)

    extraction = Extraction(
        Paper(id="p"),
        concepts=(concept("A", 0.9), concept("B", 0.5), concept("C", 0.49)),
        relations=(relation("A", "B", 0.5), relation("A", "C", 0.9), relation("C", "A", 0.9), relation("B", "A", 0.4)),
    )
    kept = confident(extraction, 0.5)
    assert [one.label for one in kept.concepts] == ["A", "B"]
    assert kept.relations == (relation("A", "B", 0.5),)
    assert confident(extraction, 0.0) is extraction


def test_extraction_is_shared_by_processes_and_comes_in_the_order_of_the_papers(run, tmp_path, texts):
    papers = write(tmp_path / "many.jsonl", range(60), p1="slow", p20="odd")
    alone, shared = (run("extract", papers, "--jobs", jobs) for jobs in (1, 3))
    assert alone == shared
    code, out, err = shared
    assert code == 0
    assert [json.loads(line)["id"] for line in out.splitlines()] == [f"p{n}" for n in range(60) if n != 20]
    assert err == "kg: many.jsonl:21: extraction failed; it is odd\n"
    assert run("extract", papers, "--strict")[0] == 1


def test_extraction_that_is_interrupted_says_so_and_ends_its_processes(run, tmp_path, texts, monkeypatch):
    started = []

    class Watched(parallel.Workers):
        def extract(self, texts):
            started.append(self)
            yield next(super().extract(texts))
            raise KeyboardInterrupt

    monkeypatch.setattr("kg.extract.collection.Workers", Watched)
    code, out, err = run("extract", write(tmp_path / "many.jsonl", range(60)), "--jobs", 2)
    assert (code, err) == (130, "kg: interrupted; not all papers were extracted\n")
    assert 0 < len(out.splitlines()) < 60
    assert all(process.ended for process in started[0]._processes)


def test_a_build_with_nothing_to_do_says_so_and_ends_as_before(run, tmp_path, texts):
    papers = write(tmp_path / "many.jsonl", range(20), p3="odd")
    command = ("build", papers, "--out", tmp_path / "out")
    code, told, err = run(*command)
    assert (code, "problems" in err, "unchanged" in told) == (0, True, False)
    again = run(*command)
    assert (again[0], again[2]) == (code, err)
    first, *rest = again[1].splitlines()
    assert first.startswith("unchanged nothing changed since 20")
    assert first.endswith("; --force builds it again")
    assert rest[:-1] == [line for line in told.splitlines() if not line.startswith(("stages", "memory", "seconds"))]
    assert [run(*command, "--strict")[0], run(*command, "--force", "--strict")[0]] == [1, 1]
    assert "unchanged" not in run(*command, "--force")[1]
    code, _, err = run(*command, "--log-json")
    [event] = map(json.loads, err.splitlines())
    assert (code, event["event"], event["since"][:2]) == (0, "unchanged", "20")
