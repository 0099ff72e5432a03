"""RDF terms: the namespaces in use, literals from any text, and IRIs from addresses that cannot be trusted."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

import pyoxigraph as ox

from kg.ids import ONTOLOGY_IRI
from kg.model import Relation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PREFIXES = {
    "kg": ONTOLOGY_IRI,
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "fabio": "http://purl.org/spar/fabio/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "oa": "http://www.w3.org/ns/oa#",
    "prism": "http://prismstandard.org/namespaces/basic/2.0/",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "https://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "void": "http://rdfs.org/ns/void#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
"""Namespaces by prefix."""

_SURROGATE = re.compile("[\ud800-\udfff]")

# RFC 3986, without user names: an address that hides its host behind "https://example.org@" is no link to offer.
_HTTP_URI = re.compile(
    r"https?://"
    r"(?:\[[0-9a-f:.]+\]|(?:[a-z0-9._~!$&'()*+,;=-]|%[0-9a-f]{2})+)"
    r"(?::[0-9]{1,5})?"
    r"(?:/(?:[a-z0-9._~!$&'()*+,;=:@/-]|%[0-9a-f]{2})*)?"
    r"(?:\?(?:[a-z0-9._~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*)?"
    r"(?:\#(?:[a-z0-9._~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*)?",
    re.IGNORECASE,
)
_ASCII = "".join(map(chr, range(128)))

_DOI_RESOLVER = re.compile(r"https?://(?:dx\.)?doi\.org/", re.IGNORECASE)
_DOI_SCHEME = re.compile(r"doi:\s*", re.IGNORECASE)
_DOI = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/\S+")
_DOI_SAFE = "/:;()!$&'*+,=@"


@cache
def named(curie: str) -> ox.NamedNode:
    """The IRI of a name with one of :data:`PREFIXES`.

    >>> named("skos:prefLabel")
    <NamedNode value=http://www.w3.org/2004/02/skos/core#prefLabel>
    """
    prefix, _, local = curie.partition(":")
    return ox.NamedNode(PREFIXES[prefix] + local)


def property_name(edge: str) -> str:
    """The property that an edge of this name becomes; generality has one in SKOS already.

    >>> property_name("introduces"), property_name("broader")
    ('kg:introduces', 'skos:broader')
    """
    return "skos:broader" if edge == Relation.BROADER else f"kg:{edge}"


def by_name(base: str, names: Iterable[str], edges: list[tuple[str, str]]) -> Iterator[tuple[str, list[ox.NamedNode]]]:
    """The concepts that edges, as pairs of name and node, lead to: by property, in the order of ``names``."""
    for name in names:
        yield property_name(name), [ox.NamedNode(base + node) for other, node in edges if other == name]


def slug(concept: str) -> str:
    """A concept's node without what all of them begin with."""
    return concept.removeprefix("concept/")


def about(subject: ox.NamedNode, *values: tuple[str, Iterable[ox.NamedNode | ox.Literal]]) -> Iterator[ox.Triple]:
    """Triples of one subject, given as objects by property; none comes twice.

    >>> [str(triple.object) for triple in about(named("kg:x"), ("rdfs:label", [text("a"), text("b"), text("a")]))]
    ['"a"', '"b"']
    """
    for name, objects in values:
        predicate = named(name)
        for value in dict.fromkeys(objects):
            yield ox.Triple(subject, predicate, value)


def text(value: str) -> ox.Literal:
    """A string; a lone surrogate, which no RDF syntax can hold, becomes U+FFFD."""
    return ox.Literal(_SURROGATE.sub("\ufffd", value))


def english(value: str) -> ox.Literal:
    """A string in English, otherwise like :func:`text`."""
    return ox.Literal(_SURROGATE.sub("\ufffd", value), language="en")


def typed(value: str | int, datatype: str) -> ox.Literal:
    """A literal of a datatype named like ``xsd:gYear``, its lexical form as given."""
    return ox.Literal(str(value), datatype=named(datatype))


def decimal(value: float) -> ox.Literal:
    """A number as ``xsd:decimal`` with at most four digits after the point, in the canonical form.

    >>> decimal(0.97).value, decimal(1).value, decimal(1e-7).value
    ('0.97', '1.0', '0.0')
    """
    digits = f"{value:.4f}".rstrip("0")
    return typed(digits + "0" if digits.endswith(".") else digits, "xsd:decimal")


def web_iri(address: str) -> ox.NamedNode | None:
    """The IRI of an address on the web, None for anything but a valid, absolute http or https address.

    Characters outside ASCII are percent-encoded (RFC 3987, section 3.1).

    >>> web_iri("https://example.org/straße")
    <NamedNode value=https://example.org/stra%C3%9Fe>
    >>> web_iri("javascript:alert(1)"), web_iri("https://example.org/a b")
    (None, None)
    """
    uri = quote(address, safe=_ASCII, errors="surrogatepass")
    if not _HTTP_URI.fullmatch(uri):
        return None
    try:
        return ox.NamedNode(uri)
    except ValueError:
        return None


def doi_iri(doi: str) -> ox.NamedNode | None:
    """The IRI of a DOI, bare or as an address, None for anything that is no DOI.

    >>> doi_iri("10.1000/a<b>"), doi_iri("doi:10.1000/182"), doi_iri("n/a")
    (<NamedNode value=https://doi.org/10.1000/a%3Cb%3E>, <NamedNode value=https://doi.org/10.1000/182>, None)
    """
    resolver = _DOI_RESOLVER.match(doi)
    name = unquote(doi[resolver.end() :]) if resolver else _DOI_SCHEME.sub("", doi, count=1)
    if not _DOI.fullmatch(name):
        return None
    return ox.NamedNode("https://doi.org/" + quote(name, safe=_DOI_SAFE, errors="surrogatepass"))
