"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from kg.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

_REMEDIES = {
    errno.ENOENT: "Create the folder first",
    errno.EEXIST: "Name a folder, not a file",
    errno.ENOTDIR: "Name a path whose parent is a folder",
    errno.EACCES: "Name a folder that you may write to",
    errno.ENAMETOOLONG: "Name a folder with a shorter name",
    errno.EPERM: "Name a folder that you may write to",
    errno.EROFS: "Name a folder that you may write to",
    errno.ENOSPC: "Make room on the disk",
    errno.EDQUOT: "Make room on the disk",
}


_STAGE = ".kg-stage-"
_STALE = 24 * 60 * 60


@contextmanager
def writing(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file that takes the place of ``path`` when the block ends, and never before it is whole and on the disk.

    Where the block ends by an exception, Ctrl-C included, nothing of it stays and what stood at ``path`` is untouched.
    A new file has the permissions that the umask leaves, a replaced one keeps those it had; a symbolic link stays one.

    Raises:
        OutputError: The file cannot be written, or something other than a regular file stands there. Any ``OSError``
            inside the block counts as that.
    """
    path = Path(path)
    try:
        target = Path(os.path.realpath(path))
        mode = _mode(path, target)
        # In the same folder, since a rename is atomic only within one file system.
        aside = target.with_name(f".kg-{secrets.token_hex(8)}.tmp")
        try:
            # Opened plainly: files made by tempfile are readable by their owner alone, whatever the umask says.
            with aside.open("xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if mode is not None:
                aside.chmod(mode)
            aside.replace(target)
        finally:
            aside.unlink(missing_ok=True)
    except OSError as error:
        raise output_error(path, error) from error


def _never(folder: Path) -> bool:
    return False


@contextmanager
def folder_made(folder: Path) -> Iterator[None]:
    """Make a folder, if it is not there, and those above it; of those made, the ones that are empty at the end go again.

    Raises:
        OutputError: It cannot be made.
    """
    made: list[Path] = []
    try:
        try:
            made = [parent for parent in (folder, *folder.parents) if not parent.exists()]
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise output_error(folder, error) from error
        yield
    finally:
        _remove_empty(made)


@contextmanager
def staging(
    folder: str | Path,
    *,
    outdated: Collection[str] = (),
    is_ours: Callable[[Path], bool] = _never,
) -> Iterator[Path]:
    """Make a folder for files and folders that appear in ``folder`` together when the block ends.

    The folder is made if it is not there, at once, so that one that cannot be is known before any work is done. Where the
    block ends by an exception, Ctrl-C included, everything is as it was before.

    Args:
        folder: Where they appear.
        outdated: Names of what vanishes then from ``folder``, unless there is something new of that name.
        is_ours: Tells of a folder that stands in ``folder`` whether it may be replaced or vanish with all that is in it.

    Raises:
        OutputError: The folder cannot be made or written to, or what stands in it cannot be replaced.
    """
    if not str(folder):
        raise OutputError("output folder", "has an empty name", "Name a folder")
    folder = Path(folder)
    made: list[Path] = []
    try:
        made = [parent for parent in (folder, *folder.parents) if not parent.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        sweep(folder)
        stage = folder / f"{_STAGE}{secrets.token_hex(8)}"
        stage.mkdir()
    except OSError as error:
        _remove_empty(made)
        raise output_error(folder, error) from error
    try:
        yield stage
        new = sorted(stage.iterdir())
        for path in new:
            _check_replaceable(path, folder / path.name, is_ours)
        for path in new:
            _replace(path, folder / path.name, stage)
        for name in sorted(set(outdated) - {path.name for path in new}):
            _discard(folder / name, stage, is_ours)
    except BaseException as error:
        shutil.rmtree(stage)
        _remove_empty(made)
        if isinstance(error, OutputError) and Path(error.path).parent == stage:
            raise OutputError(folder / Path(error.path).name, error.found, error.remedy) from error
        raise
    shutil.rmtree(stage)


def sweep(folder: Path, *, alone: bool = False) -> None:
    """Remove what killed processes left behind in a folder.

    Args:
        folder: The folder.
        alone: Whether nobody else writes to it (:func:`kg.lock.locked`), so that all of it can go, and not only what is
            more than a day old.

    Raises:
        OSError: It cannot be removed.
    """
    for stage in folder.glob(f"{_STAGE}*"):
        if stage.is_dir() and not stage.is_symlink() and (alone or stage.stat().st_mtime < time.time() - _STALE):
            shutil.rmtree(stage)


def _remove_empty(folders: list[Path]) -> None:
    for folder in folders:
        if folder.exists() and not any(folder.iterdir()):
            folder.rmdir()


def _check_replaceable(path: Path, target: Path, is_ours: Callable[[Path], bool]) -> None:
    if not path.is_dir():
        _mode(target, target)
    elif target.exists() and not (target.is_dir() and is_ours(target)):
        raise OutputError(
            target, "stands where a folder is to be written, and is not known as one to replace", "Move it away"
        )


def _replace(path: Path, target: Path, stage: Path) -> None:
    """Put a new file or folder in the place of an old one."""
    try:
        if not (path.is_dir() and target.exists()):
            path.replace(target)
            return
        # A folder cannot be renamed onto one that holds something, so the old one makes way first.
        old = stage / f"{path.name}.old"
        target.replace(old)
        try:
            path.replace(target)
        except BaseException:
            old.replace(target)
            raise
    except OSError as error:
        raise output_error(target, error) from error


def _discard(target: Path, stage: Path, is_ours: Callable[[Path], bool]) -> None:
    """Take away a file, or a folder of ours; anything else of the name stays."""
    try:
        if target.is_file() or target.is_symlink() or (target.is_dir() and is_ours(target)):
            target.replace(stage / f"{target.name}.old")
    except OSError as error:
        raise output_error(target, error) from error


def output_error(path: str | Path, error: OSError) -> OutputError:
    """Say why something cannot be written, and what to do."""
    reason = error.strerror or str(error)
    return OutputError(path, f"cannot be written ({reason})", _REMEDIES.get(error.errno or 0, "Name another place"))


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file at once, in the way of :func:`writing`.

    Raises:
        OutputError: The file cannot be written.
    """
    with writing(path) as file:
        file.write(data)


def write_text(path: str | Path, text: str) -> None:
    r"""Write a file of text in UTF-8, line ends as they are, in the way of :func:`writing`.

    Raises:
        OutputError: The file cannot be written.
        UnicodeEncodeError: The text holds a lone surrogate.
    """
    write_bytes(path, text.encode("utf-8"))


def _mode(path: Path, target: Path) -> int | None:
    """The permissions of the file to be replaced, None where there is none."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        found = "is a folder" if stat.S_ISDIR(mode) else "is not a regular file"
        raise OutputError(path, f"cannot be written: it {found}", "Name a file")
    return stat.S_IMODE(mode)
