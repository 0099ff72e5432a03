"""Whether RDF keeps to the ontology: its shapes (SHACL), checked on our exports and on the files of others.

The shapes are those of ``ontology/shapes.ttl``. What they say in SHACL Core is left to pySHACL, a few thousand nodes at a
time; the queries of the others run on pyoxigraph, over the whole graph at once, where pySHACL would ask them node by node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.validate.report import ValidationReport, Violation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from kg.validate.report import Step

__all__ = ["ValidationReport", "Violation", "validate"]


def validate(
    paths: Iterable[str | Path] | str | Path, *, progress: Callable[[Iterable[Step]], Iterable[Step]] = iter
) -> ValidationReport:
    """Check RDF against the shapes of the ontology.

    Args:
        paths: Files of RDF in any syntax, plain or gzipped, or folders that ``kg build`` wrote. Several are one graph.
            It is held in memory, some 0.7 GB a million triples; named graphs and the unnamed one are taken together.
        progress: Wraps the list of steps as they are done, to show how far it is.

    Raises:
        InputError: A file cannot be read, is no RDF, or all together hold nothing that the shapes are about.
    """
    from kg.validate.core import core_steps  # noqa: PLC0415 - rdflib and pyshacl take a while to import
    from kg.validate.data import load  # noqa: PLC0415
    from kg.validate.queries import query_steps  # noqa: PLC0415
    from kg.validate.shapes import load_shapes  # noqa: PLC0415

    shapes = load_shapes()
    store = load(paths, shapes.own)
    steps = [*query_steps(store, shapes.queries), *core_steps(store, shapes.core)]
    violations = {violation for step in progress(steps) for violation in step()}
    return ValidationReport(triples=len(store), violations=tuple(sorted(violations)))
