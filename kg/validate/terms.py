"""Terms of pyoxigraph as those of rdflib, and back as text."""

from __future__ import annotations

from typing import TypeAlias

import pyoxigraph as ox
import rdflib

Term: TypeAlias = ox.NamedNode | ox.BlankNode | ox.Literal
RdflibTerm: TypeAlias = rdflib.URIRef | rdflib.BNode | rdflib.Literal


def to_rdflib(term: Term) -> RdflibTerm:
    """Turn a term into rdflib's, its lexical form as it is.

    >>> to_rdflib(ox.Literal("01", datatype=ox.NamedNode(str(rdflib.XSD.integer)))).n3()
    '"01"^^<http://www.w3.org/2001/XMLSchema#integer>'
    """
    if isinstance(term, ox.NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, ox.BlankNode):
        return rdflib.BNode(term.value)
    if term.language:
        return rdflib.Literal(term.value, lang=term.language)
    return rdflib.Literal(term.value, datatype=rdflib.URIRef(term.datatype.value), normalize=False)


def written(term: object) -> str:
    r"""Write a term of rdflib as N-Triples do, and None as nothing.

    >>> written(rdflib.Literal("a\nb", lang="en")), written(rdflib.URIRef("https://example.org/a")), written(None)
    ('"a\\nb"@en', '<https://example.org/a>', '')
    """
    if isinstance(term, rdflib.Literal):
        if term.language:
            return str(ox.Literal(str(term), language=term.language))
        return str(ox.Literal(str(term), datatype=ox.NamedNode(str(term.datatype or rdflib.XSD.string))))
    if isinstance(term, rdflib.BNode):
        return f"_:{term}"
    return "" if term is None else f"<{term}>"
