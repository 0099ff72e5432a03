"""The page for everybody: what axe-core finds, keyboard, sizes, preferences; in headless Chromium.

axe-core comes with axe-playwright-python (160 kB, MIT and MPL-2.0), which is kept up with its releases. Only its script is
used: it is evaluated by the browser's own tools, since the policy of the page lets no script be added.
"""

from importlib.resources import files as package_files

import pytest

from tests.export.graphs import ADAM, FIRST, GROKNET, HOSTILE
from tests.export.page.reading import VIEWPORT, texts, until, until_heading

pytestmark = pytest.mark.browser

KINDS = ["Method", "Task", "Benchmark", "Metric", "Paper"]
PHONE = {"width": 360, "height": 740}
VIEWS = {
    "overview": ("crowd", "", ""),
    "region": ("crowd", "", ""),
    "concept": ("crowd", "concept/the_hub", ""),
    "relations": ("sample", GROKNET, ""),
    "hostile": ("sample", HOSTILE, ""),
    "paper": ("sample", FIRST, ""),
    "edge": ("sample", f"{GROKNET}?edge={GROKNET},{ADAM}", ""),
    "path": ("sample", f"?path={GROKNET},{ADAM}", ""),
    "missing": ("sample", "concept/nothing", ""),
    "nodes": ("sample", f"{GROKNET}?view=table", ""),
    "lines": ("crowd", "concept/the_hub?view=table&list=lines&sort=-papers", ""),
    "filters": ("venues", "?hide=Metric", "document.querySelector('#open-filters').click()"),
    "help": ("sample", "", "document.querySelector('#open-help').click()"),
    "path dialog": ("sample", GROKNET, "document.querySelector('#open-path').click()"),
    "export": ("sample", "", "document.querySelector('#open-share').click()"),
    "search": (
        "sample",
        "",
        "((box) => { box.focus(); box.value = 'a'; box.dispatchEvent(new Event('input')); })(document.querySelector('#search'))",
    ),
}


def axe(page):
    """What axe-core finds that is serious or critical: rule, element, and why."""
    script = (package_files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": script})
    session.detach()
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        (violation["id"], node["html"][:200], node["failureSummary"])
        for violation in found["violations"]
        if violation["impact"] in {"serious", "critical"}
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, VIEWPORT], ids=["360", "1280"])
def test_axe_finds_nothing_serious(visit, size, scheme):
    page = visit()
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)
    try:
        found = {}
        for view, (name, node, act) in VIEWS.items():
            page = visit(node, name=name)
            if view == "region":
                page.locator(".top .part").first.click()
            page.set_viewport_size(size)
            page.evaluate(act)
            if view == "search":
                page.locator("#hits [role=option]").first.wait_for()
            found[view] = axe(page)
        assert found == {view: [] for view in VIEWS}
    finally:
        page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("view", ["concept", "relations", "paper", "nodes", "filters", "help", "path dialog", "export"])
@pytest.mark.parametrize("size", [PHONE, VIEWPORT], ids=["360", "1280"])
def test_what_is_touched_is_large_enough(visit, size, view):
    name, node, act = VIEWS[view]
    page = visit(node, name=name)
    page.set_viewport_size(size)
    page.evaluate(act)
    # Links within a sentence are excepted (WCAG 2.2, 2.5.8).
    small = page.evaluate(
        """[...document.querySelectorAll("button, input, summary, a.chip, .top a, .check")]
          .filter((element) => element.checkVisibility() && !element.closest(".check > *, blockquote"))
          .map((element) => [element.outerHTML.slice(0, 120), element.getBoundingClientRect()])
          .filter(([, { width, height }]) => width < 24 || height < 24).map(([html]) => html)"""
    )
    assert small == []


@pytest.mark.parametrize("width", [320, 360, 760, 1000, 1280, 2560])
@pytest.mark.parametrize("node", ["", "concept/the_hub", "concept/the_hub?view=table"])
def test_nothing_sticks_out_at_any_width(visit, width, node):
    page = visit(node, name="crowd")
    page.set_viewport_size({"width": width, "height": 800})
    page.locator("#open-filters").click()
    wide, inner = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= inner
    assert page.evaluate(
        "[...document.querySelectorAll('header button')].every((b) => b.getBoundingClientRect().right <= innerWidth)"
    )


def test_on_a_phone_the_panel_is_a_sheet_below_the_picture(visit):
    page = visit(ADAM)
    page.set_viewport_size(PHONE)
    picture, panel = (page.locator(each).bounding_box() for each in (".map", "#panel"))
    assert picture["y"] + picture["height"] <= panel["y"]
    assert picture["height"] > 240
    page.get_by_role("button", name="More of the details").click()
    taller = page.locator("#panel").bounding_box()
    assert taller["height"] > 1.5 * panel["height"]
    page.get_by_role("button", name="More of the picture").click()
    assert page.locator("#panel").bounding_box() == panel


def focused(page):
    return page.evaluate("document.activeElement.id || document.activeElement.textContent")


def test_everything_can_be_reached_by_keyboard(visit):
    page = visit()
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the search"
    seen = []
    for _ in range(24):
        page.keyboard.press("Tab")
        seen.append(focused(page))
    assert {"search", "as-map", "as-table", "open-filters", "open-path", "open-share", "open-help", "canvas"} <= set(
        seen
    )
    assert {"zoom-in", "zoom-out", "zoom-fit", "panel", *KINDS} <= set(seen)
    page.locator("#panel .top a").first.focus()
    page.keyboard.press("Enter")
    until(page, "location.hash.length > 1")
    assert page.evaluate("document.activeElement.tagName") == "H2"


@pytest.mark.parametrize(("link", "goal"), [(0, "search"), (1, "What the field is about")])
def test_skip_links_lead_where_they_say(visit, link, goal):
    page = visit()
    for _ in range(link + 1):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert focused(page) == goal
    assert page.evaluate("location.hash") == ""


def test_help_tells_the_keys_and_gives_the_focus_back(visit):
    page = visit()
    page.locator("#as-table").focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="How to use this page")
    assert dialog.is_visible()
    assert {"/", "?", "f", "t", "Enter", "Esc"} <= {text.strip(",") for text in texts(page, "#key-list kbd")}
    page.keyboard.press("t")
    assert page.evaluate("KG.app.store.get().view") == "map"
    page.keyboard.press("Escape")
    assert dialog.is_hidden()
    assert focused(page) == "as-table"
    page.keyboard.press("t")
    assert page.evaluate("KG.app.store.get().view") == "table"


def test_the_focus_is_never_lost(visit):
    page = visit(GROKNET)
    page.get_by_role("button", name="All 2 statements").focus()
    page.keyboard.press("Enter")
    until_heading(page, "GrokNet – Adam")
    assert page.evaluate("document.activeElement.tagName") == "H2"
    page.get_by_role("button", name="Back to GrokNet").focus()
    page.keyboard.press("Enter")
    until_heading(page, "GrokNet")
    assert page.evaluate("document.activeElement.tagName") == "H2"


def test_colours_of_the_reader_are_kept(visit):
    page = visit(ADAM)
    page.emulate_media(forced_colors="active")
    try:
        assert (
            page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--text').trim()")
            == "CanvasText"
        )
    finally:
        page.emulate_media(forced_colors="none")


def test_who_asks_for_more_contrast_gets_it(visit):
    page = visit(ADAM)
    soft = page.evaluate("getComputedStyle(document.querySelector('#panel .kind')).color")
    page.emulate_media(contrast="more")
    try:
        assert page.evaluate("getComputedStyle(document.querySelector('#panel .kind')).color") != soft
        assert axe(page) == []
    finally:
        page.emulate_media(contrast="no-preference")


def test_on_paper_there_is_all_that_is_to_read_and_no_controls(visit):
    page = visit("concept/the_hub", name="crowd")
    page.emulate_media(media="print")
    try:
        assert page.locator("#search, #open-filters, #zoom-in, #legend").locator("visible=true").count() == 0
        assert page.evaluate(
            "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1)(document.querySelector('#panel'))"
        )
    finally:
        page.emulate_media(media="screen")
