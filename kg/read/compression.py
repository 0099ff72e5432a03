"""Compressed files: told by their first bytes, unpacked as a stream.

The decoders are those of the standard library; that of Zstandard is in it since Python 3.14, and before that its
backport (half a megabyte). They are driven here and not by ``gzip.open`` and the like, for four reasons: those drop what
follows the first damaged member of a bz2 or xz file without a word; lose the bytes before a failure; give an xz file as much
memory as its header asks for; and know nothing of bombs. (smart_open and fsspec wrap the same functions, and choose by
suffix.)
"""

from __future__ import annotations

import bz2
import lzma
import sys
import zlib
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Protocol

from kg.errors import InputError
from kg.read.streams import DamageError, Filling, buffered

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

if TYPE_CHECKING:
    import io
    from collections.abc import Callable
    from pathlib import Path

MAX_RATIO = 250
"""How many bytes one byte may unpack to, beyond :data:`FREE`: text gives 3 to 20, the most repetitive JSON about 100."""

FREE = 1 << 26
"""Bytes that may be unpacked whatever their ratio."""

_CHUNK = 1 << 16
_MAX_LAYERS = 2  # servers that compress what is compressed are common enough
_LZMA_MEMORY = 1 << 27  # xz -9 takes 65 MiB
_SUFFIXES = (".gz", ".gzip", ".bz2", ".xz", ".zst", ".zstd")


class _Decoder(Protocol):
    """What ``bz2.BZ2Decompressor`` and its like have in common."""

    @property
    def eof(self) -> bool: ...

    @property
    def needs_input(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class _Gzip:
    """One member of a gzip file; zlib itself reads its header and checks its sum."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self.needs_input = True

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        data = self._zlib.unconsumed_tail + data
        before = self._zlib.copy()
        while True:
            try:
                unpacked = self._zlib.decompress(data, max_length)
            except zlib.error:
                # It gives nothing of what comes before the error in one call: less is asked for, until that comes.
                if max_length == 1:
                    raise
                max_length //= 2
                self._zlib = before.copy()
            else:
                self.needs_input = not self._zlib.unconsumed_tail and len(unpacked) < max_length
                return unpacked


def _lzma() -> _Decoder:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_LZMA_MEMORY)


@dataclass(frozen=True, slots=True)
class Compression:
    """A way to compress: its name, what its data begin with, and how they are unpacked."""

    name: str
    signatures: tuple[bytes, ...]
    decoder: Callable[[], _Decoder]


_SKIPPABLE = tuple(bytes([first]) + b"\x2a\x4d\x18" for first in range(0x50, 0x60))
KINDS = (
    Compression("gzip", (b"\x1f\x8b\x08",), _Gzip),
    Compression("bzip2", tuple(b"BZh%d" % level for level in range(1, 10)), bz2.BZ2Decompressor),
    Compression("xz", (b"\xfd7zXZ\x00",), _lzma),
    Compression("Zstandard", (b"\x28\xb5\x2f\xfd", *_SKIPPABLE), zstd.ZstdDecompressor),
)
_LONGEST = max(len(signature) for kind in KINDS for signature in kind.signatures)


def find_compression(head: bytes) -> Compression | None:
    """Tell how data are compressed, if they are."""
    return next((kind for kind in KINDS if head.startswith(kind.signatures)), None)


def bare_name(name: str) -> str:
    """Take from a file's name the suffix of its compression.

    >>> bare_name("works.jsonl.gz"), bare_name("works.jsonl"), bare_name("notes.2024")
    ('works.jsonl', 'works.jsonl', 'notes.2024')
    """
    path = PurePath(name)
    return name[: -len(path.suffix)] if path.suffix.lower() in _SUFFIXES and path.stem else name


def unpack(source: io.BufferedReader, path: Path, *, size: int) -> io.BufferedReader:
    """Open the data in a file, which may be compressed twice; nothing is read but their beginning.

    Args:
        source: The file.
        path: The file, for errors.
        size: Of the file as it lies.

    Raises:
        InputError: It is compressed more often than that. Also, as the data are read: they unpack to far more than
            text does.
        DamageError: The beginning cannot be unpacked; as the data are read, what follows cannot. So does what else
            :data:`~kg.read.streams.UNREADABLE` lists.
    """
    for layer in range(_MAX_LAYERS + 1):
        kind = find_compression(source.peek(_LONGEST)[:_LONGEST])
        if not kind:
            break
        if layer == _MAX_LAYERS:
            raise InputError(path, f"compressed more than {_MAX_LAYERS} times", "Unpack it first")
        source = buffered(_Unpacked(source, kind, path, size))
    return source


class _Unpacked(Filling):
    """The data of a compressed file, which may have several members after one another."""

    def __init__(self, source: io.BufferedReader, kind: Compression, path: Path, size: int) -> None:
        super().__init__()
        self._source = source
        self._kind = kind
        self._path = path
        self._size = size
        self._decoder = kind.decoder()
        self._next = b""
        self._written = 0

    def more(self, size: int) -> bytes:
        """Return some bytes."""
        while not self._decoder.eof or self._has_next_member():
            data = b""
            if self._decoder.needs_input:
                data, self._next = self._next or self._source.read1(_CHUNK), b""
                if not data:
                    message = f"the {self._kind.name} data end too early"
                    raise DamageError(message)
            if unpacked := self._decoder.decompress(data, size):
                self._written += len(unpacked)
                check_ratio(self._path, packed=self._size, unpacked=self._written)
                return unpacked
        return b""

    def _has_next_member(self) -> bool:
        """Go on to the next member. Zero bytes between members are padding."""
        rest = self._decoder.unused_data.lstrip(b"\0")
        while len(rest) < _LONGEST and (data := self._source.read1(_CHUNK)):
            rest = (rest + data).lstrip(b"\0")
        if not rest:
            return False
        if not rest.startswith(self._kind.signatures):
            message = f"something that is not {self._kind.name} follows"
            raise DamageError(message)
        self._decoder = self._kind.decoder()
        self._next = rest
        return True


def check_ratio(path: Path, *, packed: int, unpacked: int) -> None:
    """Refuse what unpacks to far more than text does.

    Raises:
        InputError: It does.
    """
    if unpacked > FREE and unpacked > MAX_RATIO * packed:
        found = f"a file that unpacks to more than {MAX_RATIO} times its size, and more than {FREE >> 20} MiB"
        raise InputError(path, found, "If it is no bomb, unpack it first")
