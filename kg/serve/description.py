"""What the endpoint is, for machines (SPARQL 1.1 Service Description)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.export.rdf.terms import named

if TYPE_CHECKING:
    from kg.serve.site import Site

PREFIXES = {
    "sd": "http://www.w3.org/ns/sparql-service-description#",
    "void": "http://rdfs.org/ns/void#",
    "format": "http://www.w3.org/ns/formats/",
    "entailment": "http://www.w3.org/ns/entailment/",
}

_FORMATS = (
    "SPARQL_Results_JSON",
    "SPARQL_Results_XML",
    "SPARQL_Results_CSV",
    "SPARQL_Results_TSV",
    "Turtle",
    "N-Triples",
    "JSON-LD",
    "RDF_XML",
)
"""Names in the W3C's list of formats, https://www.w3.org/ns/formats/."""


def describe(endpoint: str, site: Site) -> list[ox.Triple]:
    """Describe the service that answers at an address.

    Args:
        endpoint: The address, without a query or fragment.
        site: The data set it answers from.

    Returns:
        Triples in an order to read.

    Raises:
        ValueError: The address is no IRI.

    >>> from kg.serve.site import Site
    >>> describe("https://example.org/sparql", Site("", ""))[0].subject.value
    'https://example.org/sparql'
    """
    service, dataset, graph = (ox.NamedNode(endpoint + part) for part in ("", "#dataset", "#graph"))
    kind = named("rdf:type")
    triples = [
        ox.Triple(service, kind, _sd("Service")),
        ox.Triple(service, _sd("endpoint"), service),
        ox.Triple(service, _sd("supportedLanguage"), _sd("SPARQL11Query")),
        ox.Triple(service, _sd("defaultEntailmentRegime"), ox.NamedNode(PREFIXES["entailment"] + "Simple")),
        *(ox.Triple(service, _sd("resultFormat"), ox.NamedNode(PREFIXES["format"] + name)) for name in _FORMATS),
        ox.Triple(service, _sd("defaultDataset"), dataset),
        ox.Triple(dataset, kind, _sd("Dataset")),
        ox.Triple(dataset, _sd("defaultGraph"), graph),
        ox.Triple(graph, kind, _sd("Graph")),
    ]
    if site.dataset:
        described = ox.NamedNode(site.base + "dataset")
        triples += [
            ox.Triple(graph, named("dcterms:isPartOf"), described),
            ox.Triple(described, named("void:sparqlEndpoint"), service),
        ]
    return triples


def _sd(name: str) -> ox.NamedNode:
    return ox.NamedNode(PREFIXES["sd"] + name)
