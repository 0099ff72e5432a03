"""A user's own word on names: a file of rules that merge, split, rename, retype or drop concepts.

In YAML, a list with one rule an item; or CSV with the columns ``action, name, to, papers``:

```yaml
- {action: merge, name: language agent, to: LLM agent}
- {action: rename, name: SDP, to: semidefinite programming}
- {action: retype, name: hallucination, to: Task}
- {action: split, name: AV, to: autonomous vehicle, papers: [2101.00001, 2101.00002]}
- {action: drop, name: training dynamics}
```

A concept is named by its label or any of its other names. ``papers`` are ids; in CSV they stand apart by ``;``.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from kg.errors import InputError
from kg.model import ConceptType, Source

if TYPE_CHECKING:
    from collections.abc import Iterator


class Action(StrEnum):
    """What a rule does with a concept."""

    MERGE = "merge"
    """It is the same as the concept ``to``."""
    RENAME = "rename"
    """Its label is ``to``."""
    RETYPE = "retype"
    """Its type is ``to``."""
    SPLIT = "split"
    """In the papers given it is the concept ``to``."""
    DROP = "drop"
    """It does not belong into the graph."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A rule.

    Attributes:
        action: What it does.
        name: The concept it is about.
        to: Another concept's name, a label or a type; empty for *drop*.
        papers: Ids of the papers it holds for; only for *split*.
        source: Where it stands.
    """

    action: Action
    name: str
    to: str = ""
    papers: tuple[str, ...] = ()
    source: Source | None = None


_COLUMNS = frozenset({"action", "name", "to", "papers"})
_REMEDY = "Give each rule an action, a name and what it becomes: {action: merge, name: language agent, to: LLM agent}"


def load_corrections(path: str | Path) -> tuple[Correction, ...]:
    """Read rules from a file, YAML unless its name ends in ``.csv``.

    Raises:
        InputError: The file cannot be read, or a rule is not complete; a wrong rule is never left out in silence.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})", "Name a YAML or CSV file of rules") from error
    except UnicodeDecodeError as error:
        raise InputError(path, "is not in UTF-8", "Save it as UTF-8") from error
    records = _csv_records if path.suffix.lower() == ".csv" else _yaml_records
    return tuple(_correction(path, line, record) for line, record in records(path, text))


def _csv_records(path: Path, text: str) -> Iterator[tuple[int, dict[str, str | list[str]]]]:
    reader = csv.DictReader(text.splitlines(), restkey="")
    if not {"action", "name"} <= {(column or "").strip().lower() for column in reader.fieldnames or ()}:
        raise InputError(path, "has no columns action and name", "Begin it with the line: action,name,to,papers")
    for row in reader:
        cells = {column.strip().lower(): value.strip() for column, value in row.items() if isinstance(value, str)}
        papers = [paper.strip() for paper in cells.pop("papers", "").split(";")]
        if any(cells.values()):
            yield reader.line_num, {**cells, "papers": [paper for paper in papers if paper]}


def _yaml_records(path: Path, text: str) -> Iterator[tuple[int, dict[str, str | list[str]]]]:
    try:
        # The base loader takes every scalar as the text it is: a concept may be called "NO" or "1.0".
        root = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        raise InputError(path, f"is no valid YAML ({' '.join(str(error).split())})", _REMEDY) from error
    if root is None:
        return
    if not isinstance(root, yaml.SequenceNode):
        raise InputError(path, "holds no list of rules", "Begin each rule with a dash: - {action: drop, name: …}")
    for node in root.value:
        if not isinstance(node, yaml.MappingNode):
            raise InputError(_where(path, node), "is no rule", _REMEDY)
        yield node.start_mark.line + 1, {_scalar(path, name): _value(path, value) for name, value in node.value}


def _value(path: Path, node: yaml.Node) -> str | list[str]:
    if isinstance(node, yaml.SequenceNode):
        return [_scalar(path, item) for item in node.value]
    return _scalar(path, node)


def _scalar(path: Path, node: yaml.Node) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise InputError(_where(path, node), "nests deeper than a rule", _REMEDY)
    return str(node.value).strip()


def _where(path: Path, node: yaml.Node) -> str:
    return f"{path}:{node.start_mark.line + 1}"


def _correction(path: Path, line: int, record: dict[str, str | list[str]]) -> Correction:
    where = f"{path}:{line}"
    if unknown := sorted(record.keys() - _COLUMNS):
        raise InputError(where, f"has an unknown field {unknown[0]!r}", "Use only action, name, to and papers")
    papers = record.get("papers", [])
    fields = {name: value for name, value in record.items() if isinstance(value, str) and name != "papers"}
    action, name, to = (fields.get(column, "") for column in ("action", "name", "to"))
    if action not in list(Action):
        raise InputError(where, f"has the action {action!r}", f"Use one of {', '.join(Action)}")
    if not name or (not to and action != Action.DROP):
        raise InputError(where, f"lacks {'a name' if not name else 'what the concept becomes (to)'}", _REMEDY)
    if action == Action.RETYPE and to not in list(ConceptType):
        raise InputError(where, f"has the type {to!r}", f"Use one of {', '.join(ConceptType)}")
    if action == Action.SPLIT and not papers:
        raise InputError(where, "splits without saying where", "List the ids of the papers: papers: [id, id]")
    ids = (papers,) if isinstance(papers, str) else tuple(papers)
    return Correction(Action(action), name, to, ids, Source(path.name, line=line))
