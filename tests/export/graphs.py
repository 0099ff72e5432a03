"""A small graph, made by hand, with everything an exporter meets: all types, links and relations, odd and hostile text."""

from __future__ import annotations

from typing import Any

import networkx as nx

from kg.ids import BASE_IRI, mint
from kg.model import ConceptType, Field, Link, Relation

HOSTILE_TITLE = "</script><img src=x onerror=alert(1)> & \"quotes\" 'single' \\ back`tick"
HOSTILE_LABEL = '</script><b>"evil"</b> {x}|y^2\\`z` 50% <http://a b>'

GROKNET = "concept/" + mint("GrokNet")
ADAM = "concept/" + mint("Adam")
GRADIENT_DESCENT = "concept/" + mint("gradient descent")
ALPHA_CROWN = "concept/" + mint("α-CROWN")
CPP = "concept/" + mint("C++")
HOSTILE = "concept/" + mint(HOSTILE_LABEL)
VERIFICATION = "concept/" + mint("neural network verification")
TINY_BENCH = "concept/" + mint("Tiny.Bench")
TINY_BENCH_SPACED = "concept/" + mint("Tiny Bench")
F1_AT_10 = "concept/" + mint("F1@10")

FIRST = "paper/" + mint("000-01")
HOSTILE_PAPER = "paper/" + mint('x/../"id" #2?<é>')
UNTITLED = "paper/" + mint("untitled")


def sample_graph() -> nx.MultiDiGraph:
    """Make a new graph of three papers and ten concepts, in the shape that :mod:`kg.graph` builds.

    The first paper is an ordinary one with full metadata. The second has markup, astral characters and line breaks in
    its texts, an IRI-breaking id and invalid addresses. The third has an abstract alone.
    """
    graph = nx.MultiDiGraph(
        base=BASE_IRI,
        generator="kg-papers 0.1.0",
        inputs=[
            {"path": "seeds/000.txt", "sha256": "a" * 64},
            {"path": 'odd "name" <ü>.jsonl', "sha256": "b" * 64},
        ],
    )
    _papers(graph)
    _concepts(graph)
    _links(graph)
    _relations(graph)
    return graph


def _papers(graph: nx.MultiDiGraph) -> None:
    add_paper(
        graph,
        "000-01",
        title="GrokNet: Adam-style verification for C++",
        abstract=(
            "We introduce GrokNet, which outperforms α-CROWN on Tiny.Bench. "
            "GrokNet builds on Adam, a kind of gradient descent, and is applied to neural network verification. "
            "We report F1@10, which measures neural network verification."
        ),
        authors=["Ada Lovelace", "José Núñez", "李 明", "Ada Lovelace"],
        year=2025,
        venue="ICML 2025",
        url="https://example.org/papers/1?x=a%20b&y=2#top",
        doi="10.1000/182",
        keywords=["verification", "neural networks"],
        sources=["seeds/000.txt:3"],
    )
    add_paper(
        graph,
        'x/../"id" #2?<é>',
        title=HOSTILE_TITLE,
        abstract=(
            f'😀 With 𝒪(n) steps and """three""" quotes\\, {HOSTILE_LABEL} beats C++.\n\n'
            "We 👩‍🔬 test Tiny Bench; e\u0301 \u202e and $5 stay. C++ \t ends"
        ),
        authors=["<i>Mallory</i>", 'O\'Neil "Bob"'],
        year=99,
        url="javascript:alert(1)",
        doi="not a doi",
        keywords=["<b>k</b>", "a\nb"],
        sources=['odd "name" <ü>.jsonl:1'],
    )
    add_paper(
        graph,
        "untitled",
        abstract="Tiny.Bench is a benchmark for neural network verification, introduced with gradient descent.",
        sources=['odd "name" <ü>.jsonl:2'],
    )


def _concepts(graph: nx.MultiDiGraph) -> None:
    add_concept(graph, "GrokNet", ConceptType.METHOD, aliases=["GrokNets", "grok-net"])
    add_concept(
        graph,
        "Adam",
        ConceptType.METHOD,
        aliases=["adaptive moment estimation"],
        definition='An optimizer with "adaptive" step sizes.',
        entry="https://w3id.org/kg-papers/vocabulary/adam",
    )
    add_concept(
        graph, "gradient descent", ConceptType.METHOD, entry="https://w3id.org/kg-papers/vocabulary/gradient-descent"
    )
    add_concept(graph, "α-CROWN", ConceptType.METHOD, aliases=["alpha-CROWN"])
    add_concept(graph, "C++", ConceptType.METHOD, other_types=["Benchmark", "Task"])
    add_concept(graph, HOSTILE_LABEL, ConceptType.METHOD, aliases=["<script>alert(1)</script>", "a\\b\nc"])
    add_concept(graph, "neural network verification", ConceptType.TASK)
    add_concept(graph, "Tiny.Bench", ConceptType.BENCHMARK)
    add_concept(graph, "Tiny Bench", ConceptType.BENCHMARK)
    add_concept(graph, "F1@10", ConceptType.METRIC, definition="F1 of the first ten answers.")


def _links(graph: nx.MultiDiGraph) -> None:
    add_link(graph, FIRST, Link.INTRODUCES, GROKNET, [("title", "GrokNet", 0), ("abstract", "GrokNet", 1)])
    add_link(graph, FIRST, Link.USES, ADAM, [("title", "Adam", 0), ("abstract", "Adam", 2)], confidence=0.875)
    add_link(graph, FIRST, Link.MENTIONS, GRADIENT_DESCENT, [("abstract", "gradient descent", 2)], confidence=1e-7)
    add_link(graph, FIRST, Link.COMPARES_WITH, ALPHA_CROWN, [("abstract", "α-CROWN", 1)])
    add_link(graph, FIRST, Link.MENTIONS, CPP, [("title", "C++", 0)])
    add_link(graph, FIRST, Link.ADDRESSES, VERIFICATION, [("abstract", "neural network verification", 2)])
    add_link(graph, FIRST, Link.EVALUATES_ON, TINY_BENCH, [("abstract", "Tiny.Bench", 1)], confidence=1 / 3)
    add_link(graph, FIRST, Link.REPORTS, F1_AT_10, [("abstract", "F1@10", 3)])
    add_link(graph, HOSTILE_PAPER, Link.INTRODUCES, HOSTILE, [("abstract", HOSTILE_LABEL, 1)])
    add_link(graph, HOSTILE_PAPER, Link.COMPARES_WITH, CPP, [("abstract", "C++", 1)])
    add_link(graph, HOSTILE_PAPER, Link.EVALUATES_ON, TINY_BENCH_SPACED, [("abstract", "Tiny Bench", 2)])
    add_link(graph, UNTITLED, Link.INTRODUCES, TINY_BENCH, [("abstract", "Tiny.Bench", 0)])
    add_link(graph, UNTITLED, Link.ADDRESSES, VERIFICATION, [("abstract", "neural network verification", 0)])
    add_link(graph, UNTITLED, Link.USES, GRADIENT_DESCENT, [("abstract", "gradient descent", 0)])


def _relations(graph: nx.MultiDiGraph) -> None:
    add_relation(graph, GROKNET, Relation.OUTPERFORMS, ALPHA_CROWN, [(FIRST, 1, 0.9)])
    add_relation(graph, GROKNET, Relation.BASED_ON, ADAM, [(FIRST, 2, 0.8), (FIRST, 0, 0.5)])
    add_relation(graph, GROKNET, Relation.APPLIED_TO, VERIFICATION, [(FIRST, 2, 0.7)])
    add_relation(graph, GROKNET, Relation.EVALUATED_ON, TINY_BENCH, [(FIRST, 1, 0.6)])
    add_relation(graph, ADAM, Relation.BROADER, GRADIENT_DESCENT, [(FIRST, 2, 1.0)])
    add_relation(graph, HOSTILE, Relation.OUTPERFORMS, CPP, [(HOSTILE_PAPER, 1, 0.4)])
    add_relation(graph, TINY_BENCH, Relation.BENCHMARK_FOR, VERIFICATION, [(FIRST, 1, 0.3), (UNTITLED, 0, 1.0)])
    add_relation(graph, TINY_BENCH_SPACED, Relation.BROADER, TINY_BENCH, [])
    add_relation(graph, F1_AT_10, Relation.MEASURES, VERIFICATION, [(FIRST, 3, 0.5)])


def add_paper(graph: nx.MultiDiGraph, paper: str, **values: Any) -> str:
    """Add a paper with every attribute a paper node has; sentences end after ``. `` or a blank line. Returns its key."""
    data: dict[str, Any] = {
        "kind": "paper",
        "paper": paper,
        "label": "",
        "title": "",
        "abstract": "",
        "authors": [],
        "year": None,
        "venue": "",
        "url": "",
        "doi": "",
        "ids": [],
        "keywords": [],
        "sentences": [],
        "sources": [],
    } | values
    data["label"] = data["label"] or data["title"] or data["abstract"][:40]
    if not data["sentences"]:
        data["sentences"] = [["title", 0, len(data["title"])]] if data["title"] else []
        data["sentences"] += _split(data["abstract"])
    key = "paper/" + mint(paper)
    graph.add_node(key, **data)
    return key


def _split(text: str) -> list[list[Any]]:
    """Sentences of a field, cut after ``. `` and at blank lines."""
    sentences: list[list[Any]] = []
    start = 0
    for part in text.replace(".\n\n", ". \n").split(". "):
        end = start + len(part)
        lead = len(part) - len(part.lstrip())
        if part.strip():
            sentences.append(["abstract", start + lead, min(end + 1, len(text))])
        start = end + 2
    return sentences


def add_concept(graph: nx.MultiDiGraph, label: str, kind: ConceptType, **values: Any) -> str:
    """Add a concept with every attribute a concept node has. Returns its key."""
    data: dict[str, Any] = {"aliases": [], "other_types": [], "definition": "", "entry": ""} | values
    key = "concept/" + mint(label)
    graph.add_node(key, kind=kind.value, label=label, **data)
    return key


def add_link(
    graph: nx.MultiDiGraph,
    paper: str,
    link: Link,
    concept: str,
    forms: list[tuple[Field, str, int]],
    *,
    confidence: float = 1.0,
) -> None:
    """Link a paper to a concept with a mention for each ``(field, form, sentence)``, found where it first occurs."""
    mentions = []
    for field, form, sentence in forms:
        start = graph.nodes[paper][field].index(form)
        mentions.append({"field": field, "start": start, "end": start + len(form), "text": form, "sentence": sentence})
    graph.add_edge(paper, concept, key=link.value, mentions=mentions, confidence=confidence)


def add_relation(
    graph: nx.MultiDiGraph, head: str, relation: Relation, tail: str, statements: list[tuple[str, int, float]]
) -> None:
    """Relate two concepts, stated by each ``(paper key, sentence, confidence)``."""
    graph.add_edge(
        head,
        tail,
        key=relation.value,
        statements=[
            {"paper": paper, "sentence": sentence, "confidence": score} for paper, sentence, score in statements
        ],
    )
