"""Zip archives: their members are read as streams, and their names are never paths.

The standard library's ``zipfile`` does it, under limits that it has not itself. The sizes that an archive declares bound
what is read: ``zipfile`` returns no byte more than declared, and checks the sum. Members are stored or deflated, as in all
archives but a few: for bzip2 and LZMA ``zipfile`` unpacks without a bound on memory.
"""

from __future__ import annotations

import io
import re
import stat
import struct
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from kg.errors import InputError, printable
from kg.read.check import WORKBOOK, damaged
from kg.read.compression import check_ratio
from kg.read.files import explained
from kg.read.streams import describe

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_MEMBERS = 100_000
MAX_DIRECTORY = 1 << 24
"""Bytes of an archive's table of contents, all of which is held in memory."""

_UNPACK = "Unpack it first"
_ENCRYPTED = 0x1
_UNIX = 3
_SEPARATORS = re.compile(r"[/\\]+")
_KINDS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(r"xl/|Index/Tables/"), "a workbook", "Save its sheet as CSV"),
    (re.compile(r"word/|ppt/|Index/Document\.iwa"), "a document of an office program", "Save its text as .txt"),
    (re.compile(r"META-INF/container\.xml"), "an e-book (EPUB)", "Save its text as .txt"),
    (re.compile(r"content\.xml"), "a document of an office program", f"Save its text as .txt. {WORKBOOK}"),
    (re.compile(r"META-INF/MANIFEST\.MF"), "a Java archive", "Leave it out: papers are read from text"),
)
_MARKERS = frozenset({"[Content_Types].xml", "mimetype", "META-INF/container.xml", "META-INF/MANIFEST.MF"})
_BEYOND = (zipfile.BadZipFile, struct.error, ValueError, NotImplementedError, EOFError, RecursionError)
"""What ``zipfile`` raises on tables of contents that are damaged or made up."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive.

    Attributes:
        archive: The archive.
        name: The parts of its name, without any that would lead out of the archive.
        info: What the archive says of it.
        refusal: Why it cannot be read, and what to do; nothing where it can.
    """

    archive: Archive
    name: tuple[str, ...]
    info: zipfile.ZipInfo
    refusal: tuple[str, str] | None = None

    @property
    def path(self) -> Path:
        """The member as errors name it."""
        return self.archive.path.joinpath(*self.name)

    def size(self) -> int:
        """Return how many bytes it takes in the archive."""
        return self.info.compress_size

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open it, as it lies in the archive.

        Raises:
            InputError: The archive or the member cannot be opened.
        """
        with self.archive.held() as zip_file:
            try:
                stream = zip_file.open(self.info)
            except (*_BEYOND, OSError) as error:
                raise damaged(self.path, describe(error)) from error
            with stream:
                yield stream  # type: ignore[misc]  # typeshed has it an IO[bytes]


class Archive:
    """A zip archive, which is opened when a member is, and stays open as long as it is held.

    Args:
        path: As errors name it.
        file: Where it lies.
        keeper: What has to live as long as the file has to be there.
    """

    def __init__(self, path: Path, file: Path, keeper: object = None) -> None:
        self.path = path
        self._file = file
        self._keeper = keeper
        self._zip: zipfile.ZipFile | None = None

    @contextmanager
    def held(self) -> Iterator[zipfile.ZipFile]:
        """Keep it open: its table of contents is read once for all members that are opened meanwhile.

        Raises:
            InputError: It cannot be opened, or is no whole archive.
        """
        if self._zip:
            yield self._zip
            return
        with explained(self.path), _Bounded(self._file, self.path) as file:
            try:
                opened = zipfile.ZipFile(file)
            except _BEYOND as error:
                raise damaged(self.path, describe(error)) from error
            with opened:
                self._zip = opened
                try:
                    yield opened
                finally:
                    self._zip = None

    def members(self) -> list[Member]:
        """List the files in it, but for hidden ones.

        Of several files of one name the last counts, as when they are unpacked.

        Raises:
            InputError: It is damaged, too large, a workbook or the like, or holds no files.
        """
        with self.held() as zip_file:
            infos = zip_file.infolist()
        if len(infos) > MAX_MEMBERS:
            raise InputError(self.path, f"an archive of more than {MAX_MEMBERS:,} files", _UNPACK)
        self._check_kind({info.filename for info in infos})
        named = [(_parts(info.filename), info) for info in infos if not info.filename.endswith("/")]
        named = [(name, info) for name, info in named if name and not any(map(_is_hidden, name))]
        if not named:
            raise InputError(self.path, "an archive without files to read", "Leave it out, or fill it")
        last = dict(named)
        members = [Member(self, name, info, _refusal(info, is_last=last[name] is info)) for name, info in named]
        size = self._file.stat().st_size
        if sum(info.compress_size for info in infos) > size:
            raise damaged(self.path, "its files overlap")
        check_ratio(self.path, packed=size, unpacked=sum(m.info.file_size for m in members if not m.refusal))
        return members

    def _check_kind(self, names: set[str]) -> None:
        if names and all(name.endswith(".npy") for name in names):
            raise InputError(self.path, "a NumPy archive", "Save it as CSV, JSON or JSON Lines")
        if _MARKERS.isdisjoint(names):
            return
        for pattern, found, remedy in _KINDS:
            if any(map(pattern.match, names)):
                raise InputError(self.path, found, remedy)


class _Bounded(io.BufferedReader):
    """A file of which ``zipfile`` can read only so much at once: it reads the table of contents whole."""

    def __init__(self, file: Path, path: Path) -> None:
        super().__init__(io.FileIO(file))
        self._path = path
        self._size = file.stat().st_size

    def read(self, size: int | None = -1, /) -> bytes:
        rest = self._size - self.tell()
        asked = rest if size is None or size < 0 else min(size, rest)
        if asked > MAX_DIRECTORY:
            found = f"an archive whose table of contents has more than {MAX_DIRECTORY >> 20} MiB"
            raise InputError(self._path, found, _UNPACK)
        return super().read(max(asked, 0))


def _parts(name: str) -> tuple[str, ...]:
    """Split a member's name, as it can stand behind the archive's."""
    return tuple(printable(part) for part in _SEPARATORS.split(name) if part.strip() not in {"", ".", ".."})


def _is_hidden(part: str) -> bool:
    return part.startswith(".") or part == "__MACOSX"


def _refusal(info: zipfile.ZipInfo, *, is_last: bool) -> tuple[str, str] | None:
    if not is_last:
        return "an older file of the same name", "The archive's last one is read"
    if info.create_system == _UNIX and stat.S_ISLNK(info.external_attr >> 16):
        return "a symbolic link in an archive", "Links are not followed there"
    if info.flag_bits & _ENCRYPTED:
        return "an encrypted file", "Unpack the archive first, with its password"
    if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        return "a file packed in an uncommon way", "Unpack the archive first"
    return None
