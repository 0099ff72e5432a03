"""The page as its reader meets it, in headless Chromium."""

import pytest

from tests.export.graphs import (
    ADAM,
    ALPHA_CROWN,
    CPP,
    FIRST,
    GRADIENT_DESCENT,
    GROKNET,
    HOSTILE,
    HOSTILE_LABEL,
    HOSTILE_PAPER,
    HOSTILE_TITLE,
    TINY_BENCH_SPACED,
    UNTITLED,
    VERIFICATION,
    sample_graph,
)
from tests.export.page.reading import click_node, heading, shown, texts, until, until_heading, where

pytestmark = pytest.mark.browser

NAMED = "concept/deep_learner"


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


def test_a_page_may_begin_with_a_node_and_the_way_back_leads_to_the_overview(visit):
    page = visit(name="started")
    until_heading(page, "Adam")
    assert page.evaluate("location.hash") == "#" + ADAM
    page.locator("#back").click()
    page.locator("#where", has_text="Overview").wait_for()
    page = visit(VERIFICATION, name="started")
    until_heading(page, "neural network verification")


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
    page.locator("#found", has_text="Nothing found").wait_for()
    assert page.locator("#hits").is_hidden()


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("cvebench", "CVE-Bench"),
        ("CVE bench", "CVE-Bench"),
        ("cve.bench", "CVE-Bench"),
        ("alpha-crown", "α-CROWN"),
        ("alphacrown", "α-CROWN"),
        ("α crown", "α-CROWN"),
        ("deeplearner", "deep learner"),
        ("c++", "C++"),
        ("c", "C"),
    ],
)
def test_search_sets_spelling_aside(visit, query, first):
    page = visit(name="names")
    page.get_by_role("combobox").fill(query)
    page.get_by_role("option").first.wait_for()
    assert texts(page, "#hits .name")[0].startswith(first)
    page.keyboard.press("Enter")
    until_heading(page, first)


def test_search_tells_what_differs_in_more_than_spelling(visit):
    page = visit(name="names")
    page.get_by_role("combobox").fill("c++")
    page.get_by_role("option").first.wait_for()
    assert texts(page, "#hits .name") == ["C++"]


def test_other_names_are_listed_once_the_usual_spelling_first(visit):
    page = visit(NAMED, name="names")
    assert page.locator(".aliases").text_content() == "Also: deep nets · DL"


def test_an_alias_that_is_the_label_in_another_spelling_is_not_listed(visit):
    assert visit(GROKNET).locator(".aliases").count() == 0
    assert visit(ALPHA_CROWN).locator(".aliases").count() == 0


def test_of_many_other_names_the_first_are_listed_and_the_rest_on_demand(visit):
    page = visit("concept/much_called", name="names")
    aliases = page.locator(".aliases")
    assert aliases.text_content() == "Also: " + " · ".join(f"name {n:02}" for n in range(12)) + " … 18 more"
    aliases.get_by_role("button").click()
    assert aliases.text_content().strip() == "Also: " + " · ".join(f"name {n:02}" for n in range(30))


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
    assert texts(page, ".card h3")[-1] == "Compared with in 1"
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


def test_relations_are_listed_by_what_they_are_with_their_sentences(visit):
    page = visit(GROKNET)
    assert texts(page, ".card h3") == [
        "Introduced by 1",
        "Used for 1",
        "Evaluated on 1",
        "Based on 1",
        "Compared with 1",
    ]
    assert texts(page, ".relations .line") == [
        "neural network verification",
        "Tiny.Bench",
        "Adam",
        "outperforms α-CROWN",
    ]
    last = page.locator(".relations > li").last
    assert last.locator("blockquote").text_content() == "We introduce GrokNet, which outperforms α-CROWN on Tiny.Bench."
    assert last.locator("mark").all_text_contents() == ["GrokNet", "α-CROWN"]
    assert last.locator(".meta").text_content() == "GrokNet: Adam-style verification for C++ICML 2025"


def test_all_statements_of_a_relation_are_a_click_away_and_so_is_the_way_back(visit):
    page = visit(GROKNET)
    page.get_by_role("button", name="All 2 statements").click()
    until_heading(page, "GrokNet – Adam")
    assert "edge=" in page.evaluate("location.hash")
    assert texts(page, ".says .line") == ["GrokNet is based on Adam"]
    assert texts(page, ".says blockquote") == [
        "GrokNet builds on Adam, a kind of gradient descent, and is applied to neural network verification.",
        "GrokNet: Adam-style verification for C++",
    ]
    assert texts(page, ".papers .title") == ["GrokNet: Adam-style verification for C++"]
    page.get_by_role("button", name="Back to GrokNet").click()
    until_heading(page, "GrokNet")


def test_an_edge_between_a_paper_and_a_concept_says_what_it_does_and_where(visit):
    page = visit(f"{FIRST}?edge={FIRST},{ADAM}")
    assert texts(page, ".says .line") == ["GrokNet: Adam-style verification for C++ uses Adam"]
    assert texts(page, ".says blockquote mark") == ["Adam", "Adam"]


def test_a_concept_says_what_it_is_to_others(visit):
    assert texts(visit(VERIFICATION), ".card h3") == [
        "Methods used for it 1",
        "Benchmarks for it 1",
        "Metrics for it 1",
        "Often in the same papers 2",
        "Addressed by 2",
    ]
    assert set(texts(visit(VERIFICATION), ".companions .chip bdi")) == {"Tiny.Bench", "gradient descent"}
    assert texts(visit(GRADIENT_DESCENT), ".card h3")[0] == "Narrower 1"


def test_a_relation_without_a_sentence_says_where_it_is_from(visit):
    page = visit(TINY_BENCH_SPACED)
    relation = page.locator(".relations > li")
    assert texts(page, ".card h3")[0] == "Broader 1"
    assert relation.locator(".line").text_content() == "Tiny.Bench"
    assert "From the vocabulary." in relation.text_content()


def test_papers_by_year_are_a_list_of_bars(visit):
    page = visit("concept/the_hub", name="crowd")
    bars = page.get_by_role("figure", name="Papers by year").get_by_role("listitem")
    said = [text.split("papers")[0] + "papers" for text in bars.all_text_contents()]
    assert said == [f"{year}: {12 if year == 2000 else 11} papers" for year in range(2000, 2009)]
    heights = [bar.bounding_box()["height"] for bar in page.locator(".bar-rod").all()]
    assert heights[0] > heights[1] > 0
    assert visit(ADAM).locator(".chart").count() == 0


def test_long_lists_come_in_pages_and_the_focus_goes_to_what_came(visit):
    page = visit("concept/the_hub", name="crowd")
    assert page.locator(".papers > li").count() == 8
    page.get_by_role("button", name="Show 20 more of 92").focus()
    page.keyboard.press("Enter")
    assert page.locator(".papers > li").count() == 28
    assert page.evaluate("document.activeElement.textContent") == texts(page, ".papers .title")[8]
    for _ in range(4):
        page.locator(".papers + .more").click()
    assert page.locator(".papers > li").count() == 100
    assert page.locator(".papers + .more").is_hidden()
    assert page.locator(".papers .meta").first.text_content() == "2008"


def test_what_papers_do_leads_to_them(visit):
    page = visit("concept/the_hub", name="crowd")
    page.get_by_role("button", name="100 use it").click()
    assert page.evaluate("document.activeElement.textContent") == "Used by 100"


def test_parts_of_the_field_can_be_opened_without_the_picture(visit):
    page = visit(name="crowd")
    part = page.locator(".top .part").first
    name = part.locator(".name").text_content()
    part.click()
    until_heading(page, name)
    assert page.locator("#panel .kind").text_content().startswith("Part of the field")


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
    assert page.locator("script:not([id])").count() == 2


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


def test_a_deep_link_opens_its_node(visit):
    page = visit(ALPHA_CROWN)
    assert heading(page) == "α-CROWN"
    assert page.title() == "α-CROWN – Papers and their concepts"


@pytest.mark.parametrize("address", ["concept/nothing", "concept/%E0%A4%A", "<img src=x onerror=alert(1)>"])
def test_an_address_of_nothing_is_said_to_be_that(visit, address):
    page = visit(address)
    assert heading(page) == "Not in this graph"
    assert len(shown(page)) == 10
