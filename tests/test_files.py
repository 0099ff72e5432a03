import errno
import os
import stat

import pytest

from kg.errors import OutputError
from kg.files import staging, write_bytes, write_text, writing


@pytest.fixture
def umask():
    """Sets the umask, and sets it back."""
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_text_is_utf8_with_line_ends_as_given(tmp_path):
    write_text(tmp_path / "a.txt", "α 😀\n\r\nend")
    assert (tmp_path / "a.txt").read_bytes() == "α 😀\n\r\nend".encode()


def test_file_appears_when_it_is_whole(tmp_path):
    path = tmp_path / "a.bin"
    with writing(path) as file:
        file.write(b"one")
        assert not path.exists()
        file.write(b"two")
    assert path.read_bytes() == b"onetwo"
    assert list(tmp_path.iterdir()) == [path]


def fail_half_way(path, error):
    with writing(path) as file:
        file.write(b"half")
        raise error


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_nothing_changes_when_the_block_fails(tmp_path, error):
    path = tmp_path / "a.bin"
    path.write_bytes(b"before")
    with pytest.raises(error):
        fail_half_way(path, error)
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_left_of_text_that_cannot_be_encoded(tmp_path):
    with pytest.raises(UnicodeEncodeError):
        write_text(tmp_path / "a.txt", "\ud800")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (errno.ENOSPC, "cannot be written (No space left on device). Make room on the disk."),
        (errno.EACCES, "cannot be written (Permission denied). Name a folder that you may write to."),
        (errno.EIO, "cannot be written (Input/output error). Name another place."),
    ],
)
def test_what_the_system_refuses_is_an_output_error_that_says_so(tmp_path, number, message):
    path = tmp_path / "a.bin"
    with pytest.raises(OutputError) as caught:
        fail_half_way(path, OSError(number, os.strerror(number)))
    assert str(caught.value) == f"{path}: {message}"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("mask", "expected"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_new_file_respects_the_umask(tmp_path, umask, mask, expected):
    umask(mask)
    write_bytes(tmp_path / "a.bin", b"")
    assert mode(tmp_path / "a.bin") == expected


@pytest.mark.parametrize("kept", [0o600, 0o664, 0o444])
def test_replaced_file_keeps_its_permissions(tmp_path, umask, kept):
    umask(0o022)
    path = tmp_path / "a.bin"
    path.write_bytes(b"before")
    path.chmod(kept)
    write_bytes(path, b"after")
    assert (path.read_bytes(), mode(path)) == (b"after", kept)


def test_symbolic_link_stays_and_its_target_is_replaced(tmp_path):
    target, link = tmp_path / "elsewhere" / "real.txt", tmp_path / "link.txt"
    target.parent.mkdir()
    target.write_text("before")
    link.symlink_to(target)
    write_text(link, "after")
    assert link.is_symlink()
    assert target.read_text() == "after"


def test_missing_folder_is_named(tmp_path):
    path = tmp_path / "no" / "a.txt"
    with pytest.raises(
        OutputError, match=r"a\.txt: cannot be written \(No such file or directory\)\. Create the folder"
    ):
        write_text(path, "")


def test_parent_that_is_a_file(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match=r"Not a directory"):
        write_text(tmp_path / "file" / "a.txt", "")


def test_folder_in_the_place_stays(tmp_path):
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(OutputError, match=r"it is a folder\. Name a file\."):
        write_text(tmp_path / "a.txt", "")
    assert (tmp_path / "a.txt").is_dir()


def test_pipe_in_the_place_stays(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OutputError, match="is not a regular file"):
        write_text(pipe, "")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_folder_that_may_not_be_written(tmp_path):
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(OutputError, match="Name a folder that you may write to"):
            write_text(tmp_path / "a.txt", "")
    finally:
        tmp_path.chmod(0o755)


def test_name_as_long_as_the_file_system_allows(tmp_path):
    path = tmp_path / ("x" * 255)
    write_text(path, "whole")
    assert path.read_text() == "whole"


def test_staged_files_appear_together_and_other_files_stay(tmp_path):
    (tmp_path / "kept.txt").write_text("kept", encoding="utf-8")
    with staging(tmp_path) as stage:
        write_text(stage / "a.txt", "a")
        write_text(stage / "b.txt", "b")
        assert not (tmp_path / "a.txt").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b.txt", "kept.txt"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_staging_that_fails_leaves_no_trace(tmp_path, error):
    def fail():
        with staging(tmp_path / "deep" / "er") as stage:
            write_text(stage / "a.txt", "a")
            raise error

    with pytest.raises(error):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_staging_that_fails_leaves_a_folder_with_other_files(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "kept.txt").write_text("kept", encoding="utf-8")
    with pytest.raises(ValueError, match="stop"), staging(tmp_path / "out"):
        raise ValueError("stop")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["kept.txt"]


def test_a_file_is_no_folder_to_stage_in(tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(OutputError, match="cannot be written"), staging(folder):
            pass
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_a_folder_in_place_of_an_output_is_seen_before_anything_is_replaced(tmp_path):
    (tmp_path / "b.txt").mkdir()
    (tmp_path / "a.txt").write_text("old", encoding="utf-8")

    def stage_both():
        with staging(tmp_path) as stage:
            write_text(stage / "a.txt", "new")
            write_text(stage / "b.txt", "new")

    with pytest.raises(OutputError, match=r"b\.txt: cannot be written: it is a folder"):
        stage_both()
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b.txt"]


def test_errors_name_the_output_not_the_stage(tmp_path):
    def stage_a_folder():
        with staging(tmp_path) as stage:
            (stage / "a.txt").mkdir()
            write_text(stage / "a.txt", "new")

    with pytest.raises(OutputError) as caught:
        stage_a_folder()
    assert caught.value.path == tmp_path / "a.txt"


def test_what_a_killed_build_left_is_swept_a_day_later(tmp_path):
    old, new = tmp_path / ".kg-stage-old", tmp_path / ".kg-stage-new"
    for stage in (old, new):
        stage.mkdir()
        (stage / "a.txt").write_text("half", encoding="utf-8")
    os.utime(old, (0, 0))
    with staging(tmp_path):
        pass
    assert not old.exists()
    assert new.exists()


@pytest.mark.parametrize("name", ["", "x" * 300])
def test_names_that_no_folder_can_have_are_refused(tmp_path, name, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OutputError), staging(name):
        pass
    assert list(tmp_path.iterdir()) == []


def ours(folder):
    return (folder / "mark").exists()


def write_folder(folder, content):
    folder.mkdir(parents=True)
    (folder / "mark").write_text(content)


def test_a_folder_takes_the_place_of_one_of_ours(tmp_path):
    write_folder(tmp_path / "out" / "store", "old")
    (tmp_path / "out" / "store" / "left over").touch()
    with staging(tmp_path / "out", is_ours=ours) as stage:
        write_folder(stage / "store", "new")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["store"]
    assert [path.read_text() for path in (tmp_path / "out" / "store").iterdir()] == ["new"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_folder_stays_when_the_block_fails(tmp_path, error):
    write_folder(tmp_path / "out" / "store", "old")
    with pytest.raises(error), staging(tmp_path / "out", outdated=["store"], is_ours=ours) as stage:  # noqa: PT012
        write_folder(stage / "store", "new")
        raise error
    assert (tmp_path / "out" / "store" / "mark").read_text() == "old"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["store"]


@pytest.mark.parametrize("is_folder", [True, False])
def test_what_is_not_ours_is_not_replaced_by_a_folder(tmp_path, is_folder):
    mine = tmp_path / "out" / "store"
    mine.mkdir(parents=True)
    if is_folder:
        (mine / "mine.txt").write_text("mine")
    else:
        mine.rmdir()
        mine.write_text("mine")
    (tmp_path / "out" / "other").write_text("old")
    with pytest.raises(OutputError, match=r"out.store: stands where a folder is to be written"):  # noqa: PT012, SIM117
        with staging(tmp_path / "out", is_ours=ours) as stage:
            write_folder(stage / "store", "new")
            (stage / "other").write_text("new")
    assert (mine / "mine.txt" if is_folder else mine).read_text() == "mine"
    assert (tmp_path / "out" / "other").read_text() == "old"


def test_what_is_outdated_vanishes_unless_it_is_new_or_not_ours(tmp_path):
    out = tmp_path / "out"
    write_folder(out / "store", "old")
    (out / "mine").mkdir()
    for name in ("graph.nt", "graph.rdf", "notes.txt"):
        (out / name).write_text("old")
    with staging(out, outdated=["graph.nt", "graph.rdf", "store", "mine", "graph.trig"], is_ours=ours) as stage:
        (stage / "graph.rdf").write_text("new")
    assert sorted(path.name for path in out.iterdir()) == ["graph.rdf", "mine", "notes.txt"]
    assert (out / "graph.rdf").read_text() == "new"
