"""What a build used besides its inputs, told so that it can be repeated: tagger, vocabulary, rules, parameters."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.resources import model_folder, ontology_file

if TYPE_CHECKING:
    from collections.abc import Container

_MODEL = "concept_tagger"
_PLACE = re.compile(r"(?::[0-9]+|\[[0-9]+\])\Z")


def file_of(source: str, files: Container[str]) -> str:
    """Give the file of a source, which may have the place of a record behind its name.

    >>> file_of("a.csv:12", {"a.csv"}), file_of("b:1", {"b:1"})
    ('a.csv', 'b:1')
    """
    return source if source in files else _PLACE.sub("", source)


def process(
    *, model: str | Path | None = None, rules: str | Path | None = None, min_confidence: float = 0.0
) -> dict[str, Any]:
    """Describe how papers become a graph, for the graph's own attributes.

    Files and folders have their names alone, not where they lie, and the SHA-256 of their bytes.

    Args:
        model: The folder of the tagger; the package's own where it is None.
        rules: The file of rules that correct names, if any.
        min_confidence: Least confidence of what is kept.

    >>> process()["parameters"]
    {'min_confidence': 0.0}
    """
    folder = model_folder(_MODEL) if model is None else Path(model)
    described = {
        "model": {"path": folder.resolve().name, "sha256": _sha256_of_folder(folder)},
        "vocabulary": _file(ontology_file("vocabulary.ttl")),
        "parameters": {"min_confidence": float(min_confidence)},
    }
    return described if rules is None else {**described, "rules": _file(Path(rules))}


def _file(path: Path) -> dict[str, str]:
    return {"path": path.name, "sha256": _sha256(path)}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sha256_of_folder(folder: Path) -> str:
    """The digest of a folder's files, as ``sha256sum * | sha256sum`` gives it there in the C locale."""
    files = sorted((path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")), key=_bytes)
    return hashlib.sha256(b"".join(f"{_sha256(file)}  ".encode() + _bytes(file) + b"\n" for file in files)).hexdigest()


def _bytes(path: Path) -> bytes:
    return path.name.encode("utf-8", "surrogateescape")
