"""Files → papers and problems, streaming.

:func:`find` looks at every input before anything is read: it is there, it is text, its format is known, it holds
records. :func:`read_files` then yields what is in them, :func:`read` does both. Formats are told by content; each is one
module with one :class:`~kg.read.contract.Reader`, listed in :mod:`kg.read.formats`.
"""

from __future__ import annotations

from kg._callable import make_callable
from kg.read.contract import Document, Match, Reader
from kg.read.input_file import InputFile
from kg.read.inputs import Inputs, find, no_papers, only_papers, read, read_files

__all__ = [
    "Document",
    "InputFile",
    "Inputs",
    "Match",
    "Reader",
    "find",
    "no_papers",
    "only_papers",
    "read",
    "read_files",
]

make_callable(__name__)
