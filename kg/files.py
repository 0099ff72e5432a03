"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from kg.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator

_REMEDIES = {
    errno.ENOENT: "Create the folder first",
    errno.EEXIST: "Name a folder, not a file",
    errno.ENOTDIR: "Name a path whose parent is a folder",
    errno.EACCES: "Name a folder that you may write to",
    errno.EPERM: "Name a folder that you may write to",
    errno.EROFS: "Name a folder that you may write to",
    errno.ENOSPC: "Make room on the disk",
    errno.EDQUOT: "Make room on the disk",
}


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
        raise _output_error(path, error) from error


@contextmanager
def staging(folder: str | Path) -> Iterator[Path]:
    """Make a folder for files that appear in ``folder`` together when the block ends.

    The folder is made if it is not there, at once, so that one that cannot be is known before any work is done. Where the
    block ends by an exception, Ctrl-C included, everything is as it was before.

    Raises:
        OutputError: The folder cannot be made or written to.
    """
    folder = Path(folder)
    made = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stage = folder / f".kg-{secrets.token_hex(8)}"
        stage.mkdir()
    except OSError as error:
        _remove_empty(made)
        raise _output_error(folder, error) from error
    try:
        yield stage
        for file in sorted(stage.iterdir()):
            _move(file, folder / file.name)
    except BaseException:
        shutil.rmtree(stage)
        _remove_empty(made)
        raise
    stage.rmdir()


def _remove_empty(folders: list[Path]) -> None:
    for folder in folders:
        if folder.exists() and not any(folder.iterdir()):
            folder.rmdir()


def _move(file: Path, target: Path) -> None:
    try:
        file.replace(target)
    except OSError as error:
        raise _output_error(target, error) from error


def _output_error(path: Path, error: OSError) -> OutputError:
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
