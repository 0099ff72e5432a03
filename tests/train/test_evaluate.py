import pytest

from kg.train.annotations import parse
from kg.train.evaluate import PARTS, evaluate
from tests.train.records import RECORDS

PAPERS = [parse(record) for record in RECORDS]


def test_the_pipeline_finds_most_of_a_plain_abstract():
    score = evaluate(PAPERS)
    figures = score.figures()
    assert figures["concepts"]["gold"] == 8
    assert figures["concepts"]["F1"] > 0.7
    assert score.tallies["relations"].right >= 1


@pytest.mark.parametrize("part", sorted(PARTS))
def test_each_part_can_be_left_out(part):
    score = evaluate(PAPERS, without=[part])
    assert score.figures()["concepts"]["gold"] == 8
    if part == "tagger":
        assert score.tallies["relations"].right + score.tallies["relations"].wrong == 0


def test_with_nothing_left_nothing_is_found():
    score = evaluate(PAPERS, without=["tagger", "vocabulary", "rules", "abbreviations"])
    assert score.figures()["concepts"] == {"P": 0.0, "R": 0.0, "F1": 0.0, "gold": 8}
    assert score.missed.total() == 8
