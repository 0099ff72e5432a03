"""Triples a second: made, written in every format, and to a store on disk; and the memory that writing takes.

Run from the project's folder: ``python -m tests.benchmarks.bench_rdf [PAPERS [CONCEPTS A PAPER] | graph.json]``. The graph
is one of made-up papers, or a saved one.
"""

from __future__ import annotations

import random
import sys
import tempfile
import tracemalloc
from collections import deque
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import networkx as nx

from kg.export import RDF_FORMATS
from kg.export.rdf import triples, write_rdf, write_store
from kg.graph import load_graph
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


def measure(name: str, count: int, work: Callable[[], object], *, runs: int = 3, file: Path | None = None) -> None:
    """Print the best of some runs, in seconds of the processor, which other work on the machine does not stretch."""
    seconds = []
    for _ in range(runs):
        start = process_time()
        work()
        seconds.append(process_time() - start)
    size = f"{file.stat().st_size / 1e6:8.1f} MB" if file else ""
    sys.stdout.write(f"{name:<12} {min(seconds):7.2f} s  {count / min(seconds):10,.0f} triples/s {size}\n")


def peak(work: Callable[[], object]) -> float:
    """The most megabytes that Python objects took at one time during a piece of work."""
    tracemalloc.start()
    work()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / 1e6


def main(source: str = "2000", concepts: int = 12) -> None:
    """Build or load the graph and measure."""
    graph = made_up_graph(int(source), concepts) if source.isdigit() else load_graph(Path(source))
    papers = sum(kind == "paper" for _, kind in graph.nodes(data="kind"))
    count = sum(1 for _ in triples(graph))
    runs = 3 if papers < 5_000 else 1
    sys.stdout.write(f"{papers:,} papers: {count:,} triples, {count / papers:.0f} a paper\n")
    measure("made", count, lambda: deque(triples(graph), maxlen=0), runs=runs)
    with tempfile.TemporaryDirectory() as folder:
        for name in RDF_FORMATS:
            file = Path(folder, f"graph.{name}")
            measure(name, count, lambda file=file: write_rdf(graph, file), runs=runs, file=file)
            file.unlink()
        measure("store", count, lambda: write_store(graph, Path(folder, "store")), runs=1)
        lines = Path(folder, "graph.nt")
        sys.stdout.write(f"writing N-Triples takes {peak(lambda: write_rdf(graph, lines)):.1f} MB at most\n")


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:]))
