"""What is gathered about one concept, and the concept that comes of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kg.ids import mint
from kg.model import Concept, ConceptType
from kg.names import key
from kg.resolve.labels import Forms, preferred_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kg.model import PaperConcept
    from kg.resolve.naming import Filed
    from kg.vocabulary import Vocabulary


_EXAMPLES = 20


@dataclass(frozen=True, slots=True)
class Merge:
    """A name that a rule joined to a concept.

    Attributes:
        name: The key of the name.
        rule: *vocabulary*, *definition* (the paper's own), *tagger* (which took them for one in a paper), *agreed
            definition* (other papers'), *company* (of the meanings of a short form, the one whose other concepts the
            paper shares) or *names file*.
        papers: In how many papers.
        examples: Their ids, the first twenty.
    """

    name: str
    rule: str
    papers: int
    examples: tuple[str, ...]


@dataclass
class Node:
    """All that papers and the user say about one concept.

    Attributes:
        types: In how many papers it is what.
        forms: What it is called.
        merges: For each name joined and the rule that did it, the papers.
        papers: The ids of those that have it.
        label: The user's own label, if any.
        type: The user's own type, if any.
    """

    types: Counter[ConceptType] = field(default_factory=Counter)
    forms: Forms = field(default_factory=Forms)
    merges: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    papers: list[str] = field(default_factory=list)
    label: str = ""
    type: ConceptType | None = None

    def add(self, filed: Filed, concept: PaperConcept, paper: str, vocabulary: Vocabulary) -> None:
        """Add what a paper says of the concept.

        Args:
            filed: The concept's name, and why it is not the one that the paper gives it.
            concept: The paper's.
            paper: Its id.
            vocabulary: The known concepts.
        """
        self.types[concept.type] += 1
        self.forms.add(concept)
        self.papers.append(paper)
        own = vocabulary.by_id.get(filed.name)
        for form in {key(form) for form in concept.forms} - {key(own.label) if own else filed.name}:
            known = own is not None and vocabulary.by_key.get(form) is own
            rule = "vocabulary" if known else filed.rule or ("definition" if concept.short else "tagger")
            self.merges[form, rule].add(paper)

    def absorb(self, other: Node, name: str) -> None:
        """Add all that is known of a concept that the user says is the same."""
        self.types.update(other.types)
        self.forms.update(other.forms)
        for merge, papers in other.merges.items():
            self.merges[merge] |= papers
        self.merges[name, "names file"] |= set(other.papers)
        self.papers += other.papers

    def all_merges(self) -> tuple[Merge, ...]:
        """Give the names joined, in order."""
        return tuple(
            Merge(name, rule, len(papers), tuple(sorted(papers)[:_EXAMPLES]))
            for (name, rule), papers in sorted(self.merges.items())
        )

    def to_concept(self, label: str, name: str, vocabulary: Vocabulary) -> Concept:
        """Make the concept."""
        entry = vocabulary.by_id.get(name)
        kinds = sorted(
            self.types, key=lambda kind: (kind is not self.type, -self.types[kind], list(ConceptType).index(kind))
        )
        if self.type and self.type not in kinds:
            kinds.insert(0, self.type)
        names = {*self.forms.all(), *((entry.label, *entry.aliases) if entry else ())}
        return Concept(
            id="concept/" + mint(label),
            label=label,
            type=kinds[0],
            aliases=tuple(sorted(names - {label})),
            other_types=tuple(kinds[1:]),
            definition=entry.definition if entry else "",
            entry=entry.id if entry else "",
        )


def labels_of(nodes: Mapping[str, Node], vocabulary: Vocabulary) -> dict[str, str]:
    """Give each node a label of its own.

    Of those that would share one, the node that the user so called keeps it, then the known concept, then the one that
    most papers have; the others add their long form or, if that is the label, their first paper.
    """
    labels = {
        name: node.label or (vocabulary.by_id[name].label if name in vocabulary.by_id else preferred_label(node.forms))
        for name, node in nodes.items()
    }
    taken: dict[str, list[str]] = defaultdict(list)
    for name, label in labels.items():
        taken[label].append(name)
    for label, sharers in sorted(taken.items()):
        rank = {
            name: (not nodes[name].label, name not in vocabulary.by_id, -len(nodes[name].papers), name)
            for name in sharers
        }
        for name in sorted(sharers, key=rank.__getitem__)[1:]:
            long = nodes[name].forms.long()
            tells = long if long and key(long) != key(label) else min(nodes[name].papers, default=name)
            labels[name] = f"{label} ({tells})"
    if len(set(labels.values())) < len(labels):
        # Only a label that itself reads like "X (Y)" can still collide; its key is its own.
        seen: set[str] = set()
        for name in sorted(labels):
            while labels[name] in seen:
                labels[name] += f" [{name}]"
            seen.add(labels[name])
    return labels
