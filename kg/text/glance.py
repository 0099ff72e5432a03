"""What a text needs at all, told at a glance: most need nothing."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

from kg.text.characters import GLYPH, beyond
from kg.text.typography import GLUED_SENTENCES

if TYPE_CHECKING:
    from collections.abc import Collection

BEYOND = "\N{REPLACEMENT CHARACTER}"
"""Stands for every character that is not ASCII."""

# Characters that are no sign of anything. All others mean that the steps have to look for themselves.
_INERT = (string.ascii_letters + string.digits + " .,:;!?()[]}/%\"'+-=@|#>^&").encode()
_ACTIVE = re.compile(
    "[^\xc0-\xc2\xc6-\u02af\u0391-\u03a1\u03a3-\u03ce\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u2046\u2070-\u209c"
    "\u2100-\u2125\u2190-\u2328\u2500-\u2a00\u4e00-\u9fff\U0001d400-\U0001d7ff\U0001f300-\U0001faff]"
)
_ENTITY = re.compile(r"& ?[#\w]+;")
_DASH_OR_BROKEN_WORD = re.compile(r"-(?:-| (?<=[^\W_]- )(?=[^\W_])(?!(?:and|or)(?![^\W_]|-)))")
_CLOSING_QUOTES = re.compile("''")  # such a search is faster than "in", and that for blanks, which are many


def signs_in(text: str) -> Collection[str]:
    r"""Give the characters of a text that only some steps know what to do with; without any, it is plain.

    What begins an entity is ``&``, what stands for a lost glyph is ``:``, and all that is not ASCII is :data:`BEYOND`; of
    what is no sign of anything, such as curly quotes, there is nothing.

    >>> signs_in("It gains 5% (see [1])."), sorted(signs_in(r"It gains 5\%, or \$1")), signs_in("&amp;")
    ((), ['$', '\\'], {'&'})
    """
    found: Collection[str] = ()
    odd = beyond(text, _INERT)
    if odd:
        if odd.isascii():
            found = set(odd)
        elif _ACTIVE.search(odd):
            found = {ch if ch.isascii() else BEYOND for ch in set(odd) if _ACTIVE.match(ch)}
    if "&" in text and _ENTITY.search(text):
        found = {*found, "&"}
    if ":" in text and GLYPH in text:
        found = {*found, ":"}
    return found


def is_tidy(text: str) -> bool:
    """Tell that a plain text with single blanks needs nothing at all; False says nothing.

    >>> is_tidy("So it is"), is_tidy("exper- tise"), is_tidy("It is over.The end")
    (True, False, False)
    """
    return not (
        _DASH_OR_BROKEN_WORD.search(text)
        or GLUED_SENTENCES.search(text)
        or ("'" in text and _CLOSING_QUOTES.search(text))
    )
