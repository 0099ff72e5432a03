"""What a build did: counts, problems, merges of names."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from kg.files import write_text
from kg.model import ConceptType, Effect, Link, Problem, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    import networkx as nx

    from kg.resolve import Merge, Refusal, Resolution


@dataclass(frozen=True, slots=True)
class Report:
    """What a build did.

    Attributes:
        generator: Program and version.
        inputs: The files read: ``path`` and ``sha256``.
        papers: How many papers are in the graph.
        problems: Every record that could not be used, or not as it stood.
        concepts: How many of each type.
        links: How many edges from papers to concepts, by kind.
        relations: How many edges from concept to concept, by kind.
        files: The size in bytes of each file written.
        merges: By concept, the names that were joined, by which rule and in which papers.
        refusals: The merges that were not made, and why.
    """

    generator: str
    inputs: tuple[Mapping[str, str], ...]
    papers: int
    problems: tuple[Problem, ...]
    concepts: Mapping[str, int]
    links: Mapping[str, int]
    relations: Mapping[str, int]
    files: Mapping[str, int]
    merges: Mapping[str, tuple[Merge, ...]]
    refusals: tuple[Refusal, ...]

    def problems_by_reason(self) -> dict[str, int]:
        """Count the problems by reason, most frequent first."""
        counts = Counter(problem.reason for problem in self.problems)
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


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


def make_report(graph: nx.MultiDiGraph, resolution: Resolution, problems: Iterable[Problem], *, folder: Path) -> Report:
    """Count what a graph holds and what was written to a folder."""
    kinds = Counter(kind for _, kind in graph.nodes(data="kind"))
    edges = Counter(key for _, _, key in graph.edges(keys=True))
    links = {link.value for link in Link}
    return Report(
        generator=graph.graph["generator"],
        inputs=tuple(graph.graph["inputs"]),
        papers=kinds["paper"],
        problems=tuple(problems),
        concepts={kind.value: kinds[kind.value] for kind in ConceptType},
        links={kind: count for kind, count in sorted(edges.items()) if kind in links},
        relations={kind: count for kind, count in sorted(edges.items()) if kind not in links},
        files={file.name: file.stat().st_size for file in sorted(folder.iterdir())},
        merges={concept: merges for concept, merges in sorted(resolution.merges.items()) if merges},
        refusals=resolution.refusals,
    )


def write_report(report: Report, path: Path) -> None:
    """Write a report as JSON.

    Raises:
        OutputError: The file cannot be written.
    """
    data: dict[str, Any] = asdict(report)
    problems = [{**asdict(problem), "source": str(problem.source)} for problem in report.problems]
    data["problems"] = {"count": len(problems), "by_reason": report.problems_by_reason(), "list": problems}
    write_text(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def summary(report: Report) -> str:
    """Put a report into a few lines for a person."""
    lines = [f"papers    {report.papers} read"]
    if report.problems:
        lines[0] += f", {len(report.problems)} problems"
        lines += [f"  {count:>6} {reason}" for reason, count in report.problems_by_reason().items()]
    lines.append(f"concepts  {sum(report.concepts.values())}: {_counts(report.concepts)}")
    lines.append(f"links     {sum(report.links.values())}: {_counts(report.links)}")
    if report.relations:
        lines.append(f"relations {sum(report.relations.values())}: {_counts(report.relations)}")
    files = [f"{name} ({_size(size)})" for name, size in report.files.items()]
    lines.append("files     " + ", ".join([*files, "report.json"]))
    return "\n".join(lines)


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} kB"
