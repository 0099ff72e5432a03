"""Values of the parameters of named queries: what people type becomes the terms of the data that they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.errors import AmbiguousNameError, UnknownNameError
from kg.sparql.errors import QuerySyntaxError
from kg.sparql.named import CONCEPT_TYPES
from kg.sparql.terms import PREFIXES, parse_term, to_term

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kg.sparql.connection import Connection
    from kg.sparql.named import NamedQuery, Parameter
    from kg.sparql.terms import Term, Value

    Found = tuple[int, str, str]

_CONCEPT_NAMES = """
SELECT DISTINCT ?name ?node ?rank ?type WHERE {{
  VALUES (?kind ?rank) {{ (skos:prefLabel 1) (skos:altLabel 2) (skos:hiddenLabel 3) (kg:ambiguousLabel 4) }}
  ?node ?kind {match}
  ?node a ?type .
}}
"""
_PAPER_NAMES = """
SELECT DISTINCT ?name ?node ?rank ?type WHERE {{
  VALUES (?kind ?rank) {{ (dcterms:identifier 1) (dcterms:title 2) (rdfs:label 3) }}
  ?node ?kind {match}
  ?node a kg:Paper, ?type .
}}
"""
_EXACTLY = "?name ."
_ANY_CASE = "?spelt . FILTER (LCASE(STR(?spelt)) = LCASE(?name))"
_INSIDE = "?spelt . FILTER (?rank = 1 && CONTAINS(LCASE(STR(?spelt)), LCASE(?name)))"

_SHOWN = 5


def bind(connection: Connection, query: NamedQuery, values: Mapping[str, Value]) -> dict[str, Term]:
    """Turn values of a named query's parameters into terms.

    Args:
        connection: The data that concepts and papers are looked up in.
        query: The query.
        values: By the names of parameters. A concept is given by any of its names, a paper by its id or title, either
            also as its node (``concept/…``, ``paper/…``) or IRI in angle brackets; what is no string is taken as it is.

    Raises:
        QuerySyntaxError: There is no such parameter, one is missing, or a value is not of its type.
        UnknownNameError: Nothing in the data goes by a name.
        AmbiguousNameError: Several concepts or papers do.
    """
    query.check(values)
    declared = {parameter.name: parameter for parameter in query.parameters}
    return {name: _term(connection, declared[name], value) for name, value in values.items()}


def _term(connection: Connection, parameter: Parameter, value: Value) -> Term:
    if not isinstance(value, str) or hasattr(value, "n3"):
        return to_term(value)
    if parameter.type in CONCEPT_TYPES or parameter.type == "Paper":
        return _node(connection, parameter.type, value)
    if parameter.type == "Property":
        return _property(value)
    if parameter.type == "integer":
        try:
            return to_term(int(value))
        except ValueError:
            message = f"{parameter.name} is to be a whole number, not {value!r}"
            raise QuerySyntaxError(message) from None
    return to_term(value)


def _property(name: str) -> ox.NamedNode:
    term = parse_term(name)
    if isinstance(term, ox.NamedNode):
        return term
    if name.isidentifier():
        return ox.NamedNode(PREFIXES["skos" if name == "broader" else "kg"] + name)
    message = f"{name!r} is no property"
    raise QuerySyntaxError(message, "Name it like kg:basedOn")


def _node(connection: Connection, kind: str, name: str) -> ox.NamedNode:
    if name.startswith(("concept/", "paper/")) and connection.base:
        return ox.NamedNode(connection.base + name)
    if name.startswith("<"):
        term = parse_term(name, base=connection.base)
        if isinstance(term, ox.NamedNode):
            return term
    is_paper = kind == "Paper"
    names = (_PAPER_NAMES if is_paper else _CONCEPT_NAMES).format
    literal = ox.Literal(name) if is_paper else ox.Literal(name, language="en")
    for found in (
        lambda: _found(connection, names(match=_EXACTLY), literal),
        lambda: _found(connection, names(match=_ANY_CASE), ox.Literal(name)),
    ):
        node = _best(name, kind, found)
        if node is not None:
            return node
    inside = _found(connection, names(match=_INSIDE), ox.Literal(name)) if name.strip() else []
    near = sorted({node for _, node, _ in inside}, key=_length)
    shown = tuple(_short(connection, node) for node in near[:_SHOWN])
    raise UnknownNameError(name, shown, what="paper" if is_paper else "concept")


def _best(name: str, kind: str, find: Callable[[], list[Found]]) -> ox.NamedNode | None:
    """The node that a name means most directly, one of the wanted type if there is one."""
    found = find()
    wanted = PREFIXES["kg"] + kind
    of_type = [entry for entry in found if kind == "Concept" or entry[2] == wanted] or found
    if not of_type:
        return None
    first = min(rank for rank, _, _ in of_type)
    nodes = sorted({node for rank, node, _ in of_type if rank == first})
    if len(nodes) > 1:
        raise AmbiguousNameError(name, [f"<{node}>" for node in nodes[:_SHOWN]])
    return ox.NamedNode(nodes[0])


def _found(connection: Connection, query: str, name: ox.Literal) -> list[Found]:
    found = []
    with connection.query(query, params={"name": name}) as answer:
        for row in answer.rows():
            node, rank, type_ = row["node"], row["rank"], row["type"]
            if isinstance(node, ox.NamedNode) and isinstance(rank, ox.Literal) and isinstance(type_, ox.NamedNode):
                found.append((int(rank.value), node.value, type_.value))
    return found


def _length(node: str) -> tuple[int, str]:
    return len(node), node


def _short(connection: Connection, node: str) -> str:
    return node.removeprefix(connection.base or "")
