"""Annotated papers: what they are made of, and how their JSON Lines are read.

A record is one object a line::

    {"id": "p1", "title": "…", "abstract": "We propose FastNet for parsing …", "concepts": [
        {"type": "Method", "role": "introduces", "canon": "FastNet", "forms": ["FastNet"]},
        {"type": "Task", "role": "addresses", "canon": "parsing", "forms": ["parsing"], "opt": true}],
     "relations": [{"head": "FastNet", "type": "appliedTo", "tail": "parsing"}]}

Texts are as published; forms are copied from them letter by letter, and ``canon`` is the name by which relations know the
concept. ``opt`` marks what a reasonable annotator could leave out; ``alt_type`` and ``alt_role`` what another chose. Without
``relations`` a record says nothing of them, and a concept without ``role`` nothing of its role. In place of ``forms`` there
may be ``spans``, places in the abstract, and in place of the texts the file they stand in (:mod:`kg.train.standoff`).

A line of ``kg extract`` is a record too, its texts in another file: what the pipeline found can be trained on, as the
doubtful part of it is optional.
"""

from __future__ import annotations

import gzip
import json
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import InputError
from kg.extract.tagger.words import Finder, split
from kg.model import ConceptType, Relation, Role
from kg.text import clean
from kg.train.standoff import Texts, forms_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_CODES = {"M": "Method", "T": "Task", "B": "Benchmark", "X": "Metric"}
_LINKS = {"evaluatesOn": "uses", "reports": "uses", "comparesWith": "compares"}
_FIRM = 0.5  # what the pipeline finds with less confidence is an optional concept
_FORMAT = "Give one annotated paper a line, as the documentation of kg.train.annotations shows"


@dataclass(frozen=True, slots=True)
class Annotated:
    """A paper with its annotations.

    Attributes:
        id: Of the paper.
        title: As published; may be empty.
        abstract: As published.
        concepts: What it is about.
        relations: What it says of how they relate; None where that was not annotated.
    """

    id: str
    title: str
    abstract: str
    concepts: tuple[AnnotatedConcept, ...] = ()
    relations: tuple[AnnotatedRelation, ...] | None = None


@dataclass(frozen=True, slots=True)
class AnnotatedConcept:
    """A concept as annotated.

    Attributes:
        name: The name that relations know it by.
        types: Its type, and what another annotator took it for.
        roles: Its role, and what another annotator chose; empty where that was not annotated.
        forms: Its surface forms, as published.
        optional: Whether a reasonable annotator could leave it out.
    """

    name: str
    types: tuple[ConceptType, ...]
    roles: tuple[Role, ...]
    forms: tuple[str, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class AnnotatedRelation:
    """A relation between concepts of one paper, by their names."""

    head: str
    type: Relation
    tail: str
    optional: bool = False


def read_annotations(paths: Iterable[str | Path], *, texts: Texts | None = None) -> list[Annotated]:
    """Read annotated papers, those of several files one after the other.

    Args:
        paths: JSON Lines, plain or compressed by gzip.
        texts: Titles and abstracts by id, for records without them.

    Raises:
        InputError: A file cannot be read, a record breaks the format or has no text, or two have one id.
    """
    records: list[Annotated] = []
    seen: dict[str, str] = {}
    for path in paths:
        for number, data in read_lines(path):
            place = f"{path}:{number}"
            record = parse(data, place=place, texts=texts)
            if record.id in seen:
                raise InputError(
                    place, f"has the id {record.id!r} again, after {seen[record.id]}", "Keep one of the two"
                )
            seen[record.id] = place
            records.append(record)
    return records


def read_lines(path: str | Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Give each object of a JSON Lines file, plain or compressed, with the number of its line.

    Raises:
        InputError: The file cannot be read or holds something else.
    """
    path = Path(path)
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    data = json.loads(line)
                    if not isinstance(data, dict):
                        message = f"{path}:{number}"
                        raise InputError(message, "is no JSON object", _FORMAT)
                    yield number, data
    except json.JSONDecodeError as error:
        message = f"{path}:{number}"
        raise InputError(message, f"is no JSON ({error})", _FORMAT) from error
    except (OSError, EOFError, UnicodeDecodeError, zlib.error, RecursionError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(path, f"cannot be read ({reason})", "Name a file of annotated papers") from error


def parse(data: Mapping[str, Any], *, place: str = "record", texts: Texts | None = None) -> Annotated:
    """Make an annotated paper of one object.

    Args:
        data: The object.
        place: Where it stands, for errors.
        texts: Titles and abstracts by id, if it has none itself.

    Raises:
        InputError: It breaks the format, or its text is missing or another than it was annotated on.
    """
    try:
        identifier = data["id"]
        if not isinstance(identifier, str):
            raise TypeError("the id is no string")
        title, abstract = data.get("title") or "", data.get("abstract")
        if abstract is None:
            title, abstract = (texts or Texts({})).of(data)
        concepts = tuple(_concept(concept, abstract) for concept in data["concepts"])
        stated = data.get("relations")
        relations = None if stated is None else tuple(_relation(relation) for relation in stated)
        record = Annotated(identifier, title, abstract, concepts, relations)
    except KeyError as error:
        raise InputError(place, f"has no {error.args[0]!r}", _FORMAT) from error
    except (AttributeError, TypeError, ValueError) as error:
        raise InputError(place, f"is no annotated paper: {error}", _FORMAT) from error
    _check_names(record, place)
    return record


def _concept(data: Mapping[str, Any], abstract: str) -> AnnotatedConcept:
    forms = forms_at(abstract, data["spans"]) if "spans" in data else data["forms"]
    if not forms or not all(isinstance(form, str) and form.strip() for form in forms):
        message = f"the forms of a concept are {forms!r}"
        raise ValueError(message)
    types = [data["type"], *filter(None, [data.get("alt_type")])]
    roles = filter(None, [data.get("role"), data.get("alt_role")])
    return AnnotatedConcept(
        name=data.get("canon") or data["label"],
        types=tuple(ConceptType(_CODES.get(kind, kind)) for kind in types),
        roles=tuple(Role(_LINKS.get(role, role)) for role in roles),
        forms=tuple(forms),
        optional=bool(data.get("opt")) or data.get("confidence", 1.0) < _FIRM,
    )


def _relation(data: Mapping[str, Any] | list[str]) -> AnnotatedRelation:
    if isinstance(data, list):
        head, kind, tail = data
        return AnnotatedRelation(head, Relation(kind), tail)
    return AnnotatedRelation(data["head"], Relation(data["type"]), data["tail"], bool(data.get("opt")))


def _check_names(record: Annotated, place: str) -> None:
    names = {concept.name for concept in record.concepts}
    for relation in record.relations or ():
        if odd := sorted({relation.head, relation.tail} - names):
            raise InputError(place, f"relates {odd[0]!r}, which is none of its concepts", _FORMAT)


def abstract_only(record: Annotated) -> Annotated:
    """Give a record without its title, and without what only the title names."""
    find = Finder(split(clean(record.abstract)))
    concepts = tuple(c for c in record.concepts if find(*map(clean, c.forms)))
    names = {concept.name for concept in concepts}
    relations = record.relations
    if relations is not None:
        relations = tuple(r for r in relations if {r.head, r.tail} <= names)
    return replace(record, title="", concepts=concepts, relations=relations)
