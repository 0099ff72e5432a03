import codecs
import hashlib
import io
import random

import pytest

from kg.errors import InputError
from kg.read import check
from kg.read.check import Content, check_content

LIST = "ICML 2025 Papers\n\nWe show that café is good.\n"


def content_of(data):
    return check_content(io.BytesIO(data), "x.txt")


def refusal_of(data):
    with pytest.raises(InputError) as error:
        content_of(data)
    assert error.value.path == "x.txt"
    return error.value


@pytest.mark.parametrize("size", [1, 2, 3, 1 << 20])
@pytest.mark.parametrize(
    ("data", "encoding", "first_odd"),
    [
        (LIST.encode(), "utf-8-sig", None),
        (codecs.BOM_UTF8 + LIST.encode(), "utf-8-sig", None),
        (b"plain", "utf-8-sig", None),
        (LIST.encode("cp1252"), "cp1252", LIST.index("é")),
        ("“quoted”".encode("cp1252"), "cp1252", 0),
        (b"caf\xe9", "cp1252", 3),
        ("é and café".encode()[:-1], "utf-8-sig", None),
    ],
    ids=["utf-8", "bom", "ascii", "cp1252", "quotes", "odd end", "cut inside a character"],
)
def test_encoding_is_found_over_the_whole_file(monkeypatch, size, data, encoding, first_odd):
    monkeypatch.setattr(check, "_CHUNK", size)
    monkeypatch.setattr(check, "HEAD", 8)
    assert content_of(data) == Content(hashlib.sha256(data).hexdigest(), encoding, first_odd)


@pytest.mark.parametrize(
    ("data", "found", "remedy"),
    [
        (b"", "an empty file", ""),
        (b"\xef\xbb\xbf \r\n\t", "an empty file", ""),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "a PDF", "GROBID"),
        (b"PK\x03\x04\x14\x00", "a zip archive", "save its sheet as CSV"),
        (b"\x1f\x8b\x08\x00\x00", "a compressed file", "Unpack"),
        (bytes(range(256)), "a binary file", "CSV"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "an image", "Leave it out"),
        (b"\xff\xd8\xff\xe1 Exif, and no zeros or controls at all \x81", "an image", "Leave it out"),
        (b"GIF89a \xf0 and so on", "an image", "Leave it out"),
        (b"7z\xbc\xaf\x27\x1c rest", "a compressed file", "Unpack"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 rest", "a binary file of an office program", "CSV"),
        (b"SQLite format 3\0 rest", "a database", "CSV"),
        (LIST.encode("utf-16"), "UTF-16 text", "iconv -f UTF-16 -t utf-8"),
        (codecs.BOM_UTF16_BE + LIST.encode("utf-16-be"), "UTF-16 text", "iconv"),
        (LIST.encode("utf-32"), "UTF-32 text", "iconv"),
        (LIST.encode("utf-16-le"), "UTF-16LE text", "iconv -f UTF-16LE"),
        (LIST.encode("utf-16-be"), "UTF-16BE text", "iconv -f UTF-16BE"),
        (LIST.encode("utf-32-le"), "UTF-32LE text", "iconv -f UTF-32LE"),
        (LIST.encode("utf-32-be"), "UTF-32BE text", "iconv -f UTF-32BE"),
        (b"ICML 2025\n\nA \x81 b.\n", "neither UTF-8 nor cp1252", "offset 13"),
        ("ICML 2025\n\nA é ".encode() + b"\xe9 b.\n", "broken UTF-8", "offset 16"),
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
    assert content_of(b"id,title\n1,cost\x02effective\n2,a\0b and so on\n").encoding == "utf-8-sig"


@pytest.mark.parametrize("size", [500, 5_000, check.HEAD])
def test_what_is_compressed_or_encrypted_is_binary_whatever_its_kind(size):
    for seed in range(20):
        data = b"v" + random.Random(seed).randbytes(size).replace(b"\0", b"x")
        assert refusal_of(data).found == "a binary file"


def test_letters_beyond_ascii_in_an_old_encoding_are_text():
    data = ("id,title\n" + "1,Übergrößenträger\x02 und Äcker für Öl\n" * 20).encode("cp1252")
    assert content_of(data).encoding == "cp1252"
    assert refusal_of("Это не бинарный файл, а текст. ".encode("koi8-r") + b"\x81").found == "neither UTF-8 nor cp1252"
