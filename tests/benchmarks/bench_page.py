"""Seconds and bytes of the page for growing graphs of made-up papers, and how they grow.

Run from the project's folder: ``python -m tests.benchmarks.bench_page [NODES …]``.
"""

from __future__ import annotations

import sys
from math import log
from time import process_time

from kg.export.page import render_page
from tests.benchmarks.bench_rdf import made_up_graph

CONCEPTS_OF_A_PAPER = 15
NODES_OF_A_PAPER = 1 + CONCEPTS_OF_A_PAPER // 5


def main(sizes: list[int]) -> None:
    """Print a line for each size; the exponent compares it with the one before: 1 is linear."""
    render_page(made_up_graph(2, CONCEPTS_OF_A_PAPER))  # what only the first page pays for
    before: tuple[int, float] | None = None
    sys.stdout.write(f"{'nodes':>8} {'edges':>8} {'seconds':>8} {'exponent':>8} {'MB':>8}\n")
    for size in sizes:
        graph = made_up_graph(size // NODES_OF_A_PAPER, CONCEPTS_OF_A_PAPER)
        start = process_time()
        page = render_page(graph)
        seconds = process_time() - start
        exponent = log(seconds / before[1]) / log(len(graph) / before[0]) if before else float("nan")
        megabytes = len(page.encode()) / 1e6
        sys.stdout.write(
            f"{len(graph):8,} {graph.number_of_edges():8,} {seconds:8.2f} {exponent:8.2f} {megabytes:8.2f}\n"
        )
        before = len(graph), seconds


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [1_000, 4_000, 16_000])
