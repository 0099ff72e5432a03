"""RDF terms: names with a prefix, literals from any text, and IRIs from addresses that cannot be trusted."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from ipaddress import AddressValueError, IPv4Address
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

import pyoxigraph as ox

from kg.model import Relation
from kg.namespaces import PREFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# What XML 1.0 (section 2.2) cannot hold, not even escaped, and no syntax can hold a lone surrogate.
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

# RFC 3986, without user names: an address that hides its host behind "https://example.org@" is no link to offer. A host
# is one that DNS can hold, or its UTF-8 percent-encoded.
_LABEL = r"(?:[a-z0-9_]|%[0-9a-f]{2})(?:(?:[a-z0-9_-]|%[0-9a-f]{2})*(?:[a-z0-9_]|%[0-9a-f]{2}))?"
_HTTP_URI = re.compile(
    r"(?P<scheme>https?)://"
    rf"(?P<host>\[[0-9a-f:.]+\]|{_LABEL}(?:\.{_LABEL})*\.?)"
    r"(?::0*(?P<port>[0-9]{1,5}))?"
    r"(?P<rest>(?:/(?:[a-z0-9._~!$&'()*+,;=:@/-]|%[0-9a-f]{2})*)?"
    r"(?:\?(?:[a-z0-9._~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*)?"
    r"(?:\#(?:[a-z0-9._~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*)?)",
    re.IGNORECASE,
)
_PERCENT = re.compile("%[0-9a-f]{2}")
_NUMBERS = re.compile(r"[0-9.]+")
_DEFAULT_PORTS = {"http": "80", "https": "443"}
_ASCII = "".join(map(chr, range(128)))

_DOI_RESOLVER = re.compile(r"https?://(?:dx\.)?doi\.org/", re.IGNORECASE)
_DOI_SCHEME = re.compile(r"doi:\s*", re.IGNORECASE)
_DOI = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/\S+")
_DOI_SAFE = "/:;()!$&'*+,=@"


@cache
def named(curie: str) -> ox.NamedNode:
    """The IRI of a name with one of :data:`kg.namespaces.PREFIXES`.

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


def text(value: str) -> ox.Literal:
    r"""A string that every syntax holds, XML too: what it cannot hold becomes U+FFFD, a carriage return a line feed.

    >>> text("a\x00b\rc").value
    'a\ufffdb\nc'
    """
    return ox.Literal(_for_xml(value))


def english(value: str) -> ox.Literal:
    """A string in English, otherwise like :func:`text`."""
    return ox.Literal(_for_xml(value), language="en")


def _for_xml(value: str) -> str:
    # One character for one, so that positions in a text stay what they are. Parsers of XML read a carriage return that
    # stands there as it is as a line feed (XML 1.0, section 2.11).
    return _NOT_XML.sub("\ufffd", value).replace("\r", "\n")


@lru_cache(maxsize=1 << 13)  # small numbers, most of all
def typed(value: str | int, datatype: str) -> ox.Literal:
    """A literal of a datatype named like ``xsd:gYear``, its lexical form as given."""
    return ox.Literal(str(value), datatype=named(datatype))


@lru_cache(maxsize=1 << 13)
def decimal(value: float) -> ox.Literal:
    """A number as ``xsd:decimal`` with at most four digits after the point, in the canonical form.

    >>> decimal(0.97).value, decimal(1).value, decimal(1e-7).value
    ('0.97', '1.0', '0.0')
    """
    digits = f"{value:.4f}".rstrip("0")
    return typed(digits + "0" if digits.endswith(".") else digits, "xsd:decimal")


def web_iri(address: str) -> ox.NamedNode | None:
    """The IRI of an address on the web, None for anything but a valid, absolute http or https address.

    Characters outside ASCII are percent-encoded (RFC 3987, section 3.1). Scheme and host are in lower case and a default
    port is left out (RFC 3986, section 6.2), since strict parsers warn of them otherwise.

    >>> web_iri("HTTPS://Example.org:443/straße")
    <NamedNode value=https://example.org/stra%C3%9Fe>
    >>> web_iri("javascript:alert(1)"), web_iri("https://example.org/a b")
    (None, None)
    """
    match = _HTTP_URI.fullmatch(quote(address, safe=_ASCII, errors="surrogatepass"))
    if not match:
        return None
    scheme, host, port = match["scheme"].lower(), match["host"].lower(), match["port"]
    if "%" in host:
        host = _PERCENT.sub(lambda byte: byte[0].upper(), host)
    if _NUMBERS.fullmatch(host) and not _is_ip(host):
        return None
    authority = host if port in (None, _DEFAULT_PORTS[scheme]) else f"{host}:{port}"
    try:
        return ox.NamedNode(f"{scheme}://{authority}{match['rest']}")
    except ValueError:
        return None


def _is_ip(host: str) -> bool:
    try:
        IPv4Address(host)
    except AddressValueError:
        return False
    return True


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
