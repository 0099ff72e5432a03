"""The whole way on one screen: read → extract → resolve → graph → export."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from kg.export.page import write_page
from kg.export.rdf import write_turtle
from kg.extract import extract, make_pipeline
from kg.files import check_writable, staging
from kg.graph import build_graph, save_graph
from kg.ids import BASE_IRI
from kg.model import Paper, Problem
from kg.read import find, read_files
from kg.report import Report, make_report, write_report
from kg.resolve import resolve
from kg.vocabulary import load_vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    Progress = Callable[[Iterable[Paper]], Iterable[Paper]]

T = TypeVar("T")

GRAPH, TURTLE, PAGE, REPORT = "graph.json", "graph.ttl", "graph.html", "report.json"


def build(
    inputs: Iterable[str | Path] | str | Path,
    out: str | Path = "exports",
    *,
    base: str = BASE_IRI,
    generated_at: datetime | None = None,
    progress: Progress = iter,
) -> Report:
    """Read papers, find their concepts and write the graph, its RDF and its page.

    The same inputs give the same bytes, in whatever order they are named. The outputs replace earlier ones together, when
    all are complete.

    Args:
        inputs: Files and folders.
        out: The folder to write to; made if it is not there.
        base: IRI under which papers and concepts are named.
        generated_at: Time that the RDF states for itself; none where it is None.
        progress: Wraps the papers as they are read, to show how far it is.

    Raises:
        InputError: An input is missing, unreadable or of no known format, or none holds a paper.
        OutputError: The outputs cannot be written.
    """
    out = check_writable(out)
    files = find(inputs)
    vocabulary = load_vocabulary()
    problems: list[Problem] = []

    papers = progress(_set_aside(problems, read_files(files)))
    extractions = list(extract(papers, nlp=make_pipeline()))
    resolution = resolve(extractions, vocabulary)
    graph = build_graph(extractions, resolution, base=base, inputs=(file.fingerprint() for file in files))

    with staging(out) as stage:
        save_graph(graph, stage / GRAPH)
        write_turtle(graph, stage / TURTLE, generated_at=generated_at)
        write_page(graph, stage / PAGE)
        report = make_report(graph, resolution, problems, folder=stage)
        write_report(report, stage / REPORT)
    return report
