"""What a validation found, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from kg.errors import printable
from kg.sparql.terms import short

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import pyoxigraph as ox

    Step = Callable[[], "Iterable[Violation]"]

_LONGEST = 100


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """A node that breaks a rule. Terms are written as in N-Triples.

    Attributes:
        rule: The rule's name in ``ontology/shapes.ttl``, without its namespace.
        message: What is wrong, then what to do.
        node: The node.
        path: The property in question, or nothing.
        value: The value in question, or nothing.
    """

    rule: str
    message: str
    node: str
    path: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class ValidationReport:
    """The result of a validation.

    Attributes:
        triples: How many different ones were checked.
        violations: By rule, message and node.
    """

    triples: int
    violations: tuple[Violation, ...]

    @property
    def conforms(self) -> bool:
        """Whether no rule is broken."""
        return not self.violations

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain data, for JSON."""
        violations = [
            {"rule": one.rule, "node": one.node, "path": one.path, "value": one.value, "message": one.message}
            for one in self.violations
        ]
        return {"conforms": self.conforms, "triples": self.triples, "violations": violations}

    def to_text(self, *, limit: int = 10) -> str:
        """Tell it in lines to read: each message once, below it the nodes, last the sum.

        Args:
            limit: At most so many nodes a message.
        """
        lines = []
        for (rule, message), group in groupby(self.violations, key=lambda one: (one.rule, one.message)):
            found = list(group)
            lines += [f"{rule}: {printable(message)}", *(f"    {_line(one)}" for one in found[:limit])]
            if len(found) > limit:
                lines.append(f"    … and {len(found) - limit:,} more")
        return "\n".join([*lines, self._sum()])

    def _sum(self) -> str:
        rules = len({one.rule for one in self.violations})
        if not rules:
            return f"conforms: {self.triples:,} triples"
        count = len(self.violations)
        return (
            f"does not conform: {count:,} violation{'s' * (count > 1)} of {rules} rule{'s' * (rules > 1)} "
            f"in {self.triples:,} triples"
        )


def _line(violation: Violation) -> str:
    parts = (violation.node, violation.path, violation.value if violation.value != violation.node else "")
    return " ".join(shown(part) for part in parts if part)


def shown(term: ox.NamedNode | ox.BlankNode | ox.Literal | str) -> str:
    """Write a term, or its form in N-Triples, to be read: IRIs with a prefix where there is one, long texts cut.

    >>> shown("<http://www.w3.org/2004/02/skos/core#altLabel>"), shown('"BERT"@en')
    ('skos:altLabel', '"BERT"@en')
    """
    written = str(term)
    if written.startswith("<"):
        return printable(short(written[1:-1]))
    value, quote, kind = written.rpartition('"')
    if kind.startswith("^^<"):
        kind = "^^" + short(kind[3:-1])
    if len(value) > _LONGEST:
        value = value[: _LONGEST - 1] + "…"
    return printable(value + quote + kind)
