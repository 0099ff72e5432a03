r"""LaTeX in prose → plain Unicode.

Abstracts are not LaTeX documents: they are prose with some LaTeX in it, where ``%`` is a percent sign, ``&`` an
ampersand and a lone ``$`` money. The parser of `pylatexenc <https://pylatexenc.readthedocs.io>`_ reads documents: it
ends the text at the first ``%`` and turns ``&`` into blanks. So reading is done here, with pylatexenc's symbols.

:class:`kg.latex_reader.Reader` reads whatever may come. What mostly comes, though, is prose, which stays as it is, and
in it pieces that mean the same wherever they stand: a formula between dollars, a command with its arguments in braces,
a symbol. So a text is read piece by piece up to the first sign that is no such piece; from there on, the reader reads.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kg.latex_maths import BODY, GROUP, REMEMBERED, SHORT, after_dropped, applied, read_maths
from kg.latex_reader import HANDLERS, Reader
from kg.latex_symbols import (
    ACCENTS,
    CHARACTERS,
    DROPPED,
    FRACTIONS,
    GLUED,
    LETTERS,
    MATHS_ACCENTS,
    MATHS_STYLES,
    REFERENCES,
    SECOND_OF_TWO,
    TEXT_STYLES,
    symbols,
    unglued,
    unknown,
)
from kg.latex_tokens import BEFORE_REFERENCE, after_blanks

if TYPE_CHECKING:
    from collections.abc import Callable

    _Piece = tuple[str, int]
    """What a piece reads as, and where it ends."""

_ONE_ARGUMENT = frozenset([*TEXT_STYLES, *MATHS_STYLES, *MATHS_ACCENTS, "mathbb", "sqrt"])
_FLAT_ARGUMENT = _ONE_ARGUMENT | DROPPED
_TWO_ARGUMENTS = SECOND_OF_TWO | FRACTIONS

# What means the same wherever it stands. Behind a command and its argument, a script or a brace would belong to it.
_MATHS = re.compile(rf"(\$\$?+)({BODY})\1")
_COMMAND = re.compile(
    r"\\(?:(?P<character>[%&#_${} ,;:>!\-/@|*\\])"
    r"|[\"`^~=.][A-Za-z]|'[A-Za-ru-z]|[\"'`^~=.]\{\\?[A-Za-z]\}"
    rf"|\({BODY}\\\)|\[{BODY}\\\]"
    rf"|(?P<name>[A-Za-z]++)(?P<arguments>{GROUP}(?P<second>{GROUP})?+)?+"
    rf"(?:(?P<script>[_^](?:[^\s\\{{}}$^_]|{GROUP}))|(?![_^{{])))"
)
_REFERENCE = re.compile(rf"\\(?:{'|'.join(sorted(REFERENCES))}){GROUP}(?![{{_^\[*])")
_SWITCHED = re.compile(rf"\\(?:{'|'.join(sorted(DROPPED))})\s++([^\\{{}}$_^\s.][^\\{{}}$]*+)\}}")
_LETTER = re.compile(r"\{\\?[A-Za-z]\}")
_BRACES = re.compile(r"[{}]")
_PLAIN_BRACES = re.compile(r"(?:[^{}]++|\{(?:[^{}]++|\{[^{}]*+\})*+\})*+")
_DOUBLED = re.compile(r"\\\\([A-Za-z]{2,})")


def to_text(source: str) -> str:
    r"""Read the LaTeX in a piece of prose as plain text.

    Markup goes, its content stays; symbols and accents become characters; citations, labels and footnotes go. Maths is
    what stands between two dollars (or in ``\(…\)``, ``\[…\]``) and does not read as prose. Unknown commands lose their
    backslash, except where they look like part of a path. Braces around no LaTeX stay.

    >>> to_text(r"top-$K$ with 17\% of $\alpha$-CROWN, {\em not} for $5 or $10")
    'top-K with 17% of α-CROWN, not for $5 or $10'
    """
    if "\\" in source:
        source = single_backslashes(source)
    elif "$" not in source:
        return source
    return _read_pieces(source)


def single_backslashes(source: str) -> str:
    r"""Undo doubled backslashes: ``\\alpha`` is a symbol, not a line break before a word."""
    if source.find(r"\\", source.find("\\")) < 0:
        return source
    return _DOUBLED.sub(lambda m: m[0][m[1] in HANDLERS or m[1] in symbols() :], source)


def _read_pieces(source: str) -> str:
    """Read prose and what stands alone in it, as far as there is nothing else; let the reader do the rest."""
    out: list[str] = []
    before = ""
    at = 0
    backslash = dollar = -1
    end = len(source)
    while True:
        if backslash < at and (backslash := source.find("\\", at)) < 0:
            backslash = end
        if dollar < at and (dollar := source.find("$", at)) < 0:
            dollar = end
        sign, read = (backslash, _command) if backslash < dollar else (dollar, _dollars)
        prose = source[at:sign]
        opened = False
        if "{" in prose or "}" in prose:
            opened = prose[-1] == "{" and sign < end
            if opened:
                prose = prose[:-1]
            if not _PLAIN_BRACES.fullmatch(prose):
                return _with_rest(out, source, at, prose)
        if sign == end:
            out.append(prose)
            return "".join(out)
        before = prose[-1:] or before
        piece = _group(read, source, sign, before) if opened else read(source, sign, before)
        if piece is None:
            reference = None if opened else _reference(source, sign, prose)
            if reference is None:
                return _with_rest(out, source, at, prose)
            prose, piece = reference
            before = prose[-1]
        written, at = piece
        out += prose, written
        before = written[-1:] or before


def _with_rest(out: list[str], source: str, at: int, prose: str) -> str:
    """Let the reader go on behind the last prose that no command takes away, or read all where there is none."""
    kept = _BRACES.split(prose, 1)[0].rstrip(BEFORE_REFERENCE)
    if not kept:
        return Reader(source).read()
    return "".join([*out, kept, Reader(source[at + len(kept) :]).read(kept[-1])])


def _group(read: Callable[[str, int, str], _Piece | None], source: str, start: int, before: str) -> _Piece | None:
    """Read on behind a brace: a text in another style, or one piece that has the braces for itself."""
    switched = _SWITCHED.match(source, start)
    if switched:
        return switched[1], switched.end()
    piece = read(source, start, before)
    return (piece[0], piece[1] + 1) if piece and source.startswith("}", piece[1]) else None


def _dollars(source: str, start: int, before: str) -> _Piece | None:
    """Read maths, or a dollar that is money."""
    stop = source.find("$", start + 1)
    if stop < 0:
        return "$", start + 1
    if stop > start + 1:
        written = read_maths(source[start + 1 : stop], before, source[stop + 1 : stop + 2])
        if written is not None:
            return written, stop + 1
    maths = _MATHS.match(source, start)
    if maths is None:
        return None
    end = maths.end()
    if end > stop + 1:  # dollars in braces, or doubled
        written = read_maths(maths[2], before, source[end : end + 1])
        if written is not None:
            return written, end
    return ("$", start + 1) if maths[1] == "$" else None


def _command(source: str, start: int, before: str) -> _Piece | None:
    """Read a command that needs no more than its arguments in braces and a script."""
    command = _COMMAND.match(source, start)
    if command is None:
        return None
    character, name, arguments, second, script = command.groups()
    end = command.end()
    if character is not None:
        return CHARACTERS.get(character, " "), end
    if name is None:
        return _read_piece(command[0]), end
    if name in DROPPED and arguments is None:
        return ("", after_dropped(name, source, end)) if script is None else None
    if name in HANDLERS:
        written = _with_arguments(name, arguments, second)
    else:
        written = _symbol(name, arguments, before, source[end : end + 1])
    if written is None:
        return None
    if script is not None or (arguments is not None and name not in HANDLERS):
        return (_read_piece(command[0], before), end) if written.strip() else None
    return written, after_blanks(source, end) if name in LETTERS else end


def _with_arguments(name: str, arguments: str | None, second: str | None) -> str | None:
    """Read a command with as many arguments as it takes."""
    if arguments is None:
        return None
    if name in _FLAT_ARGUMENT and arguments.rfind("{") == 0 and "\\" not in arguments and "$" not in arguments:
        return applied(name, arguments[1:-1])
    if name in (_ONE_ARGUMENT if second is None else _TWO_ARGUMENTS):
        return _read_piece(f"\\{name}{arguments}")
    return None


def _symbol(name: str, group: str | None, before: str, after: str) -> str | None:
    """Read the name of a symbol, or of an accent with its letter; None where it hangs on more of what follows."""
    if name in ACCENTS:
        return group if group and _LETTER.fullmatch(group) else None
    if name.startswith("cite") or (group and name in LETTERS):
        return None
    written = symbols().get(name)
    if written is None:
        glued = GLUED.fullmatch(name)
        return unglued(glued[1], glued[2]) if glued else unknown(name, before)
    return None if written in {"'", "’"} or (after == "." and len(written) > 1) else written


def _reference(source: str, start: int, prose: str) -> tuple[str, _Piece] | None:
    """Drop a reference, with the blanks before it and the brackets around it; give the prose that stays, and the rest."""
    kept = prose.rstrip(BEFORE_REFERENCE)
    reference = _REFERENCE.match(source, start) if kept else None
    if reference is None:
        return None
    end = reference.end()
    end += source.startswith((")", "]"), end)
    following = source[end : end + 1]
    written = Reader(prose[len(kept) :] + source[start:end] + following).read()
    return kept, (written.removesuffix(following), end)


def _read_piece(piece: str, before: str = "") -> str:
    """Let the reader read what stands alone."""
    return (_remembered if len(piece) <= SHORT else _read)(piece, before)


def _read(piece: str, before: str) -> str:
    return Reader(piece).read(before)


_remembered = lru_cache(REMEMBERED)(_read)
