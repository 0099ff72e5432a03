"""Inputs: found, checked before anything is read, then read one after another."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kg.child import usable_cores
from kg.errors import InputError
from kg.model import Effect, Paper, Problem, Source
from kg.read.archives import Archive
from kg.read.check import ZIP
from kg.read.files import ABOUT_FOLDER, Found, find_paths, is_about_folder, short_names
from kg.read.input_file import InputFile, OnDisk, check_file
from kg.read.merging import merge
from kg.read.standard_input import spool_stdin
from kg.read.unpacked import Room

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from kg.read.archives import Member

    _Item = TypeVar("_Item")
    _Candidate = tuple[Found, OnDisk | Member]
    _Refused = list[tuple[Found, InputError]]


@dataclass(frozen=True, slots=True)
class Inputs:
    """Files that can be read, in the order in which they will be, and the problems of those that cannot."""

    files: tuple[InputFile, ...]
    problems: tuple[Problem, ...] = ()

    def __iter__(self) -> Iterator[InputFile]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)


def find(
    paths: Iterable[str | Path] | str | Path,
    *,
    leave_out: Collection[str | Path] = (),
    include_rejected: bool = False,
) -> Inputs:
    """Find files, the files in folders and those in zip archives, and check that they can be read.

    Hidden files in folders and archives are passed over, and so are those named README, LICENSE and the like, each of which
    is a problem; a file that can be reached in two ways is found once. The order
    of the paths does not matter: files are sorted by their portable names. A file in a folder or an archive, or one that a
    pattern matches, is a problem where it cannot be read, but an error where it was named itself, or where nothing beside
    it can be read.

    Args:
        paths: One or more files, which may be compressed, folders, zip archives, ``"-"`` for standard input, or patterns
            with ``*``, ``?``, ``[…]`` and, for folders at any depth, ``**``. What exists under a name with such signs is
            no pattern.
        leave_out: Files and folders that are no inputs, such as outputs; they need not be there. What is one of them, or
            below one, is passed over where it is met in a given folder, through links too. To name a file or folder as
            an input is to want it: one that is also left out, or is below one, is read.
        include_rejected: Whether papers that were rejected, withdrawn or retracted are wanted too.

    Raises:
        InputError: An input is not there, is empty, cannot be read, is in no known format or holds no records.
    """
    listed = [paths] if isinstance(paths, str | Path) else list(paths)
    if not listed:
        raise InputError("inputs", "no file or folder given", "Name at least one")
    files: list[InputFile] = []
    room = Room()
    refused: _Refused = []
    listing = _list_members(find_paths(listed, leave_out=leave_out), refused)
    found = sorted(listing, key=lambda item: (item[0].name, item[0].path))
    stems = short_names([file.name for file, _ in found])
    for (file, origin), stem in _holding(zip(found, stems, strict=True), lambda item: item[0][1].archive):
        try:
            files.append(check_file(file, origin, stem=stem, include_rejected=include_rejected, room=room))
        except InputError as error:
            if file.explicit:
                raise
            refused.append((file, error))
    _check_folders(files, refused)
    refused.sort(key=lambda item: item[0].name)
    problems = (Problem(Source(file.name), error.found, error.remedy, effect=Effect.NOTED) for file, error in refused)
    return Inputs(tuple(files), tuple(problems))


def _list_members(found: Iterable[Found], refused: _Refused) -> Iterator[_Candidate]:
    """Put the members of zip archives in the place of these."""
    for file in found:
        if _is_passed_over(file, refused):
            continue
        origin = OnDisk(file.path, spool_stdin() if file.is_stdin else None)
        try:
            if not origin.begins_with(ZIP):
                yield file, origin
                continue
            members = Archive(file.path, origin.file, keeper=origin).members()
        except InputError as error:
            if file.explicit:
                raise
            refused.append((file, error))
            continue
        folders = (*file.folders, file.path) if file.explicit else file.folders
        for member in members:
            below = Found(member.path, "/".join((file.name, *member.name)), explicit=False, folders=folders)
            if _is_passed_over(below, refused):
                continue
            if member.refusal:
                refused.append((below, InputError(below.path, *member.refusal)))
            else:
                yield below, member


def _is_passed_over(file: Found, refused: _Refused) -> bool:
    """Refuse a file that tells of what lies beside it, unless it was named itself."""
    passed_over = not file.explicit and is_about_folder(file.path.name)
    if passed_over:
        refused.append((file, InputError(file.path, ABOUT_FOLDER, "Naming it reads it")))
    return passed_over


def _holding(items: Iterable[_Item], archive_of: Callable[[_Item], Archive | None]) -> Iterator[_Item]:
    """Pass items on, and keep the archive that some are in open meanwhile."""
    for archive, group in groupby(items, key=archive_of):
        with ExitStack() as stack:
            if archive:
                with suppress(InputError):  # the members' own errors say it
                    stack.enter_context(archive.held())
            yield from group


def _check_folders(files: Iterable[InputFile], refused: _Refused) -> None:
    """Refuse a folder, an archive or a pattern of which nothing can be read."""
    readable = {folder for file in files for folder in file.folders}
    for folder in {folder: None for file, _ in refused for folder in file.folders}:
        if folder in readable:
            continue
        below = [(file, error) for file, error in refused if folder in file.folders]
        first, why = min(below, key=lambda item: item[0].name)
        kind = "a folder" if folder.is_dir() else "an archive" if folder.exists() or first.is_stdin else "a pattern"
        remedy = f"Of its {len(below)} files the first is {first.name}: {why.found}. {why.remedy}"
        raise InputError(folder, f"{kind} in which nothing can be read", remedy)


def read(
    paths: Iterable[str | Path] | str | Path, *, include_rejected: bool = False, jobs: int | None = None
) -> Iterator[Paper | Problem]:
    """Read papers from files, folders, archives and standard input.

    All inputs are checked (see :func:`find`) before this returns; records are then read as they are asked for.

    Args:
        paths: One or more, as :func:`find` takes them.
        include_rejected: Whether papers that were rejected, withdrawn or retracted are wanted too.
        jobs: As for :func:`read_files`.

    Returns:
        Papers, each with an id of its own, and problems: records that could not be used, or not as they stood.

    Raises:
        InputError: An input is not there, is empty, cannot be read, is in no known format or holds no records.
    """
    return read_files(find(paths, include_rejected=include_rejected), jobs=jobs)


def read_files(
    inputs: Inputs, *, records: Counter[str] | None = None, jobs: int | None = None
) -> Iterator[Paper | Problem]:
    """Yield the papers and problems of inputs that :func:`find` has checked; each paper once, with all its records say.

    Args:
        inputs: What to read. All of it is read before the first paper is yielded (see :mod:`kg.read.merging`).
        records: Counts the records of each file, by its portable name.
        jobs: How many processes may share a large file of JSON Lines; as many as there are cores where it is None.

    Raises:
        InputError: A file that was named itself has changed since it was checked, and cannot be read any more.
    """
    yield from inputs.problems
    jobs = jobs or usable_cores()
    items = (item for file in _holding(inputs, lambda file: file.origin.archive) for item in _read_file(file, jobs))
    yield from merge(items, records=records)


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


def _read_file(file: InputFile, jobs: int) -> Iterator[Paper | Problem]:
    try:
        yield from file.read(jobs=jobs)
    except InputError as error:
        if file.explicit:
            raise
        yield Problem(Source(file.name), error.found, error.remedy, effect=Effect.NOTED)
