"""Questions to a built graph: each verb a method of :class:`KnowledgeGraph`, each view a module of its own.

Its methods take *names*, in any spelling; the functions of the modules take *nodes*, and those that need no index take the
NetworkX graph alone.

>>> graph = load("exports")
>>> [hit.label for hit in graph.search("koopman", limit=1)]
['Koopman operator']
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, overload

from kg.graph import load_graph
from kg.query import (
    cards,
    compare,
    evidence,
    hierarchy,
    maps,
    neighbourhood,
    paths,
    related,
    stats,
    trends,
)
from kg.query.filters import Filter
from kg.query.incidence import Incidence
from kg.query.index import NameIndex
from kg.query.neighbourhood import HEIGHT
from kg.query.ties import TieFinder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import networkx as nx

    from kg.export.page import Frame
    from kg.query.cards import ConceptCard, PaperCard
    from kg.query.compare import Comparison
    from kg.query.evidence import Sentence
    from kg.query.filters import Years
    from kg.query.index import Hit
    from kg.query.maps import TaskMap
    from kg.query.neighbourhood import Neighbourhood
    from kg.query.paths import Paths
    from kg.query.related import Measure, RelatedConcepts
    from kg.query.stats import Stats
    from kg.query.trends import Trends
    from kg.sparql import Answer as SparqlAnswer
    from kg.sparql import Connection
    from kg.sparql.terms import Value

__all__ = ["KnowledgeGraph", "load"]


@dataclass(frozen=True)
class KnowledgeGraph:
    """A graph of papers and concepts, and the questions it answers.

    Wherever a method takes a name, it takes a node (``concept/…``, ``paper/…``), a label, another name or a short form
    of a concept in any spelling with the same key, or the id or title of a paper.

    Attributes:
        nx: The NetworkX graph; :mod:`kg.graph` says what is in it. It is not to be changed once questions were asked.
    """

    nx: nx.MultiDiGraph

    @cached_property
    def names(self) -> NameIndex:
        """All names of the graph, made when first asked for."""
        return NameIndex(self.nx)

    @cached_property
    def incidence(self) -> Incidence:
        """Which paper has which concept, as arrays, made when first asked for."""
        return Incidence(self.nx)

    @cached_property
    def _all_ties(self) -> TieFinder:
        return TieFinder(self.incidence, self.nx, Filter())

    def ties(self, only: Filter) -> TieFinder:
        """Give what finds the ties of concepts under the conditions of a filter."""
        free = not (only.limits_papers or only.relations)
        return self._all_ties if free else TieFinder(self.incidence, self.nx, only)

    def find(self, name: str) -> list[str]:
        """Give the nodes that go by exactly this name, those with most papers first; none is an empty list.

        >>> load("exports").find("LLMs")
        ['concept/large_language_model']
        """
        return [hit.node for hit in self.names.exact(name)]

    def search(self, text: str, *, kinds: Iterable[str] = (), limit: int = 10) -> tuple[Hit, ...]:
        """Search concepts and papers by name: whole, by its beginning, by a word inside, in spite of typing errors.

        Args:
            text: What was typed.
            kinds: Only these: "Method", "Task", "Benchmark", "Metric", "paper"; all if empty.
            limit: How many hits at most.

        Returns:
            The best first; each says how it was found.

        >>> hit = load("exports").search("reinforcment lerning")[0]
        >>> hit.label, hit.how
        ('reinforcement learning', 'typo')
        """
        return self.names.search(text, kinds=kinds, limit=limit)

    def resolve(self, name: str, *, kinds: Iterable[str] = ()) -> str:
        """Give the one node that a name means.

        Args:
            name: A node, or any of its names.
            kinds: Only nodes of these kinds; all if empty.

        Raises:
            UnknownNameError: Nothing goes by that name; the message says what comes near.
            AmbiguousNameError: Several do, and none stands out; the message lists them.

        >>> load("exports").resolve("PPO")
        'concept/Proximal_Policy_Optimization'
        """
        return self.names.resolve(name, kinds=kinds)

    def papers(self, concept: str, *, under: bool = False) -> list[tuple[str, str]]:
        """Give the papers that have a concept, as nodes, each with what it does with it (a link), in order.

        Args:
            concept: A node or a name; of several concepts with one name, all count; of none, no paper has it.
            under: Count papers on narrower concepts too.

        >>> load("exports").papers("TEDUO")
        [('paper/000~_7c551897c6610526-02', 'introduces')]
        """
        nodes = [node for node in self.find(concept) if self.nx.nodes[node]["kind"] != "paper"]
        if under:
            nodes += [below for node in nodes for below in hierarchy.narrower(self.nx, node)]
        links = {
            (paper, link)
            for node in nodes
            for paper, _, link in self.nx.in_edges(node, keys=True)
            if self.nx.nodes[paper]["kind"] == "paper"
        }
        return sorted(links)

    def narrower(self, concept: str) -> tuple[str, ...]:
        """Give the concepts below one, children first (``broader`` read downwards, as far as it goes).

        >>> "concept/Proximal_Policy_Optimization" in load("exports").narrower("reinforcement learning")
        True
        """
        return hierarchy.narrower(self.nx, self.names.resolve_concept(concept))

    def broader(self, concept: str) -> tuple[str, ...]:
        """Give the concepts above one, parents first.

        >>> "concept/reinforcement_learning" in load("exports").broader("PPO")
        True
        """
        return hierarchy.broader(self.nx, self.names.resolve_concept(concept))

    def sentences(self, first: str, second: str = "", *, limit: int = 2) -> tuple[Sentence, ...]:
        """Give the sentences that show best what a concept is about, or how two concepts or a paper and one meet.

        Args:
            first: A concept or a paper.
            second: A concept; without it the sentences that name ``first``, or a paper's first sentences.
            limit: How many at most.

        >>> sentence = load("exports").sentences("KoNODE", "Koopman operator")[0]
        >>> [sentence.text[start:end] for start, end in sentence.spans]
        ['KoNODE', 'Koopman operators']
        """
        nodes = [self.resolve(first)] + ([self.names.resolve_concept(second)] if second else [])
        return evidence.sentences(self.nx, *nodes, limit=limit)

    def neighbourhood(
        self,
        concept: str,
        *,
        depth: int = 1,
        kinds: Iterable[str] = (),
        relations: Iterable[str] = (),
        roles: Iterable[str] = (),
        years: Years | None = None,
        venues: Iterable[str] = (),
        min_papers: int = 1,
        under: bool = False,
        limit: int | None = 20,
    ) -> Neighbourhood:
        """Give what a concept is linked to, by statements and by shared papers, the strongest first.

        Args:
            concept: A node or a name; a paper's neighbourhood begins with its concepts.
            depth: How many hops; 0 is the concept alone. A search that finds nothing new ends earlier.
            kinds: Only neighbours of these types.
            relations: Only these ways of being linked: values of :class:`kg.model.Relation`, or "sharesPapers".
            roles: Only papers that do this with the neighbour: values of :class:`kg.model.Role` or of
                :class:`kg.model.Link`.
            years: Only papers of this year, or from the first to the last, ends included, ``None`` for an open end.
            venues: Only papers of these venues; "ICML" includes "ICML 2025".
            min_papers: Only neighbours that so many papers speak for.
            under: Take the concepts narrower than ``concept`` together with it as one centre.
            limit: How many neighbours a hop; ``None`` for all.

        Raises:
            UnknownNameError: Nothing goes by that name.
            AmbiguousNameError: Several do.
            ValueError: A condition is none, such as a relation that is not in the model.

        >>> nearest = load("exports").neighbourhood("Koopman operator").rows[0]
        >>> nearest.label, [way.relation for way in nearest.ways][-1], len(nearest.papers)
        ('KoNODE', 'sharesPapers', 1)
        """
        chosen = Filter.of(
            kinds=kinds,
            relations=relations,
            roles=roles,
            years=years,
            venues=venues,
            min_papers=min_papers,
            under=under,
        )
        return neighbourhood.neighbourhood(self, self.resolve(concept), depth=depth, only=chosen, limit=limit)

    def related(
        self, concept: str, *, kinds: Iterable[str] = (), measure: Measure = related.DEFAULT, limit: int | None = 20
    ) -> RelatedConcepts:
        """Give the concepts nearest to one, whether or not a paper names both, each with why.

        Args:
            concept: A node or a name.
            kinds: Only concepts of these types.
            measure: "npmi", "log-likelihood" or "pagerank"; :mod:`kg.query.related` says how they compare.
            limit: How many at most; ``None`` for all.

        >>> [row.label for row in load("exports").related("Koopman operator", limit=1).rows]
        ['KoNODE']
        """
        return related.related(self, self.names.resolve_concept(concept), kinds=kinds, measure=measure, limit=limit)

    def path(self, first: str, second: str, *, limit: int = 3) -> Paths:
        """Give the most telling paths between two concepts, each step with its evidence; none is an empty answer.

        Args:
            first: A node or a name.
            second: A node or a name.
            limit: How many paths at most; no two share a concept between the ends.

        >>> path = load("exports").path("TEDUO", "VinePPO").paths[0]
        >>> path.labels[0], path.labels[-1]
        ('TEDUO', 'VinePPO')
        """
        return paths.paths(self, self.names.resolve_concept(first), self.names.resolve_concept(second), limit=limit)

    @overload
    def show(self, name: None = None, *, height: int = HEIGHT, heading: str = "") -> Frame: ...

    @overload
    def show(self, name: str, *, limit: int = cards.LIMIT) -> ConceptCard | PaperCard: ...

    def show(
        self,
        name: str | None = None,
        *,
        limit: int = cards.LIMIT,
        height: int = HEIGHT,
        heading: str = "",
    ) -> ConceptCard | PaperCard | Frame:
        """Give the card of a concept or a paper: all that the graph says of it, on one screen. Without a name, the graph.

        Args:
            name: A node or a name; without it, a notebook shows the page of the graph, in a frame of its own.
            limit: How many entries each group of a card has at most.
            height: How many pixels high the page is.
            heading: The heading of the page.

        >>> card = load("exports").show("VinePPO")
        >>> card.kind, card.introduced_by[0].sentence.text[:35]
        ('Method', 'To address this, we propose VinePPO')
        >>> load("exports").show(height=400)
        Frame(height=400, title='Graph of papers and concepts')
        """
        if name is None:
            from kg.export.page import frame_page  # noqa: PLC0415  # most questions need no page

            return frame_page(self.nx, height=height, heading=heading)
        node = self.resolve(name)
        is_paper = self.nx.nodes[node]["kind"] == "paper"
        return cards.paper_card(self.nx, node) if is_paper else cards.concept_card(self.nx, node, limit=limit)

    def compare(self, first: str, second: str, *, limit: int = compare.LIMIT) -> Comparison:
        """Set two concepts side by side: what they have in common and apart, and which is better by whose word.

        Args:
            first: A node or a name.
            second: A node or a name.
            limit: How many concepts of each sort at most.

        >>> comparison = load("exports").compare("MATH", "GSM8K")
        >>> comparison.first.kind, comparison.shared_papers > 0
        ('Benchmark', True)
        """
        nodes = (self.names.resolve_concept(name) for name in (first, second))
        return compare.compare(self.nx, *nodes, limit=limit)

    def map(
        self,
        task: str,
        *,
        years: Years | None = None,
        venues: Iterable[str] = (),
        under: bool = False,
        limit: int = 20,
        benchmarks: int = 8,
    ) -> TaskMap:
        """Map the papers of a task: which methods they have, and which benchmarks they evaluate on.

        Args:
            task: A node or a name; of any type.
            years: Only papers of this year, or from the first to the last.
            venues: Only papers of these venues.
            under: Take the papers of narrower concepts too.
            limit: How many methods at most.
            benchmarks: How many benchmarks at most.

        >>> "MATH" in [benchmark.label for benchmark in load("exports").map("credit assignment").benchmarks]
        True
        """
        node = self.names.resolve_concept(task)
        nodes = (node, *hierarchy.narrower(self.nx, node)) if under else (node,)
        only = Filter.of(years=years, venues=venues)
        return maps.task_map(self.nx, nodes, only=only, limit=limit, benchmarks=benchmarks)

    def trends(
        self,
        concepts: Iterable[str] = (),
        *,
        kinds: Iterable[str] = (),
        years: Years | None = None,
        venues: Iterable[str] = (),
        min_papers: int = trends.MIN_PAPERS,
        under: bool = False,
        limit: int = 20,
    ) -> Trends:
        """Give concepts by year, the one that rises most surely first, the one that falls most surely last.

        Args:
            concepts: Nodes or names of those to look at; by default those that change most surely.
            kinds: Only concepts of these types, where none are named.
            years: Only papers of this year, or from the first to the last.
            venues: Only papers of these venues.
            min_papers: Only concepts of so many papers, where none are named.
            under: Count papers of narrower concepts too, where concepts are named.
            limit: How many concepts at most, where none are named.

        >>> load("exports").trends(["reinforcement learning"]).years
        {2025: 95}
        """
        only = Filter.of(kinds=kinds, years=years, venues=venues, min_papers=min_papers)
        names = (concepts,) if isinstance(concepts, str) else concepts
        nodes = [self.names.resolve_concept(name) for name in names]
        named = {node: hierarchy.narrower(self.nx, node) if under else () for node in nodes}
        return trends.trends(self, concepts=named or None, only=only, limit=limit)

    def stats(self) -> Stats:
        """Count what the graph holds.

        >>> load("exports").stats().papers
        95
        """
        return self._stats

    @cached_property
    def _stats(self) -> Stats:
        return stats.stats(self.nx)

    @cached_property
    def _connection(self) -> Connection:
        from kg.sparql import connect_graph  # noqa: PLC0415  # most questions need no RDF

        return connect_graph(self.nx)

    def sparql(self, query: str, *, params: Mapping[str, Value] | None = None) -> SparqlAnswer:
        """Answer a query in SPARQL over the RDF of the graph, which is made when first asked for.

        Args:
            query: The query; :meth:`kg.sparql.Connection.query` says more, also what it raises.
            params: Values by the names of variables.
        """
        return self._connection.query(query, params=params)


def load(path: str | Path = "exports") -> KnowledgeGraph:
    """Load the graph of a build.

    Args:
        path: The folder that ``kg build`` wrote, or its ``graph.json``.

    Raises:
        GraphError: There is none, or it cannot be read.
    """
    path = Path(path)
    return KnowledgeGraph(load_graph(path / "graph.json" if path.is_dir() else path))
