"""``kg train`` and ``kg evaluate``: a tagger from annotated papers, and how well the pipeline does on them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kg.cli.base import plain

if TYPE_CHECKING:
    from kg.train.options import Progress
    from kg.train.recipe import Trained
    from kg.train.scoring import Score

_FILE = click.Path(path_type=Path)
_PARTS = ("tagger", "vocabulary", "rules", "abbreviations")
_SHARE = click.FloatRange(0, 1, max_open=True)
_RATE = click.FloatRange(0, 1, min_open=True)


@click.command()
@click.argument("gold", nargs=-1, required=True, type=_FILE, metavar="GOLD...")
@click.option("--texts", multiple=True, type=_FILE, help="Papers with title and abstract, if GOLD has none.")
@click.option("--model", type=_FILE, help="Folder of a trained tagger; the package's own if not given.")
@click.option("--without", multiple=True, type=click.Choice(_PARTS), help="Leave a part of the pipeline out.")
@click.option("--hold-out", type=_SHARE, help="Only the papers that `kg train --hold-out` of this share holds back.")
@click.option("--abstracts-only", is_flag=True, help="Without titles and what only they name.")
@click.option("--show", default=10, show_default=True, help="How many frequent misses and wrong finds to list.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def evaluate(
    gold: tuple[Path, ...],
    texts: tuple[Path, ...],
    model: Path | None,
    without: tuple[str, ...],
    *,
    hold_out: float | None,
    show: int,
    abstracts_only: bool,
    as_json: bool,
) -> None:
    """Score the pipeline on annotated papers: concepts, roles, relations, and how far confidence can be trusted."""
    from kg.train.annotations import abstract_only, read_annotations, read_lines  # noqa: PLC0415
    from kg.train.evaluate import evaluate as evaluate_pipeline  # noqa: PLC0415
    from kg.train.examples import share  # noqa: PLC0415
    from kg.train.standoff import Texts  # noqa: PLC0415

    known = Texts.of_records(record for path in texts for _, record in read_lines(path))
    papers = [p for p in read_annotations(gold, texts=known) if hold_out is None or share(p.id) < hold_out]
    score = evaluate_pipeline(
        map(abstract_only, papers) if abstracts_only else papers, model=model, without=sorted(set(without))
    )
    if as_json:
        click.echo(json.dumps({"papers": len(papers), **_as_json(score, show)}, ensure_ascii=False))
    else:
        click.echo(f"{len(papers)} papers")
        _print(score, show)


@click.command()
@click.argument("data", nargs=-1, required=True, type=_FILE, metavar="DATA...")
@click.option("-o", "--out", required=True, type=_FILE, help="Folder to write to; made if it is not there.")
@click.option("--texts", multiple=True, type=_FILE, help="Papers with title and abstract, if DATA has none.")
@click.option("--extra", multiple=True, type=_FILE, help="Annotated papers that the first epochs are over instead.")
@click.option("--titles", type=_FILE, help="Papers whose titles make the lexicon; the package's own if not given.")
@click.option("--hold-out", default=0.15, show_default=True, type=_SHARE, help="Share to fit and to score on.")
@click.option("--settings", type=_FILE, help="A model's config.json to take instead of fitting one.")
@click.option("--start", type=_FILE, help="Weights of an earlier training to start from; MiniLM if not given.")
@click.option("--export-only", "weights", type=_FILE, help="Weights to export and to fit, without training.")
@click.option("--epochs", default=4, show_default=True, type=click.IntRange(1), help="Passes over the papers.")
@click.option("--extra-epochs", default=1, show_default=True, type=click.IntRange(0), help="Of them, over --extra.")
@click.option("--batch", default=8, show_default=True, type=click.IntRange(1), help="Papers at a time.")
@click.option("--rate", default=1.5e-4, show_default=True, type=_RATE, help="Learning rate of the encoder.")
@click.option("--head-rate", default=1e-3, show_default=True, type=_RATE, help="Learning rate of the heads.")
@click.option("--flat", is_flag=True, help="Let the rates not fall to the end.")
@click.option("--seed", default=1, show_default=True, help="Of everything left to chance.")
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1), help="Of PyTorch.")
def train(data: tuple[Path, ...], out: Path, weights: Path | None, **chosen: Any) -> None:
    """Train a tagger on annotated papers; called again after an interruption, it goes on where it was."""
    from kg.train.options import Options  # noqa: PLC0415
    from kg.train.recipe import Sources  # noqa: PLC0415
    from kg.train.recipe import train as train_tagger  # noqa: PLC0415

    decay = not chosen.pop("flat")
    numbers = {
        name: chosen.pop(name) for name in ("epochs", "extra_epochs", "batch", "rate", "head_rate", "seed", "threads")
    }
    sources = Sources(data=data, **chosen)
    try:
        trained = train_tagger(sources, out, options=Options(**numbers, decay=decay), weights=weights, report=_report)
    except KeyboardInterrupt:
        click.echo("kg: interrupted; the same command goes on from the last checkpoint", err=True)
        sys.exit(130)
    _print_outcome(trained, out)


def _report(step: Progress | str) -> None:
    if isinstance(step, str):
        click.echo(step, err=True)
        return
    losses = "  ".join(f"{name} {loss:.3f}" for name, loss in step.losses.items())
    minutes, seconds = divmod(round(step.seconds_left), 60)
    place = f"epoch {step.epoch}/{step.epochs}  batch {step.batch}/{step.batches}"
    click.echo(f"{place}  {losses}  {minutes}:{seconds:02} left", err=True)


def _print_outcome(trained: Trained, out: Path) -> None:
    if trained.fit:
        tally = trained.fit.concepts
        click.echo(f"names to be judged hold {trained.fit.reach:.3f} of the concepts, types aside")
        figures = f"P {tally.precision:.3f}  R {tally.recall:.3f}  F1 {tally.f1:.3f}"
        click.echo(f"the tagger alone, cross-validated:  {figures}")
    if trained.score:
        click.echo("the pipeline, on the held-back papers that its numbers were fitted on:")
        _print(trained.score, 0)
    click.echo(plain(f"{out} holds the model; use it with: kg build --model {out}"))


def _print(score: Score, show: int) -> None:
    for name, figure in score.figures().items():
        click.echo(f"{name:14}{_row(figure)}")
    for name in ("concepts", "relations"):
        click.echo(f"{name} by confidence: least, how many, right")
        for level, count, right in score.calibration(name):
            click.echo(f"  {level:.1f}  {count:6}  {right:.3f}")
    for title, counts in (("missed", score.missed), ("wrong", score.wrong)):
        if show > 0 and counts:
            click.echo(f"{title} most often")
            for name, count in counts.most_common(show):
                click.echo(plain(f"  {count:4}  {name}"))


def _row(figure: dict[str, float] | float | None) -> str:
    if isinstance(figure, dict):
        return "  ".join(f"{name} {value:{'' if name == 'gold' else '.3f'}}" for name, value in figure.items())
    return "–" if figure is None else f"{figure:.3f}"


def _as_json(score: Score, show: int) -> dict[str, Any]:
    return {
        **score.figures(),
        "calibration": {name: score.calibration(name) for name in ("concepts", "relations")},
        "missed": score.missed.most_common(max(show, 0)),
        "wrong": score.wrong.most_common(max(show, 0)),
    }
