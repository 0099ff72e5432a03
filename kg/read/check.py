"""What a file is made of: its hash, its encoding, and why it cannot be read where it cannot."""

from __future__ import annotations

import codecs
import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from kg.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

HEAD = 1 << 16
"""Bytes from which the kind and the format of a file are told."""

_CHUNK = 1 << 20
_UNPACK = "Unpack it first"
_EXPORT = "Save it as CSV, JSON or JSON Lines"
_PDF = (
    "Papers are read from their abstracts, not from PDF: export the records, with abstracts, from a reference manager or "
    "the venue's page, or extract titles and abstracts with GROBID"
)
_PICTURE = "Leave it out: papers are read from text"
_SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (b"%PDF-", "a PDF", _PDF),
    (b"PK\x03\x04", "a zip archive", f"{_UNPACK}; if it is a workbook, save its sheet as CSV"),
    (b"\x1f\x8b", "a compressed file", _UNPACK),
    (b"BZh", "a compressed file", _UNPACK),
    (b"\xfd7zXZ\x00", "a compressed file", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "a compressed file", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a compressed file", _UNPACK),
    (b"Rar!\x1a\x07", "a compressed file", _UNPACK),
    (b"\x04\x22\x4d\x18", "a compressed file", _UNPACK),
    (b"\xff\xd8\xff", "an image", _PICTURE),
    (b"\x89PNG", "an image", _PICTURE),
    (b"GIF87a", "an image", _PICTURE),
    (b"GIF89a", "an image", _PICTURE),
    (b"II*\x00", "an image", _PICTURE),
    (b"MM\x00*", "an image", _PICTURE),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a binary file of an office program", _EXPORT),
    (b"PAR1", "a binary file", _EXPORT),
    (b"SQLite format 3\x00", "a database", _EXPORT),
    (b"\x89HDF", "a binary file", _EXPORT),
    (b"\x93NUMPY", "a binary file", _EXPORT),
    (b"\x7fELF", "a binary file", _EXPORT),
    (b"OggS", "a binary file", _EXPORT),
    (b"ID3\x03", "a binary file", _EXPORT),
    (b"ID3\x04", "a binary file", _EXPORT),
)
_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_WIDE_PATTERNS = {
    (False, True, False, True): "UTF-16LE",
    (True, False, True, False): "UTF-16BE",
    (False, True, True, True): "UTF-32LE",
    (True, True, True, False): "UTF-32BE",
}
"""Encodings by which of four bytes are mostly zero."""

_CONTROLS = bytes({*range(32), 127} - set(b"\t\n\r\f\v\x1b"))
_MAX_CONTROLS = 1 / 10
_MAX_CONTROLS_BESIDE_ODD_BYTES = 1 / 20  # a tenth of what is compressed or encrypted are controls
_NOT_CP1252 = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")


@dataclass(frozen=True, slots=True)
class Content:
    """What a file is made of.

    Attributes:
        sha256: Hash of its bytes.
        encoding: The codec that decodes them.
        first_odd: Offset of the first byte that is not UTF-8, if any.
    """

    sha256: str
    encoding: str
    first_odd: int | None = None


def check_content(stream: BinaryIO, path: str | Path) -> Content:
    """Read a file to its end and tell what it is made of.

    Text is UTF-8, with or without a byte order mark, or else cp1252. A file that is UTF-8 up to a broken byte is not
    taken for cp1252: every letter beyond ASCII would be read wrong.

    Raises:
        InputError: It is empty, binary, a PDF, compressed, UTF-16 or UTF-32, or in no encoding known here.
    """
    head = stream.read(HEAD)
    _check_head(head, path)
    digest = hashlib.sha256()
    utf8 = codecs.getincrementaldecoder("utf-8")()
    first_odd: int | None = None
    first_not_cp1252: int | None = None
    beyond_ascii = False
    offset, chunk = 0, head
    while chunk:
        digest.update(chunk)
        if first_odd is None:
            try:
                beyond_ascii = not utf8.decode(chunk).isascii() or beyond_ascii
            except UnicodeDecodeError as error:
                first_odd = offset + len(chunk) - len(error.object) + error.start
                beyond_ascii = not error.object[: error.start].isascii() or beyond_ascii
        if first_not_cp1252 is None and (found := _NOT_CP1252.search(chunk)):
            first_not_cp1252 = offset + found.start()
        offset += len(chunk)
        chunk = stream.read(_CHUNK)
    if first_odd is None and (rest := utf8.getstate()[0]) and not beyond_ascii:
        first_odd = offset - len(rest)
    if first_odd is None:
        return Content(digest.hexdigest(), "utf-8-sig")
    if beyond_ascii:
        remedy = f"The byte at offset {first_odd} breaks it; iconv -c -f utf-8 -t utf-8 drops such bytes"
        raise InputError(path, "broken UTF-8", remedy)
    if first_not_cp1252 is not None:
        remedy = f"The byte at offset {first_not_cp1252} is in neither; iconv -f ENCODING -t utf-8 converts the file"
        raise InputError(path, "neither UTF-8 nor cp1252", remedy)
    return Content(digest.hexdigest(), "cp1252", first_odd)


def _check_head(head: bytes, path: str | Path) -> None:
    if not head.strip(b" \t\r\n\xef\xbb\xbf"):
        raise InputError(path, "an empty file", "Leave it out, or fill it")
    beginning = head.lstrip()
    for signature, found, remedy in _SIGNATURES:
        if beginning.startswith(signature):
            raise InputError(path, found, remedy)
    if wide := _wide_encoding(head):
        raise InputError(path, f"{wide} text", f"Convert it: iconv -f {wide} -t utf-8 FILE > NEW")
    controls = len(head) - len(head.translate(None, delete=_CONTROLS))
    if controls > len(head) * (_MAX_CONTROLS if _is_utf8(head) else _MAX_CONTROLS_BESIDE_ODD_BYTES):
        raise InputError(path, "a binary file", _EXPORT)


def _is_utf8(head: bytes) -> bool:
    """Tell whether a beginning, which may end inside a character, is UTF-8."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def _wide_encoding(head: bytes) -> str:
    """Tell UTF-16 and UTF-32 by their mark, else by their zeros."""
    for mark, name in _WIDE_MARKS:
        if head.startswith(mark):
            return name
    length = len(head) // 4
    lanes = [head[start : 4 * length : 4].count(0) > 0.4 * length for start in range(4)]
    return _WIDE_PATTERNS.get((lanes[0], lanes[1], lanes[2], lanes[3]), "") if length else ""
