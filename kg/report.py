"""What a build did: counts, problems, merges of names."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from kg.files import write_text
from kg.model import ConceptType, Effect, Link, Problem, Source
from kg.provenance import file_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

    import networkx as nx

    from kg.resolve import Merge, Refusal, Resolution
    from kg.stages import Stage


@dataclass(frozen=True, slots=True)
class Report:
    """What a build did.

    Attributes:
        generator: Program and version.
        inputs: The files read: ``path``, ``sha256``, and of how many ``records`` how many became ``papers``, were
            ``skipped`` or ``merged`` into papers of earlier records; these three make up the first.
        papers: How many papers are in the graph.
        problems: Every record that could not be used, was merged, or could not be used as it stood.
        concepts: How many of each type.
        links: How many edges from papers to concepts, by kind.
        relations: How many edges from concept to concept, by kind.
        files: The size in bytes of each file written.
        merges: By concept, the names that were joined, by which rule and in which papers.
        refusals: The merges that were not made, and why.
        stages: What each stage took; none where nothing had to be done. Reports are equal whatever it was.
        warnings: What is to be known of the outputs, such as that a page is too large to hold all.
        unchanged_since: When all this was written, if it was there and nothing had to be done.
    """

    generator: str
    inputs: tuple[Mapping[str, str | int], ...]
    papers: int
    problems: tuple[Problem, ...]
    concepts: Mapping[str, int]
    links: Mapping[str, int]
    relations: Mapping[str, int]
    files: Mapping[str, int]
    merges: Mapping[str, tuple[Merge, ...]]
    refusals: tuple[Refusal, ...]
    stages: tuple[Stage, ...] = field(default=(), compare=False)
    warnings: tuple[str, ...] = ()
    unchanged_since: datetime | None = field(default=None, compare=False)

    def problems_by_reason(self, effect: Effect | None = None) -> dict[str, int]:
        """Count the problems of an effect, or all, by reason, most frequent first."""
        counts = Counter(problem.reason for problem in self.problems if effect in (None, problem.effect))
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def count(self, effect: Effect) -> int:
        """Count the problems of an effect."""
        return sum(problem.effect is effect for problem in self.problems)


def idle_rules(resolution: Resolution) -> list[Problem]:
    """Give the user's rules on names that changed nothing, as problems."""
    return [
        Problem(
            rule.source or Source(""),
            "rule on names changes nothing",
            detail,
            f"{rule.action} {rule.name}",
            Effect.NOTED,
        )
        for rule, detail in resolution.idle
    ]


def make_report(
    graph: nx.MultiDiGraph,
    resolution: Resolution,
    problems: Iterable[Problem],
    *,
    records: Mapping[str, int],
    folder: Path,
    stages: Iterable[Stage] = (),
    warnings: Iterable[str] = (),
) -> Report:
    """Count what a graph holds and what was written to a folder.

    Args:
        graph: Papers and concepts.
        resolution: What they were resolved to.
        problems: All problems met.
        records: How many records each file has, by its portable name.
        folder: Where the outputs are.
        stages: What each stage took.
        warnings: What is to be known of the outputs; empty ones are none.
    """
    problems = tuple(problems)
    kinds = Counter(kind for _, kind in graph.nodes(data="kind"))
    edges = Counter(key for _, _, key in graph.edges(keys=True))
    links = {link.value for link in Link}
    return Report(
        generator=graph.graph["generator"],
        inputs=tuple(_inputs(graph, problems, records)),
        papers=kinds["paper"],
        problems=problems,
        concepts={kind.value: kinds[kind.value] for kind in ConceptType},
        links={kind: count for kind, count in sorted(edges.items()) if kind in links},
        relations={kind: count for kind, count in sorted(edges.items()) if kind not in links},
        files={file.name: file.stat().st_size for file in sorted(folder.iterdir()) if file.is_file()},
        merges={concept: merges for concept, merges in sorted(resolution.merges.items()) if merges},
        refusals=resolution.refusals,
        stages=tuple(stages),
        warnings=tuple(filter(None, warnings)),
    )


def _inputs(
    graph: nx.MultiDiGraph, problems: Iterable[Problem], records: Mapping[str, int]
) -> Iterator[dict[str, str | int]]:
    """Say of each file what became of its records."""
    effects = Counter((problem.source.path, problem.effect) for problem in problems)
    # A paper counts where it was read first; its other places are those of records that were merged.
    firsts = (data["sources"][0] for _, data in graph.nodes(data=True) if data["kind"] == "paper" and data["sources"])
    files = {file["path"]: file for file in graph.graph["inputs"]}
    papers = Counter(file_of(source, files) for source in firsts)
    for file in files.values():
        path = file["path"]
        yield {
            **file,
            "records": records.get(path, 0),
            "papers": papers[path],
            "skipped": effects[path, Effect.SKIPPED],
            "merged": effects[path, Effect.MERGED],
        }


def write_report(report: Report, path: Path, *, timings: bool = False) -> None:
    """Write a report as JSON.

    Args:
        report: The report.
        path: The file.
        timings: Whether to write the stages' seconds and memory too, which are not the same each time.

    Raises:
        OutputError: The file cannot be written.
    """
    data: dict[str, Any] = asdict(report)
    del data["unchanged_since"]
    if not timings:
        del data["stages"]
    problems = [{**asdict(problem), "source": str(problem.source)} for problem in report.problems]
    by_effect = {effect.value: report.problems_by_reason(effect) for effect in Effect}
    data["problems"] = {
        "count": len(problems),
        "by_effect": {effect.value: report.count(effect) for effect in Effect},
        "by_reason": report.problems_by_reason(),
        "by_effect_and_reason": by_effect,
        "list": problems,
    }
    write_text(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def summary(report: Report) -> str:
    """Put a report into a few lines for a person."""
    lines = [_read(report)]
    if noted := report.problems_by_reason(Effect.NOTED):
        lines.append(f"noted     {_reasons(noted)}")
    lines.append(f"concepts  {sum(report.concepts.values())}: {_counts(report.concepts)}")
    lines.append(f"links     {sum(report.links.values())}: {_counts(report.links)}")
    if report.relations:
        lines.append(f"relations {sum(report.relations.values())}: {_counts(report.relations)}")
    files = [f"{name} ({_size(size)})" for name, size in report.files.items()]
    lines.append("files     " + ", ".join([*files, "report.json"]))
    lines += [f"warning   {warning}" for warning in report.warnings]
    if report.stages:
        lines.append("stages    " + ", ".join(f"{stage.name} {stage.seconds:.1f} s" for stage in report.stages))
        if peaks := [stage.peak_memory for stage in report.stages if stage.peak_memory is not None]:
            lines.append(f"memory    {_size(max(peaks))} at most")
    return "\n".join(lines)


def _read(report: Report) -> str:
    """Say what became of the records: ``read 417 papers, skipped 3 (2 withdrawn, 1 malformed row), 4 merged``."""
    parts = [f"read {report.papers} paper{'s' * (report.papers != 1)}"]
    if skipped := report.count(Effect.SKIPPED):
        parts.append(f"skipped {skipped} ({_reasons(report.problems_by_reason(Effect.SKIPPED))})")
    if merged := report.count(Effect.MERGED):
        parts.append(f"{merged} merged")
    return ", ".join(parts)


def _reasons(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in counts.items())


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} kB"
