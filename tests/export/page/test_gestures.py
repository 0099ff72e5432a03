"""Keys, mouse and fingers on the picture."""

import pytest

from tests.export.graphs import ADAM, VERIFICATION
from tests.export.page.reading import shown, until, until_heading, where

pytestmark = pytest.mark.browser

SIGHT = "KG.app.canvas.stage.sight()"
FOCUSED = "KG.app.canvas.focused === null ? null : KG.app.graph.key(KG.app.canvas.focused)"


def enter(page):
    """Go to the picture with the Tab key alone."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "canvas":
            return
    pytest.fail("Tab never leads to the picture")


def test_arrow_keys_walk_in_space_and_say_where_they_are(visit):
    page = visit()
    enter(page)
    first = page.evaluate(FOCUSED)
    assert first
    seen = {first}
    for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"] * 3:
        before = where(page, page.evaluate(FOCUSED))
        page.keyboard.press(key)
        after = where(page, page.evaluate(FOCUSED))
        axis, sign = {"Right": ("x", 1), "Left": ("x", -1), "Down": ("y", 1), "Up": ("y", -1)}[key[5:]]
        assert sign * (after[axis] - before[axis]) >= 0
        seen.add(page.evaluate(FOCUSED))
    assert len(seen) > 2
    label = page.evaluate("KG.app.graph.label(KG.app.canvas.focused)")
    said = page.locator("#said").text_content()
    assert said.startswith(label + ", ")
    assert "paper" in said


def test_enter_opens_escape_goes_back_and_tab_leaves(visit):
    page = visit()
    enter(page)
    label = page.evaluate("KG.app.graph.label(KG.app.canvas.focused)")
    page.keyboard.press("Enter")
    until_heading(page, label)
    page.locator("#canvas").focus()
    page.keyboard.press("Escape")
    page.locator("#where", has_text="Overview").wait_for()
    page.locator("#canvas").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "canvas"
    assert page.evaluate(FOCUSED) is None


def test_keys_zoom_pan_and_fit(visit):
    page = visit(VERIFICATION)
    home = page.evaluate(SIGHT)
    page.locator("#canvas").focus()
    page.keyboard.press("+")
    assert page.evaluate(SIGHT)["scale"] == pytest.approx(1.3 * home["scale"])
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate(SIGHT)["x"] > home["x"]
    page.keyboard.press("0")
    assert page.evaluate(SIGHT) == pytest.approx(home)
    page.keyboard.press("-")
    assert page.evaluate(SIGHT)["scale"] < home["scale"]


def test_keys_expand_collapse_and_pin(visit):
    page = visit(ADAM)
    page.locator("#canvas").focus()
    page.evaluate("KG.app.canvas.focus(KG.app.graph.find('concept/C%2B%2B'))")
    before = len(shown(page))
    page.keyboard.press("e")
    assert len(shown(page)) > before
    assert "more around C++" in page.locator("#said").text_content()
    page.keyboard.press("c")
    assert len(shown(page)) == before
    page.keyboard.press("p")
    assert [pin["key"] for pin in page.evaluate("KG.app.store.get().pinned")] == ["concept/C%2B%2B"]
    page.keyboard.press("p")
    assert page.evaluate("KG.app.store.get().pinned") == []


def test_the_wheel_zooms_to_the_pointer_and_the_mouse_pans(visit):
    page = visit()
    before = where(page, ADAM)
    page.mouse.move(before["x"], before["y"])
    scale = page.evaluate(SIGHT)["scale"]
    page.mouse.wheel(0, -100)
    until(page, f"(scale) => {SIGHT}.scale > scale", scale)
    after = where(page, ADAM)
    assert (after["x"], after["y"]) == pytest.approx((before["x"], before["y"]), abs=1)
    page.mouse.move(30, 700 - 80)
    page.mouse.down()
    page.mouse.move(90, 660, steps=3)
    page.mouse.up()
    moved = where(page, ADAM)
    assert (moved["x"] - after["x"], moved["y"] - after["y"]) == pytest.approx((60, 40), abs=1)
    assert page.evaluate("KG.app.store.get().focus") is None


@pytest.fixture
def phone(browser, files):
    """A page under fingers, and what puts them down: ``touch(type, *points)``."""
    context = browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True, device_scale_factor=2)
    page = context.new_page()
    page.goto((files / "sample.html").as_uri())
    until(page, "KG.app.canvas.placed.size > 0")
    session = context.new_cdp_session(page)

    def touch(kind, *points):
        places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    yield page, touch
    context.close()


def test_a_tap_near_a_node_opens_it(phone):
    page, touch = phone
    place = where(page, ADAM)
    touch("touchStart", (place["x"] + 8, place["y"]))
    touch("touchEnd")
    until(page, "KG.app.store.get().focus !== null")


def test_a_finger_that_rests_names_what_is_under_it(phone):
    page, touch = phone
    place = where(page, ADAM)
    touch("touchStart", (place["x"], place["y"]))
    until(page, "KG.app.canvas.hovered !== null")
    touch("touchEnd")
    page.wait_for_timeout(50)
    assert page.evaluate("KG.app.store.get().focus") is None
    assert page.evaluate("KG.app.canvas.pointed().name") == "Adam"


def test_two_fingers_zoom_and_pan(phone):
    page, touch = phone
    box = page.locator("#canvas").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = page.evaluate(SIGHT)
    touch("touchStart", (x - 30, y))
    touch("touchStart", (x - 30, y), (x + 30, y))
    for step in range(1, 6):
        touch("touchMove", (x - 30 - 6 * step, y + 4 * step), (x + 30 + 6 * step, y + 4 * step))
    touch("touchEnd")
    after = page.evaluate(SIGHT)
    assert after["scale"] == pytest.approx(2 * before["scale"], rel=0.1)
    assert after["y"] < before["y"]
    assert page.evaluate("KG.app.store.get().focus") is None
