import pytest

from kg.model import Paper, Problem, Source
from kg.read.duplicates import make_unique


def outcome(*papers):
    return [item.id if isinstance(item, Paper) else item.reason for item in make_unique(papers)]


def test_second_paper_of_an_id_is_renamed_and_reported():
    first = Paper("a", "One", source=Source("x.csv", 2))
    second = Paper("a", "Two", source=Source("y.csv", 5))
    items = list(make_unique([first, second]))
    assert items[0] == first
    assert items[1] == Problem(
        Source("y.csv", 5), "duplicate id", "a is the id of another paper; this one is named a-2", "Two"
    )
    assert items[2] == Paper("a-2", "Two", source=Source("y.csv", 5))


def test_next_free_number_is_taken():
    papers = [Paper("a", "1"), Paper("a-2", "2"), Paper("a", "3"), Paper("a", "4"), Paper("a-3", "5")]
    assert outcome(*papers) == ["a", "a-2", "duplicate id", "a-3", "duplicate id", "a-4", "duplicate id", "a-3-2"]


def test_repeated_record_is_left_out_and_reported():
    papers = [
        Paper("a", "1", "x"),
        Paper("a", "1", "x", year=2020),
        Paper("a", "2"),
        Paper("a", "2"),
        Paper("a", "1", "x"),
    ]
    assert outcome(*papers) == ["a", "repeated record", "duplicate id", "a-2", "repeated record", "repeated record"]


def test_title_and_abstract_are_not_mixed_up():
    assert outcome(Paper("a", "x"), Paper("a", "", "x")) == ["a", "duplicate id", "a-2"]


def test_one_text_under_two_ids_is_kept_twice():
    assert outcome(Paper("a", "x"), Paper("b", "x")) == ["a", "b"]


def test_problems_pass():
    problem = Problem(Source("x"), "no title or abstract")
    assert list(make_unique([problem, problem])) == [problem, problem]


@pytest.mark.parametrize("count", [20_000])
def test_many_of_one_id_take_linear_time(count):
    papers = (Paper("a", str(number)) for number in range(count))
    taken = (Paper(f"a-{number}", "x") for number in range(2, count))
    ids = [item.id for item in make_unique([*taken, *papers]) if isinstance(item, Paper)]
    assert len(ids) == len(set(ids)) == 2 * count - 2
