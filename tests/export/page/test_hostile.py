"""Whatever a paper's words are, the page shows them as text, in headless Chromium."""

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.export.page import render_page
from kg.ids import mint
from kg.model import ConceptType, Link, Relation
from tests.export.graphs import add_concept, add_link, add_paper, add_relation

pytestmark = pytest.mark.browser

NASTY = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "{{ 7 * 7 }}",
    "${alert(1)}",
    "javascript:alert(1)",
    '" onmouseover="alert(1)',
    "'><svg/onload=alert(1)>",
    "&lt;b&gt; &amp;amp;",
    "\u202eright to left\u202c",
    "\u2066שלום\u2069 مرحبا",
    "e\u0301\u0323 👩‍🔬 𝒪(n)",
    "W" * 400,
    "#?&=@,/%2F%",
    "__proto__",
    "constructor",
    "=1+1",
    "\x00\x07\x1b[31m",
    "a\nb\r\nc\u2028d",
    "\ud800",
]
words = st.lists(st.sampled_from(NASTY) | st.text(max_size=8), min_size=1, max_size=3).map(" ".join)
addresses = st.sampled_from(
    ["javascript:alert(1)", " JAVASCRIPT:alert(1)", "data:text/html,<script>alert(1)</script>", "//evil.example", ""]
)


@st.composite
def graphs(draw):
    """A paper, three concepts and what joins them, all of any words."""
    graph = nx.MultiDiGraph()
    labels = draw(st.lists(words.filter(str.strip), min_size=3, max_size=3, unique_by=mint))
    title, lead = draw(words), draw(words)
    paper = add_paper(
        graph,
        draw(words.filter(bool)),
        title=f"{title} {labels[0]}",
        abstract=lead + " ".join(labels),
        sentences=[["title", 0, len(title) + 1 + len(labels[0])], ["abstract", 0, len(lead + " ".join(labels))]],
        authors=[draw(words)],
        venue=draw(words),
        year=draw(st.sampled_from([None, 1, 2024])),
        url=draw(addresses),
    )
    concepts = [
        add_concept(graph, label, kind, aliases=[draw(words)], definition=draw(words))
        for label, kind in zip(labels, (ConceptType.METHOD, ConceptType.TASK, ConceptType.METHOD), strict=True)
    ]
    links = (Link.INTRODUCES, Link.ADDRESSES, Link.COMPARES_WITH)
    for concept, label, link in zip(concepts, labels, links, strict=True):
        add_link(graph, paper, link, concept, [("abstract", label, 1)])
    add_relation(graph, concepts[0], Relation.APPLIED_TO, concepts[1], [(paper, 1, 0.5)])
    add_relation(graph, concepts[0], Relation.OUTPERFORMS, concepts[2], [(paper, 1, 0.5)])
    return graph


@pytest.fixture(scope="module")
def reader(browser):
    page = browser.new_page()
    said, asked = [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    yield page, said, asked
    page.close()


WALK = """(keys) => {
  const { store, graph } = KG.app;
  const seen = {};
  for (const key of keys) {
    for (const view of ["map", "table"]) {
      store.set({ view, list: "nodes" });
      store.open(key);
      store.set({ list: "lines" });
    }
    seen[key] = document.querySelector("#panel h2").textContent;
  }
  store.set({ path: [keys[2], keys[3]] });
  store.set({ path: null, edge: [keys[1], keys[2]] });
  document.querySelector("#open-filters").click();
  for (const word of graph.label(graph.find(keys[1])).split(" ")) KG.searchbox.indexOf(graph).search(word);
  const search = document.querySelector("#search");
  search.value = graph.label(graph.find(keys[1]));
  search.dispatchEvent(new Event("input"));
  const scene = KG.table.sceneOf(KG.app);
  KG.csv.nodes(KG.app, scene); KG.csv.lines(KG.app, scene); JSON.parse(KG.jsonld.jsonld(KG.app, scene));
  return seen;
}"""


@given(graph=graphs())
@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_any_words_are_text_in_every_view(reader, tmp_path_factory, graph):
    page, said, asked = reader
    said.clear()
    asked.clear()
    file = tmp_path_factory.mktemp("hostile") / "page.html"
    file.write_text(render_page(graph), encoding="utf-8")
    page.goto(file.as_uri())
    elements = page.evaluate(
        "document.querySelectorAll('script, style, img, iframe, object, embed, base, form').length"
    )
    keys = list(graph)
    seen = page.evaluate(WALK, keys)
    for key in keys:
        node = graph.nodes[key]
        assert seen[key] == node["title" if node["kind"] == "paper" else "label"]
    assert (
        page.evaluate("document.querySelectorAll('script, style, img, iframe, object, embed, base, form').length")
        == elements
    )
    handlers = "[...document.querySelectorAll('*')].flatMap((e) => [...e.attributes]).filter((a) => /^on/i.test(a.name)).length"
    assert page.evaluate(handlers) == 0
    links = page.evaluate("[...document.querySelectorAll('a')].map((a) => a.getAttribute('href'))")
    assert all(link.startswith("#") for link in links)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert said == []
    assert set(asked) == {file.as_uri()}
