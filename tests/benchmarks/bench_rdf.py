"""Triples a second from a graph of made-up papers: made, as N-Triples by pyoxigraph, as Turtle to a file.

Run from the project's folder: ``python -m tests.benchmarks.bench_rdf [PAPERS] [CONCEPTS A PAPER]``.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import deque
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import networkx as nx
import pyoxigraph as ox

from kg.export.rdf import triples, write_turtle
from kg.ids import BASE_IRI
from kg.model import LINKS, ConceptType, Relation
from tests.export.graphs import add_concept, add_link, add_paper, add_relation

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS = "we a of the model data learning graph neural sparse bound method task with for on deep α-net".split()


def made_up_graph(papers: int, concepts: int) -> nx.MultiDiGraph:
    """Abstracts of some 170 words in 8 sentences; a fifth of the concepts is new with each paper."""
    chance = random.Random(7)
    graph = nx.MultiDiGraph(base=BASE_IRI, generator="kg-papers 0.1.0", inputs=[])
    known = [_concept(graph, number) for number in range(4 * concepts)]
    for number in range(papers):
        known += [_concept(graph, len(known) + new) for new in range(concepts // 5)]
        chosen = chance.sample(known, concepts)
        labels = [graph.nodes[concept]["label"] for concept in chosen]
        sentences, start, offsets = [], 0, []
        for place in range(8):
            sentence = " ".join(chance.choices(WORDS, k=20) + labels[place::8]) + "."
            sentences.append(sentence)
            offsets.append(["abstract", start, start + len(sentence)])
            start += len(sentence) + 1
        text = " ".join(sentences)
        paper = add_paper(
            graph, f"p{number}", abstract=text, sentences=offsets, authors=["A. Author", "B. Author"], year=2025
        )
        for place, (concept, label) in enumerate(zip(chosen, labels, strict=True)):
            links = list(LINKS[ConceptType(graph.nodes[concept]["kind"])].values())
            form = [("abstract", label, place % 8)]
            add_link(graph, paper, chance.choice(links), concept, form, confidence=0.9)
        for place, relation in enumerate(chance.sample(list(Relation), 3)):
            add_relation(graph, chosen[place], relation, chosen[place + 1], [(paper, place, 0.8)])
    return graph


def _concept(graph: nx.MultiDiGraph, number: int) -> str:
    kind = list(ConceptType)[number % 4]
    return add_concept(graph, f"concept number {number} of β", kind, aliases=[f"CN-{number}"])


def measure(name: str, count: int, work: Callable[[], object]) -> None:
    """Print the best of three runs, in seconds of the processor, which other work on the machine does not stretch."""
    seconds = []
    for _ in range(3):
        start = process_time()
        work()
        seconds.append(process_time() - start)
    sys.stdout.write(f"{name:<32} {min(seconds):6.2f} s  {count / min(seconds):10,.0f} triples/s\n")


def main(papers: int = 2_000, concepts: int = 12) -> None:
    """Build the graph and measure."""
    graph = made_up_graph(papers, concepts)
    count = sum(1 for _ in triples(graph))
    sys.stdout.write(f"{papers:,} papers, {concepts} concepts each: {count:,} triples, {count / papers:.0f} a paper\n")
    measure("made", count, lambda: deque(triples(graph), maxlen=0))
    with tempfile.TemporaryDirectory() as folder:
        lines, turtle = Path(folder, "graph.nt"), Path(folder, "graph.ttl")
        measure("N-Triples", count, lambda: ox.serialize(triples(graph), lines, ox.RdfFormat.N_TRIPLES))
        measure("Turtle", count, lambda: write_turtle(graph, turtle))
        sys.stdout.write(
            f"{turtle.stat().st_size / 1e6:.1f} MB of Turtle, {lines.stat().st_size / 1e6:.1f} MB of lines\n"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
