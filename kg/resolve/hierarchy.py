"""What is broader than what: the vocabulary's hierarchy, cut down to what a graph needs of it, and without circles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kg.vocabulary import Vocabulary


def hierarchy(present: Iterable[str], vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    """Give the broader entries of the entries present, and of those that join them.

    An entry that is absent joins two that are present when it lies between them, or when it is the nearest entry above
    both. Other absent entries are left out: above one concept alone they would say nothing about the papers. So are the
    headings of the trees: nearly everything would be joined below them.

    Args:
        present: Ids of the entries that papers have.
        vocabulary: Where they come from.

    Returns:
        For each entry present or joining, sorted, its broader entries among these.
    """
    present = {entry for entry in present if entry in vocabulary.by_id}
    above = {entry: _parents(entry, vocabulary) for entry in _upwards(present, vocabulary)}
    below: dict[str, list[str]] = {}
    for entry, parents in above.items():
        for parent in parents:
            below.setdefault(parent, []).append(entry)
    joins = {
        entry for entry in above if len(below.get(entry, ())) > 1 and len(_downwards([entry], below) & present) > 1
    }
    kept = present | joins | _downwards(present, below)
    # What stands between something kept and a join above it is part of the join.
    kept |= _downwards(kept - present, below)
    return {entry: tuple(parent for parent in above[entry] if parent in kept) for entry in sorted(kept)}


def is_below(narrow: str, broad: str, vocabulary: Vocabulary) -> bool:
    """Say whether the vocabulary has one entry anywhere below another."""
    return broad in _upwards([narrow], vocabulary)


def circular(pairs: Sequence[tuple[str, str]]) -> set[tuple[str, str]]:
    """Give the pairs that would close a circle with pairs before them.

    Only pairs inside one strongly connected component can, so the cost is linear but for the few there are.

    >>> circular([("PPO", "policy gradient"), ("policy gradient", "RL"), ("RL", "PPO")])
    {('RL', 'PPO')}
    """
    whole = nx.DiGraph(pairs)
    component = {node: n for n, nodes in enumerate(nx.strongly_connected_components(whole)) for node in nodes}
    kept = nx.DiGraph()
    refused = set()
    for narrow, broad in pairs:
        if component[narrow] != component[broad]:
            continue
        if narrow == broad or (broad in kept and narrow in kept and nx.has_path(kept, broad, narrow)):
            refused.add((narrow, broad))
        else:
            kept.add_edge(narrow, broad)
    return refused


def _parents(entry: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    parents = (vocabulary.by_id.get(parent) for parent in vocabulary.by_id[entry].broader)
    return tuple(parent.id for parent in parents if parent and not parent.top)


def _upwards(entries: Iterable[str], vocabulary: Vocabulary) -> set[str]:
    """Give entries and all that is above them."""
    reached: set[str] = set()
    waiting = list(entries)
    while waiting:
        entry = waiting.pop()
        if entry not in reached:
            reached.add(entry)
            waiting += _parents(entry, vocabulary)
    return reached


def _downwards(entries: Iterable[str], below: dict[str, list[str]]) -> set[str]:
    """Give all that is below entries."""
    reached: set[str] = set()
    waiting = [child for entry in entries for child in below.get(entry, ())]
    while waiting:
        entry = waiting.pop()
        if entry not in reached:
            reached.add(entry)
            waiting += below.get(entry, ())
    return reached
