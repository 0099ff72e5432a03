"""Constraints in SPARQL, each asked once of the whole graph."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.validate.report import Violation, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kg.validate.report import Step
    from kg.validate.shapes import Query
    from kg.validate.terms import Term

_VARIABLE = re.compile(r"\{[?$](\w+)\}")


def query_steps(store: ox.Store, queries: Iterable[Query]) -> list[Step]:
    """Give a step for each query.

    SHACL asks a query with ``$this`` bound to one target after another (section 5.3.1). Those of our shapes find the same
    with ``$this`` free; what they find beyond the targets is left out here.
    """
    return [partial(_violations, store, query) for query in queries]


def _violations(store: ox.Store, query: Query) -> Iterator[Violation]:
    solutions = store.query(query.select)
    names = [variable.value for variable in solutions.variables]  # type: ignore[union-attr]
    for solution in solutions:  # type: ignore[union-attr]
        found = {name: solution[name] for name in names if solution[name] is not None}
        if not query.targets.any_in(store, found["this"]):
            continue
        yield Violation(
            rule=query.rule,
            message=_filled(query.message, found),
            node=str(found["this"]),
            path=str(found.get("path", "")),
            value=str(found.get("value", found["this"])),
        )


def _filled(message: str, found: Mapping[str, Term]) -> str:
    """Put what was found in the place of the variables (section 5.3.2): names shortened, texts without their quotes."""

    def replacement(match: re.Match[str]) -> str:
        term = found.get(match[1])
        return term.value if isinstance(term, ox.Literal) else "nothing" if term is None else shown(term)

    return _VARIABLE.sub(replacement, message)
