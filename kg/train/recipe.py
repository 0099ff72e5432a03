"""The way from annotated papers to the folder of a trained tagger: learn → export → fit → score.

The folder holds the model's files, and under ``training/`` the checkpoint and the weights. PyTorch and what else training
needs is imported here, where it sets out.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from threadpoolctl import ThreadpoolController

from kg.errors import InputError, KgError, OutputError
from kg.extract.tagger.lexicon import load_lexicon
from kg.extract.tagger.model import load_model, load_settings, load_tokenizer
from kg.files import staging, writing
from kg.model import Paper
from kg.resources import model_folder
from kg.train.annotations import Annotated, abstract_only, read_annotations, read_lines
from kg.train.evaluate import evaluate
from kg.train.examples import example_of, share
from kg.train.fit import Fit, fit, make_cases, neutral_settings, save_settings
from kg.train.options import Options
from kg.train.standoff import Texts
from kg.train.tables import make_lexicon, make_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kg.extract.tagger.lexicon import Lexicon
    from kg.train.network import Tagger
    from kg.train.options import Progress
    from kg.train.scoring import Score

TRAINING, CHECKPOINT, WEIGHTS = "training", "checkpoint.pt", "weights.pt"
"""The folder inside of the model's that keeps the training, and its files."""

_SHIPPED = "concept_tagger"
_NEEDED = ("torch", "safetensors", "onnx")


@dataclass(frozen=True, slots=True)
class Trained:
    """The outcome of a training.

    Attributes:
        papers: How many papers were trained on.
        fit: What was fitted on the held-back papers; None where none were held back.
        score: The pipeline's score on the abstracts of these papers; None likewise.
    """

    papers: int
    fit: Fit | None
    score: Score | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What a training is made from.

    Attributes:
        data: Annotated papers.
        texts: Titles and abstracts by id, for annotations without them.
        extra: Further annotated papers for the first epochs; of papers held back none is taken.
        titles: Papers (JSON Lines with ``title``, and ``abstract`` and ``keywords`` where there are some) whose titles
            make the lexicon; the package's own lexicon where it is None.
        hold_out: The share of the papers, by a hash of their ids, that is held back to fit and to score.
        settings: Numbers of the last judgement that are taken as they are; fitted where it is None, if papers are held
            back, else those of the package's own model.
        start: Weights of an earlier training to start from; the published ones of MiniLM where it is None.
    """

    data: Sequence[Path]
    texts: Sequence[Path] = ()
    extra: Sequence[Path] = ()
    titles: Path | None = None
    hold_out: float = 0.15
    settings: Path | None = None
    start: Path | None = None


def train(
    sources: Sources,
    out: str | Path,
    *,
    options: Options | None = None,
    weights: Path | None = None,
    report: Callable[[Progress | str], None] = lambda _: None,
) -> Trained:
    """Train a tagger and write its folder. Called again after an interruption, it goes on where it was.

    Args:
        sources: What it is made from.
        out: The folder; made if it is not there.
        options: How the training goes.
        weights: Weights of a training that is done: these are exported and their numbers fitted, and nothing is trained.
        report: Called with what is done now, and how far it is.

    Raises:
        InputError: A source cannot be read, or too few papers are left to train on or to fit on.
        ModelError: The weights to start from cannot be used.
        OutputError: The folder cannot be written, or holds another training.
        KgError: PyTorch or what else training needs is not installed.
    """
    check_installed()
    out, options = Path(out), options or Options()
    papers = _Papers.of(sources)
    report(f"{len(papers.learned)} papers to train on, {len(papers.held_back)} held back")
    if weights is None:
        model = _learn(papers, sources.start, out / TRAINING, options, report)
    else:
        from kg.train.weights import load_tagger  # noqa: PLC0415 - needs PyTorch

        model = load_tagger(weights)
    with staging(out) as stage, ThreadpoolController().limit(limits=1):
        report("exporting")
        _export(model, papers, stage)
        fitted = _settings(sources.settings, papers.held_back, stage, report)
        score = None
        if papers.held_back:
            report("scoring the held-back papers")
            score = evaluate(map(abstract_only, papers.held_back), model=stage)
    return Trained(len(papers.learned), fitted, score)


def check_installed() -> None:
    """Make sure that what only training needs is there.

    Raises:
        KgError: It is not.
    """
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        message = f'training needs {", ".join(missing)}, which the extra brings: pip install "kg-papers[train]"'
        raise KgError(message)


@dataclass(frozen=True, slots=True)
class _Papers:
    learned: list[Annotated]
    held_back: list[Annotated]
    extra: list[Annotated]
    lexicon: Lexicon

    @classmethod
    def of(cls, sources: Sources) -> _Papers:
        texts = Texts.of_records(record for path in sources.texts for _, record in read_lines(path))
        records = read_annotations(sources.data, texts=texts)
        learned = [record for record in records if share(record.id) >= sources.hold_out]
        held_back = [record for record in records if share(record.id) < sources.hold_out]
        _check(sources, learned, held_back)
        lexicon = _lexicon(sources.titles, {record.id for record in records})
        unseen = {record.id for record in held_back}
        extra = [record for record in read_annotations(sources.extra, texts=texts) if record.id not in unseen]
        return cls(learned, held_back, extra, lexicon)


def _check(sources: Sources, learned: Sequence[Annotated], held_back: Sequence[Annotated]) -> None:
    name = ", ".join(map(str, sources.data))
    if not any(record.concepts for record in learned):
        raise InputError(name, "leaves no annotated paper to train on", "Hold back fewer papers, or give more")
    if sources.hold_out and sources.settings is None and not any(record.concepts for record in held_back):
        raise InputError(
            name,
            "leaves no annotated paper to fit on",
            "Hold back more papers, or none and take the settings of a model",
        )


def _lexicon(titles: Path | None, annotated: set[str]) -> Lexicon:
    """Load the package's own lexicon, or make one of papers other than those annotated."""
    if titles is None:
        return load_lexicon(model_folder(_SHIPPED) / "lexicon.npz")
    papers = (_titled(data) for _, data in read_lines(titles))
    lexicon = make_lexicon(paper for paper in papers if paper.id not in annotated)
    if not lexicon:
        raise InputError(titles, "has no phrase that enough titles share", "Name a file of more papers")
    return lexicon


def _titled(data: Mapping[str, Any]) -> Paper:
    title, abstract = (str(data.get(name) or "") for name in ("title", "abstract"))
    keywords = data.get("keywords")
    named = tuple(map(str, keywords)) if isinstance(keywords, list) else ()
    return Paper(id=str(data.get("id", "")), title=title, abstract=abstract, keywords=named)


def _learn(
    papers: _Papers, start: Path | None, folder: Path, options: Options, report: Callable[[Progress | str], None]
) -> Tagger:
    import torch  # noqa: PLC0415 - only where something is trained

    from kg.train.learn import Data, learn  # noqa: PLC0415
    from kg.train.network import Tagger  # noqa: PLC0415
    from kg.train.weights import load_published, load_tagger, published_weights  # noqa: PLC0415

    tokenizer = load_tokenizer(model_folder(_SHIPPED) / "tokenizer.json")
    torch.manual_seed(options.seed)
    if start is not None:
        model = load_tagger(start)
    else:
        start, model = published_weights(), Tagger()
        load_published(model, start)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(folder, f"cannot be made ({error.strerror})", "Name another folder") from error
    learn(
        model,
        Data.of(papers.learned, tokenizer, papers.lexicon),
        options,
        folder / CHECKPOINT,
        extra=Data.of(papers.extra, tokenizer, papers.lexicon) if papers.extra else None,
        origin=_origin(papers, start, options),
        report=report,
    )
    with writing(folder / WEIGHTS) as file:
        torch.save(model.state_dict(), file)
    return model


def _origin(papers: _Papers, start: Path, options: Options) -> str:
    """Give the fingerprint of all that decides what a training gives."""
    numbers = {name: value for name, value in asdict(options).items() if name not in ("threads", "save_every")}
    digest = sha256(json.dumps(numbers, sort_keys=True).encode())
    digest.update(start.read_bytes())
    for record in (*papers.learned, *papers.extra):
        digest.update(repr(record).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _export(model: Tagger, papers: _Papers, folder: Path) -> None:
    from kg.train.export import export  # noqa: PLC0415 - needs PyTorch

    export(model, folder)
    shutil.copyfile(model_folder(_SHIPPED) / "tokenizer.json", folder / "tokenizer.json")
    papers.lexicon.save(folder / "lexicon.npz")
    make_memory(map(example_of, papers.learned)).save(folder / "annotated.npz")
    save_settings(neutral_settings(), folder / "config.json")


def _settings(
    given: Path | None, held_back: Sequence[Annotated], folder: Path, report: Callable[[Progress | str], None]
) -> Fit | None:
    """Write the numbers of the last judgement: those given, those fitted, or those of the package's own model."""
    config = folder / "config.json"
    if given is not None or not held_back:
        save_settings(load_settings(given or model_folder(_SHIPPED) / "config.json"), config)
        return None
    report("fitting on the held-back papers")
    model = load_model(folder)
    fitted = fit(make_cases(held_back, model), model)
    save_settings(fitted.settings, config)
    return fitted
