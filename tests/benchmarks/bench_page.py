"""The page by the size of its graph: seconds to build, bytes, and milliseconds in headless Chromium.

Run from the project's folder: ``python -m tests.benchmarks.bench_page [PAPERS | graph.json …]``. A number stands for a
graph grown from the seeds' to so many papers, ten times as many nodes and thirty times as many edges; files are saved
graphs. In the same run ``pyvis.Network.from_nx`` makes pages of the same graphs; its time grows with the square of the
edges, so it is stopped at a limit.

A neighbourhood is opened by a click on a link. ``hood`` is the median from the click to the presentation of the first
frame, as the browser's Event Timing reports it (in steps of 8 ms); that frame has the card in the panel, and the nodes
with their labels where they stay. ``settled`` is the median until nothing has been drawn for a frame, and ``slowest``
the slowest first frame.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from math import log
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, perf_counter, process_time, sleep
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from kg.export.page import write_page
from kg.graph import load_graph
from tests.benchmarks.grown_graph import grown_graph
from tests.export.page.conftest import ARGUMENTS, find_chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

SOURCE = Path("exports/graph.json")
NODES, EDGES = 10, 30  # of a grown graph, for each paper
SIZES = (500, 1_000, 2_000, 3_000, 4_000)
HOODS = 12  # of the concepts of most papers
PYVIS_LIMIT = 60.0  # seconds
WAIT = 60.0  # seconds for what should take milliseconds
QUERIES = ("le", "lear", "reinf", "graph n", "bench", "c", "concept number 1", "α")

SEARCH = """(query) => {
  const index = KG.searchbox.indexOf(KG.app.graph), start = performance.now();
  index.search(query);
  return performance.now() - start;
}"""
WATCH = """() => {
  const seen = KG.app.seen = { clicks: [], drawn: 0, settled: 0 };
  new PerformanceObserver((list) => seen.clicks.push(...list.getEntries().filter(({ name }) => name === "click")))
    .observe({ type: "event", durationThreshold: 16 });
  KG.app.canvas.network.on("afterDrawing", () => (seen.drawn = performance.now()));
  const link = document.createElement("a");
  link.id = "opens";
  link.style = "position: fixed; left: 0; top: 0; width: 20px; height: 20px; z-index: 99";
  link.addEventListener("click", (event) => {
    const wait = (before) => {
      if (seen.drawn !== before || before < event.timeStamp) requestAnimationFrame(() => wait(seen.drawn));
      else seen.settled = performance.now() - event.timeStamp;
    };
    requestAnimationFrame(() => wait(0));
  });
  document.body.append(link);
}"""
AIM = """(key) => {
  Object.assign(KG.app.seen, { clicks: [], settled: 0 });
  document.getElementById("opens").href = "#" + key;
}"""
OPENED = """(key) => {
  const { clicks, drawn, settled } = KG.app.seen, { canvas, graph } = KG.app, node = graph.find(key);
  const there = canvas.scene.focus === node && document.querySelector("#panel h2").textContent === graph.label(node);
  return clicks.length && settled ? { there, presented: clicks[0].duration, settled } : null;
}"""
PAN = """() => new Promise((resolve) => {
  const { network } = KG.app.canvas, times = [], middle = network.getViewPosition();
  const next = (now) => {
    times.push(now);
    if (times.length > 90) return resolve(times);
    const turn = times.length / 10;
    const position = { x: middle.x + 120 * Math.sin(turn), y: middle.y + 80 * Math.sin(2 * turn) };
    network.moveTo({ position, animation: false });
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})"""
HUBS = """(count) => Array.from(KG.app.graph.counts, (papers, node) => [papers, node])
  .sort((a, b) => b[0] - a[0]).slice(0, count).map(([, node]) => KG.app.graph.key(node))"""


@dataclass(frozen=True)
class Row:
    """What was measured of one graph; times in the browser are milliseconds."""

    name: str
    papers: int
    nodes: int
    edges: int
    build: float
    megabytes: float
    first: float
    ready: float
    search: float
    hood: float
    settled: float
    slowest: float
    frame: float
    pyvis: str


HEADS = (
    f"{'graph':<14}{'papers':>8}{'nodes':>9}{'edges':>9}{'build s':>9}{'MB':>7}{'first ms':>10}{'all ms':>8}"
    f"{'search':>8}{'hood':>7}{'settled':>9}{'slowest':>9}{'frame':>7}  pyvis from_nx"
)


def main(arguments: list[str]) -> None:
    """Print a line for each graph, then how the building grows: the exponent fitted to all sizes; 1 is linear."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    rows = []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright), args=ARGUMENTS)
        sys.stdout.write(HEADS + "\n")
        for name, graph in graphs(arguments or [str(size) for size in SIZES]):
            row = measure(name, graph, browser, Path(folder))
            rows.append(row)
            sys.stdout.write(line(row))
            sys.stdout.flush()
        browser.close()
    grown = [row for row in rows if row.name == "grown"]
    if len(grown) > 1:
        exponent, _ = np.polyfit([log(row.nodes) for row in grown], [log(row.build) for row in grown], 1)
        sys.stdout.write(f"building grows with the number of nodes to the power of {exponent:.2f}\n")


def graphs(arguments: list[str]) -> Iterator[tuple[str, nx.MultiDiGraph]]:
    """The graphs that are named: numbers of papers, or files."""
    source = load_graph(SOURCE)
    write_page(source, Path(tempfile.mkdtemp()) / "warm.html")  # only the first pays
    for argument in arguments:
        if argument.isdigit():
            papers = int(argument)
            yield "grown", grown_graph(source, papers=papers, nodes=NODES * papers, edges=EDGES * papers)
        else:
            yield Path(argument).parent.name, load_graph(Path(argument))


def measure(name: str, graph: nx.MultiDiGraph, browser: Browser, folder: Path) -> Row:
    """Build the page of a graph and use it."""
    start = process_time()
    file = write_page(graph, folder / "page.html", detail="full")
    build = process_time() - start
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    start = perf_counter()
    page.goto((folder / "page.html").as_uri(), wait_until="commit")
    until(page, "typeof KG === 'object' && KG.app && KG.app.canvas && KG.app.canvas.lettering.shown.size > 0")
    first = 1000 * (perf_counter() - start)
    until(page, "KG.app.graph.ready")
    ready = 1000 * (perf_counter() - start)
    frame = panning(page)
    page.evaluate(SEARCH, QUERIES[0])  # makes the index
    searches = [page.evaluate(SEARCH, query) for query in QUERIES for _ in range(3)]
    page.evaluate(WATCH)
    hoods = [opening(page, key) for key in page.evaluate(HUBS, HOODS)]
    page.close()
    papers = sum(kind == "paper" for _, kind in graph.nodes(data="kind"))
    return Row(
        name=name,
        papers=papers,
        nodes=graph.number_of_nodes(),
        edges=graph.number_of_edges(),
        build=build,
        megabytes=file.size / 1e6,
        first=first,
        ready=ready,
        search=quantiles(searches, n=20)[-1],
        hood=median(first for first, _ in hoods),
        settled=median(settled for _, settled in hoods),
        slowest=max(first for first, _ in hoods),
        frame=frame,
        pyvis=pyvis_page(graph, folder / "pyvis.html"),
    )


def until(page: Page, condition: str) -> None:
    """Wait for a condition; while the page is still read, there is nothing to ask."""
    end = monotonic() + WAIT
    while monotonic() < end:
        try:
            if page.evaluate(condition):
                return
        except Exception as error:
            if "Execution context" not in str(error):
                raise
        sleep(0.01)
    message = f"never came true: {condition}"
    raise TimeoutError(message)


def opening(page: Page, key: str) -> tuple[float, float]:
    """The milliseconds from a click to the first frame with a neighbourhood and its card, and until it is settled."""
    page.evaluate(AIM, key)
    page.mouse.click(10, 10)
    until(page, f"({OPENED})({json.dumps(key)})")
    opened = page.evaluate(OPENED, key)
    if not opened["there"]:
        message = f"{key} was not opened"
        raise ValueError(message)
    return opened["presented"], opened["settled"]


def panning(page: Page) -> float:
    """The median milliseconds between frames while the picture is moved."""
    times: list[float] = page.evaluate(PAN)
    return median(after - before for before, after in pairwise(times))


def pyvis_page(graph: nx.MultiDiGraph, path: Path) -> str:
    """Seconds that pyvis takes for the same graph, or that it was stopped."""
    context = multiprocessing.get_context("fork")
    results: Any = context.Queue()
    process = context.Process(target=_from_nx, args=(graph, path, results))
    process.start()
    try:
        seconds, size = results.get(timeout=PYVIS_LIMIT)
        return f"{seconds:.1f} s, {size / 1e6:.1f} MB"
    except Exception:  # noqa: BLE001  # whatever it was, there is no page
        return f"stopped after {PYVIS_LIMIT:.0f} s"
    finally:
        process.kill()
        process.join()


def _from_nx(graph: nx.MultiDiGraph, path: Path, results: Any) -> None:
    from pyvis.network import Network  # noqa: PLC0415

    bare = nx.MultiDiGraph()
    bare.add_nodes_from((node, {"label": label}) for node, label in graph.nodes(data="label"))
    bare.add_edges_from((head, tail) for head, tail, _ in graph.edges(keys=True))
    start = process_time()
    network = Network(cdn_resources="in_line", directed=True)
    network.from_nx(bare)
    path.write_text(network.generate_html(), encoding="utf-8")
    results.put((process_time() - start, path.stat().st_size))


def line(row: Row) -> str:
    """A line of the table."""
    return (
        f"{row.name:<14}{row.papers:8,}{row.nodes:9,}{row.edges:9,}{row.build:9.2f}{row.megabytes:7.2f}{row.first:10.0f}"
        f"{row.ready:8.0f}{row.search:8.1f}{row.hood:7.0f}{row.settled:9.0f}{row.slowest:9.0f}{row.frame:7.1f}"
        f"  {row.pyvis}\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
