"""Field names: which of a record's many keys hold a paper's title, abstract and so on."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

FieldName = Literal["id", "title", "abstract", "authors", "year", "venue", "url", "doi", "keywords"]

ALIASES: dict[FieldName, tuple[str, ...]] = {
    "id": (
        *("id", "paper id", "record id", "identifier", "uid", "key", "citation key", "arxiv id", "openreview id"),
        *("forum", "acl id", "corpus id", "pmid", "eid"),
    ),
    "title": ("title", "paper title", "article title", "document title", "primary title", "display name", "ti"),
    "abstract": ("abstract", "abstract text", "paper abstract", "abstract note", "notes abstract", "summary", "ab"),
    "authors": (
        *("authors", "author", "author list", "author names", "author full names", "creators"),
        *("creator", "au"),
    ),
    "year": (
        *("year", "publication year", "published year", "pub year", "year published", "py", "publication date"),
        *("date published", "published date", "pub date", "published", "date", "issued", "cover date"),
    ),
    "venue": (
        *("venue", "conference", "conference name", "journal", "journal name", "journal title", "booktitle"),
        *("source title", "publication title", "container title", "publication", "journal ref"),
    ),
    "url": ("url", "urls", "link", "links", "paper url", "paper link", "site", "pdf url", "pdf link", "pdf"),
    "doi": ("doi", "digital object identifier"),
    "keywords": ("keywords", "keyword", "author keywords", "paper keywords", "tags", "index keywords"),
}
"""The names of each field, the most trusted first. Only these are ever read: whatever else a record holds about people
(addresses, genders, home pages) stays out."""


def _fold(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()


_FIELDS = {_fold(alias): (field, rank) for field, names in ALIASES.items() for rank, alias in enumerate(names)}


@lru_cache(maxsize=4096)
def field_of(name: str) -> tuple[FieldName, int] | None:
    """Find the field that a name stands for, and how little it is trusted; case and punctuation aside.

    >>> field_of("Publication_Year"), field_of("publicationYear"), field_of("E-mail")
    (('year', 1), ('year', 1), None)
    """
    return _FIELDS.get(_fold(name)) if len(name) <= 100 else None


def pick(record: Iterable[tuple[str, object]]) -> dict[FieldName, object]:
    """Pick a paper's fields from a record: for each, the filled value whose name is most trusted.

    >>> pick([("Summary", "short"), ("Abstract", ""), ("Gender", "f")])
    {'abstract': 'short'}
    """
    ranks: dict[FieldName, int] = {}
    values: dict[FieldName, object] = {}
    for name, value in record:
        if not (found := field_of(name)) or is_empty(value):
            continue
        field, rank = found
        if field not in ranks or rank < ranks[field]:
            ranks[field] = rank
            values[field] = value
    return values


def is_empty(value: object) -> bool:
    """Tell whether a value holds nothing: none, blank text, an empty list."""
    return value is None or (isinstance(value, str) and (not value or value.isspace())) or value in ([], {})


def names_of(*fields: FieldName) -> str:
    """List the names by which fields are known, for messages."""
    return "; ".join(", ".join(ALIASES[field]) for field in fields)
