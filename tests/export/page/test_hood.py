"""The surroundings of a node: who is in them by depth, by expanding, collapsing and pinning, and how they are opened."""

import pytest

from tests.export.graphs import ADAM, CPP, FIRST, GROKNET, HOSTILE, HOSTILE_PAPER, UNTITLED, VERIFICATION
from tests.export.page.reading import click_node, shown, until, until_heading, where

pytestmark = pytest.mark.browser

HUB = "concept/the_hub"
STATE = "KG.app.store.get()"


def test_the_neighbourhood_has_papers_and_their_concepts_where_they_were(visit):
    page = visit(VERIFICATION)
    assert {VERIFICATION, FIRST, UNTITLED, GROKNET, ADAM} <= set(shown(page))
    assert HOSTILE_PAPER not in shown(page)
    assert page.locator("#note").text_content() == "2 papers, 7 related concepts."
    places = page.evaluate("[...KG.app.canvas.nodes.values()]")
    page.reload()
    assert page.evaluate("[...KG.app.canvas.nodes.values()]") == places


def test_what_a_large_neighbourhood_leaves_out_is_said_and_can_be_reached(visit):
    page = visit(HUB, name="crowd")
    assert page.locator("#note").text_content() == "24 of 100 papers, 36 of 200 related concepts."
    assert len(shown(page)) == 61
    before = set(shown(page))
    page.evaluate("(key) => KG.app.store.set(KG.hood.expand(KG.app.store.get(), key))", HUB)
    assert page.locator("#note").text_content() == "32 of 100 papers, 52 of 200 related concepts."
    assert before < set(shown(page))
    page.go_back()
    until(page, "KG.app.canvas.scene.nodes.length === 61")


def test_no_more_nodes_are_drawn_than_can_be_read(visit):
    page = visit(HUB + "?depth=3", name="crowd")
    assert 61 < len(shown(page)) <= 160
    for key in shown(page)[1:]:
        page.evaluate("(key) => KG.app.store.set(KG.hood.expand(KG.app.store.get(), key), { replace: true })", key)
    assert len(shown(page)) <= 160
    assert "No more than 160" in page.locator("#note").text_content()


def test_depth_leads_further(visit):
    near = set(shown(visit(CPP)))
    far = set(shown(visit(CPP + "?depth=3")))
    assert near < far


def test_a_double_click_expands_and_c_collapses(visit):
    page = visit(ADAM)
    more = "(key) => KG.app.canvas.more(KG.app.graph.find(key))"
    assert page.evaluate(more, CPP) == {"papers": 1, "concepts": 2}
    before = set(shown(page))
    place = where(page, CPP)
    page.mouse.dblclick(place["x"], place["y"])
    until(page, "(count) => KG.app.canvas.scene.nodes.length > count", len(before))
    assert page.evaluate(STATE)["focus"] == ADAM
    assert page.evaluate(STATE)["expanded"] == [CPP]
    assert HOSTILE_PAPER in shown(page)
    assert len(shown(page)) == len(before) + 3
    page.evaluate("(key) => KG.app.store.set(KG.hood.collapse(KG.app.store.get(), key))", CPP)
    assert set(shown(page)) == before


def test_what_is_not_shown_of_a_node_is_what_can_be_opened_around_it(visit):
    page = visit(ADAM)
    about = "(key) => KG.paint.aboutNode(KG.app.canvas, KG.app.graph.find(key))"
    assert page.evaluate(about, CPP) == ["Method · 2 papers", "1 paper, 2 concepts not shown"]
    page.evaluate("(key) => KG.app.store.set(KG.hood.expand(KG.app.store.get(), key))", CPP)
    assert page.evaluate(about, CPP) == ["Method · 2 papers"]


DRAWN = """(change) => new Promise((resolve) => {
  const { store, canvas } = KG.app, times = [];
  canvas.network.on("afterDrawing", () => times.push(performance.now()));
  store.set(change);
  const atOnce = times.length, moves = canvas.motion !== null;
  const wait = () => (canvas.motion ? requestAnimationFrame(wait) : resolve({ atOnce, moves, drawn: times.length }));
  requestAnimationFrame(() => requestAnimationFrame(wait));
})"""


def test_another_picture_is_drawn_with_one_frame(visit):
    page = visit(ADAM)
    page.wait_for_timeout(300)
    assert page.evaluate(DRAWN, {"focus": VERIFICATION}) == {"atOnce": 0, "moves": False, "drawn": 1}


def test_nodes_of_the_same_picture_are_seen_to_move_with_many_frames(visit):
    page = visit(ADAM)
    page.wait_for_timeout(300)
    found = page.evaluate(DRAWN, {"expanded": [CPP]})
    assert (found["atOnce"], found["moves"]) == (0, True)
    assert found["drawn"] > 2


def test_a_collapsed_paper_takes_along_what_only_it_has(visit):
    page = visit(VERIFICATION)
    page.evaluate("(key) => KG.app.store.set(KG.hood.collapse(KG.app.store.get(), key))", FIRST)
    left = set(shown(page))
    assert {FIRST, UNTITLED, VERIFICATION} <= left
    assert CPP not in left
    page.evaluate("(key) => KG.app.store.set(KG.hood.expand(KG.app.store.get(), key))", FIRST)
    assert CPP in shown(page)


def test_what_is_dragged_stays_there_in_other_pictures_and_after_a_reload(visit):
    page = visit(VERIFICATION)
    place = where(page, ADAM)
    page.mouse.move(place["x"], place["y"])
    page.mouse.down()
    page.mouse.move(300, 300, steps=4)
    page.mouse.up()
    until(page, f"{STATE}.pinned.length === 1")
    moved = where(page, ADAM)
    assert (moved["x"], moved["y"]) == pytest.approx((300, 300), abs=2)
    pin = page.evaluate(STATE)["pinned"][0]
    assert pin["key"] == ADAM
    page.reload()
    assert page.evaluate("(key) => KG.app.canvas.nodes.get(KG.app.graph.find(key)).pinned", ADAM)
    assert page.evaluate(STATE)["pinned"] == [pin]
    page.evaluate(f"KG.app.store.set(KG.hood.unpin({STATE}, null))")
    assert not page.evaluate("(key) => KG.app.canvas.nodes.get(KG.app.graph.find(key)).pinned", ADAM)


def test_a_filter_takes_nodes_and_edges_away(visit):
    page = visit(VERIFICATION + "?hide=paper&without=measures")
    assert all(key.startswith("concept/") for key in shown(page))
    assert "measures" not in page.evaluate("KG.app.canvas.scene.edges.map(({ relation }) => relation)")


def test_a_click_on_a_line_opens_its_evidence(visit):
    page = visit(GROKNET)
    ends = page.evaluate(
        "KG.app.canvas.scene.edges.filter((e) => e.relation === 'outperforms')"
        ".map(({ from, to }) => [KG.app.canvas.whereIs(from), KG.app.canvas.whereIs(to)])[0]"
    )
    share = 0.62
    x, y = (ends[0][axis] * (1 - share) + ends[1][axis] * share for axis in "xy")
    page.mouse.move(x, y)
    until(page, "KG.app.canvas.edge !== null || KG.app.canvas.hovered !== null")
    assert page.evaluate("KG.app.canvas.pointed().name") == "GrokNet outperforms α-CROWN"
    page.mouse.click(x, y)
    until(page, f"{STATE}.edge !== null")
    assert page.evaluate(STATE)["edge"] == [GROKNET, "concept/%CE%B1-CROWN"]


def test_a_click_opens_what_is_clicked(visit):
    page = visit()
    click_node(page, ADAM)
    until_heading(page, "Adam")
    click_node(page, FIRST)
    until_heading(page, "GrokNet: Adam-style verification for C++")
    page.locator("#back").click()
    page.locator("#where", has_text="Overview").wait_for()


def test_nodes_stand_still_for_those_who_want_no_motion(visit):
    page = visit(ADAM)
    page.emulate_media(reduced_motion="reduce")
    try:
        click_node(page, FIRST)
        until_heading(page, "GrokNet: Adam-style verification for C++")
        assert page.evaluate("KG.app.canvas.motion") is None
    finally:
        page.emulate_media(reduced_motion="no-preference")


def test_what_is_pinned_stays_in_the_next_picture(visit):
    page = visit()
    page.evaluate("(key) => KG.app.store.set({ focus: key, pinned: [{ key, x: 0, y: 0 }] })", GROKNET)
    page.evaluate("(key) => KG.app.store.open(key)", VERIFICATION)
    middle, pinned = page.evaluate(
        "(keys) => keys.map((key) => KG.app.canvas.scene.nodes.find(({ id }) => id === KG.app.graph.find(key)))",
        [VERIFICATION, GROKNET],
    )
    assert pinned["pinned"]
    assert not middle.get("pinned")
    assert abs(pinned["x"] - middle["x"]) + abs(pinned["y"] - middle["y"]) > 60
    assert page.evaluate("KG.app.store.get().pinned.length") == 1


def test_no_line_is_made_up_for_what_is_pinned(visit):
    page = visit()
    pin = [{"key": HOSTILE, "x": 90, "y": 90}]
    page.evaluate("([focus, pinned]) => KG.app.store.set({ focus, pinned })", [ADAM, pin])
    lines = page.evaluate(
        "(key) => KG.app.canvas.scene.edges.filter(({ from, to }) => [from, to].includes(KG.app.graph.find(key)))",
        HOSTILE,
    )
    assert lines == []
