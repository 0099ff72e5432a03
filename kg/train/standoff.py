"""Annotations apart from the texts they are about, so that they can be published where the texts cannot.

A record names its paper by id, and its concepts by places in the abstract as published: pairs of offsets in code points,
the end exclusive. ``digest`` are the first sixteen hexadecimal digits of the SHA-256 of that abstract in UTF-8, by which
another version of the text is noticed. Everything else is as in :mod:`kg.train.annotations`::

    {"id": "p1", "digest": "1f0c…", "concepts": [{"type": "Method", "role": "introduces", "canon": "FastNet",
        "spans": [[11, 18]]}, {"type": "Task", "role": "addresses", "canon": "parsing", "spans": [[23, 30]], "opt": true}],
     "relations": [{"head": "FastNet", "type": "appliedTo", "tail": "parsing"}]}
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_KEPT = ("type", "alt_type", "role", "alt_role", "canon", "opt")


class Texts:
    """Titles and abstracts, as published, by the ids of their papers."""

    def __init__(self, texts: Mapping[str, tuple[str, str]]) -> None:
        self._texts = texts

    @classmethod
    def of_records(cls, records: Iterable[Mapping[str, Any]]) -> Texts:
        """Take ``id``, ``title`` and ``abstract`` of each record."""
        return cls(
            {r["id"]: (r.get("title") or "", r["abstract"]) for r in records if r.get("id") and r.get("abstract")}
        )

    def of(self, record: Mapping[str, Any]) -> tuple[str, str]:
        """Give title and abstract of a record's paper.

        Raises:
            ValueError: They are not there, or the abstract is not the one that was annotated.
        """
        if record["id"] not in self._texts:
            message = f"there is no abstract of {record['id']!r}, neither here nor among the texts"
            raise ValueError(message)
        title, abstract = self._texts[record["id"]]
        if record.get("digest", digest(abstract)) != digest(abstract):
            message = f"the abstract of {record['id']!r} among the texts is another than the one annotated"
            raise ValueError(message)
        return title, abstract


def digest(abstract: str) -> str:
    """Give the fingerprint of an abstract.

    >>> digest("We propose FastNet.")
    'e6231e0ddbe94a45'
    """
    return sha256(abstract.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def to_standoff(record: Mapping[str, Any]) -> dict[str, Any]:
    """Replace a record's texts by a digest, and its forms by their places in the abstract.

    Args:
        record: With ``abstract``, and ``forms`` for each concept.

    Raises:
        ValueError: A form does not stand in the abstract.
    """
    abstract = record["abstract"]
    concepts = []
    for concept in record["concepts"]:
        spans = sorted({span for form in concept["forms"] for span in _places(abstract, form)})
        kept = {name: concept[name] for name in _KEPT if concept.get(name)}
        concepts.append({**kept, "spans": [list(span) for span in spans]})
    result = {"id": record["id"], "digest": digest(abstract), "concepts": concepts}
    return result | ({"relations": list(record["relations"])} if "relations" in record else {})


def from_standoff(record: Mapping[str, Any], texts: Texts) -> dict[str, Any]:
    """Put the texts back, and each concept's forms in place of its spans, in the order of the text.

    Raises:
        ValueError: The text is not there, is another one, or a span lies outside of it.
    """
    title, abstract = texts.of(record)
    concepts = []
    for concept in record["concepts"]:
        kept = {name: concept[name] for name in _KEPT if concept.get(name)}
        concepts.append({**kept, "forms": forms_at(abstract, concept["spans"])})
    result = {"id": record["id"], "title": title, "abstract": abstract, "concepts": concepts}
    return result | ({"relations": list(record["relations"])} if "relations" in record else {})


def forms_at(abstract: str, spans: Iterable[Sequence[int]]) -> list[str]:
    """Give the different surface forms that stand at some places, in their order.

    Raises:
        ValueError: A span lies outside of the abstract.

    >>> forms_at("Nets are nets.", [[0, 4], [9, 13]])
    ['Nets', 'nets']
    """
    forms: dict[str, None] = {}
    for start, end in spans:
        if not 0 <= start < end <= len(abstract):
            message = f"the span {[start, end]} lies outside of the abstract"
            raise ValueError(message)
        forms[abstract[start:end]] = None
    return list(forms)


def _places(abstract: str, form: str) -> list[tuple[int, int]]:
    """Find where a form stands as whole words, or, where it does so nowhere, where it stands at all."""
    exact = re.escape(form)
    for pattern in (rf"(?<!\w){exact}(?!\w)", exact):
        if found := [match.span() for match in re.finditer(pattern, abstract)]:
            return found
    message = f"{form!r} does not stand in the abstract"
    raise ValueError(message)
