"""Milliseconds of every named query on an export, in Oxigraph and rdflib, and how much faster the one is.

Run from the project's folder: ``python -m tests.benchmarks.bench_sparql [PATH] [--no-rdflib]``, where PATH is a folder of
exports, a store or a file of RDF. Times are those of the processor, in this process: other work on the machine does not
stretch them. Parameters are the concepts and the paper with most links.
"""

from __future__ import annotations

import sys
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.sparql import Format, QueryForm, named_queries
from kg.sparql.engines import OxigraphEngine, RdflibEngine
from kg.sparql.request import Request
from kg.sparql.sources import find
from kg.sparql.terms import PREFIXES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.sparql import NamedQuery
    from kg.sparql.engines import Engine
    from kg.sparql.terms import Term

MOST = """SELECT ?most {{ {{ SELECT ?most (COUNT(*) AS ?n) {{ {pattern} }} GROUP BY ?most }} }} ORDER BY DESC(?n) ?most LIMIT 1"""
PATTERNS = {
    "Task": "?paper kg:addresses ?most",
    "Method": "?paper kg:uses ?most",
    "Concept": "?paper kg:uses ?most",
    "Paper": "?most schema:mentions ?concept",
}


def seconds(engine: Engine, text: str, bindings: dict[str, Term]) -> tuple[float, int]:
    """The time of a query with its result written as TSV, and the number of rows."""
    start = process_time()
    result = engine.run(Request(text, QueryForm.SELECT, Format.TSV, bindings))
    rows = result.serialize(format=ox.QueryResultsFormat.TSV).count(b"\n") - 1
    return process_time() - start, rows


def bindings_of(query: NamedQuery, values: dict[str, Term]) -> Iterator[dict[str, Term]]:
    """With as few parameters as it can do with, and with each of the others."""
    required = {one.name: values[one.type] for one in query.parameters if one.required}
    yield required
    for one in query.parameters:
        if not one.required and one.type in values:
            yield {**required, one.name: values[one.type]}


def main(path: str = "exports", *options: str) -> None:
    """Measure and print."""
    fast = OxigraphEngine(find([path]))
    slow = None if "--no-rdflib" in options else RdflibEngine(find([path]))
    values: dict[str, Term] = {"Property": ox.NamedNode(PREFIXES["kg"] + "basedOn")}
    for kind, pattern in PATTERNS.items():
        request = Request(MOST.format(pattern=pattern), QueryForm.SELECT, Format.TSV)
        values[kind] = next(iter(fast.run(request)))["most"]
    sys.stdout.write(f"{'query':<24} {'given':<12} {'rows':>7} {'ms':>9} {'rdflib ms':>11} {'times':>8}\n")
    for query in named_queries():
        for bindings in bindings_of(query, values):
            times = [seconds(fast, query.text, bindings) for _ in range(3)]
            best = median(time for time, _ in times)
            line = f"{query.name:<24} {','.join(bindings):<12} {times[0][1]:7} {1000 * best:9.1f}"
            if slow is not None:
                reference, _ = seconds(slow, query.text, bindings)
                line += f" {1000 * reference:11.1f} {reference / best:8.0f}"
            sys.stdout.write(line + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
