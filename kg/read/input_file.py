"""A file that can be read: where it lies, what it is made of, and its papers."""

from __future__ import annotations

import io
import shutil
import stat
import tempfile
from codecs import BOM_UTF8
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, BinaryIO

from kg.errors import InputError
from kg.model import Effect, Paper, Problem, Source
from kg.read.check import Content, check_content, damage_note, damaged
from kg.read.compression import bare_name, unpack
from kg.read.contract import Document, Reader
from kg.read.files import explained
from kg.read.formats import READERS, describe_beginning, detect, known_formats
from kg.read.lists import FORM
from kg.read.streams import HEAD, UNREADABLE, Pieces, SoundText, Steady, buffered, describe
from kg.read.unpacked import Copy
from kg.read.xml_head import find_root

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO

    from kg.read.archives import Member
    from kg.read.encodings import Decoding
    from kg.read.files import Found
    from kg.read.standard_input import Spool
    from kg.read.unpacked import Room


_CHUNK = 1 << 20
_WEB_PAGE = (
    "It may be a message that was saved in place of the export, or the page that shows the records: open it in a browser, "
    "and export the records themselves"
)


@dataclass(frozen=True, slots=True)
class OnDisk:
    """A file by itself.

    Attributes:
        path: As errors name it.
        spool: What keeps it on the disk, where it is standard input.
    """

    path: Path
    spool: Spool | None = None

    @property
    def file(self) -> Path:
        """Where it lies."""
        return self.spool.path if self.spool else self.path

    @property
    def archive(self) -> None:
        """The archive that it is in: none."""

    def size(self) -> int:
        """Return how many bytes it has."""
        return self.file.stat().st_size

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open it.

        Raises:
            InputError: It cannot be opened, or is no regular file.
        """
        with explained(self.path):
            mode = self.file.stat().st_mode
            if not stat.S_ISREG(mode):
                kind = "a folder that cannot be listed" if stat.S_ISDIR(mode) else "no regular file"
                raise InputError(self.path, kind, "Name a file, or a folder of files")
            with self.file.open("rb") as stream:
                yield stream

    def begins_with(self, signatures: tuple[bytes, ...]) -> bool:
        """Tell whether its first bytes are among some.

        Raises:
            InputError: It cannot be opened or read.
        """
        with self.open() as stream:
            return stream.read(max(map(len, signatures))).startswith(signatures)


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file that can be read.

    Attributes:
        path: Where it is, as the input was given; below the archive's path for a member of one.
        name: Its portable name, as in :attr:`kg.model.Source.path`.
        stem: What ids of records without one begin with.
        explicit: Whether it was named itself, not only something that it is in.
        folders: The folders, archives and patterns that were named and lead to it.
        content: Its hash and its encoding.
        reader: Its format.
        origin: How it is opened.
        include_rejected: Whether papers that were rejected, withdrawn or retracted are wanted too.
        copy: Its text as it was unpacked when it was checked, if that was kept.
    """

    path: Path
    name: str
    stem: str
    explicit: bool
    folders: tuple[Path, ...]
    content: Content
    reader: Reader
    origin: OnDisk | Member
    include_rejected: bool = False
    copy: Copy | None = None

    def fingerprint(self) -> dict[str, str]:
        """Say which file this is, whatever machine it lies on: ``path`` and ``sha256``, of its bytes as they lie."""
        return {"path": self.name, "sha256": self.content.sha256}

    @contextmanager
    def open(self) -> Iterator[Document]:
        """Open the file for its reader, unpacked and decoded.

        Raises:
            InputError: It cannot be opened, or not be read to its end.
        """
        with _opened(self.path, self.origin, self.content, self.copy) as data:
            yield self._document(data)

    def read(self, *, jobs: int = 1) -> Iterator[Paper | Problem]:
        """Yield the file's papers and problems.

        Args:
            jobs: How many processes may share the reading, where it is large and of a format in which they can.

        Raises:
            InputError: It cannot be read, or has no records.
        """
        notes = self.content.notes
        with _opened(self.path, self.origin, self.content, self.copy) as data:
            yield from self._problems(notes)
            yield from self.reader.read(self._document(data, jobs))
            if data.steady.damage and not self.content.damaged:
                yield from self._problems([damage_note(data.steady)])

    def _document(self, data: _Data, jobs: int = 1) -> Document:
        return Document(
            self.path, self.name, self.stem, data.head, data.text, self.include_rejected, data.binary, data.file, jobs
        )

    def _problems(self, notes: Iterable[tuple[str, str]]) -> Iterator[Problem]:
        for reason, detail in notes:
            yield Problem(Source(self.name), reason, detail, effect=Effect.NOTED)


@dataclass(frozen=True, slots=True)
class _Data:
    """An open file: its text, or its bytes where it is binary, and the stream that knows of damage.

    Attributes:
        file: What holds that text and nothing else.
    """

    steady: Steady
    text: TextIO
    head: str = ""
    binary: BinaryIO | None = None
    file: Path | None = None


@contextmanager
def _opened(path: Path, origin: OnDisk | Member, content: Content, copy: Copy | None) -> Iterator[_Data]:
    if content.decoding and copy and copy.path:
        with (
            explained(copy.path),
            copy.path.open("rb") as kept,
            _decoded(kept, content.decoding, sound=True, file=copy.path) as text,
        ):
            yield text
        return
    with explained(path), origin.open() as source:
        packed = buffered(Pieces(source))
        try:
            data = unpack(packed, path, size=origin.size())
        except UNREADABLE as error:
            raise damaged(path, describe(error)) from error
        if content.decoding:
            file = origin.file if data is packed and isinstance(origin, OnDisk) else None
            with _decoded(data, content.decoding, sound=not content.damaged, file=file) as text:
                yield text
        elif data is packed and not origin.archive:
            source.seek(0)
            yield _Data(Steady(packed), io.StringIO(), binary=source)
        else:
            # Binary formats are read from their ends, where streams cannot be.
            steady = Steady(data)
            with tempfile.TemporaryFile(prefix="kg-") as binary:
                shutil.copyfileobj(buffered(steady), binary, _CHUNK)
                binary.seek(0)
                yield _Data(steady, io.StringIO(), binary=binary)


@contextmanager
def _decoded(data: io.BufferedReader, decoding: Decoding, *, sound: bool, file: Path | None) -> Iterator[_Data]:
    steady = Steady(data, drop_nuls=decoding.drop_nuls)
    buffer = buffered(steady)
    beginning = buffer.peek(HEAD)[:HEAD]
    head = decoding.decode_head(beginning)
    # Without a mark to take off, the decoder is twice as fast.
    codec = "utf-8" if decoding.codec == "utf-8-sig" and not beginning.startswith(BOM_UTF8) else decoding.codec
    # What cannot be decoded was noted by the check, and shows as U+FFFD.
    kind = SoundText if codec == "utf-8" and sound else io.TextIOWrapper
    with kind(buffer, encoding=codec, errors="replace", newline="") as text:
        is_plain = kind is SoundText and not decoding.drop_nuls
        yield _Data(steady, text, head, file=file if is_plain else None)


def _unknown(path: Path, head: str) -> InputError:
    root = find_root(head)
    if root and root.name.lower() == "html":
        return InputError(path, "a web page", _WEB_PAGE)
    return InputError(path, f"unknown format: {describe_beginning(head)}", f"Known are: {known_formats()}. {FORM}")


def check_file(found: Found, origin: OnDisk | Member, *, stem: str, include_rejected: bool, room: Room) -> InputFile:
    """Check a file as far as possible without reading all its records: up to the first.

    Args:
        found: Where it was found.
        origin: How it is opened.
        stem: What ids of records without one begin with.
        include_rejected: Whether papers that were rejected, withdrawn or retracted are wanted too.
        room: What may be kept of what compressed files hold.

    Raises:
        InputError: It cannot be read, is in no known format or holds no records.
    """
    by_signature = {reader.signature: reader for reader in READERS if reader.binary}
    copy = Copy(room)
    with explained(found.path), origin.open() as stream:
        content = check_content(stream, found.path, size=origin.size(), signatures=by_signature, copy=copy)
    with _opened(found.path, origin, content, copy) as data:
        suffix = PurePath(bare_name(found.path.name)).suffix
        reader = by_signature[content.signature] if data.binary else detect(data.head, suffix)
        if not reader:
            raise _unknown(found.path, data.head)
        file = InputFile(
            found.path, found.name, stem, found.explicit, found.folders, content, reader, origin, include_rejected, copy
        )
        try:
            next(iter(reader.read(file._document(data))), None)
        except InputError as error:
            if data.steady.damage:
                raise damaged(found.path, data.steady.damage) from error
            raise
    return file
