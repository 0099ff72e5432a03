"""How a concept came by its names: what was merged by which rule, and what was left apart."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kg.errors import GraphError
from kg.names import key

if TYPE_CHECKING:
    from pathlib import Path

    import networkx as nx


@dataclass(frozen=True, slots=True)
class Joined:
    """A name that a rule joined to a concept.

    Attributes:
        name: The name, as it is compared (:func:`kg.names.key`).
        forms: The spellings of it that papers use.
        rule: The rule (:class:`kg.resolve.Merge`).
        papers: In how many papers.
        examples: Ids of some of them.
    """

    name: str
    forms: tuple[str, ...]
    rule: str
    papers: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Apart:
    """A merge that was refused.

    Attributes:
        name: The name that was left apart.
        candidates: Labels of the concepts that it might have meant.
        reason: Why it was left apart.
        papers: Ids of the papers concerned.
    """

    name: str
    candidates: tuple[str, ...]
    reason: str
    papers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Naming:
    """How a concept came by its names.

    Attributes:
        node: The concept.
        label: Its label.
        spellings: Forms that differ from the label only in what names may differ in: case, hyphens, number.
        joined: The other names.
        apart: What was refused, where it could have been this concept.
    """

    node: str
    label: str
    spellings: tuple[str, ...]
    joined: tuple[Joined, ...]
    apart: tuple[Apart, ...]


def naming_of(graph: nx.MultiDiGraph, node: str, report: Path) -> Naming:
    """Say how a concept came by its names.

    Args:
        graph: The graph.
        node: The concept.
        report: The ``report.json`` that the build wrote beside the graph.

    Raises:
        GraphError: There is no such report, or it is of another version.
    """
    data = graph.nodes[node]
    try:
        merges, refusals = _read(report, node)
        forms: dict[str, list[str]] = {}
        for alias in data["aliases"]:
            forms.setdefault(key(alias), []).append(alias)
        joined = tuple(
            Joined(one["name"], tuple(forms.get(one["name"], ())), one["rule"], one["papers"], tuple(one["examples"]))
            for one in merges
        )
        apart = tuple(
            Apart(one["name"], tuple(one["candidates"]), one["reason"], tuple(one["papers"]))
            for one in refusals
            if data["label"] in (one["name"], *one["candidates"])
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise GraphError(report, "is of another version", "Build the graph anew with: kg build INPUT") from error
    return Naming(node, data["label"], tuple(forms.get(key(data["label"]), ())), joined, apart)


def _read(report: Path, node: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    try:
        data = json.loads(report.read_text(encoding="utf-8"))
    except OSError as error:
        raise GraphError(
            report, f"cannot be read ({error.strerror})", "Build the graph anew with: kg build INPUT"
        ) from error
    except ValueError as error:
        raise GraphError(report, "is no JSON", "Build the graph anew with: kg build INPUT") from error
    return data["merges"].get(node, []), data["refusals"]
