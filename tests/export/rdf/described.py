"""Triples in the form in which the writers take them."""

from itertools import groupby

from kg.export.rdf.description import about
from kg.namespaces import PREFIXES


def described(triples):
    """Describe the subjects of triples, those that follow each other with one subject as one."""
    for subject, group in groupby(triples, key=lambda triple: triple.subject):
        yield about(subject, *((prefixed(triple.predicate.value), [triple.object]) for triple in group))


def prefixed(iri):
    return next(f"{prefix}:{iri.removeprefix(each)}" for prefix, each in PREFIXES.items() if iri.startswith(each))
