"""Links and relations in words."""

from __future__ import annotations

from kg.model import Link, Relation
from kg.query.filters import SHARES_PAPERS

_WORDS: dict[str, str] = {
    Relation.APPLIED_TO: "applied to",
    Relation.EVALUATED_ON: "evaluated on",
    Relation.BASED_ON: "based on",
    Relation.OUTPERFORMS: "outperforms",
    Relation.BROADER: "broader",
    Relation.BENCHMARK_FOR: "benchmark for",
    Relation.MEASURES: "measures",
    SHARES_PAPERS: "same papers",
    Link.INTRODUCES: "introduces",
    Link.USES: "uses",
    Link.ADDRESSES: "addresses",
    Link.COMPARES_WITH: "compares with",
    Link.EVALUATES_ON: "evaluates on",
    Link.REPORTS: "reports",
    Link.MENTIONS: "mentions",
}


def in_words(name: str) -> str:
    """Put a link or a relation into words.

    >>> in_words("evaluatesOn"), in_words("somethingElse")
    ('evaluates on', 'somethingElse')
    """
    return _WORDS.get(name, name)


def towards(relation: str, direction: str) -> str:
    """Put a relation into words, seen from the node it is followed from.

    >>> towards("basedOn", "in"), towards("broader", "in"), towards("broader", "out")
    ('← based on', 'narrower', 'broader')
    """
    if relation == Relation.BROADER:
        return "narrower" if direction == "in" else "broader"
    return {"out": "→ ", "in": "← "}.get(direction, "") + in_words(relation)
