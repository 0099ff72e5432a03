"""Which paper has which concept, and which concepts a statement joins, as arrays.

Both are sparse matrices in compressed rows (CSR): the entries of row *i* stand at ``start[i]:start[i + 1]``. Concepts and
papers are numbered in the graph's order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kg.model import Link, Relation
from kg.query.hierarchy import is_told

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import networkx as nx
    from numpy.typing import NDArray

    Ints = NDArray[np.integer[Any]]
    Floats = NDArray[np.float64]

LINK_BITS = {link.value: 1 << number for number, link in enumerate(Link)}
RELATION_BITS = {relation.value: 1 << number for number, relation in enumerate(Relation)}

_SENTENCES = 63  # sentences from here on share the last bit of a mask


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a sparse matrix: where each starts, and the numbers of its entries in the arrays they index."""

    start: Ints
    entries: Ints

    @classmethod
    def by(cls, rows: Ints, count: int) -> Rows:
        """Group entries by their rows, each row's in the order in which they stand."""
        start = np.zeros(count + 1, dtype=np.int64)
        np.cumsum(np.bincount(rows, minlength=count), out=start[1:])
        return cls(start, np.argsort(rows, kind="stable"))

    def of(self, numbers: Sequence[int] | Ints) -> Ints:
        """Give the entries of some rows, one after the other."""
        rows = np.asarray(numbers, dtype=np.int64)
        first = self.start[rows]
        lengths = self.start[rows + 1] - first
        offsets = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        found: Ints = self.entries[np.repeat(first, lengths) + offsets]
        return found


class Incidence:
    """The matrix of papers and concepts, and the statements between concepts.

    Attributes:
        papers: The papers' nodes.
        concepts: The concepts' nodes.
        paper_number: The number of each paper.
        concept_number: The number of each concept.
        paper: For each link, its paper.
        concept: For each link, its concept; a paper has a concept once.
        links: For each link, what the paper does with the concept, as :data:`LINK_BITS`.
        sentences: For each link, a mask of the sentences that name the concept.
    """

    def __init__(self, graph: nx.MultiDiGraph) -> None:
        self._graph = graph
        self.papers: list[str] = []
        self.concepts: list[str] = []
        for node, kind in graph.nodes(data="kind"):
            (self.papers if kind == "paper" else self.concepts).append(node)
        self.paper_number = {node: number for number, node in enumerate(self.papers)}
        self.concept_number = {node: number for number, node in enumerate(self.concepts)}
        columns = zip(*self._read_links(), strict=True)
        arrays = [np.array(column, dtype=np.int64) for column in columns] or [np.zeros(0, np.int64)] * 4
        self.paper, self.concept, self.links, self.sentences = arrays

    def _read_links(self) -> Iterable[tuple[int, int, int, int]]:
        numbers = self.concept_number
        for paper, node in enumerate(self.papers):
            for concept, edges in self._graph.succ[node].items():
                if concept in numbers:
                    links = sentences = 0
                    for link, edge in edges.items():
                        links |= LINK_BITS.get(link, LINK_BITS[Link.MENTIONS])
                        for mention in edge["mentions"]:
                            sentences |= 1 << min(mention["sentence"], _SENTENCES - 1)
                    yield paper, numbers[concept], links, sentences

    @cached_property
    def by_paper(self) -> Rows:
        """The links of each paper."""
        return Rows.by(self.paper, len(self.papers))

    @cached_property
    def by_concept(self) -> Rows:
        """The links of each concept."""
        return Rows.by(self.concept, len(self.concepts))

    @cached_property
    def degree(self) -> Ints:
        """How many papers have each concept."""
        return np.bincount(self.concept, minlength=len(self.concepts))

    @cached_property
    def statements(self) -> Statements:
        """The statements between concepts."""
        return Statements(self._graph, self.concept_number, self.paper_number)

    @cached_property
    def joined(self) -> tuple[Ints, Ints]:
        """What joins concepts, papers and then pairs between which something is stated, and for each its concepts."""
        said, size = self.statements, len(self.concepts)
        once = said.near < said.far
        pairs = np.unique(said.near[once] * size + said.far[once])
        numbers = len(self.papers) + np.arange(len(pairs))
        rows = np.concatenate([self.paper, numbers, numbers])
        return rows, np.concatenate([self.concept, pairs // max(1, size), pairs % max(1, size)])

    def numbers_of(self, concepts: Iterable[str]) -> Ints:
        """Give the numbers of concepts."""
        return np.array([self.concept_number[concept] for concept in concepts], dtype=np.int64)

    def papers_of(self, concept: str) -> tuple[str, ...]:
        """Give the papers that have a concept, in the graph's order."""
        return tuple(self.papers[self.paper[entry]] for entry in self.by_concept.of([self.concept_number[concept]]))

    def concepts_of(self, paper: str) -> tuple[str, ...]:
        """Give the concepts that a paper has, in the order of its links."""
        return tuple(self.concepts[self.concept[entry]] for entry in self.by_paper.of([self.paper_number[paper]]))


class Statements:
    """Who states what between concepts, each statement twice: once for either end; no doubtful parents.

    Attributes:
        near: The one end.
        far: The other.
        paper: The number of the paper; -1 where the vocabulary alone says so.
        relation: What is stated, as :data:`RELATION_BITS`.
        confidence: How sure it is.
        by_concept: The entries of each near end.
    """

    def __init__(self, graph: nx.MultiDiGraph, concepts: dict[str, int], papers: dict[str, int]) -> None:
        found: list[tuple[int, int, int, int, float]] = []
        for node, number in concepts.items():
            for other, edges in graph.succ[node].items():
                if other in concepts and other != node:
                    for relation, edge in edges.items():
                        if is_told(graph, node, relation, other):
                            found += (
                                (number, concepts[other], paper, RELATION_BITS.get(relation, 0), sure)
                                for paper, sure in _said(edge, papers)
                            )
        table = np.array(found, dtype=np.float64).reshape(-1, 5)
        head, tail, paper, relation = table[:, :4].T.astype(np.int64)
        self.near = np.concatenate([head, tail])
        self.far = np.concatenate([tail, head])
        self.paper = np.concatenate([paper, paper])
        self.relation = np.concatenate([relation, relation])
        self.confidence = np.concatenate([table[:, 4], table[:, 4]])
        self.by_concept = Rows.by(self.near, len(concepts))


def _said(edge: dict[str, Any], papers: dict[str, int]) -> list[tuple[int, float]]:
    said = [(papers[each["paper"]], each["confidence"]) for each in edge["statements"] if each["paper"] in papers]
    return said or [(-1, 1.0)]
