"""Bytes → text: which codec decodes a file, and what it says of itself or breaks.

A mark comes first, then what is strictly UTF-8, then what the text declares, then cp1252, which is what Windows writes.
A file that is mostly UTF-8 is read as that and its odd bytes replaced: as cp1252, every letter beyond ASCII would be
wrong. Detectors by statistics (chardet, charset-normalizer) are not asked: they guess from the head, and differently with
each release.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

NOT_UTF8 = "not UTF-8, read as cp1252"
BROKEN = "broken encoding"
UNMARKED = "no byte order mark"
NULS = "NUL characters"

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LANES = {
    (False, True, False, True): "utf-16-le",
    (True, False, True, False): "utf-16-be",
    (False, True, True, True): "utf-32-le",
    (True, True, True, False): "utf-32-be",
}
"""Encodings by which of four bytes are mostly zero."""

_DECLARED = re.compile(
    rb"\s*<\?xml\b[^>]{0,200}\bencoding\s*=\s*[\"']([A-Za-z][\w.:-]{0,40})[\"']|\s*%\s*Encoding:[ \t]*([A-Za-z][\w.:-]{0,40})"
)
_NOT_CP1252 = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")
_ASCII = bytes(set(range(32, 127)) - set(rb"\~"))  # the signs that Shift JIS has others for are left out
_NO_TEXT = frozenset(
    "unicode-escape unicode_escape raw-unicode-escape raw_unicode_escape utf-7 idna punycode undefined".split()
)


@dataclass(frozen=True, slots=True)
class Decoding:
    """How a file is decoded.

    Attributes:
        codec: Python's name of it.
        notes: What the user should know of it, each as reason and detail.
        drop_nuls: Whether there are zero bytes to leave out first.
    """

    codec: str
    notes: tuple[tuple[str, str], ...] = ()
    drop_nuls: bool = False

    def decode_head(self, head: bytes) -> str:
        """Decode a beginning, which may end inside a character."""
        return codecs.getincrementaldecoder(self.codec)("replace").decode(head)


def guess_wide(head: bytes) -> str:
    """Tell UTF-16 and UTF-32 by their mark, else by their zeros; "" where it is neither."""
    for mark, codec in _MARKS[1:]:
        if head.startswith(mark):
            return codec
    length = len(head) // 4
    if not length:
        return ""
    lanes = [head[start : 4 * length : 4].count(0) > 0.4 * length for start in range(4)]
    return _LANES.get((lanes[0], lanes[1], lanes[2], lanes[3]), "")


class _FirstError:
    """Finds where bytes cannot be decoded.

    Attributes:
        offset: Of the first such byte, if any.
    """

    def __init__(self, codec: str) -> None:
        self._decoder = codecs.getincrementaldecoder(codec)()
        self._at = 0
        self.offset: int | None = None

    def feed(self, data: bytes, *, final: bool) -> None:
        if self.offset is None:
            try:
                self._decoder.decode(data, final)
            except UnicodeDecodeError as error:
                self.offset = self._at + len(data) - len(error.object) + error.start
        self._at += len(data)


class EncodingScan:
    """A file's bytes, looked at piece by piece, from the beginning to the end.

    Args:
        head: The beginning.
    """

    def __init__(self, head: bytes) -> None:
        self._wide = guess_wide(head)
        self._marked = any(head.startswith(mark) for mark, _ in _MARKS)
        self._declared = _declared(head)
        self._other = _FirstError(self._wide or self._declared) if self._wide or self._declared else None
        self._rest = b""
        self._at = 0
        self._first_odd: int | None = None
        self._first_not_cp1252: int | None = None
        self._first_nul: int | None = None
        self._odd = self._nuls = 0
        self._good = 0  # bytes of characters beyond ASCII, less their number

    def feed(self, data: bytes, *, final: bool = False) -> None:
        """Look at the next piece."""
        if self._other:
            self._other.feed(data, final=final)
        if not self._wide:
            self._feed_utf8(data, final=final)

    def _feed_utf8(self, data: bytes, *, final: bool) -> None:
        data = self._rest + data
        try:
            text, used = codecs.utf_8_decode(data, "strict", final)
        except UnicodeDecodeError as error:
            if self._first_odd is None:
                self._first_odd = self._at + error.start
            text, used = codecs.utf_8_decode(data, "surrogateescape", final)
            self._odd += sum("\udc80" <= char <= "\udcff" for char in text)
        if not text.isascii():
            self._good += used - len(text)
            if self._first_not_cp1252 is None and (found := _NOT_CP1252.search(data, 0, used)):
                self._first_not_cp1252 = self._at + found.start()
        if b"\0" in data and (nuls := data.count(0, 0, used)):  # to count them is slow
            if self._first_nul is None:
                self._first_nul = self._at + data.index(0)
            self._nuls += nuls
        self._rest = data[used:]
        self._at += used

    def decoding(self, path: Path) -> Decoding:
        """Say how all that was looked at is decoded.

        Raises:
            InputError: It is in no encoding that can be told.
        """
        if self._wide:
            notes = [] if self._marked else [(UNMARKED, f"read as {self._wide.upper()}, which its zero bytes show")]
            return Decoding(self._wide, (*notes, *self._notes_on(self._wide)))
        codec, notes = "utf-8-sig", []
        if self._odd > self._good and not self._marked:
            codec, notes = self._old_codec(path)
        elif self._odd:
            found = f"{self._odd} bytes that are not UTF-8, the first at offset {self._first_odd}, are replaced"
            notes = [(BROKEN, found)]
        if self._nuls:
            notes.append((NULS, f"{self._nuls} of them, the first at offset {self._first_nul}, are left out"))
        return Decoding(codec, tuple(notes), drop_nuls=bool(self._nuls))

    def _old_codec(self, path: Path) -> tuple[str, list[tuple[str, str]]]:
        if self._declared:
            return self._declared, self._notes_on(self._declared)
        if self._first_not_cp1252 is None:
            return "cp1252", [(NOT_UTF8, f"the first byte that is not UTF-8 is at offset {self._first_odd}")]
        remedy = (
            f"The byte at offset {self._first_not_cp1252} is in neither; iconv -f ENCODING -t utf-8 converts the file"
        )
        raise InputError(path, "neither UTF-8 nor cp1252", remedy)

    def _notes_on(self, codec: str) -> list[tuple[str, str]]:
        if self._other is None or self._other.offset is None:
            return []
        return [(BROKEN, f"what is not {codec.upper()}, first at offset {self._other.offset}, is replaced")]


def _declared(head: bytes) -> str:
    """Find the codec that a text declares for itself, "" where it is UTF-8, none of text, or does not hold ASCII."""
    found = _DECLARED.match(head)
    if not found:
        return ""
    try:
        codec = codecs.lookup((found[1] or found[2]).decode()).name
        if codec in _NO_TEXT or _ASCII.decode(codec) != _ASCII.decode():
            return ""
    except (LookupError, ValueError):
        return ""
    # What says that it is Latin-1 or ASCII is cp1252, as the web has it.
    return {"iso8859-1": "cp1252", "ascii": "cp1252", "utf-8": ""}.get(codec, codec)
