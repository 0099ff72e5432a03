"""A record's fields → a paper, or the problem that it is."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from kg import paper_ids
from kg.model import Effect, Paper, Problem
from kg.read import people, status, values
from kg.read.contract import Numbered
from kg.read.fields import pick
from kg.read.identity import TITLE_ID, title_hash
from kg.read.quick import quick_paper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kg.model import Source
    from kg.read.fields import FieldName

NO_TEXT = "no title or abstract"
NOT_A_PAPER = "not a paper"
REJECTED = "rejected"
WITHDRAWN = "withdrawn"
RETRACTED = "retracted"
PLACEHOLDER = "placeholder for an abstract"
TOO_LONG = "text too long for an abstract"
ODD_ID = "id not understood"
ODD_YEAR = "year not understood"
MAX_TEXT = 100_000
"""Characters of title and abstract together; the longest real ones, with reference lists in them, have a third of that."""

_HOW_TO_READ_IT = "a notice says so; --include-rejected reads it all the same"
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]+(?:@|&(?:commat|#0*64|#[xX]0*40);)[\w.-]+")
_NO_VALUE = re.compile(
    r"\W*(?:0*|-?1|n/?a|nan|none|null|nil|unknown|undefined|n\.? ?d\.?|no (?:date|year|doi|id)|not (?:available|applicable))\W*",
    re.IGNORECASE,
)
_SCHEMES: tuple[tuple[FieldName, str], ...] = (
    ("doi", "a DOI"),
    ("arxiv", "an arXiv id"),
    ("openreview", "an OpenReview id"),
    ("acl", "an id of the ACL Anthology"),
    ("pmid", "a PubMed id"),
    ("corpusid", "a corpus id of Semantic Scholar"),
)
_WITH_IDS = frozenset(field for field, _ in _SCHEMES)


@dataclass(frozen=True, slots=True)
class NotedPaper(Paper):
    """A paper of whose record not every value could be used.

    Attributes:
        notes: The problems with them; each is :attr:`~kg.model.Effect.NOTED`.
    """

    notes: tuple[Problem, ...] = ()

    def without_notes(self) -> Paper:
        """Give the paper itself."""
        return Paper(**{field.name: getattr(self, field.name) for field in fields(Paper)})


def make_paper(
    record: dict[str, object] | Iterable[tuple[str, object]],
    *,
    source: Source,
    default_id: str | Callable[[], str],
    include_rejected: bool = False,
    notes: Iterable[tuple[str, str]] = (),
) -> Paper | Problem:
    """Make a paper of a record.

    Its id is what the record calls ``id``, else its DOI, its arXiv, OpenReview, ACL Anthology or PubMed id, else the
    default; instead of one that only says where in the file the record stands, a record with a title gets one made of its
    title and year, so that it keeps it when records are added before it.

    Args:
        record: Names and raw values; :mod:`kg.read.fields` says which count.
        source: Where it was read.
        default_id: The id where the record has none of its own, or what makes it.
        include_rejected: Whether papers that were withdrawn or retracted are wanted too.
        notes: Reasons and details of what the caller could not use as it stood.

    Returns:
        The paper, a :class:`NotedPaper` where some of its values could not be used; or why the record is none.

    >>> from kg.model import Source
    >>> make_paper([("Paper Title", "On Graphs"), ("Year", "2025")], source=Source("a.csv", 2), default_id="a/x").year
    2025
    """
    names, contents = _parts(record)
    picked = pick(names, contents)
    title = values.title(picked.get("title"))
    raw_abstract = values.text(picked.get("abstract"))
    if not include_rejected and (reason := _taken_back(title, raw_abstract)):
        return Problem(source, reason, _HOW_TO_READ_IT, excerpt(title))
    abstract = values.abstract(raw_abstract)
    if not title and not abstract:
        return _without_text(names, picked, source)
    if len(title) + len(abstract) > MAX_TEXT:
        detail = f"{len(title) + len(abstract)} characters, of which an abstract has at most {MAX_TEXT}"
        return Problem(source, TOO_LONG, detail, excerpt(title or abstract))
    notes = list(notes)
    if raw_abstract and not abstract:
        _note(notes, PLACEHOLDER, "abstract", raw_abstract, "one")
    explicit = _explicit_id(picked, notes)
    url = values.url(picked["url"]) if "url" in picked else ""
    ids = _ids(picked, explicit, url, notes)
    year = _year(picked, notes)
    paper = quick_paper(
        explicit or (paper_ids.shown(ids[0]) if ids else _id_for_want_of_one(default_id, title, year)),
        title,
        abstract,
        people.authors(picked["authors"]) if "authors" in picked else (),
        year,
        values.label(values.text(picked["venue"])) if "venue" in picked else "",
        url,
        ids[0].removeprefix("doi:") if ids and ids[0].startswith("doi:") else "",
        values.keywords(picked["keywords"]) if "keywords" in picked else (),
        source,
        ids,
        (),
    )
    return _noted(paper, source, notes) if notes else paper


def _parts(record: dict[str, object] | Iterable[tuple[str, object]]) -> tuple[tuple[str, ...], tuple[object, ...]]:
    """Give the names in a record, and what each stands for."""
    if isinstance(record, dict):
        return tuple(record), tuple(record.values())
    pairs = list(record)
    return tuple([name for name, _ in pairs]), tuple([value for _, value in pairs])


def _taken_back(title: str, abstract: str) -> str:
    if not status.may_be_taken_back(title, abstract):
        return ""
    if status.is_retracted(title):
        return RETRACTED
    return WITHDRAWN if status.is_withdrawn(title) or status.is_withdrawal(abstract) else ""


def _explicit_id(picked: Mapping[FieldName, object], notes: list[tuple[str, str]]) -> str:
    value = picked.get("id")
    if value is None:
        return ""
    explicit = paper_ids.spelled(values.identifier(value))
    if not explicit:
        _note(notes, ODD_ID, "id", value, "an id")
    return explicit


def _ids(picked: Mapping[FieldName, object], explicit: str, url: str, notes: list[tuple[str, str]]) -> tuple[str, ...]:
    """Give the ids that a record has beyond its file, the strongest scheme first, one of each scheme."""
    found: dict[str, str] = {}
    more: list[str] = []
    for field, kind in () if _WITH_IDS.isdisjoint(picked) else _SCHEMES:
        if (value := picked.get(field)) is None:
            continue
        raw = values.text(value)
        if name := paper_ids.SCHEMES[field](raw):
            found[field] = name
        elif others := paper_ids.parse(raw):
            more += others
        else:
            _note(notes, ODD_ID, field, value, kind)
    if "doi" in found:
        more += paper_ids.within_doi(found["doi"])
    if url:
        more += paper_ids.parse(url)
    if explicit:
        more += paper_ids.parse(explicit)
    if not found and not more:
        return ()
    for each in more:
        scheme, _, name = each.partition(":")
        found.setdefault(scheme, name)
    return tuple(f"{scheme}:{found[scheme]}" for scheme in paper_ids.SCHEMES if scheme in found)


def _year(picked: Mapping[FieldName, object], notes: list[tuple[str, str]]) -> int | None:
    value = picked.get("year")
    if value is None:
        return None
    year = values.year(value)
    if year is None:
        _note(notes, ODD_YEAR, "year", value, "a year")
    return year


def _note(notes: list[tuple[str, str]], reason: str, field: str, value: object, kind: str) -> None:
    """Note a value that holds something, but not what it should."""
    text = values.text(value).strip()
    if text and not _NO_VALUE.fullmatch(text[:100]):
        notes.append((reason, f"{field}: {excerpt(text)[:100]} is not {kind}; left out"))


def _noted(paper: Paper, source: Source, notes: list[tuple[str, str]]) -> NotedPaper:
    raw = excerpt(paper.title or paper.abstract)
    problems = tuple(Problem(source, reason, detail, raw, Effect.NOTED) for reason, detail in notes)
    return NotedPaper(**{field.name: getattr(paper, field.name) for field in fields(Paper)}, notes=problems)


def _id_for_want_of_one(default_id: str | Callable[[], str], title: str, year: int | None) -> str:
    if not isinstance(default_id, str):
        default_id = default_id()
    hashed = title_hash(title, year) if isinstance(default_id, Numbered) else ""
    return TITLE_ID + hashed if hashed else str(default_id)


def _without_text(names: Iterable[str], fields: dict[FieldName, object], source: Source) -> Problem:
    listed = ", ".join(names)
    raw = ", ".join(f"{field}: {values.text(value)[:100]}" for field, value in fields.items())
    detail = f"its fields are: {excerpt(listed)}" if listed else "it has no fields"
    return Problem(source, NO_TEXT, detail, excerpt(raw))


def excerpt(raw: str) -> str:
    """Cut raw text for a report; e-mail addresses are masked, what cannot be encoded is replaced.

    >>> excerpt("by ada@example.org")
    'by <e-mail>'
    """
    return _EMAIL.sub("<e-mail>", raw[:400].encode("utf-8", "replace").decode())[:200]
