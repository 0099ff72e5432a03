"""The command line: parses, calls the function of the same name, prints."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from kg import __version__
from kg.errors import KgError
from kg.ids import BASE_IRI, check_base

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kg.model import Paper, Problem

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


class _Commands(click.Group):
    """Turns the library's errors into one message and exit code 2, and Ctrl-C into exit code 130."""

    def invoke(self, ctx: click.Context) -> Any:
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), _stop)
        try:
            return super().invoke(ctx)
        except KgError as error:
            click.echo(f"kg: {_plain(str(error))}", err=True)
            ctx.exit(2)
        except BrokenPipeError:
            raise
        except OSError as error:
            if error.filename is not None:
                raise
            click.echo(f"kg: cannot write the output ({error.strerror})", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("kg: interrupted; nothing was written", err=True)
            ctx.exit(130)


def _stop(number: int, frame: object) -> None:
    """End by an exception, so that what was begun is cleared away."""
    sys.exit(128 + number)


def _plain(text: str) -> str:
    """Make a text from outside harmless on a terminal."""
    return _CONTROL.sub("�", text)


def _progress(papers: Iterable[Paper]) -> Iterator[Paper]:
    from tqdm import tqdm  # noqa: PLC0415  # only commands that show progress pay for it

    yield from tqdm(papers, desc="papers", unit="", disable=None, leave=False)


def _generated_at() -> datetime | None:
    """Read SOURCE_DATE_EPOCH, the usual way to give reproducible builds a time."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not epoch:
        return None
    try:
        return datetime.fromtimestamp(int(epoch), tz=UTC)
    except (ValueError, OverflowError, OSError):
        message = f"SOURCE_DATE_EPOCH is {_plain(epoch)!r}, not a time in seconds since 1970"
        raise click.UsageError(message) from None


def _base_iri(ctx: click.Context, option: click.Parameter, value: str) -> str:
    try:
        return check_base(value)
    except ValueError as error:
        raise click.BadParameter(_plain(str(error)), ctx, option) from None


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kg")
def main() -> None:
    """Make a knowledge graph of papers and the methods, tasks, benchmarks and metrics they are about."""


@main.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("-o", "--out", default="exports", show_default=True, help="Folder to write to; made if it is not there.")
@click.option(
    "--base-iri",
    default=BASE_IRI,
    show_default=True,
    callback=_base_iri,
    help="IRI under which papers and concepts are named.",
)
@click.option("--strict", is_flag=True, help="End with exit code 1 if any record had a problem.")
def build(inputs: tuple[str, ...], out: str, base_iri: str, *, strict: bool) -> None:
    """Read papers from files and folders, find their concepts, and write graph, RDF, page and report."""
    from kg.build import build as build_graph  # noqa: PLC0415  # spaCy is loaded by the commands that extract
    from kg.report import summary  # noqa: PLC0415

    start = time.perf_counter()
    report = build_graph(inputs, out, base=base_iri, generated_at=_generated_at(), progress=_progress)
    click.echo(_plain(summary(report)))
    click.echo(f"seconds   {time.perf_counter() - start:.1f}")
    if report.problems:
        click.echo(f"{out}/report.json lists the problems", err=True)
        if strict:
            sys.exit(1)


@main.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--strict", is_flag=True, help="End with exit code 1 if any record had a problem.")
def extract(inputs: tuple[str, ...], *, strict: bool) -> None:
    """Print what each paper says, one JSON object a line."""
    from kg.extract import extract as extract_papers  # noqa: PLC0415
    from kg.extract.jsonl import to_dict  # noqa: PLC0415
    from kg.read import only_papers, read  # noqa: PLC0415

    problems: list[Problem] = []
    for extraction in extract_papers(_progress(only_papers(read(inputs), problems))):
        click.echo(json.dumps(to_dict(extraction), ensure_ascii=False))
    for problem in problems:
        click.echo("kg: " + _plain(f"{problem.source}: {problem.reason}; {problem.detail}".rstrip("; ")), err=True)
    if problems and strict:
        sys.exit(1)
