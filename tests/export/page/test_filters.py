"""The filters, the legend and what they say is hidden, in headless Chromium."""

import pytest

from tests.export.graphs import ADAM, GROKNET, VERIFICATION
from tests.export.page.reading import shown, texts, until

pytestmark = pytest.mark.browser

HUB = "concept/the_hub"


def filters(page):
    return page.evaluate("KG.app.store.get().filters")


def test_the_legend_switches_kinds_and_says_what_is_hidden(visit):
    page = visit()
    page.locator("#legend").get_by_role("button", name="Method").click()
    until(page, "document.querySelector('#hidden').textContent !== ''")
    assert page.locator("#hidden").text_content() == "Hidden: methods."
    kinds = page.evaluate("KG.app.canvas.scene.nodes.map(({ id }) => KG.app.graph.kind(id))")
    assert "Method" not in kinds
    assert "Methods" not in " ".join(texts(page, "#panel h3"))
    page.get_by_role("button", name="Show all").click()
    until(page, "document.querySelector('#hidden-box').hidden")
    assert len(shown(page)) == 10


def test_the_drawer_filters_by_kind_role_and_relation(visit):
    page = visit(GROKNET)
    page.locator("#open-filters").click()
    drawer = page.locator("#filters")
    drawer.get_by_label("outperforms").uncheck()
    assert filters(page)["types"] == ["outperforms"]
    assert page.locator("#hidden").text_content() == "Hidden: what is said by “outperforms”."
    assert "Compared with 1" not in texts(page, "#panel h3")
    drawer.get_by_label("Tasks").uncheck()
    assert page.locator("#filter-count").text_content() == "2"
    page.go_back()
    until(page, "document.querySelector('#filter-count').textContent === '1'")
    assert drawer.get_by_label("Tasks").is_checked()
    drawer.get_by_role("button", name="Show everything").click()
    assert drawer.get_by_label("outperforms").is_checked()
    assert page.locator("#filter-count").is_hidden()


def test_the_drawer_filters_by_years(visit):
    page = visit(HUB, name="crowd")
    page.locator("#open-filters").click()
    page.get_by_label("First year").fill("2007")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#panel .kind').textContent.includes('22 papers')")
    assert filters(page)["years"] == [2007, None]
    assert page.locator("#hidden").text_content() == "Hidden: papers before 2007."
    assert "78 papers more, hidden by the filters." in page.locator("#panel").text_content()
    page.get_by_label("Last year").fill("2007")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#panel .kind').textContent.includes('11 papers')")
    page.get_by_label("First year").fill("")
    page.get_by_label("Last year").fill("")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#hidden-box').hidden")


def test_the_drawer_filters_by_the_number_of_papers(visit):
    page = visit()
    page.locator("#open-filters").click()
    page.get_by_label("At least").fill("2")
    page.keyboard.press("Enter")
    until(page, "KG.app.store.get().filters.papers === 2")
    assert page.locator("#hidden").text_content() == "Hidden: concepts of fewer than 2 papers."
    assert VERIFICATION in shown(page)
    assert ADAM not in shown(page)


def test_the_drawer_filters_by_venue(visit):
    page = visit("concept/the_field", name="venues")
    page.locator("#open-filters").click()
    assert texts(page, "#filters .venues label") == ["ICML2", "<b>NeurIPS</b>1"]
    page.locator("#filters").get_by_label("ICML").check()
    assert filters(page)["venues"] == ["ICML"]
    until(page, "document.querySelector('#panel .kind').textContent.includes('2 papers')")
    assert page.locator("#hidden").text_content() == "Hidden: papers of venues other than ICML."


def test_the_drawer_opens_and_closes_by_keyboard(visit):
    page = visit()
    page.keyboard.press("f")
    assert page.locator("#filters").is_visible()
    assert page.locator("#open-filters").get_attribute("aria-expanded") == "true"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert filters(page)["kinds"] == ["Method"]
    page.keyboard.press("Escape")
    assert page.locator("#filters").is_hidden()
    assert page.evaluate("document.activeElement.id") == "open-filters"


def test_the_depth_is_set_where_there_is_a_middle(visit):
    page = visit()
    assert page.locator("#depth-box").is_hidden()
    page = visit(ADAM)
    slider = page.get_by_role("slider", name="Depth")
    before = len(shown(page))
    slider.focus()
    page.keyboard.press("ArrowRight")
    until(page, "KG.app.store.get().depth === 2")
    assert slider.get_attribute("aria-valuetext") == "2 steps from the middle"
    assert len(shown(page)) > before
    until(page, "location.hash.includes('depth=2')")
