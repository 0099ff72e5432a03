"""Graphs written as abstracts: whatever name of a concept stands in a sentence is a mention of it."""

from __future__ import annotations

import re

import networkx as nx

from kg.ids import BASE_IRI, mint
from kg.model import LINKS, ConceptType, Relation, Role
from tests.export.graphs import add_concept, add_paper, add_relation


def concept(label):
    return "concept/" + mint(label)


def paper(number):
    return "paper/" + mint(number)


def graph_of(concepts, papers, relations=(), *, roles=None):
    """Make a graph.

    Args:
        concepts: For each label its type.
        papers: For each id its abstract, or year, venue and abstract.
        relations: Tuples of head, relation, tail and statements ``(paper id, sentence, confidence)``.
        roles: For pairs of paper id and label the role; otherwise "uses", or for a task "addresses".
    """
    graph = nx.MultiDiGraph(base=BASE_IRI, generator="kg-papers 0.1.0", inputs=[])
    for number, what in papers.items():
        year, venue, abstract = (None, "", what) if isinstance(what, str) else what
        add_paper(graph, number, abstract=abstract, year=year, venue=venue)
    for label, kind in concepts.items():
        add_concept(graph, label, ConceptType(kind))
    for number in papers:
        for label, kind in concepts.items():
            link(graph, number, label, ConceptType(kind), (roles or {}).get((number, label)))
    for head, relation, tail, statements in relations:
        said = [(paper(number), sentence, confidence) for number, sentence, confidence in statements]
        add_relation(graph, concept(head), Relation(relation), concept(tail), said)
    return graph


def link(graph, number, label, kind, role):
    data = graph.nodes[paper(number)]
    mentions = [
        {"field": "abstract", "start": found.start(), "end": found.end(), "text": found[0], "sentence": sentence}
        for found in re.finditer(rf"\b{re.escape(label)}\b", data["abstract"])
        for sentence, (_, start, end) in enumerate(data["sentences"])
        if start <= found.start() < end
    ]
    if mentions:
        links = LINKS[kind]
        edge = links[Role(role)] if role else links.get(Role.USES, links.get(Role.ADDRESSES))
        graph.add_edge(paper(number), concept(label), key=edge.value, mentions=mentions, confidence=0.9)
