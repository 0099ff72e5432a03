"""The table, which says what the picture shows, in headless Chromium."""

import csv
import io
import json
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.export.rdf import triples
from kg.export.rdf.jsonld import load_context
from tests.export.graphs import ADAM, FIRST, GROKNET, HOSTILE, HOSTILE_LABEL, HOSTILE_PAPER, sample_graph
from tests.export.page.reading import shown, texts, until, until_heading

pytestmark = pytest.mark.browser


def column(page, number):
    return texts(page, f"#table tbody td:nth-child({number})")


def test_the_table_lists_the_nodes_of_the_picture(visit):
    page = visit(GROKNET)
    nodes = page.evaluate("KG.app.canvas.scene.nodes.map(({ id }) => KG.app.graph.label(id))")
    page.locator("#as-table").click()
    assert page.evaluate("location.hash") == f"#{GROKNET}?view=table"
    assert column(page, 1) == nodes
    row = page.locator("#table tbody tr", has_text="α-CROWN").first
    cells = row.locator("td").all_text_contents()
    assert cells[:3] == ["α-CROWN", "Method", "1"]
    assert "it outperforms this" in cells
    assert page.locator("#canvas").is_hidden()
    page.locator("#as-map").click()
    assert page.locator("#canvas").is_visible()


def test_the_table_lists_the_connections_of_the_picture_with_their_sentences(visit):
    page = visit(f"{GROKNET}?view=table&list=lines")
    rows = [row.locator("td").all_text_contents() for row in page.locator("#table tbody tr").all()]
    pairs = {frozenset((row[0], row[2])) for row in rows}
    drawn = page.evaluate(
        "KG.app.canvas.scene.edges.map(({ from, to }) => [from, to].map((id) => KG.app.graph.label(id)))"
    )
    assert pairs == {frozenset(pair) for pair in drawn}
    sentence = "We introduce GrokNet, which outperforms α-CROWN on Tiny.Bench."
    assert ["GrokNet", "outperforms", "α-CROWN", "1", sentence] in rows
    marks = [row.locator("mark").all_text_contents() for row in page.locator("#table tbody tr").all()]
    assert marks[rows.index(["GrokNet", "outperforms", "α-CROWN", "1", sentence])] == ["GrokNet", "α-CROWN"]


def test_a_number_in_the_table_tells_who_says_so(visit):
    page = visit(f"{GROKNET}?view=table&list=lines")
    page.get_by_role("button", name="Who says that GrokNet and Adam belong together").first.click()
    until_heading(page, "GrokNet – Adam")
    assert page.locator("#table").is_visible()


def test_columns_sort_up_and_down_and_keep_the_focus(visit):
    page = visit("?view=table", name="crowd")
    header = page.get_by_role("columnheader", name="Papers")
    header.get_by_role("button").focus()
    page.keyboard.press("Enter")
    numbers = [int(text) for text in column(page, 3)]
    assert numbers == sorted(numbers, reverse=True)
    assert header.get_attribute("aria-sort") == "descending"
    assert page.evaluate("document.activeElement.dataset.column") == "papers"
    page.keyboard.press("Enter")
    numbers = [int(text) for text in column(page, 3)]
    assert numbers == sorted(numbers)
    until(page, "location.hash.includes('sort=papers')")
    page.get_by_role("columnheader", name="Name").get_by_role("button").click()
    assert column(page, 1)[:2] == ["a concept called 0", "a concept called 1"]


def test_a_long_table_comes_in_pages(visit):
    page = visit("?view=table&list=lines", name="crowd")
    total = int(page.locator(".tabs [aria-pressed=true] .count").text_content().replace(",", ""))
    assert total > 100
    assert page.locator("#table tbody tr").count() == 100
    page.locator("#table .more").click()
    assert page.locator("#table tbody tr").count() == min(total, 200)
    inside = page.evaluate("document.activeElement.closest('tr').rowIndex")
    assert inside == 101


def test_a_name_in_the_table_opens_its_own_table(visit):
    page = visit("?view=table")
    page.locator("#table").get_by_role("link", name="Adam", exact=True).click()
    until_heading(page, "Adam")
    assert page.locator("#table").is_visible()
    assert column(page, 1)[0] == "Adam"
    assert page.evaluate("document.activeElement.tagName") == "H2"


def test_the_table_says_when_nothing_is_left(visit):
    page = visit("?view=table&hide=Method,Task,Benchmark,Metric,paper")
    assert page.locator("#table .empty").text_content() == "Nodes: none that the filters leave."


def saved(page, name):
    page.locator("#open-share").click()
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    file = download.value
    return file.suggested_filename, Path(file.path()).read_bytes()


def test_nodes_are_saved_as_csv(visit):
    page = visit(GROKNET)
    name, data = saved(page, "Nodes (CSV)")
    assert name == "GrokNet-Papers-and-their-concepts.nodes.csv"
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    assert [row["id"] for row in rows] == shown(page)
    assert rows[0] == {
        "id": GROKNET,
        "name": "GrokNet",
        "kind": "Method",
        "papers": "1",
        "years": "2025",
        "venue": "",
        "url": "",
        "connection": "",
    }


def test_connections_are_saved_as_csv_with_a_sentence_and_its_paper(visit):
    _, data = saved(visit(GROKNET), "Connections (CSV)")
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    found = next(row for row in rows if row["says"] == "outperforms")
    assert (found["from"], found["to_name"], found["papers"], found["paper"]) == (GROKNET, "α-CROWN", "1", FIRST)
    assert found["sentence"] == "We introduce GrokNet, which outperforms α-CROWN on Tiny.Bench."


@pytest.mark.parametrize(
    "text", ["=1+1", "+a", "-a", "@a", " =1", "＝1", "|a", "%a", "\t=1", "a\u202eb", 'a"b,c', "a\nb"]
)
def test_cells_are_as_harmless_as_those_of_tables_in_python(visit, text):
    from kg.query.tables import Table  # noqa: PLC0415

    expected = Table(("x",), ((text,), (7,), (None,))).to_csv()
    rows = list(csv.reader(io.StringIO(visit().evaluate("(text) => KG.csv.csv([['x'], [text], [7], [null]])", text))))
    assert rows == list(csv.reader(io.StringIO(expected.replace('""\n', "\n"))))


@pytest.mark.parametrize("node", ["", GROKNET, FIRST, ADAM, HOSTILE, HOSTILE_PAPER])
def test_linked_data_says_nothing_that_the_rdf_export_does_not(visit, node):
    name, data = saved(visit(node), "Linked data (JSON-LD)")
    assert name.endswith(".jsonld")
    found = set(ox.parse(data, format=ox.RdfFormat.JSON_LD))
    known = set(triples(sample_graph()))
    assert {quad.triple for quad in found} <= known
    assert found


def test_linked_data_has_links_relations_and_evidence(visit):
    page = visit(GROKNET)
    _, data = saved(page, "Linked data (JSON-LD)")
    document = json.loads(data)
    context = document["@context"]
    assert context.pop("@base") == sample_graph().graph["base"]
    assert context == load_context()
    nodes = {node["id"]: node for node in document["@graph"]}
    assert set(shown(page)) <= nodes.keys()
    assert nodes[FIRST]["introduces"] == GROKNET
    assert nodes[GROKNET]["outperforms"] == "concept/%CE%B1-CROWN"
    assert nodes["statement/GrokNet/outperforms/%CE%B1-CROWN"]["wasDerivedFrom"] == FIRST
    quotes = [node["exact"] for node in nodes.values() if node["type"] == "TextQuoteSelector"]
    assert {"GrokNet", "We introduce GrokNet, which outperforms α-CROWN on Tiny.Bench."} <= set(quotes)


def test_linked_data_is_right_after_an_emoji(visit):
    _, data = saved(visit(HOSTILE_PAPER), "Linked data (JSON-LD)")
    quotes = [node.get("exact") for node in json.loads(data)["@graph"]]
    assert HOSTILE_LABEL in quotes


@pytest.mark.parametrize(("name", "start"), [("Picture (PNG)", b"\x89PNG"), ("Picture (SVG)", b"<")])
def test_the_picture_is_saved(visit, name, start):
    _, data = saved(visit(GROKNET), name)
    assert data.startswith(start)


def test_the_link_to_the_view_is_copied_or_there_to_be_copied(visit):
    page = visit(f"{ADAM}?depth=2")
    page.locator("#open-share").click()
    page.get_by_role("button", name="Copy a link").click()
    until(page, "document.querySelector('#shared').textContent !== ''")
    copied = page.locator("#shared").text_content() == "The link is copied."
    assert copied or page.locator("#link-box").input_value() == page.url
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "open-share"
