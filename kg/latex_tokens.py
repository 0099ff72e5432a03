r"""LaTeX in prose → tokens: a command, a sign, a run of blanks, a word that stands alone, else one character.

Words that stand alone are one token; elsewhere each letter is one, since an argument may be a single letter. What stands
before the first sign or far behind the last is no argument of anything: each of the two is one token, for speed.
"""

from __future__ import annotations

import re

SIGNS = "\\{}$^_"
_TOKEN = re.compile(r"\s+|(?<=\s)[A-Za-z]{2,}(?=[\s.,:;])|\\[A-Za-z]+|\\.|.", re.DOTALL)
# What a reference may take away that stands before it, and how far arguments after the last sign may reach.
_BEFORE_REFERENCE = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "~(["
_NEXT_WORDS = re.compile(r"(?:\S*+\s++){9}")


def tokenize(source: str) -> tuple[list[str], list[int]]:
    r"""Split a text into tokens, and give the indices of those that are signs: commands, braces, dollars, scripts.

    >>> tokenize(r"In short: a \emph{b} of $x$")
    (['In short: a', ' ', '\\emph', '{', 'b', '}', ' ', 'of', ' ', '$', 'x', '$'], [2, 3, 5, 9, 11])
    """
    places = [place for sign in SIGNS if (place := source.find(sign)) >= 0]
    start = len(source[: min(places, default=0)].rstrip(_BEFORE_REFERENCE))
    last = max(map(source.rfind, [*SIGNS, "]"]))
    nearby = _NEXT_WORDS.match(source, max(last, start))
    end = nearby.end() if nearby else len(source)
    tokens = _TOKEN.findall(source, start, end)
    if start:
        tokens.insert(0, source[:start])
    signs = [i for i, token in enumerate(tokens) if token[0] in SIGNS]
    if end < len(source):
        tokens.append(source[end:])
    return tokens, signs


def is_command(token: str) -> bool:
    """Tell a command, of letters or one other character."""
    return token[0] == "\\" and len(token) > 1


def is_word_command(token: str) -> bool:
    """Tell a command of letters."""
    return len(token) > 1 and token[0] == "\\" and token[1].isalpha()


def is_word(written: str) -> bool:
    """Tell a word of two ASCII letters or more."""
    return len(written) > 1 and written.isascii() and written.isalpha()


def last(out: list[str]) -> str:
    """Give the last character written, if any."""
    return out[-1][-1] if out else ""


def drop_blanks(out: list[str]) -> bool:
    """Drop blanks and ties at the end, but for those between paragraphs; tell whether there were any."""
    length = len(out)
    while out and ((out[-1].isspace() and out[-1].count("\n") < 2) or out[-1] == "~"):
        out.pop()
    return len(out) < length
