"""Standard input, kept in a file: inputs are looked at before they are read."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import weakref
from pathlib import Path
from typing import BinaryIO

from kg.errors import InputError
from kg.read.files import STDIN_NAME, explained

_CHUNK = 1 << 20


class Spool:
    """A temporary file, readable by its owner alone, that is removed with this object or when the program ends.

    It has a name, unlike ``tempfile.TemporaryFile``, since an archive and its members are read from it at once, each at
    a place of its own.

    Args:
        source: What is copied into it, to its end.

    Attributes:
        path: Where it is.

    Raises:
        OSError: It cannot be written, or the source not be read.
    """

    def __init__(self, source: BinaryIO) -> None:
        number, name = tempfile.mkstemp(prefix="kg-stdin-")
        self.path = Path(name)
        weakref.finalize(self, self.path.unlink, missing_ok=True)
        with os.fdopen(number, "wb") as file:
            shutil.copyfileobj(source, file, _CHUNK)


def spool_stdin() -> Spool:
    """Copy standard input to a temporary file.

    Raises:
        InputError: There is none, or it cannot be read.
    """
    source = getattr(sys.stdin, "buffer", None)
    if source is None or source.closed:
        raise InputError(STDIN_NAME, "no standard input", "Pipe something into it, or name a file")
    with explained(Path(STDIN_NAME)):
        return Spool(source)
