"""Streams of bytes that are filled as far as they go, and end where they cannot be read on.

Decoders of text see an end of file where a gzip is cut off or a disk fails, so that all that comes before is read; the
stream keeps what went wrong, for a problem to say it.
"""

from __future__ import annotations

import hashlib
import io
import lzma
import sys
import zipfile
import zlib
from typing import TYPE_CHECKING, BinaryIO

if sys.version_info >= (3, 14):
    from compression.zstd import ZstdError
else:
    from backports.zstd import ZstdError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

HEAD = 1 << 16
"""Bytes from which the kind, the encoding and the format of a file are told."""

_LARGEST = 1 << 18
"""Bytes that are asked of another stream at once."""
_PIECE = 1 << 14  # what is lost before a failure at most, where a library raises it in place of its last bytes


class DamageError(Exception):
    """Data that cannot be read on; the message says why."""


UNREADABLE = (DamageError, OSError, EOFError, zlib.error, lzma.LZMAError, ZstdError, zipfile.BadZipFile)
"""What the libraries raise on data that is cut off, changed or on a bad disk."""


class Filling(io.RawIOBase):
    """A stream that fills what it is given; a failure comes after all bytes before it."""

    def __init__(self) -> None:
        self._failure: Exception | None = None

    def more(self, size: int) -> bytes:
        """Return some bytes, at most ``size``; none at the end."""
        raise NotImplementedError

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Fill the buffer as far as there are bytes, and return how many they are."""
        if self._failure:
            raise self._failure
        view = memoryview(buffer).cast("B")
        filled = 0
        while filled < len(view):
            try:
                data = self.more(len(view) - filled)
            except UNREADABLE as error:
                self._failure = error
                if filled:
                    break
                raise
            if not data:
                break
            view[filled : filled + len(data)] = data
            filled += len(data)
        return filled


def buffered(stream: Filling) -> io.BufferedReader:
    """Give a stream a buffer, of which :data:`HEAD` bytes can be looked at without reading them."""
    return io.BufferedReader(stream, HEAD)


class Pieces(Filling):
    """A file's bytes as they lie, read in small pieces: a failure costs the piece that it comes in."""

    def __init__(self, source: BinaryIO) -> None:
        super().__init__()
        self._source = source

    def more(self, size: int) -> bytes:
        """Return some bytes."""
        return self._source.read(min(size, _PIECE))


class Hashed(Pieces):
    """A file's bytes as they lie, hashed as they are read."""

    def __init__(self, source: BinaryIO) -> None:
        super().__init__(source)
        self._digest = hashlib.sha256()

    def more(self, size: int) -> bytes:
        """Return some bytes, hashed."""
        data = super().more(size)
        self._digest.update(data)
        return data

    def drain(self) -> str:
        """Read on to the end, and return the hash of all that could be read."""
        try:
            while self.more(_PIECE):
                pass
        except UNREADABLE as error:
            self._failure = error
        return self._digest.hexdigest()


class Steady(Filling):
    """A stream that ends where another one cannot be read on.

    Args:
        source: The other one.
        drop_nuls: Whether zero bytes are left out.

    Attributes:
        damage: Why it cannot be read on; "" as long as it can.
        position: How many bytes of it were read.
    """

    def __init__(self, source: io.BufferedReader, *, drop_nuls: bool = False) -> None:
        super().__init__()
        self._source = source
        self._drop_nuls = drop_nuls
        self.damage = ""
        self.position = 0

    def more(self, size: int) -> bytes:
        """Return some bytes; none from where the other stream fails."""
        while not self.damage:
            try:
                data = self._source.read1(min(size, _LARGEST))  # unlike read, it loses nothing where it fails
            except UNREADABLE as error:
                self.damage = describe(error)
                break
            self.position += len(data)
            if not (data and self._drop_nuls):
                return data
            if data := data.replace(b"\0", b""):
                return data
        return b""


class Resumed(Filling):
    """A stream of which some bytes have been read.

    Args:
        read: Those.
        rest: The stream.
    """

    def __init__(self, read: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._read = io.BytesIO(read)
        self._rest = rest

    def more(self, size: int) -> bytes:
        """Return some bytes."""
        return self._read.read(size) or self._rest.read(size)


class SoundText(io.TextIOWrapper):
    """Text in UTF-8, known to be undamaged: so its bytes may be read in larger pieces."""


def describe(error: Exception) -> str:
    """Say in a few words why data cannot be read on; some messages quote it."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error)[:150] or type(error).__name__
