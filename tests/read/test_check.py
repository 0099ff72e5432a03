import codecs
import hashlib
import io
import random
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.read import check
from kg.read.check import Content, check_content
from kg.read.encodings import Decoding

LIST = "ICML 2025 Papers\n\nWe show that café is good.\n"


def content_of(data):
    return check_content(io.BytesIO(data), Path("x.txt"), size=len(data))


def refusal_of(data):
    with pytest.raises(InputError) as error:
        content_of(data)
    assert error.value.path == Path("x.txt")
    return error.value


@pytest.mark.parametrize("size", [1, 2, 3, 1 << 20])
@pytest.mark.parametrize(
    ("data", "encoding", "note"),
    [
        (LIST.encode(), "utf-8-sig", ""),
        (codecs.BOM_UTF8 + LIST.encode(), "utf-8-sig", ""),
        (b"plain", "utf-8-sig", ""),
        (LIST.encode("cp1252"), "cp1252", f"at offset {LIST.index('é')}"),
        ("“quoted”".encode("cp1252"), "cp1252", "at offset 0"),
        (b"caf\xe9", "cp1252", "at offset 3"),
        ("é and café".encode()[:-1], "utf-8-sig", "1 bytes that are not UTF-8, the first at offset 10,"),
        ("é é é ".encode() + b"\xe9 b \xff\n", "utf-8-sig", "2 bytes that are not UTF-8, the first at offset 9,"),
        ("a \xe9 b é c \xe8 d ".encode("cp1252") + "é".encode(), "cp1252", "at offset 2"),
        (LIST.encode("utf-16"), "utf-16", ""),
        (codecs.BOM_UTF16_BE + LIST.encode("utf-16-be"), "utf-16", ""),
        (LIST.encode("utf-32"), "utf-32", ""),
        (LIST.encode("utf-16-le"), "utf-16-le", "read as UTF-16-LE"),
        (LIST.encode("utf-16-be"), "utf-16-be", "read as UTF-16-BE"),
        (LIST.encode("utf-32-le"), "utf-32-le", "read as UTF-32-LE"),
        (LIST.encode("utf-32-be"), "utf-32-be", "read as UTF-32-BE"),
        (LIST.encode("utf-16") + b"\0\xd8a\0", "utf-16", f"first at offset {2 + 2 * len(LIST)},"),
        (b"a\0b and so on", "utf-8-sig", "1 of them, the first at offset 1,"),
    ],
)
def test_encoding_is_found_over_the_whole_file(monkeypatch, size, data, encoding, note):
    monkeypatch.setattr(check, "_CHUNK", size)
    content = content_of(data)
    assert content.sha256 == hashlib.sha256(data).hexdigest()
    assert content.decoding.codec == encoding
    assert len(content.notes) == bool(note)
    assert all(note in detail for _, detail in content.notes)


@pytest.mark.parametrize(
    ("declaration", "codec"),
    [
        ('<?xml version="1.0" encoding="windows-1251"?>', "cp1251"),
        ("<?xml version='1.0' encoding='ISO-8859-1' standalone='yes'?>", "cp1252"),
        ('<?xml version="1.0" encoding="GB2312"?>', "gb2312"),
        ("% Encoding: ISO8859_5\n", "iso8859-5"),
        ('<?xml version="1.0" encoding="unicode_escape"?>', "cp1252"),
        ('<?xml version="1.0" encoding="utf-16"?>', "cp1252"),
        ('<?xml version="1.0" encoding="no-such"?>', "cp1252"),
        ('<?xml version="1.0" encoding="zlib"?>', "cp1252"),
        ('<?xml version="1.0" encoding="UTF-8"?>', "cp1252"),
    ],
)
def test_declared_encoding_counts_where_the_text_is_not_utf_8(declaration, codec):
    body = "<a>Ж</a>".encode("cp1252" if codec == "cp1252" else codec, "replace").replace(b"?", b"\xe9")
    content = content_of(declaration.encode() + body)
    assert content.decoding.codec == codec
    assert content_of(declaration.encode() + "<a>Ж</a>".encode()) == Content(
        hashlib.sha256(declaration.encode() + "<a>Ж</a>".encode()).hexdigest(), Decoding("utf-8-sig")
    )


def test_declared_encoding_that_does_not_fit_is_reported():
    content = content_of(b'<?xml version="1.0" encoding="GB2312"?><a>\xb9\xa4 \xff</a>')
    assert content.notes == (("broken encoding", "what is not GB2312, first at offset 45, is replaced"),)


@pytest.mark.parametrize(
    ("data", "found", "remedy"),
    [
        (b"", "an empty file", ""),
        (b"\xef\xbb\xbf \r\n\t", "an empty file", ""),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "a PDF", "GROBID"),
        (b"PK\x03\x04\x14\x00", "a zip archive in another file", "save its sheet as CSV"),
        (bytes(range(256)), "a binary file", "CSV"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "an image", "Leave it out"),
        (b"\xff\xd8\xff\xe1 Exif, and no zeros or controls at all \x81", "an image", "Leave it out"),
        (b"GIF89a \xf0 and so on", "an image", "Leave it out"),
        (b"7z\xbc\xaf\x27\x1c rest", "a 7z archive", "Unpack"),
        (b"x" * 257 + b"ustar\x0000", "a tar archive", "Unpack"),
        (codecs.BOM_UTF16_LE + bytes(range(1, 256)) * 4, "a binary file", "CSV"),
        (bytes(100), "an empty file", ""),
        (b"a" + bytes(100), "a binary file", ""),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 rest", "a binary file of an office program", "CSV"),
        (b"SQLite format 3\0 rest", "a database", "CSV"),
        (b"ICML 2025\n\nA \x81 b.\n", "neither UTF-8 nor cp1252", "offset 13"),
    ],
)
def test_what_is_no_text_is_refused_with_a_remedy(data, found, remedy):
    error = refusal_of(data)
    assert error.found == found
    assert remedy in error.remedy


def test_odd_byte_far_in_the_file_is_found():
    data = b"x" * 3_000_000 + b"\x9d"
    assert "offset 3000000" in refusal_of(data).remedy


def test_single_control_characters_are_text():
    assert content_of(b"id,title\n1,cost\x02effective\n2,a\0b and so on\n").decoding.codec == "utf-8-sig"


@pytest.mark.parametrize("size", [500, 5_000, check.HEAD])
def test_what_is_compressed_or_encrypted_is_binary_whatever_its_kind(size):
    for seed in range(20):
        data = b"v" + random.Random(seed).randbytes(size).replace(b"\0", b"x")
        assert refusal_of(data).found == "a binary file"


def test_letters_beyond_ascii_in_an_old_encoding_are_text():
    data = ("id,title\n" + "1,Übergrößenträger\x02 und Äcker für Öl\n" * 20).encode("cp1252")
    assert content_of(data).decoding.codec == "cp1252"
    assert refusal_of("Это не бинарный файл, а текст. ".encode("koi8-r") + b"\x81").found == "neither UTF-8 nor cp1252"


@pytest.mark.parametrize("sign", ["\u200c", "\u200f", "\u202e", "\xad", "\U0001f468\u200d"])
def test_signs_of_writing_that_are_not_printed_are_text_in_utf_16_too(sign):
    text = f"ICML 2025\n\n{f'کتاب{sign}ها ' * 40}\n"
    assert content_of(text.encode("utf-16")).decoding.codec == "utf-16"
    assert content_of(f"ICML 2025\n\n{sign * 40}\n".encode("utf-16")).decoding.codec == "utf-16"
