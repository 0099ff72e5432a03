import sqlite3
from types import SimpleNamespace

import pytest

from kg.errors import OutputError
from kg.extract import keep
from kg.extract.keep import Kept
from kg.model import Paper

PAPERS = [Paper(str(number), f"Title {number}", f"We propose Net-{number}. " * 20) for number in range(400)]


def fill(path, papers=PAPERS, fingerprint="a"):
    with Kept(path, fingerprint) as kept:
        return [kept.add(paper, f"result {paper.id}".encode()) for paper in papers]


def found(path, papers=PAPERS, fingerprint="a"):
    """Give what is kept of papers: their ids, all with the right results."""
    with Kept(path, fingerprint) as kept:
        numbers = {paper.id: number for paper in papers if (number := kept.find(paper)) is not None}
        assert all(kept[number] == f"result {name}".encode() for name, number in numbers.items())
        return list(numbers)


def test_what_is_kept_is_found_by_its_text_alone(tmp_path):
    fill(tmp_path / "kept")
    assert found(tmp_path / "kept") == [paper.id for paper in PAPERS]
    with Kept(tmp_path / "kept", "a") as kept:
        assert kept.find(Paper("new", PAPERS[3].title, PAPERS[3].abstract, year=2020)) == kept.find(PAPERS[3])
        title, abstract = PAPERS[3].title, PAPERS[3].abstract
        for other in (Paper("3", title), Paper("3", "", abstract), Paper("3", title + "\0" + abstract), Paper("3")):
            assert kept.find(other) is None


def test_what_another_model_found_is_not_found(tmp_path):
    fill(tmp_path / "kept")
    assert found(tmp_path / "kept", fingerprint="b") == []
    fill(tmp_path / "kept", PAPERS[:5], fingerprint="b")
    assert len(found(tmp_path / "kept", fingerprint="b")) == 5
    assert len(found(tmp_path / "kept")) == 400


def test_a_file_that_nothing_was_put_in_goes(tmp_path):
    with Kept(tmp_path / "kept", "a") as kept:
        assert len(kept) == 0
    assert list(tmp_path.iterdir()) == []


def test_what_was_added_before_an_error_is_kept(tmp_path):
    def interrupted():
        with Kept(tmp_path / "kept", "a") as kept:
            kept.add(PAPERS[0], b"result 0")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert found(tmp_path / "kept") == ["0"]


def test_what_was_added_is_safe_after_a_second(tmp_path, monkeypatch):
    def safe():
        with sqlite3.connect(tmp_path / "kept") as other:
            count = other.execute("SELECT count(*) FROM kept").fetchone()[0]
        other.close()
        return count

    clock = SimpleNamespace(monotonic=lambda: 0.0)
    monkeypatch.setattr(keep, "time", clock)
    with Kept(tmp_path / "kept", "a") as kept:
        kept.add(PAPERS[0], b"result 0")
        kept.commit_now_and_then()
        assert safe() == 0
        clock.monotonic = lambda: 1.1
        kept.add(PAPERS[1], b"result 1")
        kept.commit_now_and_then()
        assert safe() == 2


def test_without_a_file_it_lasts_as_long_as_the_block(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Kept(None, "a") as kept:
        number = kept.add(PAPERS[0], b"result 0")
        assert (kept.find(PAPERS[0]), kept[number]) == (number, b"result 0")
    assert list(tmp_path.iterdir()) == []


def test_what_is_more_than_half_unused_is_dropped(tmp_path):
    numbers = fill(tmp_path / "kept")
    size = (tmp_path / "kept").stat().st_size
    for used, left in ((numbers[:200], 400), (numbers[:199], 199)):
        with Kept(tmp_path / "kept", "a") as kept:
            kept.tidy(used)
        assert found(tmp_path / "kept") == [paper.id for paper in PAPERS[:left]]
    assert (tmp_path / "kept").stat().st_size < size * 0.7


def test_a_torn_file_costs_what_was_torn_off(tmp_path):
    fill(tmp_path / "kept")
    whole = (tmp_path / "kept").read_bytes()
    counts = []
    for part in (0.9, 0.5, 0.1):
        (tmp_path / "kept").write_bytes(whole[: int(len(whole) * part)])
        counts.append(len(found(tmp_path / "kept")))
        assert len(found(tmp_path / "kept")) == counts[-1]  # it is whole again
        fill(tmp_path / "kept")
        assert len(found(tmp_path / "kept")) == 400
    assert 400 > counts[0] > counts[1] > 0
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize("content", [b"", b"{}", b"SQLite format 3\0" + bytes(200)])
def test_a_file_that_is_none_is_made_anew(tmp_path, content):
    (tmp_path / "kept").write_bytes(content)
    fill(tmp_path / "kept")
    assert len(found(tmp_path / "kept")) == 400


def test_a_result_that_the_disk_changed_is_not_found(tmp_path):
    fill(tmp_path / "kept")
    data = (tmp_path / "kept").read_bytes()
    assert data.count(b"result 333") == 1
    (tmp_path / "kept").write_bytes(data.replace(b"result 333", b"result 334"))
    assert set(found(tmp_path / "kept")) == {paper.id for paper in PAPERS} - {"333"}
    fill(tmp_path / "kept", [PAPERS[333]])
    assert len(found(tmp_path / "kept")) == 400


def test_what_is_new_can_be_forgotten(tmp_path):
    fill(tmp_path / "kept", PAPERS[:10])
    with Kept(tmp_path / "kept", "a") as kept:
        kept.add(PAPERS[20], b"result 20")
        kept.commit()
        kept.add(PAPERS[21], b"result 21")
        kept.forget_new()
    assert found(tmp_path / "kept") == [str(number) for number in range(10)]


def test_a_full_disk_is_told_and_what_was_safe_stays(tmp_path):
    fill(tmp_path / "kept", PAPERS[:10])

    def add_too_much():
        with Kept(tmp_path / "kept", "a") as kept:
            [pages] = kept._database.execute("PRAGMA page_count").fetchone()
            kept._database.execute(f"PRAGMA max_page_count = {pages + 1}")
            for paper in PAPERS[10:]:
                kept.add(paper, b"result " + bytes(1000))

    with pytest.raises(OutputError, match=r"kept: cannot keep what was extracted \(database or disk is full\)"):
        add_too_much()
    assert set(found(tmp_path / "kept", PAPERS[:10])) == {str(number) for number in range(10)}


def test_a_file_that_cannot_be_opened_is_told(tmp_path):
    (tmp_path / "kept").mkdir()
    with pytest.raises(OutputError, match="kept: cannot keep"):
        Kept(tmp_path / "kept", "a")


def test_a_file_that_another_program_holds_is_told(tmp_path, monkeypatch):
    fill(tmp_path / "kept", PAPERS[:1])
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **options: connect(*args, **options, timeout=0))
    other = connect(tmp_path / "kept", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(OutputError, match="database is locked"):
        Kept(tmp_path / "kept", "a")
    other.close()
