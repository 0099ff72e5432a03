"""Questions to a built graph."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from kg.graph import load_graph
from kg.names import key

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True)
class KnowledgeGraph:
    """A graph of papers and concepts.

    Attributes:
        nx: The NetworkX graph; :mod:`kg.graph` says what is in it.
    """

    nx: nx.MultiDiGraph

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        names: dict[str, set[str]] = defaultdict(set)
        for node, data in self.nx.nodes(data=True):
            if data["kind"] != "paper":
                for name in (data["label"], *data["aliases"]):
                    names[key(name)].add(node)
        return {name: sorted(nodes, key=lambda node: (-self.nx.in_degree(node), node)) for name, nodes in names.items()}

    def find(self, name: str) -> list[str]:
        """Give the concepts that go by a name, as nodes, those with most links first.

        Args:
            name: A node, a label or another name, in any spelling that has the same key.
        """
        return [name] if name in self.nx else list(self._by_name.get(key(name), ()))

    def papers(self, concept: str) -> list[tuple[str, str]]:
        """Give the papers that have a concept, as nodes, each with what it does with it (a link), in order.

        Args:
            concept: A node or a name; of several concepts with one name, all count.
        """
        links = {
            (paper, link)
            for node in self.find(concept)
            for paper, _, link in self.nx.in_edges(node, keys=True)
            if self.nx.nodes[paper]["kind"] == "paper"
        }
        return sorted(links)


def load(path: str | Path = "exports") -> KnowledgeGraph:
    """Load the graph of a build.

    Args:
        path: The folder that ``kg build`` wrote, or its ``graph.json``.

    Raises:
        GraphError: There is none, or it cannot be read.
    """
    path = Path(path)
    return KnowledgeGraph(load_graph(path / "graph.json" if path.is_dir() else path))
