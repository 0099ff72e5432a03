"""The sentences that say so: for a link, for a statement, for two concepts that share papers.

All functions take the NetworkX graph and nodes. What a graph of another make lacks or has wrong (a sentence out of range,
a statement of an unknown paper) gives no sentence and no error.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from kg.query.links import is_paper, papers_of, shared_papers
from kg.query.result import Answer

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    import networkx as nx

LIMIT = 2
"""How many sentences an answer gives, where nothing else is said."""

_READ = 0.5  # confidence of a statement; below it, the seeds show it better in another sentence that names both


@dataclass(frozen=True, slots=True)
class Sentence(Answer):
    """A sentence of a paper.

    Attributes:
        paper: The paper's node.
        number: Its number in the paper (title first), as in the node's ``sentences``.
        text: Its words.
        spans: Where it names the concepts in question, as offsets into ``text``, in order, without overlap.
        confidence: How sure the link or statement is for which it stands.
    """

    paper: str
    number: int
    text: str
    spans: tuple[tuple[int, int], ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, order=True)
class _Candidate:
    """A sentence before its text is cut out; the least is the best.

    One that names both beats one from which a statement was read with doubt, which beats one that names the second, which
    beats one that names the first; then the surer statement wins, prose over a title, the shorter. A sentence from which
    a statement was read with some certainty counts as naming both: it says "our method", or "it".
    """

    missing: int
    doubt: float  # minus the confidence of a statement, 0 where there is none
    title: bool
    length: int
    order: int
    paper: str
    number: int


def link_sentences(graph: nx.MultiDiGraph, paper: str, concept: str, *, limit: int = 1) -> tuple[Sentence, ...]:
    """Give the sentences in which a paper names a concept, prose before the title, then in the order of the text."""
    edges = graph.get_edge_data(paper, concept, default={})
    sure = max((edge.get("confidence", 1.0) for edge in edges.values()), default=1.0)
    numbers = sorted(_numbers(graph, paper, concept), key=lambda number: (_bounds(graph, paper, number)[0], number))
    return tuple(_cut(graph, paper, number, (concept,), sure) for number in numbers[:limit])


def statement_sentence(graph: nx.MultiDiGraph, statement: Mapping[str, Any], head: str, tail: str) -> Sentence | None:
    """Give the sentence of a statement between two concepts; ``None`` where the graph does not have it.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
        statement: One of the ``statements`` of an edge.
        head: Where the edge starts.
        tail: Where it ends.
    """
    paper, number = statement.get("paper", ""), statement.get("sentence", -1)
    if paper not in graph or not 0 <= number < len(graph.nodes[paper].get("sentences", ())):
        return None
    return _cut(graph, paper, number, (head, tail), statement.get("confidence", 1.0))


def pair_sentences(
    graph: nx.MultiDiGraph,
    first: str,
    second: str,
    papers: Iterable[str] | None = None,
    *,
    relations: Collection[str] = (),
    limit: int = LIMIT,
) -> tuple[Sentence, ...]:
    """Give the sentences that show best how two concepts meet.

    One that names both comes first, then one that states something of the two, then one that names the second; among
    those the surer of a statement, prose before titles, the shorter. There is one sentence a paper, unless there are fewer papers than ``limit``; where a paper's
    best names one of the two alone, the next is one that names the other.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
        first: A concept.
        second: Another.
        papers: Papers that have both; all of them if ``None``.
        relations: Which statements put a sentence first; all if empty.
        limit: How many at most.
    """
    papers = shared_papers(graph, first, second) if papers is None else papers
    stated = _stated(graph, first, second, relations)
    ranked = [sorted(_candidates(graph, paper, (first, second), order, stated)) for order, paper in enumerate(papers)]
    best = sorted(candidates[0] for candidates in ranked if candidates)
    if len(best) < limit:
        best += islice(_seconds(graph, [each for each in ranked if each], first), limit - len(best))
    return tuple(_cut(graph, each.paper, each.number, (first, second), -each.doubt or 1.0) for each in best[:limit])


def sentences(graph: nx.MultiDiGraph, first: str, second: str = "", *, limit: int = LIMIT) -> tuple[Sentence, ...]:
    """Give the sentences on one concept, on two, or of a paper on a concept."""
    if second and is_paper(graph, first):
        return link_sentences(graph, first, second, limit=limit)
    if second:
        return pair_sentences(graph, first, second, limit=limit)
    if is_paper(graph, first):
        numbers = range(len(graph.nodes[first].get("sentences", ())))
        return tuple(_cut(graph, first, number, (), 1.0) for number in numbers[:limit])
    by_strength = sorted(papers_of(graph, first).items(), key=lambda link: link[1] == "mentions")
    found = (sentence for paper, _ in by_strength for sentence in link_sentences(graph, paper, first))
    return tuple(islice(found, limit))


def _candidates(
    graph: nx.MultiDiGraph,
    paper: str,
    pair: tuple[str, str],
    order: int,
    stated: Mapping[tuple[str, int], float],
) -> Iterator[_Candidate]:
    one, two = (_numbers(graph, paper, concept) for concept in pair)
    for number in one | two:
        title, length = _bounds(graph, paper, number)
        sure = stated.get((paper, number), 0.0)
        both = sure >= _READ or (number in one and number in two)
        missing = 0 if both else 1 if sure else 2 if number in two else 3
        yield _Candidate(missing, -sure, title, length, order, paper, number)


def _seconds(graph: nx.MultiDiGraph, ranked: list[list[_Candidate]], first: str) -> Iterator[_Candidate]:
    """Give what else papers say, beside their best: of two concepts never named together, the one not named yet."""
    for best, *others in ranked:
        if best.missing:
            named = _numbers(graph, best.paper, first)
            has_first = best.number in named
            yield from [each for each in others if (each.number in named) != has_first][:1]
        else:
            yield from [each for each in others if not each.missing]


def _stated(
    graph: nx.MultiDiGraph, first: str, second: str, relations: Collection[str]
) -> dict[tuple[str, int], float]:
    """Give the sentences that state something between two concepts, with the confidence of the surest statement."""
    found: dict[tuple[str, int], float] = {}
    for head, tail in ((first, second), (second, first)):
        for relation, edge in graph.get_edge_data(head, tail, default={}).items():
            for said in edge.get("statements", ()) if not relations or relation in relations else ():
                place = said["paper"], said["sentence"]
                found[place] = max(found.get(place, 0.0), said["confidence"])
    return found


def _numbers(graph: nx.MultiDiGraph, paper: str, concept: str) -> set[int]:
    """Give the numbers of the sentences in which a paper names a concept."""
    count = len(graph.nodes[paper].get("sentences", ()))
    edges = graph.get_edge_data(paper, concept, default={}).values()
    found = {mention["sentence"] for edge in edges for mention in edge.get("mentions", ())}
    return {number for number in found if 0 <= number < count}


def _bounds(graph: nx.MultiDiGraph, paper: str, number: int) -> tuple[bool, int]:
    """Tell whether a sentence is the title's, and its length."""
    field, start, end = graph.nodes[paper]["sentences"][number]
    return field == "title", end - start


def _cut(graph: nx.MultiDiGraph, paper: str, number: int, concepts: Iterable[str], confidence: float) -> Sentence:
    node = graph.nodes[paper]
    field, start, end = node["sentences"][number]
    spans = sorted(
        (max(mention["start"], start) - start, min(mention["end"], end) - start)
        for concept in concepts
        for edge in graph.get_edge_data(paper, concept, default={}).values()
        for mention in edge.get("mentions", ())
        if mention["field"] == field and mention["start"] < end and mention["end"] > start
    )
    return Sentence(paper, number, node[field][start:end], tuple(_joined(spans)), confidence)


def _joined(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Join spans that overlap; they come in order.

    >>> list(_joined([(0, 3), (2, 5), (7, 8)]))
    [(0, 5), (7, 8)]
    """
    last: tuple[int, int] | None = None
    for start, end in spans:
        if last is not None and start < last[1]:
            last = last[0], max(last[1], end)
            continue
        if last is not None:
            yield last
        last = start, end
    if last is not None:
        yield last
