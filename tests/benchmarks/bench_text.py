"""Abstracts a second that are cleaned, and how time grows with the length of a text.

Run from the project's folder: ``python -m tests.benchmarks.bench_text [FILE.jsonl[.gz]]``; without a file, on made-up
abstracts.
"""

from __future__ import annotations

import gzip
import json
import math
import random
import sys
from pathlib import Path
from time import process_time

from kg.text import STEPS, clean

WORDS = "we propose a sparse graph model for data that learns bounds on the task with less noise and more depth".split()
MARKUP = [
    r"$\alpha$-net",
    r"\emph{fast}",
    "**Our** method",
    r"17.01\%",
    "exper- tise",
    "small- and large",
    "AT&T",
    "``so''",
]
HOSTILE = ["$", "{", "\\textbf{", "**", "*a ", "a- ", "&amp;", "<i>", "`a'b ", "\\(", "${", "\\'"]


def made_up_abstracts(number: int) -> list[str]:
    """About one in six holds markup, as in real collections."""
    rng = random.Random(1)
    abstracts = []
    for _ in range(number):
        words = rng.choices(WORDS, k=190)
        if rng.random() < 0.17:
            words[rng.randrange(190)] = rng.choice(MARKUP)
        abstracts.append(" ".join(words) + ".")
    return abstracts


def read_abstracts(path: Path) -> list[str]:
    """Read the ``abstract`` of each line."""
    data = path.read_bytes()
    lines = (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()
    return [json.loads(line).get("abstract") or "" for line in lines]


def seconds(texts: list[str]) -> float:
    started = process_time()
    for text in texts:
        clean(text)
    return process_time() - started


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def main() -> None:
    """Print the figures."""
    abstracts = read_abstracts(Path(sys.argv[1])) if len(sys.argv) > 1 else made_up_abstracts(20_000)
    clean(r"\alpha")
    taken = seconds(abstracts)
    cleaned = [clean(abstract) for abstract in abstracts]
    unsettled = sum(clean(text) != text for text in cleaned)
    changed = sum(before != after for before, after in zip(abstracts, cleaned, strict=True))
    say(f"{len(abstracts):,} abstracts, {changed:,} changed, {len(abstracts) / taken:,.0f} a second")
    say(f"not the same when cleaned twice: {unsettled}")
    sample = abstracts[:5000]
    for step in STEPS:
        started = process_time()
        sample = [step(text) for text in sample]
        say(f"  {step.__name__:20}{(process_time() - started) / len(sample) * 1e6:8.1f} µs an abstract")
    for unit in HOSTILE:
        times = [seconds([unit * (length // len(unit))]) for length in (25_000, 200_000)]
        exponent = math.log(times[1] / max(times[0], 1e-4)) / math.log(8)
        say(f"  {unit!r:14}time grows with length to the power {exponent:.2f}; 200,000 characters in {times[1]:.2f} s")


if __name__ == "__main__":
    main()
