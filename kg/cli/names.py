"""``kg names``: how a concept came by its names."""
# ruff: noqa: PLC0415  # kg --help should not wait for NetworkX

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kg.cli.options import as_json, deliver, drawn, forms, graph_option, name_argument, opened

if TYPE_CHECKING:
    from kg.cli.terminal import Screen
    from kg.query.namings import Naming


@click.command()
@name_argument
@graph_option
@forms("json")
def names(name: str, folder: str, form: str | None, out: str | None) -> None:
    """Say how a concept came by its names. What was merged, by which rule, in which papers; and what was left apart."""
    from kg.model import ConceptType
    from kg.query.namings import naming_of

    graph = opened(folder)
    node = graph.resolve(name, kinds=list(ConceptType))
    place = Path(folder)
    naming = naming_of(graph.nx, node, (place if place.is_dir() else place.parent) / "report.json")
    deliver(form, out, text=lambda: drawn(_show, naming), json=lambda: as_json(naming))


def _show(screen: Screen, naming: Naming) -> None:
    from kg.cli.terminal import Column, many

    screen.title(naming.label)
    screen.blank()
    if naming.spellings:
        screen.facts([("spelled", ", ".join(naming.spellings))])
        screen.blank()
    if naming.joined:
        columns = [
            Column("joined", shrinks=True),
            Column("by"),
            Column("papers", right=True),
            Column("such as", shrinks=True),
        ]
        rows = [
            (", ".join(one.forms) or one.name, one.rule, f"{one.papers:,}", ", ".join(one.examples[:2]))
            for one in naming.joined
        ]
        screen.table(columns, rows)
    else:
        screen.line("No other name was joined to it.")
    for one in naming.apart:
        screen.blank()
        others = " · ".join(one.candidates)
        screen.line(f"left apart in {many(len(one.papers), 'paper')}: {one.name} | {others}")
        screen.line(
            f"{one.reason} ({', '.join(one.papers[:3])}{', …' if len(one.papers) > 3 else ''})", style="dim", indent=4
        )
