"""A record's fields → a paper, or the problem that it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.model import Paper, Problem
from kg.read import values
from kg.read.fields import pick

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kg.model import Source
    from kg.read.fields import FieldName

NO_TEXT = "no title or abstract"
NOT_A_PAPER = "not a paper"
REJECTED = "rejected"
WITHDRAWN = "withdrawn"
RETRACTED = "retracted"
TOO_LONG = "text too long for an abstract"
MAX_TEXT = 100_000
"""Characters of title and abstract together; the longest real ones, with reference lists in them, have a third of that."""

_EMAIL = re.compile(r"[\w.+-]+@[\w.-]+")


def make_paper(record: Iterable[tuple[str, object]], *, source: Source, default_id: str) -> Paper | Problem:
    """Make a paper of a record.

    Args:
        record: Names and raw values; :mod:`kg.read.fields` says which count.
        source: Where it was read.
        default_id: The id where the record has neither an id nor a DOI.

    >>> from kg.model import Source
    >>> make_paper([("Paper Title", "On Graphs"), ("Year", "2025")], source=Source("a.csv", 2), default_id="a-01").year
    2025
    """
    record = tuple(record)
    fields = pick(record)
    title = values.title(fields.get("title"))
    abstract = values.abstract(fields.get("abstract"))
    if not title and not abstract:
        return _without_text(record, fields, source)
    if len(title) + len(abstract) > MAX_TEXT:
        detail = f"{len(title) + len(abstract)} characters, of which an abstract has at most {MAX_TEXT}"
        return Problem(source, TOO_LONG, detail, excerpt(title or abstract))
    doi = values.doi(fields.get("doi"))
    return Paper(
        id=values.identifier(fields.get("id")) or doi or default_id,
        title=title,
        abstract=abstract,
        authors=values.authors(fields.get("authors")),
        year=values.year(fields.get("year")),
        venue=values.label(values.text(fields.get("venue"))),
        url=values.url(fields.get("url")),
        doi=doi,
        keywords=values.keywords(fields.get("keywords")),
        source=source,
    )


def _without_text(record: Iterable[tuple[str, object]], fields: dict[FieldName, object], source: Source) -> Problem:
    names = ", ".join(name for name, _ in record)
    raw = ", ".join(f"{field}: {values.text(value)[:100]}" for field, value in fields.items())
    detail = f"its fields are: {excerpt(names)}" if names else "it has no fields"
    return Problem(source, NO_TEXT, detail, excerpt(raw))


def excerpt(raw: str) -> str:
    """Cut raw text for a report; e-mail addresses are masked, what cannot be encoded is replaced.

    >>> excerpt("by ada@example.org")
    'by <e-mail>'
    """
    return _EMAIL.sub("<e-mail>", raw[:400].encode("utf-8", "replace").decode())[:200]
