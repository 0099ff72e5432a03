"""Applies a user's rules to what was gathered from the papers."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.model import ConceptType
from kg.names import key
from kg.resolve.corrections import Action
from kg.resolve.nodes import labels_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kg.resolve.corrections import Correction
    from kg.resolve.naming import Naming
    from kg.resolve.nodes import Node
    from kg.vocabulary import Vocabulary


@dataclass(frozen=True)
class Verdict:
    """What became of names, and the rules that changed nothing, with the reason."""

    _became: Mapping[str, str]
    idle: tuple[tuple[Correction, str], ...] = ()

    def name(self, name: str) -> str:
        """Give what a name became; no concept has the name of one that was dropped."""
        return _follow(self._became, name)


_DROPPED = "\0"


def _follow(became: Mapping[str, str], name: str) -> str:
    while name in became:
        name = became[name]
    return name


def apply_corrections(
    corrections: Sequence[Correction], nodes: dict[str, Node], naming: Naming, vocabulary: Vocabulary
) -> Verdict:
    """Merge, rename, retype and drop nodes in place, rule by rule, after the splits that were made with the names.

    Args:
        corrections: The rules.
        nodes: By name, what was gathered; changed.
        naming: Knows which splits were used.
        vocabulary: The known concepts.
    """
    idle: list[tuple[Correction, str]] = []
    splits = [rule for rule in corrections if rule.action is Action.SPLIT]
    for rule in splits:
        name = naming.known(rule.to)
        if rule not in naming.splits_used:
            idle.append((rule, "no paper given has a concept of that name"))
        elif name not in vocabulary.by_id:
            nodes[name].label = rule.to
    became: dict[str, str] = {}
    if len(splits) < len(corrections):
        directory = _Directory(nodes, became, vocabulary)
        for rule in corrections:
            if rule.action is not Action.SPLIT and (fault := _apply(rule, nodes, became, directory)):
                idle.append((rule, fault))
    return Verdict(became, tuple(idle))


def _apply(rule: Correction, nodes: dict[str, Node], became: dict[str, str], directory: _Directory) -> str:
    """Apply a rule, or say why it cannot be."""
    found, fault = directory.one(rule.name)
    if rule.action is Action.MERGE and not fault:
        target, fault = directory.one(rule.to)
        if not fault and target == found:
            fault = "the two are one concept already"
        if not fault:
            nodes[target].label = nodes[target].label or directory.labels[target]
            nodes[target].absorb(nodes.pop(found), key(rule.name))
            became[found] = target
    elif not fault and rule.action is Action.DROP:
        del nodes[found]
        became[found] = _DROPPED
    elif not fault and rule.action is Action.RENAME:
        nodes[found].label = rule.to
    elif not fault:
        nodes[found].type = ConceptType(rule.to)
    return fault


class _Directory:
    """Finds nodes by what a user calls them: by label, else by any name."""

    def __init__(self, nodes: Mapping[str, Node], became: Mapping[str, str], vocabulary: Vocabulary) -> None:
        self._became = became
        self._by_label: dict[str, list[str]] = defaultdict(list)
        self._by_form: dict[str, list[str]] = defaultdict(list)
        self.labels = labels_of(nodes, vocabulary)
        for name, label in sorted(self.labels.items()):
            self._by_label[key(label)].append(name)
            for form in {key(form) for form in nodes[name].forms.all()}:
                self._by_form[form].append(name)

    def one(self, text: str) -> tuple[str, str]:
        """Give the node that a text names, or why there is not one."""
        for table in (self._by_label, self._by_form):
            names = {_follow(self._became, name) for name in table.get(key(text), ())} - {_DROPPED}
            if len(names) > 1:
                labels = ", ".join(sorted(self.labels[name] for name in names))
                return "", f"several concepts go by the name {text!r}: {labels}; give the label of one"
            if names:
                return names.pop(), ""
        return "", f"no concept goes by the name {text!r}"
