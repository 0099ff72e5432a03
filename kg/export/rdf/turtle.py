"""Turtle for people: relative IRIs, a paragraph a subject, and diffs that show what changed.

The writers of pyoxigraph and rdflib are correct, but the one escapes every ``#`` and ``%`` of a prefixed name and puts
each predicate's objects on one line, the other holds and sorts the whole graph. Terms are escaped by pyoxigraph here as
well; only their layout is made here.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, BinaryIO

import pyoxigraph as ox

from kg.export.rdf.terms import named

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kg.export.rdf.description import Description

    Term = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple

_RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_DECIMAL_TYPE = "http://www.w3.org/2001/XMLSchema#decimal"
_INTEGER_TYPE = "http://www.w3.org/2001/XMLSchema#integer"
_DECIMAL = re.compile(r"[+-]?[0-9]*\.[0-9]+")
_INTEGER = re.compile(r"[+-]?[0-9]+")

_LOCAL_NAME = re.compile(r"(?:[A-Za-z][A-Za-z0-9_-]*)?")
# No empty segment, none that starts with a dot and no colon: nothing that resolving against the base would change.
_RELATIVE = re.compile(
    r"[A-Za-z0-9_~%-][A-Za-z0-9._~%-]*(?:/[A-Za-z0-9_~%-][A-Za-z0-9._~%-]*)*(?:#[A-Za-z0-9._~%/-]*)?"
)

_WIDTH = 100
_CACHED = 1 << 14


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
    for subject, statements in groupby(triples, key=attrgetter("subject")):
        said = [
            (layout.verb(predicate), [triple.object for triple in group])
            for predicate, group in groupby(statements, key=attrgetter("predicate"))
        ]
        out.write(layout.paragraph(subject, said).encode())


def write_descriptions(
    descriptions: Iterable[Description], out: BinaryIO, *, base: str, prefixes: Mapping[str, str]
) -> None:
    """Write descriptions in the order given, a paragraph each, as :func:`write` writes their triples.

    Args:
        descriptions: What to write.
        out: As for :func:`write`.
        base: As for :func:`write`.
        prefixes: As for :func:`write`.
    """
    layout = _Layout(base, prefixes)
    out.write(layout.header().encode())
    out.writelines(layout.description(description).encode() for description in descriptions)


def write_trig(
    descriptions: Iterable[tuple[ox.NamedNode | None, Description]],
    out: BinaryIO,
    *,
    base: str,
    prefixes: Mapping[str, str],
) -> None:
    """Write descriptions like :func:`write_descriptions`, those that follow each other in one named graph in braces (TriG).

    Args:
        descriptions: What to write, each beside its named graph, or None for the default graph.
        out: As for :func:`write`.
        base: As for :func:`write`.
        prefixes: As for :func:`write`.
    """
    layout = _Layout(base, prefixes)
    out.write(layout.header().encode())
    for name, group in groupby(descriptions, key=itemgetter(0)):
        if name is not None:
            out.write(f"\n{layout.term(name)} {{\n".encode())
        out.writelines(layout.description(description).encode() for _, description in group)
        if name is not None:
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
        # What is said of a paper names the same places again and again, what is said of all papers the same concepts.
        self._iri = lru_cache(maxsize=_CACHED)(self._shortened)
        self._named_verb = cache(lambda name: self.verb(named(name)))

    def header(self) -> str:
        lines = [f"@base <{self._base}> ."]
        lines += [f"@prefix {prefix}: <{namespace}> ." for prefix, namespace in self._prefixes.items()]
        return "\n".join(lines) + "\n"

    def description(self, description: Description) -> str:
        verb = self._named_verb
        return self.paragraph(description.subject, [(verb(name), said) for name, said in description.values.items()])

    def paragraph(self, subject: Term, said: Iterable[tuple[str, Sequence[Term]]]) -> str:
        term = self.term
        lines = [self._line(verb, list(map(term, objects))) for verb, objects in said]
        return f"\n{term(subject)} " + " ;\n    ".join(lines) + " .\n"

    def _line(self, verb: str, objects: list[str]) -> str:
        if len(objects) == 1:
            return f"{verb} {objects[0]}"
        line = f"{verb} {', '.join(objects)}"
        return line if len(line) <= _WIDTH else f"{verb}\n        " + ",\n        ".join(objects)

    def verb(self, predicate: ox.NamedNode) -> str:
        return "a" if predicate.value == _RDF_TYPE else self.term(predicate)

    def term(self, term: Term) -> str:
        if isinstance(term, ox.NamedNode):
            return self._iri(term.value)
        if isinstance(term, ox.Literal):
            return self._literal(str(term))
        return str(term)

    def _shortened(self, iri: str) -> str:
        cut = max(iri.rfind("#"), iri.rfind("/")) + 1
        prefix = self._by_namespace.get(iri[:cut])
        if prefix is not None and _LOCAL_NAME.fullmatch(iri, cut):
            return f"{prefix}:{iri[cut:]}"
        local = relative(iri, self._base)
        return f"<{iri}>" if local is None else f"<{local}>"

    def _literal(self, literal: str) -> str:
        """Shorten a literal as N-Triples has it, which ends with a datatype in angles unless it is a plain string."""
        if literal[-1] != ">":
            return literal
        quoted, _, datatype = literal[:-1].rpartition("^^<")
        value = quoted[1:-1]
        if datatype == _DECIMAL_TYPE and _DECIMAL.fullmatch(value):
            return value
        if datatype == _INTEGER_TYPE and _INTEGER.fullmatch(value):
            return value
        return f"{quoted}^^{self._iri(datatype)}"
