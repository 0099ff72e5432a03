import itertools
import os

import pytest

from kg.errors import InputError
from kg.read.files import find_paths, short_names


def names(*paths):
    return [file.name for file in find_paths(paths)]


def test_folders_are_walked_and_hidden_entries_passed_over(write, tmp_path):
    for name in ("in/b.txt", "in/a/z.txt", "in/a/c/d.txt", "in/.hidden.txt", "in/.git/x.txt", "in/e"):
        write(name, "x")
    assert names(tmp_path / "in") == ["b.txt", "d.txt", "e", "z.txt"]


def test_hidden_file_that_is_named_is_found(write):
    assert names(write("in/.a.txt", "x")) == [".a.txt"]


def test_names_do_not_depend_on_where_the_input_lies(write, tmp_path, monkeypatch):
    write("one/in/a.txt", "x")
    write("two/three/in/a.txt", "x")
    assert names(tmp_path / "one/in") == names(tmp_path / "two/three/in") == ["a.txt"]
    monkeypatch.chdir(tmp_path / "one/in")
    assert names(".") == names("../in/") == names("../../one/in") == ["a.txt"]
    assert names("a.txt") == ["a.txt"]


def test_file_is_found_once_however_it_is_named(write, tmp_path):
    path = write("in/a.txt", "x")
    (tmp_path / "in/link.txt").symlink_to(path)
    paths = [path, str(path), tmp_path / "in", tmp_path / "in/../in/a.txt"]
    for order in itertools.permutations(paths):
        (file,) = find_paths(order)
        assert (file.name, file.explicit, file.folders) == ("a.txt", True, (tmp_path / "in",))


def test_order_of_arguments_does_not_matter(write):
    paths = [write(name, "x") for name in ("b/1.txt", "a/2.txt", "a/1.txt", "c/d/1.txt")]
    expected = ["2.txt", "a/1.txt", "b/1.txt", "d/1.txt"]
    for order in itertools.permutations(paths):
        assert names(*order) == expected


def test_names_that_clash_grow_until_they_differ(write, tmp_path):
    write("x/run/data/a.csv", "x")
    write("y/run/data/a.csv", "x")
    write("z/b.csv", "x")
    assert names(tmp_path / "x/run/data", tmp_path / "y/run/data", tmp_path / "z") == [
        "b.csv",
        "x/run/data/a.csv",
        "y/run/data/a.csv",
    ]


def test_circles_of_links_end(write, tmp_path):
    write("in/a.txt", "x")
    (tmp_path / "in/loop").symlink_to(tmp_path / "in")
    (tmp_path / "in/more").symlink_to(tmp_path / "other")
    write("other/b.txt", "x")
    assert names(tmp_path / "in") == ["a.txt", "b.txt"]


def test_pattern_stands_for_what_it_matches(write, tmp_path):
    for name in ("in/b.csv", "in/a.csv", "in/c.txt", "in/.d.csv", "in/deep/e.csv", "in/deep/er/f.csv", "in/g.csv/h"):
        write(name, "x")
    folder = tmp_path / "in"
    assert names(folder / "?.csv") == ["a.csv", "b.csv", "h"]
    assert names(f"{folder}/[ac].*") == ["a.csv", "c.txt"]
    assert names(folder / "**/*.csv") == ["a.csv", "b.csv", "e.csv", "f.csv", "h"]
    assert names(folder / "**") == ["a.csv", "b.csv", "c.txt", "e.csv", "f.csv", "h"]
    assert names(folder / "*.csv", folder / "a.csv", folder) == names(folder)
    assert [file.explicit for file in find_paths([folder / "[ab].csv", folder / "a.csv"])] == [True, False]


def test_pattern_that_matches_nothing_is_an_error(write, tmp_path):
    path = write("in/a.csv", "x")
    for pattern, found in (("in/*.txt", "no file or folder"), ("no/**/x", "no file or folder")):
        with pytest.raises(InputError, match=f"a pattern that matches {found}") as error:
            find_paths([tmp_path / pattern])
        assert error.value.path == tmp_path / pattern
    with pytest.raises(InputError, match="a pattern that matches nothing but what is left out"):
        find_paths([tmp_path / "in/*"], leave_out=[path])


def test_pattern_passes_over_what_is_left_out(write, tmp_path):
    for name in ("out/graph.json", "out/a.json", "b.json"):
        write(name, "x")
    assert names(tmp_path / "**/*.json") == ["a.json", "b.json", "graph.json"]
    out = tmp_path / "out"
    assert [f.name for f in find_paths([tmp_path / "**/*.json"], leave_out=[out])] == ["b.json"]
    assert [f.name for f in find_paths([out / "*.json"], leave_out=[out, out / "graph.json"])] == ["a.json"]


@pytest.mark.skipif(os.name == "nt", reason="such names cannot be there")
def test_file_with_the_name_of_a_pattern_wins(write, tmp_path):
    for name in ("a[1].txt", "a1.txt", "b*.txt", "bc.txt"):
        write(name, "x")
    assert names(tmp_path / "a[1].txt", tmp_path / "b*.txt") == ["a[1].txt", "b*.txt"]
    (tmp_path / "c*").symlink_to(tmp_path / "nowhere")
    with pytest.raises(InputError, match="leads nowhere"):
        find_paths([tmp_path / "c*"])


def test_dash_is_standard_input_and_a_path_of_that_name_is_a_file(write, tmp_path, monkeypatch):
    write("-", "x")
    write("stdin", "x")
    monkeypatch.chdir(tmp_path)
    assert [(f.name, f.is_stdin, f.explicit) for f in find_paths(["-", "-"])] == [("stdin", True, True)]
    assert [(f.name, f.is_stdin) for f in find_paths(["./-", "-"])] == [("-", False), ("stdin", True)]
    both = {f.name: f.is_stdin for f in find_paths(["stdin", "-"])}
    assert both == {f"{tmp_path.name}/stdin": False, "stdin": True}


def test_suffix_of_a_compression_is_no_part_of_a_stem():
    assert short_names(["a.jsonl.gz", "b.csv.ZST", "c.bz2", ".gz"]) == ["a", "b", "c", ".gz"]
    assert short_names(["x/a.csv", "y/a.csv.xz", "x/b.csv", "x/b.csv.gz"]) == ["x/a", "y/a", "x/b.csv", "x/b.csv.gz"]


@pytest.mark.parametrize("name", ["nowhere.txt", "a.txt/below", "nul\0"])
def test_path_that_is_not_there_is_an_error(write, tmp_path, name):
    write("a.txt", "x")
    with pytest.raises(InputError) as error:
        find_paths([tmp_path / "a.txt", tmp_path / name])
    assert error.value.path == tmp_path / name
    assert "Check the path" in str(error.value)


def test_empty_folder_is_an_error(write, tmp_path):
    write("in/.hidden", "x")
    (tmp_path / "in/below").mkdir()
    with pytest.raises(InputError, match="an empty folder") as error:
        find_paths([tmp_path / "in"])
    assert error.value.path == tmp_path / "in"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_folder_that_may_not_be_listed_is_an_error(tmp_path):
    (tmp_path / "in").mkdir(mode=0)
    with pytest.raises(InputError, match="permission denied"):
        find_paths([tmp_path / "in"])


@pytest.mark.skipif(os.name == "nt", reason="names are Unicode there")
def test_name_that_is_no_unicode_can_be_written(tmp_path):
    path = tmp_path / os.fsdecode(b"\xff.txt")
    path.touch()
    assert names(path) == ["\\xff.txt"]
