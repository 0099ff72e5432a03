"""Paths → the files they stand for, each once, under a name that does not depend on where they lie."""

from __future__ import annotations

import os
import stat
from collections import Counter
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from kg.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Found:
    """A file.

    Attributes:
        path: Where it is, as the input was given.
        name: Its portable name: the path from the folder that holds the input it was found under.
        explicit: Whether it was named itself, not only a folder above it.
        folders: The named folders above it.
    """

    path: Path
    name: str
    explicit: bool
    folders: tuple[Path, ...]


def find_paths(paths: Iterable[str | Path]) -> list[Found]:
    """List files, and the files in folders but for hidden ones, in the order of their names.

    Raises:
        InputError: A path is not there, cannot be looked at or is an empty folder.
    """
    hits: dict[Path, list[_Hit]] = {}
    for given in map(Path, paths):
        for hit in _look(given):
            hits.setdefault(hit.path.resolve(), []).append(hit)
    best = [min(same, key=lambda hit: (-hit.length, hit.parts)) for same in hits.values()]
    names = _portable_names([(hit.parts, hit.length) for hit in best])
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
    """A file as one argument leads to it; the last ``length`` parts of its absolute path name it."""

    path: Path
    parts: tuple[str, ...]
    length: int
    folder: Path | None = None


def _look(given: Path) -> list[_Hit]:
    try:
        if not stat.S_ISDIR(given.stat().st_mode):
            return [_Hit(given, _absolute(given), 1)]
        with os.scandir(given):
            pass
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(given, "no such file or folder", "Check the path") from None
    except PermissionError:
        raise InputError(given, "permission denied", "Make it readable for you") from None
    except (OSError, ValueError) as error:
        raise InputError(given, f"cannot be looked at ({error})", "Check the path") from error
    above = len(_absolute(given)) - 1
    files = [_Hit(file, parts, len(parts) - above, given) for file in _walk(given) if (parts := _absolute(file))]
    if not files:
        raise InputError(given, "an empty folder", "Name a folder or file that holds papers")
    return files


def _absolute(path: Path) -> tuple[str, ...]:
    """Split an absolute path. Links stay: ``resolve`` would follow them, and with them change the name."""
    return Path(os.path.abspath(path)).parts  # noqa: PTH100


def _walk(folder: Path) -> Iterator[Path]:
    """Yield everything in a folder but hidden entries and folders; of folders those only that cannot be listed."""
    waiting = [folder]
    seen = {folder.resolve()}
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
            if not _is_folder(entry):
                yield path
            elif (real := path.resolve()) not in seen:
                seen.add(real)
                waiting.append(path)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _portable_names(paths: list[tuple[tuple[str, ...], int]]) -> list[str]:
    """Name paths by their last parts, at least so many as given, more where two names would be one."""
    lengths = [length for _, length in paths]
    while True:
        names = [PurePath(*parts[-length:]).as_posix() for (parts, _), length in zip(paths, lengths, strict=True)]
        counts = Counter(names)
        longer = [
            min(length + (counts[name] > 1), len(parts))
            for (parts, _), length, name in zip(paths, lengths, names, strict=True)
        ]
        if longer == lengths:
            return [os.fsencode(name).decode("utf-8", "backslashreplace") for name in names]
        lengths = longer


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
