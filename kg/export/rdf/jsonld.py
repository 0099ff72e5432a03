"""JSON-LD in the terms of the ontology's context, one node a line, written as it comes.

The writer of pyoxigraph spells every IRI out and puts all on one line. What is compact here expands, by the algorithm of
JSON-LD 1.1, to the triples that were given.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, BinaryIO

import pyoxigraph as ox

from kg.export.rdf.terms import named
from kg.export.rdf.turtle import relative
from kg.resources import ontology_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kg.export.rdf.description import Description, Object

_STRING = "http://www.w3.org/2001/XMLSchema#string"


def write(descriptions: Iterable[Description], out: BinaryIO, *, base: str) -> None:
    """Write descriptions in the order given, a node each.

    Args:
        descriptions: What to write.
        out: Where to write it, in UTF-8.
        base: The IRI that relative IRIs are resolved against; it ends with ``/``.
    """
    context = load_context()
    terms = _Terms(context, base)
    out.write(f'{{\n"@context": {_json({**context, "@base": base})},\n"@graph": ['.encode())
    separator = "\n"
    for description in descriptions:
        out.write(f"{separator}{_json(terms.node(description))}".encode())
        separator = ",\n"
    out.write(b"\n]\n}\n")


def load_context() -> dict[str, Any]:
    """Read the ontology's context: prefixes, and terms with the kind of value each has."""
    context: dict[str, Any] = json.loads(ontology_file("context.jsonld").read_text(encoding="utf-8"))["@context"]
    return context


class _Terms:
    """Shortens IRIs and values to what a context expands again."""

    def __init__(self, context: dict[str, Any], base: str) -> None:
        self._base = base
        self._prefixes = {value: name for name, value in context.items() if is_namespace(value)}
        self._terms = {
            expanded(context, value): (name, value if isinstance(value, dict) else {})
            for name, value in context.items()
            if not name.startswith("@") and not is_namespace(value)
        }
        self._id, self._type = self._terms["@id"][0], self._terms["@type"][0]
        self._short: dict[str, str] = {}

    def node(self, description: Description) -> dict[str, Any]:
        node: dict[str, Any] = {self._id: self._reference(description.subject.value)}
        for prefixed, objects in description.values.items():
            values: list[Any]
            if prefixed == "rdf:type":
                name, values = self._type, [self._class(each.value) for each in objects]
            else:
                predicate = named(prefixed).value
                name, kind = self._terms.get(predicate) or (self._reference(predicate), {})
                values = [self._value(each, kind) for each in objects]
            node[name] = values[0] if len(values) == 1 else values
        return node

    def _value(self, value: Object, kind: dict[str, str]) -> str | dict[str, str]:
        """A value, in short where it is of the kind that the context gives its property."""
        if not isinstance(value, ox.Literal):
            reference = self._reference(value.value)
            return reference if kind.get("@type") == "@id" else {self._id: reference}
        if value.language:
            is_expected = kind.get("@language") == value.language
            return value.value if is_expected else {"@value": value.value, "@language": value.language}
        if value.datatype.value == _STRING:
            return {"@value": value.value} if kind else value.value
        datatype = self._reference(value.datatype.value)
        return value.value if kind.get("@type") == datatype else {"@value": value.value, "@type": datatype}

    def _class(self, iri: str) -> str:
        term = self._terms.get(iri)
        return term[0] if term else self._reference(iri)

    def _reference(self, iri: str) -> str:
        if iri in self._short:
            return self._short[iri]
        cut = max(iri.rfind("#"), iri.rfind("/")) + 1
        prefix = self._prefixes.get(iri[:cut])
        if prefix is not None:
            return self._short.setdefault(iri, f"{prefix}:{iri[cut:]}")
        local = relative(iri, self._base)
        return iri if local is None else local


def is_namespace(value: str | dict[str, str]) -> bool:
    """Tell whether a context gives a name this value to make it a prefix."""
    return isinstance(value, str) and value.endswith(("#", "/"))


def expanded(context: dict[str, Any], definition: str | dict[str, str]) -> str:
    """The IRI, or keyword, that a context's definition of a term stands for."""
    name = definition if isinstance(definition, str) else definition["@id"]
    prefix, _, local = name.partition(":")
    return context[prefix] + local if prefix in context and local else name


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
