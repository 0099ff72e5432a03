"""The words around a name that tell what the paper does with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kg.model import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

_PRAISE = r"""(?:(?:an?|the|our|two|three|four|several|novel|new|simple|general|generic|unified|first|scalable|efficient|
    effective|lightweight|powerful|principled|practical|flexible|fast|robust|comprehensive|large-scale|open|open-source|
    end-to-end|and|both|also|so-called|innovative)\s+|,\s+|\(?\b(?:i+|\d)\)\s*)*"""
_MAKES = r"""(?:propos|introduc|present|develop|design|devis|construct|creat|releas|contribut|unveil|formulat|curat|launch|
    open[- ]sourc|publish|engineer|coin)(?:e|es|ed|ing|s)?|build|built|put(?:s)?\s+forward"""
_NAMES = r"""(?<!so[ -])call(?:ed|s|ing)?(?:\s+(?:it|this|our|the)(?:\s+\w+){0,2})?|(?:dub|dubb|nam|term|titl|denot|coin)(?:s|ed|ing|e)?
    (?:\s+(?:it|this))?(?:\s+(?:as|by))?|namely|refer(?:s|red)?\s+to\s+(?:(?:it|this|them)\s+)?as|abbreviated\s+(?:as|to)|
    (?:framework|method|approach|model|algorithm|phenomenon|problem|task|setting)\s+as|result(?:s|ing)?\s+in|lead(?:s|ing)?\s+to|consist(?:s|ing)?\s+of|compris(?:es|ing)"""
_THING = r"""(?:method|approache?|algorithm|framework|model|system|architecture|technique|benchmark|data\s?set|corpus|corpora|
    suite|pipeline|library|toolkit|tool|platform|metric|measure|protocol|procedure|strategy|strategie|paradigm|network|module|
    loss|optimizer|estimator|solution|variant|agent|environment|simulator|testbed|scheme|solver|planner|attack|defense|
    package|software|family|class|extension|objective|regularizer|sampler|theory|formalism|collection|task|resource|
    component|mechanism|statistic|layer|criterion|detector|transformer|classifier|decoder|encoder|design)s?"""
_SEPARATOR = r"\s*(?:,|:|—|–|-{2,3}|\()\s*"
_QUOTE = r"[\"“‘']*"

_INTRODUCTIONS: Final = tuple(
    re.compile(pattern, re.VERBOSE)
    for pattern in (
        rf"\b(?:{_MAKES})\s+(?:and\s+\w+\s+)?{_PRAISE}(?:{_THING}\s+)?{_QUOTE}",
        rf"\b(?:{_NAMES})\s*:?\s+{_PRAISE}(?:{_THING}\s+)?{_QUOTE}",
        rf"\b(?:[Oo]ur|[Tt]his|{_MAKES}|novel|new)\s+(?:[\w/-]+\s+){{0,8}}?{_THING}{_SEPARATOR}{_PRAISE}{_QUOTE}",
        rf"\b(?:{_MAKES})\s+{_PRAISE}(?:[\w/-]+\s+){{1,6}}?{_THING}\s+{_QUOTE}",
    )
)
_CALLED: Final = re.compile(
    rf"""\b(?:we\s+(?:call|term|dub|name|coin)(?:\s+(?:it|this))?|(?:(?<!so[ -])called|dubbed|termed|named(?!\s+entit)|coined)(?:\s+as)?|
    (?:refer(?:s|red)?\s+to(?:\s+(?:it|this))?|known)\s+as)\s+{_PRAISE}{_QUOTE}""",
    re.VERBOSE,
)
# A sentence about what others did introduces nothing, unless it speaks of "we" as well.
_OTHERS: Final = re.compile(
    r"\bet\s+al\b|\b(?:has|have)\s+been\s+\w+\s+by\b|\b(?:[Rr]ecent(?:ly)?|[Pp]rior|[Pp]revious(?:ly)?|[Ee]xisting)\b[^.;]{0,60}$"
)
_SELF: Final = re.compile(r"\b(?:we|our|us|this\s+(?:paper|work|study|article|research))\b|\bhere\b", re.IGNORECASE)
_OURS: Final = re.compile(rf"\b[Oo]ur\s+(?:proposed\s+|novel\s+|new\s+)?(?:{_THING}\s+)?{_QUOTE}$", re.VERBOSE)
_WORTH: Final = re.compile(
    r"\b(?:effectiveness|superiority|efficacy|advantages?|benefits?|usefulness|utility|generality|versatility)\s+of\s+(?:the\s+|our\s+)?$"
)
_PASSIVE: Final = re.compile(
    r"""\s*(?:\([^()]{0,80}\)\s*)?(?:[\w-]+\s+){0,2}?(?:is|are)\s+(?:then\s+|also\s+|further\s+|first\s+|next\s+)?
    (?:proposed|introduced|designed|developed|presented|devised|constructed|built)\b""",
    re.VERBOSE,
)
_ACTS: Final = re.compile(
    r"""\s*(?:\([^()]{0,80}\)\s*)?,?\s*(?:(?:also|further|significantly|consistently|effectively|then|thus|not|only|substantially|
    even|efficiently|notably|directly|successfully)\s+)*
    (?:achieves|outperforms|surpasses|enables|exhibits|consists|utilizes|employs|introduces|incorporates|integrates|leverages|
    learns|combines|exceeds|obtains|generates|maintains|attains|adopts|delivers|operates|extends|features|comprises|tackles)\b""",
    re.VERBOSE,
)
# What may stand between the words that introduce and the noun phrase they introduce: modifiers, no new phrase.
_MODIFIERS: Final = re.compile(
    r"(?:(?!(?:on|for|of|with|using|by|via|from|in|to|that|which|based|through|as|under|over|into|between)\b)[\w/-]+\s+){0,6}"
)


def introduction_ends(text: str, start: int, end: int) -> list[int]:
    """Give the offsets in a sentence at which a name may begin that the paper introduces there.

    >>> text = "We propose a novel training pipeline, TEDUO, for agents."
    >>> [text[end:].split()[0] for end in introduction_ends(text, 0, len(text))]
    ['training', 'TEDUO,']
    """
    cues = {cue.end() for pattern in _INTRODUCTIONS for cue in pattern.finditer(text, start, end)}
    return sorted(cue for cue in cues if not _is_of_others(text, start, cue, end))


def _is_of_others(text: str, start: int, cue: int, end: int) -> bool:
    sentence, before = text[start:end], text[start:cue]
    return (_OTHERS.search(sentence) or _OTHERS.search(before)) is not None and not _SELF.search(before)


def naming_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Give the offsets in a sentence at which stands what something is called, even in small letters.

    >>> text = "We use a technique called coordinate merging."
    >>> [text[end:] for end in naming_ends(text, 0, len(text))]
    ['coordinate merging.']
    """
    for cue in _CALLED.finditer(text, start, end):
        yield cue.end()


def is_introduced_after(text: str, end: int) -> bool:
    """Say whether the words after a name introduce it: *X is proposed*."""
    return _PASSIVE.match(text, end) is not None


def is_introduced_before(text: str, cues: list[int], start: int) -> bool:
    """Say whether a noun phrase is what one of the cues introduces: only modifiers stand between the two."""
    return any(cue <= start and _MODIFIERS.fullmatch(text, cue, start) for cue in cues)


def is_spoken_of_as_own(text: str, start: int, end: int) -> bool:
    """Say whether a text speaks of a name as authors do of their own work.

    Of annotated names that are the subject of *achieves, outperforms, leverages …*, nine in ten are the paper's own.
    """
    before = text[max(0, start - 60) : start]
    return any(
        (_OURS.search(before), _WORTH.search(before), _PASSIVE.match(text, end), _ACTS.match(text, end)),
    )


_ROLE_CUES: Final = (
    (
        Role.COMPARES,
        re.compile(
            r"""\b(?:outperform\w*|surpass\w*|exceed\w*|beat(?:s|ing)?|compar\w+[^.;]{0,40}?\b(?:to|with|against)|
            compar\w+\s+favou?rably|better\s+than|superior\s+to|relative\s+to|in\s+contrast\s+to|unlike|baselines?|
            over\s+(?:existing|prior|previous|state-of-the-art|strong|the\s+)|rather\s+than|instead\s+of|as\s+opposed\s+to|
            on\s+par\s+with|versus|vs\.|(?:faster|slower|lower|higher|(?:more|fewer|less)\s+\w+)\s+than)""",
            re.VERBOSE | re.IGNORECASE,
        ),
    ),
    (
        Role.USES,
        re.compile(
            r"""\b(?:evaluat\w*|experiment\w*|on\s+the|us(?:e|es|ing|ed)|leverag\w*|based\s+on|built?\s+(?:on|upon)|employ\w*|
            combin\w*|via|through|extend\w*|apply\w*|appli\w+|incorporat\w*|integrat\w*|by\s+means|inspired)\b""",
            re.VERBOSE | re.IGNORECASE,
        ),
    ),
)
_BACKGROUND: Final = re.compile(
    r"""[^.]{0,60}\b(?:recent|recently|existing|prior|previous|traditional|conventional|typical|current|classical|many|most|
    despite|although|while|has\s+been|have\s+been|have\s+become|remains?|however)\b""",
    re.VERBOSE | re.IGNORECASE,
)


def role_before(clause: str) -> Role | None:
    """Tell a role from the words before a mention, the nearest cue first; None where there is none."""
    best: tuple[int, Role] | None = None
    for role, pattern in _ROLE_CUES:
        for match in pattern.finditer(clause):
            if best is None or match.end() > best[0]:
                best = (match.end(), role)
    return best[1] if best else None


def is_background(text: str, start: int) -> bool:
    """Say whether the sentence that starts at an offset speaks of what others did before."""
    return _BACKGROUND.match(text, start) is not None
