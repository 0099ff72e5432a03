"""What a service is, whose records nest a paper's fields: where each of them stands, and what else the records tell.

Tables of services are :mod:`kg.read.shapes.services` (databases) and :mod:`kg.read.shapes.sites` (venues and crawls).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.read.publication_types import judge
from kg.read.record import NOT_A_PAPER
from kg.read.shapes.contract import Record, Shape
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from kg.model import Paper, Problem

    Members = Mapping[str, object]
    Find = Callable[[Members], list[object]]


@dataclass(frozen=True, slots=True)
class Service:
    """A service.

    Attributes:
        name: As messages say it.
        telling: Names of members, of which each of its records has one.
        fits: Tells a record from its members.
        fields: For each field, where it stands: paths with dots between their steps, or functions; the first that holds
            something counts.
        key: The path, or function, of what only the service calls a record.
        types: The path of its types of publication.
        no_paper: Says what a record is that is no paper, else "".
        refused: Gives the reason and the words that say that a paper was rejected or taken back.
    """

    name: str
    telling: frozenset[str]
    fits: Callable[[Members], bool]
    fields: tuple[tuple[str, tuple[str | Find, ...]], ...]
    key: str | Find
    types: str = ""
    no_paper: Callable[[Members], str] = lambda _: ""
    refused: Callable[[Members], tuple[str, str] | None] = lambda _: None

    def shape(self) -> Shape:
        """Give the shape of its records."""
        return Shape(self.name, self.telling, self.fits, self.read)

    def read(self, record: Record) -> Paper | Problem:
        """Make a paper of a record, unless its type is of something else."""
        found = {field: _first(record.members, places) for field, places in self.fields}
        title = found["title"][:1]
        if what := self.no_paper(record.members):
            return record.skip(NOT_A_PAPER, f"it is {what}", title)
        if not record.document.include_rejected and (refusal := self.refused(record.members)):
            return record.skip(*refusal, title)
        types = map(text, leaves(record.members, self.types)) if self.types else ()
        if verdict := judge(types, include_rejected=record.document.include_rejected):
            return record.skip(*verdict, title)
        pairs = tuple((field, _value(field, values, record.members)) for field, values in found.items())
        return record.paper(pairs, key=next(iter(_first(record.members, (self.key,))), ""))


def leaves(value: object, path: str) -> list[object]:
    """Find what stands at a path; the items of lists on the way are all looked into.

    >>> leaves({"a": [{"b": "x"}, {"b": ["y", "z"]}, {}]}, "a.b")
    ['x', 'y', 'z']
    """
    found = [value]
    for step in path.split("."):
        found = [item for each in found if isinstance(each, dict) for item in _items(each.get(step))]
    return found


def _items(value: object) -> Iterator[object]:
    for item in value if isinstance(value, list) else (value,):
        if item not in (None, "", [], {}):
            yield item


def _first(members: Members, places: tuple[str | Find, ...]) -> list[object]:
    for place in places:
        if values := leaves(members, place) if isinstance(place, str) else place(members):
            return values
    return []


def _value(field: str, values: list[object], members: Members) -> object:
    """Give a field's value: all of them for a list, unless it is one text, which may hold several names or keywords."""
    if len(values) > 1 and field in {"authors", "keywords"}:
        return values
    if field == "authors" and values != [members.get("authors")]:
        return values
    return values[0] if values else None


def member(members: Members, name: str) -> Members:
    """Give a member that is an object; an empty one where it is none."""
    inner = members.get(name)
    return inner if isinstance(inner, dict) else {}


def chosen(path: str, name: str, wanted: str, inner: str) -> Find:
    """Make a function that finds a member of those objects at a path in which another member has a value, whatever its case."""

    def find(members: Members) -> list[object]:
        objects = [each for each in leaves(members, path) if isinstance(each, dict)]
        chosen = [each for each in objects if text(each.get(name)).casefold() == wanted]
        return [value for each in chosen for value in (leaves(each, inner) if inner else [each])]

    return find
