"""A graph of any size that looks like a real one: its texts, and its shares of kinds, links and relations.

Concepts are taken up by later papers as Simon's model has it (*On a class of skew distribution functions*, 1955): a link
leads to a new concept, or to one that is chosen by how many links it has already, mostly among the papers of one topic.
Few concepts are then in hundreds of papers and many in one, and there are communities to find.
"""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import networkx as nx

from kg.ids import mint
from kg.model import LINKS, ConceptType, Relation
from tests.export.graphs import add_concept, add_paper

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOPICS = 40
_WITHIN = 0.85  # of the links to known concepts: those to concepts of the paper's own topic
_LINKS = 0.6  # of the edges, as in graphs that the tagger makes; the others are relations
_WORD = re.compile(r"[^\W\d_][\w-]*")


def grown_graph(source: nx.MultiDiGraph, *, papers: int, nodes: int, edges: int, seed: int = 7) -> nx.MultiDiGraph:
    """Make a graph with so many papers, nodes and edges; the same for the same arguments.

    Args:
        source: Papers and concepts as :mod:`kg.graph` builds them; papers need an abstract.
        papers: How many papers, with the source's texts in turn.
        nodes: How many papers and concepts.
        edges: How many links and relations; for much more than 40 a paper the texts have no room.
        seed: Starts the choices.
    """
    return _Growth(source, papers=papers, nodes=nodes, edges=edges, seed=seed).graph


class _Growth:
    def __init__(self, source: nx.MultiDiGraph, *, papers: int, nodes: int, edges: int, seed: int) -> None:
        self.chance = Random(seed)
        self.graph = nx.MultiDiGraph(**source.graph)
        self.kinds = [
            kind for _, kind in source.nodes(data="kind") if kind != "paper"
        ]  # drawn from by their shares in the source
        self.pools: list[list[str]] = [[] for _ in range(_TOPICS)]  # a concept once for each of its links
        templates = [data for _, data in source.nodes(data=True) if data["kind"] == "paper" and data["abstract"]]
        self.chance.shuffle(templates)
        concepts, links = nodes - papers, round(_LINKS * edges)
        linked = known = related = 0
        for number in range(papers):
            paper = self.paper(number, templates[number % len(templates)])
            spans = self.spans(paper)
            held: list[tuple[str, int]] = []
            topic = min(int(self.chance.expovariate(4 / _TOPICS)), _TOPICS - 1)
            while linked < links * (number + 1) // papers:
                start, end, sentence = next(spans)
                fresh = not known or self.chance.random() * (links - linked) < concepts - known
                concept = self.new(paper, start, end) if fresh else self.old(topic)
                known += fresh
                linked += self.link(paper, concept, start, end, sentence)
                self.pools[topic].append(concept)
                held.append((concept, sentence))
            while len(held) > 1 and related < (edges - links) * (number + 1) // papers:
                related += self.relate(paper, *self.chance.sample(held, 2))

    def paper(self, number: int, template: dict[str, Any]) -> str:
        kept = ("title", "abstract", "authors", "year", "venue", "keywords", "sentences")
        return add_paper(self.graph, f"grown/{number}", **{name: template[name] for name in kept})

    def spans(self, paper: str) -> Iterator[tuple[int, int, int]]:
        """Places of one to three words in the abstract that do not overlap, in any order, then any single words."""
        data = self.graph.nodes[paper]
        found, all_words = [], []
        for number, (field, start, end) in enumerate(data["sentences"]):
            if field != "abstract":
                continue
            words = [match.span() for match in _WORD.finditer(data["abstract"], start, end)]
            all_words += [(*word, number) for word in words]
            while words:
                size = min(len(words), self.chance.choice((1, 2, 2, 3)))
                found.append((words[0][0], words[size - 1][1], number))
                del words[:size]
        self.chance.shuffle(found)
        yield from found
        while True:
            yield self.chance.choice(all_words)

    def new(self, paper: str, start: int, end: int) -> str:
        name = label = self.graph.nodes[paper]["abstract"][start:end]
        again = 1
        while "concept/" + mint(label) in self.graph:
            again += 1
            label = f"{name} {again}"
        return add_concept(self.graph, label, ConceptType(self.chance.choice(self.kinds)))

    def old(self, topic: int) -> str:
        pool = self.pools[topic]
        if not pool or self.chance.random() > _WITHIN:
            pool = self.chance.choice([pool for pool in self.pools if pool])
        return self.chance.choice(pool)

    def link(self, paper: str, concept: str, start: int, end: int, sentence: int) -> bool:
        """Link a paper to a concept, or let it have one more mention of it; whether there is a new edge."""
        text = self.graph.nodes[paper]["abstract"][start:end]
        mention = {"field": "abstract", "start": start, "end": end, "text": text, "sentence": sentence}
        for data in self.graph.get_edge_data(paper, concept, default={}).values():
            data["mentions"].append(mention)
            return False
        roles = LINKS[ConceptType(self.graph.nodes[concept]["kind"])]
        link = self.chance.choice(list(roles.values()))
        self.graph.add_edge(paper, concept, key=link.value, mentions=[mention], confidence=0.8)
        return True

    def relate(self, paper: str, one: tuple[str, int], other: tuple[str, int]) -> bool:
        """Let a paper state a relation of two of its concepts; whether there is a new edge."""
        (head, sentence), (tail, _) = one, other
        if head == tail:
            return False
        relation = self.chance.choice(list(Relation)).value
        statement = {"paper": paper, "sentence": sentence, "confidence": 0.5}
        known = self.graph.get_edge_data(head, tail, relation)
        if known:
            known["statements"].append(statement)
            return False
        self.graph.add_edge(head, tail, key=relation, statements=[statement])
        return True
