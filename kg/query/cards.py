"""Cards: all that the graph says of one concept or one paper, on one screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.model import ConceptType, Link, Relation
from kg.query.evidence import link_sentences, pair_sentences, statement_sentence
from kg.query.filters import at_least_none
from kg.query.hierarchy import is_sure, is_told
from kg.query.links import by_year, papers_of, statements
from kg.query.result import Answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import networkx as nx

    from kg.query.evidence import Sentence

LIMIT = 8
"""How many entries a group of a card has, where nothing else is said."""

_USED = frozenset(link.value for link in Link if link is not Link.MENTIONS)
_LINKS = (
    Link.INTRODUCES,
    Link.USES,
    Link.ADDRESSES,
    Link.EVALUATES_ON,
    Link.REPORTS,
    Link.COMPARES_WITH,
    Link.MENTIONS,
)


@dataclass(frozen=True, slots=True)
class Entry(Answer):
    """A concept on a card.

    Attributes:
        node: The concept.
        label: Its name.
        kind: Its type.
        stated: How many papers state the relation that the group is about.
        papers: How many papers have both concepts, more than by name.
        sentence: The sentence that says it best, or one that has both.
    """

    node: str
    label: str
    kind: str
    stated: int
    papers: int
    sentence: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Group(Answer):
    """Concepts that stand in one relation to that of the card, those that most papers say so of first.

    Attributes:
        heading: The relation in words (``used for``).
        entries: The concepts.
        left: How many more there are.
    """

    heading: str
    entries: tuple[Entry, ...]
    left: int = 0


@dataclass(frozen=True, slots=True)
class PaperEntry(Answer):
    """A paper on a concept's card: what it does with the concept, and where it says so."""

    node: str
    label: str
    year: int | None
    venue: str
    link: str
    sentence: Sentence | None = None


@dataclass(frozen=True, slots=True)
class ConceptCard(Answer):
    """What the graph says of a concept.

    Attributes:
        node: The concept.
        label: Its name.
        kind: Its type.
        other_types: Types that fewer papers give it.
        aliases: Its other names.
        definition: One line, or "".
        entry: The entry of the vocabulary that it is, or "".
        broader: Concepts right above it; what a single paper states doubtfully is left out.
        narrower: Concepts right below it, likewise.
        groups: The concepts it stands in relation with.
        links: How many papers do what with it.
        years: How many papers of each year have it.
        papers: The papers, those that introduce it first, the newest of each link first.
        papers_left: How many more there are.
    """

    node: str
    label: str
    kind: str
    other_types: tuple[str, ...]
    aliases: tuple[str, ...]
    definition: str
    entry: str
    broader: tuple[Entry, ...]
    narrower: tuple[Entry, ...]
    groups: tuple[Group, ...]
    links: Mapping[str, int]
    years: Mapping[int, int]
    papers: tuple[PaperEntry, ...]
    papers_left: int = 0

    @property
    def introduced_by(self) -> tuple[PaperEntry, ...]:
        """The papers that introduce it."""
        return tuple(paper for paper in self.papers if paper.link == Link.INTRODUCES)


@dataclass(frozen=True, slots=True)
class Said(Answer):
    """A statement of a paper: what stands in which relation to what, in which sentence."""

    head: str
    relation: str
    tail: str
    head_label: str
    tail_label: str
    sentence: Sentence | None = None


@dataclass(frozen=True, slots=True)
class PaperCard(Answer):
    """What the graph says of a paper.

    Attributes:
        node: The paper.
        paper: Its id as it was read.
        label: Its title, or the first words of its abstract.
        authors: Its authors.
        year: Its year, if known.
        venue: Where it appeared, or "".
        url: Its address, or "".
        doi: Its DOI, or "".
        ids: Every id that it has beyond its file, with the scheme before it (``arxiv:2101.00001``).
        keywords: Its keywords.
        abstract: Its abstract.
        groups: Its concepts, by what it does with them.
        statements: How it says that they relate.
        sources: Where it was read.
    """

    node: str
    paper: str
    label: str
    authors: tuple[str, ...]
    year: int | None
    venue: str
    url: str
    doi: str
    ids: tuple[str, ...]
    keywords: tuple[str, ...]
    abstract: str
    groups: tuple[Group, ...]
    statements: tuple[Said, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Ask:
    """A group of a card: which relation, followed which way, and which type of concept counts by shared papers alone."""

    heading: str
    relation: Relation
    inward: bool = False
    shared: ConceptType | None = None


_ASKS: dict[ConceptType, tuple[_Ask, ...]] = {
    ConceptType.METHOD: (
        _Ask("used for", Relation.APPLIED_TO, shared=ConceptType.TASK),
        _Ask("evaluated on", Relation.EVALUATED_ON, shared=ConceptType.BENCHMARK),
        _Ask("measured by", Relation.MEASURES, inward=True, shared=ConceptType.METRIC),
        _Ask("based on", Relation.BASED_ON),
        _Ask("basis of", Relation.BASED_ON, inward=True),
        _Ask("outperforms", Relation.OUTPERFORMS),
        _Ask("outperformed by", Relation.OUTPERFORMS, inward=True),
    ),
    ConceptType.TASK: (
        _Ask("methods", Relation.APPLIED_TO, inward=True, shared=ConceptType.METHOD),
        _Ask("benchmarks", Relation.BENCHMARK_FOR, inward=True, shared=ConceptType.BENCHMARK),
        _Ask("measured by", Relation.MEASURES, inward=True, shared=ConceptType.METRIC),
    ),
    ConceptType.BENCHMARK: (
        _Ask("benchmark for", Relation.BENCHMARK_FOR, shared=ConceptType.TASK),
        _Ask("evaluated here", Relation.EVALUATED_ON, inward=True, shared=ConceptType.METHOD),
    ),
    ConceptType.METRIC: (_Ask("measures", Relation.MEASURES, shared=ConceptType.TASK),),
}


def concept_card(graph: nx.MultiDiGraph, node: str, *, limit: int = LIMIT) -> ConceptCard:
    """Gather what the graph says of a concept.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
        node: The concept.
        limit: At most so many entries a group, and so many papers.

    Raises:
        ValueError: The limit is negative.
    """
    at_least_none(limit, "limit")
    data = graph.nodes[node]
    papers = papers_of(graph, node)
    order = [link.value for link in _LINKS]
    ranked = sorted(papers, key=lambda paper: (order.index(papers[paper]), -(graph.nodes[paper]["year"] or 0), paper))
    groups = (_group(graph, node, papers, ask, limit) for ask in _ASKS[ConceptType(data["kind"])])
    counts = list(papers.values())
    return ConceptCard(
        node=node,
        label=data["label"],
        kind=data["kind"],
        other_types=tuple(data["other_types"]),
        aliases=tuple(data["aliases"]),
        definition=data["definition"],
        entry=data["entry"],
        broader=_family(graph, node, inward=False),
        narrower=_family(graph, node, inward=True),
        groups=tuple(group for group in groups if group.entries),
        links={link: counts.count(link) for link in order if link in counts},
        years=by_year(graph, papers),
        papers=tuple(_paper_entry(graph, paper, node, papers[paper]) for paper in ranked[:limit]),
        papers_left=max(0, len(ranked) - limit),
    )


def _paper_entry(graph: nx.MultiDiGraph, paper: str, concept: str, link: str) -> PaperEntry:
    data = graph.nodes[paper]
    sentence = next(iter(link_sentences(graph, paper, concept)), None)
    return PaperEntry(paper, data["label"], data["year"], data["venue"], link, sentence)


def _family(graph: nx.MultiDiGraph, node: str, *, inward: bool) -> tuple[Entry, ...]:
    found = [
        entry(graph, other, stated=len({statement["paper"] for statement in said}))
        for other, said in statements(graph, node, Relation.BROADER, inward=inward)
        if is_sure(graph, *((other, node) if inward else (node, other)))
    ]
    return tuple(sorted(found, key=lambda entry: (entry.label.casefold(), entry.node)))


def entry(
    graph: nx.MultiDiGraph, node: str, *, stated: int = 0, papers: int = 0, sentence: Sentence | None = None
) -> Entry:
    """Put a concept on a card."""
    data = graph.nodes[node]
    return Entry(node, data["label"], data["kind"], stated, papers, sentence)


def _group(graph: nx.MultiDiGraph, node: str, papers: Mapping[str, str], ask: _Ask, limit: int) -> Group:
    said = dict(statements(graph, node, ask.relation, inward=ask.inward))
    shared = shared_papers(graph, node, papers, ask.shared) if ask.shared else {}
    ranked = sorted(
        {**said, **shared},
        key=lambda other: (
            -len({statement["paper"] for statement in said.get(other, ())}),
            -len(shared.get(other, ())),
            other,
        ),
    )
    entries = []
    for other in ranked[:limit]:
        stating = dict.fromkeys(statement["paper"] for statement in said.get(other, ()))
        both = [*stating, *(paper for paper in shared.get(other, ()) if paper not in stating)]
        best = pair_sentences(graph, node, other, both, relations=(ask.relation,), limit=1)
        entries.append(entry(graph, other, stated=len(stating), papers=len(both), sentence=next(iter(best), None)))
    return Group(ask.heading, tuple(entries), max(0, len(ranked) - limit))


def shared_papers(
    graph: nx.MultiDiGraph, node: str, papers: Mapping[str, str], kind: ConceptType
) -> dict[str, list[str]]:
    """Give the concepts of a type that a concept's papers work with, each with those papers.

    A paper that only names either of the two does not count.
    """
    found: dict[str, list[str]] = {}
    kinds = graph.nodes
    for paper, link in papers.items():
        if link in _USED:
            for other, links in graph.succ[paper].items():
                if kinds[other]["kind"] == kind and other != node and not _USED.isdisjoint(links):
                    found.setdefault(other, []).append(paper)
    return found


def paper_card(graph: nx.MultiDiGraph, node: str) -> PaperCard:
    """Gather what the graph says of a paper.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
        node: The paper.
    """
    data = graph.nodes[node]
    concepts = graph.succ[node]
    groups = []
    for link in _LINKS:
        entries = [
            entry(graph, concept, papers=1, sentence=next(iter(link_sentences(graph, node, concept)), None))
            for concept, links in concepts.items()
            if link.value in links
        ]
        if entries:
            groups.append(Group(link.value, tuple(entries)))
    return PaperCard(
        node=node,
        paper=data["paper"],
        label=data["label"],
        authors=tuple(data["authors"]),
        year=data["year"],
        venue=data["venue"],
        url=data["url"],
        doi=data["doi"],
        ids=tuple(data["ids"]),
        keywords=tuple(data["keywords"]),
        abstract=data["abstract"],
        groups=tuple(groups),
        statements=tuple(_said(graph, node, concepts)),
        sources=tuple(data["sources"]),
    )


def _said(graph: nx.MultiDiGraph, paper: str, concepts: Iterable[str]) -> list[Said]:
    """The paper's statements, in the order of its text."""
    mine = list(concepts)
    found = [
        (statement, head, relation, tail)
        for head in mine
        for tail in mine
        if graph.has_edge(head, tail)
        for relation, edge in graph[head][tail].items()
        if is_told(graph, head, relation, tail)
        for statement in edge.get("statements", ())
        if statement["paper"] == paper
    ]
    found.sort(key=lambda said: (said[0]["sentence"], said[1:]))
    return [
        Said(
            head=head,
            relation=relation,
            tail=tail,
            head_label=graph.nodes[head]["label"],
            tail_label=graph.nodes[tail]["label"],
            sentence=statement_sentence(graph, statement, head, tail),
        )
        for statement, head, relation, tail in found
    ]
