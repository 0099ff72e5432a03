"""The graph as the page carries it: tables of columns, rows named by number, no text twice.

Nodes are numbered through, papers first, then concepts. What differs in length from row to row stands in one column of
all values and one of where each row ends. Places in texts are turned from code points into UTF-16 code units, which is
what JavaScript counts in.
"""

from __future__ import annotations

import re
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from urllib.parse import quote, urlsplit

from kg import paper_ids
from kg.ids import mint
from kg.model import ConceptType, Link, Relation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import networkx as nx

Table: TypeAlias = dict[str, list[Any]]
Detail: TypeAlias = Literal["full", "titles", "main"]

DETAILS: tuple[Detail, ...] = ("full", "titles", "main")
"""How much of a graph a page can hold, the most first."""

KINDS = ("paper", *(kind.value for kind in ConceptType))
EDGE_TYPES = (*(link.value for link in Link), *(relation.value for relation in Relation))

_SURROGATE = re.compile("[\ud800-\udfff]")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_UNSAFE_IN_URL = re.compile(r"[\x00-\x20\x7f-\x9f<>\"\\^`{|}]")


def page_data(graph: nx.MultiDiGraph, *, texts: bool = True, counts: Mapping[str, int] | None = None) -> dict[str, Any]:
    """Turn a graph into the value that the page's script reads, in time linear in its size.

    Args:
        graph: Papers and concepts as :mod:`kg.graph` builds them; it is not changed.
        texts: Whether abstracts are in it, and the places of sentences and mentions in them.
        counts: How many papers have each concept, where the graph has not all of them.

    Returns:
        The tables ``papers``, ``concepts`` and ``edges``. A node's ``id`` is its key without the prefix, or "" where
        that is what :func:`kg.ids.mint` makes of the paper's ``name`` or the concept's ``label``. ``evidence`` has a row
        for each edge: ``sentence, start, end`` for each mention of a link from a paper to a concept; ``paper,
        sentence`` for each statement of a relation between concepts, the surest first. ``sentences`` has a row for
        each paper: ``0`` for the title or ``1`` for the abstract, start, end.
    """
    papers, concepts = split_nodes(graph)
    numbers = {node: number for number, node in enumerate([*papers, *concepts])}
    edges, evidence = _edges(graph, numbers, texts=texts)
    return {
        "papers": _papers(graph, papers, texts=texts),
        "concepts": _concepts(graph, concepts) | ({"papers": [counts[each] for each in concepts]} if counts else {}),
        "edges": edges,
        "sentences": _rows([_sentences(graph.nodes[paper]) if texts else [] for paper in papers]),
        "evidence": _rows(evidence),
    }


def split_nodes(graph: nx.MultiDiGraph) -> tuple[list[str], list[str]]:
    """The keys of the papers and of the concepts, each in the graph's order."""
    papers: list[str] = []
    concepts: list[str] = []
    for node, kind in graph.nodes(data="kind"):
        (papers if kind == "paper" else concepts).append(node)
    return papers, concepts


def web_address(url: str, doi: str = "", ids: Sequence[str] = ()) -> str:
    """The address under which a paper can be opened: its URL if that is http(s), else that of its DOI or another id, else "".

    >>> web_address("javascript:alert(1)", "10.1000/182"), web_address("", "", ["arxiv:2101.00001"])
    ('https://doi.org/10.1000/182', 'https://arxiv.org/abs/2101.00001')
    """
    of_doi = "https://doi.org/" + quote(doi.strip()) if doi.strip().startswith("10.") else ""
    for address in (url.strip(), of_doi, *map(paper_ids.address, ids)):
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


def _rows(rows: Sequence[list[int]]) -> Table:
    return {"ends": list(accumulate(map(len, rows))), "values": list(chain.from_iterable(rows))}


def _papers(graph: nx.MultiDiGraph, papers: Sequence[str], *, texts: bool) -> Table:
    nodes = [graph.nodes[paper] for paper in papers]
    return {
        "id": [special_slug(paper, node["paper"]) for paper, node in zip(papers, nodes, strict=True)],
        "label": ["" if node["title"] else node["label"] for node in nodes],
        "title": [node["title"] for node in nodes],
        "abstract": [node["abstract"] if texts else "" for node in nodes],
        "authors": [node["authors"] for node in nodes],
        "year": [node["year"] for node in nodes],
        "venue": [node["venue"] for node in nodes],
        "url": [web_address(node["url"], node["doi"], node.get("ids", ())) for node in nodes],
        "name": [node["paper"] for node in nodes],
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
        "id": [special_slug(concept, node["label"]) for concept, node in zip(concepts, nodes, strict=True)],
        "label": [node["label"] for node in nodes],
        "kind": [KINDS.index(node["kind"]) for node in nodes],
        "aliases": [node["aliases"] for node in nodes],
        "definition": [node["definition"] for node in nodes],
        "otherKinds": [[KINDS.index(kind) for kind in node["other_types"]] for node in nodes],
    }


def _edges(graph: nx.MultiDiGraph, numbers: dict[str, int], *, texts: bool) -> tuple[Table, list[list[int]]]:
    types = {name: number for number, name in enumerate(EDGE_TYPES)}
    table: Table = {"from": [], "to": [], "type": []}
    evidence: list[list[int]] = []
    for head, number in numbers.items():
        node = graph.nodes[head]
        mentioned = node["kind"] == "paper"
        offsets = {field: utf16_offsets(node[field]) for field in ("title", "abstract")} if mentioned else {}
        for _, tail, name, edge in graph.edges(head, keys=True, data=True):
            table["from"].append(number)
            table["to"].append(numbers[tail])
            table["type"].append(types[name])
            if not mentioned:
                evidence.append(_statements(edge["statements"], numbers))
            else:
                evidence.append(_mentions(edge["mentions"], offsets) if texts else [])
    return table, evidence


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


def special_slug(node: str, name: str) -> str:
    """A node's key without its prefix, or "" where that is what its name gives."""
    slug = node.partition("/")[2]
    # A lone surrogate cannot be escaped by a browser.
    usual = bool(name) and not _SURROGATE.search(name) and slug == mint(name)
    return "" if usual else slug
