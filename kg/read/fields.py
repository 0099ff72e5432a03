"""Field names: which of a record's many keys hold a paper's title, abstract and so on."""

from __future__ import annotations

from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Literal, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_Found = TypeVar("_Found")

FieldName = Literal[
    "id",
    "title",
    "abstract",
    "authors",
    "year",
    "venue",
    "url",
    "doi",
    "keywords",
    "arxiv",
    "openreview",
    "acl",
    "pmid",
    "corpusid",
]

ALIASES: dict[FieldName, tuple[str, ...]] = {
    "id": ("id", "paper id", "record id", "identifier", "uid", "key", "citation key"),
    "title": (
        *(
            "title",
            "paper title",
            "article title",
            "document title",
            "primary title",
            "display name",
            "item title",
            "title display",
            "ti",
        ),
        *(
            "titel",
            "titre",
            "título",
            "titolo",
            "название",
            "название документа",
            "标题",
            "文献标题",
            "タイトル",
            "論文名",
        ),
    ),
    "abstract": (
        *("abstract", "abstract text", "paper abstract", "abstract note", "notes abstract", "summary", "ab"),
        "abstract html",
        *("zusammenfassung", "kurzfassung", "résumé", "resumen", "resumo", "riassunto"),
        *("краткое описание", "аннотация", "摘要", "抄録"),
    ),
    "authors": (
        *("author full names", "authors full names", "authors", "author", "author list", "author names", "creators"),
        *("paper authors", "creator", "au", "autoren", "auteurs", "autores", "autori", "авторы", "作者", "著者名"),
        *("authorships author display name", "author string", "author display", "full authors"),
    ),
    "year": (
        *("year", "publication year", "published year", "pub year", "year published", "py", "publication date"),
        *("date published", "published date", "pub date", "published", "date", "issued", "cover date"),
        *("publish date", "publish time", "published at", "published on", "date of publication", "submission date"),
        *("early access date", "jahr", "année", "año", "ano", "anno", "год", "年份", "出版年", "年"),
    ),
    "venue": (
        *("venue", "conference", "conf", "conference name", "journal", "journal name", "journal title", "booktitle"),
        *("source title", "publication title", "container title", "publication", "journal ref", "journal book"),
        *("publication name", "proceedings title", "conference title", "anthology title"),
        *("primary location source display name", "proceeding", "proceedings"),
        *("book series title", "название источника", "来源出版物名称", "出版物名"),
    ),
    "url": (
        *("url", "urls", "link", "links", "paper url", "paper link", "site", "article url", "external url"),
        *(
            "arxiv url",
            "arxiv link",
            "openreview url",
            "openreview link",
            "forum url",
            "url abs",
            "abs url",
            "html url",
            "url pdf",
            "full text link",
            "primary location landing page url",
        ),
        *(
            "document url",
            "plink",
            "source urls",
            "dimensions url",
            "doi link",
            "pdf url",
            "pdf link",
            "pdf",
            "ссылка",
            "链接",
            "リンク",
        ),
    ),
    "doi": ("doi", "digital object identifier", "item doi"),
    "arxiv": ("arxiv id", "arxiv", "arxiv number", "arxiv identifier"),
    "openreview": ("openreview id", "forum", "openreview"),
    "acl": ("acl id", "acl anthology id", "anthology id"),
    "pmid": ("pmid", "pubmed id", "pubmed", "medline pmid"),
    "corpusid": ("corpus id", "s2 corpus id", "corpus paper id"),
    "keywords": (
        *("keywords", "keyword", "author keywords", "paper keywords", "tags", "manual tags", "index keywords"),
        *("keywords plus", "ieee terms", "automatic tags", "mesh terms", "fields of study"),
        *("keywords display name", "categories", "subjects"),
        *("schlüsselwörter", "schlagwörter", "mots clés", "palabras clave", "palavras chave", "parole chiave"),
        *("ключевые слова", "ключевые слова автора", "作者关键字", "著者キーワード"),
    ),
}
"""The names of each field, the most trusted first. Only these are ever read: whatever else a record holds about people
(addresses, genders, home pages) stays out."""

_CONTAINERS = (list, tuple, dict)
_MOST_KEPT = 256
_LONGEST_KEPT = 4096
"""Characters of all names of a record together."""


def _fold(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()


_FIELDS = {_fold(alias): (field, rank) for field, names in ALIASES.items() for rank, alias in enumerate(names)}


def field_of(name: str) -> tuple[FieldName, int] | None:
    """Find the field that a name stands for, and how little it is trusted; case and punctuation aside.

    >>> field_of("Publication_Year"), field_of("publicationYear"), field_of("E-mail")
    (('year', 1), ('year', 1), None)
    """
    return _known_field(name) if len(name) <= 100 else None  # nothing is kept about longer ones


@lru_cache(maxsize=4096)
def _known_field(name: str) -> tuple[FieldName, int] | None:
    return _FIELDS.get(_fold(name))


def by_names(look: Callable[[tuple[str, ...]], _Found]) -> Callable[[tuple[str, ...]], _Found]:
    """Keep what a function finds out about a record's names: most records of a file have the same.

    Unlike :func:`functools.lru_cache` it keeps nothing about names so long that they would take much memory.
    """
    known: dict[tuple[str, ...], _Found] = {}

    @wraps(look)
    def find(names: tuple[str, ...]) -> _Found:
        try:
            return known[names]
        except KeyError:
            found = look(names)
        if len("".join(names)) <= _LONGEST_KEPT:
            if len(known) == _MOST_KEPT:
                known.clear()
            known[names] = found
        return found

    return find


@by_names
def texts_among(names: tuple[str, ...]) -> frozenset[FieldName]:
    """Tell which of title and abstract are among a record's names."""
    return frozenset(found[0] for name in names if (found := field_of(name)) and found[0] in {"title", "abstract"})


@by_names
def _columns(names: tuple[str, ...]) -> tuple[tuple[int, FieldName], ...] | None:
    """Give the places of fields among names; None where several names are one field's."""
    columns = tuple((place, found[0]) for place, name in enumerate(names) if (found := field_of(name)))
    return columns if len({field for _, field in columns}) == len(columns) else None


def pick(names: tuple[str, ...], contents: Sequence[object]) -> dict[FieldName, object]:
    """Pick a paper's fields from a record: for each, the filled value whose name is most trusted.

    Args:
        names: The names of the record's values.
        contents: The values, as many.

    >>> pick(("Summary", "Abstract", "Gender"), ("short", "", "f"))
    {'abstract': 'short'}
    """
    columns = _columns(names)
    if columns is None:
        return _pick_trusted(zip(names, contents, strict=True))
    values: dict[FieldName, object] = {}
    for place, field in columns:
        value = contents[place]
        if not ((type(value) is str and value.isspace()) if value else is_empty(value)):
            values[field] = value
    return values


def _pick_trusted(record: Iterable[tuple[str, object]]) -> dict[FieldName, object]:
    ranks: dict[FieldName, int] = {}
    values: dict[FieldName, object] = {}
    for name, value in record:
        found = field_of(name)
        if found is None or is_empty(value):
            continue
        field, rank = found
        if field not in ranks or rank < ranks[field]:
            ranks[field] = rank
            values[field] = value
    return values


def is_empty(value: object) -> bool:
    """Tell whether a value holds nothing: none, blank text, an empty list."""
    if isinstance(value, str):
        return not value or value.isspace()
    return value is None or (not value and isinstance(value, _CONTAINERS))


def names_of(*fields: FieldName) -> str:
    """List the names by which fields are known, for messages."""
    return "; ".join(", ".join(ALIASES[field]) for field in fields)
