"""``kg search``, ``near``, ``related`` and ``path``: what goes with what.

Modules that answer and draw are imported by the verbs that need them: ``kg --help`` should not wait for NetworkX.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import click

from kg.cli.options import (
    as_csv,
    as_json,
    deliver,
    drawn,
    forms,
    graph_option,
    kinds_option,
    limit_option,
    links_options,
    name_argument,
    opened,
    papers_options,
    sentences_option,
    under_option,
)

if TYPE_CHECKING:
    import networkx as nx

    from kg.query.neighbourhood import Neighbourhood


@click.command()
@name_argument
@kinds_option("paper")
@limit_option(10)
@graph_option
@forms("json", "csv")
def search(name: str, folder: str, form: str | None, out: str | None, **options: Any) -> None:
    """Search concepts and papers by name. Short forms, beginnings, words inside and typing errors are found too."""
    from kg.cli.answers import show_hits
    from kg.query.tables import Table

    hits = opened(folder).search(name, **options)
    rows = tuple((hit.label, hit.kind, hit.papers, hit.how, hit.matched, hit.node) for hit in hits)
    deliver(
        form,
        out,
        text=lambda: drawn(show_hits, name, hits, kinds=options["kinds"]),
        json=lambda: as_json(hits),
        csv=Table(("name", "type", "papers", "how", "matched", "node"), rows).to_csv,
    )


@click.command()
@name_argument
@click.option(
    "-d", "--depth", type=click.IntRange(min=0), default=1, show_default=True, metavar="NUMBER", help="How many hops."
)
@under_option
@kinds_option()
@links_options
@papers_options
@click.option(
    "--min-papers",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="NUMBER",
    help="At least so many papers.",
)
@limit_option(10)
@sentences_option(1)
@graph_option
@forms("json", "csv", "ttl", "html")
def near(name: str, folder: str, sentences: int, form: str | None, out: str | None, **conditions: Any) -> None:
    """Show what a concept is linked to. The strongest come first, with the sentences that say so.

    An arrow → leads from the concept to a neighbour, ← from a neighbour to the concept.
    """
    from kg.cli.answers import show_neighbourhood

    graph = opened(folder)
    answer = graph.neighbourhood(name, **conditions)
    deliver(
        form,
        out,
        text=lambda: drawn(show_neighbourhood, graph.nx, answer, sentences=sentences),
        json=lambda: as_json(answer),
        csv=lambda: as_csv(answer),
        ttl=lambda: _turtle(answer.subgraph),
        html=lambda: _page(answer),
    )


def _turtle(graph: nx.MultiDiGraph) -> str:
    from kg.export.rdf import PREFIXES, triples, turtle

    file = io.BytesIO()
    turtle.write(triples(graph), file, base=graph.graph["base"], prefixes=PREFIXES)
    return file.getvalue().decode()


def _page(answer: Neighbourhood) -> str:
    from kg.export.page import render_page

    return render_page(answer.subgraph, heading=f"Near {answer.label}", start=answer.centre)


@click.command()
@name_argument
@kinds_option()
@click.option(
    "--measure",
    type=click.Choice(["npmi", "log-likelihood", "pagerank"]),
    help="How nearness is measured; by default the measure that predicts best which concepts meet.",
)
@limit_option(10)
@sentences_option(0)
@graph_option
@forms("json", "csv")
def related(name: str, folder: str, sentences: int, form: str | None, out: str | None, **options: Any) -> None:
    """Show concepts akin to one, and why. No paper need name both."""
    from kg.cli.answers import show_related

    graph = opened(folder)
    answer = graph.related(name, **{option: value for option, value in options.items() if value is not None})
    deliver(
        form,
        out,
        text=lambda: drawn(show_related, graph.nx, answer, sentences=sentences),
        json=lambda: as_json(answer),
        csv=lambda: as_csv(answer),
    )


@click.command()
@click.argument("first")
@click.argument("second")
@limit_option(3)
@sentences_option(1)
@graph_option
@forms("json", "csv")
def path(
    first: str, second: str, folder: str, form: str | None, out: str | None, *, limit: int, sentences: int
) -> None:
    """Show how two concepts meet. The most telling paths come first, each step with its evidence."""
    from kg.cli.answers import show_paths

    graph = opened(folder)
    answer = graph.path(first, second, limit=limit)
    deliver(
        form,
        out,
        text=lambda: drawn(show_paths, graph.nx, answer, sentences=sentences),
        json=lambda: as_json(answer),
        csv=lambda: as_csv(answer),
    )
