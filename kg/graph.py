"""Stage 4: the NetworkX graph, and its node-link JSON.

Nodes are papers (``paper/…``) and concepts (``concept/…``). An edge from a paper to a concept has a :class:`Link` as its
key and carries ``mentions`` and ``confidence``; an edge from a concept to a concept has a :class:`Relation` as its key and
carries ``statements``: the papers and sentences that say so; ``vocabulary`` is true where the vocabulary says it, with or
without them. Sentences are offsets on the paper's node.
"""

from __future__ import annotations

import json
from copy import copy
from itertools import islice, product, takewhile
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any, BinaryIO

import networkx as nx

from kg import __version__, paper_ids
from kg.citing import cited_sentence
from kg.collector import without_collector
from kg.errors import GraphError
from kg.files import writing
from kg.ids import BASE_IRI, mint
from kg.model import LINKS, RELATION_TYPES, ConceptType, Link, PaperConcept, Relation, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kg.model import Concept, Extraction, Mention, Paper
    from kg.resolve import Resolution

_LABEL_WORDS = 12
_STRENGTH = (Role.INTRODUCES, Role.USES, Role.ADDRESSES, Role.COMPARES, Role.MENTIONS)
_KINDS = frozenset(kind.value for kind in ConceptType)
# What a node has at least; what an older file lacks of it is empty.
_CONCEPT: dict[str, Any] = {"kind": "", "label": "", "aliases": [], "other_types": [], "definition": "", "entry": ""}
_MENTION = {"field", "start", "end", "sentence"}
_STATEMENT = {"paper", "sentence", "confidence"}
# How the lines of a saved graph begin, up to its nodes.
_HEAD = [b"{\n", b'"directed": ', b'"multigraph": ', b'"graph": ', b'"nodes": [\n']
_SEPARATOR = ",\n"
_LINES = 1_000  # of a saved graph that are read together
_PAPER: dict[str, Any] = {
    "kind": "paper",
    "paper": "",
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
}


def paper_key(paper_id: str) -> str:
    """Give the node of a paper.

    >>> paper_key("2101.00001")
    'paper/2101.00001'
    """
    return "paper/" + mint(paper_id)


def link_of(kind: ConceptType, role: Role) -> Link:
    """Give the edge for a role, read for the type of the node where a paper had the concept under another type.

    >>> link_of(ConceptType.BENCHMARK, Role.USES).value, link_of(ConceptType.METHOD, Role.ADDRESSES).value
    ('evaluatesOn', 'uses')
    """
    links = LINKS[kind]
    if role in (Role.USES, Role.ADDRESSES) and role not in links:
        role = Role.ADDRESSES if role is Role.USES else Role.USES
    return links.get(role, Link.MENTIONS)


@without_collector()
def build_graph(
    extractions: Iterable[Extraction],
    resolution: Resolution,
    *,
    base: str = BASE_IRI,
    inputs: Iterable[Mapping[str, str]] = (),
) -> nx.MultiDiGraph:
    """Build the graph of all papers and concepts.

    Args:
        extractions: The papers' results, each paper once.
        resolution: What :func:`kg.resolve.resolve` made of the same results.
        base: IRI under which the nodes' keys are IRIs.
        inputs: The files read: ``path`` and ``sha256``.
    """
    graph = nx.MultiDiGraph(base=base, generator=f"kg-papers {__version__}", inputs=[dict(file) for file in inputs])
    edges: list[tuple[str, str, str, dict[str, Any]]] = []
    statements: dict[tuple[str, str, str], list[dict[str, Any]]] = {
        (narrow, broad, Relation.BROADER.value): [] for narrow, broad in resolution.broader
    }
    for extraction in extractions:
        node = paper_key(extraction.paper.id)
        graph.add_node(node, **_paper_attributes(extraction))
        concepts = resolution.concepts_of(extraction)
        for concept, members in _by_node(extraction, concepts):
            edges.append(_link(node, concept, members))
        for head, relation, tail, statement in _statements(node, extraction, concepts, resolution.not_broader):
            statements.setdefault((head, tail, relation), []).append(statement)
    for concept in resolution.concepts:
        graph.add_node(concept.id, **_concept_attributes(concept))
    for source, target, link, attributes in edges:
        _add_edge(graph, source, target, link, attributes)
    for (head, tail, relation), said in sorted(statements.items()):
        _add_edge(graph, head, tail, relation, {"statements": said})
    for narrow, broad in resolution.broader:
        graph.edges[narrow, broad, Relation.BROADER.value]["vocabulary"] = True
    return graph


def _paper_attributes(extraction: Extraction) -> dict[str, Any]:
    paper = extraction.paper
    return {
        "kind": "paper",
        "paper": paper.id,
        "label": paper.title or _first_words(paper),
        "title": paper.title,
        "abstract": paper.abstract,
        "authors": list(map(intern, paper.authors)),
        "year": paper.year,
        "venue": intern(paper.venue),
        "url": paper.url,
        "doi": paper.doi,
        "ids": list(paper.ids),
        "keywords": list(map(intern, paper.keywords)),
        "sentences": [[sentence.field, sentence.start, sentence.end] for sentence in extraction.sentences],
        "sources": [str(source) for source in (paper.source, *paper.also) if source],
    }


def _first_words(paper: Paper) -> str:
    words = paper.abstract.split()
    return " ".join(words[:_LABEL_WORDS]) + (" …" if len(words) > _LABEL_WORDS else "")


def _concept_attributes(concept: Concept) -> dict[str, Any]:
    return {
        "kind": concept.type.value,
        "label": concept.label,
        "aliases": list(concept.aliases),
        "other_types": [kind.value for kind in concept.other_types],
        "definition": concept.definition,
        "entry": concept.entry,
    }


def _by_node(
    extraction: Extraction, concepts: Sequence[Concept | None]
) -> Iterator[tuple[Concept, list[PaperConcept]]]:
    """Give each concept of the graph that a paper has, with all that the paper has of it."""
    groups: dict[str, tuple[Concept, list[PaperConcept]]] = {}
    for member, concept in zip(extraction.concepts, concepts, strict=True):
        if concept:
            groups.setdefault(concept.id, (concept, []))[1].append(member)
    yield from groups.values()


def _link(paper: str, concept: Concept, members: list[PaperConcept]) -> tuple[str, str, str, dict[str, Any]]:
    role = min((member.role for member in members), key=_STRENGTH.index)
    mentions = sorted(
        {mention for member in members for mention in member.mentions},
        key=lambda mention: (mention.field != "title", mention.start, mention.end),
    )
    attributes = {
        "mentions": [_mention(mention) for mention in mentions],
        "confidence": max(member.confidence for member in members),
    }
    return paper, concept.id, link_of(concept.type, role).value, attributes


def _mention(mention: Mention) -> dict[str, Any]:
    return {
        "field": mention.field,
        "start": mention.start,
        "end": mention.end,
        "text": intern(mention.text),  # many papers call a thing the same
        "sentence": mention.sentence,
    }


def _statements(
    paper: str, extraction: Extraction, concepts: Sequence[Concept | None], not_broader: frozenset[tuple[str, str]]
) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    of_label: dict[str, Concept] = {}
    named: dict[str, set[int]] = {}
    for member, node in zip(extraction.concepts, concepts, strict=True):
        if node:
            of_label[member.label] = node
            named.setdefault(node.id, set()).update(mention.sentence for mention in member.mentions)
    for relation in extraction.relations:
        head, tail = of_label.get(relation.head), of_label.get(relation.tail)
        if head and tail and head is not tail and _fits(relation.type, head, tail):
            # Of two names that are one node here, the other one may stand beside the other end.
            sentence = cited_sentence(named[head.id], named[tail.id], relation.sentence)
            statement = {"paper": paper, "sentence": sentence, "confidence": relation.confidence}
            if not (relation.type is Relation.BROADER and (head.id, tail.id) in not_broader):
                yield head.id, relation.type.value, tail.id, statement


def _fits(relation: Relation, head: Concept, tail: Concept) -> bool:
    """Say whether a relation can hold between the types that papers give two concepts; most papers' for *broader*."""
    if relation is Relation.BROADER:
        return head.type is tail.type
    pairs = product((head.type, *head.other_types), (tail.type, *tail.other_types))
    return not RELATION_TYPES[relation].isdisjoint(pairs)


def save_graph(graph: nx.MultiDiGraph, path: str | Path) -> None:
    """Write a graph as node-link JSON, one node or edge a line.

    Raises:
        OutputError: The file cannot be written.
    """
    nodes = ({"id": node, **data} for node, data in graph.nodes(data=True))
    edges = (
        {"source": source, "target": target, "key": key, **data}
        for source, target, key, data in graph.edges(keys=True, data=True)
    )
    with writing(path) as file:
        file.write(f'{{\n"directed": true,\n"multigraph": true,\n"graph": {_json(graph.graph)},\n"nodes": [\n'.encode())
        file.writelines(_lines(nodes))
        file.write(b'],\n"edges": [\n')
        file.writelines(_lines(edges))
        file.write(b"]\n}\n")


def _lines(records: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """Give the items of a JSON array, one a line; one at a time is in memory."""
    separator = ""
    for record in records:
        yield f"{separator}{_json(record)}".encode()
        separator = _SEPARATOR
    yield b"\n"


_json = json.JSONEncoder(ensure_ascii=False).encode


def load_graph(path: str | Path) -> nx.MultiDiGraph:
    """Read a graph that :func:`save_graph` wrote, or an earlier version of it: what nodes and edges lack is empty.

    Raises:
        GraphError: There is no such file, or it holds no such graph.
    """
    remedy = "Build it anew with: kg build INPUT"
    try:
        with without_collector(), Path(path).open("rb") as file:
            return _graph_of(*_parts(file))
    except OSError as error:
        raise GraphError(path, f"cannot be read ({error.strerror})", remedy) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, nx.NetworkXError) as error:
        raise GraphError(path, f"is no saved graph ({_reason(error)})", remedy) from error


def _reason(error: Exception) -> str:
    return f"{error.args[0]!r:.100} is missing" if isinstance(error, KeyError) else f"{error!s:.200}"


def _parts(file: BinaryIO) -> tuple[Any, Iterable[Any], Iterable[Any]]:
    """Give what a saved graph says of itself, its nodes and its edges.

    Where each has a line of its own, as :func:`save_graph` writes them, they come some at a time: the text of a large
    graph, and all that it says beside the graph that is made of it, would take three times the memory.
    """
    head = [file.readline() for _ in range(len(_HEAD))]
    if [line[: len(start)] for line, start in zip(head, _HEAD, strict=True)] == _HEAD:
        said = json.loads(b"".join(head[:-1]).decode("utf-8").rstrip(",\n") + "}")
        return said, _by_line(file, b'"edges": [\n'), _by_line(file, b"}\n")
    file.seek(0)
    data = json.loads(file.read().decode("utf-8"))
    return (data, data["nodes"], data["edges"]) if isinstance(data, dict) else (data, (), ())


def _by_line(file: BinaryIO, then: bytes) -> Iterator[Any]:
    """Give the items of an array, one a line, up to its end, and check what comes then."""
    lines = takewhile(lambda line: not line.startswith(b"]"), file)
    # Of what is read together, all records share the names of their values.
    while some := b"".join(islice(lines, _LINES)):
        yield from json.loads(f"[{some.decode('utf-8').rstrip(_SEPARATOR)}]")
    if file.readline() != then:
        raise ValueError("it ends too early")


def _graph_of(head: Any, nodes: Iterable[dict[str, Any]], edges: Iterable[dict[str, Any]]) -> nx.MultiDiGraph:
    """Make the graph of node-link data; networkx's own reader does the same in four times the time."""
    if not isinstance(head, dict) or not (head.get("directed") and head.get("multigraph")):
        raise ValueError("it is JSON, but no directed multigraph")
    graph = nx.MultiDiGraph(**head["graph"])
    if "base" not in graph.graph:
        raise ValueError("it is a graph, but not of papers and concepts")
    graph.add_nodes_from(map(_node_of, nodes))
    _add_edges(graph, edges)
    return graph


def _node_of(record: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    node = record.pop("id")
    kind, label = record["kind"], record["label"]
    if not (isinstance(node, str) and isinstance(label, str) and (kind == "paper" or kind in _KINDS)):
        message = f"the node {node!r:.100} is neither a paper nor a concept"
        raise ValueError(message)
    if not isinstance(record.get("year"), int | None):
        message = f"the year of {node!r:.100} is no number"
        raise TypeError(message)
    if kind == "paper":
        _from_earlier(record)
    fill = _PAPER if kind == "paper" else _CONCEPT
    if not fill.keys() <= record.keys():
        record = {name: record.get(name, copy(empty)) for name, empty in fill.items()} | record
    return node, record


def _from_earlier(paper: dict[str, Any]) -> None:
    """Put what earlier versions said of a paper in other words into today's: one source, and a DOI beside no ids."""
    source = paper.pop("source", "")
    if "sources" not in paper:
        paper["sources"] = [source] if source else []
    if "ids" not in paper:
        paper["ids"] = list(paper_ids.parse(paper.get("doi") or ""))


def _add_edges(graph: nx.MultiDiGraph, records: Iterable[dict[str, Any]]) -> None:
    nodes = {node: node for node in graph}  # each name is held once, not once an edge
    papers = {node for node, kind in graph.nodes(data="kind") if kind == "paper"}
    for record in records:
        ends, key = (record.pop("source"), record.pop("target")), intern(record.pop("key"))
        source, target = map(nodes.get, ends)
        if source is None or target is None:
            message = f"the edge from {ends[0]!r:.100} to {ends[1]!r:.100} has an end that is no node"
            raise ValueError(message)
        if source in papers:
            record.setdefault("confidence", 1.0)
            said, needed = record.setdefault("mentions", []), _MENTION
        else:
            said, needed = record.setdefault("statements", []), _STATEMENT
        for each in said:
            if not needed <= each.keys():
                message = f"the edge from {source!r:.100} to {target!r:.100} lacks {min(needed - each.keys())!r}"
                raise ValueError(message)
            if needed is _STATEMENT:
                each["paper"] = nodes.get(each["paper"], each["paper"])
        _add_edge(graph, source, target, key, record)


def _add_edge(graph: nx.MultiDiGraph, source: str, target: str, key: str, attributes: dict[str, Any]) -> None:
    """Add an edge between nodes that are there, straight into the adjacency that both views share.

    Edges are most of a graph: networkx's own way takes three times as long, and copies what they hold.
    """
    edges = graph._succ[source].get(target)
    if edges is None:
        edges = graph._succ[source][target] = graph._pred[target][source] = {}
    edges[key] = attributes
