"""``kg show``, ``compare``, ``map``, ``trends`` and ``stats``: views of one concept, of two, of many.

Modules that answer and draw are imported by the verbs that need them: ``kg --help`` should not wait for NetworkX.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

from typing import Any

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
    name_argument,
    opened,
    papers_options,
    under_option,
)


@click.command()
@name_argument
@click.option("-s", "--sentences", is_flag=True, help="Quote a sentence for each concept on the card.")
@limit_option(8)
@graph_option
@forms("json")
def show(name: str, folder: str, form: str | None, out: str | None, *, limit: int, sentences: bool) -> None:
    """Show all about a concept or a paper. What fits on a screen; --limit and --sentences give more."""
    from kg.cli.views import show_concept, show_paper
    from kg.query.cards import PaperCard

    graph = opened(folder)
    card = graph.show(name, limit=limit)
    draw = show_paper if isinstance(card, PaperCard) else show_concept
    deliver(
        form,
        out,
        text=lambda: drawn(draw, graph.nx, card, sentences=sentences),
        json=lambda: as_json(card),
    )


@click.command()
@click.argument("first")
@click.argument("second")
@limit_option(8)
@graph_option
@forms("json", "csv")
def compare(first: str, second: str, folder: str, form: str | None, out: str | None, *, limit: int) -> None:
    """Set two concepts side by side. What they have in common and apart, and which is better by whose word."""
    from kg.cli.views import show_comparison

    graph = opened(folder)
    answer = graph.compare(first, second, limit=limit)
    deliver(
        form,
        out,
        text=lambda: drawn(show_comparison, graph.nx, answer),
        json=lambda: as_json(answer),
        csv=lambda: as_csv(answer),
    )


@click.command("map")
@name_argument
@under_option
@papers_options
@limit_option(20)
@click.option(
    "--benchmarks",
    type=click.IntRange(min=1),
    default=8,
    show_default=True,
    metavar="NUMBER",
    help="At most so many benchmarks.",
)
@graph_option
@forms("json", "csv", "svg")
def map_(name: str, folder: str, form: str | None, out: str | None, **options: Any) -> None:
    """Show a task's methods by its benchmarks. The cells count the papers of the task that work with both."""
    from kg.cli.views import show_map
    from kg.query.pictures import map_svg

    answer = opened(folder).map(name, **options)
    deliver(
        form,
        out,
        text=lambda: drawn(show_map, answer),
        json=lambda: as_json(answer),
        csv=lambda: as_csv(answer),
        svg=lambda: map_svg(answer),
    )


@click.command()
@click.argument("concepts", nargs=-1, metavar="[CONCEPT]...")
@under_option
@kinds_option()
@papers_options
@click.option(
    "--min-papers",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    metavar="NUMBER",
    help="At least so many papers.",
)
@limit_option(20)
@graph_option
@forms("json", "csv", "svg")
def trends(concepts: tuple[str, ...], folder: str, form: str | None, out: str | None, **options: Any) -> None:
    """Show which concepts rise and fall. Or how those that are named did, year by year."""
    from kg.cli.views import show_trends
    from kg.query.pictures import trends_svg

    answer = opened(folder).trends(concepts, **options)
    deliver(
        form,
        out,
        text=lambda: drawn(show_trends, answer, named=bool(concepts)),
        json=lambda: as_json(answer),
        csv=lambda: as_csv(answer),
        svg=lambda: trends_svg(answer),
    )


@click.command()
@graph_option
@forms("json", "csv")
def stats(folder: str, form: str | None, out: str | None) -> None:
    """Count what the graph holds."""
    from kg.cli.views import show_stats

    answer = opened(folder).stats()
    deliver(form, out, text=lambda: drawn(show_stats, answer), json=lambda: as_json(answer), csv=lambda: as_csv(answer))
