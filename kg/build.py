"""The whole way on one screen: read → extract → resolve → graph → export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kg._callable import make_callable
from kg.export import RDF_FORMATS, STORE, is_store
from kg.export.page import write_page
from kg.export.rdf import write_rdf, write_store
from kg.extract import extract, make_pipeline
from kg.files import staging
from kg.graph import build_graph, save_graph
from kg.ids import BASE_IRI, check_base
from kg.provenance import process
from kg.read import find, no_papers, only_papers, read_files
from kg.report import idle_rules, make_report, write_report
from kg.resolve import load_corrections, resolve
from kg.vocabulary import load_vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from kg.model import Paper, Problem
    from kg.report import Report

OUTPUTS = GRAPH, TURTLE, PAGE, REPORT = "graph.json", "graph.ttl", "graph.html", "report.json"
_OPTIONAL = (*(f"graph.{name}" for name in RDF_FORMATS), STORE)


def build(
    inputs: Iterable[str | Path] | str | Path,
    out: str | Path = "exports",
    *,
    base: str = BASE_IRI,
    generated_at: datetime | None = None,
    model: str | Path | None = None,
    min_confidence: float = 0.0,
    names: str | Path | None = None,
    rdf: Iterable[str] = (),
    store: bool = False,
    progress: Callable[[Iterable[Paper]], Iterable[Paper]] = iter,
) -> Report:
    """Read papers, find their concepts and write the graph, its RDF, its page and a report.

    The same inputs give the same bytes, in whatever order they are named. The outputs appear together, when all are
    complete; until then earlier ones stay. What an earlier build wrote and this one does not, in other formats of RDF or
    as a store, is taken away then, so that all that is there tells the same.

    Args:
        inputs: Files and folders.
        out: The folder to write to; made if it is not there.
        base: IRI under which papers and concepts are named.
        generated_at: The time that the RDF states for itself; none where it is None.
        model: The folder of a trained tagger; the package's own where it is None.
        min_confidence: Least confidence of what a paper says of concepts, and of their relations, to be kept.
        names: A file of rules that merge, split, rename, retype or drop concepts (:mod:`kg.resolve.corrections`).
        rdf: Formats (:data:`kg.export.RDF_FORMATS`) to write the RDF in besides Turtle, each to ``graph.<format>``.
        store: Whether to write the RDF to a store on disk too, which SPARQL then asks without loading it. A store alone
            is not the same to the byte each time.
        progress: Wraps the papers as they are read, to show how far it is.

    Raises:
        InputError: An input is missing, unreadable or of no known format, or none holds a paper; or so is ``names``.
        OutputError: The outputs cannot be written.
        ModelError: ``model`` holds no trained tagger.
        ValueError: ``base`` is no IRI under which others can be named, or ``rdf`` names no format.
    """
    check_base(base)
    rdf = _formats(rdf)
    files = find(inputs, leave_out=[Path(out) / name for name in (*OUTPUTS, *_OPTIONAL)])
    vocabulary = load_vocabulary()
    corrections = load_corrections(names) if names else ()
    problems: list[Problem] = []
    with staging(out, outdated=_OPTIONAL, is_ours=is_store) as stage:
        papers = progress(only_papers(read_files(files), problems))
        extractions = list(extract(papers, nlp=make_pipeline(model=model), min_confidence=min_confidence))
        if not extractions:
            raise no_papers(problems)
        resolution = resolve(extractions, vocabulary, corrections=corrections)
        problems += idle_rules(resolution)
        graph = build_graph(extractions, resolution, base=base, inputs=(file.fingerprint() for file in files))

        graph.graph["process"] = process(model=model, rules=names, min_confidence=min_confidence)
        save_graph(graph, stage / GRAPH)
        for name in rdf:
            write_rdf(graph, stage / f"graph.{name}", generated_at=generated_at)
        write_page(graph, stage / PAGE)
        report = make_report(graph, resolution, problems, folder=stage)
        write_report(report, stage / REPORT)
        if store:
            write_store(graph, stage / STORE, generated_at=generated_at)
    return report


def _formats(names: Iterable[str]) -> list[str]:
    """Turtle and the formats named, each once."""
    chosen = list(dict.fromkeys(["ttl", *names]))
    unknown = [name for name in chosen if name not in RDF_FORMATS]
    if unknown:
        message = f"{unknown[0]!r} is no format of RDF: name one of {', '.join(RDF_FORMATS)}"
        raise ValueError(message)
    return chosen


make_callable(__name__)
