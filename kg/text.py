"""Raw text of titles and abstracts → clean text.

What publishers, crawlers and PDF extraction leave in a text is undone by small functions, one after the other, until
nothing changes any more. They are cautious: a sign goes only where it is clearly markup, since ``a < b``, ``<MASK>``,
``snake_case``, ``A*`` and ``$5`` are what authors wrote.

Clean text is one line, except that a blank line between paragraphs stays, since it always ends a sentence. A blank line
before a lower-case letter is a page break and goes. Letters keep their form (NFC, not NFKC: ``x²`` is not ``x2``).
"""

from __future__ import annotations

import html
import re
import unicodedata
from html.entities import html5, name2codepoint

from kg.latex import to_text
from kg.latex_symbols import subscript, superscript

__all__ = ["clean"]

_MAX_ROUNDS = 8
_MAX_MARKS = 30  # on one letter, as in the Stream-Safe Text Format of UAX #15; normalising more takes quadratic time


def clean(raw: str) -> str:
    r"""Turn raw text into clean text.

    Takes any string and gives one that UTF-8 can encode. Cleaning twice changes nothing more, and time is linear in
    length: what is still changing after a few rounds is no text (markup in markup in markup …), and loses all its signs.

    >>> clean(r"**TEDUO** ($\alpha$-CROWN) gains 17\% &amp; needs less exper- tise.")
    'TEDUO (α-CROWN) gains 17% & needs less expertise.'
    """
    text = raw
    for _ in range(_MAX_ROUNDS):
        before = text
        for step in STEPS:
            text = step(text)
        if text == before:
            return text
    return _without_signs(text)


_SIGN = re.compile(r"[^\w\s.,]|[_\x80-\xbf]")


def _without_signs(text: str) -> str:
    """Leave only what no step changes: words, full stops and commas."""
    text = _SIGN.sub(" ", text)
    return unicodedata.normalize("NFC", " ".join(text.split()))


# What the bytes of ’, “, –, é … look like when UTF-8 was read as Latin-1 or Windows-1252.
_MOJIBAKE = re.compile(
    r"[\xc2-\xdf][\x80-\x9f]|[\xc2\xc3][\xa0-\xbf]|[\xe0-\xef](?:[\x80-\x9f][\x80-\xbf]|[\xa0-\xbf][\x80-\x9f])|"
    r"[\xf0-\xf4][\x80-\x9f][\x80-\xbf]{2}|â€[\x9d\u2122\u0153\u02dc\u201c\u201d\xa2\xa6]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_C1 = re.compile(r"[\x80-\x9f]")


def repair_encoding(text: str) -> str:
    """Decode what was decoded wrongly: UTF-8 read as Latin-1, Windows-1252 read as Latin-1, split surrogates."""
    if text.isascii():
        return text
    if _SURROGATE.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = _MOJIBAKE.sub(_decode_mojibake, text)
    return _C1.sub(lambda match: match[0].encode("latin-1").decode("cp1252", "ignore"), text)


def _decode_mojibake(match: re.Match[str]) -> str:
    found = match[0]
    try:
        return b"".join(ch.encode("latin-1" if ch <= "\xff" else "cp1252") for ch in found).decode()
    except UnicodeDecodeError:
        return found


_ENTITY = re.compile(r"&(?:(?:amp|#0*38|#[xX]0*26);)*(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,30});")
_SPLIT_ENTITY = re.compile(r"& ([A-Za-z]{4,8});")


def decode_entities(text: str) -> str:
    """Decode ``&eacute;``, ``&#233;``, ``&amp;lt;`` and the ``& eacute;`` of Web of Science; a bare ``&`` stays."""
    if "&" not in text or ";" not in text:
        return text
    return _SPLIT_ENTITY.sub(_decode_split_entity, _ENTITY.sub(_decode_entity, text))


def _decode_entity(match: re.Match[str]) -> str:
    name = match[1]
    return html.unescape(f"&{name};") if name[0] == "#" or name + ";" in html5 else f"&{name};"


def _decode_split_entity(match: re.Match[str]) -> str:
    code = name2codepoint.get(match[1], 0)
    return chr(code) if "À" <= chr(code) <= "ſ" and chr(code).isalpha() else match[0]


_BLOCKS = "p|div|br|hr|ul|ol|li|sec|h[1-6]|list|list-item|blockquote"
_TAG = re.compile(
    rf"<(?P<close>/?)(?P<name>(?:jats|mml):[A-Za-z][\w-]*|{_BLOCKS}|i|b|u|em|strong|sub|sup|tt|small|span|a|font|code|sc|"
    r"italic|bold|underline|monospace|title|math|m(?:i|n|o|row|sub|sup|subsup|frac|sqrt|text)|inline-formula|xref)"
    r"(?:\s++[\w:-]++\s*+=\s*+(?:\"[^\"<>]*+\"|'[^'<>]*+'|[^\s\"'<>=]++))*+\s*+/?>"
)
_SCRIPT = re.compile(r"(?<=(\S))<(?:jats:)?(su[bp])>([^<>]{1,80})</(?:jats:)?\2>")
_HEADING = re.compile(r"<((?:jats:)?title)>([^<>]{0,200})</\1>\s*+")
_BLOCK = re.compile(rf"(?:jats:)?(?:{_BLOCKS}|title)")


def strip_tags(text: str) -> str:
    """Drop the tags of HTML, JATS and MathML; blocks become paragraphs, headings are kept as in ``Background: …``.

    Only known names are tags, and inside a line only those that are also closed: ``<mask>``, ``</s>`` and ``a <b`` stay.
    """
    if "<" not in text:
        return text
    text = _HEADING.sub(_heading, text)
    text = _SCRIPT.sub(lambda m: (subscript if m[2] == "sub" else superscript)(m[1], m[3]), text)
    tags = {(bool(match["close"]), match["name"]) for match in _TAG.finditer(text)}

    def replace(match: re.Match[str]) -> str:
        name = match["name"]
        if _BLOCK.fullmatch(name):
            return "\n" if name == "br" else "\n\n"
        paired = (not match["close"], name) in tags
        return "" if paired or ":" in name else match[0]

    return _TAG.sub(replace, text) if tags else text


def _heading(match: re.Match[str]) -> str:
    heading = match[2].strip().rstrip(":.")
    return "\n\n" if heading.lower() in {"", "abstract", "summary"} else f"\n\n{heading}: "


_CUT_COMMAND = re.compile(
    r"(?:(?<=[($])\s)?(?<![\\A-Za-z])(?:(?P<t>ext(?:it|bf|tt|sc|sf|rm|color)(?=\{)|imes\b|heta\b|(?<=\$\s)o(?=\$))|"
    r"(?P<b>oldsymbol(?=\{))|(?P<r>ightarrow\b))"
)


def restore_commands(text: str) -> str:
    r"""Restore LaTeX commands whose ``\t``, ``\b`` or ``\r`` was taken for a control: ``extit{…}``, ``$8 imes$``."""
    if "$" not in text and "{" not in text and "\t" not in text:
        return text
    return _CUT_COMMAND.sub(lambda match: f"\\{match.lastgroup}{match[match.lastgroup or 0]}", text)


_LIGATURE = re.compile("[\ufb00-\ufb06]")
_LOST_HYPHEN = re.compile(r"(?<=[^\W\d_])(?:\(cid:173\)|\x02)(?=\s*[^\W\d_])|(?<=[^\W\d_])\xad(?=\s+[^\W\d_])")
_JOINER = re.compile(r"(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])")
# Control sequences and strings of terminals (ECMA-48, 5.4 and 5.6) and their switches of character set.
_TERMINAL = r"\x1b(?:\[[0-?]*+[ -/]*+[@-~]|[\]PX^_][^\x07\x1b\n]*+(?:\x07|\x1b\\)|[()][0-2AB])"
_JUNK = re.compile(rf"\(cid:\d{{1,6}}\)|{_TERMINAL}")
_CHARACTERS = dict.fromkeys(
    [*range(9), *range(0x0E, 0x20), 0x7F, 0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x2070),
     0xFEFF, *range(0xFFF9, 0xFFFC), 0xFFFE, 0xFFFF, *range(0xE0000, 0xE0080)], ""
) | dict(zip(range(0xFB00, 0xFB07), ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)) | {
    0x2028: "\n", 0x2029: "\n\n",
}  # fmt: skip


def replace_characters(text: str) -> str:
    """Spell out ligatures, restore hyphens that PDF extraction lost, drop controls and invisible characters.

    What follows a control is kept, except what makes up a terminal's escape sequence (``ESC [31m``). The joiners that Indic and Arabic scripts and emoji need stay.
    """
    if text.isprintable() and "(cid:" not in text and (text.isascii() or not _LIGATURE.search(text)):
        return text
    text = _JOINER.sub("", _JUNK.sub("", _LOST_HYPHEN.sub("-", text)))
    return text.translate(_CHARACTERS)


_URL = r"(https?://\S++)"
_TIE = re.compile(_URL + r"|(?<=[A-Za-z.,)\]}])~(?=[\w\\$(\[])(?![A-Z]\()|(?<=\d)~(?=[A-Za-z\\$])")


def loosen_ties(text: str) -> str:
    """Write TeX's unbreakable space as a space (``e.g.~8-bit``); ``~10%``, ``6~8`` and addresses stay."""
    return _TIE.sub(lambda match: match[1] or " ", text) if "~" in text else text


_BOLD = re.compile(r"(?<!\\)(\*{2,3})(?=[^\s*])([^*]*+)(?<!\s)\1")
_ITALIC = re.compile(r"(?<![\w*\\])\*(?=[\w\"'“‘(\[$\\])([^*\n]{1,300})(?<=[\w.,;:!?%)\]$\"'”’}-])\*(?![\w*(\[{^])")
_UNDERSCORES = re.compile(
    r"(?<![^\s(\[\"'“‘—–-])(__?)(?=[^\W_])([^_\n]{1,300})(?<=[\w.,;:!?%)\]\"'”’])(?<!_)\1(?![^\s.,;:!?)\]\"'”’—–=-])"
)


def strip_emphasis(text: str) -> str:
    """Drop the marks of Markdown's ``**bold**``, ``*italic*`` and ``_italic_``, bold also inside words.

    ``A* and B*``, ``a * b * c``, ``x**2``, ``snake_case`` and ``__init__`` stay.
    """
    if "*" in text:
        text = _ITALIC.sub(r"\1", _BOLD.sub(_strip_bold, text))
    if "_" in text:
        text = _UNDERSCORES.sub(lambda match: match[0] if match[1] == "__" and match[2].islower() else match[2], text)
    return text


def _strip_bold(match: re.Match[str]) -> str:
    inside, text = match[2], match.string
    in_word = match.start() > 0 and text[match.start() - 1].isalnum()
    is_power = in_word and (inside[0].isdigit() or any(ch.isspace() for ch in inside))
    return match[0] if is_power or "\n\n" in inside else inside


_DOUBLE_QUOTES = re.compile(r"``([^`]{0,500}?)(?:''|\")")
_SINGLE_QUOTES = re.compile(r"(?<![\w`])`(?=[^\s`'])((?:[^`'\n]|(?<=\w)'(?=\w)){1,100})(?<!\s)['’](?![\w'])")
_CLOSING_QUOTES = re.compile(r"(?<!')''(?![('])")


def convert_quotes(text: str) -> str:
    """Make TeX's quotation marks typographic; primes, apostrophes and code in backticks stay."""
    if "`" in text:
        text = _DOUBLE_QUOTES.sub("“\\1”", text).replace("``", "“")
        text = _SINGLE_QUOTES.sub("‘\\1’", text)
    return _CLOSING_QUOTES.sub('"', text) if "''" in text else text


_DASHES = re.compile(_URL + r"|(?<![-<!|])(?:---|--(?!(?<!\S..)[A-Za-z]))(?![-|>])")


def convert_dashes(text: str) -> str:
    """Make TeX's ``--`` and ``---`` typographic; ``--option``, arrows, rules and addresses stay."""
    return _DASHES.sub(lambda match: match[1] or {2: "–", 3: "—"}[len(match[0])], text) if "--" in text else text


_BLANK_LINE = re.compile(r"\n\s*\n")


def collapse_space(text: str) -> str:
    """Make every run of blanks one space; a blank line before anything but a lower-case letter stays one."""
    if text.isprintable() and "  " not in text:
        return text.strip()
    if "\n" not in text and "\r" not in text:
        return " ".join(text.split())
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    pieces: list[str] = []
    for paragraph in _BLANK_LINE.split(text):
        if words := paragraph.split():
            if pieces:
                pieces.append(" " if words[0][0].islower() else "\n\n")
            pieces.append(" ".join(words))
    return "".join(pieces)


# A real hyphen or a dash stands before these: "small- and medium-sized", "a matrix- which maps …".
_KEEPS_BREAK = frozenset(
    "and or to nor but vs versus und oder bzw et ou y o e as resp then a an the this these those that which whose where "
    "while with from for when is are was were has have can we our it its they both such via by if than".split()
)
_HYPHENATED_START = frozenset(
    "high low higher lower long short large small real self cross well state two three four five six seven eight nine ten "
    "one first second third single double full open closed near end top best worst time data human domain model task "
    "context object point image vision language world hand collision force goal cost error noise energy memory feature "
    "information decision sample maximum minimum winner spatio quasi zero few fine coarse free fixed user speech speed "
    "multi non".split()
)
_HYPHENATED_END = frozenset(
    "based dimensional art world level scale free resolution specific aware driven layer theoretic sensitive guided "
    "invariant stage optimal shot product efficient assisted valued making tuning grained inspired constrained "
    "conditioned induced centered controlled supervised organizing".split()
)
_PREFIX = frozenset("in un im re dis de sub over under inter co bi tri pre".split())
_CLOSED = re.compile(r"multi(?:pl|tud|variat|modal)|non(?:linear|parametric|zero)", re.IGNORECASE)
_SMALL = frozenset("of to in on the and by at out up off end vs or then".split())  # state-of-the-art, end-to-end
_BREAK = re.compile(r"(?<![^\W_])([^\W_]+)- (?=([^\W_]+)(-(?: (?:and|or)\b)?)?)")
_MAYBE_BROKEN = re.compile(r"- (?<=[^\W_]- )(?=[^\W_])")
_BROKEN = re.compile(r"(?<![^\W_])[^\W_]+- [^\W_]+")
_WORD = re.compile(r"[^\W_]+")
_COMPOUND = re.compile(r"(?<![^\W_])([^\W_]+)-(?=([^\W_]+))")


def join_broken_words(text: str) -> str:
    """Join words that were broken at the end of a line: ``exper- tise``, ``state-of- the-art``, ``NODE- based``.

    Whether the hyphen belongs to the word is told by the rest of the text, if the word occurs there unbroken, else by
    its parts. ``small- and medium-sized`` stays.
    """
    if not _MAYBE_BROKEN.search(text):
        return text
    unbroken = _BROKEN.sub(" ", text).casefold()
    words = set(_WORD.findall(unbroken))
    compounds = {f"{left}-{right}" for left, right in _COMPOUND.findall(unbroken)}
    return _BREAK.sub(lambda match: _join(match, words, compounds), text)


def _join(match: re.Match[str], words: set[str], compounds: set[str]) -> str:
    left, right, follows = match.groups()
    start, end = left.casefold(), right.casefold()
    after_hyphen = match.start() > 0 and match.string[match.start() - 1] == "-"
    if (end in _SMALL and follows == "-") or (start in _SMALL and after_hyphen and end not in {"and", "or"}):
        return left + "-"
    if (follows or "").endswith(("and", "or")) or right in _KEEPS_BREAK or (left.isdecimal() and right[0].isdigit()):
        return match[0]
    if f"{start}-{end}" in compounds:
        return left + "-"
    if start + end in words:
        return left
    if len(left) > 3 and len(right) > 3 and start in words and end in words:
        return left + "-"
    return left + "-" if _keeps_hyphen(left, right) else left


def _keeps_hyphen(left: str, right: str) -> bool:
    if len(left) == 1 or not right[0].islower() or left.isupper() or any(ch.isdigit() for ch in left):
        return True
    start = left.lower()
    if start in _HYPHENATED_START:
        return len(right) > 3 and not _CLOSED.match(left + right)
    return right in _HYPHENATED_END and start not in _PREFIX


_MANY_MARKS = re.compile(rf"[^\w\s\x00-\x7f]{{{_MAX_MARKS + 1},}}")


def compose(text: str) -> str:
    """Compose letters and accents (NFC)."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _MANY_MARKS.sub(_fewer_marks, text))


def _fewer_marks(match: re.Match[str]) -> str:
    kept: list[str] = []
    marks = 0
    for ch in match[0]:
        marks = marks + 1 if unicodedata.combining(ch) else 0
        if marks <= _MAX_MARKS:
            kept.append(ch)
    return "".join(kept)


STEPS = (
    repair_encoding,
    decode_entities,
    strip_tags,
    restore_commands,
    replace_characters,
    to_text,
    loosen_ties,
    strip_emphasis,
    convert_quotes,
    convert_dashes,
    collapse_space,
    join_broken_words,
    compose,
)
"""What :func:`clean` does, in this order: each step takes a text and gives a text."""
