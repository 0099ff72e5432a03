"""What the handlers of one server share: the data set, the way to have it asked, and the examples."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import dropwhile
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg import __version__
from kg.ids import mint
from kg.serve.protocol import QueryRequest
from kg.serve.site import Site
from kg.sparql.named import CONCEPT_TYPES, named_queries

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kg.serve.dispatch import Dispatcher
    from kg.serve.limits import Limits
    from kg.sparql import Connection
    from kg.sparql.named import NamedQuery, Parameter

_TITLE = "A knowledge graph of papers"
_DATASET = (
    "SELECT ?node ?title { ?node a void:Dataset OPTIONAL { ?node dcterms:title ?title } } ORDER BY ?title LIMIT 1"
)


@dataclass(frozen=True, slots=True)
class Example:
    """A query that the page offers.

    Attributes:
        name: Its name.
        question: What it answers.
        parameters: What it can be asked for.
        asked: The query, with a value for each parameter that has an example.
    """

    name: str
    question: str
    parameters: Sequence[Parameter]
    asked: QueryRequest


@dataclass(frozen=True, slots=True)
class Service:
    """What the handlers share.

    Attributes:
        site: What the pages say of the whole.
        dispatcher: Has queries answered.
        limits: What clients may ask for.
        explorer: The file of the page to explore, None where there is none.
        examples: Queries that the page offers.
    """

    site: Site
    dispatcher: Dispatcher
    limits: Limits
    explorer: Path | None
    examples: Sequence[Example]

    @property
    def first(self) -> QueryRequest:
        """The query that stands on the page when it is opened."""
        return QueryRequest(
            "SELECT ?type (COUNT(*) AS ?nodes)\nWHERE { ?node a ?type }\nGROUP BY ?type\nORDER BY DESC(?nodes)"
        )


def look_at(connection: Connection, *, base: str | None, explorer: bool) -> Site:
    """Find out what a data set says of itself.

    Args:
        connection: The data.
        base: What its IRIs begin with, if that is known better than the data say.
        explorer: Whether there is a page to explore.
    """
    base = base or connection.base or ""
    title = _TITLE
    dataset = False
    if base:
        node = ox.NamedNode(base + "dataset")
        with connection.query(_DATASET, params={"node": node}) as answer:
            for row in answer.rows():
                dataset = True
                title = row["title"].value if row["title"] is not None else title
    return Site(title, f"kg-papers {__version__}", base, explorer=explorer, dataset=dataset)


def examples() -> tuple[Example, ...]:
    """Give the named queries as examples."""
    return tuple(Example(one.name, one.question, one.parameters, _asked(one)) for one in named_queries())


def _asked(query: NamedQuery) -> QueryRequest:
    values = [(parameter.name, _value(parameter)) for parameter in query.parameters if parameter.example]
    lines = query.text.splitlines()
    # The page shows the question and the parameters of the head in its own way.
    return QueryRequest("\n".join(dropwhile(lambda line: line.startswith("#"), lines)), parameters=tuple(values))


def _value(parameter: Parameter) -> str:
    """A parameter's example as SPARQL has it, relative to the base of the data."""
    if parameter.type in CONCEPT_TYPES:
        return f"<concept/{mint(parameter.example)}>"
    if parameter.type == "Paper":
        return f"<paper/{mint(parameter.example)}>"
    return parameter.example
