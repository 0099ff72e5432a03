"""What is said of one subject: its triples in the form in which they are made and written.

One subject has many triples, and one property often many objects, so this takes a fraction of the time of single triples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pyoxigraph as ox

from kg.export.rdf.terms import named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Object = ox.NamedNode | ox.Literal


class Description(NamedTuple):
    """What is said of one subject.

    Attributes:
        subject: What it is said of.
        values: By property, named like ``skos:prefLabel``, at least one object; none comes twice.
    """

    subject: ox.NamedNode
    values: dict[str, Sequence[Object]]

    def triples(self) -> Iterator[ox.Triple]:
        """Give the triples."""
        return triples_of([self])


def about(subject: ox.NamedNode, *values: tuple[str, Sequence[Object]]) -> Description:
    """Describe a subject by objects, given by property: what is given twice counts once, a property without any not.

    >>> found = about(named("kg:x"), ("rdfs:label", [ox.Literal("a"), ox.Literal("a")]), ("rdf:type", []))
    >>> found.values
    {'rdfs:label': [<Literal value=a datatype=<NamedNode value=http://www.w3.org/2001/XMLSchema#string>>]}
    """
    said: dict[str, Sequence[Object]] = {}
    for name, objects in values:
        if objects:
            known = said.get(name)
            said[name] = (
                objects if known is None and len(objects) == 1 else list(dict.fromkeys((*(known or ()), *objects)))
            )
    return Description(subject, said)


def triples_of(descriptions: Iterable[Description]) -> Iterator[ox.Triple]:
    """Give the triples of descriptions, one after the other."""
    for subject, values in descriptions:
        for name, objects in values.items():
            predicate = named(name)
            for value in objects:
                yield ox.Triple(subject, predicate, value)
