"""What a venue decided about a submission, where crawls of OpenReview and other lists say so in a field of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.read.record import REJECTED, RETRACTED, WITHDRAWN
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Mapping

FIELDS = frozenset(
    {
        *("decision", "final decision", "final_decision", "paper decision", "paper_decision", "acceptance", "status"),
        *("Decision", "Final Decision", "Paper Decision", "Acceptance", "Status"),
    }
)
"""Names of fields that hold a decision; what else they hold, such as ``ok`` or ``published``, says nothing."""

_END = (
    r"(?:[\s_-]*(?:submissions?|papers?|articles?|manuscripts?|by the authors?|by authors?|(?:after|at|by|due|in) [^.;]*))?"
    r"\s*(?:\(.*|\[.*|[.,:;–—-]\s.*|[.!]?)"
)
"""What may stand behind a decision, so that *Rejected hypotheses* is none."""

_DECISIONS = tuple(
    (re.compile(rf"(?:{words})(?:\b|(?=_))(?!.*accept){_END}", re.IGNORECASE | re.DOTALL), reason)
    for words, reason in (
        (
            r"(?:(?:paper|submission|desk|technical)[\s_-]*)?(?:reject(?:ed|ion)?|not accepted|declined)",
            REJECTED,
        ),
        (r"(?:paper|submission)?[\s_-]*withdr(?:awn?|ew|awal)", WITHDRAWN),
        (r"(?:paper|article)?[\s_-]*retracted", RETRACTED),
    )
)
_LONGEST = 60
"""Characters of a decision; what is longer gives reasons, too, and is another text."""


def judge_decision(name: str, value: str) -> tuple[str, str] | None:
    """Tell from a decision why a paper is not wanted.

    Args:
        name: Of the field, for the message.
        value: What it holds.

    Returns:
        The reason and what is to be said about it; None where the paper was accepted, or nothing is known.

    >>> judge_decision("decision", "Desk rejected"), judge_decision("decision", "Accept (poster)")
    (('rejected', 'decision: Desk rejected; --include-rejected reads it all the same'), None)
    """
    value = value.strip()
    if not value or len(value) > _LONGEST:
        return None
    reason = next((reason for pattern, reason in _DECISIONS if pattern.fullmatch(value)), "")
    return (reason, f"{name}: {value}; --include-rejected reads it all the same") if reason else None


def judge_members(members: Mapping[str, object]) -> tuple[str, str] | None:
    """Tell from the decisions among a record's members why it is not wanted.

    >>> judge_members({"title": "On Graphs", "decision": "Reject"})
    ('rejected', 'decision: Reject; --include-rejected reads it all the same')
    """
    if FIELDS.isdisjoint(members):
        return None
    found = (judge_decision(name, text(members[name])) for name in members if name in FIELDS)
    return next(filter(None, found), None)
