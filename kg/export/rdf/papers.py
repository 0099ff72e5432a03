"""A paper's triples: its metadata, its texts, its links to concepts, and the places that are evidence for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import pyoxigraph as ox

from kg import paper_ids
from kg.export.rdf.description import about
from kg.export.rdf.terms import by_name, decimal, doi_iri, named, property_name, slug, text, typed, web_iri
from kg.model import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import networkx as nx

    from kg.export.rdf.description import Description, Object

    Span = tuple[str, int, int]

_CONTEXT = 32
"""Characters before and after a quote."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """That a span of a paper says something.

    Attributes:
        path: What its IRI adds to the span's.
        body: What the span says: a concept or a statement.
        confidence: Between 0 and 1.
        sentence: The number of the sentence that the span stands in or is.
        link: For a concept, the name of the link it is evidence for.
    """

    path: str
    body: ox.NamedNode
    confidence: float
    sentence: int
    link: str = ""


class Stated(NamedTuple):
    """That a paper states a relation between concepts.

    Attributes:
        relation: Head, name of the edge and tail.
        statement: The graph's record of it.
    """

    relation: tuple[str, str, str]
    statement: dict[str, Any]


def annotation_of(base: str, stated: Stated) -> Annotation:
    """The annotation of the sentence that states a relation."""
    path = statement_path(*stated.relation)
    body = ox.NamedNode(f"{base}statement/{path}")
    return Annotation(path, body, stated.statement["confidence"], stated.statement["sentence"])


def statement_path(head: str, name: str, tail: str) -> str:
    """Name a statement from the nodes it relates, below ``statement/``."""
    return f"{slug(head)}/{name}/{slug(tail)}"


def paper_graph(base: str, key: str) -> ox.NamedNode:
    """The named graph with all that is said of a paper."""
    return ox.NamedNode(f"{base}{key}#graph")


def paper_descriptions(
    graph: nx.MultiDiGraph,
    base: str,
    key: str,
    *,
    origin: Iterable[tuple[str, Object]],
    stated: Iterable[Stated],
) -> Iterator[Description]:
    """Describe a paper, all evidence that stands in it, and the graph of all that.

    Args:
        graph: The whole graph.
        base: What all IRIs start with.
        key: The paper's node.
        origin: Properties and values that tell where all of a paper's triples come from.
        stated: What its sentences state of concepts.
    """
    paper = _Paper(graph, base, key)
    yield about(
        paper_graph(base, key),
        ("rdf:type", [named("kg:PaperGraph")]),
        ("foaf:primaryTopic", [ox.NamedNode(base + key)]),
        ("dcterms:isPartOf", [ox.NamedNode(base + "dataset")]),
        *((name, [value]) for name, value in origin),
    )
    yield from paper.description()
    yield from paper.authors()
    yield from paper.texts()
    yield from paper.evidence(annotation_of(base, each) for each in stated)


class _Paper:
    """One paper's part of the graph."""

    def __init__(self, graph: nx.MultiDiGraph, base: str, key: str) -> None:
        self._base = base
        self._iri = base + key
        self._data = graph.nodes[key]
        self._links = [(name, tail, edge) for _, tail, name, edge in graph.out_edges(key, keys=True, data=True)]

    def _node(self, fragment: str) -> ox.NamedNode:
        return ox.NamedNode(f"{self._iri}#{fragment}")

    def description(self) -> Iterator[Description]:
        data = self._data
        year = data["year"]
        url = web_iri(data["url"])
        yield about(
            ox.NamedNode(self._iri),
            ("rdf:type", [named("kg:Paper"), named("fabio:ResearchPaper"), named("schema:ScholarlyArticle")]),
            ("rdfs:label", [text(data["label"])]),
            ("dcterms:title", _texts(data["title"])),
            ("dcterms:identifier", [text(data["paper"])]),
            ("dc:creator", _texts(*data["authors"])),
            ("dcterms:creator", [self._node(f"author-{n}") for n, _ in enumerate(data["authors"], 1)]),
            ("fabio:hasPublicationYear", [typed(f"{year:04}", "xsd:gYear")] if year and 0 < year < 10_000 else []),
            ("prism:publicationName", _texts(data["venue"])),
            ("prism:doi", _texts(data["doi"])),
            ("schema:sameAs", _same_as(data["doi"], data["ids"])),
            ("schema:url", [url] if url else _texts(data["url"])),
            ("schema:keywords", _texts(*data["keywords"])),
            ("dc:source", _texts(*data["sources"])),
            ("dcterms:hasPart", [self._node(name) for name in ("title", "abstract") if data[name]]),
            *by_name(self._base, Link, [(name, concept) for name, concept, _ in self._links]),
            ("schema:mentions", [ox.NamedNode(self._base + concept) for _, concept, _ in self._links]),
        )

    def authors(self) -> Iterator[Description]:
        for position, name in enumerate(self._data["authors"], 1):
            yield about(
                self._node(f"author-{position}"),
                ("rdf:type", [named("foaf:Agent")]),
                ("foaf:name", [text(name)]),
                ("kg:position", [typed(position, "xsd:positiveInteger")]),
            )

    def texts(self) -> Iterator[Description]:
        for name, types in (("title", ["kg:Text"]), ("abstract", ["kg:Text", "fabio:Abstract"])):
            if self._data[name]:
                yield about(
                    self._node(name),
                    ("rdf:type", [named(each) for each in types]),
                    ("rdf:value", [text(self._data[name])]),
                    ("dcterms:isPartOf", [ox.NamedNode(self._iri)]),
                )

    def evidence(self, stated: Iterable[Annotation]) -> Iterator[Description]:
        """Spans in the order of the text, each with the annotations on it."""
        spans: dict[Span, list[Annotation]] = {}
        sentences: set[Span] = set()
        for link, concept, edge in self._links:
            body = ox.NamedNode(self._base + concept)
            for mention in edge["mentions"]:
                span = (mention["field"], mention["start"], mention["end"])
                path = f"{link}/{slug(concept)}"
                annotation = Annotation(path, body, edge["confidence"], mention["sentence"], link)
                spans.setdefault(span, []).append(annotation)
                sentences.add(self._sentence(mention["sentence"]))
        for annotation in stated:
            sentence = self._sentence(annotation.sentence)
            spans.setdefault(sentence, []).append(annotation)
            sentences.add(sentence)
        for span in sorted(spans.keys() | sentences, key=_reading_order):
            yield from self._span(span, is_sentence=span in sentences)
            best: dict[str, Annotation] = {}
            for annotation in spans.get(span, ()):
                if annotation.path not in best or best[annotation.path].confidence < annotation.confidence:
                    best[annotation.path] = annotation
            for annotation in best.values():
                yield self._annotation(span, annotation)

    def _sentence(self, number: int) -> Span:
        name, start, end = self._data["sentences"][number]
        return (name, start, end)

    def _span(self, span: Span, *, is_sentence: bool) -> Iterator[Description]:
        name, start, end = span
        whole = self._data[name]
        fragment = _fragment(span)
        node, quote, position = map(self._node, (fragment, fragment + "/quote", fragment + "/position"))
        yield about(
            node,
            ("rdf:type", [named("oa:SpecificResource")] + [named("kg:Sentence")] * is_sentence),
            ("oa:hasSource", [self._node(name)]),
            ("oa:hasSelector", [quote, position]),
        )
        yield about(
            quote,
            ("rdf:type", [named("oa:TextQuoteSelector")]),
            ("oa:exact", [text(whole[start:end])]),
            ("oa:prefix", [text(whole[max(0, start - _CONTEXT) : start])]),
            ("oa:suffix", [text(whole[end : end + _CONTEXT])]),
        )
        yield about(
            position,
            ("rdf:type", [named("oa:TextPositionSelector")]),
            ("oa:start", [typed(start, "xsd:nonNegativeInteger")]),
            ("oa:end", [typed(end, "xsd:nonNegativeInteger")]),
        )

    def _annotation(self, span: Span, annotation: Annotation) -> Description:
        fragment = _fragment(span)
        is_mention = bool(annotation.link)
        sentence = self._node(_fragment(self._sentence(annotation.sentence)))
        return about(
            self._node(f"{fragment}/{annotation.path}"),
            ("rdf:type", [named("oa:Annotation")]),
            ("oa:motivatedBy", [named("oa:identifying" if is_mention else "oa:describing")]),
            ("oa:hasBody", [annotation.body]),
            ("oa:hasTarget", [self._node(fragment)]),
            ("kg:role", [named(property_name(annotation.link))] if is_mention else []),
            ("kg:confidence", [decimal(annotation.confidence)]),
            ("kg:sentence", [sentence]),
        )


def _texts(*values: str) -> list[ox.Literal]:
    """Literals of the values that are not empty."""
    return [text(value) for value in values if value]


def _same_as(doi: str, ids: Sequence[str]) -> list[ox.NamedNode]:
    """The addresses that a paper has at its publisher, at arXiv, OpenReview, the ACL Anthology and PubMed."""
    others = [each for each in ids if not each.startswith("doi:")]
    dois = [doi, *(each.removeprefix("doi:") for each in ids if each.startswith("doi:"))]
    iris = [*map(doi_iri, dois), *(web_iri(paper_ids.address(each)) for each in others)]
    return [iri for iri in iris if iri]


def _fragment(span: Span) -> str:
    name, start, end = span
    return f"{name}-{start}-{end}"


def _reading_order(span: Span) -> tuple[bool, int, int]:
    name, start, end = span
    return (name != "title", start, -end)
