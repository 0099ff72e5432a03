"""The whole way on one screen: read → extract → resolve → graph → export."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from kg._callable import make_callable
from kg.export import RDF_FORMATS, STORE, is_store
from kg.export.page import write_page
from kg.export.rdf import write_rdf, write_store
from kg.extract.collection import Papers, extract_all
from kg.extract.fingerprint import fingerprint
from kg.extract.keep import KEPT, Kept
from kg.files import staging
from kg.graph import build_graph, save_graph
from kg.ids import BASE_IRI, check_base
from kg.last_build import LastBuild, recipe
from kg.lock import locked
from kg.provenance import process
from kg.read import find, no_papers, only_papers, read_files
from kg.report import idle_rules, make_report, write_report
from kg.resolve import load_corrections, resolve
from kg.stages import Stages
from kg.vocabulary import load_vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from kg.model import Problem
    from kg.report import Report
    from kg.stages import Progress

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
    include_rejected: bool = False,
    jobs: int | None = None,
    keep: bool = True,
    timings: bool = False,
    force: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> Report:
    """Read papers, find their concepts and write the graph, its RDF, its page and a report.

    The same inputs give the same bytes, in whatever order they are named. The outputs appear together, when all are
    complete; until then earlier ones stay. What an earlier build wrote and this one does not, in other formats of RDF or
    as a store, is taken away then, so that all that is there tells the same.

    What is extracted is kept in a hidden folder of ``out`` as it comes: a build that was ended goes on when it is called
    again, and one with more papers extracts only these. One that would write again what is there does nothing, and gives
    the report of that.

    Args:
        inputs: Files, folders and what else :func:`kg.read.find` takes.
        out: The folder to write to; made if it is not there.
        base: IRI under which papers and concepts are named.
        generated_at: The time that the RDF states for itself; none where it is None.
        model: The folder of a trained tagger; the package's own where it is None.
        min_confidence: Least confidence of what a paper says of concepts, and of their relations, to be kept.
        names: A file of rules that merge, split, rename, retype or drop concepts (:mod:`kg.resolve.corrections`).
        rdf: Formats (:data:`kg.export.RDF_FORMATS`) to write the RDF in besides Turtle, each to ``graph.<format>``.
        store: Whether to write the RDF to a store on disk too, which SPARQL then asks without loading it. A store alone
            is not the same to the byte each time.
        include_rejected: Whether to take papers too that were rejected, withdrawn or retracted.
        jobs: How many processes may share the reading of a large file and the extraction; as many as there are cores
            where it is None. Few papers are read and extracted by this process alone.
        keep: Whether to keep what is extracted and to remember what was built, and to use what is kept of either.
        timings: Whether the report's file tells the time and memory of each stage; it is not the same to the byte then.
        force: Whether to build even if inputs, options, program and outputs are those of the last complete build.
        progress: Is told how far each stage is.

    Raises:
        InputError: An input is missing, unreadable or of no known format, or none holds a paper; or so is ``names``.
        OutputError: The outputs cannot be written, or another build is writing them.
        ModelError: ``model`` holds no trained tagger, or was changed while it was used.
        WorkerError: No processes can be started to share the extraction.
        ValueError: ``base`` is no IRI under which others can be named, or ``rdf`` names no format.
    """
    check_base(base)
    rdf = _formats(rdf)
    ours = [Path(out) / name for name in (*OUTPUTS, *_OPTIONAL)]
    files = find(inputs, leave_out=ours, include_rejected=include_rejected)
    corrections = load_corrections(names) if names else ()
    tagger = fingerprint(model=model)
    made_with = process(model=model, rules=names, min_confidence=min_confidence)
    made_of = recipe(files, made_with, tagger, base, generated_at, include_rejected, rdf, store, timings)
    problems: list[Problem] = []
    records: Counter[str] = Counter()
    stages = Stages(progress)
    with locked(out) as private:
        last = LastBuild(private if keep else None, made_of, ours)
        if not force and (unchanged := last.report()):
            return unchanged
        vocabulary = load_vocabulary()
        with (
            staging(out, outdated=_OPTIONAL, is_ours=is_store) as stage,
            Papers() as papers,
            Kept(private / KEPT if keep else None, tagger) as kept,
        ):
            with stages("read") as step:
                papers.extend(step.each(only_papers(read_files(files, records=records, jobs=jobs), problems)))
            with stages("extract", total=len(papers)) as step:
                extractions = extract_all(
                    papers, kept, model=model, jobs=jobs, least=min_confidence, problems=problems, step=step
                )
            if not extractions:
                raise no_papers(problems)
            with stages("resolve"):
                resolution = resolve(extractions, vocabulary, corrections=corrections)
                problems += idle_rules(resolution)
            with stages("graph"):
                read_from = (file.fingerprint() for file in files)
                graph = build_graph(extractions, resolution, base=base, inputs=read_from)
                graph.graph["process"] = made_with
                save_graph(graph, stage / GRAPH)
            with stages("rdf"):
                for name in rdf:
                    write_rdf(graph, stage / f"graph.{name}", generated_at=generated_at)
            with stages("page"):
                page = write_page(graph, stage / PAGE)
            if store:
                with stages("store"):
                    write_store(graph, stage / STORE, generated_at=generated_at)
            report = make_report(
                graph,
                resolution,
                problems,
                records=records,
                folder=stage,
                stages=stages.ended,
                warnings=[page.warning],
            )
            write_report(report, stage / REPORT, timings=timings)
            kept.tidy(extractions.numbers)
        last.remember(report)
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
