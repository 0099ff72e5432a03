"""The ontology as a page of Markdown, generated from it: ``python -m kg.export.ontology_page > docs/ontology.md``."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import rdflib
from rdflib import OWL, RDF, RDFS, SKOS
from rdflib.collection import Collection

from kg.ids import ONTOLOGY_IRI
from kg.resources import ontology_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rdflib.term import Node

_SECTIONS = (
    ("Classes", OWL.Class),
    ("Object properties", OWL.ObjectProperty),
    ("Datatype properties", OWL.DatatypeProperty),
    ("Annotation properties", OWL.AnnotationProperty),
)
_ROWS = (
    ("Subclass of", RDFS.subClassOf),
    ("Subproperty of", RDFS.subPropertyOf),
    ("Disjoint with", OWL.disjointWith),
    ("Domain", RDFS.domain),
    ("Range", RDFS.range),
    ("Close match", SKOS.closeMatch),
    ("Related match", SKOS.relatedMatch),
    ("See also", RDFS.seeAlso),
)
_LOCAL_NAME = re.compile(r"[\w-]+")
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|])")


def ontology_page(ontology: rdflib.Graph) -> str:
    """Describe the terms of an ontology, those of a kind in the order of their names.

    Args:
        ontology: The ontology with the prefixes that its names are to be shown with.
    """
    return "\n".join(_Page(ontology).lines()) + "\n"


class _Page:
    """Turns the ontology's statements into lines."""

    def __init__(self, ontology: rdflib.Graph) -> None:
        self._ontology = ontology
        self._prefixes = sorted(ontology.namespaces(), key=lambda item: -len(item[1]))
        self._used: dict[str, str] = {}
        kinds = {term: kind for _, kind in _SECTIONS for term in ontology.subjects(RDF.type, kind)}
        self._terms = {term: kind for term, kind in sorted(kinds.items()) if str(term).startswith(ONTOLOGY_IRI)}

    def lines(self) -> Iterator[str]:
        yield from self._header(rdflib.URIRef(ONTOLOGY_IRI.rstrip("#")))
        for title, kind in _SECTIONS:
            yield from ("", f"## {title}")
            for term in (term for term, of in self._terms.items() if of == kind):
                yield from self._term(term)
        yield from ("", "## Prefixes", "", "| prefix | namespace |", "| --- | --- |")
        for prefix, namespace in sorted(self._used.items()):
            yield f"| `{prefix}:` | <{namespace}> |"

    def _header(self, ontology: rdflib.URIRef) -> Iterator[str]:
        yield f"# {self._text(ontology, RDFS.label)}"
        yield from ("", self._text(ontology, RDFS.comment), "")
        yield f"Namespace `{ONTOLOGY_IRI}`, prefix `kg:`, version {self._text(ontology, OWL.versionInfo)}."
        yield "This page is generated from `ontology/kg.ttl` by `python -m kg.export.ontology_page`."
        for title, kind in _SECTIONS:
            names = ", ".join(self._link(term) for term, of in self._terms.items() if of == kind)
            yield from ("", f"**{title}:** {names}")

    def _term(self, term: Node) -> Iterator[str]:
        name = str(term).removeprefix(ONTOLOGY_IRI)
        yield from ("", f'### <a id="{name}"></a>`kg:{name}`', "", self._text(term, RDFS.comment))
        rows = [(title, self._names(term, relation)) for title, relation in _ROWS]
        rows += [
            ("Subclasses", self._back(term, RDFS.subClassOf)),
            ("Subproperties", self._back(term, RDFS.subPropertyOf)),
            ("In the domain of", self._back(term, RDFS.domain)),
            ("In the range of", self._back(term, RDFS.range)),
        ]
        yield ""
        yield from (f"- {title}: {', '.join(names)}" for title, names in rows if names)

    def _text(self, term: Node, relation: rdflib.URIRef) -> str:
        return _MARKDOWN.sub(r"\\\1", str(self._ontology.value(term, relation)))

    def _names(self, term: Node, relation: rdflib.URIRef) -> list[str]:
        values = [self._members(value) for value in self._ontology.objects(term, relation)]
        return [" or ".join(map(self._link, members)) for members in sorted(values)]

    def _members(self, value: Node) -> list[Node]:
        """The members of a union, or the one that is none."""
        union = self._ontology.value(value, OWL.unionOf)
        return [value] if union is None else list(Collection(self._ontology, union))

    def _back(self, term: Node, relation: rdflib.URIRef) -> list[str]:
        """Our terms that have this one, or a union with it, as a value."""
        return [
            self._link(other)
            for other in self._terms
            if any(term in self._members(value) for value in self._ontology.objects(other, relation))
        ]

    def _link(self, term: Node) -> str:
        if term in self._terms:
            name = str(term).removeprefix(ONTOLOGY_IRI)
            return f"[`kg:{name}`](#{name})"
        return f"[`{self._short(str(term))}`]({term})"

    def _short(self, iri: str) -> str:
        for prefix, namespace in self._prefixes:
            if iri.startswith(namespace) and _LOCAL_NAME.fullmatch(iri, len(namespace)):
                self._used[prefix] = namespace
                return f"{prefix}:{iri[len(namespace) :]}"
        return iri


def main() -> None:
    """Write the page of the package's ontology to the standard output."""
    ontology = rdflib.Graph(bind_namespaces="none").parse(ontology_file("kg.ttl"))
    sys.stdout.write(ontology_page(ontology))


if __name__ == "__main__":
    main()
