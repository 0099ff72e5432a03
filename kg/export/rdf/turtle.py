"""Turtle for people: relative IRIs, a paragraph a subject, and diffs that show what changed.

The writers of pyoxigraph and rdflib are correct, but the one escapes every ``#`` and ``%`` of a prefixed name and puts
each predicate's objects on one line, the other holds and sorts the whole graph. Terms are escaped by pyoxigraph here as
well; only their layout is made here.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, BinaryIO

import pyoxigraph as ox

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Term = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple

_RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_XSD = "http://www.w3.org/2001/XMLSchema#"
_PLAIN = {_XSD + "string", "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"}
_DECIMAL = re.compile(r"[+-]?[0-9]*\.[0-9]+")
_INTEGER = re.compile(r"[+-]?[0-9]+")

_LOCAL_NAME = re.compile(r"(?:[A-Za-z][A-Za-z0-9_-]*)?")
# No empty segment, none that starts with a dot and no colon: nothing that resolving against the base would change.
_RELATIVE = re.compile(
    r"[A-Za-z0-9_~%-][A-Za-z0-9._~%-]*(?:/[A-Za-z0-9_~%-][A-Za-z0-9._~%-]*)*(?:#[A-Za-z0-9._~%/-]*)?"
)

_WIDTH = 100


def write(triples: Iterable[ox.Triple], out: BinaryIO, *, base: str, prefixes: Mapping[str, str]) -> None:
    """Write triples in the order given; those that follow each other with one subject make one paragraph.

    Args:
        triples: What to write.
        out: Where to write it, in UTF-8.
        base: The IRI that relative IRIs are resolved against; it ends with ``/``.
        prefixes: Namespaces by prefix, written in this order.
    """
    layout = _Layout(base, prefixes)
    out.write(layout.header().encode())
    paragraphs = groupby(triples, key=lambda triple: triple.subject)
    out.writelines(layout.paragraph(subject, statements).encode() for subject, statements in paragraphs)


def write_trig(quads: Iterable[ox.Quad], out: BinaryIO, *, base: str, prefixes: Mapping[str, str]) -> None:
    """Write quads like :func:`write`, those that follow each other in one named graph in braces (TriG).

    Args:
        quads: What to write.
        out: As for :func:`write`.
        base: As for :func:`write`.
        prefixes: As for :func:`write`.
    """
    layout = _Layout(base, prefixes)
    out.write(layout.header().encode())
    for name, group in groupby(quads, key=lambda quad: quad.graph_name):
        is_named = not isinstance(name, ox.DefaultGraph)
        if is_named:
            out.write(f"\n{layout.term(name)} {{\n".encode())
        paragraphs = groupby(group, key=lambda quad: quad.subject)
        out.writelines(layout.paragraph(subject, statements).encode() for subject, statements in paragraphs)
        if is_named:
            out.write(b"\n}\n")


def relative(iri: str, base: str) -> str | None:
    """The reference that is resolved to an IRI against a base, None where it is safer to write the IRI out.

    >>> relative("https://example.org/kg/concept/Adam", "https://example.org/kg/")
    'concept/Adam'
    """
    return iri[len(base) :] if iri.startswith(base) and _RELATIVE.fullmatch(iri, len(base)) else None


class _Layout:
    """Turns terms and subjects into text."""

    def __init__(self, base: str, prefixes: Mapping[str, str]) -> None:
        self._base = base
        self._prefixes = prefixes
        self._by_namespace = {namespace: prefix for prefix, namespace in prefixes.items()}
        self._prefixed: dict[str, str] = {}

    def header(self) -> str:
        lines = [f"@base <{self._base}> ."]
        lines += [f"@prefix {prefix}: <{namespace}> ." for prefix, namespace in self._prefixes.items()]
        return "\n".join(lines) + "\n"

    def paragraph(self, subject: Term, statements: Iterable[ox.Triple | ox.Quad]) -> str:
        lines = [
            self._line(predicate, [self.term(triple.object) for triple in group])
            for predicate, group in groupby(statements, key=lambda triple: triple.predicate)
        ]
        return f"\n{self.term(subject)} " + " ;\n    ".join(lines) + " .\n"

    def _line(self, predicate: ox.NamedNode, objects: list[str]) -> str:
        name = "a" if predicate.value == _RDF_TYPE else self.term(predicate)
        line = f"{name} {', '.join(objects)}"
        if len(objects) == 1 or len(line) <= _WIDTH:
            return line
        return f"{name}\n        " + ",\n        ".join(objects)

    def term(self, term: Term) -> str:
        if isinstance(term, ox.NamedNode):
            return self._iri(term)
        if isinstance(term, ox.Literal):
            return self._literal(term)
        return str(term)

    def _iri(self, node: ox.NamedNode) -> str:
        iri = node.value
        if iri in self._prefixed:
            return self._prefixed[iri]
        cut = max(iri.rfind("#"), iri.rfind("/")) + 1
        prefix = self._by_namespace.get(iri[:cut])
        if prefix is not None and _LOCAL_NAME.fullmatch(iri, cut):
            return self._prefixed.setdefault(iri, f"{prefix}:{iri[cut:]}")
        local = relative(iri, self._base)
        return str(node) if local is None else f"<{local}>"

    def _literal(self, literal: ox.Literal) -> str:
        datatype = literal.datatype.value
        if datatype in _PLAIN:
            return str(literal)
        value = literal.value
        if datatype == _XSD + "decimal" and _DECIMAL.fullmatch(value):
            return value
        if datatype == _XSD + "integer" and _INTEGER.fullmatch(value):
            return value
        return f"{ox.Literal(value)}^^{self._iri(literal.datatype)}"
