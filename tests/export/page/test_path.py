"""Paths: which way leads from one node to another, and how it is drawn."""

from itertools import pairwise

import pytest

from tests.export.graphs import ADAM, F1_AT_10, FIRST, HOSTILE, TINY_BENCH, VERIFICATION
from tests.export.page.reading import shown

pytestmark = pytest.mark.browser

FIND = """([a, b]) => {
  const { graph } = KG.app;
  return KG.path.find(KG.app, graph.find(a), graph.find(b)).map((node) => graph.key(node));
}"""


def test_what_is_stated_by_more_is_the_shorter_way(visit):
    page = visit()
    assert page.evaluate(FIND, [TINY_BENCH, VERIFICATION]) == [TINY_BENCH, VERIFICATION]
    # They share a paper with many concepts, and so does each with the next.
    found = page.evaluate(FIND, [ADAM, HOSTILE])
    assert found[0] == ADAM
    assert found[-1] == HOSTILE
    assert len(found) == 3
    assert page.evaluate(FIND, [ADAM, ADAM]) == []


def test_a_path_may_begin_with_a_paper(visit):
    assert visit().evaluate(FIND, [FIRST, HOSTILE])[0] == FIRST


def test_a_path_keeps_to_what_the_filters_leave(visit):
    page = visit("?without=comparesWith,outperforms,mentions,broader")
    assert page.evaluate(FIND, [ADAM, HOSTILE]) == []


def test_a_path_is_drawn_as_a_chain_with_its_steps_named(visit):
    page = visit(f"?path={F1_AT_10},{TINY_BENCH}")
    chain = shown(page)
    assert chain[0] == F1_AT_10
    assert chain[-1] == TINY_BENCH
    edges = page.evaluate("KG.app.canvas.scene.edges.map(({ from, to }) => [from, to].map((n) => KG.app.graph.key(n)))")
    assert [set(edge) for edge in edges] == [set(pair) for pair in pairwise(chain)]
    lines = page.evaluate(
        "[...KG.app.canvas.placed].filter(([id]) => `${id}`.startsWith('edge')).map(([, l]) => l.lines[0])"
    )
    assert len(lines) == len(edges)
    assert page.locator("#where").text_content() == "Path"
    assert page.locator("#note").text_content().startswith("The most telling path in ")


@pytest.mark.parametrize("end", [HOSTILE, "concept/nothing"])
def test_where_there_is_no_path_that_is_said(visit, end):
    page = visit(f"?path={ADAM},{end}&without=comparesWith,outperforms,mentions,broader")
    note = page.locator("#note").text_content()
    assert ("lead from one to the other" in note) == (end == HOSTILE)
    assert ("not in the graph" in note) == (end != HOSTILE)
