"""Paths → the files they stand for, each once, under a name that does not depend on where they lie."""

from __future__ import annotations

import errno
import glob
import os
import re
import stat
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from kg.errors import InputError, printable
from kg.read.compression import bare_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator


STDIN = "-"
"""What stands for standard input among paths, as text; ``./-`` is a file of that name."""

STDIN_NAME = "stdin"

ABOUT_FOLDER = "not read: a file about the folder"
_ABOUT_FOLDER = re.compile(r"(?:readme|licen[cs]e|changelog|contributing)(?![^\W_])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Found:
    """A file.

    Attributes:
        path: Where it is, as the input was given; ``stdin`` for standard input.
        name: Its portable name: the file's own, with folders above it only where two files share that.
        explicit: Whether it was named itself, not only a folder above it or a pattern that matches it.
        folders: The named folders above it, and the patterns.
        is_stdin: Whether it is standard input.
    """

    path: Path
    name: str
    explicit: bool
    folders: tuple[Path, ...]
    is_stdin: bool = False


def find_paths(paths: Iterable[str | Path], *, leave_out: Collection[str | Path] = ()) -> list[Found]:
    """List files, and the files in folders but for hidden ones, in the order of their names.

    Args:
        paths: Files, folders, ``-`` for standard input, and patterns with ``*``, ``?``, ``[…]`` and ``**``.
        leave_out: Files, and folders with all that is below them, to pass over in folders (see :func:`kg.read.find`).

    Raises:
        InputError: A path is empty, is not there, cannot be looked at or is a folder without files; or a pattern matches
            nothing.
    """
    left_out = frozenset(map(_real, leave_out))
    hits: dict[Path, list[_Hit]] = {}
    for given in paths:
        if not str(given):
            raise InputError("inputs", "an empty path among them", 'Leave it out; the working folder is "."')
        if given == STDIN:
            hits[Path(STDIN)] = [_Hit(Path(STDIN_NAME), (STDIN_NAME,))]
            continue
        for hit in _look(Path(given), left_out):
            hits.setdefault(_real(hit.path), []).append(hit)
    best = [min(same, key=lambda hit: hit.parts) for same in hits.values()]
    names = _portable_names([hit.parts for hit in best])
    found = [
        Found(
            hit.path,
            name,
            explicit=any(other.folder is None for other in same),
            folders=tuple(dict.fromkeys(other.folder for other in same if other.folder)),
            is_stdin=real == Path(STDIN),
        )
        for hit, name, (real, same) in zip(best, names, hits.items(), strict=True)
    ]
    return sorted(found, key=lambda file: (file.name, file.path))


@dataclass(frozen=True, slots=True)
class _Hit:
    """A file as one argument leads to it, and the parts of its absolute path."""

    path: Path
    parts: tuple[str, ...]
    folder: Path | None = None


def _look(given: Path, left_out: frozenset[Path]) -> list[_Hit]:
    with explained(given):
        try:
            mode = given.stat().st_mode
        except ValueError as error:
            raise InputError(given, f"no possible path ({error})", "Check the path") from None
        except (FileNotFoundError, NotADirectoryError):
            if glob.has_magic(str(given)) and not given.is_symlink():
                return _match(given, left_out)
            raise
        if not stat.S_ISDIR(mode):
            return [_Hit(given, _absolute(given))]
        with os.scandir(given):
            pass
        real = _real(given)
        passed_over = left_out - {real, *real.parents}
        files = [_Hit(file, _absolute(file), given) for file in _walk(given, passed_over)]
        if not files:
            found = "a folder without files to read" if passed_over else "an empty folder"
            raise InputError(given, found, "Name a folder or file that holds papers")
        return files


def _match(pattern: Path, left_out: frozenset[Path]) -> list[_Hit]:
    """List the files that a pattern matches, and those in the folders that it matches.

    They stand to the pattern as files to a folder that they are in.
    """
    fixed = next(parent for parent in pattern.parents if not glob.has_magic(str(parent)))
    passed_over = left_out - {_real(fixed), *_real(fixed).parents}
    # Path.glob would match hidden files, too, and take no absolute pattern.
    matches = [Path(match) for match in sorted(glob.glob(str(pattern), recursive=True))]  # noqa: PTH207
    if pattern.name == "**":
        matches = [match for match in matches if not match.is_dir()]  # what is in them matches, too
    files: list[Path] = []
    for match in matches:
        real = _real(match)
        if passed_over.isdisjoint((real, *real.parents)):
            files += _walk(match, passed_over) if match.is_dir() else [match]
    if not files:
        found = "nothing but what is left out" if matches else "no file or folder"
        raise InputError(pattern, f"a pattern that matches {found}", "Check the path")
    return [_Hit(file, _absolute(file), pattern) for file in files]


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn the system's errors about a file into errors that say what to do.

    Raises:
        InputError: The block raised an ``OSError``.
    """
    try:
        yield
    except OSError as error:
        found, remedy = _explain(path, error)
        raise InputError(path, found, remedy) from error


def _explain(path: Path, error: OSError) -> tuple[str, str]:
    if isinstance(error, PermissionError):
        return "permission denied", "Make it readable for you"
    if error.errno == errno.ELOOP:
        return "symbolic links that lead in a circle", "Mend or remove them"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        if path.is_symlink():
            return "a symbolic link that leads nowhere", "Mend or remove it"
        return "no such file or folder", "Check the path"
    return f"cannot be read ({error.strerror or error})", "Check the path, the file and its disk"


def _real(path: str | Path) -> Path:
    """Follow all links. ``Path.resolve`` raises an error where they lead in a circle."""
    return Path(os.path.realpath(path))


def _absolute(path: Path) -> tuple[str, ...]:
    """Split an absolute path. Links stay: ``resolve`` would follow them, and with them change the name."""
    return Path(os.path.abspath(path)).parts  # noqa: PTH100


def _walk(folder: Path, passed_over: frozenset[Path]) -> Iterator[Path]:
    """Yield everything in a folder but hidden entries and folders; of folders those only that cannot be listed."""
    waiting = [folder]
    seen = {_real(folder)}
    while waiting:
        current = waiting.pop()
        try:
            with os.scandir(current) as entries:
                visible = sorted((entry for entry in entries if not entry.name.startswith(".")), key=lambda e: e.name)
        except OSError:
            yield current
            continue
        for entry in visible:
            path = Path(entry.path)
            real = _real(path)
            if passed_over and not passed_over.isdisjoint((real, *real.parents)):
                continue
            if not _is_folder(entry):
                yield path
            elif real not in seen:
                seen.add(real)
                waiting.append(path)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _portable_names(paths: list[tuple[str, ...]]) -> list[str]:
    """Name paths by their last part, by more where two names would be one.

    So the names do not depend on whether a file or a folder above it was given, nor on where that lies.
    """
    lengths = [1] * len(paths)
    while True:
        names = [_portable(parts[-length:]) for parts, length in zip(paths, lengths, strict=True)]
        counts = Counter(names)
        longer = [
            min(length + (counts[name] > 1), len(parts))
            for parts, length, name in zip(paths, lengths, names, strict=True)
        ]
        if longer == lengths:
            return names
        lengths = longer


def _portable(parts: tuple[str, ...]) -> str:
    """Join the parts of a path into a name that any file can hold on one line."""
    name = PurePath(*parts).as_posix()
    return printable(os.fsencode(name).decode("utf-8", "backslashreplace"))


def is_about_folder(name: str) -> bool:
    """Tell by its name, whatever the suffix, a file that tells of those beside it.

    >>> [is_about_folder(name) for name in ("README.md", "license", "readme-de.txt", "licenses.csv")]
    [True, True, True, False]
    """
    return _ABOUT_FOLDER.match(name) is not None


def short_names(names: list[str]) -> list[str]:
    """Shorten names to what ids can begin with: the stem where it is one file's alone, else more.

    >>> short_names(["seeds/000.txt", "a/x.csv", "b/x.csv.gz", "c/y.csv", "c/y.json"])
    ['000', 'a/x', 'b/x', 'c/y.csv', 'c/y.json']
    """
    bare = [bare_name(name) for name in names]
    stems = [PurePath(name).stem for name in bare]
    trunks = [name.removesuffix(PurePath(name).suffix) for name in bare]
    by_stem, by_trunk = Counter(stems), Counter(trunks)
    return [
        stem if by_stem[stem] == 1 else trunk if by_trunk[trunk] == 1 else name
        for stem, trunk, name in zip(stems, trunks, names, strict=True)
    ]
