"""``kg validate``: whether RDF keeps to the ontology."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from kg.cli.base import plain
from kg.cli.progress import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kg.validate.report import Step


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE...]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every violation.")
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="NUMBER",
    help="At most so many nodes a message.",
)
def validate(files: tuple[str, ...], limit: int, *, as_json: bool) -> None:
    """Check RDF against the ontology's shapes (SHACL); the graph in exports where no file is named.

    FILE is RDF in any syntax, plain or gzipped, or a folder that kg build wrote; several are checked as one graph.
    Exit code 1 says that it does not conform.
    """
    from kg.validate import validate as validate_files  # noqa: PLC0415  # pyoxigraph takes a while to load

    report = validate_files(files or ("exports",), progress=_progress)
    if as_json:
        click.echo(json.dumps(report.to_dict(), ensure_ascii=False, indent=1))
    else:
        click.echo(plain(report.to_text(limit=limit)))
    if not report.conforms:
        sys.exit(1)


def _progress(steps: Iterable[Step]) -> Iterator[Step]:
    return shown(steps, "validate", "checks")
