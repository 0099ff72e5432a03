"""Papers that were taken back: notices of withdrawal in place of the abstract, marks of retraction in the title."""

from __future__ import annotations

import re

_WORK = r"(?:paper|article|submission|manuscript|work|preprint|contribution|study|chapter|version)"
_NOTICE = re.compile(
    rf"[\W_]*(?:(?:this|the|our)\s+{_WORK}\s+(?:has\s+been|have\s+been|was|is|is\s+being)\s+(?:temporarily\s+|now\s+)?"
    r"(?:withdrawn|retracted)\b"
    rf"|(?:this\s+)?{_WORK}\s+withdrawn\b"
    r"|withdrawn\s*(?:\Z|[^\w\s]|(?:by|due|because|since|at)\b)"
    r"|(?:the\s+authors?\s+(?:has|have)\s+withdrawn|we\s+(?:have\s+)?(?:withdraw|withdrew|withdrawn))\s+"
    rf"(?:this|the|our)\s+{_WORK}\b)",
    re.IGNORECASE,
)
_SHORT_NOTICE = re.compile(
    rf"\b{_WORK}\s+(?:has\s+been|was|is)\s+withdrawn\s+(?:by|from|at|due|because)\b", re.IGNORECASE
)
_SHORT = 300
_RETRACTED = re.compile(
    r"[\W_]*(?:[\[(]\s*retract(?:ed|ion)\b[^\])]{0,80}[\])]"
    rf"|(?:this\s+)?{_WORK}\s+(?:(?:was|is|has\s+been)\s+)?retracted\b"
    rf"|retract(?:ed|ion)(?:\s+(?:{_WORK}|note|notice|of|to)){{0,3}}\s*(?:[:\]]|\s[-\u2013\u2014]\s))",
    re.IGNORECASE,
)
_RETRACTED_AT_END = re.compile(
    rf"[\[(]\s*(?:this\s+)?(?:{_WORK}\s+)?(?:has\s+been\s+|was\s+)?retract(?:ed|ion)\b[^\])]{{0,200}}[\])]\W*\Z",
    re.IGNORECASE,
)
_WITHDRAWN_TITLE = re.compile(
    rf"[\W_]*(?:[\[(]\s*withdrawn\b[^\])]{{0,80}}[\])]|withdrawn(?:\s+{_WORK})?\s*:)", re.IGNORECASE
)


def may_be_taken_back(title: str, abstract: str) -> bool:
    """Tell quickly whether a title or the beginning of an abstract has a word of withdrawal or retraction at all.

    >>> may_be_taken_back("On Graphs", "We prove it."), may_be_taken_back("Withdrawn Troops", "")
    (False, True)
    """
    words = f"{title} {abstract[:_SHORT]}".encode("utf-8", "surrogatepass").lower()
    return b"withdr" in words or b"retract" in words


def is_withdrawal(abstract: str) -> bool:
    """Tell whether what stands in place of an abstract is a notice that the paper was withdrawn.

    >>> is_withdrawal("This paper has been withdrawn by the author due to an error in Lemma 3.")
    True
    >>> is_withdrawal("We study how troops were withdrawn."), is_withdrawal("Withdrawn patients differ in age and sex from …")
    (False, False)
    """
    beginning = abstract[:_SHORT].casefold()
    if "withdr" not in beginning and "retracted" not in beginning:
        return False
    return bool(_NOTICE.match(abstract) or (len(abstract) < _SHORT and _SHORT_NOTICE.search(abstract)))


def is_retracted(title: str) -> bool:
    """Tell whether a title is marked as that of a retracted paper, or is that of the notice.

    >>> [is_retracted(title) for title in ("[RETRACTED] On Graphs", "RETRACTED ARTICLE: On Graphs", "Retraction: On Graphs")]
    [True, True, True]
    >>> is_retracted("Deformation Retractions of Graphs"), is_retracted("Retracted Papers in Medicine")
    (False, False)
    """
    if "retract" not in title.casefold():
        return False
    return bool(_RETRACTED.match(title) or _RETRACTED_AT_END.search(title))


def is_withdrawn(title: str) -> bool:
    """Tell whether a title is marked as that of a withdrawn paper.

    >>> is_withdrawn("WITHDRAWN: On Graphs"), is_withdrawn("Withdrawn Troops")
    (True, False)
    """
    return "withdrawn" in title[:100].casefold() and bool(_WITHDRAWN_TITLE.match(title))
