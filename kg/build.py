"""The whole way on one screen: read → extract → resolve → graph → export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kg._callable import make_callable
from kg.export.page import write_page
from kg.export.rdf import write_turtle
from kg.extract import extract, make_pipeline
from kg.files import staging
from kg.graph import build_graph, save_graph
from kg.ids import BASE_IRI, check_base
from kg.read import find, no_papers, only_papers, read_files
from kg.report import make_report, write_report
from kg.resolve import resolve
from kg.vocabulary import load_vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from kg.model import Paper, Problem
    from kg.report import Report

OUTPUTS = GRAPH, TURTLE, PAGE, REPORT = "graph.json", "graph.ttl", "graph.html", "report.json"


def build(
    inputs: Iterable[str | Path] | str | Path,
    out: str | Path = "exports",
    *,
    base: str = BASE_IRI,
    generated_at: datetime | None = None,
    progress: Callable[[Iterable[Paper]], Iterable[Paper]] = iter,
) -> Report:
    """Read papers, find their concepts and write the graph, its RDF, its page and a report.

    The same inputs give the same bytes, in whatever order they are named. The outputs appear together, when all are
    complete; until then earlier ones stay.

    Args:
        inputs: Files and folders.
        out: The folder to write to; made if it is not there.
        base: IRI under which papers and concepts are named.
        generated_at: The time that the RDF states for itself; none where it is None.
        progress: Wraps the papers as they are read, to show how far it is.

    Raises:
        InputError: An input is missing, unreadable or of no known format, or none holds a paper.
        OutputError: The outputs cannot be written.
        ValueError: ``base`` is no IRI under which others can be named.
    """
    check_base(base)
    files = find(inputs, leave_out=[Path(out) / name for name in OUTPUTS])
    vocabulary = load_vocabulary()
    problems: list[Problem] = []
    with staging(out) as stage:
        papers = progress(only_papers(read_files(files), problems))
        extractions = list(extract(papers, nlp=make_pipeline()))
        if not extractions:
            raise no_papers(problems)
        resolution = resolve(extractions, vocabulary)
        graph = build_graph(extractions, resolution, base=base, inputs=(file.fingerprint() for file in files))

        save_graph(graph, stage / GRAPH)
        write_turtle(graph, stage / TURTLE, generated_at=generated_at)
        write_page(graph, stage / PAGE)
        report = make_report(graph, resolution, problems, folder=stage)
        write_report(report, stage / REPORT)
    return report


make_callable(__name__)
