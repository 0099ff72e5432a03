"""The page as its reader meets it, in headless Chromium."""

from itertools import combinations
from time import monotonic

import networkx as nx
import pytest

from kg.export.page import write_page
from kg.model import ConceptType, Link
from tests.export.graphs import (
    ADAM,
    ALPHA_CROWN,
    CPP,
    FIRST,
    GROKNET,
    HOSTILE,
    HOSTILE_LABEL,
    HOSTILE_PAPER,
    HOSTILE_TITLE,
    TINY_BENCH_SPACED,
    UNTITLED,
    VERIFICATION,
    add_concept,
    add_link,
    add_paper,
    sample_graph,
)

pytestmark = pytest.mark.browser

VIEWPORT = {"width": 1280, "height": 800}
KINDS = ["Method", "Task", "Benchmark", "Metric", "Paper"]


def crowd():
    """A hundred papers that have the hub and thirty concepts each of two hundred."""
    graph = nx.MultiDiGraph()
    hub = add_concept(graph, "the hub", ConceptType.METHOD)
    kinds = list(ConceptType)
    concepts = [add_concept(graph, f"a concept called {number}", kinds[number % 4]) for number in range(200)]
    for number in range(100):
        paper = add_paper(
            graph, f"p{number}", title=f"Title {number}", abstract="the hub. a concept called ", year=2000 + number % 9
        )
        add_link(graph, paper, Link.USES, hub, [("abstract", "the hub", 1)])
        for other in range(30):
            concept = concepts[(number * 7 + other) % 200]
            add_link(graph, paper, Link.MENTIONS, concept, [("abstract", "a concept called ", 1)])
    return graph


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    write_page(sample_graph(), folder / "sample.html")
    write_page(crowd(), folder / "crowd.html")
    return folder


@pytest.fixture(scope="module")
def tab(browser):
    """A page for all tests, with what it says and what it asks for."""
    page = browser.new_page(viewport=VIEWPORT)
    told, asked = [], []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("dialog", lambda dialog: (told.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    yield page, told, asked
    page.close()


@pytest.fixture
def visit(tab, files):
    """Opens a page at a node; at the end of the test nothing may have been said or asked for but the page itself."""
    page, told, asked = tab
    told.clear()
    asked.clear()
    page.set_viewport_size(VIEWPORT)

    def visit(node="", *, name="sample"):
        page.goto("about:blank")
        page.goto((files / f"{name}.html").as_uri() + (f"#{node}" if node else ""))
        return page

    yield visit
    assert told == []
    assert set(asked) <= {(files / f"{name}.html").as_uri() for name in ("sample", "crowd")}


def shown(page):
    """The keys of the nodes in the picture."""
    return page.evaluate("KG.app.canvas.network.body.nodeIndices.map((node) => KG.app.graph.key(node))")


def where(page, key):
    """The place of a node in the window."""
    return page.evaluate("(key) => KG.app.canvas.whereIs(KG.app.graph.find(key))", key)


def click_node(page, key):
    place = where(page, key)
    page.mouse.click(place["x"], place["y"])


def texts(page, selector):
    return page.locator(selector).all_text_contents()


def heading(page):
    return page.locator("#panel h2").text_content()


def until(page, condition, *arguments):
    """Wait for a condition. (Playwright's own way evaluates text in the page, which the page's policy forbids.)"""
    end = monotonic() + 10
    while not page.evaluate(condition, *arguments):
        assert monotonic() < end, f"never came true: {condition}"
        page.wait_for_timeout(10)


def until_heading(page, text):
    until(page, "(text) => document.querySelector('#panel h2').textContent === text", text)


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


def test_more_labels_appear_on_zooming_in(visit):
    page = visit(name="crowd")
    before = page.evaluate("KG.app.canvas.placed.size")
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    until(page, "(before) => KG.app.canvas.placed.size > before", before)
    page.get_by_role("button", name="Fit the picture").click()
    until(page, "(before) => KG.app.canvas.placed.size === before", before)


def test_search_finds_a_concept_by_its_alias_and_enter_opens_it(visit):
    page = visit()
    page.keyboard.press("/")
    page.keyboard.type("ADAPTIVE mom")
    page.get_by_role("option").first.wait_for()
    assert texts(page, "#hits [role=option] .name") == ["Adam adaptive moment estimation"]
    assert texts(page, "#hits [role=option] .about") == ["Method · 1 paper"]
    page.keyboard.press("Enter")
    until_heading(page, "Adam")
    assert page.evaluate("location.hash") == "#" + ADAM
    assert page.locator(".papers mark").first.text_content() == "Adam"


def test_search_goes_by_prefix_then_word_and_by_titles_and_ids(visit):
    page = visit()
    search = page.get_by_role("combobox")
    search.fill("tiny")
    page.get_by_role("option").first.wait_for()
    assert [name.split(" Tiny")[0] for name in texts(page, "#hits .name")][:2] == ["Tiny.Bench", "Tiny Bench"]
    for query, hit in (
        ("verif", "neural network verification"),
        ("adam-st", "GrokNet: Adam-style"),
        ("000-01", "GrokNet:"),
    ):
        search.fill(query)
        page.locator("#hits .name", has_text=hit).first.wait_for()
    search.fill("no such thing")
    page.locator("#hits .none").wait_for()


def test_arrow_keys_choose_a_hit(visit):
    page = visit()
    page.get_by_role("combobox").fill("tiny")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("ArrowDown")
    chosen = page.locator("#hits [aria-selected=true]")
    assert chosen.get_attribute("id") == page.get_by_role("combobox").get_attribute("aria-activedescendant")
    page.keyboard.press("Enter")
    until_heading(page, "Tiny Bench")
    assert page.locator("#hits").is_hidden()


def test_a_click_shows_papers_and_sentences_with_the_mention_marked(visit):
    page = visit()
    click_node(page, ALPHA_CROWN)
    until_heading(page, "α-CROWN")
    assert texts(page, ".papers .title") == ["GrokNet: Adam-style verification for C++"]
    assert page.locator(".papers .role").text_content() == "compares with"
    quotation = page.locator(".papers blockquote")
    assert quotation.text_content() == "We introduce GrokNet, which outperforms α-CROWN on Tiny.Bench."
    assert texts(page, ".papers blockquote mark") == ["α-CROWN"]
    assert "ICML 2025" in page.locator(".papers .meta").text_content()


def test_a_slow_click_counts_and_a_drag_does_not(visit):
    page = visit()
    place = where(page, ALPHA_CROWN)
    page.mouse.move(place["x"], place["y"])
    page.mouse.down()
    page.mouse.move(place["x"] + 60, place["y"] + 40, steps=3)
    page.mouse.up()
    moved = where(page, ALPHA_CROWN)
    assert moved["x"] > place["x"] + 30
    assert page.evaluate("location.hash") == ""
    page.mouse.move(moved["x"], moved["y"])
    page.mouse.down()
    page.wait_for_timeout(400)
    page.mouse.up()
    until_heading(page, "α-CROWN")


def test_a_mention_in_the_title_is_marked_there(visit):
    page = visit(GROKNET)
    assert texts(page, ".papers .title mark") == ["GrokNet"]
    assert texts(page, ".papers .title") == ["GrokNet: Adam-style verification for C++"]


def test_relations_are_listed_with_their_sentences(visit):
    page = visit(GROKNET)
    assert texts(page, ".relations .line") == [
        "GrokNet outperforms α-CROWN",
        "GrokNet is based on Adam",
        "GrokNet is applied to neural network verification",
        "GrokNet is evaluated on Tiny.Bench",
    ]
    first = page.locator(".relations > li").first
    assert (
        first.locator("blockquote").text_content() == "We introduce GrokNet, which outperforms α-CROWN on Tiny.Bench."
    )
    assert first.locator("mark").all_text_contents() == ["GrokNet", "α-CROWN"]


def test_a_relation_without_a_sentence_says_where_it_is_from(visit):
    page = visit(TINY_BENCH_SPACED)
    relation = page.locator(".relations > li", has_text="Tiny Bench is a kind of Tiny.Bench")
    assert "From the vocabulary." in relation.text_content()


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


def test_a_paper_shows_its_abstract_with_all_mentions_marked_by_kind(visit):
    page = visit(FIRST)
    assert heading(page) == "GrokNet: Adam-style verification for C++"
    assert "Ada Lovelace, José Núñez, 李 明" in page.locator(".authors").text_content()
    marks = page.locator(".abstract mark")
    assert list(
        zip(marks.all_text_contents(), marks.evaluate_all("marks => marks.map(m => m.dataset.kind)"), strict=True)
    ) == [
        ("GrokNet", "Method"),
        ("α-CROWN", "Method"),
        ("Tiny.Bench", "Benchmark"),
        ("Adam", "Method"),
        ("gradient descent", "Method"),
        ("neural network verification", "Task"),
        ("F1@10", "Metric"),
    ]
    assert texts(page, ".concepts dt")[:2] == ["introduces", "uses"]
    assert texts(page, ".concepts dd")[:2] == ["GrokNet", "Adam"]
    page.locator(".abstract mark", has_text="Adam").get_by_role("link").click()
    until_heading(page, "Adam")


def test_hostile_title_and_label_stay_text(visit):
    page = visit(HOSTILE_PAPER)
    assert heading(page) == HOSTILE_TITLE
    assert page.title().startswith(HOSTILE_TITLE)
    assert texts(page, ".concepts dd")[0] == HOSTILE_LABEL
    page.get_by_role("combobox").fill("script")
    page.get_by_role("option").first.wait_for()
    assert any(HOSTILE_TITLE in name for name in texts(page, "#hits .name"))
    page.goto(page.url.partition("#")[0] + "#" + HOSTILE)
    until_heading(page, HOSTILE_LABEL)
    assert page.locator("img, [onerror]").count() == 0
    assert '"evil"' not in texts(page, "b")
    assert page.locator("script").count() == 6


def test_only_web_addresses_are_links(visit):
    page = visit(HOSTILE_PAPER)
    assert page.locator("#panel a.out").count() == 0
    assert page.locator("a[href^='javascript']").count() == 0
    link = visit(FIRST).locator("#panel a.out")
    assert link.get_attribute("href") == "https://example.org/papers/1?x=a%20b&y=2#top"
    assert "noopener" in link.get_attribute("rel")


def test_marks_are_right_after_an_emoji(visit):
    page = visit(HOSTILE_PAPER)
    abstract = sample_graph().nodes[HOSTILE_PAPER]["abstract"]
    assert page.locator(".abstract").text_content() == abstract
    assert texts(page, ".abstract mark") == [HOSTILE_LABEL, "C++", "Tiny Bench"]
    page = visit(CPP)
    assert "C++" in texts(page, ".papers blockquote mark")


def test_back_and_forward(visit):
    page = visit()
    click_node(page, VERIFICATION)
    until_heading(page, "neural network verification")
    click_node(page, UNTITLED)
    until(page, "document.querySelector('#panel h2').textContent.startsWith('Tiny.Bench is a benchmark')")
    page.go_back()
    until_heading(page, "neural network verification")
    page.go_back()
    until(page, "document.querySelector('#back').hidden")
    assert len(shown(page)) == 10
    page.go_forward()
    until_heading(page, "neural network verification")
    page.get_by_role("button", name="Overview").click()
    until(page, "document.querySelector('#back').hidden")
    assert len(shown(page)) == 10


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


def test_a_deep_link_opens_its_node(visit):
    page = visit(ALPHA_CROWN)
    assert heading(page) == "α-CROWN"
    assert page.title() == "α-CROWN – Papers and their concepts"


@pytest.mark.parametrize("address", ["concept/nothing", "concept/%E0%A4%A", "<img src=x onerror=alert(1)>"])
def test_an_address_of_nothing_is_said_to_be_that(visit, address):
    page = visit(address)
    assert heading(page) == "Not in this graph"
    assert len(shown(page)) == 10


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


def test_everything_can_be_reached_by_keyboard(visit):
    page = visit()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "search"
    seen = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.textContent"))
    assert set(KINDS) <= seen
    page.locator("#panel .top a").first.focus()
    page.keyboard.press("Enter")
    until(page, "location.hash.length > 1")
    assert page.evaluate("document.activeElement.tagName") == "H2"
