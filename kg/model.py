"""What everything is made of: the words of the domain as frozen dataclasses and enums, without logic.

Offsets are code points into clean text (see :mod:`kg.text`), ends exclusive: ``text[start:end]`` is the span.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Field = Literal["title", "abstract"]


class ConceptType(StrEnum):
    """What a concept is."""

    METHOD = "Method"
    TASK = "Task"
    BENCHMARK = "Benchmark"
    METRIC = "Metric"


class Role(StrEnum):
    """What a paper does with a concept."""

    INTRODUCES = "introduces"
    USES = "uses"
    ADDRESSES = "addresses"
    COMPARES = "compares"
    MENTIONS = "mentions"


class Link(StrEnum):
    """An edge from a paper to a concept; the value is also the local name of the RDF property."""

    INTRODUCES = "introduces"
    USES = "uses"
    ADDRESSES = "addresses"
    COMPARES_WITH = "comparesWith"
    EVALUATES_ON = "evaluatesOn"
    REPORTS = "reports"
    MENTIONS = "mentions"


class Relation(StrEnum):
    """An edge from a concept to a concept; the value is also the local name of the RDF property."""

    APPLIED_TO = "appliedTo"
    EVALUATED_ON = "evaluatedOn"
    BASED_ON = "basedOn"
    OUTPERFORMS = "outperforms"
    BROADER = "broader"
    BENCHMARK_FOR = "benchmarkFor"
    MEASURES = "measures"


LINKS: dict[ConceptType, dict[Role, Link]] = {
    ConceptType.METHOD: {
        Role.INTRODUCES: Link.INTRODUCES,
        Role.USES: Link.USES,
        Role.COMPARES: Link.COMPARES_WITH,
        Role.MENTIONS: Link.MENTIONS,
    },
    ConceptType.TASK: {
        Role.INTRODUCES: Link.INTRODUCES,
        Role.ADDRESSES: Link.ADDRESSES,
        Role.MENTIONS: Link.MENTIONS,
    },
    ConceptType.BENCHMARK: {
        Role.INTRODUCES: Link.INTRODUCES,
        Role.USES: Link.EVALUATES_ON,
        Role.COMPARES: Link.COMPARES_WITH,
        Role.MENTIONS: Link.MENTIONS,
    },
    ConceptType.METRIC: {
        Role.INTRODUCES: Link.INTRODUCES,
        Role.USES: Link.REPORTS,
        Role.MENTIONS: Link.MENTIONS,
    },
}
"""The roles each type of concept can have, and the edge of the same meaning."""


_METHOD, _TASK, _BENCHMARK, _METRIC = ConceptType

RELATION_TYPES: dict[Relation, frozenset[tuple[ConceptType, ConceptType]]] = {
    Relation.APPLIED_TO: frozenset({(_METHOD, _TASK)}),
    Relation.EVALUATED_ON: frozenset({(_METHOD, _BENCHMARK)}),
    Relation.BASED_ON: frozenset({(_METHOD, _METHOD), (_BENCHMARK, _BENCHMARK)}),
    Relation.OUTPERFORMS: frozenset({(_METHOD, _METHOD)}),
    Relation.BROADER: frozenset((kind, kind) for kind in ConceptType),
    Relation.BENCHMARK_FOR: frozenset({(_BENCHMARK, _TASK)}),
    Relation.MEASURES: frozenset({(_METRIC, _TASK), (_METRIC, _METHOD)}),
}
"""The types that each relation goes from and to."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a record was read.

    Attributes:
        path: The file's name, with folders above it only where two inputs share that, so that outputs do not depend on
            where the inputs lie or how they are given.
        line: First line of the record, from 1, in formats that have lines.
        index: Position of the record, from 0, in formats that have none (a JSON array).
    """

    path: str
    line: int | None = None
    index: int | None = None

    def __str__(self) -> str:
        if self.line is not None:
            return f"{self.path}:{self.line}"
        return self.path if self.index is None else f"{self.path}[{self.index}]"


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper. Title and abstract are clean text; at least one of them is not empty.

    Attributes:
        id: Its name in the graph: a DOI, an id of arXiv, OpenReview, the ACL Anthology or PubMed, or what its file calls it.
        source: Where it was read.
        ids: Every id that it has beyond its file, with the scheme before it (``doi:10.1000/182``, ``arxiv:2101.00001``).
        also: Where else it was read.
    """

    id: str
    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    url: str = ""
    doi: str = ""
    keywords: tuple[str, ...] = ()
    source: Source | None = None
    ids: tuple[str, ...] = ()
    also: tuple[Source, ...] = ()


class Effect(StrEnum):
    """What became of a record that had a problem."""

    SKIPPED = "skipped"
    """It is no paper of the graph."""
    MERGED = "merged"
    """It is the same paper as an earlier record, and went into that."""
    NOTED = "noted"
    """It is used, but not quite as it stood; or the problem is a whole file's."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A record that could not be used, or not as it stood.

    Attributes:
        source: Where it is.
        reason: What is wrong, in a few words that many problems may share: summaries count by it.
        detail: What was found and what was done or can be done about it.
        raw: What the record is known by, such as its title, cut at 200 characters; "" where that cannot be told from what
            is private in it.
        effect: What became of the record.
    """

    source: Source
    reason: str
    detail: str = ""
    raw: str = ""
    effect: Effect = Effect.SKIPPED


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a paper: ``paper.<field>[start:end]``. A paper numbers its sentences through, title first."""

    field: Field
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mention:
    """A place where a paper names a concept: ``paper.<field>[start:end] == text``."""

    field: Field
    start: int
    end: int
    text: str
    sentence: int


@dataclass(frozen=True, slots=True)
class PaperConcept:
    """A concept as one paper has it.

    Attributes:
        label: The fullest name the paper gives it.
        type: What it is.
        role: What the paper does with it.
        forms: Every surface form, the label's first.
        mentions: Every place, in the order of the text.
        confidence: Between 0 and 1.
        short: The short form that the paper defines for it, if any (*PPO* for *Proximal Policy Optimization*).
        entry: The id of the vocabulary entry it matches, if any.
    """

    label: str
    type: ConceptType
    role: Role
    forms: tuple[str, ...]
    mentions: tuple[Mention, ...]
    confidence: float = 1.0
    short: str = ""
    entry: str = ""


@dataclass(frozen=True, slots=True)
class PaperRelation:
    """A relation as one paper states it, between the labels of two of its concepts, in one of its sentences."""

    head: str
    type: Relation
    tail: str
    sentence: int
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Extraction:
    """What one paper says: its sentences, concepts and relations."""

    paper: Paper
    sentences: tuple[Sentence, ...] = ()
    concepts: tuple[PaperConcept, ...] = ()
    relations: tuple[PaperRelation, ...] = ()


@dataclass(frozen=True, slots=True)
class Concept:
    """One node of the graph.

    Attributes:
        id: The node's id, ``concept/`` and a slug of the label (see :func:`kg.ids.mint`).
        label: The preferred name.
        type: The type that most papers give it.
        aliases: All other surface forms, sorted.
        other_types: Types that fewer papers give it, most frequent first.
        definition: One line, from the vocabulary.
        entry: The id of the vocabulary entry it matches, if any.
    """

    id: str
    label: str
    type: ConceptType
    aliases: tuple[str, ...] = ()
    other_types: tuple[ConceptType, ...] = ()
    definition: str = ""
    entry: str = ""
