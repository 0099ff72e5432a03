"""What the extraction of a text depends on besides the text, in one hash."""

from __future__ import annotations

import hashlib
import platform
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from kg import __version__
from kg.extract.tagger.model import FILES, check_files
from kg.resources import model_folder, ontology_file

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = ("extract", "citing.py", "ids.py", "model.py", "names.py", "spelling.py", "vocabulary.py")
"""The modules, and the folders of modules, whose code decides what is extracted."""

LIBRARIES = ("numpy", "onnxruntime", "spacy", "tokenizers")
"""The libraries whose versions may."""


def fingerprint(*, model: str | Path | None = None) -> str:
    """Hash the code, the libraries' versions, the vocabulary and the files of the tagger.

    The text itself is cleaned before, so a change in how it is cleaned shows in the text.

    Args:
        model: The folder of the tagger; the package's own where it is None.

    Raises:
        ModelError: ``model`` holds no trained tagger.
    """
    folder = model_folder("concept_tagger") if model is None else Path(model)
    check_files(folder)
    digest = hashlib.sha256(repr((__version__, platform.machine(), [(n, version(n)) for n in LIBRARIES])).encode())
    package = Path(__file__).parent.parent
    for path in (*_code(package), ontology_file("vocabulary.ttl"), *(folder / name for name in FILES)):
        with path.open("rb") as file:
            digest.update(path.name.encode("utf-8", "surrogateescape") + b"\0")
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


def _code(package: Path) -> Iterator[Path]:
    for name in CODE:
        path = package / name
        # A package without source files has its version alone to go by.
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.is_file() else []
