"""The picture of the page, in headless Chromium: what is drawn where, and which names it has."""

from itertools import combinations

import pytest

from kg.ids import mint
from tests.export.graphs import FIRST, GROKNET, UNTITLED, VERIFICATION
from tests.export.page.reading import (
    LONG,
    UNBROKEN,
    click_node,
    heading,
    in_picture,
    overlap,
    shown,
    until,
    until_heading,
    where,
)

pytestmark = pytest.mark.browser

KINDS = ["Method", "Task", "Benchmark", "Metric", "Paper"]
PLACES = "[...KG.app.canvas.nodes].map(([id, { x, y }]) => [id, x, y])"
BOXES = "[...KG.app.canvas.placed.values()]"


def test_opens_with_an_overview_that_stands_still(visit):
    page = visit()
    assert page.title() == "Papers and their concepts"
    assert len(shown(page)) == 10
    before = page.evaluate(PLACES)
    page.wait_for_timeout(200)
    assert page.evaluate(PLACES) == before


def test_the_overview_fits_the_screen_and_its_labels_stand_apart(visit):
    page = visit(name="crowd")
    nodes = page.evaluate("KG.app.canvas.scene.nodes.map((node) => KG.app.canvas.whereIs(node.id))")
    picture = page.locator("#canvas").bounding_box()
    assert len(nodes) == 201
    assert all(0 < node["x"] < picture["width"] for node in nodes)
    assert all(picture["y"] < node["y"] < picture["y"] + picture["height"] for node in nodes)
    boxes = page.evaluate(BOXES)
    assert len(boxes) > 40
    assert not [(a, b) for a, b in combinations(boxes, 2) if overlap(a, b)]


def test_labels_overlap_at_no_scale(visit):
    page = visit(name="crowd")
    for _ in range(6):
        page.evaluate("KG.app.canvas.moved = true, KG.app.canvas.stage.zoom(1.13)")
        page.wait_for_timeout(30)
        boxes = page.evaluate(BOXES)
        assert boxes
        assert not [(a, b) for a, b in combinations(boxes, 2) if overlap(a, b)]


LABEL_OF_A_REGION = """() => {
  const { canvas } = KG.app, sight = canvas.stage.sight(), { left, top } = canvas.container.getBoundingClientRect();
  for (const [key, box] of canvas.placed) {
    for (let share = 0.1; share < 1; share += 0.05) {
      const x = box.x + share * box.width - sight.x * sight.scale + sight.width / 2;
      const y = box.y + box.height / 2 - sight.y * sight.scale + sight.height / 2;
      if (canvas.at({ x, y })?.region === key) return { key, x: x + left, y: y + top };
    }
  }
}"""


def test_regions_are_named_first_and_open(visit):
    page = visit(name="crowd")
    labels = dict(page.evaluate("KG.app.overview.regions.map(({ key, label }) => [key, label])"))
    placed = page.evaluate("[...KG.app.canvas.placed.keys()]")
    named = [key for key in labels if key in placed]
    assert named
    assert placed[: len(named)] == named
    place = page.evaluate(LABEL_OF_A_REGION)
    page.mouse.click(place["x"], place["y"])
    until(page, "(label) => document.querySelector('#where').textContent === label", labels[place["key"]])
    assert 0 < len(shown(page)) < 201


@pytest.mark.parametrize("node", ["", "concept/the_hub"])
@pytest.mark.parametrize("size", [(1280, 800), (800, 700)])
def test_labels_stay_in_the_picture_and_leave_nodes_of_a_neighbourhood_free(visit, node, size):
    page = visit(name="crowd")
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.goto(page.url.partition("#")[0] + "#" + node)
    until(page, "(node) => (KG.app.canvas.scene.focus !== null) === (node !== '')", node)
    page.wait_for_timeout(100)
    labels = page.evaluate(
        "[...KG.app.canvas.placed].filter(([id]) => id !== KG.app.canvas.scene.focus).map(([, b]) => b)"
    )
    assert len(labels) > 25
    assert all(in_picture(page, label) for label in labels)
    if node:
        discs = page.evaluate(
            """(() => {
              const { canvas } = KG.app, { scale } = canvas.stage.sight();
              return [...canvas.nodes.keys()].map((id) => canvas.lettering.disc(id, scale));
            })()"""
        )
        inner = [
            {"x": x - r / 2, "y": y - r / 2, "width": r, "height": r}
            for x, y, r in ((disc["x"], disc["y"], disc["radius"]) for disc in discs)
        ]
        assert not [(label, disc) for label in labels for disc in inner if overlap(label, disc)]


def test_a_picture_takes_the_shape_of_its_canvas(visit):
    page = visit("concept/the_hub", name="crowd")
    for size in ({"width": 1280, "height": 800}, {"width": 800, "height": 900}):
        page.set_viewport_size(size)
        page.wait_for_timeout(200)
        nodes = page.evaluate("KG.app.canvas.scene.nodes.map((node) => KG.app.canvas.whereIs(node.id).y)")
        bar, legend = page.locator(".bar").bounding_box(), page.locator("#legend").bounding_box()
        free = legend["y"] - bar["y"] - bar["height"]
        assert 0.7 * free < max(nodes) - min(nodes) < free


def test_a_small_picture_has_fewer_labels_and_a_smaller_neighbourhood(visit):
    page = visit(name="crowd")
    wide = page.evaluate("KG.app.canvas.placed.size")
    page.set_viewport_size({"width": 400, "height": 800})
    until(page, "(wide) => KG.app.canvas.placed.size < wide / 2", wide)
    assert all(in_picture(page, box) for box in page.evaluate(BOXES))
    page.goto(page.url + "#concept/the_hub")
    until_heading(page, "the hub")
    papers = [key for key in shown(page) if key.startswith("paper/")]
    assert page.locator("#note").text_content().startswith(f"{len(papers)} of 100 papers, ")
    assert len(papers) < 24


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("label", [LONG, UNBROKEN])
def test_a_very_long_name_is_cut_in_the_picture(visit, label, width):
    page = visit("concept/" + mint(label), name="names")
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_timeout(200)
    lines = page.evaluate("KG.app.canvas.placed.get(KG.app.canvas.scene.focus).lines")
    assert len("".join(lines)) <= 40
    assert lines[-1].endswith("…")
    assert all(in_picture(page, box) for box in page.evaluate(BOXES))
    assert heading(page) == label
    assert page.evaluate("document.documentElement.scrollWidth") == width
    plate = page.evaluate("(label) => KG.letters.wrap(label)", label)
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


def test_panning_leaves_labels_as_they_are(visit):
    page = visit(name="crowd")
    before = page.evaluate("KG.app.canvas.placed === KG.app.canvas.lettering.shown && [...KG.app.canvas.placed.keys()]")
    page.mouse.move(440, 400)
    page.mouse.wheel(0, 0)
    page.evaluate("KG.app.canvas.moved = true, KG.app.canvas.stage.pan(40, 25)")
    page.wait_for_timeout(100)
    assert page.evaluate("[...KG.app.canvas.placed.keys()]") == before


def test_hover_names_the_node_and_lights_its_neighbours(visit):
    page = visit(VERIFICATION)
    place = where(page, FIRST)
    page.mouse.move(place["x"], place["y"])
    until(page, "KG.app.canvas.hovered !== null")
    lit = set(page.evaluate("[...KG.app.canvas.lit].map((node) => KG.app.graph.key(node))"))
    assert {FIRST, VERIFICATION, GROKNET} <= lit
    assert UNTITLED not in lit
    assert page.evaluate("KG.app.canvas.pointed().name") == "GrokNet: Adam-style verification for C++"


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


@pytest.mark.parametrize("ratio", [1, 2, 3])
def test_the_canvas_has_as_many_points_as_the_screen(browser, files, ratio):
    page = browser.new_page(viewport={"width": 900, "height": 600}, device_scale_factor=ratio)
    page.goto((files / "sample.html").as_uri())
    until(page, "KG.app.canvas.placed.size > 0")
    size = page.evaluate("(({ width, clientWidth }) => [width, clientWidth])(document.querySelector('#canvas canvas'))")
    assert size[0] == pytest.approx(ratio * size[1], abs=ratio)
    page.close()


def test_the_legend_switches_kinds(visit):
    page = visit()
    legend = page.get_by_role("group", name="Kinds shown")
    assert legend.get_by_role("button").all_text_contents() == KINDS
    metric = legend.get_by_role("button", name="Metric")
    metric.click()
    assert metric.get_attribute("aria-pressed") == "false"
    assert len(shown(page)) == 9
    metric.click()
    assert len(shown(page)) == 10
    legend.get_by_role("button", name="Paper").click()
    click_node(page, VERIFICATION)
    until_heading(page, "neural network verification")
    assert all(key.startswith("concept/") for key in shown(page))


def test_a_scene_that_comes_as_the_canvas_takes_another_size_is_drawn_whole(visit):
    page = visit(name="crowd")
    until(page, "KG.app.canvas.nodes.size > 0")
    page.evaluate(
        """() => {
          const { container } = KG.app.canvas;
          container.style.width = `${container.clientWidth - 100}px`;
          location.hash = "concept/the_hub";
        }"""
    )
    until(page, "KG.app.canvas.scene.focus !== null")
