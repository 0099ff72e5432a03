import itertools
import os

import pytest

from kg.errors import InputError
from kg.read.files import find_paths


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
