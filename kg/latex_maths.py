r"""Maths between two dollars → plain text.

Most formulas are letters, numbers, symbols, scripts and the like, with arguments in braces that nest a few levels deep
at most. One expression finds these pieces one after the other, which is several times as fast as the general reader;
that one reads the other formulas. Short formulas come again and again, so what they read as is remembered.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from kg.latex_reader import HANDLERS, MAX_MATHS, Reader
from kg.latex_symbols import (
    CHARACTERS,
    DOUBLE_STRUCK,
    DROPPED,
    FRACTIONS,
    GLUED,
    LETTERS,
    MATHS_ACCENTS,
    MATHS_STYLES,
    SET_OFF,
    TEXT_STYLES,
    accented,
    grouped,
    is_maths,
    subscript,
    superscript,
    symbols,
    tidied,
    unglued,
)
from kg.latex_tokens import after_blanks, is_word

if TYPE_CHECKING:
    _Piece = tuple[str, int]
    """What a piece reads as, and where it ends."""

SHORT = 60
"""Length of what may well come again, and is remembered."""
REMEMBERED = 4096
"""How much of it is."""
_WITH_ARGUMENT = frozenset([*TEXT_STYLES, *MATHS_STYLES, *MATHS_ACCENTS, *FRACTIONS, "mathbb", "sqrt"])
_ONE_ARGUMENT = _WITH_ARGUMENT - SET_OFF
_ESCAPED = r"\\[^()\[\]]"
_INNER = rf"\{{(?:[^\\{{}}]++|{_ESCAPED})*+\}}"
_MIDDLE = rf"\{{(?:[^\\{{}}]++|{_ESCAPED}|{_INNER})*+\}}"
# What has its braces within itself, up to three levels deep, and no brackets of maths, which match across braces.
GROUP = rf"\{{(?:[^\\{{}}]++|{_ESCAPED}|{_MIDDLE})*+\}}"
BODY = rf"(?:[^\\{{}}$]++|{_ESCAPED}|{GROUP})++"
_WHOLE = re.compile(BODY)

# The pieces of a formula. What is an argument of one character to the general reader is one here too.
_SINGLE = r"[^\s\\{}$^_~&']"
_FLAT = r"[^\\{}$^_~&']++"
_ITEM = re.compile(
    rf"([^\\{{}}$^_~&]*+)(?:\\(?P<name>[A-Za-z]++|[%&#_${{}}*,;:>!\-/@|])(?!\{{\}})(?:\{{(?P<argument>{_FLAT})\}})?+"
    rf"|(?P<sign>[_^])(?:(?P<single>{_SINGLE})|\{{(?P<flat>{_FLAT})\}})?+"
    r"|(?P<brace>[{}])|(?P<end>\Z))"
)
_SCRIPTS = {"^": superscript, "_": subscript}
_ARGUMENT = re.compile(rf"\s*+({GROUP})|\s++([A-Za-z\d])(?![A-Za-z])|({_SINGLE})|\\([A-Za-z]++)(?!\{{)")
# What the name of a function and a fraction are set off from: a letter, a digit, a group, a command that writes.
_NEIGHBOUR = re.compile(rf"[^\W_]|\{{|\\(?!(?:{'|'.join(sorted(DROPPED))})(?![A-Za-z]))[A-Za-z]")


def read_maths(body: str, before: str, after: str) -> str | None:
    r"""Read what stands between two dollars as maths; None where it is none, since they are money or do not match.

    Args:
        body: What stands between the dollars.
        before: The last character written before them, if any: a script may belong to it.
        after: The character behind them, if any: an amount may begin with it.

    >>> read_maths(r"\ell_2", "", "-"), read_maths("5 to ", " ", "1")
    ('ℓ2', None)
    """
    if body[0].isalnum():
        before = ""
    if not after.isdigit():
        after = ""
    return (_remembered if len(body) <= SHORT else _read)(body, before, after)


def _read(body: str, before: str, after: str) -> str | None:
    if len(body) > MAX_MATHS:
        return Reader(f"${body}${after}").read_maths(before) if _WHOLE.fullmatch(body) else None
    if not is_maths(body, after):
        return None
    if len(body) == 1 and body not in "\\{}":
        return body
    written = read_usual(body, before)
    if written is not None:
        return tidied(written)
    return Reader(f"${body}$").read_maths(before) if _WHOLE.fullmatch(body) else None


_remembered = lru_cache(REMEMBERED)(_read)


def read_usual(body: str, before: str = "") -> str | None:
    r"""Read a formula of the usual kind, in one pass; None where there is more in it than that.

    Args:
        body: The formula, whose braces match.
        before: The last character written before it, if any.

    >>> read_usual(r"\tilde{O}(n^{1/2}\log n)"), read_usual(r"\sqrt[3]{n}")
    ('Õ(n^(1/2)log n)', None)
    """
    usual = _usual_symbols()
    next_item = _ITEM.match
    out: list[str] = []
    last = before
    at = depth = 0
    while depth >= 0 and (item := next_item(body, at)):
        if plain := item[1]:
            plain = plain.replace("'", "′")
            out.append(plain)
            last = plain[-1]
        at = item.end()
        kind = item.lastgroup
        if kind == "name" and (symbol := usual.get(item[2])):
            out.append(symbol)
            last = symbol
            continue
        if kind == "end":
            return None if depth else "".join(out)
        if kind == "brace":
            depth += 1 if body[at - 1] == "{" else -1
            continue
        if kind == "argument" and item[2] in _ONE_ARGUMENT:
            written = applied(item[2], item[3])
        else:
            if item[2]:
                piece = _command(item[2], body, item.end(2), last if out else "")
            else:
                piece = None if out and last.isspace() else _script(item, body, last)
            if piece is None:
                return None
            written, at = piece
        if written:
            out.append(written)
            last = written[-1]
    return None


def _script(item: re.Match[str], body: str, base: str) -> _Piece | None:
    """Read a script, given the character it follows."""
    at = item.end()
    script = item["single"] or item["flat"]
    if script is None:
        piece = _argument(body, at)
        if piece is None:
            return None
        script, at = piece
    return _SCRIPTS[item["sign"]](base, script), at


def _command(name: str, body: str, at: int, last: str) -> _Piece | None:
    """Read a command that is more than a symbol, given the last character before it in the same group."""
    if name in DROPPED:
        return "", after_dropped(name, body, at)
    if name in _WITH_ARGUMENT:
        piece = _with_arguments(name, body, at)
        if piece is None or name not in SET_OFF:
            return piece
        written, at = piece
    else:
        usual = _usual_commands().get(name)
        if usual is None:
            glued = GLUED.fullmatch(name)
            if name in HANDLERS or name in symbols() or (glued and glued[1].startswith("cite")):
                return None
            usual = unglued(glued[1], glued[2]) if glued else name
        written = usual
        if not is_word(written):
            return written, at
    if last.isalnum():
        written = " " + written
    return (written + " " if _NEIGHBOUR.match(body, at) else written), at


def _with_arguments(name: str, body: str, at: int) -> _Piece | None:
    """Read a command with its arguments, but without a star, options, or a command as its argument."""
    if body.startswith(("[", "*", "\\"), at):
        return None
    if name in TEXT_STYLES:
        text = _ARGUMENT.match(body, at)
        if text is None or "\\" in text[0] or "$" in text[0] or text[0].rfind("{") > 0:
            return None
        return text[0].strip("{}") if text.lastindex == 1 else text[text.lastindex or 0], text.end()
    piece = _argument(body, at)
    if piece is None:
        return None
    written, at = piece
    if name in FRACTIONS:
        below = _argument(body, at)
        return below and ("/".join(grouped(part) for part in (written, below[0]) if part), below[1])
    return applied(name, written), at


def applied(name: str, written: str) -> str:
    """Write what a command makes of its only argument."""
    if name == "mathbb":
        return DOUBLE_STRUCK.get(written, written)
    if name == "sqrt":
        return "√" + grouped(written)
    if name in MATHS_ACCENTS:
        return accented(written, MATHS_ACCENTS[name])
    return written


def _argument(body: str, at: int) -> _Piece | None:
    """Read a group, a character or a symbol."""
    argument = _ARGUMENT.match(body, at)
    if argument is None:
        return None
    written: str | None = argument[argument.lastindex or 0]
    if argument.lastindex == 1:
        written = argument[1][1:-1]
        if not written.isalnum():
            written = read_usual(written)
    elif argument.lastindex == 4:
        written = _usual_commands().get(argument[4])
    return None if written is None else (written, argument.end())


def after_dropped(name: str, source: str, at: int) -> int:
    r"""Skip the blanks behind a command that writes nothing, and the dot of ``\left.``, which is no bracket."""
    at = after_blanks(source, at)
    return at + (name in {"left", "right"} and source.startswith(".", at))


@cache
def _usual_symbols() -> dict[str, str]:
    """Give the usual commands that write one character."""
    return {name: written for name, written in _usual_commands().items() if len(written) == 1}


@cache
def _usual_commands() -> dict[str, str]:
    """Give the commands that write a symbol or the name of a function, whatever follows."""
    usual = {
        name: written
        for name, written in symbols().items()
        if name not in HANDLERS
        and name not in LETTERS
        and (is_word(written) or (len(written) == 1 and written not in "'’" and not written.isspace()))
    }
    return usual | CHARACTERS
