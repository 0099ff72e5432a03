"""Records a second whose title and abstract are cleaned, and that are read from their file with all else.

Run from the project's folder: ``python -m tests.benchmarks.bench_text [FILE]``; the file is of any format that ``kg build``
reads. Without one, on made-up records. Times are of the processor but where it says otherwise, the best of a few runs.
"""

from __future__ import annotations

import json
import math
import random
import sys
import tempfile
import timeit
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING
from unittest import mock

from kg.child import usable_cores
from kg.model import Paper
from kg.read import read, values
from kg.text import STEPS, clean
from kg.text.abstracts import without_copyright, without_heading
from kg.text.glance import is_tidy, signs_in
from kg.text.typography import single_blanks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

RUNS = 3
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
HOSTILE = ["$", "{", "\\textbf{", "**", "*a ", "a- ", "&amp;", "<i>", "`a'b ", "\\(", "${", "\\'", "x$x^", "<tex-math>"]


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


def made_up_file(folder: str) -> Path:
    """Write JSON Lines of made-up records."""
    path = Path(folder, "made_up.jsonl")
    records = ({"id": f"p{i}", "title": f"On {i}", "abstract": a} for i, a in enumerate(made_up_abstracts(40_000)))
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def raw_texts(path: Path) -> tuple[list[str], list[str]]:
    """Read a file's titles and abstracts as they come, before they are cleaned."""
    titles: list[str] = []
    abstracts: list[str] = []

    def collect(kept: list[str]) -> Callable[[object], str]:
        def keep(value: object) -> str:
            kept.append(values.text(value))
            return f"{len(kept)} words that stand for a text"

        return keep

    with mock.patch.object(values, "title", collect(titles)), mock.patch.object(values, "abstract", collect(abstracts)):
        papers(path)
    return titles, abstracts


def papers(path: Path, jobs: int = 1) -> int:
    """Read a file, and count its papers."""
    return sum(isinstance(item, Paper) for item in read([path], jobs=jobs))


def seconds(function: Callable[[str], object], texts: Iterable[str]) -> float:
    started = process_time()
    for text in texts:
        function(text)
    return process_time() - started


def best(function: Callable[[str], object], texts: list[str]) -> float:
    """Time a function over texts, in microseconds a text."""
    return min(seconds(function, texts) for _ in range(RUNS)) / max(1, len(texts)) * 1e6


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def is_clean(text: str) -> bool:
    """Tell, as cleaning does, that there is nothing to do."""
    return not signs_in(text) and is_tidy(text) and single_blanks(text) == text


def time_reading(path: Path) -> None:
    """Say how long the whole reading of a file takes, and how long cleaning alone does."""
    titles, abstracts = raw_texts(path)
    number = max(1, papers(path))
    for jobs in sorted({1, usable_cores()}):
        taken = min(timeit.repeat(lambda jobs=jobs: papers(path, jobs), number=1, repeat=RUNS))
        rate = f"{number / taken:,.0f} a second, {taken / number * 1e6:.1f} µs a record"
        say(f"{number:,} records read whole, {jobs} processes at most: {rate} by the clock")
    cleaning = best(clean, titles) + best(clean, abstracts)
    say(f"title and abstract cleaned: {1e6 / cleaning:,.0f} records a second, {cleaning:.1f} µs a record")
    cleaned = [clean(abstract) for abstract in abstracts]
    changed = sum(before != after for before, after in zip(abstracts, cleaned, strict=True))
    unsettled = sum(clean(text) != text for text in cleaned)
    at_once = sum(is_clean(text) for text in abstracts)
    say(
        f"{changed:,} abstracts changed, {at_once:,} seen to be clean at a glance, {unsettled} not the same when cleaned twice"
    )
    framed = [(text, without_copyright(without_heading(text))) for text in cleaned]
    say(f"{sum(a != b for a, b in framed):,} with a heading or a line of copyright")
    sample = [text for text in abstracts if not is_clean(text)][:20_000]
    say(f"of those that are not, {len(sample):,} by steps:")
    for step in STEPS:
        after = [step.change(text) for text in sample]
        differ = sum(a != b for a, b in zip(sample, after, strict=True))
        say(f"  {step.change.__name__:20}{best(step.change, sample):8.1f} µs an abstract, {differ:,} changed")
        sample = after


def time_growth() -> None:
    """Say how time grows with the length of hostile texts."""
    for unit in HOSTILE:
        times = [seconds(clean, [unit * (length // len(unit))]) for length in (25_000, 200_000)]
        exponent = math.log(times[1] / max(times[0], 1e-4)) / math.log(8)
        say(f"  {unit!r:14}time grows with length to the power {exponent:.2f}; 200,000 characters in {times[1]:.2f} s")


def main() -> None:
    """Print the figures."""
    clean(r"\alpha")
    with tempfile.TemporaryDirectory() as folder:
        time_reading(Path(sys.argv[1]) if len(sys.argv) > 1 else made_up_file(folder))
    time_growth()


if __name__ == "__main__":
    main()
