import gc

import pytest

from kg.collector import without_collector


def test_the_collector_is_held_and_goes_on_also_after_an_exception():
    with without_collector():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(KeyError), without_collector():
        raise KeyError
    assert gc.isenabled()


def test_a_collector_that_was_held_already_stays_so():
    with without_collector():
        with without_collector():
            assert not gc.isenabled()
        assert not gc.isenabled()
