"""What a text needs at all, told at a glance: most need nothing."""

from __future__ import annotations

import re
import string

from kg.text.characters import GLYPH, beyond
from kg.text.typography import GLUED_SENTENCES

# Characters that are no sign of anything. All others mean that the steps have to look for themselves.
_INERT = (string.ascii_letters + string.digits + " .,:;!?()[]}/%\"'+-=@|#>^&").encode()
_ACTIVE = re.compile(
    "[^\xc0-\xc2\xc6-\u02af\u0391-\u03a1\u03a3-\u03ce\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u2046\u2070-\u209c"
    "\u2100-\u2125\u2190-\u2328\u2500-\u2a00\u4e00-\u9fff\U0001d400-\U0001d7ff\U0001f300-\U0001faff]"
)
_ENTITY = re.compile(r"& ?[#\w]+;")
_DASH_OR_BROKEN_WORD = re.compile(r"-(?:-| (?<=[^\W_]- )(?=[^\W_])(?!(?:and|or)(?![^\W_]|-)))")
_CLOSING_QUOTES = re.compile("''")  # such a search is faster than "in", and that for blanks, which are many


def is_plain(text: str) -> bool:
    r"""Tell that nothing is to be done but to set blanks, sentences, quotes, dashes and broken words; False says nothing.

    >>> is_plain("It gains 5% (see [1])."), is_plain(r"It gains 5\%")
    (True, False)
    """
    signs = beyond(text, _INERT)
    if signs and (signs.isascii() or _ACTIVE.search(signs)):
        return False
    return not (("&" in text and _ENTITY.search(text)) or (":" in text and GLYPH.search(text)))


def is_tidy(text: str) -> bool:
    """Tell that a plain text needs nothing at all; False says nothing.

    >>> is_tidy("So it is"), is_tidy("So  it is"), is_tidy("exper- tise")
    (True, False, False)
    """
    return not (
        _DASH_OR_BROKEN_WORD.search(text)
        or GLUED_SENTENCES.search(text)
        or ("'" in text and _CLOSING_QUOTES.search(text))
        or text[:1] == " "
        or text[-1:] == " "
        or "  " in text
    )
