"""``kg build`` and ``kg extract``: from papers to a graph."""

from __future__ import annotations

import json
import math
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kg.cli.base import base_iri, generated_at, plain, progress
from kg.export import RDF_FORMATS
from kg.ids import BASE_IRI

if TYPE_CHECKING:
    from kg.model import Problem


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
@click.option("--strict", is_flag=True, help="End with exit code 1 if any record had a problem.")
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
    strict: bool,
) -> None:
    """Read papers from files and folders, find their concepts, and write graph, RDF, page and report."""
    from kg.build import build as build_graph  # noqa: PLC0415  # spaCy is loaded by the commands that extract
    from kg.report import summary  # noqa: PLC0415

    start = time.perf_counter()
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
        progress=progress,
    )
    click.echo(plain(summary(report)))
    click.echo(f"seconds   {time.perf_counter() - start:.1f}")
    if report.problems:
        click.echo(f"{out}/report.json lists the problems", err=True)
        if strict:
            sys.exit(1)


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@_MODEL
@_MIN_CONFIDENCE
@click.option("--strict", is_flag=True, help="End with exit code 1 if any record had a problem.")
def extract(inputs: tuple[str, ...], model: Path | None, min_confidence: float, *, strict: bool) -> None:
    """Print what each paper says, one JSON object a line."""
    from kg.extract import extract as extract_papers  # noqa: PLC0415
    from kg.extract import make_pipeline  # noqa: PLC0415
    from kg.extract.jsonl import to_dict  # noqa: PLC0415
    from kg.read import only_papers, read  # noqa: PLC0415

    problems: list[Problem] = []
    papers = progress(only_papers(read(inputs), problems))
    for extraction in extract_papers(papers, nlp=make_pipeline(model=model), min_confidence=min_confidence):
        click.echo(json.dumps(to_dict(extraction), ensure_ascii=False))
    for problem in problems:
        click.echo("kg: " + plain(f"{problem.source}: {problem.reason}; {problem.detail}".rstrip("; ")), err=True)
    if problems and strict:
        sys.exit(1)
