"""Graph → files, a module for each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

RDF_SYNTAXES = ("ttl", "nt", "jsonld", "rdf", "trig")
"""The syntaxes of RDF that a graph can be written in, by the end of a file's name."""

RDF_FORMATS = (*RDF_SYNTAXES, *(f"{syntax}.gz" for syntax in RDF_SYNTAXES))
"""What the name of a file of RDF can end with: a syntax, and ``.gz`` where it is to be gzipped."""

STORE = "store"
"""The name of the store of RDF in a folder of exports."""


def is_store(folder: Path) -> bool:
    """Tell whether a folder is a store, by the file that tells RocksDB where its state is."""
    return (folder / "CURRENT").is_file()
