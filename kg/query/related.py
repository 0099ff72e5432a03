"""Concepts near to one, also such as no paper names together with it.

Three measures, in :mod:`kg.query.association`, were compared on a graph of 20,000 abstracts by
``tests/benchmarks/bench_related.py``: a fifth of the papers is held out, and the others must tell which concepts share one
of them with a given concept (1,000 concepts; *AUC* against wrong concepts of the same frequency, over all right ones and
over those that share no paper of the other four fifths):

================================ ========= ======= ===== =========
measure                          recall@20 nDCG@20 AUC   AUC, new
================================ ========= ======= ===== =========
number of papers of the concept  .189      .183    .529  .514
number of shared papers          .327      .378    .658  .470
normalised PMI                   .270      .288    .656  .471
log-likelihood ratio             .275      .314    .656  .471
personalised PageRank            .346      .387    .754  .635
================================ ========= ======= ===== =========

So PageRank is the default: it alone finds what was never seen together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from kg.query import association
from kg.query.evidence import pair_sentences
from kg.query.filters import SHARES_PAPERS, Filter, at_least_none
from kg.query.result import Answer, Tabular
from kg.query.tables import Table
from kg.query.ways import ways_between

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kg.query import KnowledgeGraph
    from kg.query.evidence import Sentence
    from kg.query.incidence import Floats, Incidence
    from kg.query.ways import Way

Measure = Literal["npmi", "log-likelihood", "pagerank"]
DEFAULT: Measure = "pagerank"

_MEASURES: dict[str, Callable[[Incidence, int], Floats]] = {
    "npmi": association.npmi,
    "log-likelihood": association.log_likelihood,
    "pagerank": association.pagerank,
}
_THROUGH = 3
_ALONE = "nothing is related to it: no paper has it together with another concept"
_FAINT = 0.01  # of the nearest concept's score: what has less is not near


@dataclass(frozen=True, slots=True)
class Related(Answer):
    """A row.

    Attributes:
        node: The concept's node.
        label: Its label.
        kind: Its type.
        score: By the measure; the higher, the nearer.
        papers: How many papers have it.
        shared: How many of them have the concept asked for too.
        expected: How many would by chance.
        stated: What is stated between the two, seen from the concept asked for.
        through: Labels of the concepts to which both are tied most, best first.
        why: All this in a line.
        sentences: The best two, where they share papers.
    """

    node: str
    label: str
    kind: str
    score: float
    papers: int
    shared: int
    expected: float
    stated: tuple[Way, ...]
    through: tuple[str, ...]
    why: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class RelatedConcepts(Tabular):
    """Concepts near to one, the nearest first.

    Attributes:
        centre: The node asked for.
        label: Its label.
        kind: Its type.
        measure: By which they are ranked.
        rows: The concepts.
        note: Where there are none, why; else "".
    """

    centre: str
    label: str
    kind: str
    measure: Measure
    rows: tuple[Related, ...]
    note: str = ""

    def table(self) -> Table:
        """Give a row a concept."""
        columns = ("concept", "type", "score", "papers", "shared", "why", "sentence", "node")
        return Table(columns, tuple(_cells(row) for row in self.rows))


def _cells(row: Related) -> tuple[str | int | float | None, ...]:
    sentence = row.sentences[0].text if row.sentences else ""
    return row.label, row.kind, round(row.score, 6), row.papers, row.shared, row.why, sentence, row.node


def related(
    graph: KnowledgeGraph,
    node: str,
    *,
    kinds: Iterable[str] = (),
    measure: Measure = DEFAULT,
    limit: int | None = 20,
) -> RelatedConcepts:
    """Rank the concepts near to one.

    Args:
        graph: The graph.
        node: The concept.
        kinds: Only concepts of these types.
        measure: "pagerank" also finds what shares no paper with the concept; the others do not.
        limit: How many at most; ``None`` for all.

    Raises:
        ValueError: There is no such measure or type, or the limit is negative.
    """
    if measure not in _MEASURES:
        message = f"{measure!r:.80} is no measure: choose from {', '.join(get_args(Measure))}"
        raise ValueError(message)
    at_least_none(limit or 0, "limit")
    only = Filter.of(kinds=kinds)
    matrix, nodes = graph.incidence, graph.nx.nodes
    number = matrix.concept_number[node]
    scores = _MEASURES[measure](matrix, number).round(12)
    near = scores > _FAINT * scores.max(initial=0)
    found = np.argsort(-scores, kind="stable")[: np.count_nonzero(near)]
    wanted = [int(each) for each in found if not only.kinds or nodes[matrix.concepts[each]]["kind"] in only.kinds]
    shared = association.shared_papers(matrix, number)
    mine = graph.ties(Filter()).ties(np.array([number])).strength
    rows = [
        _row(graph, number, other, score=float(scores[other]), both=int(shared[other]), mine=mine)
        for other in wanted[:limit]
    ]
    note = "" if wanted else _left_by(only) if len(found) else _ALONE
    return RelatedConcepts(node, nodes[node]["label"], nodes[node]["kind"], measure, tuple(rows), note)


def _left_by(only: Filter) -> str:
    return f"nothing related to it is left by {only.blame(lambda _: False)}"


def _row(graph: KnowledgeGraph, number: int, other: int, *, score: float, both: int, mine: Floats) -> Related:
    matrix = graph.incidence
    centre, node = matrix.concepts[number], matrix.concepts[other]
    data, papers = graph.nx.nodes[node], int(matrix.degree[other])
    ways = tuple(way for way in ways_between(graph.nx, centre, node, Filter()) if way.relation != SHARES_PAPERS)
    expected = papers * int(matrix.degree[number]) / max(1, len(matrix.papers))
    through = _through(graph, mine, other)
    return Related(
        node=node,
        label=data["label"],
        kind=data["kind"],
        score=score,
        papers=papers,
        shared=both,
        expected=expected,
        stated=ways,
        through=through,
        why=_why(both, expected, [way.text for way in ways], through),
        sentences=pair_sentences(graph.nx, centre, node) if both else (),
    )


def _through(graph: KnowledgeGraph, mine: Floats, other: int) -> tuple[str, ...]:
    """Give the concepts tied to both, where the product of the two ties is greatest."""
    product = (mine * graph.ties(Filter()).ties(np.array([other])).strength).round(9)
    best = np.argsort(-product, kind="stable")[:_THROUGH]
    concepts, nodes = graph.incidence.concepts, graph.nx.nodes
    return tuple(nodes[concepts[each]]["label"] for each in best if product[each] > 0)


def _why(both: int, expected: float, stated: Sequence[str], through: Sequence[str]) -> str:
    """Say in a line why two concepts are near.

    >>> _why(3, 0.42, ["broader (vocabulary)"], ["replay", "regret"])
    'broader (vocabulary); in 3 papers together, 0.4 by chance; both with replay, regret'
    >>> _why(0, 0.1, [], ["replay"])
    'in no paper together; both with replay'
    """
    chance = f"{expected:.1f}" if expected >= 0.1 else "less than 0.1"
    together = f"in {both} paper{'s' * (both != 1)} together, {chance} by chance" if both else "in no paper together"
    return "; ".join([*stated, together, *([f"both with {', '.join(through)}"] if through else [])])
