"""What the pages say of the whole: names, addresses, and how a term is shown and linked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, unquote_to_bytes, urlsplit

import pyoxigraph as ox

from kg.ids import ONTOLOGY_IRI
from kg.sparql.terms import PREFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable

_XSD = PREFIXES["xsd"]
_NUMBERS = frozenset(
    _XSD + name for name in ("integer", "decimal", "double", "float", "nonNegativeInteger", "positiveInteger")
)
_SILENT = frozenset({_XSD + "string", *_NUMBERS})
_ONTOLOGY = ONTOLOGY_IRI.removesuffix("#")


@dataclass(frozen=True, slots=True)
class Shown:
    """A term as a page shows it.

    Attributes:
        text: What is read.
        iri: The IRI, for a term that is one.
        href: Where a click leads; empty if nowhere.
        foreign: The link leads away from this server.
        tag: The language or datatype, small beside the text.
        number: It is a number and stands at the right.
        fragment: For a part of the page's own node, what follows the ``#`` of its IRI.
    """

    text: str
    iri: str = ""
    href: str = ""
    foreign: bool = False
    tag: str = ""
    number: bool = False
    fragment: str = ""


@dataclass(frozen=True)
class Site:
    """The data set as this server shows it.

    Attributes:
        title: The name on every page.
        generator: Name and version of the software.
        base: The IRI that those of the data begin with; empty if nothing is known of them.
        explorer: Whether there is a page to explore.
        dataset: Whether the data describe themselves at ``dataset``.
    """

    title: str
    generator: str
    base: str = ""
    explorer: bool = False
    dataset: bool = False

    @cached_property
    def mounts(self) -> tuple[str, ...]:
        """The paths, longest first, under which the IRIs of the data are answered for.

        An IRI ``http://host/data/paper/1`` is one address when it is asked for at its own host, and behind a proxy, or
        a redirection like that of w3id.org, it may come without ``/data``.
        """
        return tuple(dict.fromkeys((urlsplit(self.base).path or "/", "/"))) if self.base else ()

    def iris(self, path: str) -> list[str]:
        """Give the IRIs that a path of a request may mean, the likeliest first.

        Args:
            path: As received, percent-encoded.

        >>> Site("", "", base="https://example.org/kg/").iris("/kg/concept/a%2Fb")
        ['https://example.org/kg/concept/a%2Fb', 'https://example.org/kg/kg/concept/a%2Fb']
        """
        spellings = [_canonical(path), path]
        found = [self.base + one[len(mount) :] for mount in self.mounts for one in spellings if one.startswith(mount)]
        return [iri for iri in dict.fromkeys(found) if _is_iri(iri)]

    def href(self, iri: str, root: str) -> str:
        """Give where a link to an IRI leads: to this server for the data's own, into the web for others.

        Args:
            iri: Any IRI; only those of http and https lead anywhere.
            root: The path that a proxy cuts off before requests come here.

        >>> Site("", "", base="https://example.org/kg/").href("https://example.org/kg/paper/1#abstract", "/x")
        '/x/paper/1#abstract'
        >>> Site("", "").href("javascript:alert(1)", "")
        ''
        """
        if iri.partition("#")[0] == _ONTOLOGY:
            return f"{root}/ontology{iri[len(_ONTOLOGY) :]}"
        # What begins with a slash once the base is gone would be read as the name of another host.
        if self.base and iri.startswith(self.base) and not iri.startswith("/", len(self.base)):
            return f"{root}/{iri[len(self.base) :]}"
        return iri if iri.startswith(("https://", "http://")) else ""

    def name(self, iri: str) -> str:
        """Give a short name of an IRI: a prefixed name, or without the base and readable.

        >>> site = Site("", "", base="https://example.org/kg/")
        >>> site.name("http://www.w3.org/2004/02/skos/core#broader"), site.name("https://example.org/kg/concept/a%2Fb")
        ('skos:broader', 'concept/a/b')
        """
        prefixed = _prefixed(iri)
        if prefixed == iri and self.base and iri.startswith(self.base) and iri != self.base:
            return unquote(iri[len(self.base) :])
        return prefixed

    def show(self, term: object, root: str, *, labels: Iterable[str] = (), page: str = "") -> Shown:
        """Show a term.

        Args:
            term: One of pyoxigraph's terms.
            root: As for :meth:`href`.
            labels: Labels of an IRI; the first, in order, is shown in its place.
            page: The IRI that the page is about.
        """
        if isinstance(term, ox.NamedNode):
            iri = term.value
            href = self.href(iri, root)
            return Shown(
                text=min(labels, default="") or self.name(iri),
                iri=iri,
                href=href,
                foreign=href == iri,
                fragment=iri[len(page) + 1 :] if page and iri.startswith(page + "#") else "",
            )
        if isinstance(term, ox.Literal):
            datatype = term.datatype.value
            tag = term.language or ("" if datatype in _SILENT else _prefixed(datatype))
            return Shown(text=term.value, tag=tag, number=datatype in _NUMBERS)
        return Shown(text=str(term))


def _prefixed(iri: str) -> str:
    for prefix, namespace in PREFIXES.items():
        local = iri[len(namespace) :]
        if iri.startswith(namespace) and local and not set(local) & set("/#"):
            return f"{prefix}:{local}"
    return iri


def _canonical(path: str) -> str:
    """The path with each segment encoded as :func:`kg.ids.mint` does it."""
    return "/".join(quote(unquote_to_bytes(part), safe="") for part in path.split("/"))


def _is_iri(iri: str) -> bool:
    try:
        ox.NamedNode(iri)
    except ValueError:
        return False
    return True
