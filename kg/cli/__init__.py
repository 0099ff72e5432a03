"""The command line: parses, calls the function of the same name, prints. One module a group of verbs."""

from __future__ import annotations

import click

from kg import __version__
from kg.cli import ask, make, names, serve, show, sparql, train, validate
from kg.cli.base import Commands


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kg")
def main() -> None:
    """Make a knowledge graph of papers and the methods, tasks, benchmarks and metrics they are about."""


for _section, _commands in {
    "Make a graph": (make.build, make.extract),
    "Ask it": (ask.search, show.show, ask.near, ask.related, ask.path, show.compare, sparql.sparql),
    "Look at it as a whole": (show.map_, show.trends, show.stats, names.names),
    "Share it": (validate.validate, serve.serve),
    "Train the tagger": (train.train, train.evaluate),
}.items():
    for _command in _commands:
        main.add(_command, section=_section)
