"""What a file is made of: its hash, its kind, its encoding, and why it cannot be read where it cannot."""

from __future__ import annotations

import codecs
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from kg.errors import InputError
from kg.read.compression import unpack
from kg.read.encodings import Decoding, EncodingScan, guess_wide
from kg.read.streams import HEAD, UNREADABLE, Hashed, Steady, buffered, describe

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from kg.read.unpacked import Copy

ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
WORKBOOK = "If it is a workbook, save its sheet as CSV"
DAMAGED = "damaged file"

_CHUNK = 1 << 18  # what is so small stays in the cache of a core while it is looked at
_UNPACK = "Unpack it first"
_EXPORT = "Save it as CSV, JSON or JSON Lines"
_PDF = (
    "Papers are read from their abstracts, not from PDF: export the records, with abstracts, from a reference manager or "
    "the venue's page, or extract titles and abstracts with GROBID"
)
_PICTURE = "Leave it out: papers are read from text"
_SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (b"%PDF-", "a PDF", _PDF),
    *((signature, "a zip archive in another file", f"{_UNPACK}. {WORKBOOK}") for signature in ZIP),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK),
    (b"Rar!\x1a\x07", "a rar archive", _UNPACK),
    (b"\x04\x22\x4d\x18", "a file compressed as LZ4", _UNPACK),
    (b"\x1f\x9d", "a file compressed by compress", _UNPACK),
    (b"\xff\xd8\xff", "an image", _PICTURE),
    (b"\x89PNG", "an image", _PICTURE),
    (b"GIF87a", "an image", _PICTURE),
    (b"GIF89a", "an image", _PICTURE),
    (b"II*\x00", "an image", _PICTURE),
    (b"MM\x00*", "an image", _PICTURE),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a binary file of an office program", _EXPORT),
    (b"SQLite format 3\x00", "a database", _EXPORT),
    (b"\x89HDF", "a binary file", _EXPORT),
    (b"\x93NUMPY", "a binary file", _EXPORT),
    (b"\x7fELF", "a binary file", _EXPORT),
    (b"OggS", "a binary file", _EXPORT),
    (b"ID3\x03", "a binary file", _EXPORT),
    (b"ID3\x04", "a binary file", _EXPORT),
    (b"ARROW1\x00\x00", "an Arrow file", "Save it as Parquet, CSV or JSON Lines"),
)
_TAR, _TAR_AT = b"ustar", 257

_CONTROLS = bytes({*range(1, 32), 127} - set(b"\t\n\r\f\v\x1b"))
_MAX_CONTROLS = 1 / 10
_MAX_CONTROLS_BESIDE_ODD_BYTES = 1 / 20  # a tenth of what is compressed or encrypted are controls
_MAX_NULS = 1 / 2
_NO_TEXT = frozenset({"Cc", "Cn", "Co", "Cs"})
"""Categories of what no text is made of; signs that are not printed, such as those of writing from right to left, may be."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a file is made of.

    Attributes:
        sha256: Hash of its bytes as they lie.
        decoding: How its text, unpacked if it is compressed, is decoded; None where it is binary.
        signature: What a binary file begins with.
        notes: What the user should know of it, each as reason and detail.
    """

    sha256: str
    decoding: Decoding | None = None
    signature: bytes = b""
    notes: tuple[tuple[str, str], ...] = ()

    @property
    def damaged(self) -> bool:
        """Whether it could not be read to its end."""
        return any(reason == DAMAGED for reason, _ in self.notes)


def check_content(
    stream: BinaryIO, path: Path, *, size: int, signatures: Collection[bytes] = (), copy: Copy | None = None
) -> Content:
    """Read a file to its end and tell what it is made of.

    What can be unpacked or read only up to a place is taken up to there.

    Args:
        stream: The file, from its beginning.
        path: The file, for errors.
        size: Its size.
        signatures: What files of the binary formats begin with that can be read.
        copy: Takes the text, if it is compressed and all of it can be unpacked.

    Raises:
        InputError: It is empty, binary, a PDF, in no encoding known here, unpacks to far more than text does, or is so
            damaged that nothing can be read from it.
    """
    hashed = Hashed(stream)
    packed = buffered(hashed)
    try:
        unpacked = unpack(packed, path, size=size)
        steady = Steady(unpacked)
        data = buffered(steady)
        head = data.peek(HEAD)[:HEAD]
    except UNREADABLE as error:
        raise damaged(path, describe(error)) from error
    if not head and steady.damage:
        raise damaged(path, steady.damage)
    signature = next((known for known in signatures if head.startswith(known)), b"")
    decoding = None
    if not signature:
        _check_head(head, path)
        decoding = _scan(data, head, path, copy if unpacked is not packed else None)
    notes = decoding.notes if decoding else ()
    if steady.damage:
        if copy:
            copy.give_up()
        notes = (*notes, damage_note(steady))
    return Content(hashed.drain(), decoding, signature, notes)


def damaged(path: Path, why: str) -> InputError:
    """Make the error for a file of which nothing can be read."""
    return InputError(path, f"damaged, and nothing of it can be read ({why})", "Get or pack it again")


def damage_note(stream: Steady) -> tuple[str, str]:
    """Say how far a damaged file can be read."""
    return DAMAGED, f"{stream.damage}; the {stream.position:,} bytes before that are read. Get or pack it again"


def _scan(data: BinaryIO, head: bytes, path: Path, copy: Copy | None) -> Decoding:
    scan = EncodingScan(head)
    try:
        while chunk := data.read(_CHUNK):
            scan.feed(chunk)
            if copy:
                copy.write(chunk)
    finally:
        if copy:
            copy.finish()
    scan.feed(b"", final=True)
    return scan.decoding(path)


def _check_head(head: bytes, path: Path) -> None:
    if not head.strip(b" \t\r\n\xef\xbb\xbf\xff\xfe\0"):
        raise InputError(path, "an empty file", "Leave it out, or fill it")
    beginning = head.lstrip()
    for signature, found, remedy in _SIGNATURES:
        if beginning.startswith(signature):
            raise InputError(path, found, remedy)
    if head.startswith(_TAR, _TAR_AT):
        raise InputError(path, "a tar archive", _UNPACK)
    if _is_binary(head):
        raise InputError(path, "a binary file", _EXPORT)


def _is_binary(head: bytes) -> bool:
    if wide := guess_wide(head):
        text = head[: len(head) // 4 * 4].decode(wide, "replace")
        odd = sum(char == "\ufffd" or (unicodedata.category(char) in _NO_TEXT and not char.isspace()) for char in text)
        return odd > len(text) * _MAX_CONTROLS
    nuls = head.count(0)
    if nuls > len(head) * _MAX_NULS:
        return True
    controls = len(head) - len(head.translate(None, delete=_CONTROLS))
    limit = _MAX_CONTROLS if _is_utf8(head) else _MAX_CONTROLS_BESIDE_ODD_BYTES
    return controls > (len(head) - nuls) * limit


def _is_utf8(head: bytes) -> bool:
    """Tell whether a beginning, which may end inside a character, is UTF-8."""
    try:
        codecs.utf_8_decode(head, "strict", False)  # noqa: FBT003  # the codec takes it by position
    except UnicodeDecodeError:
        return False
    return True
