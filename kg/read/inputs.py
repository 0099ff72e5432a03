"""Inputs: found, checked before anything is read, then read one after another."""

from __future__ import annotations

import io
import stat
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kg.errors import InputError
from kg.model import Effect, Paper, Problem, Source
from kg.read.check import HEAD, Content, check_content
from kg.read.contract import Document, Reader
from kg.read.duplicates import make_unique
from kg.read.files import Found, explained, find_paths, short_names
from kg.read.formats import READERS, detect
from kg.read.lists import FORM

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

NOT_UTF8 = "not UTF-8, read as cp1252"


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file that can be read.

    Attributes:
        path: Where it is.
        name: Its portable name, as in :attr:`kg.model.Source.path`.
        stem: What ids of records without one begin with.
        explicit: Whether it was named itself, not only a folder above it.
        content: Its hash and its encoding.
        reader: Its format.
    """

    path: Path
    name: str
    stem: str
    explicit: bool
    content: Content
    reader: Reader

    def fingerprint(self) -> dict[str, str]:
        """Say which file this is, whatever machine it lies on: ``path`` and ``sha256``."""
        return {"path": self.name, "sha256": self.content.sha256}

    @contextmanager
    def open(self) -> Iterator[Document]:
        """Open the file for its reader.

        Raises:
            InputError: It cannot be opened, or not be read to its end.
        """
        with explained(self.path), self.path.open("rb") as stream:
            head = _decode_head(stream.read(HEAD), self.content)
            stream.seek(0)
            # Checked already: what no longer decodes has changed since, and shows as U+FFFD.
            with io.TextIOWrapper(stream, encoding=self.content.encoding, errors="replace", newline="") as text:
                yield Document(self.path, self.name, self.stem, head, text)

    def read(self) -> Iterator[Paper | Problem]:
        """Yield the file's papers and problems.

        Raises:
            InputError: It cannot be read, or has no records.
        """
        if self.content.first_odd is not None:
            detail = f"the first byte that is not UTF-8 is at offset {self.content.first_odd}"
            yield Problem(Source(self.name), NOT_UTF8, detail, effect=Effect.NOTED)
        with self.open() as document:
            yield from self.reader.read(document)


@dataclass(frozen=True, slots=True)
class Inputs:
    """Files that can be read, in the order in which they will be, and the problems of those that cannot."""

    files: tuple[InputFile, ...]
    problems: tuple[Problem, ...] = ()

    def __iter__(self) -> Iterator[InputFile]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)


def find(paths: Iterable[str | Path] | str | Path, *, leave_out: Collection[str | Path] = ()) -> Inputs:
    """Find files, and the files in folders, and check that they can be read.

    Hidden files in folders are passed over; a file that can be reached in two ways is found once. The order of the paths
    does not matter: files are sorted by their portable names. A file in a folder that cannot be read is a problem, but an
    error where it was named itself, or where nothing in the folder can be read.

    Args:
        paths: One or more files and folders.
        leave_out: Files and folders that are no inputs, such as outputs; they need not be there. What is one of them, or
            below one, is passed over where it is met in a given folder, through links too. To name a file or folder as
            an input is to want it: one that is also left out, or is below one, is read.

    Raises:
        InputError: An input is not there, is empty, cannot be read, is in no known format or holds no records.
    """
    listed = [paths] if isinstance(paths, str | Path) else list(paths)
    if not listed:
        raise InputError("inputs", "no file or folder given", "Name at least one")
    found = find_paths(listed, leave_out=leave_out)
    files: list[InputFile] = []
    refused: list[tuple[Found, InputError]] = []
    for file, stem in zip(found, short_names([file.name for file in found]), strict=True):
        try:
            files.append(_check(file, stem))
        except InputError as error:
            if file.explicit:
                raise
            refused.append((file, error))
    readable = {file.path for file in files}
    for folder in {folder: None for file, _ in refused for folder in file.folders}:
        below = [file for file in found if folder in file.folders]
        if not any(file.path in readable for file in below):
            first, why = next((file, error) for file, error in refused if folder in file.folders)
            remedy = f"Of its {len(below)} files the first is {first.name}: {why.found}. {why.remedy}"
            with explained(folder):
                raise InputError(folder, "a folder in which nothing can be read", remedy)
    problems = (Problem(Source(file.name), error.found, error.remedy) for file, error in refused)
    return Inputs(tuple(files), tuple(problems))


def read(paths: Iterable[str | Path] | str | Path) -> Iterator[Paper | Problem]:
    """Read papers from files and folders.

    All inputs are checked (see :func:`find`) before this returns; records are then read as they are asked for.

    Args:
        paths: One or more files and folders.

    Returns:
        Papers, each with an id of its own, and problems: records that could not be used, or not as they stood.

    Raises:
        InputError: An input is not there, is empty, cannot be read, is in no known format or holds no records.
    """
    return read_files(find(paths))


def read_files(inputs: Inputs) -> Iterator[Paper | Problem]:
    """Yield the papers and problems of inputs that :func:`find` has checked.

    Raises:
        InputError: A file that was named itself has changed since it was checked, and cannot be read any more.
    """
    yield from inputs.problems
    yield from make_unique(item for file in inputs for item in _read_file(file))


def only_papers(records: Iterable[Paper | Problem], problems: list[Problem]) -> Iterator[Paper]:
    """Pass papers on and set problems aside."""
    for record in records:
        if isinstance(record, Problem):
            problems.append(record)
        else:
            yield record


def no_papers(problems: Sequence[Problem]) -> InputError:
    """Make the error for inputs that hold records, but no paper, from the problems met in reading them."""
    first = f"the first problem is {problems[0].source}: {problems[0].reason}" if problems else "no record was found"
    return InputError("inputs", f"no paper among them; {first}", "Give records with a title or an abstract")


def _read_file(file: InputFile) -> Iterator[Paper | Problem]:
    try:
        yield from file.read()
    except InputError as error:
        if file.explicit:
            raise
        yield Problem(Source(file.name), error.found, error.remedy)


def _check(found: Found, stem: str) -> InputFile:
    """Check a file as far as possible without reading all its records: up to the first."""
    with explained(found.path):
        mode = found.path.stat().st_mode
        if not stat.S_ISREG(mode):
            kind = "a folder that cannot be listed" if stat.S_ISDIR(mode) else "no regular file"
            raise InputError(found.path, kind, "Name a file, or a folder of files")
        with found.path.open("rb") as stream:
            content = check_content(stream, found.path)
            stream.seek(0)
            head = _decode_head(stream.read(HEAD), content)
        reader = detect(head, found.path.suffix)
        if not reader:
            known = ", ".join(reader.name for reader in READERS)
            raise InputError(found.path, "unknown format", f"Known are: {known}. {FORM}")
    file = InputFile(found.path, found.name, stem, found.explicit, content, reader)
    with file.open() as document:
        next(iter(reader.read(document)), None)
    return file


def _decode_head(head: bytes, content: Content) -> str:
    """Decode a beginning, which may end inside a character."""
    return head.decode(content.encoding, "ignore")
