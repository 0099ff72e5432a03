"""Named queries: files of SPARQL that answer a question each, with parameters that may be left open.

A file ``NAME.rq`` begins with comments, so that any other tool can run it as it is::

    # Which papers introduce a method for a task?
    # param task (Task): the task; every task if not given
    # example task = image classification

The first line is the question. Each parameter is a variable that the query gives as a result: one that is not given stays
a variable. Its type is a type of concept, ``Concept`` for any, ``Paper``, ``Property``, ``integer`` or ``string``; with
``, required`` the query is not to be run without it.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from kg.resources import ontology_file
from kg.sparql.errors import QuerySyntaxError, UnknownQueryError

if TYPE_CHECKING:
    from collections.abc import Iterable

CONCEPT_TYPES = ("Concept", "Method", "Task", "Benchmark", "Metric")
"""Types of parameters that are concepts."""

_TYPES = frozenset({*CONCEPT_TYPES, "Paper", "Property", "integer", "string"})
_PARAMETER = re.compile(r"# param (\w+) \((\w+)(, required)?\): (.+)")
_EXAMPLE = re.compile(r"# example (\w+) = (.+)")


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a named query can be asked for.

    Attributes:
        name: The variable.
        type: What its values are.
        required: Whether the query needs it.
        description: What it means.
        example: A value.
    """

    name: str
    type: str
    required: bool
    description: str
    example: str = ""


@dataclass(frozen=True, slots=True)
class NamedQuery:
    """A question that can be asked by name.

    Attributes:
        name: The name.
        question: What it answers, in one sentence.
        parameters: What it can be asked for.
        text: The query.
    """

    name: str
    question: str
    parameters: tuple[Parameter, ...]
    text: str

    @property
    def example(self) -> dict[str, str]:
        """Values of parameters to try it with."""
        return {parameter.name: parameter.example for parameter in self.parameters if parameter.example}

    def check(self, names: Iterable[str]) -> None:
        """Check that these are the names of parameters, and that none is missing.

        Raises:
            QuerySyntaxError: One is not, or one is.
        """
        given = set(names)
        known = {parameter.name for parameter in self.parameters}
        has = f"It has {', '.join(sorted(known))}" if known else "It has none"
        for name in sorted(given - known):
            message = f"The query {self.name} has no parameter {name}"
            raise QuerySyntaxError(message, has)
        missing = sorted(
            parameter.name for parameter in self.parameters if parameter.required and parameter.name not in given
        )
        if missing:
            message = f"The query {self.name} needs a value of {' and '.join(missing)}"
            raise QuerySyntaxError(message, has)


@cache
def named_queries() -> tuple[NamedQuery, ...]:
    """Give all named queries, by name.

    >>> [query.question for query in named_queries() if query.name == "two-types"]
    ['Which concepts are given more than one type?']
    """
    folder = ontology_file("kg.ttl").parent / "queries"
    return tuple(parse_query(file.stem, file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.rq")))


def named_query(name: str) -> NamedQuery:
    """Give the query of a name.

    Raises:
        UnknownQueryError: There is none; the message says what comes near.
    """
    queries = {query.name: query for query in named_queries()}
    if name not in queries:
        near = get_close_matches(name, queries, cutoff=0.4)
        remedy = f"Did you mean {' or '.join(near)}?" if near else "List them with kg sparql --list"
        message = f"No query is named {name!r}"
        raise UnknownQueryError(message, remedy)
    return queries[name]


def parse_query(name: str, text: str) -> NamedQuery:
    """Read what the comments at the top of a query say of it.

    Args:
        name: What it is called.
        text: The query.
    """
    head = list(itertools.takewhile(lambda line: line.startswith("#"), text.splitlines()))
    examples = {match[1]: match[2] for match in map(_EXAMPLE.fullmatch, head) if match}
    parameters = tuple(
        Parameter(match[1], match[2], bool(match[3]), match[4], examples.get(match[1], ""))
        for match in map(_PARAMETER.fullmatch, head)
        if match and match[2] in _TYPES
    )
    return NamedQuery(name, head[0].removeprefix("# ") if head else "", parameters, text)
