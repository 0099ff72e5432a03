"""What a shape of JSON records is: a name, a look at one record's keys, and a way to read it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kg.model import Paper, Problem
from kg.read.fields import pick
from kg.read.record import NO_TEXT, excerpt, make_paper
from kg.read.values import identifier, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kg.model import Source
    from kg.read.contract import Document
    from kg.read.fields import FieldName


@dataclass(slots=True)
class Record:
    """A decoded JSON object, and where it stands.

    Attributes:
        members: Its names and values. Numbers are the text they were written in.
        document: The file that it is in.
        source: Its place there.
        number: How many records the file has up to this one.
    """

    members: Mapping[str, object]
    document: Document
    source: Source
    number: int

    def paper(
        self, pairs: Iterable[tuple[str, object]], *, key: object = "", notes: Iterable[tuple[str, str]] = ()
    ) -> Paper | Problem:
        """Make a paper.

        Args:
            pairs: Names and raw values, as :func:`kg.read.record.make_paper` takes them.
            key: What only the record's own file calls it.
            notes: Reasons and details of what could not be used as it stood.
        """
        default_id = self.document.id(self.number, identifier(key))
        rejected = self.document.include_rejected
        made = make_paper(pairs, source=self.source, default_id=default_id, include_rejected=rejected, notes=notes)
        if isinstance(made, Problem) and made.reason == NO_TEXT:
            return replace(made, detail=f"its fields are: {excerpt(', '.join(self.members))}")
        return made

    def skip(self, reason: str, detail: str = "", raw: object = "") -> Problem:
        """Say why this is no paper of the graph; ``raw``, such as its title, is nothing private and no reviewer's words."""
        return Problem(self.source, reason, detail, excerpt(text(raw)))


def plain_fields(members: Mapping[str, object]) -> dict[FieldName, object]:
    """Find fields by their usual names, for what lists derived from a source do not name as the source does.

    >>> plain_fields({"authors": "Ada Lovelace", "authorships": None})
    {'authors': 'Ada Lovelace'}
    """
    return pick(tuple(members), tuple(members.values()))


@dataclass(frozen=True, slots=True)
class Shape:
    """A form that the records of one source have in JSON, whatever array, object or lines they stand in.

    Attributes:
        name: As messages say it.
        telling: Names of members; a record that has none of them has not this form.
        fits: Tells from a record's keys whether it has this form; it must be cheap, and sure.
        read: Makes a paper of a record, or says why it is none: exactly one of either.
    """

    name: str
    telling: frozenset[str]
    fits: Callable[[Mapping[str, object]], bool]
    read: Callable[[Record], Paper | Problem]
