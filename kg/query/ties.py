"""How strongly a concept is tied to every other, computed for all at once.

A paper that has both speaks for a tie with weight 1; with 1 more if one of its sentences names both; with twice its
confidence more for each statement between the two; with half of the first two if it only mentions the neighbour. The sum
is multiplied by ``ln(1 + observed / expected)``, where *expected* is the number of papers that two concepts of their
frequencies would share by chance: a hub that is in every third paper is in every third paper of the centre, which tells
nothing. Frequency times pointwise mutual information is *local MI* in Evert, "Corpora and collocations" (2008); the 1
keeps what is below chance positive and last, instead of leaving it out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kg.query.filters import SHARES_PAPERS, Filter
from kg.query.incidence import LINK_BITS, RELATION_BITS

if TYPE_CHECKING:
    import networkx as nx
    from numpy.typing import NDArray

    from kg.query.incidence import Floats, Incidence, Ints

_SAME_SENTENCE = 1.0
_STATED = 2.0
_ONLY_MENTIONED = 0.5


@dataclass(frozen=True, slots=True)
class Ties:
    """Ties of one centre to all concepts, by their numbers.

    Attributes:
        papers: How many papers speak for each.
        strength: How strong each is; 0 where there is none.
    """

    papers: Ints
    strength: Floats


class TieFinder:
    """Finds ties under the conditions of a filter.

    Args:
        incidence: The graph's arrays.
        graph: The graph.
        only: Conditions on papers, roles and relations; those on neighbours themselves are left to the caller.
    """

    def __init__(self, incidence: Incidence, graph: nx.MultiDiGraph, only: Filter) -> None:
        self._incidence = incidence
        self._only = only
        nodes = dict(graph.nodes(data=True))
        self._paper_counts = np.array(only.have_papers(nodes[paper] for paper in incidence.papers), dtype=bool)
        # The vocabulary's statements have the paper -1, the last: they count where papers need no condition.
        self._statement_counts = np.append(self._paper_counts, not only.limits_papers)
        wanted = sum(LINK_BITS[link] for link in only.links) if only.links else ~0
        self._link_counts = (incidence.links & wanted != 0) & self._paper_counts[incidence.paper]
        self._relations = sum(RELATION_BITS.get(each, 0) for each in only.relations) if only.relations else ~0
        self._shares = not only.relations or SHARES_PAPERS in only.relations
        self._having = np.bincount(incidence.concept[self._link_counts], minlength=len(incidence.concepts))
        self._total = max(1, int(self._paper_counts.sum()))

    def ties(self, centre: Ints) -> Ties:
        """Give the ties of concepts taken together as one."""
        matrix = self._incidence
        entries = matrix.by_concept.of(centre)
        entries = entries[self._paper_counts[matrix.paper[entries]]]
        papers = np.unique(matrix.paper[entries])
        shared, weight = self._shared(entries, papers)
        stated, said = self._stated(centre)
        count = np.maximum(shared, stated) if self._shares else stated
        weight = weight * self._shares + said
        expected = np.maximum(self._having, 1) * max(1, len(papers)) / self._total
        strength = weight * np.log1p(np.maximum(count, said > 0) / expected)
        strength[centre] = 0
        count[centre] = 0
        return Ties(count, strength.round(12))  # what rounding errors alone tell apart is equal

    def of_paper(self, paper: int) -> Ties:
        """Give how strongly a paper is tied to each of its concepts: the rarer, the more it tells.

        The weight is that of a shared paper, times the information of the concept (its inverse document frequency).
        """
        matrix = self._incidence
        entries = matrix.by_paper.of([paper])
        entries = entries[self._link_counts[entries]]
        concept = matrix.concept[entries]
        weight = np.where(matrix.links[entries] == LINK_BITS["mentions"], _ONLY_MENTIONED, 1.0)
        strength = np.zeros(len(matrix.concepts))
        strength[concept] = weight * np.log1p(self._total / self._having[concept])
        return Ties(np.bincount(concept, minlength=len(strength)), strength)

    def _shared(self, entries: Ints, papers: Ints) -> tuple[Ints, Floats]:
        """Count the papers that each concept shares with the centre, plainly and weighted."""
        matrix, size = self._incidence, len(self._incidence.concepts)
        sentences = np.zeros(len(matrix.papers), dtype=np.int64)
        np.bitwise_or.at(sentences, matrix.paper[entries], matrix.sentences[entries])
        others = matrix.by_paper.of(papers)
        others = others[self._link_counts[others]]
        concept = matrix.concept[others]
        together = matrix.sentences[others] & sentences[matrix.paper[others]] != 0
        weight = 1 + _SAME_SENTENCE * together
        weight = np.where(matrix.links[others] == LINK_BITS["mentions"], _ONLY_MENTIONED * weight, weight)
        return np.bincount(concept, minlength=size), np.bincount(concept, weights=weight, minlength=size).astype(float)

    def _stated(self, centre: Ints) -> tuple[Ints, Floats]:
        """Count the papers that state something between the centre and each concept, plainly and weighted."""
        said, size = self._incidence.statements, len(self._incidence.concepts)
        entries = said.by_concept.of(centre)
        entries = entries[said.relation[entries] & self._relations != 0]
        paper, far = said.paper[entries], said.far[entries]
        counts = self._statement_counts[paper]
        if self._only.links:
            counts = counts & self._linked(paper, far)
        paper, far = paper[counts], far[counts]
        weight = np.bincount(far, weights=_STATED * said.confidence[entries][counts], minlength=size).astype(float)
        width = len(self._incidence.papers) or 1
        pairs = np.unique(far[paper >= 0] * width + paper[paper >= 0])  # a paper that says two things speaks once
        return np.bincount(pairs // width, minlength=size), weight

    def _linked(self, papers: Ints, concepts: Ints) -> NDArray[np.bool_]:
        """Tell which papers do with which concepts what the filter asks for."""
        pairs = papers * len(self._incidence.concepts) + concepts
        place = np.searchsorted(self._wanted, pairs)
        found: NDArray[np.bool_] = np.append(self._wanted, -1)[place] == pairs
        return found

    @cached_property
    def _wanted(self) -> Ints:
        """The links that the filter asks for, a number each, in order."""
        matrix, size = self._incidence, len(self._incidence.concepts)
        return np.sort(matrix.paper[self._link_counts] * size + matrix.concept[self._link_counts])
