"""What the last complete build into a folder was made of, so that one that would write the same again need not be run."""

from __future__ import annotations

import hashlib
import json
import platform
import sys
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import OutputError
from kg.files import write_bytes
from kg.model import Effect, Problem, Source
from kg.report import Report
from kg.resolve import Merge, Refusal
from kg.resources import ontology_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kg.read import Inputs

LAST = "last-build.json"
"""The file's name in the private folder of the outputs."""

LIBRARIES = (
    "backports.zstd",
    "markdown-it-py",
    "networkx",
    "numpy",
    "onnxruntime",
    "pyarrow",
    "pylatexenc",
    "pyoxigraph",
    "pyvis",
    "pyyaml",
    "rapidfuzz",
    "rdflib",
    "spacy",
    "tokenizers",
)
"""The libraries whose versions may decide what is written."""

_UNTOLD = ("stages", "unchanged_since")  # of a report, what is of that one call of a build


def recipe(inputs: Inputs, *options: object) -> str:
    """Hash all that decides what a build writes: inputs, options, and the whole package with its model and ontology.

    Args:
        inputs: The files that are read, with their hashes.
        options: Whatever else counts, in the same order each time; :func:`repr` must say all of it.
    """
    files = [(file.name, file.stem, file.explicit, file.content.sha256) for file in inputs]
    versions = [(name, _version(name)) for name in LIBRARIES]
    system = sys.version, sys.platform, platform.machine()
    parts = system, versions, _package(), files, inputs.problems, options
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _package() -> str:
    """Hash every file of the package and of the ontology."""
    digest = hashlib.sha256()
    for folder in (Path(__file__).parent, ontology_file("kg.ttl").parent):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.parent.name != "__pycache__":
                digest.update(f"{path.relative_to(folder).as_posix()}\0{_sha256(path)}\n".encode())
    return digest.hexdigest()


class LastBuild:
    """Remembers a complete build, in a file that nobody has to understand: without it, the next build is run.

    Args:
        private: The private folder of the outputs; None to remember nothing.
        recipe: What this build is made of, as :func:`recipe` gives it.
        outputs: All files and folders that a build may write; what is not there counts as well.
    """

    def __init__(self, private: Path | None, recipe: str, outputs: Iterable[Path]) -> None:
        self._path = None if private is None else private / LAST
        self._recipe = recipe
        self._outputs = tuple(outputs)

    def report(self) -> Report | None:
        """Give the report of the last build if this one would write the same, and all that was written is still there."""
        if self._path is None:
            return None
        # Nothing may be there, or something damaged or of another program, and outputs may be unreadable: all the same.
        with suppress(OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            checksum, _, content = self._path.read_bytes().partition(b"\n")
            if hashlib.sha256(content).hexdigest().encode() != checksum:
                return None
            recipe, hashes, since, told = json.loads(content)
            if recipe == self._recipe and hashes == self._hashes():
                return replace(_restored(told), unchanged_since=datetime.fromisoformat(since))
        return None

    def remember(self, report: Report) -> None:
        """Remember that what is there now was written by this build; where there is no room for that, nothing is."""
        if self._path is None:
            return
        told = asdict(report)
        for name in _UNTOLD:
            del told[name]
        now = datetime.now().astimezone().isoformat(timespec="seconds")
        with suppress(OSError, OutputError):
            content = json.dumps([self._recipe, self._hashes(), now, told]).encode()
            write_bytes(self._path, hashlib.sha256(content).hexdigest().encode() + b"\n" + content)

    def _hashes(self) -> dict[str, str]:
        return {name: _sha256(path) for output in self._outputs for name, path in _files_of(output)}


def _files_of(output: Path) -> Iterator[tuple[str, Path]]:
    """Give a file, or the files of a store, without what the engine notes there of each time that it is opened."""
    if output.is_file():
        yield output.name, output
    elif output.is_dir():
        for path in sorted(output.rglob("*")):
            if path.is_file() and not path.name.startswith("LO"):  # LOCK, LOG, LOG.old.…
                yield f"{output.name}/{path.relative_to(output).as_posix()}", path


def _restored(told: dict[str, Any]) -> Report:
    """Make a report of what :func:`dataclasses.asdict` and JSON made of it."""
    problems = (
        Problem(**{**each, "source": Source(**each["source"]), "effect": Effect(each["effect"])})
        for each in told["problems"]
    )
    merges = {name: tuple(Merge(**_tuples(each)) for each in merges) for name, merges in told["merges"].items()}
    refusals = (Refusal(**_tuples(each)) for each in told["refusals"])
    restored = {"problems": tuple(problems), "merges": merges, "refusals": tuple(refusals)}
    return Report(**_tuples({**told, **restored}))


def _tuples(told: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
