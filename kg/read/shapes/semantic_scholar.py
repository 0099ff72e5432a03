"""Semantic Scholar: papers of the Graph API, of the Academic Graph's datasets (S2AG), of S2ORC and of peS2o.

Written by hand: semanticscholar is a client of the service. What the sources share is the *corpus id*: the datasets' file
of abstracts, which has no titles, is joined with the file of papers by it. Summaries by machine (*tldr*) are not read.
https://api.semanticscholar.org/api-docs/datasets
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from kg.read.record import NOT_A_PAPER
from kg.read.shapes.contract import Record, Shape, plain_fields
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kg.model import Paper, Problem
    from kg.read.fields import FieldName

NO_ABSTRACT = "no abstract of its own"

_SHA = 40
_PLAIN_IDS: tuple[FieldName, ...] = ("doi", "arxiv", "acl", "pmid")
_IDS = {"doi": "doi", "arxiv": "arxiv id", "acl": "acl id", "pubmed": "pmid", "corpusid": "corpus id"}


def fits(members: Mapping[str, object]) -> bool:
    """Tell papers by the corpus id, by Semantic Scholar's hash, or by the address that S2ORC's records have."""
    if "corpusid" in members or "s2_url" in members or "mag_field_of_study" in members or _is_pes2o(members):
        return True
    if "paperId" not in members:
        return False
    sha = members["paperId"]
    return (isinstance(sha, str) and len(sha) == _SHA) or "externalIds" in members or "corpusId" in members


def read(record: Record) -> Paper | Problem:
    """Make a paper of a record of any of the four."""
    members = record.members
    if _is_pes2o(members):
        return _read_pes2o(record)
    if "paperId" in members:
        return _read_graph(record)
    if "corpusid" in members:
        return _read_dataset(record)
    return _read_s2orc(record)


def _read_graph(record: Record) -> Paper | Problem:
    paper = record.members
    plain = plain_fields(paper)
    return record.paper(
        (
            *_ids(paper.get("externalIds")),
            *((name, plain.get(name)) for name in _PLAIN_IDS),
            ("corpus id", paper.get("corpusId")),
            ("title", paper.get("title")),
            ("abstract", paper.get("abstract")),
            ("authors", paper.get("authors") or plain.get("authors")),
            ("year", paper.get("year") or paper.get("publicationDate") or plain.get("year")),
            ("venue", _venue(paper) or plain.get("venue")),
            ("url", paper.get("url") or plain.get("url")),
        ),
        key=text(paper.get("paperId")),
    )


def _read_dataset(record: Record) -> Paper | Problem:
    """Read a line of one of the datasets: papers, abstracts, or full texts, in which title and abstract are marked."""
    line = record.members
    access = line.get("openaccessinfo")
    content = line.get("content") or line.get("body")
    title, abstract = line.get("title"), line.get("abstract")
    if isinstance(content, dict):
        title, abstract = title or _marked(content, "title"), abstract or _marked(content, "abstract")
    elif "title" not in line and "abstract" not in line:
        return record.skip(
            NOT_A_PAPER, f"a record about paper {text(line['corpusid'])[:20]} without title and abstract"
        )
    corpus_id = text(line.get("corpusid"))
    return record.paper(
        (
            *_ids(line.get("externalids")),
            *(_ids(access.get("externalids")) if isinstance(access, dict) else ()),
            ("corpus id", corpus_id),
            ("title", title),
            ("abstract", abstract),
            ("authors", line.get("authors")),
            ("year", line.get("year") or line.get("publicationdate")),
            ("venue", _venue(line)),
            ("url", line.get("url")),
        ),
        key=corpus_id,
    )


def _marked(content: Mapping[str, object], name: str) -> str:
    """Cut the spans out of a full text that its annotations, lists of offsets written as JSON, mark as title or abstract."""
    annotations = content.get("annotations")
    spans = annotations.get(name) if isinstance(annotations, dict) else None
    if isinstance(spans, str):
        try:
            spans = json.loads(spans)
        except (ValueError, RecursionError):
            spans = None
    whole = text(content.get("text"))
    parts = [whole[start:end].strip() for start, end in _offsets(spans)]
    return "\n\n".join(parts)


def _offsets(spans: object) -> Iterator[tuple[int, int]]:
    for span in spans if isinstance(spans, list) else ():
        if isinstance(span, dict):
            start, end = text(span.get("start")), text(span.get("end"))
            if start.isdecimal() and end.isdecimal() and len(start) < 10 and len(end) < 10:
                yield int(start), int(end)


def _read_s2orc(record: Record) -> Paper | Problem:
    """Read a line of S2ORC's metadata (its first version); ``paper_id`` is the corpus id."""
    line = record.members
    corpus_id = text(line.get("paper_id"))
    return record.paper(
        (
            ("doi", line.get("doi")),
            ("arxiv id", line.get("arxiv_id")),
            ("acl id", line.get("acl_id")),
            ("pmid", line.get("pubmed_id")),
            ("corpus id", corpus_id),
            ("title", line.get("title")),
            ("abstract", line.get("abstract")),
            ("authors", _authors(line.get("authors"))),
            ("year", line.get("year")),
            ("venue", line.get("venue") or line.get("journal")),
            ("url", line.get("s2_url")),
        ),
        key=corpus_id,
    )


def _is_pes2o(members: Mapping[str, object]) -> bool:
    return "added" in members and text(members.get("source")).startswith(("s2ag/", "s2orc/"))


def _read_pes2o(record: Record) -> Paper | Problem:
    """Read a line of peS2o, where title and abstract, or all of the paper, are one text; ``id`` is the corpus id."""
    line = record.members
    title, _, abstract = text(line.get("text")).strip().partition("\n")
    notes = []
    if text(line.get("source")).startswith("s2orc/"):
        abstract, notes = "", [(NO_ABSTRACT, "it is a full text, in which none is marked")]
    about = line.get("metadata")
    year = about.get("year") if isinstance(about, dict) else None
    corpus_id = text(line.get("id"))
    return record.paper(
        (("corpus id", corpus_id), ("title", title), ("abstract", abstract), ("year", year or line.get("created"))),
        key=corpus_id,
        notes=notes,
    )


def _ids(value: object) -> Iterator[tuple[str, object]]:
    """Yield the ids of the kinds that count, however their names are written."""
    if isinstance(value, dict):
        for name, each in value.items():
            if found := _IDS.get(name.casefold()):
                yield found, each


def _venue(paper: Mapping[str, object]) -> str:
    """Name the venue, else the journal."""
    journal, venue = paper.get("journal"), paper.get("publicationVenue")
    return text(paper.get("venue")) or next((name for name in map(text, (venue, journal)) if name), "")


def _authors(value: object) -> list[str]:
    """Join first, middle (a list) and last names and suffixes."""
    return [
        " ".join(filter(None, (text(author.get(part)) for part in ("first", "middle", "last", "suffix"))))
        if isinstance(author, dict)
        else text(author)
        for author in (value if isinstance(value, list) else ())
    ]


SHAPE = Shape(
    "Semantic Scholar papers",
    frozenset({"corpusid", "s2_url", "mag_field_of_study", "paperId", "added"}),
    fits,
    read,
)
