"""The general reader of LaTeX in prose: one pass over tokens whose braces and dollars are matched beforehand."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from kg.latex_symbols import (
    ACCENTS,
    CHARACTERS,
    DOUBLE_STRUCK,
    DROPPED,
    DROPPED_WITH_ARGUMENT,
    FRACTIONS,
    GLUED,
    LETTERS,
    MATHS_ACCENTS,
    MATHS_STYLES,
    REFERENCES,
    SECOND_OF_TWO,
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
    unknown,
)
from kg.latex_tokens import SIGNS, drop_blanks, is_command, is_word, is_word_command, last, tokenize

if TYPE_CHECKING:
    from collections.abc import Callable

_MAX_DEPTH = 40
MAX_MATHS = 1000
"""How many tokens maths may have: more between two dollars is text."""
_OPENING = {r"\)": r"\(", r"\]": r"\["}
_MATHS_CHARACTERS = {"'": "′", "~": " ", "&": " "}


class _Scope(NamedTuple):
    """Where reading ends, whether in maths, and how many arguments deep."""

    end: int
    maths: bool = False
    depth: int = 0


class Reader:
    """One text under conversion: its tokens, and which of them match.

    Methods that read a piece take the index of the token after the command and give what they wrote and the index
    of the next token. Only arguments nest, to a limit, so that time stays linear and the stack small.
    """

    def __init__(self, source: str) -> None:
        self._tokens, self._signs = tokenize(source)
        self._closing: dict[int, int] = {}
        self._opening: dict[int, int] = {}
        self._maths_end: dict[int, int] = {}
        self._latex_before: dict[int, int] = {}
        self._match()

    def read(self, before: str = "") -> str:
        """Read all of the text, given the character before it, if any."""
        return self._read(0, _Scope(len(self._tokens)), before)

    def read_maths(self, before: str) -> str | None:
        """Read the maths the text begins with; None where its first dollar is money."""
        written, after = self._dollars(0, _Scope(len(self._tokens)), before)
        return written if after > 1 else None

    def _match(self) -> None:
        """Match braces, dollars at the same depth of braces, and the brackets of maths."""
        tokens = self._tokens
        braces: list[int] = []
        dollars: list[int | None] = [None]
        brackets: dict[str, int] = {}
        latex = 0
        for i in self._signs:
            token = tokens[i]
            if token == "{":
                self._latex_before[i] = latex
                braces.append(i)
                dollars.append(None)
            elif token == "}":
                self._latex_before[i] = latex
                if braces:
                    self._opening[i] = braces.pop()
                    self._closing[self._opening[i]] = i
                    dollars.pop()
            elif token == "$":
                latex += 1
                if (before := dollars[-1]) is not None:
                    self._maths_end[before] = i
                dollars[-1] = i
            elif token not in "^_":
                latex += 1
                if token in {r"\(", r"\["}:
                    brackets[token] = i
                elif (start := brackets.pop(_OPENING.get(token, ""), None)) is not None:
                    self._maths_end[start] = i

    def _read(self, i: int, scope: _Scope, before: str = "") -> str:
        tokens = self._tokens
        end, maths, depth = scope
        if depth > _MAX_DEPTH:
            return "".join(tokens[i:end])
        out: list[str] = []
        while i < end:
            token = tokens[i]
            if token[0] not in SIGNS:
                if maths:
                    out.append(_MATHS_CHARACTERS.get(token, token))
                    i += 1
                else:
                    plain = self._plain(i, scope)
                    out += plain
                    i += len(plain)
                continue
            if len(token) > 1:
                i = self._command(out, i, scope, before)
                continue
            if token in "^_" and (maths or (i and self._is_script(i))):
                script, i = self._argument(i + 1, scope)
                drop_blanks(out)
                written = (superscript if token == "^" else subscript)(last(out) or before, script)
            elif maths:
                written, i = "" if token != "\\" else token, i + 1
            elif token == "$":
                written, i = self._dollars(i, scope, last(out) or before)
            else:
                written, i = "" if token in "{}" and not self._is_plain_brace(i, scope) else token, i + 1
            if written:
                out.append(written)
        return "".join(out)

    def _plain(self, i: int, scope: _Scope) -> list[str]:
        """Give the tokens up to the next sign."""
        following = bisect_left(self._signs, i)
        sign = self._signs[following] if following < len(self._signs) else scope.end
        return self._tokens[i : min(sign, scope.end)]

    def _is_plain_brace(self, i: int, scope: _Scope) -> bool:
        """Tell whether a brace holds no LaTeX, and so is part of the text."""
        start, stop = self._opening.get(i, i), self._closing.get(i, i)
        after_command = start > 0 and is_word_command(self._tokens[start - 1])
        return not (scope.depth or after_command) and self._latex_before[start] == self._latex_before[stop]

    def _is_script(self, i: int) -> bool:
        r"""Tell whether a ``^`` or ``_`` in text is maths that lost its dollars: ``\ell_1``, ``\mathbb{R}^d``."""
        before = self._opening.get(i - 1, i) if self._tokens[i - 1] == "}" else i
        return before > 0 and is_word_command(self._tokens[before - 1])

    def _dollars(self, i: int, scope: _Scope, before: str) -> tuple[str, int]:
        """Read the maths that begins at a dollar, or the dollar itself where there is none."""
        wide = i + 1 < scope.end and self._tokens[i + 1] == "$"
        start = i + 1 + wide
        stop = self._maths_end.get(start - 1, scope.end)
        after = stop + 1 + wide
        if after <= scope.end and self._tokens[after - 1] == "$" and self._is_maths(start, stop):
            return self._maths(start, stop, scope, before), after
        return "$", i + 1

    def _is_maths(self, start: int, stop: int) -> bool:
        """Tell maths from the prose between two amounts of money."""
        if stop - start > MAX_MATHS:
            return False
        after = self._tokens[stop + 1] if stop + 1 < len(self._tokens) else ""
        return is_maths("".join(self._tokens[start:stop]), after)

    def _maths(self, start: int, stop: int, scope: _Scope, before: str = "") -> str:
        if stop - start == 1 and not is_command(self._tokens[start]):
            return self._tokens[start]
        return tidied(self._read(start, _Scope(stop, maths=True, depth=scope.depth + 1), before))

    def _command(self, out: list[str], i: int, scope: _Scope, before: str = "") -> int:
        name = self._tokens[i][1:]
        handler = HANDLERS.get(name)
        if not (name.isascii() and name.isalpha()):
            written, after = self._character(name, i + 1, scope)
        elif handler is not None:
            written, after = handler(self, name, i + 1, scope)
        else:
            written, after = self._symbol(name, i + 1, scope, last(out) or before)
        if scope.maths and (name in SET_OFF or (handler is None and is_word(written))):
            written = self._spaced(written, out, after, scope)
        if not written and (name in REFERENCES or name.startswith("cite")):
            after = self._close_gap(out, after, scope)
        if written:
            out.append(written)
        return after

    def _close_gap(self, out: list[str], after: int, scope: _Scope) -> int:
        """Drop the blanks and ties before a reference that was dropped, and the brackets around it."""
        blanks = drop_blanks(out)
        if out and after < scope.end and out[-1] + self._tokens[after] in {"()", "[]"}:
            out.pop()
            blanks |= drop_blanks(out)
            after += 1
        if blanks and after < scope.end and (self._tokens[after].isalnum() or self._tokens[after][0] in "\\$({["):
            out.append(" ")
        return after

    def _spaced(self, written: str, out: list[str], after: int, scope: _Scope) -> str:
        """Set a function's name or a fraction off from the letters and digits around it."""
        if last(out).isalnum():
            written = " " + written
        following = self._tokens[after] if after < scope.end else ""
        if following == "{" or following.isalnum() or (following[1:].isalpha() and following[1:] not in DROPPED):
            written += " "
        return written

    def _argument(self, i: int, scope: _Scope) -> tuple[str, int]:
        """Read the argument that begins at a token: a group, a command or one character."""
        depth = scope.depth + 1
        if i < scope.end and self._tokens[i].isspace():
            i += 1
        if i >= scope.end or depth > _MAX_DEPTH or self._tokens[i] in {"}", "$"}:
            return "", i
        token = self._tokens[i]
        if token == "{":
            stop = self._closing.get(i, scope.end)
            inside = _Scope(stop, scope.maths, depth)
            return (self._read(i + 1, inside), stop + 1) if stop < scope.end else ("", i + 1)
        if is_command(token):
            out: list[str] = []
            i = self._command(out, i, _Scope(scope.end, scope.maths, depth))
            return "".join(out), i
        return token, i + 1

    def _after_options(self, i: int, scope: _Scope) -> int:
        """Skip a star and what stands in square brackets."""
        if i < scope.end and self._tokens[i] == "*":
            i += 1
        while i < scope.end and self._tokens[i] == "[":
            stop = next((j for j in range(i, min(scope.end, i + 100)) if self._tokens[j] == "]"), None)
            if stop is None:
                break
            i = stop + 1
        return i

    def _after_group(self, i: int, scope: _Scope) -> int:
        return self._closing[i] + 1 if self._closing.get(i, scope.end) < scope.end else i

    def _style(self, name: str, i: int, scope: _Scope) -> tuple[str, int]:
        maths = scope.maths and name not in TEXT_STYLES
        return self._argument(self._after_options(i, scope), _Scope(scope.end, maths, scope.depth))

    def _double_struck(self, _name: str, i: int, scope: _Scope) -> tuple[str, int]:
        written, i = self._argument(i, scope)
        return DOUBLE_STRUCK.get(written, written), i

    def _second_of_two(self, name: str, i: int, scope: _Scope) -> tuple[str, int]:
        first, i = self._argument(self._after_options(i, scope), scope)
        second, i = self._argument(i, scope)
        return second or (first if name == "href" else ""), i

    def _fraction(self, _name: str, i: int, scope: _Scope) -> tuple[str, int]:
        top, i = self._argument(i, scope)
        bottom, i = self._argument(i, scope)
        return "/".join(grouped(part) for part in (top, bottom) if part), i

    def _root(self, _name: str, i: int, scope: _Scope) -> tuple[str, int]:
        start = self._after_options(i, scope)
        index = "".join(self._tokens[i + 1 : start - 1])
        written, after = self._argument(start, scope)
        return {"": "√", "3": "∛", "4": "∜"}.get(index, f"{index}√") + grouped(written), after

    def _dropped(self, name: str, i: int, scope: _Scope) -> tuple[str, int]:
        if i < scope.end and self._tokens[i].isspace():
            i += 1
        return "", i + (name in {"left", "right"} and i < scope.end and self._tokens[i] == ".")

    def _dropped_with_argument(self, name: str, i: int, scope: _Scope) -> tuple[str, int]:
        i = self._after_options(self._after_group(self._after_options(i, scope), scope), scope)
        return " " if name in {"begin", "end", "hspace", "vspace"} else "", i

    def _maths_accent(self, name: str, i: int, scope: _Scope) -> tuple[str, int]:
        written, i = self._argument(i, scope)
        return accented(written, MATHS_ACCENTS[name]), i

    def _accent(self, name: str, i: int, scope: _Scope) -> tuple[str, int] | None:
        """Read an accented letter; there is none where letter and accent make no character."""
        if name == '"' and self._tokens[i : i + 1] == ['"']:  # doubled on the way through CSV
            i += 1
        blank = i < scope.end and self._tokens[i].isspace()
        first = "".join(self._tokens[i + blank : min(i + blank + 1, scope.end)])
        if blank and len(first) > 1 and name.isalpha() and first.isalpha():  # the rest of a word: Fran\c cois
            written = accented(first[0], ACCENTS[name])
            if len(written) > 1 or written.isascii():
                return None
            self._tokens[i + blank] = first[1:]
            return written, i + blank
        if first == "{":
            is_letter = self._closing.get(i + blank, scope.end) - i <= 3
        else:
            is_letter = blank == name.isalpha() and (first.isalpha() or first in {r"\i", r"\j"})
        following = "".join(self._tokens[i + 1 : i + 2])
        braced = following == "}" and self._closing.get(i - 2) == i + 1
        is_apostrophe = name == "'" and first in {"s", "t"} and not (braced or following.isalpha())
        if not is_letter or is_apostrophe:
            return None
        written, i = self._argument(i, scope)
        written = accented(written, ACCENTS[name])
        return (written, i) if len(written) == 1 and not written.isascii() else None

    def _character(self, character: str, i: int, scope: _Scope) -> tuple[str, int]:
        r"""Read a command that is no letter: ``\%``, ``\"o``, a line break, the brackets of maths."""
        if character in "([" and self._maths_end.get(i - 1, scope.end) < scope.end:
            stop = self._maths_end[i - 1]
            return self._maths(i, stop, scope), stop + 1
        if character == "\\" or character.isspace():
            return " ", i
        if character in CHARACTERS:
            return CHARACTERS[character], i
        if character in ACCENTS:
            return self._accent(character, i, scope) or (character, i)
        return "\\" + character, i

    def _symbol(self, name: str, i: int, scope: _Scope, before: str) -> tuple[str, int]:
        """Read a command that stands for characters, or that is unknown."""
        if not scope.maths and name in ACCENTS and (letter := self._accent(name, i, scope)):
            return letter
        written = symbols().get(name)
        if written is None and (glued := GLUED.fullmatch(name)):
            return unglued(glued[1], glued[2]), self._after_key(i, scope) if glued[1].startswith("cite") else i
        following = self._tokens[i] if i < scope.end else ""
        if following == "{" and self._tokens[i + 1 : i + 2] == ["}"]:
            i += 2
            following = self._tokens[i] if i < scope.end else ""
        if written is not None:
            if following == "." and len(written) > 1:
                written = written.removesuffix(".")
            return written, i + (following.isspace() and (name in LETTERS or self._is_suffix(written, i + 1)))
        return name if scope.maths else unknown(name, before), i

    def _is_suffix(self, written: str, i: int) -> bool:
        r"""Tell the *s* or *t* after an apostrophe: ``it\textquoteright s``."""
        suffix, *following = self._tokens[i : i + 2] or [""]
        return written in {"'", "’"} and suffix in {"s", "t"} and not "".join(following)[:1].isalnum()

    def _after_key(self, i: int, scope: _Scope) -> int:
        r"""Skip the rest of a key of a citation that lost its braces: ``\citeboyd:04``."""
        while i < scope.end and (self._tokens[i].isalnum() or self._tokens[i] in ":_-"):
            i += 1
        return i


if TYPE_CHECKING:
    _Handler = Callable[[Reader, str, int, _Scope], tuple[str, int]]

HANDLERS: dict[str, _Handler] = {
    **dict.fromkeys([*TEXT_STYLES, *MATHS_STYLES], Reader._style),
    **dict.fromkeys(SECOND_OF_TWO, Reader._second_of_two),
    **dict.fromkeys(FRACTIONS, Reader._fraction),
    **dict.fromkeys(DROPPED, Reader._dropped),
    **dict.fromkeys(DROPPED_WITH_ARGUMENT, Reader._dropped_with_argument),
    **dict.fromkeys(MATHS_ACCENTS, Reader._maths_accent),
    "mathbb": Reader._double_struck,
    "sqrt": Reader._root,
}
