import time

import pytest

from kg.stages import Progress, Stages, peak_memory


def test_a_stage_tells_when_it_begins_how_far_it_is_and_what_it_took():
    told = []
    stages = Stages(told.append)
    with stages("extract", total=5) as step:
        step.keep(2)
        step.advance(1)
        assert list(step.each("ab")) == ["a", "b"]
    assert [(each.done, each.kept, each.total) for each in told] == [
        (0, 0, 5),
        (2, 2, 5),
        (3, 2, 5),
        (4, 2, 5),
        (5, 2, 5),
        (5, 2, 5),
    ]
    assert [each.ended for each in told[:-1]] == [None] * 5
    assert told[-1].ended == stages.ended[0]
    assert {each.stage for each in told} == {"extract"}


def test_the_memory_of_workers_is_added_to_the_peak():
    stages = Stages()
    for workers in (0, 1 << 40):
        with stages("extract") as step:
            step.advance(workers=workers)
            step.advance(workers=workers // 2)
    alone, shared = stages.ended
    if alone.peak_memory is not None:
        assert shared.peak_memory - (1 << 40) >= alone.peak_memory >= 1 << 20
        assert peak_memory() >= alone.peak_memory


def test_a_stage_that_fails_has_not_ended():
    stages = Stages()
    with pytest.raises(ValueError, match="stop"), stages("read"):
        raise ValueError("stop")
    assert stages.ended == []


def test_what_was_kept_takes_no_time_and_is_no_part_of_the_rate():
    assert Progress("extract", 4.0, done=100, kept=100, total=300).rate is None
    progress = Progress("extract", 4.0, done=120, kept=100, total=300)
    assert (progress.rate, progress.seconds_left) == (5.0, 36.0)
    assert Progress("read", 4.0, done=120).seconds_left is None


def test_a_clock_that_is_set_does_not_matter(monkeypatch):
    monkeypatch.setattr(time, "time", iter([1e9, 0.0, -5.0, 2e9]).__next__)
    stages = Stages()
    with stages("read") as step:
        step.advance()
    assert 0 <= stages.ended[0].seconds < 5
