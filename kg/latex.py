r"""LaTeX in prose → plain Unicode.

Abstracts are not LaTeX documents: they are prose with some LaTeX in it, where ``%`` is a percent sign, ``&`` an
ampersand and a lone ``$`` money. The parser of `pylatexenc <https://pylatexenc.readthedocs.io>`_ reads documents: it
ends the text at the first ``%`` and turns ``&`` into blanks. So this module scans for itself, in one pass over tokens
whose braces and dollars are matched beforehand, and takes from pylatexenc its tables of symbols.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import NamedTuple

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.|\\", re.DOTALL)
_MAX_DEPTH = 40
_MAX_MATHS = 2000

_TRANSPARENT = frozenset(
    "textbf textit texttt textsc textsf textrm textsl textup textmd textnormal textsuperscript textsubscript text emph "
    "underline uline uwave mbox hbox fbox ensuremath mathbf mathrm mathsf mathtt mathit mathcal mathscr mathfrak "
    "mathnormal mathop mathbin mathrel boldsymbol bm bold pmb operatorname substack underbrace overbrace overline smash "
    "widebar url nolinkurl path boxed lowercase uppercase".split()
)
_TEXT_INSIDE = frozenset(
    "textbf textit texttt textsc textsf textrm textsl textup textmd textnormal text emph underline uline uwave mbox hbox "
    "fbox url nolinkurl path".split()
)
_SECOND_OF_TWO = frozenset("textcolor href hyperlink overset underset stackrel colorbox raisebox".split())
_FRACTIONS = frozenset("frac tfrac dfrac cfrac nicefrac sfrac".split())
_CITATIONS = frozenset(
    "cite citep citet citealp citealt citeauthor citeyear citeyearpar citenum parencite textcite autocite".split()
)
_DROPPED_WITH_ARGUMENT = frozenset(
    "label ref eqref cref Cref autoref pageref footnote footnotetext footnotemark thanks tag index color hspace vspace "
    "phantom hphantom vphantom includegraphics bibliography bibliographystyle begin end".split()
)
_DROPPED = frozenset(
    "left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm mleft mright displaystyle "
    "textstyle scriptstyle limits nolimits em it bf rm sl sf sc tt cal itshape bfseries scshape ttfamily rmfamily "
    "sffamily upshape normalfont centering noindent par protect xspace newline linebreak small large footnotesize "
    "maketitle relax nonumber notag bgroup egroup".split()
)
_SYMBOLS = {
    "S": "§", "P": "¶", "copyright": "©", "dag": "†", "ddag": "‡", "ddagger": "‡", "ast": "*", "prime": "′",
    "lbrace": "{", "rbrace": "}", "lvert": "|", "rvert": "|", "vert": "|", "lVert": "‖", "rVert": "‖", "Vert": "‖",
    "mid": "|", "colon": ":", "over": "/", "item": "•", "backslash": "\\", "quad": " ", "qquad": " ", "enspace": " ",
    "thinspace": " ", "coloneqq": "≔", "triangleq": "≜", "argmin": "argmin", "argmax": "argmax", "mod": "mod",
    "bmod": "mod", "LaTeX": "LaTeX", "TeX": "TeX", "R": "ℝ", "xrightarrow": "→", "xleftarrow": "←", "dotsc": "…",
    "dotsb": "…", "dotsm": "…", "dotso": "…", "cdots": "…", "eps": "ε", "lt": "<", "gt": ">", "textquotedbl": '"',
}  # fmt: skip
_CHARACTERS = dict.fromkeys("%&#_$", "") | {",": " ", ";": " ", ":": " ", ">": " ", "!": "", "-": "", "/": "", "|": "‖"}
_LETTERS = frozenset("ae AE oe OE o O aa AA l L ss i j dh DH th TH dj DJ ng NG".split())
_TEXT_ACCENTS = dict(zip("'`^\"~=.", "\u0301\u0300\u0302\u0308\u0303\u0304\u0307", strict=True))
_LETTER_ACCENTS = dict(
    zip("uvHckrdb", "\u0306\u030c\u030b\u0327\u0328\u030a\u0323\u0331", strict=True),
)
_MATHS_ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "Hat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "Tilde": "\u0303",
    "bar": "\u0304", "Bar": "\u0304", "dot": "\u0307", "ddot": "\u0308", "vec": "\u20d7", "check": "\u030c",
    "breve": "\u0306", "acute": "\u0301", "grave": "\u0300", "mathring": "\u030a", "not": "\u0338",
}  # fmt: skip
_DOUBLE_STRUCK = dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True))
_ENVIRONMENT = r"(?:itemize|enumerate|description|quote|center|abstract|align|equation)"
# Some sources have lost the braces: ``\emphsparse``, ``\mathbbR``, ``\beginitemize``.
_GLUED = re.compile(
    rf"(?P<name>begin|end)(?P<environment>{_ENVIRONMENT})$|"
    r"(?P<command>emph|textbf|textit|texttt|textsc|textsf|textrm|textsl|url|sqrt|mathbb|mathcal|mathbf|mathrm|mathsf|"
    r"mathit|mathscr|widetilde|widehat|tilde|hat|citep|citet|cite)(?P<argument>[A-Za-z]+)$"
)
_NAMES = "log ln exp min max sup inf lim mod sin cos tan det dim arg argmin argmax poly polylog rank sign tr".split()
_COMMAND_WITH_GROUP = re.compile(r"\\[A-Za-z]+\*?\s*\{[^{}]*+\}|[_^]\{[^{}]*+\}")
_PLAIN_WORD = re.compile(rf"(?<![\\A-Za-z'’])(?!(?:{'|'.join(_NAMES)})\b)[a-z]{{2,}}(?![A-Za-z])")
_TWO_WORDS = re.compile(rf"{_PLAIN_WORD.pattern}[,;:.]?\s+{_PLAIN_WORD.pattern}")
_RELATION = re.compile(r"(?<=[^\s(\[{,;]) ?([=<>≤≥≠≈∼≪≫∈∉∝×→←⊂⊆⊇·+±])(?: (?=\S)|(?<= .)(?=[^\s)\]},;=]))")
_SIMPLE_SCRIPT = re.compile(r"[+\-−]?\w+(?:\.\w+)?|.", re.DOTALL)
_ATOM = re.compile(r"[√ℓ]?\w+[*′]?")
_LENGTH = re.compile(r"\s*-?[\d.]+\s*(?:pt|em|ex|cm|mm|in)\s*")


def superscript(base: str, script: str) -> str:
    """Write a superscript in plain text: ``T^2``, ``2^(n+1)``, ``90°``, ``A*``, ``4th``.

    >>> superscript("T", "2"), superscript("2", "n + 1"), superscript("A", "*")
    ('^2', '^(n + 1)', '*')
    """
    script = script.strip()
    if script in {"∘", "∘C"}:
        return script.replace("∘", "°")
    if script in {"⋆", "∗"} and base:
        return "*"
    if not script or (base and (set(script) <= set("*′†‡™®") or script in {"th", "st", "nd", "rd"})):
        return script
    return "^" + (script if _SIMPLE_SCRIPT.fullmatch(script) else f"({script})")


def subscript(base: str, script: str) -> str:
    """Write a subscript in plain text: ``ℓ2``, ``F1``, ``x_i``, ``x_(i,j)``.

    >>> subscript("ℓ", "2"), subscript("x", "i"), subscript("x", "i, j")
    ('2', '_i', '_(i, j)')
    """
    script = script.strip()
    if not script:
        return ""
    if (script.isdigit() or script == "∞") and base.isalpha():
        return script
    if base == "ℓ" and len(script) == 1 and script.isalnum():
        return script
    return "_" + (script if _SIMPLE_SCRIPT.fullmatch(script) else f"({script})")


def to_text(source: str) -> str:
    r"""Read the LaTeX in a piece of prose as plain text.

    Markup goes, its content stays; symbols and accents become characters; citations, labels and footnotes go. Maths is
    what stands between two dollars (or ``\(…\)``, ``\[…\]``) and does not read as prose. Unknown commands lose their
    backslash, except where they look like a path. Braces that hold no LaTeX stay.

    >>> to_text(r"top-$K$ with 17\% of $\alpha$-CROWN, {\em not} for $5 or $10")
    'top-K with 17% of α-CROWN, not for $5 or $10'
    """
    if "\\" not in source and "$" not in source:
        return source
    return _Reader(source).read()


@cache
def _tables() -> dict[str, str]:
    """Give pylatexenc's characters by command name; those made with arguments are left out."""
    from pylatexenc.latex2text import get_default_latex_context_db  # noqa: PLC0415 (slow, and seldom needed)

    found: dict[str, str] = {}
    database = get_default_latex_context_db()
    for category in reversed(database.categories()):
        for spec in database.iter_macro_specs([category]):
            written = spec.simplify_repl
            if isinstance(written, str) and written and "%" not in written and "<" not in written:
                found[spec.macroname] = written
    return found | _SYMBOLS


class _Mode(NamedTuple):
    maths: bool = False
    depth: int = 0


class _Reader:
    """One text under conversion: its tokens, and what matches what."""

    def __init__(self, source: str) -> None:
        self._tokens = _TOKEN.findall(source)
        self._closing: dict[int, int] = {}
        self._opening: dict[int, int] = {}
        self._dollar: dict[int, int] = {}
        self._bracket: dict[int, int] = {}
        self._latex_before = [0]
        self._match()

    def _match(self) -> None:
        """Match braces, dollars of the same depth of braces, and the brackets of maths."""
        braces: list[int] = []
        dollars: list[int | None] = [None]
        brackets: dict[str, int] = {}
        for i, token in enumerate(self._tokens):
            is_latex = token == "$" or (token[0] == "\\" and len(token) > 1)
            self._latex_before.append(self._latex_before[-1] + is_latex)
            if token == "{":
                braces.append(i)
                dollars.append(None)
            elif token == "}" and braces:
                opening = braces.pop()
                dollars.pop()
                self._closing[opening] = i
                self._opening[i] = opening
            elif token == "$":
                before = dollars[-1]
                if before is not None:
                    self._dollar[before] = i
                dollars[-1] = i
            elif token in {"\\(", "\\["}:
                brackets[token] = i
            elif (
                token in {"\\)", "\\]"}
                and (start := brackets.pop("\\(" if token == "\\)" else "\\[", None)) is not None
            ):
                self._bracket[start] = i

    def read(self) -> str:
        return self._read(0, len(self._tokens), _Mode())

    def _read(self, i: int, end: int, mode: _Mode) -> str:
        if mode.depth > _MAX_DEPTH:
            return "".join(self._tokens[i:end])
        out: list[str] = []
        while i < end:
            token = self._tokens[i]
            if token[0] == "\\" and len(token) > 1:
                i = self._command(out, i, end, mode)
            elif mode.maths:
                i = self._maths_token(out, i, end, mode)
            elif token == "$":
                i = self._dollars(out, i, end, mode)
            else:
                if token not in "{}" or self._is_plain_brace(i, mode):
                    out.append(token)
                i += 1
        return "".join(out)

    def _is_plain_brace(self, i: int, mode: _Mode) -> bool:
        if mode.depth:
            return False
        start, stop = (i, self._closing.get(i)) if self._tokens[i] == "{" else (self._opening.get(i), i)
        return start is None or stop is None or self._latex_before[stop] == self._latex_before[start]

    def _dollars(self, out: list[str], i: int, end: int, mode: _Mode) -> int:
        """Read maths that begins at a dollar, or the dollar itself where there is none."""
        start, wide = i + 1, 0
        if start < end and self._tokens[start] == "$":
            start, wide = i + 2, 1
        stop = self._dollar.get(start - 1, end)
        if stop + wide < end and (not wide or self._tokens[stop + 1] == "$") and self._is_maths(start, stop, end):
            out.append(self._maths(start, stop, mode))
            return stop + wide + 1
        out.append("$")
        return i + 1

    def _is_maths(self, start: int, stop: int, end: int) -> bool:
        """Tell maths from prose between two amounts of money."""
        if not 0 < stop - start <= _MAX_MATHS:
            return False
        body = "".join(self._tokens[start:stop])
        if not body.strip() or "\n\n" in body:
            return False
        bare = _COMMAND_WITH_GROUP.sub("", body)
        if _TWO_WORDS.search(bare):
            return False
        if any(symbol in body for symbol in "\\^_=<>"):
            return True
        if any(ch.isspace() for ch in body) and _PLAIN_WORD.search(bare):
            return False
        after = self._tokens[stop + 1] if stop + 1 < end else ""
        return not (body[0].isdigit() and (body[-1].isspace() or after.isdigit()))

    def _maths(self, start: int, stop: int, mode: _Mode) -> str:
        written = self._read(start, stop, _Mode(maths=True, depth=mode.depth + 1))
        return _RELATION.sub(r" \1 ", " ".join(written.split()))

    def _maths_token(self, out: list[str], i: int, end: int, mode: _Mode) -> int:
        token = self._tokens[i]
        if token in "^_":
            script, i = self._argument(i + 1, end, mode)
            while out and not out[-1].strip():
                out.pop()
            base = out[-1][-1] if out else ""
            out.append((superscript if token == "^" else subscript)(base, script))
            return i
        if token in "~&":
            out.append(" ")
        elif token == "'":
            out.append("′")
        elif token not in "{}$":
            out.append(token)
        return i + 1

    def _argument(self, i: int, end: int, mode: _Mode) -> tuple[str, int]:
        """Read the argument that begins at a token: a group, a command or one character."""
        mode = _Mode(mode.maths, mode.depth + 1)
        if i < end and self._tokens[i].isspace():
            i += 1
        if i >= end or mode.depth > _MAX_DEPTH or self._tokens[i] in {"}", "$"}:
            return "", i
        token = self._tokens[i]
        if token == "{":
            stop = self._closing.get(i, end)
            return (self._read(i + 1, stop, mode), stop + 1) if stop < end else ("", i + 1)
        if token[0] == "\\" and len(token) > 1:
            out: list[str] = []
            i = self._command(out, i, end, mode)
            return "".join(out), i
        return token, i + 1

    def _option(self, i: int, end: int) -> int:
        """Skip a star and arguments in square brackets."""
        if i < end and self._tokens[i] == "*":
            i += 1
        while i < end and self._tokens[i] == "[":
            stop = next((j for j in range(i, min(end, i + 200)) if self._tokens[j] == "]"), None)
            if stop is None:
                break
            i = stop + 1
        return i

    def _command(self, out: list[str], i: int, end: int, mode: _Mode) -> int:
        name = self._tokens[i][1:]
        if not (name.isascii() and name.isalpha()):
            return self._character_command(out, i, end, mode)
        i += 1
        if name in _TRANSPARENT:
            inside = _Mode(mode.maths and name not in _TEXT_INSIDE, mode.depth)
            written, i = self._argument(self._option(i, end), end, inside)
        elif name in _MATHS_ACCENTS:
            written, i = self._argument(i, end, mode)
            written = _accented(written, _MATHS_ACCENTS[name])
        elif name in _LETTER_ACCENTS and not mode.maths:
            return self._letter_accent(out, i, end, mode)
        elif name in _SECOND_OF_TWO:
            first, i = self._argument(self._option(i, end), end, mode)
            second, i = self._argument(i, end, mode)
            written = second or (first if name == "href" else "")
        elif name in _FRACTIONS:
            top, i = self._argument(i, end, mode)
            bottom, i = self._argument(i, end, mode)
            written = (" " if _ends_in_word(out) else "") + f"{_grouped(top)}/{_grouped(bottom)}"
        elif name == "sqrt":
            index, start = "", self._option(i, end)
            index = "".join(self._tokens[i + 1 : start - 1]) if start > i else ""
            written, i = self._argument(start, end, mode)
            written = {"": "√", "3": "∛", "4": "∜"}.get(index, f"{index}√") + _grouped(written)
        elif name == "mathbb":
            written, i = self._argument(i, end, mode)
            written = _DOUBLE_STRUCK.get(written, written)
        elif name in _CITATIONS:
            return self._citation(out, i, end)
        elif name in _DROPPED_WITH_ARGUMENT or name in _DROPPED:
            return self._dropped(name, i, end)
        else:
            return self._symbol(out, name, i, end, mode)
        out.append(written)
        return i
