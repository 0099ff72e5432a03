"""How much a dataset holds, counted while it passes (VoID, section 4)."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.export.rdf.terms import about, named, typed
from kg.namespaces import PREFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_TYPE = named("rdf:type")


class Statistics:
    """Counts triples as they pass; what is then said of them counts itself too, so that the figures are the file's.

    >>> counts = Statistics()
    >>> data = list(counts.counted([ox.Triple(named("kg:x"), named("rdf:type"), named("kg:Task"))]))
    >>> data += counts.triples("https://example.org/")
    >>> total = next(triple for triple in data if triple.predicate == named("void:triples"))
    >>> int(total.object.value) == len(data)
    True
    """

    def __init__(self) -> None:
        self._properties: Counter[ox.NamedNode] = Counter()
        self._classes: Counter[ox.NamedNode] = Counter()
        self._subjects = 0

    def counted(self, triples: Iterable[ox.Triple]) -> Iterator[ox.Triple]:
        """Pass triples on; those of one subject must follow each other."""
        properties, classes = self._properties, self._classes
        for _, group in groupby(triples, key=_subject):
            self._subjects += 1
            for triple in group:
                predicate = triple.predicate
                properties[predicate] += 1
                if predicate == _TYPE and isinstance(triple.object, ox.NamedNode):
                    classes[triple.object] += 1
                yield triple

    def triples(self, base: str) -> Iterator[ox.Triple]:
        """State the counts of the dataset of a base, one node for each class and each property."""
        counts = self._properties + self._own(len(self._classes))
        classes = sorted((_part(base, "class", term), term, count) for term, count in self._classes.items())
        properties = sorted((_part(base, "property", term), term, count) for term, count in counts.items())
        yield from about(
            ox.NamedNode(base + "dataset"),
            ("void:triples", [_number(counts.total())]),
            ("void:distinctSubjects", [_number(self._subjects + len(classes) + len(properties))]),
            ("void:classes", [_number(len(classes))]),
            ("void:properties", [_number(len(properties))]),
            ("void:classPartition", [part for part, _, _ in classes]),
            ("void:propertyPartition", [part for part, _, _ in properties]),
        )
        for part, term, count in classes:
            yield from about(part, ("void:class", [term]), ("void:entities", [_number(count)]))
        for part, term, count in properties:
            yield from about(part, ("void:property", [term]), ("void:triples", [_number(count)]))

    def _own(self, classes: int) -> Counter[ox.NamedNode]:
        """The triples that state the counts, by property."""
        once = ["void:distinctSubjects", "void:classes", "void:properties"]
        by_class = ["void:classPartition", "void:class", "void:entities"]
        by_property = ["void:propertyPartition", "void:property", "void:triples"]
        own = Counter({named(name): 1 for name in once} | {named(name): classes for name in by_class if classes})
        properties = len(self._properties.keys() | own.keys() | set(map(named, by_property)))
        own.update({named(name): properties for name in by_property})
        own[named("void:triples")] += 1
        return own


def _subject(triple: ox.Triple) -> ox.NamedNode | ox.BlankNode | ox.Triple:
    return triple.subject


def _number(count: int) -> ox.Literal:
    return typed(count, "xsd:integer")


def _part(base: str, kind: str, term: ox.NamedNode) -> ox.NamedNode:
    """Name the part of a dataset that has a class or property, like ``dataset/class/kg/Method``."""
    for prefix, namespace in PREFIXES.items():
        if term.value.startswith(namespace):
            return ox.NamedNode(f"{base}dataset/{kind}/{prefix}/{term.value.removeprefix(namespace)}")
    message = f"{term.value} is in none of the namespaces in use"
    raise ValueError(message)
