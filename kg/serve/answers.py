"""The answer to a query as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.sparql import Format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kg.serve.site import Shown, Site
    from kg.sparql import Answer

LABELS = {
    Format.JSON: "JSON",
    Format.XML: "XML",
    Format.CSV: "CSV",
    Format.TSV: "TSV",
    Format.TURTLE: "Turtle",
    Format.N_TRIPLES: "N-Triples",
    Format.JSON_LD: "JSON-LD",
    Format.RDF_XML: "RDF/XML",
}
"""What people call the formats."""


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """An answer, ready for the template.

    Attributes:
        heading: How much it is, or yes or no.
        seconds: How long it took, as text.
        columns: The variables of a SELECT.
        rows: Its rows; None where a variable has no value.
        text: The triples of a CONSTRUCT or DESCRIBE, as Turtle.
    """

    heading: str
    seconds: str
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[Shown | None]] = ()
    text: str = ""


def show_answer(answer: Answer, site: Site, root: str, *, seconds: float) -> ShownAnswer:
    """Make an answer ready.

    Args:
        answer: In JSON, or in Turtle for triples.
        site: What links lead to.
        root: The path that a proxy cuts off before requests come here.
        seconds: How long it took.
    """
    took = f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.0f} ms"
    if answer.boolean is not None:
        return ShownAnswer("Yes" if answer.boolean else "No", took)
    if answer.form.gives_triples:
        heading = "The first triples" if answer.truncated else "Triples"
        return ShownAnswer(heading, took, text=answer.read().decode("utf-8"))
    rows = [
        [None if row[name] is None else site.show(row[name], root) for name in answer.variables]
        for row in answer.rows()
    ]
    heading = f"{len(rows):,} row{'' if len(rows) == 1 else 's'}"
    return ShownAnswer(f"The first {heading}" if answer.truncated else heading, took, answer.variables, rows)
