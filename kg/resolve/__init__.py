"""Stage 3: from the concepts of single papers to one node a concept.

Two names are one concept when their keys agree (:func:`kg.names.key`), when a paper defines one as the short form of the
other, or when the vocabulary lists one as a label of the other. A short form that papers define in two ways never joins
the two, and one that a paper uses undefined is then left apart: a wrong merge is worse than a missed one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kg.ids import mint
from kg.model import Concept, ConceptType, PaperConcept, Relation, Role
from kg.names import key
from kg.resolve.hierarchy import circular, hierarchy
from kg.resolve.labels import Forms, preferred_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kg.model import Extraction
    from kg.vocabulary import Vocabulary

__all__ = ["Refusal", "Resolution", "resolve"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A merge that was not made.

    Attributes:
        name: The name that could have been merged.
        candidates: Labels of the concepts it might mean.
        reason: Why it was left apart.
        papers: Ids of the papers concerned.
    """

    name: str
    candidates: tuple[str, ...]
    reason: str
    papers: tuple[str, ...]


@dataclass(frozen=True)
class Resolution:
    """All concepts, sorted by id, and the way from a paper's concept to its node."""

    concepts: tuple[Concept, ...]
    rules: Mapping[str, Mapping[str, tuple[str, ...]]]
    """By concept id, for each rule that joined names the keys that it joined."""
    refusals: tuple[Refusal, ...]
    broader: tuple[tuple[str, str], ...]
    """By concept id, what the vocabulary puts under what, sorted."""
    circular: frozenset[tuple[str, str]]
    """By concept id, what papers put under what against the vocabulary or against more of the papers."""
    _by_node: Mapping[str, Concept] = field(repr=False)
    _names: _Names = field(repr=False)

    def concept_of(self, concept: PaperConcept) -> Concept:
        """Give the node of a paper's concept; the paper must be one of those resolved."""
        return self._by_node[self._names.node(concept)]


class _Names:
    """What all papers together say about names: which short forms stand for which long forms."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.meanings: dict[str, set[str]] = defaultdict(set)

    def learn(self, concept: PaperConcept) -> None:
        if concept.short and not is_bare(concept):
            self.meanings[key(concept.short)].add(self._own_node(concept))

    def node(self, concept: PaperConcept) -> str:
        """Give the name under which a paper's concept is filed: an entry's id or a key."""
        own = self._own_node(concept)
        if own in self.vocabulary.by_id or not is_bare(concept) or concept.role is Role.INTRODUCES:
            return own
        meanings = self.meanings.get(own, set())
        return min(meanings) if len(meanings) == 1 else own

    def _own_node(self, concept: PaperConcept) -> str:
        if concept.entry:
            return concept.entry
        name = key(concept.label)
        entry = self.vocabulary.by_key.get(name)
        return entry.id if entry and not (concept.short and is_bare(concept)) else name


def is_bare(concept: PaperConcept) -> bool:
    """Say whether a paper has a concept without a long form: it defines none, or mentions only the short form."""
    return not concept.short or key(concept.short) == key(concept.label)


@dataclass
class _Node:
    """What is gathered about one concept."""

    types: Counter[ConceptType] = field(default_factory=Counter)
    forms: Forms = field(default_factory=Forms)
    rules: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


def resolve(extractions: Iterable[Extraction], vocabulary: Vocabulary) -> Resolution:
    """Merge the concepts of all papers.

    The result does not depend on the order of the papers.

    Args:
        extractions: The papers' results; read twice, so an iterator is copied.
        vocabulary: The known concepts.
    """
    extractions = list(extractions)
    names = _Names(vocabulary)
    for extraction in extractions:
        for concept in extraction.concepts:
            names.learn(concept)
    nodes: dict[str, _Node] = defaultdict(_Node)
    undecided: dict[str, set[str]] = defaultdict(set)
    for extraction in extractions:
        for concept in extraction.concepts:
            node = names.node(concept)
            _gather(nodes[node], node, concept, vocabulary)
            if len(names.meanings.get(node, ())) > 1 and is_bare(concept):
                undecided[node].add(extraction.paper.id)
    above = hierarchy(nodes, vocabulary)
    for entry in above:
        if entry not in nodes:
            nodes[entry].types[vocabulary.by_id[entry].type] = 0
    concepts, rules = _concepts(nodes, vocabulary)
    broader = _broader(above, concepts)
    against = _against(extractions, broader, names, concepts)
    by_id = {concept.id: concept for concept in concepts.values()}
    refusals = [
        Refusal(
            concepts[name].label,
            tuple(sorted(concepts[meaning].label for meaning in names.meanings[name])),
            "the short form has several meanings and the paper defines none",
            tuple(sorted(papers)),
        )
        for name, papers in sorted(undecided.items())
    ]
    refusals += [
        Refusal(by_id[narrow].label, (by_id[broad].label,), "what is broader would go round in a circle", tuple(papers))
        for (narrow, broad), papers in sorted(against.items())
    ]
    in_order = tuple(concept for _, concept in sorted(by_id.items()))
    return Resolution(in_order, rules, tuple(refusals), broader, frozenset(against), concepts, names)


def _broader(above: Mapping[str, Iterable[str]], concepts: Mapping[str, Concept]) -> tuple[tuple[str, str], ...]:
    """Give the pairs whose two concepts are of one type for the papers too."""
    pairs = ((concepts[entry], concepts[parent]) for entry, parents in above.items() for parent in parents)
    return tuple(sorted((narrow.id, broad.id) for narrow, broad in pairs if narrow.type is broad.type))


def _gather(node: _Node, name: str, concept: PaperConcept, vocabulary: Vocabulary) -> None:
    node.types[concept.type] += 1
    node.forms.add(concept)
    for form in concept.forms:
        if key(form) != name:
            known = name in vocabulary.by_id and vocabulary.by_key.get(key(form)) is vocabulary.by_id[name]
            rule = "vocabulary" if known else "definition" if concept.short else "agreed definition"
            node.rules[rule].add(key(form))


def _concepts(
    nodes: Mapping[str, _Node], vocabulary: Vocabulary
) -> tuple[dict[str, Concept], dict[str, dict[str, tuple[str, ...]]]]:
    labels = {
        name: vocabulary.by_id[name].label if name in vocabulary.by_id else preferred_label(node.forms)
        for name, node in nodes.items()
    }
    labels = _apart(labels, nodes)
    concepts, rules = {}, {}
    for name, node in nodes.items():
        entry = vocabulary.by_id.get(name)
        kinds = sorted(node.types, key=lambda kind: (-node.types[kind], list(ConceptType).index(kind)))
        aliases = {*node.forms.all(), *(entry.aliases if entry else ())} - {labels[name]}
        concepts[name] = Concept(
            id="concept/" + mint(labels[name]),
            label=labels[name],
            type=kinds[0],
            aliases=tuple(sorted(aliases)),
            other_types=tuple(kinds[1:]),
            definition=entry.definition if entry else "",
            entry=entry.id if entry else "",
        )
        rules[concepts[name].id] = {rule: tuple(sorted(keys)) for rule, keys in sorted(node.rules.items())}
    return concepts, rules


def _apart(labels: dict[str, str], nodes: Mapping[str, _Node]) -> dict[str, str]:
    """Give concepts that would share a label one each: the known concept keeps it, others add their long form."""
    taken: dict[str, list[str]] = defaultdict(list)
    for name, label in labels.items():
        taken[label].append(name)
    result = dict(labels)
    for label, sharers in sorted(taken.items()):
        for name in sorted(sharers, key=lambda name: (key(label) != name, name))[1:]:
            result[name] = f"{label} ({nodes[name].forms.long() or name})"
    if len(set(result.values())) < len(result):
        # Only a label that itself reads like "X (Y)" can still collide; its key is its own.
        seen: set[str] = set()
        for name in sorted(result):
            while result[name] in seen:
                result[name] += f" [{name}]"
            seen.add(result[name])
    return result


def _against(
    extractions: Iterable[Extraction],
    known: tuple[tuple[str, str], ...],
    names: _Names,
    concepts: Mapping[str, Concept],
) -> dict[tuple[str, str], list[str]]:
    """Give what papers put under what in a circle, with the papers: the vocabulary's word counts most, then most papers'."""
    said: dict[tuple[str, str], set[str]] = defaultdict(set)
    for extraction in extractions:
        ids = {concept.label: concepts[names.node(concept)].id for concept in extraction.concepts}
        for relation in extraction.relations:
            if relation.type is Relation.BROADER and ids[relation.head] != ids[relation.tail]:
                said[ids[relation.head], ids[relation.tail]].add(extraction.paper.id)
    by_support = sorted(said.keys() - set(known), key=lambda pair: (-len(said[pair]), pair))
    return {pair: sorted(said[pair]) for pair in circular([*known, *by_support]) if pair in said}
