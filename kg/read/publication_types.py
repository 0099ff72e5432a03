"""Types of publication, as databases name them, that are no papers, or papers that were taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.read.record import NOT_A_PAPER, RETRACTED, WITHDRAWN

if TYPE_CHECKING:
    from collections.abc import Iterable

_TAKEN_BACK = {
    "retracted": RETRACTED,
    "retracted article": RETRACTED,
    "retracted publication": RETRACTED,
    "withdrawn publication": WITHDRAWN,
}
_NOTICES = {
    **dict.fromkeys(("retraction", "retraction notice", "retraction of publication"), "a notice of retraction"),
    **dict.fromkeys(
        ("erratum", "published erratum", "correction", "correction, addition", "corrigendum"), "an erratum"
    ),
    "expression of concern": "an expression of concern",
    "conference review": "a volume of proceedings",
}


def judge(types: Iterable[str], *, include_rejected: bool) -> tuple[str, str] | None:
    """Tell from its types why a record is not wanted.

    Args:
        types: As PubMed, Web of Science and Scopus name them.
        include_rejected: Whether papers that were retracted or withdrawn are wanted too.

    Returns:
        The reason and what is to be said about it; None where the record is wanted.

    >>> judge(["Journal Article", "Published Erratum"], include_rejected=True)
    ('not a paper', 'it is an erratum')
    """
    for each in types:
        name = each.strip().casefold()
        if notice := _NOTICES.get(name):
            return NOT_A_PAPER, f"it is {notice}"
        if not include_rejected and (reason := _TAKEN_BACK.get(name)):
            return reason, f"its type is {each.strip()}; --include-rejected reads it all the same"
    return None
