"""Texts of any format, packed and encoded."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import stat
import struct
import sys
import tarfile
import warnings
import zipfile
from functools import cache
from typing import TYPE_CHECKING

from tests.fuzz.forms.contract import Form

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from tests.fuzz.entries import Entry

    Pack = Callable[[bytes, Random], bytes]
    Write = Callable[[list[Entry], Random], bytes]

_PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": lambda data: gzip.compress(data, 6, mtime=0),
    "bz2": bz2.compress,
    "xz": lambda data: lzma.compress(data, preset=0),
    "zst": zstd.compress,
}
_NAMES = (
    "../../x.json",
    "/etc/x",
    "C:\\x.csv",
    "a/b/x.jsonl",
    "x\ny",
    "",
    ".",
    "..",
    "ü.ris",
    ".hidden",
    "x" * 300,
    "a//b",
    "x/",
)


def _packed(name: str) -> Pack:
    pack = _PACKERS[name]

    def write(data: bytes, rng: Random) -> bytes:
        how = rng.random()
        if how < 0.2:
            half = rng.randint(0, len(data))
            return pack(data[:half]) + pack(data[half:]) + b"\0" * rng.choice((0, 0, 4, 512))
        return pack(rng.choice(list(_PACKERS.values()))(data)) if how < 0.3 else pack(data)

    return write


def _zipped(data: bytes, rng: Random) -> bytes:
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that stand twice
        with zipfile.ZipFile(file, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
            archive.writestr("papers/x", data)
            for name in rng.choices(_NAMES, k=rng.choice((0, 0, 1, 3))):
                info = zipfile.ZipInfo(name)
                info.create_system = rng.choice((0, 3))
                info.external_attr = rng.choice((0, (stat.S_IFLNK | 0o777) << 16))
                archive.writestr(info, rng.choice((b"", b"/etc/passwd", data)), zipfile.ZIP_DEFLATED)
    return file.getvalue()


@cache
def _inflated(name: str, beginning: bytes, piece: bytes, size: int) -> bytes:
    data = beginning + piece * (size // len(piece))
    if name != "zip":
        return _PACKERS[name](data)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.json", data)
    return file.getvalue()


def _bomb(_data: bytes, rng: Random) -> bytes:
    """Pack far more than the file's size, or say so."""
    name = rng.choice((*_PACKERS, "zip", "zip"))
    beginning = rng.choice((b"", b'{"title": "', b"title,abstract\n"))
    if rng.random() < 0.5:
        piece, size = rng.choice((b'{"title": "A"}\n', b"a,", b"TY  - JOUR\nTI  - A\nER  - \n")), 1 << 17
    else:
        piece, size = rng.choice((b"\0", b" ", b"[")), rng.choice((1 << 20, 1 << 20, 80 << 20))
    packed = _inflated(name, beginning, piece, size)
    if name == "zip" and rng.random() < 0.5:  # sizes that are not so
        declared = struct.pack("<L", len(beginning) + size // len(piece) * len(piece))
        packed = packed.replace(declared, struct.pack("<L", rng.choice((0, 1, 1 << 10, 1 << 31, (1 << 32) - 1))))
    return packed


def _tarred(data: bytes, rng: Random) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=rng.choice(("w", "w:gz"))) as archive:
        info = tarfile.TarInfo("../x.json")
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return file.getvalue()


def _over(forms: Sequence[Form], pack: Pack) -> Write:
    def write(entries: list[Entry], rng: Random) -> bytes:
        return pack(rng.choice(forms).write(entries, rng), rng)

    return write


def containers(forms: Sequence[Form]) -> tuple[Form, ...]:
    """Make the forms of packed files, also as standard input."""
    whole = [Form(name, (f".{name}", f".json.{name}", ""), _over(forms, _packed(name))) for name in _PACKERS]
    odd = [
        Form("zip", (".zip", ""), _over(forms, _zipped), counted=False),
        Form("bomb", (".gz", ".zip"), _over(forms, _bomb), counted=False),
        Form("tar", (".tar", ".tar.gz"), _over(forms, _tarred), counted=False),
    ]
    given = [
        Form(f"stdin-{each.name}", ("",), each.write, counted=each.counted, stdin=True) for each in (*whole, odd[0])
    ]
    bare = Form("stdin", ("",), _over(forms, lambda data, _: data), stdin=True)
    return (*whole, *odd, *given, bare)


_UTF = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be")
_OLD = ("cp1252", "latin-1", "iso8859-15", "cp1251", "shift_jis", "gb18030", "koi8-r", "mac-roman", "utf-7", "cp037")
_DECLARED = re.compile(r"(<\?xml\b[^>]*?encoding=\")[\w-]+")


def _encoded(data: bytes, rng: Random) -> bytes:
    text = data.decode("utf-8-sig").replace("\0", "")
    codec = rng.choice(_UTF)
    mark = "\ufeff" if codec.endswith(("le", "be")) and rng.random() < 0.5 else ""
    return (mark + text).encode(codec)


def _old(data: bytes, rng: Random) -> bytes:
    text = data.decode("utf-8-sig")
    codec = rng.choice(_OLD)
    text = _DECLARED.sub(rf"\g<1>{rng.choice((codec, 'x', 'utf-16', 'idna', 'rot13', 'hex', 'undefined'))}", text)
    mixed = text.encode(codec, "replace")
    if rng.random() < 0.3:
        half = rng.randint(0, len(mixed))
        mixed = (
            mixed[:half] + rng.choice((b"\xff\xfe", b"\x81", "größe".encode(), "größe".encode("utf-16"))) + mixed[half:]
        )
    return mixed


def encodings(forms: Sequence[Form]) -> tuple[Form, ...]:
    """Make the forms of texts in encodings that can be told, and others."""
    suffixes = (".json", ".xml", ".csv", ".ris", ".bib", "")
    return (
        Form("utf", suffixes, _over(forms, _encoded)),
        Form("old", suffixes, _over(forms, _old), counted=False),
    )
