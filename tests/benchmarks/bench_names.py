"""How long names take to resolve, and how often a short form that a paper leaves undefined is understood.

    python -m tests.benchmarks.bench_names PAPERS [--papers 20000]

Definitions of short forms are hidden in a fifth of the papers, as if these had not given them; the rest of the corpus is
then to say what the short forms mean.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from dataclasses import replace
from itertools import islice

from kg.extract import extract, make_pipeline
from kg.model import Extraction, Role
from kg.names import key
from kg.read import only_papers, read
from kg.resolve import resolve
from kg.resolve.naming import Naming, is_bare
from kg.vocabulary import load_vocabulary

HIDDEN = 0.2


def hide(extractions: list[Extraction], rng: random.Random) -> tuple[list[Extraction], list[tuple[int, int]]]:
    """Take the long forms away from a share of the concepts that have a short one; say where."""
    places, result = [], []
    for number, extraction in enumerate(extractions):
        concepts = list(extraction.concepts)
        for place, concept in enumerate(concepts):
            defined = concept.short and not is_bare(concept) and concept.role is not Role.INTRODUCES
            if defined and rng.random() < HIDDEN:
                concepts[place] = replace(concept, label=concept.short, forms=(concept.short,), short="", entry="")
                places.append((number, place))
        result.append(replace(extraction, concepts=tuple(concepts)))
    return result, places


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("papers")
    parser.add_argument("--papers", dest="count", type=int, default=20_000)
    arguments = parser.parse_args()
    vocabulary = load_vocabulary()
    papers = islice(only_papers(read([arguments.papers]), []), arguments.count)
    extractions = list(extract(papers, nlp=make_pipeline(tagger=False)))
    for share in (8, 4, 2, 1):
        some = extractions[: len(extractions) // share]
        start = time.process_time()
        concepts = len(resolve(some, vocabulary).concepts)
        print(f"{len(some):>7,} papers {concepts:>8,} concepts {time.process_time() - start:>7.2f} s")  # noqa: T201
    hidden, places = hide(extractions, random.Random(1))
    before, after = Naming(extractions, vocabulary), Naming(hidden, vocabulary)
    table: Counter[tuple[str, str]] = Counter()
    for number, place in places:
        filed = after.file(hidden[number])[place]
        if key(hidden[number].concepts[place].label) in after.meanings:
            right = filed.name == before.own_name(extractions[number].concepts[place])
            table[filed.rule or "vocabulary, or left apart", "right" if right else "wrong or apart"] += 1
    for (rule, outcome), count in sorted(table.items()):
        print(f"{rule:28}{outcome:16}{count:>6}")  # noqa: T201


if __name__ == "__main__":
    main()
