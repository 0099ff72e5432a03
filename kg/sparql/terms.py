"""RDF terms from what people type and programs pass, and back to something short to read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

import pyoxigraph as ox

from kg.namespaces import PREFIXES as _EXPORT_PREFIXES
from kg.sparql.errors import QuerySyntaxError

if TYPE_CHECKING:
    from collections.abc import Mapping

Term: TypeAlias = ox.NamedNode | ox.BlankNode | ox.Literal
Value: TypeAlias = Term | str | int | float | bool

PREFIXES = {**_EXPORT_PREFIXES, "owl": "http://www.w3.org/2002/07/owl#"}
"""Namespaces that a query need not declare."""

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_PREFIXED = re.compile(r"([A-Za-z][A-Za-z0-9_-]*):([A-Za-z0-9_][A-Za-z0-9_-]*)")
_WRITTEN = re.compile(r'<[^>]*>|".*"(?:@[A-Za-z0-9-]+|\^\^\S+)?', re.DOTALL)
_VARIABLE = re.compile(r"[^\W\d]\w*|\d\w*")


def parse_term(text: str, *, base: str | None = None) -> Term:
    """Read a term as people type it.

    Args:
        text: An IRI in angle brackets, a name with one of :data:`PREFIXES`, a literal in double quotes with its language
            or datatype, a number, ``true`` or ``false``, all as in SPARQL; anything else is a string as it stands.
        base: What an IRI in angle brackets is relative to.

    Raises:
        QuerySyntaxError: It begins as an IRI or a literal in quotes but is none.

    >>> parse_term("kg:Paper"), parse_term("12").datatype.value[-7:], parse_term("C++")
    (<NamedNode value=https://w3id.org/kg-papers/ontology#Paper>, 'integer', <Literal value=C++ datatype=...string>>)
    """
    prefixed = _PREFIXED.fullmatch(text)
    if prefixed and prefixed[1] in PREFIXES:
        return ox.NamedNode(PREFIXES[prefixed[1]] + prefixed[2])
    if _NUMBER.fullmatch(text) or text in {"true", "false"} or _WRITTEN.fullmatch(text):
        return _read(text, base)
    return ox.Literal(text)


def _read(text: str, base: str | None) -> Term:
    """The object of one triple in Turtle; were the text more than a term, it would not be that."""
    head = "".join(f"@prefix {prefix}: <{namespace}> .\n" for prefix, namespace in PREFIXES.items())
    try:
        quads = list(ox.parse(f"{head}<urn:s> <urn:p> {text} .", format=ox.RdfFormat.TURTLE, base_iri=base))
    except (SyntaxError, ValueError) as error:
        reason = str(error).partition(" at line")[0] if "relative" not in str(error).lower() else "no absolute IRI"
        message = f"{text!r} is no RDF term ({reason})"
        raise QuerySyntaxError(message, "Write it as in SPARQL") from error
    if len(quads) != 1 or isinstance(quads[0].object, ox.Triple):
        message = f"{text!r} is no RDF term"
        raise QuerySyntaxError(message, "Write it as in SPARQL")
    found: Term = quads[0].object
    return found


def to_term(value: object) -> Term:
    """Turn a value of Python into a term: a string is a string, whatever stands in it.

    Terms of pyoxigraph stay, those of rdflib are taken over.

    Raises:
        QuerySyntaxError: There is no term for it.

    >>> to_term(5), to_term("<x>")
    (<Literal value=5 datatype=...integer>>, <Literal value=<x> datatype=...string>>)
    """
    if isinstance(value, (ox.NamedNode, ox.BlankNode, ox.Literal)):
        return value
    written = getattr(value, "n3", None)
    if callable(written):
        return _read(str(written()), None)
    if isinstance(value, (str, bool, int, float)):
        return ox.Literal(value)
    message = f"{value!r} is no RDF term"
    raise QuerySyntaxError(message, "Give a string, a number or a term of pyoxigraph or rdflib")


def check_variable(name: str) -> str:
    """Return the name of a variable, without its mark.

    Raises:
        QuerySyntaxError: No variable can have it.
    """
    bare = name.removeprefix("?").removeprefix("$")
    if not _VARIABLE.fullmatch(bare):
        message = f"{name!r} cannot be the name of a parameter"
        raise QuerySyntaxError(message, "Name a variable of the query")
    return bare


def short(iri: str, prefixes: Mapping[str, str] = PREFIXES, base: str | None = None) -> str:
    """Write an IRI to be read: with a prefix, or relative to the base, or whole.

    >>> short("http://www.w3.org/2004/02/skos/core#broader")
    'skos:broader'
    """
    cut = max(iri.rfind("#"), iri.rfind("/")) + 1
    prefix = next((prefix for prefix, namespace in prefixes.items() if namespace == iri[:cut]), None)
    if prefix is not None:
        return f"{prefix}:{iri[cut:]}"
    return f"<{iri[len(base) :]}>" if base and iri.startswith(base) else f"<{iri}>"
