"""Stage 3: from the concepts of single papers to one node a concept.

Two names are one concept when their keys agree (:func:`kg.names.key`), when a paper defines one as the short form of the
other, or when the vocabulary lists one as a label of the other. A short form that means several things never joins them:
where a paper does not define it, it is what other papers agree on, else the meaning whose company it keeps, else left
apart, since a wrong merge is worse than a missed one. What the user says of names stands above all this.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kg.collector import without_collector
from kg.model import Relation
from kg.resolve.corrections import Action, Correction, load_corrections
from kg.resolve.hierarchy import circular, hierarchy, is_below
from kg.resolve.naming import NamesByPaper, Naming
from kg.resolve.nodes import Merge, Node, labels_of
from kg.resolve.user import Verdict, apply_corrections

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kg.model import Concept, Extraction
    from kg.vocabulary import Vocabulary

__all__ = ["Action", "Correction", "Merge", "Refusal", "Resolution", "load_corrections", "resolve"]


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
    """All concepts, sorted by id, and the way from a paper's concepts to their nodes."""

    concepts: tuple[Concept, ...]
    merges: Mapping[str, tuple[Merge, ...]]
    """By concept id, the names that were joined, by which rule and in which papers."""
    refusals: tuple[Refusal, ...]
    broader: tuple[tuple[str, str], ...]
    """By concept id, what the vocabulary puts under what, sorted."""
    not_broader: frozenset[tuple[str, str]]
    """By concept id, what papers put under what against the vocabulary or against more of the papers."""
    idle: tuple[tuple[Correction, str], ...]
    """The user's rules that changed nothing, and why."""
    _concepts: Mapping[str, Concept] = field(repr=False)
    _names: NamesByPaper = field(repr=False)
    _verdict: Verdict = field(repr=False)

    def concepts_of(self, extraction: Extraction) -> list[Concept | None]:
        """Give the node of each concept of a paper, None where the user dropped it; the paper must be one resolved."""
        return [self._concepts.get(self._verdict.name(name)) for name in self._names[extraction.paper.id]]


def resolve(
    extractions: Iterable[Extraction], vocabulary: Vocabulary, *, corrections: Sequence[Correction] = ()
) -> Resolution:
    """Merge the concepts of all papers.

    The result does not depend on the order of the papers.

    Args:
        extractions: The papers' results, each paper once, gone through twice; of an iterator, all are held in memory
            for that.
        vocabulary: The known concepts.
        corrections: The user's rules, applied in their order.
    """
    if isinstance(extractions, Iterator):
        extractions = list(extractions)
    with without_collector():
        return _resolved(extractions, vocabulary, corrections)


def _resolved(
    extractions: Iterable[Extraction], vocabulary: Vocabulary, corrections: Sequence[Correction]
) -> Resolution:
    naming = Naming(extractions, vocabulary, splits=[rule for rule in corrections if rule.action is Action.SPLIT])
    nodes: dict[str, Node] = defaultdict(Node)
    names = NamesByPaper()
    undecided: dict[str, set[str]] = defaultdict(set)
    said: dict[tuple[str, str], set[str]] = defaultdict(set)
    for extraction in extractions:
        paper, filing = extraction.paper.id, naming.file(extraction)
        names.add(paper, (filed.name for filed in filing))
        for filed, concept in zip(filing, extraction.concepts, strict=True):
            nodes[filed.name].add(filed, concept, paper, vocabulary)
            if not filed.rule and naming.meanings.get(filed.name) and naming.may_be_another(concept, filed.name):
                undecided[filed.name].add(paper)
        for pair in _broader_pairs(extraction, names[paper]):
            said[pair].add(paper)
    verdict = apply_corrections(corrections, nodes, naming, vocabulary)
    above = hierarchy(nodes, vocabulary)
    for entry in above:
        if entry not in nodes:
            nodes[entry].types[vocabulary.by_id[entry].type] = 0
    labels = labels_of(nodes, vocabulary)
    concepts = {name: node.to_concept(labels[name], name, vocabulary) for name, node in nodes.items()}
    broader = _broader(above, concepts)
    resolution = Resolution(
        concepts=tuple(sorted(concepts.values(), key=lambda concept: concept.id)),
        merges={concepts[name].id: node.all_merges() for name, node in nodes.items()},
        refusals=tuple(_undecided(undecided, naming, verdict, concepts)),
        broader=broader,
        not_broader=frozenset(),
        idle=verdict.idle,
        _concepts=concepts,
        _names=names,
        _verdict=verdict,
    )
    return _without_wrong_hierarchy(resolution, _by_concept(said, concepts, verdict), vocabulary)


def _broader(above: Mapping[str, Iterable[str]], concepts: Mapping[str, Concept]) -> tuple[tuple[str, str], ...]:
    """Give the pairs whose two concepts are of one type for the papers too."""
    pairs = ((concepts[entry], concepts[parent]) for entry, parents in above.items() for parent in parents)
    return tuple(sorted((narrow.id, broad.id) for narrow, broad in pairs if narrow.type is broad.type))


def _undecided(
    undecided: Mapping[str, set[str]], naming: Naming, verdict: Verdict, concepts: Mapping[str, Concept]
) -> Iterable[Refusal]:
    """Report the short forms that were left apart in some papers."""
    for name, papers in sorted(undecided.items()):
        own = concepts.get(verdict.name(name))
        labels = {
            concepts[meaning].label for meaning in map(verdict.name, naming.meanings[name]) if meaning in concepts
        }
        if own and labels - {own.label}:
            reason = "the paper does not define the short form, and its other concepts do not tell which is meant"
            yield Refusal(own.label, tuple(sorted(labels)), reason, tuple(sorted(papers)))


def _without_wrong_hierarchy(
    resolution: Resolution, said: Mapping[tuple[str, str], set[str]], vocabulary: Vocabulary
) -> Resolution:
    """Refuse some of what papers put under what.

    One paper's word does not count against the vocabulary, which has both concepts and the one not below the other. Nor
    does what would go round in a circle: the vocabulary's word counts most, then that of most papers.

    Args:
        resolution: All else.
        said: What papers put under what, by concept id, with the papers.
        vocabulary: The known concepts.
    """
    nodes = {concept.id: concept for concept in resolution.concepts}
    by_support = sorted(said.keys() - set(resolution.broader), key=lambda pair: (-len(said[pair]), pair))
    reasons = {
        (narrow, broad): "the vocabulary knows both and does not put the one under the other"
        for narrow, broad in by_support
        if len(said[narrow, broad]) == 1
        and nodes[narrow].entry
        and nodes[broad].entry
        and not is_below(nodes[narrow].entry, nodes[broad].entry, vocabulary)
    }
    rest = [pair for pair in by_support if pair not in reasons]
    circle = "what is broader would go round in a circle"
    reasons |= dict.fromkeys(circular([*resolution.broader, *rest]) & said.keys(), circle)
    refusals = (
        Refusal(nodes[narrow].label, (nodes[broad].label,), reason, tuple(sorted(said[narrow, broad])))
        for (narrow, broad), reason in sorted(reasons.items())
    )
    return replace(resolution, not_broader=frozenset(reasons), refusals=(*resolution.refusals, *refusals))


def _broader_pairs(extraction: Extraction, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Give what a paper puts under what, by name."""
    pairs = [(relation.head, relation.tail) for relation in extraction.relations if relation.type is Relation.BROADER]
    if pairs:
        of_label = {concept.label: name for concept, name in zip(extraction.concepts, names, strict=True)}
        yield from ((of_label[head], of_label[tail]) for head, tail in pairs)


def _by_concept(
    said: Mapping[tuple[str, str], set[str]], concepts: Mapping[str, Concept], verdict: Verdict
) -> dict[tuple[str, str], set[str]]:
    """Turn pairs of names into pairs of the ids of the concepts that they are in the end."""
    pairs: dict[tuple[str, str], set[str]] = defaultdict(set)
    for names, papers in said.items():
        head, tail = (concepts.get(verdict.name(name)) for name in names)
        if head and tail and head is not tail:
            pairs[head.id, tail.id] |= papers
    return pairs
