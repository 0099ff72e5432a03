"""``kg build`` and ``kg extract``: from papers to a graph."""

from __future__ import annotations

import json
import math
import sys
import time
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kg.cli.base import base_iri, generated_at, plain
from kg.cli.progress import JsonLog, on_terminal
from kg.errors import KgError
from kg.export import RDF_FORMATS
from kg.ids import BASE_IRI
from kg.model import Effect
from kg.stages import Stages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime

    from kg.model import Problem
    from kg.stages import Progress


def _a_number(ctx: click.Context, option: click.Parameter, value: float) -> float:
    if math.isnan(value):
        raise click.BadParameter("nan is no number between 0 and 1", ctx, option)
    return value


_MODEL = click.option(
    "--model",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of a trained tagger, as `kg train` writes it; the package's own if not given.",
)
_MIN_CONFIDENCE = click.option(
    "--min-confidence",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0, 1),
    callback=_a_number,
    help="Leave out concepts and relations of less confidence.",
)
_INCLUDE_REJECTED = click.option(
    "--include-rejected", is_flag=True, help="Read papers too that were rejected, withdrawn or retracted."
)
_JOBS = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    help="How many processes may share the work; as many as there are cores if not given.",
)
_STRICT = click.option(
    "--strict",
    is_flag=True,
    help="End with exit code 1 if any record was skipped, or not used as it stood; records of one paper that were merged "
    "are no problem.",
)


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("-o", "--out", default="exports", show_default=True, help="Folder to write to; made if it is not there.")
@click.option(
    "--base-iri",
    "base",
    default=BASE_IRI,
    show_default=True,
    callback=base_iri,
    help="IRI under which papers and concepts are named.",
)
@_MODEL
@_MIN_CONFIDENCE
@click.option(
    "--names",
    type=click.Path(path_type=Path),
    help="YAML or CSV file of rules that merge, split, rename, retype or drop concepts.",
)
@click.option(
    "--rdf",
    multiple=True,
    type=click.Choice(RDF_FORMATS),
    help="Write the RDF in this format too, besides Turtle; may be given more than once.",
)
@click.option("--store", is_flag=True, help="Write a store on disk too, which SPARQL asks without loading it.")
@_INCLUDE_REJECTED
@_JOBS
@click.option(
    "--keep/--no-keep",
    default=True,
    show_default=True,
    help="Keep what is extracted in a hidden folder of the outputs, so that a build goes on where an earlier one ended, "
    "and does nothing where nothing changed.",
)
@click.option("--force", is_flag=True, help="Build even if nothing changed since the last build.")
@click.option("--timings", is_flag=True, help="Write the time and memory of each stage to report.json.")
@click.option("--log-json", is_flag=True, help="Tell on standard error how far it is, one JSON object a line.")
@_STRICT
def build(  # noqa: PLR0917  # click gives all by name
    inputs: tuple[str, ...],
    out: str,
    base: str,
    model: Path | None,
    min_confidence: float,
    names: Path | None,
    rdf: tuple[str, ...],
    *,
    store: bool,
    include_rejected: bool,
    jobs: int | None,
    keep: bool,
    force: bool,
    timings: bool,
    log_json: bool,
    strict: bool,
) -> None:
    """Read papers from files and folders, find their concepts, and write graph, RDF, page and report."""
    from kg.build import build as build_graph  # noqa: PLC0415  # spaCy is loaded by the commands that extract
    from kg.report import summary  # noqa: PLC0415

    start = time.perf_counter()
    rest = "nothing was written" + "; the same command goes on with what is extracted by now" * keep
    with _telling(rest, log_json=log_json) as show:
        report = build_graph(
            inputs,
            out,
            base=base,
            generated_at=generated_at(),
            model=model,
            min_confidence=min_confidence,
            names=names,
            rdf=rdf,
            store=store,
            include_rejected=include_rejected,
            jobs=jobs,
            keep=keep,
            force=force,
            timings=timings,
            progress=show,
        )
    if since := report.unchanged_since:
        _tell_unchanged(since, log_json=log_json)
    click.echo(plain(summary(report)))
    click.echo(f"seconds   {time.perf_counter() - start:.1f}")
    if report.problems and not log_json:
        click.echo(f"{out}/report.json lists the problems", err=True)
    _end(report.problems, strict=strict)


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@_MODEL
@_MIN_CONFIDENCE
@_INCLUDE_REJECTED
@_JOBS
@_STRICT
def extract(
    inputs: tuple[str, ...],
    model: Path | None,
    min_confidence: float,
    *,
    include_rejected: bool,
    jobs: int | None,
    strict: bool,
) -> None:
    """Print what each paper says, one JSON object a line, in the order of the papers."""
    from kg.extract.collection import Papers, extract_each  # noqa: PLC0415
    from kg.extract.jsonl import to_dict  # noqa: PLC0415
    from kg.read import only_papers, read  # noqa: PLC0415

    problems: list[Problem] = []
    with _telling("not all papers were extracted", prints=True) as show, Papers() as papers:
        stages = Stages(show)
        with stages("read") as step:
            papers.extend(step.each(only_papers(read(inputs, include_rejected=include_rejected, jobs=jobs), problems)))
        with stages("extract", total=len(papers)) as step:
            extractions = extract_each(
                papers, model=model, jobs=jobs, least=min_confidence, problems=problems, step=step
            )
            with closing(extractions):
                for extraction in extractions:
                    click.echo(json.dumps(to_dict(extraction), ensure_ascii=False))
    for problem in problems:
        click.echo("kg: " + plain(f"{problem.source}: {problem.reason}; {problem.detail}".rstrip("; ")), err=True)
    _end(problems, strict=strict)


@contextmanager
def _telling(rest: str, *, log_json: bool = False, prints: bool = False) -> Iterator[Callable[[Progress], None]]:
    """Tell how far a command is, and what ends it before its time.

    Args:
        rest: What is said then.
        log_json: Whether JSON is told, to programs.
        prints: Whether the command prints meanwhile.
    """
    log = JsonLog() if log_json else None
    with ExitStack() as stack:
        show = log or stack.enter_context(on_terminal(prints=prints))
        try:
            yield show
        except KgError as error:
            if log is None:
                raise
            log.write("error", message=str(error))
            sys.exit(2)
        except (KeyboardInterrupt, SystemExit) as stop:
            code = 130 if isinstance(stop, KeyboardInterrupt) else stop.code
            stack.close()
            if log:
                log.write("interrupted", message=rest)
            else:
                click.echo(f"kg: interrupted; {rest}", err=True)
            sys.exit(code)


def _tell_unchanged(since: datetime, *, log_json: bool) -> None:
    """Say that nothing was built, since when."""
    if log_json:
        JsonLog().write("unchanged", since=since.isoformat())
    click.echo(f"unchanged nothing changed since {since:%Y-%m-%d %H:%M:%S}; --force builds it again")


def _end(problems: Iterable[Problem], *, strict: bool) -> None:
    if strict and any(problem.effect is not Effect.MERGED for problem in problems):
        sys.exit(1)
