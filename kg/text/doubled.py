r"""Maths that stands twice, plain and in TeX, as the exports of Web of Science have it: ``H1/2$H<^>{1/2}$``."""

from __future__ import annotations

import re
import unicodedata

from kg.latex import to_text

_MATHS = re.compile(
    r"\$(?=[^$\s^_])(?:(?<=([A-Za-z\d])\$)(?=[^$]{0,200}\1)|(?<=[)\]\u0370-\u03ff\u2100-\u214f]\$))([^$]{0,200}[\\^_{][^$]{0,200})\$"
)
_MAX_COPY = 80


def drop_doubled_maths(text: str) -> str:
    r"""Drop the plain copy before maths, where the two read alike.

    >>> drop_doubled_maths(r"on R$\mathbb {R}$ and CO$_2$")
    'on $\\mathbb {R}$ and CO$_2$'
    """
    if "$" not in text:
        return text
    text = text.replace("<^>", "^").replace("<_>", "_")
    pieces: list[str] = []
    at = 0
    for maths in _MATHS.finditer(text):
        start = _start_of_copy(text[max(at, maths.start() - _MAX_COPY) : maths.start()], maths[2])
        if start is not None:
            pieces.append(text[at : maths.start() - start])
            at = maths.start()
    return "".join([*pieces, text[at:]]) if pieces else text


def _start_of_copy(before: str, source: str) -> int | None:
    """Tell how many characters before maths say the same."""
    read = to_text(f"${source}$")
    for wanted, first in ((_squeezed(read), read[:1]), (_squeezed(source), "")):
        at = len(before)
        found = ""
        while at and len(found) < len(wanted):
            at -= 1
            found = _squeezed(before[at]) + found
        if first and not first.isalnum() and before[:at].endswith(first):
            at -= 1
        if found == wanted and found and not before[:at][-1:].isalnum():
            return len(before) - at
    return None


def _squeezed(text: str) -> str:
    """Leave letters and digits, of plain form: ℝ is R."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text)))
