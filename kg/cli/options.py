"""What the verbs that ask a graph share: their options, and where and in which form an answer goes."""

from __future__ import annotations

import gc
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kg.errors import OutputError
from kg.files import write_text
from kg.model import ConceptType, Link, Relation, Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from kg.query import KnowledgeGraph
    from kg.query.result import Tabular

    Command = TypeVar("Command", bound=Callable[..., Any])

_FORMS = {
    "json": "Print JSON.",
    "csv": "Print CSV.",
    "ttl": "Print RDF, as Turtle.",
    "html": "Print a page to explore.",
    "svg": "Print a picture.",
}
_ROLES = list(dict.fromkeys(map(str, (*Role, *Link))))
_RELATIONS = [*map(str, Relation), "sharesPapers"]
_YEARS = re.compile(r"(\d{1,4})|(\d{1,4})?\s*[-–]\s*(\d{1,4})?")


def graph_option(command: Command) -> Command:
    """Add the option that says which graph is asked."""
    return click.option(
        "-g",
        "--graph",
        "folder",
        default="exports",
        show_default=True,
        metavar="DIR",
        help="The folder that kg build wrote, or its graph.json.",
    )(command)


def forms(*names: str) -> Callable[[Command], Command]:
    """Add the options that say in which of these forms beside text the answer is given, and where."""

    def add(command: Command) -> Command:
        command = click.option(
            "-o", "--out", metavar="FILE", help="Write to a file; its ending chooses the form where no option does."
        )(command)
        for name in reversed(names):
            command = click.option(f"--{name}", "form", flag_value=name, help=_FORMS[name])(command)
        return command

    return add


def limit_option(default: int) -> Callable[[Command], Command]:
    """Add the option that says how many answers are given."""
    return click.option(
        "-n",
        "--limit",
        type=click.IntRange(min=1),
        default=default,
        show_default=True,
        metavar="NUMBER",
        help="At most so many.",
    )


def kinds_option(*more: str) -> Callable[[Command], Command]:
    """Add the option for types of concepts."""
    return click.option(
        "-k",
        "--kind",
        "kinds",
        multiple=True,
        type=click.Choice([*map(str, ConceptType), *more], case_sensitive=False),
        metavar="TYPE",
        help=f"Only this type: {', '.join([*ConceptType, *more])}. May be given several times.",
    )


def sentences_option(default: int) -> Callable[[Command], Command]:
    """Add the option that says how many sentences each answer is shown with."""
    return click.option(
        "-s",
        "--sentences",
        type=click.IntRange(0, 2),
        default=default,
        show_default=True,
        metavar="NUMBER",
        help="How many sentences to show with each; JSON has them all.",
    )


def papers_options(command: Command) -> Command:
    """Add the options that say which papers count."""
    command = click.option(
        "--venue",
        "venues",
        multiple=True,
        metavar="NAME",
        help="Only papers of this venue; may be given several times.",
    )(command)
    return click.option(
        "--years", callback=_years, metavar="YEARS", help="Only papers of these years: 2024, 2020-2024, 2020- or -2024."
    )(command)


def links_options(command: Command) -> Command:
    """Add the options that say which ways of being linked count."""
    command = click.option(
        "--role",
        "roles",
        multiple=True,
        type=click.Choice(_ROLES, case_sensitive=False),
        metavar="ROLE",
        help=f"Only papers that do this with the neighbour: {', '.join(_ROLES)}. May be given several times.",
    )(command)
    return click.option(
        "--relation",
        "relations",
        multiple=True,
        type=click.Choice(_RELATIONS, case_sensitive=False),
        metavar="RELATION",
        help=f"Only linked in this way: {', '.join(_RELATIONS)}. May be given several times.",
    )(command)


under_option = click.option("--under", is_flag=True, help="Take narrower concepts together with it.")
name_argument = click.argument(
    "name", nargs=-1, required=True, metavar="NAME...", callback=lambda _, __, words: " ".join(words)
)


def _years(
    ctx: click.Context, option: click.Parameter, value: str | None
) -> int | tuple[int | None, int | None] | None:
    if value is None:
        return None
    match = _YEARS.fullmatch(value.strip())
    if match is None or not any(match.groups()):
        raise click.BadParameter("give a year, or two like 2020-2024, 2020- or -2024", ctx, option)
    if match[1]:
        return int(match[1])
    first, last = (int(year) if year else None for year in match.groups()[1:])
    if first is not None and last is not None and first > last:
        message = f"{first} is after {last}: give the earlier year first"
        raise click.BadParameter(message, ctx, option)
    return first, last


def opened(folder: str) -> KnowledgeGraph:
    """Load the graph that is asked.

    Raises:
        GraphError: There is none, or it cannot be read.
    """
    from kg.query import load  # noqa: PLC0415  # kg --help should not wait for NetworkX

    graph = load(folder)
    gc.freeze()  # it lasts as long as the process: the collector of cycles need not walk through it again and again
    return graph


def deliver(form: str | None, out: str | None, **makers: Callable[[], str]) -> None:
    """Give an answer in the form that was chosen, to the terminal or to a file.

    Args:
        form: The form, or ``None`` for the one that the file's ending names, else text.
        out: The file, or ``None`` for the terminal.
        makers: What makes each form; ``text`` is the one for reading.

    Raises:
        OutputError: The file cannot be written, or its ending names a form that the answer does not have.
    """
    ending = Path(out or "").suffix.lstrip(".").lower()
    if out and form is None and ending in _FORMS and ending not in makers:
        others = ", ".join(f".{name}" for name in makers if name != "text")
        raise OutputError(
            out, f"cannot be written: this answer has no form for .{ending}", f"Choose from {others}, .txt"
        )
    made = makers[form or (ending if ending in makers else "text")]()
    if out is None:
        encoding = sys.stdout.encoding or "utf-8"
        click.echo(made.encode(encoding, "backslashreplace").decode(encoding), nl=False)
    else:
        write_text(out, click.unstyle(made).encode("utf-8", "backslashreplace").decode("utf-8"))


def drawn(draw: Callable[..., None], *arguments: Any, **options: Any) -> str:
    """Draw an answer for the terminal.

    Args:
        draw: One of the functions of :mod:`kg.cli.answers` and :mod:`kg.cli.views`, which take a screen first.
        arguments: What else it takes.
        options: The same.
    """
    from kg.cli.terminal import Screen  # noqa: PLC0415  # kg --help should not wait for it

    screen = Screen()
    draw(screen, *arguments, **options)
    return screen.text


def as_json(answer: object) -> str:
    """Write an answer, or several, as JSON."""
    from kg.query.result import plain  # noqa: PLC0415  # kg --help should not wait for NetworkX

    return json.dumps(plain(answer), ensure_ascii=False, indent=1) + "\n"


def as_csv(answer: Tabular) -> str:
    """Write an answer's table as CSV."""
    return answer.table().to_csv()
