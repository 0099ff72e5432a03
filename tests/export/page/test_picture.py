"""The picture of the page, in headless Chromium."""

from itertools import combinations

import pytest

from kg.ids import mint
from tests.export.graphs import (
    ADAM,
    FIRST,
    GROKNET,
    HOSTILE_PAPER,
    UNTITLED,
    VERIFICATION,
)
from tests.export.page.reading import LONG, UNBROKEN, click_node, heading, shown, until, until_heading, where

pytestmark = pytest.mark.browser

KINDS = ["Method", "Task", "Benchmark", "Metric", "Paper"]


def test_opens_with_an_overview_that_stands_still(visit):
    page = visit()
    assert page.title() == "Papers and their concepts"
    assert " ".join(page.locator(".facts").text_content().split()) == "3 papers 10 concepts 23 links"
    assert len(shown(page)) == 10
    before = page.evaluate("KG.app.canvas.network.getPositions()")
    page.wait_for_timeout(200)
    assert page.evaluate("KG.app.canvas.network.getPositions()") == before
    assert page.evaluate("KG.app.canvas.network.physics.physicsEnabled") is False


def test_the_overview_fits_the_screen_and_its_labels_stand_apart(visit):
    page = visit(name="crowd")
    nodes = page.evaluate("KG.app.canvas.scene.nodes.map((node) => KG.app.canvas.whereIs(node.id))")
    picture = page.locator("#canvas").bounding_box()
    assert len(nodes) == 120
    assert all(0 < node["x"] < picture["width"] for node in nodes)
    assert all(picture["y"] < node["y"] < picture["y"] + picture["height"] for node in nodes)
    boxes = page.evaluate("[...KG.app.canvas.placed.values()]")
    assert len(boxes) > 40
    assert not [(a, b) for a, b in combinations(boxes, 2) if overlap(a, b)]


def overlap(a, b):
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


@pytest.mark.parametrize("node", ["", "concept/the_hub"])
@pytest.mark.parametrize("size", [(1280, 800), (800, 700)])
def test_labels_leave_nodes_free_and_stay_in_the_picture(visit, node, size):
    page = visit(name="crowd")
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.goto(page.url.partition("#")[0] + "#" + node)
    until(page, "(node) => (KG.app.canvas.scene.focus !== null) === (node !== '')", node)
    labels = free_labels(page)
    assert len(labels) > 25
    discs = page.evaluate(
        "KG.app.canvas.scene.nodes.map(({ id }) => KG.app.canvas.onScreen(id, KG.app.canvas.network.getScale()))"
    )
    inner = [
        {"x": x - r / 2, "y": y - r / 2, "width": r, "height": r}
        for x, y, r in ((disc["x"], disc["y"], disc["radius"]) for disc in discs)
    ]
    assert not [(label, disc) for label in labels for disc in inner if overlap(label, disc)]
    assert all(in_picture(page, label) for label in labels)


def free_labels(page):
    """The boxes of all labels but that of the node in the middle, which is always there."""
    return page.evaluate(
        "[...KG.app.canvas.placed].filter(([id]) => id !== KG.app.canvas.scene.focus).map(([, b]) => b)"
    )


def in_picture(page, box):
    """Whether a box is between the edges of the canvas."""
    left, right, top, bottom = page.evaluate(
        """(() => {
          const { network, container } = KG.app.canvas;
          const [scale, { x, y }] = [network.getScale(), network.getViewPosition()];
          const [width, height] = [container.clientWidth / 2, container.clientHeight / 2];
          return [x * scale - width, x * scale + width, y * scale - height, y * scale + height];
        })()"""
    )
    return left < box["x"] < box["x"] + box["width"] < right and top < box["y"] < box["y"] + box["height"] < bottom


def test_a_picture_takes_the_shape_of_its_canvas(visit):
    page = visit("concept/the_hub", name="crowd")
    for size in ({"width": 1280, "height": 800}, {"width": 800, "height": 900}):
        page.set_viewport_size(size)
        page.wait_for_timeout(100)
        nodes = page.evaluate("KG.app.canvas.scene.nodes.map((node) => KG.app.canvas.whereIs(node.id).y)")
        bar, legend = page.locator(".bar").bounding_box(), page.locator("#legend").bounding_box()
        free = legend["y"] - bar["y"] - bar["height"]
        assert 0.85 * free < max(nodes) - min(nodes) < free


def test_a_small_picture_leaves_more_out_and_says_so(visit):
    page = visit(name="crowd")
    page.set_viewport_size({"width": 400, "height": 800})
    until(page, "KG.app.canvas.scene.nodes.length < 120")
    count = page.evaluate("KG.app.canvas.scene.nodes.length")
    assert page.locator("#note").text_content().startswith(f"The {count} most shared of 201 concepts")
    page.goto(page.url + "#concept/the_hub")
    until_heading(page, "the hub")
    papers = [key for key in shown(page) if key.startswith("paper/")]
    assert page.locator("#note").text_content().startswith(f"{len(papers)} of 100 papers, ")
    assert len(papers) < 24


@pytest.mark.parametrize("width", [1280, 800, 400])
@pytest.mark.parametrize("label", [LONG, UNBROKEN])
def test_a_very_long_name_is_cut_in_the_picture_and_wrapped_in_the_panel(visit, label, width):
    page = visit("concept/" + mint(label), name="names")
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_timeout(100)
    lines = page.evaluate("KG.app.canvas.placed.get(KG.app.canvas.scene.focus).lines")
    assert len("".join(lines)) <= 40
    assert lines[-1].endswith("…")
    assert all(in_picture(page, box) for box in page.evaluate("[...KG.app.canvas.placed.values()]"))
    assert heading(page) == label
    assert page.evaluate("document.querySelector('#panel').scrollWidth <= document.querySelector('#panel').clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    plate = page.evaluate("(label) => KG.paint.wrap(label)", label)
    assert len(plate) <= 3
    assert all(len(line) <= 40 for line in plate)


def test_more_labels_appear_on_zooming_in(visit):
    page = visit(name="crowd")
    before = page.evaluate("KG.app.canvas.placed.size")
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    until(page, "(before) => KG.app.canvas.placed.size > before", before)
    page.get_by_role("button", name="Fit the picture").click()
    until(page, "(before) => KG.app.canvas.placed.size === before", before)


def test_the_neighbourhood_has_papers_and_their_concepts(visit):
    page = visit(VERIFICATION)
    assert {VERIFICATION, FIRST, UNTITLED, GROKNET, ADAM} <= set(shown(page))
    assert HOSTILE_PAPER not in shown(page)
    assert page.locator("#note").text_content() == "2 papers, 7 related concepts."
    places = page.evaluate("KG.app.canvas.network.getPositions()")
    page.reload()
    assert page.evaluate("KG.app.canvas.network.getPositions()") == places


def test_what_a_large_neighbourhood_leaves_out_is_said(visit):
    page = visit("concept/the_hub", name="crowd")
    assert page.locator("#note").text_content() == "24 of 100 papers, 36 of 200 related concepts."
    assert len(shown(page)) == 61
    assert page.locator(".papers > li").count() == 8
    page.get_by_role("button", name="Show more (92 left)").click()
    assert page.locator(".papers > li").count() == 48


def test_hover_names_the_node_and_lights_its_neighbours(visit):
    page = visit(VERIFICATION)
    place = where(page, FIRST)
    page.mouse.move(place["x"], place["y"])
    until(page, "KG.app.canvas.hovered !== null")
    lit = set(page.evaluate("[...KG.app.canvas.lit].map((node) => KG.app.graph.key(node))"))
    assert {FIRST, VERIFICATION, GROKNET} <= lit
    assert UNTITLED not in lit


def test_the_picture_follows_the_window(visit):
    page = visit(name="crowd")
    page.set_viewport_size({"width": 800, "height": 600})
    until(
        page,
        "KG.app.canvas.scene.nodes.every(({id}) => { const {x, y} = KG.app.canvas.whereIs(id);"
        " const box = document.querySelector('#canvas').getBoundingClientRect();"
        " return x > box.left && x < box.right && y > box.top && y < box.bottom; })",
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 800


def test_the_legend_switches_kinds_and_says_so(visit):
    page = visit()
    legend = page.get_by_role("group", name="Kinds shown")
    assert legend.get_by_role("button").all_text_contents() == KINDS
    metric = legend.get_by_role("button", name="Metric")
    metric.click()
    assert metric.get_attribute("aria-pressed") == "false"
    assert len(shown(page)) == 9
    assert page.locator("#note").text_content().endswith("Hidden: metrics.")
    metric.click()
    assert len(shown(page)) == 10
    legend.get_by_role("button", name="Paper").click()
    click_node(page, VERIFICATION)
    until_heading(page, "neural network verification")
    assert all(key.startswith("concept/") for key in shown(page))
