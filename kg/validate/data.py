"""The triples to be checked, in one store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.errors import InputError
from kg.ids import ONTOLOGY_IRI
from kg.sparql import sources

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kg.validate.shapes import Targets


def load(paths: Iterable[str | Path] | str | Path, own: Targets) -> ox.Store:
    """Read files, folders that ``kg build`` wrote and a store into memory, all of their graphs into one.

    One, since Oxigraph gives a triple that is in two graphs twice where it is asked for their union.

    Args:
        paths: Where they are.
        own: What must be among the triples; without it, all shapes would be content for having nothing to say.

    Raises:
        InputError: One cannot be read, or nothing of the ontology is in them.
    """
    found = sources.find([paths] if isinstance(paths, str | Path) else paths)
    store = ox.Store()
    if found.store:
        store.bulk_extend(_triples(found.store, sources.open_store(found.store)))
    for file in found.files:
        store.bulk_extend(_triples(file, sources.quads([file])))
    if not own.any_in(store):
        names = ", ".join(str(path) for path in (found.store, *found.files) if path)
        reason = f"holds {len(store):,} triples, none of them about a paper or concept as {ONTOLOGY_IRI} has them"
        raise InputError(names, reason, "Check the namespace of its types and properties")
    return store


def _triples(path: Path, quads: Iterable[ox.Quad]) -> Iterator[ox.Quad]:
    for quad in quads:
        if isinstance(quad.object, ox.Triple):
            reason = f"says of {quad.subject} that {quad.predicate} is a triple"
            raise InputError(
                path, reason, "Reify it with rdf:subject, rdf:predicate and rdf:object: SHACL knows no such terms"
            )
        yield ox.Quad(quad.subject, quad.predicate, quad.object)
