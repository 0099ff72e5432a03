"""How the page is read: in the clear, compressed, in part, cut off, and in the frame of a notebook."""

import base64
import gzip
import json
import random
import re

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.export.page import LARGE, PageFile, assemble, frame_page, render_page, write_page
from kg.export.page.data import page_data
from kg.model import ConceptType, Link
from kg.query import KnowledgeGraph
from tests.export.graphs import (
    ADAM,
    HOSTILE,
    HOSTILE_LABEL,
    HOSTILE_TITLE,
    VERIFICATION,
    add_concept,
    add_link,
    add_paper,
    sample_graph,
)
from tests.export.page.reading import crowd, heading, until, until_heading


@pytest.fixture
def packed(monkeypatch):
    """All data is compressed, however small."""
    monkeypatch.setattr(assemble, "CLEAR", 0)


def data_of(page):
    """The data of a page that carries it compressed."""
    (text,) = re.findall(
        r'<script type="text/plain" id="kg-data" data-encoding="gzip">([A-Za-z0-9+/=]+)</script>', page
    )
    return base64.b64decode(text)


def test_compressed_data_is_what_it_is_in_the_clear_and_the_same_each_time(packed):
    page = render_page(sample_graph())
    assert data_of(page)[4:8] == bytes(4)  # the time
    assert json.loads(gzip.decompress(data_of(page)))["papers"]["title"][1] == HOSTILE_TITLE
    assert render_page(sample_graph()) == page


def test_only_large_data_is_compressed():
    assert 'data-encoding="gzip"' not in render_page(sample_graph())
    graph = sample_graph()
    graph.nodes[ADAM]["definition"] = "long " * 250_000
    page = render_page(graph)
    assert len(page) < 1_000_000
    assert b"long long" in gzip.decompress(data_of(page))


def test_what_a_page_weighs_and_lacks_is_said(tmp_path):
    whole = write_page(crowd(), tmp_path / "page.html")
    assert whole.size == (tmp_path / "page.html").stat().st_size
    assert (whole.detail, whole.warning) == ("full", "")
    titles = write_page(crowd(), tmp_path / "page.html", detail="titles")
    assert titles.size < whole.size
    assert str(titles).endswith("MB, without abstracts, and so without the sentences that speak for a link")
    assert "the whole graph would make a page of more than 25 MB" in titles.warning
    assert PageFile(LARGE + 1, "full").warning == "the page is large (25.0 MB): browsers will be slow to open it"


def test_what_would_make_a_page_too_large_is_left_out_step_by_step(monkeypatch, tmp_path):
    sizes = {detail: len(render_page(crowd(), detail=detail).encode()) for detail in ("full", "titles")}
    for limit, detail in ((sizes["full"], "full"), (sizes["titles"], "titles"), (sizes["titles"] - 1, "main")):
        monkeypatch.setattr("kg.export.page.LARGE", limit)
        assert write_page(crowd(), tmp_path / "page.html").detail == detail
    assert write_page(crowd(), tmp_path / "page.html", detail="full").detail == "full"


@pytest.mark.parametrize("text", ["noise", "hostile", "repeated"])
def test_abstracts_that_cannot_fit_are_not_packed_in_vain_and_those_that_can_are(monkeypatch, text):
    graph, chance = sample_graph(), random.Random(7)
    for number in range(40):
        letters = {
            "noise": [chr(chance.randrange(0x4E00, 0x9FFF)) for _ in range(20_000)],
            "hostile": [chr(chance.randrange(0x80, 0x10FFFF)) for _ in range(20_000)],
            "repeated": ["again and again. "] * 1_200,
        }
        add_paper(graph, f"long/{number}", abstract="".join(letters[text]))
    made = []
    monkeypatch.setattr("kg.export.page.LARGE", 790_000)
    monkeypatch.setattr(
        "kg.export.page.page_data",
        lambda *args, texts, **more: made.append(texts) or page_data(*args, texts=texts, **more),
    )
    render_page(graph)
    assert made[0] is (text == "repeated")


# In the browser


@pytest.fixture(scope="module")
def opened(browser, tmp_path_factory):
    """Opens pages, and keeps what they say and ask for."""
    folder = tmp_path_factory.mktemp("load")
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    told, asked = [], []
    tab.on("console", lambda message: told.append(message.text))
    tab.on("pageerror", lambda error: told.append(str(error)))
    tab.on("dialog", lambda dialog: (told.append(dialog.message), dialog.dismiss()))
    tab.on("request", lambda request: asked.append(request.url.partition("#")[0]))

    def opened(page, node=""):
        told.clear()
        asked.clear()
        path = folder / "page.html"
        path.write_bytes(page.encode())
        tab.goto("about:blank")
        tab.goto(path.as_uri() + (f"#{node}" if node else ""))
        return tab, told, [url for url in asked if url != path.as_uri()]

    yield opened
    tab.close()


@pytest.mark.browser
@pytest.mark.parametrize("node", ["", ADAM])
def test_a_compressed_page_is_the_same_page(packed, opened, node):
    page, told, asked = opened(render_page(sample_graph()), node)
    until(page, "KG.app.graph.ready")
    until(page, "document.querySelector('#panel h2') !== null")
    assert heading(page) == ("Adam" if node else "What the field is about")
    assert page.evaluate("KG.app.graph.size") == 13
    assert page.evaluate("document.body.getAttribute('aria-busy')") is None
    page.get_by_role("combobox").fill("adaptive")
    page.get_by_role("option").first.wait_for()
    assert (told, asked) == ([], [])


@pytest.mark.browser
def test_the_overview_is_drawn_before_the_rest_is_read_and_stays(packed, browser, tmp_path):
    write_page(crowd(), tmp_path / "page.html")
    page = browser.new_page()
    page.add_init_script("""{
      const { json } = Response.prototype;
      let go;
      window.readOn = () => go();
      Response.prototype.json = async function () { await new Promise((resolve) => (go = resolve)); return json.call(this); };
    }""")
    page.goto((tmp_path / "page.html").as_uri())
    look = "[KG.app.graph.ready, KG.app.canvas.placed.size, KG.app.canvas.scene.nodes.map(({ id }) => id)]"
    before = page.evaluate(look)
    assert before[0] is False
    assert before[1] > 20
    page.evaluate("readOn()")
    until(page, "KG.app.graph.ready")
    assert page.evaluate(look)[2] == before[2]
    page.close()


@pytest.mark.browser
def test_a_file_that_is_cut_off_says_so(packed, opened):
    text = render_page(sample_graph())
    data = base64.b64encode(data_of(text)).decode()
    page, told, _ = opened(text.replace(data, data[: len(data) // 8 * 4]))
    until(page, "document.querySelector('#note').textContent.startsWith('The graph in this file could not be read')")
    assert told


@pytest.mark.browser
@pytest.mark.parametrize("detail", ["titles", "main"])
def test_a_page_of_less_detail_says_what_it_lacks_and_works(opened, detail):
    page, told, _ = opened(render_page(sample_graph(), detail=detail), ADAM)
    until_heading(page, "Adam")
    assert "without" in page.locator(".left-out").text_content()
    assert page.locator("blockquote").count() == 0
    panel = page.locator("#panel").text_content()
    assert "gradient descent" in panel
    assert "From the vocabulary" not in panel
    page.locator("#panel .papers a").first.click()
    until_heading(page, "GrokNet: Adam-style verification for C++")
    assert told == []


@pytest.mark.browser
def test_the_part_of_a_large_graph_still_counts_all_its_papers(monkeypatch, opened):
    monkeypatch.setattr("kg.export.page.part.MOST_PAPERS", 10)
    page, _, _ = opened(render_page(crowd(), detail="main"), "concept/the_hub")
    until_heading(page, "the hub")
    assert page.evaluate("KG.app.graph.paperCount") == 10
    assert "100 papers" in page.locator("#panel .kind").text_content()
    assert page.locator(".left-out").text_content() == (
        "To keep this file small, it has only the 201 main concepts and 10 papers, without abstracts."
    )


TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30) | st.sampled_from(
    [
        "</script><script>alert(1)</script>",
        "<!--<script>",
        "]]>",
        "javascript:alert(1)",
        "&lt;b&gt;",
        "\u2028",
        "${x}",
        "{{ x }}",
    ]
)


@pytest.mark.browser
@pytest.mark.parametrize("clear", [0, 10**9])
def test_no_text_is_ever_markup(monkeypatch, opened, clear):
    monkeypatch.setattr(assemble, "CLEAR", clear)

    @settings(max_examples=8, suppress_health_check=list(HealthCheck), deadline=None)
    @given(st.tuples(*[TEXT] * 6))
    def check(words):
        title, label, alias, venue, url, author = words
        graph = nx.MultiDiGraph()
        paper = add_paper(graph, title, title=title, abstract=label + ".", venue=venue, url=url, authors=[author])
        concept = add_concept(graph, label, ConceptType.TASK, aliases=[alias], definition=alias)
        add_link(graph, paper, Link.INTRODUCES, concept, [("abstract", label, 1)])
        for node, name in ((paper, title), (concept, label)):
            page, told, asked = opened(render_page(graph), node)
            until(page, "KG.app.graph.ready && document.querySelector('#panel h2') !== null")
            assert heading(page) == name or not name.strip()
            assert page.locator("script:not([id])").count() == 2
            assert page.locator("a:not([href^='#']):not([href^='http'])").count() == 0
            assert (told, asked) == ([], [])

    check()


# In a notebook


@pytest.mark.browser
def test_a_notebook_shows_the_page_in_a_frame_of_its_own(opened):
    graph = KnowledgeGraph(sample_graph())
    page, told, asked = opened(f"<!doctype html><h1>Notebook</h1>{graph.show(height=500)._repr_html_()}")
    assert page.locator("iframe").bounding_box()["height"] >= 500
    frame = page.frames[1]
    frame.locator("#panel h2").wait_for()
    assert frame.evaluate("KG.app.graph.size") == 13
    assert (
        frame.evaluate("(() => { try { return parent.document.title } catch { return 'isolated' } })()") == "isolated"
    )
    frame.locator("#panel .top a", has_text="Adam").click()
    until(frame, "document.querySelector('#panel h2').textContent === 'Adam'")
    frame.locator("#panel .relations a", has_text="GrokNet").first.click()
    until(frame, "document.querySelector('#panel h2').textContent === 'GrokNet'")
    page.evaluate("history.back()")
    until(frame, "document.querySelector('#panel h2').textContent === 'Adam'")
    assert page.locator("h1").text_content() == "Notebook"
    assert told == []
    assert [url for url in asked if url != "about:srcdoc"] == []


@pytest.mark.browser
def test_hostile_text_stays_text_in_a_frame(opened):
    page, told, _ = opened(f"<!doctype html>{frame_page(sample_graph(), height=400, start=HOSTILE)._repr_html_()}")
    page.frames[1].locator("#panel h2").wait_for()
    assert page.frames[1].locator("#panel h2").text_content() == HOSTILE_LABEL
    assert page.locator("body > *").count() == 1
    assert told == []


def test_a_neighbourhood_shows_its_part_of_the_graph_open_at_its_centre():
    answer = KnowledgeGraph(sample_graph()).neighbourhood("neural network verification")
    frame = answer.show(height=300)
    front = json.loads(re.search(r'id="kg-front">(.*?)</script>', frame.page)[1])
    assert front["start"] == VERIFICATION
    assert front["concepts"] == 1 + len(answer.rows)
    assert '<iframe srcdoc="&lt;!doctype html&gt;' in frame._repr_html_()
    assert "sandbox=" in frame._repr_html_()
    assert "allow-same-origin" not in frame._repr_html_()
