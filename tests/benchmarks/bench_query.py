"""How fast a graph is loaded and asked.

Run from the project's folder: ``python -m tests.benchmarks.bench_query GRAPH.json``. First what a question at the prompt costs, in new processes;
then each question in a running process, the indices made before: median and slowest of the names below that are found.
At last searching 100,000 made-up names. Times are of the processor, so that a busy machine matters less.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from statistics import median

import networkx as nx

import kg
from kg.model import ConceptType
from kg.query import KnowledgeGraph
from tests.export.graphs import add_concept

NAMES = (
    "large language model",
    "reinforcement learning",
    "neural network",
    "diffusion model",
    "graph neural network",
    "continual learning",
    "Koopman operator",
    "time series forecasting",
    "ImageNet",
    "catastrophic forgetting",
)
TYPED = ("koopmann", "difusion modle", "reinforcment learning", "d", "graph", "federated lerning", "Image Net")

PROMPT = """
import time
start = time.process_time()
import kg.query
imported = time.process_time()
graph = kg.query.load({path!r})
loaded = time.process_time()
graph.neighbourhood({name!r})
print(imported - start, loaded - imported, time.process_time() - loaded)
"""


def seconds(function, *arguments, **options):
    start = time.process_time()
    function(*arguments, **options)
    return time.process_time() - start


def report(name, times):
    sys.stdout.write(f"{name:28} median {1000 * median(times):6.1f} ms  slowest {1000 * max(times):6.1f} ms\n")


def made_up_names(count):
    """Names of one to four words out of 5,000."""
    chance = random.Random(7)
    words = ["".join(chance.choices("abcdefghilmnoprstu", k=chance.randint(3, 10))) for _ in range(5000)]
    graph = nx.MultiDiGraph()
    while len(graph) < count:
        add_concept(graph, " ".join(chance.choices(words, k=chance.randint(1, 4))), ConceptType.METHOD)
    return KnowledgeGraph(graph)


def misspelt(name):
    """The name with two letters swapped."""
    middle = len(name) // 2
    return name[: middle - 1] + name[middle] + name[middle - 1] + name[middle + 1 :]


def main(path):
    graph = kg.load(path)
    sys.stdout.write(f"{len(graph.nx)} nodes, {graph.nx.number_of_edges()} edges\n")
    known = [name for name in NAMES if graph.find(name)]
    program = PROMPT.format(path=path, name=known[0])
    answers = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True) for _ in range(3)
    ]
    for what, column in zip(
        ("import", "load", "first question"),
        zip(*(map(float, each.stdout.split()) for each in answers), strict=True),
        strict=True,
    ):
        report(what, column)
    graph.neighbourhood(known[0])
    graph.search("no such thing")
    report("find", [seconds(graph.find, name) for name in known])
    report("search", [seconds(graph.search, name) for name in (*known, *TYPED)])
    report("neighbourhood", [seconds(graph.neighbourhood, name) for name in known])
    report("neighbourhood, depth 2", [seconds(graph.neighbourhood, name, depth=2) for name in known])
    report(
        "neighbourhood, filtered",
        [seconds(graph.neighbourhood, name, years=(2020, None), roles=["uses"]) for name in known],
    )
    for measure in ("npmi", "log-likelihood", "pagerank"):
        report(f"related, {measure}", [seconds(graph.related, name, measure=measure) for name in known])
    report("path", [seconds(graph.path, one, other) for one in known for other in known if one != other])
    many = made_up_names(100_000)
    many.search("no such thing")
    names = [many.nx.nodes[node]["label"] for node in list(many.nx)[::5000]]
    report("search, 100,000 names", [seconds(many.search, name) for name in names])
    report("... with typing errors", [seconds(many.search, misspelt(name)) for name in names])
    report("... by three letters", [seconds(many.search, name[:3]) for name in names])


if __name__ == "__main__":
    main(sys.argv[1])
