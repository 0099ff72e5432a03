"""Paths → the files they stand for, each once, under a name that does not depend on where they lie."""

from __future__ import annotations

import errno
import os
import stat
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from kg.errors import InputError, printable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Found:
    """A file.

    Attributes:
        path: Where it is, as the input was given.
        name: Its portable name: the file's own, with folders above it only where two files share that.
        explicit: Whether it was named itself, not only a folder above it.
        folders: The named folders above it.
    """

    path: Path
    name: str
    explicit: bool
    folders: tuple[Path, ...]


def find_paths(paths: Iterable[str | Path], *, leave_out: Collection[str | Path] = ()) -> list[Found]:
    """List files, and the files in folders but for hidden ones, in the order of their names.

    Args:
        paths: Files and folders.
        leave_out: Files, and folders with all that is below them, to pass over in folders (see :func:`kg.read.find`).

    Raises:
        InputError: A path is empty, is not there, cannot be looked at or is a folder without files.
    """
    left_out = frozenset(map(_real, leave_out))
    hits: dict[Path, list[_Hit]] = {}
    for given in paths:
        if not str(given):
            raise InputError("inputs", "an empty path among them", 'Leave it out; the working folder is "."')
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
        )
        for hit, name, same in zip(best, names, hits.values(), strict=True)
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


def short_names(names: list[str]) -> list[str]:
    """Shorten names to what ids can begin with: the stem where it is one file's alone, else more.

    >>> short_names(["seeds/000.txt", "a/x.csv", "b/x.csv", "c/y.csv", "c/y.json"])
    ['000', 'a/x', 'b/x', 'c/y.csv', 'c/y.json']
    """
    stems = [PurePath(name).stem for name in names]
    trunks = [name.removesuffix(PurePath(name).suffix) for name in names]
    by_stem, by_trunk = Counter(stems), Counter(trunks)
    return [
        stem if by_stem[stem] == 1 else trunk if by_trunk[trunk] == 1 else name
        for stem, trunk, name in zip(stems, trunks, names, strict=True)
    ]
