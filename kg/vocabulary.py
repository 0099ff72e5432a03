"""The known concepts of the field: a SKOS file read into plain records."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.errors import VocabularyError
from kg.ids import ONTOLOGY_IRI
from kg.model import ConceptType
from kg.names import key
from kg.resources import ontology_file

if TYPE_CHECKING:
    from pathlib import Path

_SKOS = "http://www.w3.org/2004/02/skos/core#"
_RDF_TYPE = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")


@dataclass(frozen=True, slots=True)
class Entry:
    """A known concept.

    Attributes:
        id: The IRI.
        label: The preferred name.
        type: What it is.
        aliases: Other names that mean nothing else.
        ambiguous: Short forms that mean something else as well: they count only where a paper defines them.
        broader: Ids of more general concepts.
        definition: One line.
        top: Whether it only groups the concepts below it, as the head of a tree (``skos:topConceptOf``). Such a heading
            is written for the vocabulary's readers: no text is searched for it, and no graph holds it.
    """

    id: str
    label: str
    type: ConceptType
    aliases: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()
    broader: tuple[str, ...] = ()
    definition: str = ""
    top: bool = False


@dataclass(frozen=True)
class Vocabulary:
    """All entries, sorted by id, and look-ups by id and by name."""

    entries: tuple[Entry, ...] = field(default=())

    @cached_property
    def by_id(self) -> dict[str, Entry]:
        """Entries by id."""
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def by_key(self) -> dict[str, Entry]:
        """Entries that texts may name, by the key of each of their unambiguous names."""
        named = (entry for entry in self.entries if not entry.top)
        return {key(name): entry for entry in named for name in (*entry.aliases, entry.label)}


def load_vocabulary(path: Path | None = None) -> Vocabulary:
    """Read a vocabulary in Turtle; without a path, the one of the package.

    Raises:
        VocabularyError: The file is missing, is no Turtle, or an entry lacks its label or type.
    """
    path = path or ontology_file("vocabulary.ttl")
    try:
        quads = list(ox.parse(path=str(path), format=ox.RdfFormat.TURTLE))
    except OSError as error:
        raise VocabularyError(path, f"cannot be read ({error.strerror})", "Name a SKOS file in Turtle") from error
    except SyntaxError as error:
        raise VocabularyError(path, f"is no valid Turtle ({error})", "Correct it there") from error
    records: dict[str, dict[str, list[str]]] = {}
    for quad in quads:
        if isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.NamedNode | ox.Literal):
            record = records.setdefault(quad.subject.value, {})
            record.setdefault(quad.predicate.value, []).append(quad.object.value)
    types = {ONTOLOGY_IRI + kind: kind for kind in ConceptType}
    entries = []
    for iri, record in sorted(records.items()):
        kinds = [types[value] for value in record.get(_RDF_TYPE.value, ()) if value in types]
        if kinds:
            entries.append(_entry(path, iri, kinds, record))
    if not entries:
        raise VocabularyError(path, "holds no concept", f"Type its concepts as {ONTOLOGY_IRI}Method, …Task, …")
    return Vocabulary(tuple(entries))


def _entry(path: Path, iri: str, kinds: list[ConceptType], record: dict[str, list[str]]) -> Entry:
    labels = record.get(_SKOS + "prefLabel", [])
    if len(labels) != 1 or len(kinds) != 1:
        found = f"{iri} has {len(labels)} labels and {len(kinds)} types"
        raise VocabularyError(path, found, "Give it one skos:prefLabel and one type")
    return Entry(
        id=iri,
        label=labels[0],
        type=kinds[0],
        aliases=tuple(sorted(record.get(_SKOS + "altLabel", ()))),
        ambiguous=tuple(sorted(record.get(ONTOLOGY_IRI + "ambiguousLabel", ()))),
        broader=tuple(sorted(record.get(_SKOS + "broader", ()))),
        definition="".join(record.get(_SKOS + "definition", ())[:1]),
        top=_SKOS + "topConceptOf" in record,
    )
