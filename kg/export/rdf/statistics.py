"""How much a dataset holds, counted while it passes (VoID, section 4)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.export.rdf.description import about
from kg.export.rdf.terms import named, typed
from kg.namespaces import PREFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kg.export.rdf.description import Description, Object


class Statistics:
    """Counts triples as they pass; what is then said of them counts itself too, so that the figures are the file's.

    >>> from kg.export.rdf.description import triples_of
    >>> counts = Statistics()
    >>> data = list(counts.counted([about(named("kg:x"), ("rdf:type", [named("kg:Task")]))]))
    >>> triples = list(triples_of([*data, *counts.descriptions("https://example.org/")]))
    >>> total = next(triple for triple in triples if triple.predicate == named("void:triples"))
    >>> int(total.object.value) == len(triples)
    True
    """

    def __init__(self) -> None:
        self._properties: Counter[str] = Counter()
        self._classes: Counter[Object] = Counter()
        self._subjects = 0

    def counted(self, descriptions: Iterable[Description]) -> Iterator[Description]:
        """Pass descriptions on, each of another subject."""
        properties, classes = self._properties, self._classes
        for description in descriptions:
            self._subjects += 1
            for name, objects in description.values.items():
                properties[name] += len(objects)
                if name == "rdf:type":
                    for each in objects:
                        classes[each] += 1
            yield description

    def descriptions(self, base: str) -> Iterator[Description]:
        """State the counts of the dataset of a base, one node for each class and each property."""
        counts = self._properties + self._own(len(self._classes))
        classes = sorted((_part(base, "class", term), term, count) for term, count in self._classes.items())
        properties = sorted((_part(base, "property", named(name)), named(name), n) for name, n in counts.items())
        yield about(
            ox.NamedNode(base + "dataset"),
            ("void:triples", [_number(counts.total())]),
            ("void:distinctSubjects", [_number(self._subjects + len(classes) + len(properties))]),
            ("void:classes", [_number(len(classes))]),
            ("void:properties", [_number(len(properties))]),
            ("void:classPartition", [part for part, _, _ in classes]),
            ("void:propertyPartition", [part for part, _, _ in properties]),
        )
        for part, term, count in classes:
            yield about(part, ("void:class", [term]), ("void:entities", [_number(count)]))
        for part, term, count in properties:
            yield about(part, ("void:property", [term]), ("void:triples", [_number(count)]))

    def _own(self, classes: int) -> Counter[str]:
        """The triples that state the counts, by property."""
        once = ["void:distinctSubjects", "void:classes", "void:properties"]
        by_class = ["void:classPartition", "void:class", "void:entities"]
        by_property = ["void:propertyPartition", "void:property", "void:triples"]
        own = Counter(dict.fromkeys(once, 1) | (dict.fromkeys(by_class, classes) if classes else {}))
        properties = len({*self._properties, *own, *by_property})
        own.update(dict.fromkeys(by_property, properties))
        own["void:triples"] += 1
        return own


def _number(count: int) -> ox.Literal:
    return typed(count, "xsd:integer")


def _part(base: str, kind: str, term: Object) -> ox.NamedNode:
    """Name the part of a dataset that has a class or property, like ``dataset/class/kg/Method``."""
    for prefix, namespace in PREFIXES.items():
        if term.value.startswith(namespace):
            return ox.NamedNode(f"{base}dataset/{kind}/{prefix}/{term.value.removeprefix(namespace)}")
    message = f"{term.value} is in none of the namespaces in use"
    raise ValueError(message)
