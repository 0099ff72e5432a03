"""From what a person types to nodes; :mod:`kg.query.name_table` compares the names."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from heapq import nsmallest
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kg import paper_ids
from kg.errors import AmbiguousNameError, UnknownNameError
from kg.query.filters import at_least_none, kinds_of_nodes
from kg.query.name_table import NameTable
from kg.query.result import Answer

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterable, Iterator, Mapping

    import networkx as nx

    from kg.query.name_table import Near

How = Literal["node", "label", "alias", "id", "prefix", "word", "typo"]

_LONGEST = 400  # letters; what is longer is no name
_SUGGESTED = 5
_STANDS_OUT = 5  # times the papers of any other that goes by the name
_CONCEPTS = frozenset({"Method", "Task", "Benchmark", "Metric"})


@dataclass(frozen=True, slots=True)
class Hit(Answer):
    """A node that a search found.

    Attributes:
        node: The node.
        label: Its label.
        kind: "Method", "Task", "Benchmark", "Metric" or "paper".
        papers: How many papers have the concept; 1 for a paper.
        how: What matched: the node itself, its label, another name, a paper's id, the beginning of a name, words inside
            it, or a name that differs by typing errors.
        matched: The name that matched.
    """

    node: str
    label: str
    kind: str
    papers: int
    how: How
    matched: str

    @property
    def text(self) -> str:
        """The hit in a few words."""
        if self.kind == "paper":
            return f"{self.label} ({self.node})"
        return f"{self.label} ({self.kind}, {self.papers} paper{'s' * (self.papers != 1)})"


class _Name(NamedTuple):
    """A name of a node, and which of its names it is."""

    node: str
    how: How
    text: str


class _Names:
    """The names of some nodes.

    Args:
        names: The names.
        papers: For each node, its number of papers.
    """

    def __init__(self, names: Iterable[_Name], papers: Mapping[str, int]) -> None:
        self._names = list(names)
        self._table = NameTable([name.text for name in self._names])
        self._known = [math.log2(1 + papers[name.node]) for name in self._names]

    def exact(self, text: str) -> list[_Name]:
        """Give the names that are the same."""
        return [self._names[number] for number in self._table.exact(text)]

    def near(self, text: str, nodes: Container[str] | None, count: int, *, typos: bool) -> list[tuple[float, _Name]]:
        """Give the best of those that come near, each under its rank, the least first."""
        found = self._table.near(text, typos=typos)
        wanted = [number for number in found if nodes is None or self._names[number].node in nodes]
        best = nsmallest(count, wanted, key=lambda number: self._rank(number, found[number]))
        return [(self._rank(number, found[number])[0], self._as(number, found[number])) for number in best]

    def _rank(self, number: int, near: Near) -> tuple[float, int, int]:
        return -(near.worth + self._known[number]), len(self._names[number].text), number

    def _as(self, number: int, near: Near) -> _Name:
        return self._names[number]._replace(how=near.how)


class NameIndex:
    """All names of a graph; those of papers are read when they are first needed.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them.
    """

    def __init__(self, graph: nx.MultiDiGraph) -> None:
        self._nodes = graph.nodes
        papers = [node for node, kind in graph.nodes(data="kind") if kind == "paper"]
        self._count = Counter(chain.from_iterable(graph.succ[paper] for paper in papers))
        self._count.update(papers)

    @cached_property
    def _concepts(self) -> _Names:
        return _Names(
            (
                _Name(node, how, text)
                for node, data in self._nodes(data=True)
                if data["kind"] != "paper"
                for how, text in _labels(data)
            ),
            self._count,
        )

    @cached_property
    def _papers(self) -> _Names:
        return _Names(
            (
                _Name(node, how, text)
                for node, data in self._nodes(data=True)
                if data["kind"] == "paper"
                for how, text in _titles(data)
            ),
            self._count,
        )

    def exact(self, name: str, *, kinds: Collection[str] = ()) -> tuple[Hit, ...]:
        """Give what goes by exactly a name, the one with most papers first; papers only where no concept does."""
        if name in self._nodes:
            return (self._hit(_Name(name, "node", name)),) if self._has_kind(name, kinds) else ()
        if not name.strip() or len(name) > _LONGEST:
            return ()
        hits = [self._hit(each) for each in self._concepts.exact(name) if self._has_kind(each.node, kinds)]
        if not hits and (not kinds or "paper" in kinds):
            hits = [self._hit(each) for each in (*self._papers.exact(name), *self._by_id(name))]
        hits.sort(key=lambda hit: (-hit.papers, hit.how != "label", hit.node))
        return tuple({hit.node: hit for hit in reversed(hits)}.values())[::-1]

    @cached_property
    def _ids(self) -> dict[str, str]:
        ids: dict[str, str] = {}
        for node, data in self._nodes(data=True):
            if data["kind"] == "paper":
                for each in data["ids"]:
                    ids.setdefault(each, node)
        return ids

    def _by_id(self, name: str) -> Iterator[_Name]:
        """Give the paper that an id names, however the id is written."""
        for each in paper_ids.candidates(name):
            if node := self._ids.get(each):
                yield _Name(node, "id", paper_ids.shown(each))

    def search(self, text: str, *, kinds: Iterable[str] = (), limit: int = 10) -> tuple[Hit, ...]:
        """Give the best hits: whole names, then what comes near, the nearer and the better known first.

        Args:
            text: What was typed.
            kinds: Only these kinds of nodes; all if empty.
            limit: How many at most.

        Raises:
            ValueError: There is no such kind, or the limit is negative.
        """
        chosen = kinds_of_nodes(kinds)
        at_least_none(limit, "limit")
        hits = {hit.node: hit for hit in self.exact(text, kinds=chosen)}
        if text.strip() and len(text) <= _LONGEST and len(hits) < limit:
            near = self._near(text, chosen, limit, typos=not hits)
            for _, name in sorted(near, key=lambda each: each[0]):
                hits.setdefault(name.node, self._hit(name))
        return tuple(hits.values())[:limit]

    def _near(self, text: str, kinds: Collection[str], limit: int, *, typos: bool) -> Iterator[tuple[float, _Name]]:
        # A node may be found by several of its names: so more are taken than are needed.
        count = 4 * limit + 10
        if kinds != {"paper"}:
            nodes = self._of_kinds(kinds) if kinds else None
            yield from self._concepts.near(text, nodes, count, typos=typos)
        if not kinds or "paper" in kinds:
            yield from self._papers.near(text, None, count, typos=typos)

    def _of_kinds(self, kinds: Collection[str]) -> set[str]:
        return {node for node, kind in self._nodes(data="kind") if kind in kinds}

    def resolve(self, name: str, *, kinds: Iterable[str] = ()) -> str:
        """Give the one node that a name means.

        Of several concepts that go by it, one is meant if it has five times the papers of each other; a concept is
        meant rather than a paper.

        Raises:
            UnknownNameError: Nothing goes by that name.
            AmbiguousNameError: Several do, and none stands out.
        """
        chosen = kinds_of_nodes(kinds)
        hits = self.exact(name, kinds=chosen)
        if not hits:
            near = self.search(name, kinds=chosen, limit=_SUGGESTED)
            what = "concept" if chosen and "paper" not in chosen else "concept or paper"
            raise UnknownNameError(name, [hit.text for hit in near], what=what)
        first, *others = [hit for hit in hits if hit.kind != "paper"] or hits
        if others and first.papers < _STANDS_OUT * others[0].papers:
            raise AmbiguousNameError(name, [hit.text for hit in (first, *others)][:_SUGGESTED])
        return first.node

    def resolve_concept(self, name: str) -> str:
        """Give the one concept that a name means.

        Raises:
            UnknownNameError: No concept goes by that name.
            AmbiguousNameError: Several do, and none stands out.
        """
        return self.resolve(name, kinds=_CONCEPTS)

    def _has_kind(self, node: str, kinds: Collection[str]) -> bool:
        return not kinds or self._nodes[node]["kind"] in kinds

    def _hit(self, name: _Name) -> Hit:
        data = self._nodes[name.node]
        return Hit(name.node, data["label"], data["kind"], self._count[name.node], name.how, name.text)


def _labels(concept: Mapping[str, Any]) -> Iterator[tuple[How, str]]:
    yield "label", concept["label"]
    for alias in concept["aliases"]:
        yield "alias", alias


def _titles(paper: Mapping[str, Any]) -> Iterator[tuple[How, str]]:
    yield "label", paper["label"]
    yield "id", paper["paper"]
