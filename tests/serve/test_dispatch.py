import asyncio
import time

import pytest

from kg.serve.dispatch import BusyError, Dispatcher
from kg.serve.limits import Limits
from kg.sparql import connect_graph
from tests.serve.conftest import ENDLESS, run_async

QUICK = "ASK {}"


@pytest.fixture
def dispatcher(graph):
    """Makes dispatchers with limits of their own."""
    made = []

    def make(**limits):
        chosen = Limits(**{"workers": 1, "quick_seconds": 0.3, "seconds": 20.0, **limits})
        made.append(Dispatcher(connect_graph(graph, workers=chosen.workers + chosen.slow_workers), chosen))
        return made[-1]

    yield make
    for one in made:
        one.close()


async def gather(*work):
    return await asyncio.gather(*work, return_exceptions=True)


def test_slow_queries_do_not_keep_quick_ones_waiting(dispatcher):
    """Four that never end, in two lanes of one worker each, and quick ones that come later."""
    one = dispatcher(seconds=60.0)

    async def run():
        # Of different shapes: what is known of one says nothing of the others.
        slow = [asyncio.create_task(one.answer(ENDLESS.replace("?a", name))) for name in ("?q", "?r", "?s", "?t")]
        await asyncio.sleep(0.5)
        for _ in range(5):
            one.release(await one.answer(QUICK))
        unanswered = [task for task in slow if not task.done()]
        for task in slow:
            task.cancel()
        await gather(*slow)
        return len(unanswered)

    assert run_async(run()) == 4


def test_queries_of_one_shape_share_what_is_known_of_them(dispatcher):
    one = dispatcher(seconds=2.0)
    small = 'SELECT ?l {{ ?s rdfs:label ?l FILTER(?l = "{}") }} LIMIT {} # {}'

    async def run():
        await gather(one.answer(f"{ENDLESS} # 1"))
        one.release(await one.answer(small.format("a", 1, "x")))
        # All workers but those for quick queries are taken.
        blocked = [asyncio.create_task(one.answer(f"{ENDLESS} # {number}")) for number in range(2, 5)]
        await asyncio.sleep(0.1)
        free = not one._quick.locked()
        one.release(await one.answer(small.format("b", 20, "y")))
        await gather(*blocked)
        return free

    assert run_async(run())


def test_a_query_known_to_be_slow_is_not_tried_among_the_quick_ones_again(dispatcher):
    one = dispatcher(seconds=1.5)

    async def run():
        await gather(one.answer(ENDLESS))
        again = asyncio.create_task(one.answer(ENDLESS))
        await asyncio.sleep(0.05)
        free = not one._quick.locked()
        await gather(again)
        return free

    assert run_async(run())


def test_more_than_can_wait_is_refused_at_once(dispatcher):
    one = dispatcher(waiting=1, seconds=2.0)

    async def run():
        start = time.monotonic()
        names = ("?q", "?r", "?s", "?t", "?u")
        waiting = [asyncio.create_task(one.answer(ENDLESS.replace("?a", name))) for name in names]
        done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        first = time.monotonic() - start
        await gather(*waiting)
        return first, [type(task.exception()) for task in done]

    first, refused = run_async(run())
    assert first < 1.0
    assert set(refused) == {BusyError}


def test_answers_that_nobody_takes_are_bounded(dispatcher):
    large = "SELECT * { ?s ?p ?o }"
    one = dispatcher(held_bytes=400_000)

    async def run():
        held = [await one.answer(large)]
        refused = (await gather(*(one.answer(large) for _ in range(4))))[-1]
        one.release(held[0])
        one.release(await one.answer(large))
        return held[0].size, refused

    size, refused = run_async(run())
    assert 200_000 < size < 400_000
    assert isinstance(refused, BusyError)
    assert "wait to be taken" in str(refused)


def test_a_query_that_nobody_waits_for_frees_its_worker(dispatcher):
    one = dispatcher(quick_seconds=20.0)

    async def run():
        abandoned = asyncio.create_task(one.answer(ENDLESS))
        await asyncio.sleep(0.5)
        start = time.monotonic()
        abandoned.cancel()
        await gather(abandoned)
        one.release(await one.answer(QUICK))
        return time.monotonic() - start

    assert run_async(run()) < 10.0


def test_errors_pass_and_free_their_place(dispatcher):
    one = dispatcher()

    async def run():
        return await gather(*(one.answer("SELECT * {") for _ in range(4)), one.answer(QUICK))

    *wrong, right = run_async(run())
    assert len({str(error) for error in wrong}) == 1
    assert right.boolean is True
    one.release(right)
