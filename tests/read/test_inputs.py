import hashlib
import itertools
import os
import tracemalloc
import zipfile

import pytest

from kg.errors import InputError
from kg.model import Effect, Paper, Problem, Source
from kg.read import find, read, read_files
from kg.read.set_aside import SetAside

LIST = "ICML 2025 Papers\n\nWe show A.\n\nWe show B.\n"
BROKEN = {
    "empty.txt": (b" \n", "an empty file"),
    "paper.pdf": (b"%PDF-1.4\n", "a PDF"),
    "image.png": (b"\x89PNG\0\0\0\0\0\0\0\0", "an image"),
    "book.zip": (b"PK\x05\x06" + bytes(18), "an archive without files to read"),
    "odd.txt": (b"ICML 2025\n\nA \x81.\n", "neither UTF-8 nor cp1252"),
    "denied.bib": (b"<!DOCTYPE html>\n<html><body>Log in</body></html>\n", "a web page"),
    "code.unknown": (b"fn main() { }\n", 'unknown format: it begins with "fn main() { }"'),
    "heading.txt": (b"ICML 2025\n", "a list with a heading and no abstracts"),
    "columns.csv": (b"name;place\na;b\n", "a table without a title or abstract column"),
    "numbers.json": (b"[1, 2]", "JSON that holds no records"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_file_that_is_named_is_an_error_before_anything_is_read(write, name):
    data, found = BROKEN[name]
    good, bad = write("good.txt", LIST), write(name, data)
    for order in ([good, bad], [bad, good]):
        with pytest.raises(InputError) as error:
            read(order)
        assert (error.value.path, error.value.found) == (bad, found)
        assert error.value.remedy


def test_broken_files_in_a_folder_cost_themselves_only(write, tmp_path):
    for name, (data, _) in BROKEN.items():
        write(f"in/{name}", data)
    write("in/good.txt", LIST)
    items = list(read(tmp_path / "in"))
    problems = [item for item in items if isinstance(item, Problem)]
    assert [(p.source, p.reason) for p in problems] == [
        (Source(name), found) for name, (_, found) in sorted(BROKEN.items())
    ]
    assert [item.id for item in items if isinstance(item, Paper)] == ["good-01", "good-02"]
    assert [file.name for file in find(tmp_path / "in")] == ["good.txt"]


def test_folder_in_which_nothing_can_be_read_is_an_error(write, tmp_path):
    write("good/a.txt", LIST)
    for name in ("code.unknown", "paper.pdf"):
        write(f"in/{name}", BROKEN[name][0])
    with pytest.raises(InputError, match="a folder in which nothing can be read") as error:
        find([tmp_path / "good", tmp_path / "in"])
    assert error.value.path == tmp_path / "in"
    assert "Of its 2 files the first is code.unknown: unknown format" in error.value.remedy


@pytest.mark.parametrize(
    "name", ["README.md", "readme", "LICENSE.txt", "Licence", "CHANGELOG.rst", "CONTRIBUTING-de.md"]
)
def test_file_about_a_folder_is_passed_over_with_a_word_unless_it_is_named(write, tmp_path, name):
    about = write(f"in/{name}", LIST)
    papers = write("in/papers.txt", LIST)
    note, *rest = read(tmp_path / "in")
    assert note == Problem(Source(name), "not read: a file about the folder", "Naming it reads it", effect=Effect.NOTED)
    assert {item.source.path for item in rest} == {"papers.txt"}
    assert {file.name for file in find([tmp_path / "in", about])} == {name, "papers.txt"}
    assert {file.name for file in find([about, papers])} == {name, "papers.txt"}


def test_members_of_archives_about_it_are_passed_over(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("data/README.txt", LIST)
        archive.writestr("data/licensed.txt", LIST)
    inputs = find(tmp_path / "a.zip")
    assert [file.path.name for file in inputs] == ["licensed.txt"]
    assert [problem.source.path for problem in inputs.problems] == ["a.zip/data/README.txt"]


def test_folder_of_nothing_but_a_readme_is_an_error(write, tmp_path):
    write("in/README.md", LIST)
    with pytest.raises(InputError, match="Naming it reads it"):
        read(tmp_path / "in")


def test_unknown_format_names_the_known_ones(write):
    with pytest.raises(InputError) as error:
        read(write("a.rs", "fn main() { }\n"))
    assert "Known are: JSON, JSON Lines, " in str(error.value)
    assert "CSV or TSV" in str(error.value)
    assert "Parquet" in str(error.value)


def test_nothing_given_is_an_error():
    with pytest.raises(InputError, match="no file or folder given"):
        read([])


@pytest.mark.parametrize("paths", ["", [""], ["good.txt", ""]])
def test_empty_path_is_not_the_working_folder(write, tmp_path, monkeypatch, paths):
    write("good.txt", LIST)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="an empty path"):
        find(paths)
    assert names(".") == ["good.txt"]


ODD = "two\nlines\x1b[31m\u202e\u2028.txt"
ESCAPED = r"two\nlines\x1b[31m\u202e\u2028.txt"


@pytest.mark.skipif(os.name == "nt", reason="such names cannot be there")
@pytest.mark.parametrize("content", [LIST, b"", b"%PDF-", b"unknown", b"ICML 2025\n", b"[1]", None], ids=repr)
def test_odd_names_break_no_line(tmp_path, write, content):
    if content is not None:
        write(f"in/{ODD}", content)
    write("in/good.txt", LIST)
    if content == LIST:
        inputs = find([tmp_path / "in"])
        assert [file.name for file in inputs] == ["good.txt", ESCAPED]
        assert inputs.files[1].path == tmp_path / "in" / ODD
        assert [item.id for item in inputs.files[1].read()] == [f"{ESCAPED[:-4]}-{n}" for n in ("01", "02")]
        return
    with pytest.raises(InputError) as error:
        read(tmp_path / "in" / ODD)
    assert error.value.path == tmp_path / "in" / ODD
    assert str(error.value).startswith(f"{tmp_path}/in/{ESCAPED}: ")
    assert str(error.value).isprintable()
    if content is not None:
        assert [str(p.source) for p in find(tmp_path / "in").problems] == [ESCAPED]


@pytest.mark.skipif(os.name == "nt", reason="such names cannot be there")
def test_odd_name_of_a_folder_breaks_no_line(tmp_path, write):
    for content in (b"%PDF-", None):
        folder = tmp_path / f"{content}\n"
        folder.mkdir()
        if content:
            write(f"{content}\n/a.pdf", content)
        with pytest.raises(InputError) as error:
            find(folder)
        assert str(error.value).isprintable()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_file_that_may_not_be_read_is_an_error(write):
    path = write("a.txt", LIST)
    path.chmod(0)
    with pytest.raises(InputError, match="permission denied"):
        read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_pipe_is_an_error_and_nobody_waits(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="no regular file"):
        read(tmp_path / "pipe")


def test_broken_link_in_a_folder_is_a_problem(write, tmp_path):
    write("in/a.txt", LIST)
    (tmp_path / "in/b.txt").symlink_to(tmp_path / "nowhere")
    found = "a symbolic link that leads nowhere"
    assert [(str(p.source), p.reason) for p in find(tmp_path / "in").problems] == [("b.txt", found)]
    with pytest.raises(InputError, match=found):
        find(tmp_path / "in/b.txt")


def test_links_in_a_circle_are_problems_in_a_folder_and_errors_where_named(write, tmp_path):
    write("in/c.txt", LIST)
    for name, target in (("a", "b"), ("b", "a"), ("self", "self")):
        (tmp_path / "in" / name).symlink_to(target)
    papers = [item.id for item in read(tmp_path / "in") if isinstance(item, Paper)]
    problems = [(str(p.source), p.reason) for p in find(tmp_path / "in").problems]
    found = "symbolic links that lead in a circle"
    assert papers == ["c-01", "c-02"]
    assert problems == [("a", found), ("b", found), ("self", found)]
    for name in ("a", "self", "a/below.txt"):
        with pytest.raises(InputError) as error:
            read(tmp_path / "in" / name)
        assert str(error.value) == f"{tmp_path / 'in' / name}: {found}. Mend or remove them."


def names(*paths, leave_out=()):
    return [file.name for file in find(paths, leave_out=leave_out)]


def test_what_is_left_out_is_passed_over_in_folders(write, tmp_path, monkeypatch):
    for name in ("in/a.txt", "in/out/graph.json", "in/out/b.txt", "in/out/deep/c.txt", "in/outer/d.txt"):
        write(name, LIST)
    (tmp_path / "in/link").symlink_to(tmp_path / "in/out/deep")
    (tmp_path / "in/link.txt").symlink_to(tmp_path / "in/out/b.txt")
    folder, out = tmp_path / "in", tmp_path / "in/out"
    monkeypatch.chdir(out)
    for same in (out, str(out), ".", "../out", out / "../../in/out"):
        assert names(folder, leave_out=[same]) == ["a.txt", "d.txt"]
    kept = find(folder, leave_out=[out / "graph.json", tmp_path / "nowhere"])
    assert sorted(file.path.resolve().name for file in kept) == ["a.txt", "b.txt", "c.txt", "d.txt"]
    assert len(find(folder)) == 5


def test_what_is_named_is_read_even_if_left_out(write, tmp_path):
    for name in ("in/a.txt", "in/out/graph.json", "in/out/b.txt", "in/out/deep/c.txt"):
        write(name, LIST)
    folder, out = tmp_path / "in", tmp_path / "in/out"
    assert names(out, leave_out=[out]) == ["b.txt", "c.txt", "graph.json"]
    assert names(out, leave_out=[out / "graph.json"]) == ["b.txt", "c.txt"]
    assert names(out / "deep", leave_out=[out]) == ["c.txt"]
    assert names(folder, out / "b.txt", leave_out=[out]) == ["a.txt", "b.txt"]
    assert names(out / "graph.json", leave_out=[out, out / "graph.json"]) == ["graph.json"]


def test_folder_of_which_all_is_left_out_is_an_error(write, tmp_path):
    path = write("in/graph.json", LIST)
    with pytest.raises(InputError, match="a folder without files to read"):
        find(tmp_path / "in", leave_out=[path])


def test_fingerprints_name_the_files_that_are_read(write, tmp_path):
    write("in/b.txt", LIST)
    write("in/a.json", '[{"title": "A"}]')
    write("in/c.pdf", b"%PDF-")
    inputs = find(tmp_path / "in")
    assert len(inputs) == 2
    assert [file.fingerprint() for file in inputs] == [
        {"path": "a.json", "sha256": hashlib.sha256(b'[{"title": "A"}]').hexdigest()},
        {"path": "b.txt", "sha256": hashlib.sha256(LIST.encode()).hexdigest()},
    ]


def test_formats_are_told_by_content(write):
    files = {
        "list.csv": LIST,
        "array.txt": '[{"title": "A"}]',
        "lines.json": '{"title": "A"}\n{"title": "B"}\n',
        "table.json": "title,abstract\nA,B\n",
        "tabs": "Title\tYear\nA\t2020\n",
    }
    found = find([write(name, text) for name, text in files.items()])
    assert {file.name: file.reader.name for file in found} == {
        "list.csv": "list",
        "array.txt": "JSON",
        "lines.json": "JSON Lines",
        "table.json": "CSV or TSV",
        "tabs": "CSV or TSV",
    }


def test_outcome_does_not_depend_on_the_order_of_arguments(write):
    paths = [
        write("a.json", '[{"id": "1", "title": "A"}, {"id": "2", "title": "B"}]'),
        write("b.csv", "id,title\n1,C\n2,B\n"),
        write("c.jsonl", '{"id": 1, "title": "D"}\n{"id": "1-2", "title": "E"}\n'),
    ]
    expected = list(read(paths))
    assert [p.id for p in expected if isinstance(p, Paper)] == ["1", "2", "1-2", "1-3", "1-2-2"]
    for order in itertools.permutations(paths):
        assert list(read([*order, order[0]])) == expected


def test_ids_of_files_with_one_stem_are_kept_apart(write, tmp_path):
    for name in ("in/a/x.txt", "in/b/x.txt", "in/c/y.txt"):
        write(name, LIST)
    ids = [item.id for item in read(tmp_path / "in")]
    assert ids == ["a/x-01", "a/x-02", "b/x-01", "b/x-02", "y-01", "y-02"]


def test_cp1252_is_read_and_reported(load):
    papers, problems = load("a.txt", "ICML 2025\n\nWe show “café”.\n".encode("cp1252"))
    assert [p.abstract for p in papers] == ["We show “café”."]
    assert [(p.source, p.reason) for p in problems] == [(Source("a.txt"), "not UTF-8, read as cp1252")]
    assert "offset 19" in problems[0].detail
    assert problems[0].effect is Effect.NOTED


def test_utf_16_with_its_mark_is_read_without_a_word(load):
    for encoding in ("utf-16", "utf-32"):
        papers, problems = load(
            "wide.csv", "PT\tTitle\tAbstract\t\r\nJ\tOn Straße\tWe show 論文.\t\r\n".encode(encoding)
        )
        assert [(p.title, p.abstract) for p in papers] == [("On Straße", "We show 論文.")]
        assert problems == []


def test_utf_16_without_a_mark_is_read_and_reported(load):
    papers, problems = load("wide.txt", LIST.encode("utf-16-le"))
    assert [p.abstract for p in papers] == ["We show A.", "We show B."]
    assert [(p.reason, p.detail) for p in problems] == [
        ("no byte order mark", "read as UTF-16-LE, which its zero bytes show")
    ]


def test_broken_utf_8_costs_the_broken_bytes_only(load):
    lines = ['{"title": "On Straße and Größe"}', '{"title": "A ?\u200b cut"}', '{"title": "On Maße"}']
    data = "\n".join(lines).encode().replace(b"?", b"\xe9\xff")
    papers, problems = load("a.jsonl", data)
    assert [p.title for p in papers][::2] == ["On Straße and Größe", "On Maße"]
    assert len(papers) == 3
    (problem,) = problems
    assert (problem.reason, problem.effect) == ("broken encoding", Effect.NOTED)
    assert problem.detail == f"2 bytes that are not UTF-8, the first at offset {data.index(0xFF) - 1}, are replaced"


def test_nul_in_the_middle_does_not_stop_the_import(load):
    data = b"id,title,abstract\n1,Before\0 it,x\n2,\0After it,y\n"
    papers, problems = load("a.csv", data)
    assert [p.title for p in papers] == ["Before it", "After it"]
    assert [(p.reason, p.detail) for p in problems] == [
        ("NUL characters", "2 of them, the first at offset 26, are left out")
    ]
    papers, problems = load("b.json", b'[{"title": "A title"}]' + bytes(5))
    assert [p.title for p in papers] == ["A title"]


def test_flag_for_rejected_papers_reaches_the_reader(write):
    path = write("a.txt", LIST)
    for flag in (False, True):
        (file,) = find(path, include_rejected=flag)
        with file.open() as document:
            assert document.include_rejected is flag


def test_files_that_go_away_after_the_check(write, tmp_path):
    named, below = write("a.txt", LIST), write("in/b.txt", LIST)
    inputs = find([named, tmp_path / "in"])
    below.unlink()
    ids_and_reasons = [item.id if isinstance(item, Paper) else item.reason for item in read_files(inputs)]
    assert ids_and_reasons == ["a-01", "a-02", "no such file or folder"]
    named.unlink()
    with pytest.raises(InputError, match="no such file or folder"):
        list(read_files(inputs))


@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x.csv", "x.txt"])
def test_memory_does_not_grow_with_the_file(tmp_path, name, monkeypatch):
    monkeypatch.setattr(SetAside.__init__, "__kwdefaults__", {"memory": 1 << 18})
    abstract = "We show that it is so. " * 40
    formats = {
        "x.json": ("[\n", lambda n: f'{{"id": {n}, "abstract": "{abstract}"}},\n', '{"title": "end"}]'),
        "x.jsonl": ("", lambda n: f'{{"id": {n}, "abstract": "{abstract}"}}\n', ""),
        "x.csv": ("id,abstract\n", lambda n: f'{n},"{abstract}"\n', ""),
        "x.txt": ("ICML 2025\n\n", lambda _: f"{abstract}\n\n", ""),
    }
    before, record, after = formats[name]
    with (tmp_path / name).open("w", encoding="utf-8") as file:
        file.write(before)
        file.writelines(record(n) for n in range(5000))
        file.write(after)
    tracemalloc.start()
    try:
        count = sum(1 for _ in read(tmp_path / name))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count in (5000, 5001)
    assert (tmp_path / name).stat().st_size > 4_500_000
    assert peak < 4_500_000


def test_message_for_an_unknown_format_is_short_and_shows_its_beginning(write):
    with pytest.raises(InputError) as error:
        find(write("a.rs", b"fn main() { }\n"))
    assert 'it begins with "fn main() { }"' in str(error.value)
    assert len(str(error.value)) < 600
