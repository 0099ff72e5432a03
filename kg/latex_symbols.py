r"""What LaTeX's commands mean in plain text: tables of commands, and how scripts, fractions and accents are written.

Most symbols come from `pylatexenc <https://pylatexenc.readthedocs.io>`_.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

# fmt: off
TEXT_STYLES = frozenset((
    "textbf textit texttt textsc textsf textrm textsl textup textmd textnormal textsuperscript textsubscript text emph enquote "
    "mkbibquote mkbibemph mkbibbold "
    "underline uline uwave mbox hbox fbox url nolinkurl path"
).split())
MATHS_STYLES = frozenset((
    "ensuremath mathbf mathrm mathsf mathtt mathit mathcal mathscr mathfrak mathnormal mathop mathbin mathrel boldsymbol "
    "bm bold pmb operatorname substack underbrace overbrace overline smash boxed"
).split())
SECOND_OF_TWO = frozenset("textcolor colorbox href hyperlink overset underset stackrel".split())
FRACTIONS = frozenset("frac tfrac dfrac cfrac nicefrac sfrac".split())
SET_OFF = FRACTIONS | {"operatorname"}
REFERENCES = frozenset((
    "cite citep citet citealp citealt citeauthor citeyear citeyearpar label ref eqref cref Cref autoref pageref footnote "
    "footnotetext footnotemark thanks index"
).split())
DROPPED_WITH_ARGUMENT = [
    *REFERENCES,
    *"tag color phantom hphantom vphantom includegraphics bibliography bibliographystyle begin end hspace vspace".split(),
]
DROPPED = frozenset((
    "left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm mleft mright displaystyle "
    "textstyle scriptstyle limits nolimits em it bf rm sl sf sc tt cal itshape bfseries scshape ttfamily rmfamily "
    "sffamily upshape normalfont centering noindent small large footnotesize maketitle relax nonumber notag"
).split())
_SYMBOLS = {
    "S": "§", "P": "¶", "copyright": "©", "dag": "†", "ddag": "‡", "ddagger": "‡", "ast": "*", "prime": "′",
    "lbrace": "{", "rbrace": "}", "lvert": "|", "rvert": "|", "vert": "|", "lVert": "‖", "rVert": "‖", "Vert": "‖",
    "mid": "|", "colon": ":", "over": "/", "item": "•", "backslash": "\\", "quad": " ", "qquad": " ", "par": " ",
    "newline": " ", "linebreak": " ", "protect": "", "xspace": "", "coloneqq": "≔", "triangleq": "≜", "mod": "mod",
    "bmod": "mod", "argmin": "argmin", "argmax": "argmax", "R": "ℝ", "xrightarrow": "→", "xleftarrow": "←", "eps": "ε",
    "epsilon": "ε", "phi": "φ", "dotsc": "…", "dotsb": "…", "dotsm": "…", "dotso": "…", "cdots": "…", "TeX": "TeX",
    "LaTeX": "LaTeX", "ie": "i.e.", "eg": "e.g.", "etal": "et al.", "etc": "etc.", "wrt": "w.r.t.",
    "textless": "<", "textgreater": ">", "textpercent": "%", "textemdash": "—", "textendash": "–", "textbar": "|",
}
CHARACTERS = {
    **{character: character for character in "%&#_${}()[]*"},
    ",": " ", ";": " ", ":": " ", ">": " ", "!": "", "-": "", "/": "", "@": "", "|": "‖",
}
LETTERS = frozenset("ae AE oe OE o O aa AA l L ss i j dh DH th TH dj DJ ng NG textmu textquotedblleft textquoteleft".split())
ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331",
}
MATHS_ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "Hat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "Tilde": "\u0303",
    "bar": "\u0304", "Bar": "\u0304", "dot": "\u0307", "ddot": "\u0308", "vec": "\u20d7", "check": "\u030c",
    "breve": "\u0306", "acute": "\u0301", "grave": "\u0300", "mathring": "\u030a", "not": "\u0338",
}
DOUBLE_STRUCK = {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"}
FUNCTIONS = "log ln exp min max sup inf lim mod sin cos tan det dim arg argmin argmax poly polylog rank sign tr".split()
# fmt: on

# Some sources have lost the braces: ``\emphsparse``, ``\mathbbR``, ``\beginitemize``.
GLUED = re.compile(
    r"(emph|textbf|textit|texttt|textsc|textsf|textrm|textsl|sqrt|mathbb|mathcal|mathbf|mathrm|mathsf|mathit|mathscr|"
    r"log(?=[A-Z]|[a-z]$)|widetilde|widehat|tilde|hat|citep|citet|cite|(?:begin|end)(?=itemize|enumerate))([A-Za-z]+)"
)

_WORD = rf"(?<![\\A-Za-z'’])(?!(?:{'|'.join(FUNCTIONS)})\b)[a-z]{{2,}}(?![A-Za-z])"
_PROSE_WORD = re.compile(_WORD)
_PROSE_WORDS = re.compile(rf"{_WORD}[,;:.]?\s+{_WORD}")
_TWO_WORDS = re.compile(r"[a-z]{2}[,;:.]?\s+[a-z]{2}")

_MATHS_SIGN = re.compile(r"[\\^_=<>]")
_GROUP = re.compile(r"(?:\\[A-Za-z]+\s*|[_^])\{[^{}]*+\}")
_SIMPLE_SCRIPT = re.compile(r"[+\-−]?\w+(?:\.\w+)?|.", re.DOTALL)
_ATOM = re.compile(r"√?\w+(?:[*′]|\^-?\w+)?")
_RELATION = "([=<>≤≥≠≈∼≪≫∈∉∝×→←⊂⊆±·])"
_TIGHT_LEFT = re.compile(rf"{_RELATION}(?<=[^\s(\[{{,;:!<>=^_].) (?=\S)")
_TIGHT_RIGHT = re.compile(rf" {_RELATION}(?<=\S..)(?=[^\s)\]}},;<>=])")


@cache
def symbols() -> dict[str, str]:
    """Give characters by command name: pylatexenc's, without those made from arguments, and ours."""
    from pylatexenc.latex2text import get_default_latex_context_db  # noqa: PLC0415 (slow, and seldom needed)

    database = get_default_latex_context_db()
    found: dict[str, str] = {}
    for category in reversed(database.categories()):
        for spec in database.iter_macro_specs([category]):
            written = spec.simplify_repl
            if isinstance(written, str) and written and "%" not in written and "<" not in written:
                found[spec.macroname] = written
    return found | _SYMBOLS


def unglued(command: str, rest: str) -> str:
    r"""Read a command that lost the braces around its argument, as :data:`GLUED` takes it apart.

    >>> unglued("emph", "sparse"), unglued("mathbb", "R"), unglued("sqrt", "T")
    ('sparse', 'ℝ', '√T')
    """
    if command in {"begin", "end"}:
        return " "
    if command.startswith("cite"):
        return ""
    if command in MATHS_ACCENTS:
        return accented(rest[0], MATHS_ACCENTS[command]) + rest[1:]
    if command == "mathbb":
        return DOUBLE_STRUCK.get(rest[0], rest[0]) + rest[1:]
    return {"sqrt": "√", "log": "log "}.get(command, "") + rest


def unknown(name: str, before: str) -> str:
    r"""Write a command in text that has no meaning known: its name, but in a path with the backslash.

    Args:
        name: Its name.
        before: The character before it, if any.

    >>> unknown("method", " "), unknown("Users", ":"), unknown("nWe", ".")
    ('method', '\\Users', ' We')
    """
    if name[0] == "n" and name[1:2].isupper() and before in set(".!?:;)"):  # a line feed, escaped once too often
        return " " + name[1:]
    return "\\" + name if before.isalnum() or before in set(":/\\") else name


def is_maths(body: str, after: str) -> bool:
    r"""Tell maths from the prose between two amounts of money.

    Args:
        body: What stands between two dollars.
        after: What stands behind them.

    >>> is_maths(r"x_1 \in A", " "), is_maths("5 to ", "10")
    (True, False)
    """
    words = body.split()
    if not words:
        return False
    is_amount = body[0].isdigit() and (body[-1].isspace() or after.isdigit())
    if body == words[0]:
        return not is_amount or bool(_MATHS_SIGN.search(body))
    bare = _GROUP.sub("", body) if "{" in body else body
    if "\n\n" in body or (_TWO_WORDS.search(bare) and _PROSE_WORDS.search(bare)):
        return False
    return bool(_MATHS_SIGN.search(body)) or not (_PROSE_WORD.search(bare) or is_amount)


def superscript(base: str, script: str) -> str:
    """Write a superscript in plain text: ``T^2``, ``2^(n+1)``, ``90°``, ``A*``, ``4th``.

    Args:
        base: The character it follows, or nothing.
        script: The superscript.

    >>> superscript("T", "2"), superscript("2", "n+1"), superscript("A", "*")
    ('^2', '^(n+1)', '*')
    """
    script = script.strip()
    if script in {"∘", "∘C", "∘F"}:
        return script.replace("∘", "°")
    if base and script in {"⋆", "∗"}:
        return "*"
    if not script or (base and (not script.strip("*′†‡™®°") or script in {"th", "st", "nd", "rd"})):
        return script
    return "^" + (script if script.isalnum() or _SIMPLE_SCRIPT.fullmatch(script) else f"({script})")


def subscript(base: str, script: str) -> str:
    """Write a subscript in plain text: ``ℓ2``, ``F1``, ``CO2``, ``x_i``, ``x_(i,j)``.

    >>> subscript("ℓ", "2"), subscript("x", "i"), subscript("x", "i,j")
    ('2', '_i', '_(i,j)')
    """
    script = script.strip()
    if base.isalpha() and (script.isdecimal() or script == "∞"):
        return script
    if base == "ℓ" and len(script) == 1 and script.isalnum():
        return script
    return script and "_" + (script if script.isalnum() or _SIMPLE_SCRIPT.fullmatch(script) else f"({script})")


def grouped(written: str) -> str:
    """Put what is more than one name or number in brackets, as a root or fraction needs."""
    written = written.strip()
    return written if not written or _ATOM.fullmatch(written) else f"({written})"


def accented(written: str, accent: str) -> str:
    """Put an accent on a letter; on anything longer none can stand."""
    written = written.strip()
    if len(written) != 1:
        return written
    return unicodedata.normalize("NFC", {"ı": "i", "ȷ": "j"}.get(written, written) + accent)


def _loose(relation: re.Match[str]) -> str:
    return f" {relation[1]} "


def tidied(maths: str) -> str:
    """Set the blanks of maths: one or none on both sides of a relation, none inside brackets.

    >>> tidied("f( x )≥ 2")
    'f(x) ≥ 2'
    """
    maths = " ".join(maths.split())
    if " " not in maths:
        return maths
    maths = _TIGHT_RIGHT.sub(_loose, _TIGHT_LEFT.sub(_loose, maths))
    return maths.replace("( ", "(").replace("[ ", "[").replace(" )", ")").replace(" ]", "]")
