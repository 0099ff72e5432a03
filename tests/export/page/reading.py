"""Graphs to make pages of, and ways to read a page in a browser."""

from time import monotonic

import networkx as nx

from kg.model import ConceptType, Link
from tests.export.graphs import add_concept, add_link, add_paper

VIEWPORT = {"width": 1280, "height": 800}
LONG = "an endless name " + "supercalifragilistic" * 30
UNBROKEN = "W" * 600


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


def names():
    """A paper whose concepts have very long names, names that are searched for in other spellings, and many aliases."""
    graph = nx.MultiDiGraph()
    paper = add_paper(graph, "pair", title="A pair", abstract="A deep net, many deep nets and a DL.")
    for label, kind in (
        (LONG, ConceptType.TASK),
        (UNBROKEN, ConceptType.METHOD),
        ("CVE-Bench", ConceptType.BENCHMARK),
        ("α-CROWN", ConceptType.METHOD),
        ("C++", ConceptType.METHOD),
        ("C", ConceptType.METHOD),
    ):
        add_link(graph, paper, Link.USES, add_concept(graph, label, kind), [("abstract", "a", 1)])
    aliases = ["Deep Learner", "Deep-Learners", "deep net", "DEEP NETS", "deep nets", "Deep Nets", "DL", "DLs"]
    learner = add_concept(graph, "deep learner", ConceptType.METHOD, aliases=sorted(aliases))
    add_link(graph, paper, Link.USES, learner, [("abstract", "deep nets", 1), ("abstract", "DL", 1)])
    again = add_paper(graph, "again", abstract="More deep nets.")
    add_link(graph, again, Link.USES, learner, [("abstract", "deep nets", 0)])
    many = add_concept(graph, "much called", ConceptType.TASK, aliases=[f"name {number:02}" for number in range(30)])
    add_link(graph, paper, Link.ADDRESSES, many, [("abstract", "a", 1)])
    return graph


def shared_graph(papers, concepts):
    """Every paper has the hub; the other concepts are in two papers next to each other."""
    graph = nx.MultiDiGraph()
    hub = add_concept(graph, "hub", ConceptType.METHOD)
    others = [add_concept(graph, f"concept {number}", ConceptType.TASK) for number in range(concepts)]
    for number in range(papers):
        text = " ".join(["hub", *(f"concept {other}" for other in range(concepts))])
        paper = add_paper(graph, f"p{number}", abstract=text)
        add_link(graph, paper, Link.USES, hub, [("abstract", "hub", 0)])
        for other in range(concepts):
            if other % papers in {number, (number + 1) % papers}:
                add_link(graph, paper, Link.ADDRESSES, others[other], [("abstract", f"concept {other}", 0)])
    return graph


def venues():
    """Three papers of two venues, one of which is markup."""
    graph = nx.MultiDiGraph()
    field = add_concept(graph, "the field", ConceptType.TASK)
    for number, venue in enumerate(["ICML 2024", "ICML 2025", "<b>NeurIPS</b> 2024"]):
        paper = add_paper(graph, f"v{number}", title=f"On the field {number}", venue=venue, year=2024 + number % 2)
        add_link(graph, paper, Link.ADDRESSES, field, [("title", "the field", 0)])
    return graph


def shown(page):
    """The keys of the nodes in the picture."""
    return page.evaluate("KG.app.canvas.scene.nodes.map(({ id: node }) => KG.app.graph.key(node))")


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


def overlap(a, b):
    """Whether two boxes have more than a rim in common."""
    return (
        a["x"] < b["x"] + b["width"] - 0.01
        and b["x"] < a["x"] + a["width"] - 0.01
        and a["y"] < b["y"] + b["height"] - 0.01
        and b["y"] < a["y"] + a["height"] - 0.01
    )


def in_picture(page, box):
    """Whether a box around the scene's middle is between the edges of the canvas."""
    left, right, top, bottom = page.evaluate(
        """(() => {
          const { x, y, scale, width, height } = KG.app.canvas.stage.sight();
          return [x * scale - width / 2, x * scale + width / 2, y * scale - height / 2, y * scale + height / 2];
        })()"""
    )
    return left < box["x"] < box["x"] + box["width"] < right and top < box["y"] < box["y"] + box["height"] < bottom
