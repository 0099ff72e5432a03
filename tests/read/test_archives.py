import gzip
import hashlib
import io
import random
import stat
import struct
import tracemalloc
import warnings
import zipfile

import pytest

from kg.errors import InputError
from kg.model import Effect, Paper, Problem
from kg.read import archives, compression, find, read, read_files

LIST = b"ICML 2025 Papers\n\nWe show A.\n\nWe show B.\n"


def pack(members, method=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, data in members:
            archive.writestr(name, data)
    return file.getvalue()


def outcome(items):
    items = list(items)
    papers = [item.id for item in items if isinstance(item, Paper)]
    return papers, {str(item.source): item.reason for item in items if isinstance(item, Problem)}


def test_members_are_inputs_of_their_own(write):
    csv = b"id,title,abstract\n7,On Graphs,We do.\n"
    packed = gzip.compress(csv)
    members = [("in/b.txt", LIST), ("in/deep/a.csv.gz", packed), ("in/", b""), ("c.json", b'[{"title": "On trees"}]')]
    inputs = find(write("papers.zip", pack(members)))
    assert [(file.name, file.stem, file.reader.name) for file in inputs] == [
        ("papers.zip/c.json", "c", "JSON"),
        ("papers.zip/in/b.txt", "b", "list"),
        ("papers.zip/in/deep/a.csv.gz", "a", "CSV or TSV"),
    ]
    hashes = {file.name: file.fingerprint()["sha256"] for file in inputs}
    assert hashes["papers.zip/in/deep/a.csv.gz"] == hashlib.sha256(packed).hexdigest()
    titles = [item.title or item.abstract for item in read_files(inputs) if isinstance(item, Paper)]
    assert titles == ["On trees", "We show A.", "We show B.", "On Graphs"]


def test_what_is_hidden_is_passed_over(write):
    names = [".hidden.txt", "__MACOSX/._a.txt", "in/.git/x", "in/a.txt", ".DS_Store"]
    inputs = find(write("a.zip", pack((name, LIST) for name in names)))
    assert [file.name for file in inputs] == ["a.zip/in/a.txt"]
    assert inputs.problems == ()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd", "etc/passwd"),
        ("/etc/passwd", "etc/passwd"),
        ("..\\..\\windows\\a.txt", "windows/a.txt"),
        ("C:\\a.txt", "C:/a.txt"),
        ("./a//b.txt", "a/b.txt"),
        ("two\nlines\x1b[31m.txt", r"two\nlines\x1b[31m.txt"),
        ("größe.txt", "größe.txt"),
    ],
)
def test_names_of_members_are_only_names(write, tmp_path, name, shown):
    path = write("in/a.zip", pack([(name, LIST)]))
    before = sorted(tmp_path.rglob("*"))
    items = list(read(path))
    assert {item.source.path for item in items} == {f"a.zip/{shown}"}
    assert len(items) == 2
    assert sorted(tmp_path.rglob("*")) == before


def test_of_files_of_one_name_the_last_is_read(write):
    members = [("a.txt", b"ICML 2025\n\nOld.\n"), ("b.txt", LIST), ("a.txt", LIST)]
    items = list(read(write("a.zip", pack(members))))
    assert outcome(items) == (["a-01", "a-02", "b-01", "b-02"], {"a.zip/a.txt": "an older file of the same name"})
    assert all(item.abstract != "Old." for item in items if isinstance(item, Paper))


def test_member_that_cannot_be_read_costs_itself_only(write):
    link = zipfile.ZipInfo("link.txt")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    members = [
        *(
            (link, b"/etc/passwd"),
            ("good.txt", LIST),
            ("inner.zip", pack([("a.txt", LIST)])),
            ("paper.pdf", b"%PDF-1.4"),
        ),
        ("empty.txt", b""),
    ]
    items = list(read(write("a.zip", pack(members))))
    papers, problems = outcome(items)
    assert papers == ["good-01", "good-02"]
    assert problems == {
        "a.zip/empty.txt": "an empty file",
        "a.zip/inner.zip": "a zip archive in another file",
        "a.zip/link.txt": "a symbolic link in an archive",
        "a.zip/paper.pdf": "a PDF",
    }
    assert all(item.effect is Effect.NOTED for item in items if isinstance(item, Problem))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_uncommon_methods_are_refused_since_they_unpack_without_bounds(write, method):
    with pytest.raises(InputError, match="an archive in which nothing can be read") as error:
        read(write("a.zip", pack([("a.txt", LIST)], method)))
    assert "a.zip/a.txt: a file packed in an uncommon way. Unpack the archive first" in error.value.remedy


def test_encrypted_member_is_refused_with_a_remedy(write):
    data = bytearray(pack([("a.txt", LIST)]))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    with pytest.raises(InputError, match=r"an encrypted file.*with its password"):
        read(write("a.zip", bytes(data)))


@pytest.mark.parametrize(
    ("names", "found", "remedy"),
    [
        (["[Content_Types].xml", "xl/workbook.xml"], "a workbook", "Save its sheet as CSV"),
        (["[Content_Types].xml", "word/document.xml"], "a document of an office program", "Save its text"),
        (["mimetype", "META-INF/container.xml"], "an e-book", "Save its text"),
        (["mimetype", "content.xml"], "a document of an office program", "save its sheet as CSV"),
        (["META-INF/MANIFEST.MF", "a.class"], "a Java archive", "Leave it out"),
        (["a.npy", "b.npy"], "a NumPy archive", "CSV"),
        (["in/"], "an archive without files to read", "Leave it out"),
        ([".hidden"], "an archive without files to read", "Leave it out"),
    ],
)
def test_what_only_is_packed_as_an_archive_is_refused_with_a_remedy(write, tmp_path, names, found, remedy):
    path = write("in/a.zip", pack((name, LIST) for name in names))
    write("in/b.txt", LIST)
    with pytest.raises(InputError, match=found) as error:
        read(path)
    assert remedy in error.value.remedy
    assert [str(problem.source) for problem in find(tmp_path / "in").problems] == ["a.zip"]


@pytest.mark.parametrize("end", [30, -1, -10, -30])
def test_cut_archive_is_an_error_where_named_and_else_a_problem(write, tmp_path, end):
    path = write("in/a.zip", pack([("a.txt", LIST), ("b.txt", LIST)])[:end])
    write("in/b.txt", LIST)
    with pytest.raises(InputError, match="damaged, and nothing of it can be read"):
        read(path)
    assert outcome(read(tmp_path / "in"))[0] == ["b-01", "b-02"]


def test_a_damaged_archive_is_not_quoted_at_length(write):
    data = bytearray(pack([("a.txt", random.Random(3).randbytes(4_000)), ("b.txt", LIST)], zipfile.ZIP_STORED))
    data[26:28] = (3_000).to_bytes(2, "little")  # the length of the first member's name
    papers, problems = outcome(read(write("a.zip", bytes(data))))
    assert papers == ["b-01", "b-02"]
    assert problems["a.zip/a.txt"].startswith("damaged, and nothing of it can be read (File name in directory 'a.txt'")
    assert len(problems["a.zip/a.txt"]) < 250


def test_member_with_a_wrong_sum_is_read_as_far_as_it_goes(write):
    noise = random.Random(3)
    text = b"ICML 2025 Papers\n\n" + b"".join(
        b"We show %s.\n\n" % noise.randbytes(20).hex().encode() for _ in range(5000)
    )
    data = bytearray(pack([("a.txt", text), ("b.txt", LIST)]))
    data[data.index(b"PK\x01\x02") + 16] ^= 1
    papers, problems = outcome(read(write("a.zip", bytes(data))))
    assert papers[-2:] == ["b-01", "b-02"]
    assert 4500 < len(papers) < 5002
    assert problems["a.zip/a.txt"] == "damaged file"


def test_whatever_is_broken_in_an_archive_it_is_read_or_refused(write):
    good = pack(
        [("a.txt", LIST), ("in/b.csv.gz", gzip.compress(b"title,abstract\nOn A,We do.\n")), ("c.txt", LIST * 50)]
    )
    noise = random.Random(5)
    for _ in range(150):
        data = bytearray(good)
        for _ in range(noise.randint(1, 4)):
            data[noise.randrange(len(data))] = noise.randrange(256)
        path = write("a.zip", bytes(data))
        try:
            items = list(read(path))
        except InputError:
            continue
        assert items


def test_declared_bomb_is_refused_before_anything_is_unpacked(write, monkeypatch):
    path = write("a.zip", pack([("a.txt", b"a" * (1 << 23))]))
    monkeypatch.setattr(compression, "FREE", 1 << 20)
    with pytest.raises(InputError, match="unpacks to more than 250 times its size"):
        read(path)


def test_bomb_that_declares_little_gives_no_more_than_it_declares(write):
    data = bytearray(pack([("a.txt", LIST + b"a" * (1 << 23)), ("b.txt", LIST)]))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<L", data, data.index(signature) + offset, len(LIST))
    path = write("a.zip", bytes(data))
    list(read(write("b.zip", pack([("a.txt", LIST)]))))  # what is made at the first use of a library is not counted
    tracemalloc.start()
    try:
        papers, problems = outcome(read(path))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert papers[-2:] == ["b-01", "b-02"]
    assert "a.zip/a.txt" in problems
    assert peak < 4_000_000


def test_files_that_overlap_are_refused(write):
    member = pack([("a.txt", random.Random(1).randbytes(5000))])
    start, end = member.index(b"PK\x01\x02"), member.index(b"PK\x05\x06")
    entries = member[start:end] * 3
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 3, 3, len(entries), start, 0)
    with pytest.raises(InputError, match="its files overlap"):
        read(write("a.zip", member[:start] + entries + tail))


def test_number_of_members_and_size_of_their_table_are_bounded(write, monkeypatch):
    path = write("a.zip", pack((f"{n}.txt", LIST) for n in range(30)))
    monkeypatch.setattr(archives, "MAX_MEMBERS", 20)
    with pytest.raises(InputError, match="an archive of more than 20 files"):
        read(path)
    monkeypatch.setattr(archives, "MAX_DIRECTORY", 1000)
    with pytest.raises(InputError, match="table of contents"):
        read(path)


def test_table_of_contents_is_not_read_again_for_each_member(write):
    path = write("a.zip", pack(((f"{n}.txt", LIST) for n in range(300)), zipfile.ZIP_STORED))
    opened = []
    original = zipfile.ZipFile
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archives.zipfile, "ZipFile", lambda *args: opened.append(args) or original(*args))
        inputs = find(path)
        assert len(list(read_files(inputs))) == 600
    assert len(opened) == 3  # to list them, to check them, to read them


def test_archive_that_goes_away_after_the_check(write, tmp_path):
    path = write("in/a.zip", pack([("a.txt", LIST), ("b.txt", LIST)]))
    write("in/z.txt", LIST)
    inputs = find(tmp_path / "in")
    path.unlink()
    papers, problems = outcome(read_files(inputs))
    assert papers == ["z-01", "z-02"]
    assert problems == {"a.zip/a.txt": "no such file or folder", "a.zip/b.txt": "no such file or folder"}


def test_same_bytes_in_two_archives_have_names_of_their_own(write, tmp_path):
    for name in ("x/a.zip", "y/a.zip"):
        write(name, pack([("a.txt", LIST)]))
    assert [file.name for file in find(tmp_path)] == ["x/a.zip/a.txt", "y/a.zip/a.txt"]


def test_member_without_a_name_is_passed_over(write):
    packed = pack([("a.txt", LIST), (zipfile.ZipInfo(""), LIST)])
    papers, problems = outcome(read(write("papers.zip", packed)))
    assert papers == ["a-01", "a-02"]
    assert problems == {}
