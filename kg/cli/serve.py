"""``kg serve``: the graph over HTTP."""

from __future__ import annotations

import logging
from dataclasses import replace

import click

from kg.cli.base import base_iri, plain
from kg.errors import KgError

_LOOPBACK = ("127.", "::1", "localhost")


def _given_base_iri(ctx: click.Context, option: click.Parameter, value: str | None) -> str | None:
    return None if value is None else base_iri(ctx, option, value)


@click.command()
@click.argument("paths", nargs=-1, metavar="[DIR]", type=click.Path())
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen to; the default is this machine alone."
)
@click.option("-p", "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port; 0 for any.")
@click.option(
    "--base-iri",
    "base",
    metavar="IRI",
    callback=_given_base_iri,
    help="IRI under which the data name things; by default, what they say.",
)
@click.option("--root-path", default="", metavar="PATH", help="Path that a proxy cuts off before requests come here.")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Quick queries answered at a time; by default, one a processor and at least four.",
)
@click.option(
    "--time-limit", type=click.FloatRange(min=0.1), default=30.0, show_default=True, help="Seconds a query may take."
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="Web site whose scripts may ask; by default, all. May be given several times.",
)
@click.option("--access-log", is_flag=True, help="Log each request.")
def serve(
    paths: tuple[str, ...],
    *,
    host: str,
    port: int,
    base: str | None,
    root_path: str,
    workers: int | None,
    time_limit: float,
    origins: tuple[str, ...],
    access_log: bool,
) -> None:
    """Answer over HTTP: a page to explore, SPARQL, and each node at its own address.

    DIR is what kg build wrote (exports if not given); a store or files of RDF do as well.
    """
    try:
        from kg.serve import Limits  # noqa: PLC0415  # an extra
        from kg.serve import serve as serve_graph  # noqa: PLC0415
    except ModuleNotFoundError as error:
        package = (error.name or "kg").partition(".")[0]
        if package == "kg":
            raise
        message = f"kg serve needs the package {package}. Install it with: pip install 'kg-papers[serve]'"
        raise KgError(message) from error
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    limits = Limits(seconds=time_limit)
    if workers is not None:
        limits = replace(limits, workers=workers)
    if not host.startswith(_LOOPBACK):
        click.echo(f"kg: {plain(host)} lets others on the network ask this graph", err=True)
    serve_graph(
        *paths,
        host=host,
        port=port,
        base=base,
        root_path=root_path,
        limits=limits,
        origins=origins or ("*",),
        access_log=access_log,
        announce=lambda address: click.echo(f"{address} answers; {address}sparql is for queries. Ctrl-C ends it."),
    )
