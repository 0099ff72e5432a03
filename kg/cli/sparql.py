"""``kg sparql``: ask the exported RDF."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kg.errors import InputError
from kg.files import writing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from kg.sparql import Answer, Connection, Format, NamedQuery
    from kg.sparql.terms import Value

_FORMATS = ("table", "csv", "tsv", "json", "xml", "ttl", "nt")
_OF_TRIPLES = {"json": "jsonld", "xml": "rdfxml", "table": "ttl"}
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_PARAMETER = re.compile(r"[?$]?(\w+)=(.*)", re.DOTALL)
_ROWS = 50


@click.command()
@click.argument("query", required=False, metavar="QUERY|FILE.rq|NAME")
@click.option(
    "-g",
    "--graph",
    "paths",
    multiple=True,
    metavar="PATH",
    help="A folder that kg build wrote, a store or a file of RDF; may be given several times.  [default: exports]",
)
@click.option("-p", "--param", "params", multiple=True, metavar="NAME=VALUE", help="A value of a parameter.")
@click.option("-f", "--format", "form", type=click.Choice(_FORMATS), help="The format; a table if not given.")
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@click.option("-n", "--limit", type=click.IntRange(min=1), metavar="NUMBER", help="At most so many rows.")
@click.option("-o", "--out", metavar="FILE", help="Write to a file.")
@click.option(
    "--time-limit", type=click.FloatRange(min=0, min_open=True), default=30.0, show_default=True, metavar="SECONDS"
)
@click.option("--engine", type=click.Choice(["oxigraph", "rdflib"]), default="oxigraph", show_default=True)
@click.option("--list", "listing", is_flag=True, help="List the named queries.")
@click.option("--show", is_flag=True, help="Print the text of the query and do not run it.")
def sparql(
    *,
    query: str | None,
    paths: tuple[str, ...],
    params: tuple[str, ...],
    form: str | None,
    limit: int | None,
    out: str | None,
    time_limit: float,
    engine: str,
    listing: bool,
    show: bool,
) -> None:
    """Ask the exported RDF in SPARQL: a query, a file of one, or a named query with parameters.

    The prefixes of the export need no declaration; IRIs such as <concept/Adam> are relative to the graph's base. A
    parameter of a named query is given by name (-p task="object detection"); of any other query it is a term (a number,
    "text"@en, <iri>, kg:uses), else a string. A table has at most 50 rows unless -n says otherwise.
    """
    from kg.sparql import connect  # noqa: PLC0415  # kg --help should not wait for it

    if listing:
        click.echo(_listing(), nl=False)
        return
    if query is None:
        message = "name a query, or list those there are with --list"
        raise click.UsageError(message)
    asked = _read(query)
    if show:
        click.echo(asked.text, nl=not asked.text.endswith("\n"))
        return
    values = dict(map(_parameter, params))
    rows = limit if limit is not None or form not in {None, "table"} else _ROWS
    with connect(*paths, engine="rdflib" if engine == "rdflib" else "oxigraph", time_limit=time_limit) as connection:
        answer = _ask(connection, asked, values, form or "table", rows)
        _deliver(answer, form or "table", out, lambda: _drawn(answer, connection.base, values, asked))
    if answer.truncated:
        click.echo(f"kg: only the first {rows} rows are shown; -n NUMBER shows more", err=True)


def _listing() -> str:
    from kg.sparql import named_queries  # noqa: PLC0415

    lines = []
    for query in named_queries():
        lines.append(f"{query.name}\n    {query.question}")
        lines += [f"    -p {parameter.name}=…  {parameter.description}" for parameter in query.parameters]
    return "\n".join(lines) + "\n"


def _read(query: str) -> NamedQuery:
    from kg.sparql.named import named_query, parse_query  # noqa: PLC0415

    if query == "-":
        return parse_query("-", sys.stdin.read())
    if _NAME.fullmatch(query) and not Path(query).is_file():
        return named_query(query)
    if query.endswith((".rq", ".sparql")) or (_NAME.fullmatch(query) is not None):
        try:
            return parse_query(query, Path(query).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise InputError(query, f"cannot be read ({reason})", "Name a file of SPARQL in UTF-8") from error
    return parse_query("", query)


def _parameter(text: str) -> tuple[str, str]:
    match = _PARAMETER.fullmatch(text)
    if match is None:
        message = f"{text!r} is no parameter: write NAME=VALUE"
        raise click.UsageError(message)
    return match[1], match[2]


def _ask(connection: Connection, query: NamedQuery, values: dict[str, str], form: str, rows: int | None) -> Answer:
    from kg.sparql import query_form  # noqa: PLC0415
    from kg.sparql.lookup import bind  # noqa: PLC0415
    from kg.sparql.terms import parse_term  # noqa: PLC0415

    chosen = _format(form, gives_triples=query_form(query.text).gives_triples)
    terms: dict[str, Value]
    if query.parameters:
        terms = {**bind(connection, query, values)}
    else:
        terms = {name: parse_term(value, base=connection.base) for name, value in values.items()}
    return connection.query(query.text, params=terms, format=chosen, max_rows=rows)


def _format(form: str, *, gives_triples: bool) -> Format:
    from kg.sparql import Format  # noqa: PLC0415

    if gives_triples:
        return Format(_OF_TRIPLES.get(form, form))
    return Format.TSV if form == "table" else Format(form)


def _deliver(answer: Answer, form: str, out: str | None, draw: Callable[[], str]) -> None:
    if form == "table" and not answer.form.gives_triples:
        data = iter([draw().encode("utf-8" if out else sys.stdout.encoding, "backslashreplace")])
    else:
        data = answer.chunks()
    if out is None:
        for piece in data:
            click.echo(piece, nl=False)
        return
    with writing(out) as file:
        file.writelines(data)


def _drawn(answer: Answer, base: str | None, given: Collection[str], query: NamedQuery) -> str:
    if answer.boolean is not None:
        return "yes\n" if answer.boolean else "no\n"
    from kg.cli.terminal import Column, Screen  # noqa: PLC0415
    from kg.sparql.text import table  # noqa: PLC0415

    shown = table(answer, base=base, given=given, optional=[parameter.name for parameter in query.parameters])
    if not shown.rows:
        return "no rows\n"
    screen = Screen()
    columns = [
        Column(name, right=right, shrinks=not right) for name, right in zip(shown.headings, shown.right, strict=True)
    ]
    screen.table(columns, shown.rows)
    return screen.text
