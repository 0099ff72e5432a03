"""What is asked about one node of the graph, and how the answers are put on its page."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pyoxigraph as ox

from kg.serve.site import Shown
from kg.sparql.terms import PREFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kg.serve.site import Site

    Said = tuple[ox.NamedNode, object, str | None]
    """A property, a value, and a label of the value where it has one."""

KNOWN = "ASK { { ?node ?property ?value } UNION { ?other ?property ?node } }"
"""Whether anything is said of a node."""

DESCRIPTION = """
CONSTRUCT { ?subject ?property ?value } WHERE {
  ?node (dcterms:hasPart|dcterms:creator|^foaf:primaryTopic|^oa:hasSource|oa:hasSelector|^oa:hasTarget)* ?subject .
  FILTER(?subject = ?node || STRSTARTS(STR(?subject), CONCAT(STR(?node), "#")))
  ?subject ?property ?value
}"""
"""What a node says, and what its parts say, whose IRIs are the node's with a fragment."""

FACTS = """
SELECT ?node ?property ?value ?label WHERE {
  ?node ?property ?value
  OPTIONAL { ?value rdfs:label|foaf:name ?label }
}"""
"""What a node says, with the names of what it leads to."""

MOST_LINKS = 2_000
"""How many links to a node are looked at for its page."""

LINKS_HERE = f"""
SELECT ?node ?property ?value ?label WHERE {{
  {{
    SELECT ?node ?property ?value WHERE {{
      ?value ?property ?node FILTER(?property NOT IN (oa:hasBody, schema:mentions))
    }} LIMIT {MOST_LINKS}
  }}
  OPTIONAL {{ ?value rdfs:label ?label }}
}}"""
"""What leads to a node; its evidence, and what a more exact link says as well, aside."""

TEXTS = """
SELECT ?node ?part ?text WHERE { ?node dcterms:hasPart ?part . ?part rdf:value ?text } ORDER BY DESC(?part)"""
"""The texts of a paper, the title first."""

MOST_PASSAGES = 100
"""How many passages about a node its page shows."""

EVIDENCE_FOR = f"""
SELECT ?node ?span ?before ?exact ?after ?other ?label WHERE {{
  {{
    SELECT ?node ?span WHERE {{ ?annotation oa:hasBody ?node ; oa:hasTarget ?span }}
    ORDER BY ?span LIMIT {MOST_PASSAGES + 1}
  }}
  ?span oa:hasSource ?text ; oa:hasSelector ?quote .
  ?quote oa:exact ?exact .
  ?text dcterms:isPartOf ?other .
  OPTIONAL {{ ?quote oa:prefix ?before }}
  OPTIONAL {{ ?quote oa:suffix ?after }}
  OPTIONAL {{ ?other rdfs:label ?label }}
}} ORDER BY ?span"""
"""Where papers say something of a node, one passage more than the page shows."""

EVIDENCE_IN = """
SELECT ?node ?span ?before ?exact ?after ?other ?label WHERE {
  ?node dcterms:hasPart ?text .
  ?span oa:hasSource ?text ; oa:hasSelector ?quote, ?position .
  ?quote oa:exact ?exact .
  ?position oa:start ?start .
  ?annotation oa:hasTarget ?span ; oa:hasBody ?other .
  OPTIONAL { ?quote oa:prefix ?before }
  OPTIONAL { ?quote oa:suffix ?after }
  OPTIONAL { ?other rdfs:label ?label }
} ORDER BY DESC(?text) ?start ?other"""
"""What a paper says where."""

QUERIES = (KNOWN, DESCRIPTION, FACTS, LINKS_HERE, TEXTS, EVIDENCE_FOR, EVIDENCE_IN)
"""All of these."""

_PLACE = re.compile(r"(\w+)-([0-9]{1,9})-([0-9]{1,9})")
_TITLES = ("skos:prefLabel", "dcterms:title", "rdfs:label", "foaf:name")
_TYPE = PREFIXES["rdf"] + "type"
_LABELS = frozenset(PREFIXES[prefix] + name for prefix, _, name in (title.partition(":") for title in _TITLES))


@dataclass(frozen=True, slots=True)
class Fact:
    """A property of a node, with its values.

    Attributes:
        property: The property.
        values: The values, in order.
        more: How many are left out.
    """

    property: Shown
    values: Sequence[Shown]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Passage:
    """A place in a text that is evidence.

    Attributes:
        before: The text before it.
        exact: What stands there.
        after: The text after it.
        other: What it is evidence for, or the paper it stands in.
        fragment: For a place in the page's own paper, what follows the ``#`` of its IRI.
        first: It is the first passage at this place.
    """

    before: str
    exact: str
    after: str
    other: Shown
    fragment: str
    first: bool


def title(rows: Iterable[ox.QuerySolution], site: Site, iri: str) -> str:
    """Choose the heading of a node's page from its facts."""
    names: dict[str, str] = {}
    for row in rows:
        if isinstance(row["value"], ox.Literal):
            names.setdefault(site.name(row["property"].value), row["value"].value)
    return next((names[one] for one in _TITLES if one in names), site.name(iri))


def kinds(rows: Iterable[ox.QuerySolution], site: Site) -> list[str]:
    """Give the classes of a node that are the ontology's own, by their local names, in the order of the alphabet."""
    types = (row["value"] for row in rows if row["property"].value == _TYPE)
    names = {one.value.removeprefix(PREFIXES["kg"]) for one in types if one.value.startswith(PREFIXES["kg"])}
    return sorted(names)


def said(row: ox.QuerySolution) -> Said:
    """A row of the answer to :data:`FACTS` or :data:`LINKS_HERE`."""
    return row["property"], row["value"], None if row["label"] is None else row["label"].value


def facts(rows: Iterable[Said], site: Site, root: str, iri: str, *, shown: int) -> list[Fact]:
    """Group what is said by property: names and types first, then by the alphabet.

    Args:
        rows: What is said.
        site: What links lead to.
        root: The path that a proxy cuts off before requests come here.
        iri: The node.
        shown: How many values of a property are shown.
    """
    labels: dict[ox.NamedNode, dict[object, set[str]]] = {}
    for one, value, label in rows:
        names = labels.setdefault(one, {}).setdefault(value, set())
        if label is not None:
            names.add(label)
    found = []
    for one, values in labels.items():
        terms = [site.show(value, root, labels=names, page=iri) for value, names in values.items()]
        terms.sort(key=lambda term: (term.text.casefold(), term.text, term.iri))
        found.append(Fact(site.show(one, root), terms[:shown], len(terms[shown:])))
    found.sort(key=lambda fact: (fact.property.iri not in _LABELS, fact.property.iri != _TYPE, fact.property.text))
    return found


def passages(rows: Iterable[ox.QuerySolution], site: Site, root: str, iri: str) -> list[Passage]:
    """Turn the answers about evidence into passages."""
    seen: set[str] = set()
    found = []
    for row in rows:
        span = site.show(row["span"], root, page=iri)
        names = [row["label"].value] if row["label"] is not None else []
        found.append(
            Passage(
                row["before"].value if row["before"] is not None else "",
                row["exact"].value,
                row["after"].value if row["after"] is not None else "",
                site.show(row["other"], root, labels=names),
                span.fragment,
                first=span.fragment not in seen,
            )
        )
        seen.add(span.fragment)
    return found


def text(row: ox.QuerySolution, iri: str, evidence: Iterable[Passage]) -> dict[str, Any]:
    """A text of a paper, with its heading, in pieces; those that name a concept lead to it."""
    name, whole = row["part"].value.removeprefix(iri + "#"), row["text"].value
    mentions = []
    for passage in evidence:
        place = _PLACE.fullmatch(passage.fragment)
        if place and place[1] == name and passage.other.text and "/concept/" in passage.other.iri:
            mentions.append((int(place[2]), -int(place[3]), passage.other))
    pieces, end = [], 0
    for start, minus_stop, concept in sorted(mentions, key=lambda mention: mention[:2]):
        # A mention inside another is left to the list below the text.
        if start >= end:
            pieces += [Shown(whole[end:start]), replace(concept, text=whole[start:-minus_stop])]
            end = -minus_stop
    return {"heading": name.capitalize(), "fragment": name, "pieces": [*pieces, Shown(whole[end:])]}


def all_evidence(iri: str, root: str) -> str:
    """The address of a query for all annotations on a node."""
    text = f"SELECT ?annotation ?span WHERE {{ ?annotation oa:hasBody {ox.NamedNode(iri)} ; oa:hasTarget ?span }}"
    return f"{root}/sparql?query={quote(text, safe='')}"
