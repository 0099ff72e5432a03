"""The graph as the page carries it: tables of columns, rows named by number, no text twice.

Nodes are numbered through, papers first, then concepts. Places in texts are turned from code points into UTF-16 code
units, which is what JavaScript counts in.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote, urlsplit

from kg.model import ConceptType, Link, Relation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import networkx as nx

Table: TypeAlias = dict[str, list[Any]]

KINDS = ("paper", *(kind.value for kind in ConceptType))
EDGE_TYPES = (*(link.value for link in Link), *(relation.value for relation in Relation))

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_UNSAFE_IN_URL = re.compile(r"[\x00-\x20\x7f-\x9f<>\"\\^`{|}]")


def page_data(graph: nx.MultiDiGraph) -> dict[str, Any]:
    """Turn a graph into the value that the page's script reads, in time linear in its size.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them; it is not changed.

    Returns:
        ``kinds`` and ``types`` (the words behind the numbers), the tables ``papers``, ``concepts`` and ``edges``. An
        edge's ``evidence`` is flat: ``sentence, start, end`` for each mention of a link from a paper to a concept;
        ``paper, sentence`` for each statement of a relation between concepts, the surest first. A paper's
        ``sentences`` are flat too: ``0`` for the title or ``1`` for the abstract, start, end.
    """
    papers, concepts = split_nodes(graph)
    numbers = {node: number for number, node in enumerate([*papers, *concepts])}
    return {
        "kinds": list(KINDS),
        "types": list(EDGE_TYPES),
        "papers": _papers(graph, papers),
        "concepts": _concepts(graph, concepts),
        "edges": _edges(graph, numbers),
    }


def split_nodes(graph: nx.MultiDiGraph) -> tuple[list[str], list[str]]:
    """The keys of the papers and of the concepts, each in the graph's order."""
    papers: list[str] = []
    concepts: list[str] = []
    for node, kind in graph.nodes(data="kind"):
        (papers if kind == "paper" else concepts).append(node)
    return papers, concepts


def web_address(url: str, doi: str = "") -> str:
    """The address under which a paper can be opened: its URL if that is http(s), else its DOI's, else "".

    >>> web_address("javascript:alert(1)", "10.1000/182")
    'https://doi.org/10.1000/182'
    """
    for address in (url.strip(), "https://doi.org/" + quote(doi.strip()) if doi.strip().startswith("10.") else ""):
        if _UNSAFE_IN_URL.search(address):
            continue
        try:
            parts = urlsplit(address)
        except ValueError:
            continue
        if parts.scheme in {"http", "https"} and parts.hostname:
            return address
    return ""


def utf16_offsets(text: str) -> Callable[[int], int]:
    """A function from offsets in code points to offsets in UTF-16 code units.

    >>> utf16_offsets("a😀b")(2)
    3
    """
    if not _ASTRAL.search(text):
        return int
    units = list(accumulate((1 + (character > "\uffff") for character in text), initial=0))
    return units.__getitem__


def _papers(graph: nx.MultiDiGraph, papers: Sequence[str]) -> Table:
    nodes = [graph.nodes[paper] for paper in papers]
    return {
        "id": [_slug(paper) for paper in papers],
        "label": ["" if node["title"] else node["label"] for node in nodes],
        "title": [node["title"] for node in nodes],
        "abstract": [node["abstract"] for node in nodes],
        "authors": [node["authors"] for node in nodes],
        "year": [node["year"] for node in nodes],
        "venue": [node["venue"] for node in nodes],
        "url": [web_address(node["url"], node["doi"]) for node in nodes],
        "name": [node["paper"] for node in nodes],
        "sentences": [_sentences(node) for node in nodes],
    }


def _sentences(node: dict[str, Any]) -> list[int]:
    offsets = {field: utf16_offsets(node[field]) for field in ("title", "abstract")}
    flat: list[int] = []
    for field, start, end in node["sentences"]:
        flat += (int(field == "abstract"), offsets[field](start), offsets[field](end))
    return flat


def _concepts(graph: nx.MultiDiGraph, concepts: Sequence[str]) -> Table:
    nodes = [graph.nodes[concept] for concept in concepts]
    return {
        "id": [_slug(concept) for concept in concepts],
        "label": [node["label"] for node in nodes],
        "kind": [KINDS.index(node["kind"]) for node in nodes],
        "aliases": [node["aliases"] for node in nodes],
        "definition": [node["definition"] for node in nodes],
        "otherKinds": [[KINDS.index(kind) for kind in node["other_types"]] for node in nodes],
    }


def _edges(graph: nx.MultiDiGraph, numbers: dict[str, int]) -> Table:
    types = {name: number for number, name in enumerate(EDGE_TYPES)}
    table: Table = {"from": [], "to": [], "type": [], "evidence": []}
    for head, number in numbers.items():
        node = graph.nodes[head]
        offsets = {field: utf16_offsets(node.get(field, "")) for field in ("title", "abstract")}
        for _, tail, name, edge in graph.edges(head, keys=True, data=True):
            mentioned = node["kind"] == "paper"
            evidence = _mentions(edge["mentions"], offsets) if mentioned else _statements(edge["statements"], numbers)
            table["from"].append(number)
            table["to"].append(numbers[tail])
            table["type"].append(types[name])
            table["evidence"].append(evidence)
    return table


def _mentions(mentions: Iterable[dict[str, Any]], offsets: dict[str, Callable[[int], int]]) -> list[int]:
    flat: list[int] = []
    for mention in mentions:
        place = offsets[mention["field"]]
        flat += (mention["sentence"], place(mention["start"]), place(mention["end"]))
    return flat


def _statements(statements: Iterable[dict[str, Any]], numbers: dict[str, int]) -> list[int]:
    flat: list[int] = []
    for statement in sorted(statements, key=lambda statement: -float(statement["confidence"])):
        flat += (numbers[statement["paper"]], statement["sentence"])
    return flat


def _slug(node: str) -> str:
    return node.partition("/")[2]
