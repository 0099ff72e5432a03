from xml.etree import ElementTree

import networkx as nx
import pytest

from kg.model import ConceptType, Link
from kg.query import KnowledgeGraph
from kg.query.maps import task_map
from kg.query.pictures import map_svg, trends_svg
from kg.query.trends import trends
from tests.export.graphs import TINY_BENCH, VERIFICATION, add_concept, add_link, add_paper, sample_graph

SVG = "{http://www.w3.org/2000/svg}"
EVIL = "</text><script>alert(1)</script> \x00\x1b[31m \ud800 \ufffe \u202e & \"'"


@pytest.fixture
def graph():
    graph = sample_graph()
    evil = add_concept(graph, EVIL, ConceptType.METHOD)
    for year in (2023, 2024, 2025):
        paper = add_paper(
            graph, f"evil {year}", abstract=f"{EVIL} on Tiny.Bench for neural network verification.", year=year
        )
        add_link(graph, paper, Link.USES, evil, [("abstract", EVIL, 0)])
        add_link(graph, paper, Link.EVALUATES_ON, TINY_BENCH, [("abstract", "Tiny.Bench", 0)])
        add_link(graph, paper, Link.ADDRESSES, VERIFICATION, [("abstract", "neural network verification", 0)])
    return graph


def parse(text):
    root = ElementTree.fromstring(text)
    assert root.tag == SVG + "svg"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg",
        "title",
        "style",
        "text",
        "line",
        "circle",
        "polyline",
    }
    text.encode("utf-8")
    return root


def texts(root):
    return [element.text for element in root.iter(SVG + "text")]


def test_a_map_has_a_disc_where_method_and_benchmark_meet(graph):
    answer = task_map(graph, [VERIFICATION])
    root = parse(map_svg(answer))
    discs = list(root.iter(SVG + "circle"))
    assert len(discs) == len(answer.cells) > 0
    assert {"GrokNet × Tiny.Bench: 1 paper"} <= {disc.find(SVG + "title").text for disc in discs}
    sizes = {disc.find(SVG + "title").text[-8:]: float(disc.get("r")) for disc in discs}
    assert sizes["3 papers"] > sizes[": 1 paper"[-8:]]
    assert {"GrokNet", "Tiny.Bench"} <= set(texts(root))


def test_all_of_a_picture_lies_inside_it(graph):
    for text in (map_svg(task_map(graph, [VERIFICATION])), trends_svg(trends(KnowledgeGraph(graph)))):
        root = parse(text)
        width, height = float(root.get("width")), float(root.get("height"))
        for element in root.iter(SVG + "circle"):
            assert 0 <= float(element.get("cx")) <= width
            assert 0 <= float(element.get("cy")) <= height


def test_trends_have_a_curve_a_concept_and_a_dot_a_year(graph):
    answer = trends(KnowledgeGraph(graph))
    assert answer.rows
    root = parse(trends_svg(answer))
    assert len(list(root.iter(SVG + "polyline"))) == len(answer.rows)
    assert len(list(root.iter(SVG + "circle"))) == len(answer.rows) * len(answer.years)


def test_texts_are_texts(graph):
    answer = task_map(graph, [VERIFICATION])
    assert EVIL in [method.label for method in answer.methods]
    shown = "".join(texts(parse(map_svg(answer))))
    assert "<script>" in shown
    assert "\x1b" not in shown


def test_nothing_to_draw_is_a_picture_too():
    empty = nx.MultiDiGraph()
    assert texts(parse(trends_svg(trends(KnowledgeGraph(empty))))) == ["Share of the papers of each year, no years"]
    graph = sample_graph()
    node = add_concept(graph, "nothing yet", ConceptType.TASK)
    assert "nothing yet" in texts(parse(map_svg(task_map(graph, [node]))))
