r"""LaTeX in prose → tokens: a command, a sign, a run of blanks, a word that stands alone, else one character.

Words that stand alone are one token; elsewhere each letter is one, since an argument may be a single letter. Prose that
stands far behind a sign, and not right before the next, is no argument of anything: it is one token, for speed.
"""

from __future__ import annotations

import re

SIGNS = "\\{}$^_"
_PIECE = re.compile(r"[^\\{}$^_]+|\\[A-Za-z]+|\\?.", re.DOTALL)
_PLAIN_TOKEN = re.compile(r"\s+|(?<=\s)[A-Za-z]{2,}(?=[\s.,:;])|.", re.DOTALL)
_TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)?|\s+|(?<=\s)[A-Za-z]{2,}(?=[\s.,:;])|.", re.DOTALL)
_SHORT = 50
"""Characters of prose that are always taken apart, since looking for what need not be is no faster."""
# What a reference may take away that stands before it, what is a sign within maths or options, and how far arguments after
# a sign may reach.
BEFORE_REFERENCE = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "~(["
_BLANKS = re.compile(r"\s*")
_NEXT_WORDS = re.compile(r"(?:\S*+\s++){4}")


def tokenize(source: str) -> tuple[list[str], list[int]]:
    r"""Split a text into tokens, and give the indices of those that are signs: commands, braces, dollars, scripts.

    >>> tokenize(r"I show \emph{b} of $xy$")
    (['I', ' ', 'show', ' ', '\\emph', '{', 'b', '}', ' ', 'of', ' ', '$', 'x', 'y', '$'], [4, 5, 7, 11, 14])
    """
    tokens: list[str]
    if len(source) < _SHORT:
        tokens = _TOKEN.findall(source)
        return tokens, [i for i, token in enumerate(tokens) if token[0] in SIGNS]
    tokens = []
    signs: list[int] = []
    end = 0
    for piece in _PIECE.findall(source):
        start, end = end, end + len(piece)
        if piece[0] in SIGNS:
            signs.append(len(tokens))
            tokens.append(piece)
        elif len(piece) == 1 or piece.isalnum():
            tokens += piece
        elif len(piece) < _SHORT:
            tokens += _PLAIN_TOKEN.findall(source, start, end)
        else:
            near, far = _far_words(source, start, end)
            tokens += _PLAIN_TOKEN.findall(source, start, near)
            if near < far:
                tokens.append(source[near:far])
            tokens += _PLAIN_TOKEN.findall(source, far, end)
    return tokens, signs


def _far_words(source: str, start: int, end: int) -> tuple[int, int]:
    """Tell where the words begin and end, in what stands between two signs, that are no part of what these mean."""
    far = start + len(source[start:end].rstrip(BEFORE_REFERENCE)) if end < len(source) else end
    if not start:
        return start, far
    inner = source.rfind
    last = max(start, inner("]", start, far), inner("'", start, far), inner("&", start, far), inner("~", start, far))
    following = _NEXT_WORDS.match(source, last, far)
    return (following.end(), far) if following else (end, end)


def after_blanks(text: str, at: int) -> int:
    """Give the place behind the blanks at a place, if any."""
    blanks = _BLANKS.match(text, at)
    return blanks.end() if blanks else at


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
