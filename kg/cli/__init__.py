"""The command line: parses, calls the function of the same name, prints. One module a group of verbs."""

from __future__ import annotations

import click

from kg import __version__
from kg.cli import make
from kg.cli.base import Commands


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kg")
def main() -> None:
    """Make a knowledge graph of papers and the methods, tasks, benchmarks and metrics they are about."""


for _command in (make.build, make.extract):
    main.add_command(_command)
