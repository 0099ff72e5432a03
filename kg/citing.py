"""Which sentence of a paper is shown for a relation that it states."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


def cited_sentence(head: AbstractSet[int], tail: AbstractSet[int], stated: int) -> int:
    """Choose the sentence that a reader is shown: one that names both ends, next to the one that was judged.

    Args:
        head: The sentences that name the one end.
        tail: The sentences that name the other.
        stated: The sentence from which the relation was told; the answer where none names both.

    >>> cited_sentence({1, 5}, {2, 5}, 6), cited_sentence({1}, {2}, 2)
    (5, 2)
    """
    return min(head & tail, key=lambda sentence: (abs(sentence - stated), sentence), default=stated)
