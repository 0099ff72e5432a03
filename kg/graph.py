"""Stage 4: the NetworkX graph, and its node-link JSON.

Nodes are papers (``paper/…``) and concepts (``concept/…``). An edge from a paper to a concept has a :class:`Link` as its
key and carries ``mentions`` and ``confidence``; an edge from a concept to a concept has a :class:`Relation` as its key and
carries ``statements``: the papers and sentences that say so (none where the vocabulary alone says it). Sentences are
offsets on the paper's node.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import networkx as nx

from kg import __version__
from kg.errors import GraphError
from kg.files import write_text
from kg.ids import BASE_IRI, mint
from kg.model import LINKS, ConceptType, Link, PaperConcept, Relation, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from kg.model import Concept, Extraction, Paper
    from kg.resolve import Resolution

_LABEL_WORDS = 12
_STRENGTH = (Role.INTRODUCES, Role.USES, Role.ADDRESSES, Role.COMPARES, Role.MENTIONS)


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
        for concept, members in _by_node(extraction, resolution):
            edges.append(_link(node, concept, members))
        for head, relation, tail, statement in _statements(node, extraction, resolution):
            statements.setdefault((head, tail, relation), []).append(statement)
    for concept in resolution.concepts:
        graph.add_node(concept.id, **_concept_attributes(concept))
    for source, target, link, attributes in edges:
        graph.add_edge(source, target, key=link, **attributes)
    for (head, tail, relation), said in sorted(statements.items()):
        graph.add_edge(head, tail, key=relation, statements=said)
    return graph


def _paper_attributes(extraction: Extraction) -> dict[str, Any]:
    paper = extraction.paper
    return {
        "kind": "paper",
        "paper": paper.id,
        "label": paper.title or _first_words(paper),
        "title": paper.title,
        "abstract": paper.abstract,
        "authors": list(paper.authors),
        "year": paper.year,
        "venue": paper.venue,
        "url": paper.url,
        "doi": paper.doi,
        "keywords": list(paper.keywords),
        "sentences": [[sentence.field, sentence.start, sentence.end] for sentence in extraction.sentences],
        "source": str(paper.source) if paper.source else "",
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


def _by_node(extraction: Extraction, resolution: Resolution) -> Iterator[tuple[Concept, list[PaperConcept]]]:
    """Give each concept of the graph that a paper has, with all that the paper has of it."""
    groups: dict[str, tuple[Concept, list[PaperConcept]]] = {}
    for member in extraction.concepts:
        concept = resolution.concept_of(member)
        groups.setdefault(concept.id, (concept, []))[1].append(member)
    yield from groups.values()


def _link(paper: str, concept: Concept, members: list[PaperConcept]) -> tuple[str, str, str, dict[str, Any]]:
    role = min((member.role for member in members), key=_STRENGTH.index)
    mentions = sorted(
        {mention for member in members for mention in member.mentions},
        key=lambda mention: (mention.field != "title", mention.start, mention.end),
    )
    attributes = {
        "mentions": [asdict(mention) for mention in mentions],
        "confidence": max(member.confidence for member in members),
    }
    return paper, concept.id, link_of(concept.type, role).value, attributes


def _statements(
    paper: str, extraction: Extraction, resolution: Resolution
) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    of_label = {concept.label: resolution.concept_of(concept).id for concept in extraction.concepts}
    for relation in extraction.relations:
        head, tail = of_label[relation.head], of_label[relation.tail]
        if head != tail and not (relation.type is Relation.BROADER and (head, tail) in resolution.circular):
            statement = {"paper": paper, "sentence": relation.sentence, "confidence": relation.confidence}
            yield head, relation.type.value, tail, statement


def save_graph(graph: nx.MultiDiGraph, path: Path) -> None:
    """Write a graph as node-link JSON, one node or edge a line.

    Raises:
        OutputError: The file cannot be written.
    """
    data = nx.node_link_data(graph, edges="edges")
    head = {name: value for name, value in data.items() if name not in ("nodes", "edges")}
    lines = ["{"]
    lines += [f"{_json(name)}: {_json(value)}," for name, value in head.items()]
    lines += ['"nodes": [', ",\n".join(_json(_led_by(node, "id")) for node in data["nodes"]), "],"]
    edges = (_led_by(edge, "source", "target", "key") for edge in data["edges"])
    lines += ['"edges": [', ",\n".join(map(_json, edges)), "]", "}", ""]
    write_text(path, "\n".join(lines))


def _led_by(record: dict[str, Any], *names: str) -> dict[str, Any]:
    return {**{name: record[name] for name in names}, **record}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def load_graph(path: Path) -> nx.MultiDiGraph:
    """Read a graph that :func:`save_graph` wrote.

    Raises:
        GraphError: There is no such file, or it holds no such graph.
    """
    remedy = "Build it anew with: kg build INPUT"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        graph = nx.node_link_graph(data, directed=True, multigraph=True, edges="edges")
    except OSError as error:
        raise GraphError(path, f"cannot be read ({error.strerror})", remedy) from error
    except (ValueError, KeyError, TypeError, AttributeError, nx.NetworkXError) as error:
        raise GraphError(path, f"is no saved graph ({error})", remedy) from error
    if not isinstance(graph, nx.MultiDiGraph) or "base" not in graph.graph:
        raise GraphError(path, "is JSON, but no graph of papers and concepts", remedy)
    return graph
