"""A knowledge graph of papers and the methods, tasks, benchmarks and metrics they are about.

>>> import kg
>>> report = kg.build("seeds", "exports")  # doctest: +SKIP
>>> graph = kg.load("exports")  # doctest: +SKIP
>>> graph.papers("large language model")[:1]  # doctest: +SKIP
[('paper/000_7c551897c6610526-02', 'uses')]
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.build import build
    from kg.extract import extract
    from kg.query import KnowledgeGraph, load
    from kg.read import read

__version__ = "0.1.0"
__all__ = ["KnowledgeGraph", "build", "extract", "load", "read"]


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for: looking at a built graph needs no spaCy."""
    if name in ("build", "extract", "read"):
        return import_module(f"kg.{name}")
    if name in ("KnowledgeGraph", "load"):
        return getattr(import_module("kg.query"), name)
    message = f"module 'kg' has no attribute {name!r}"
    raise AttributeError(message)
