"""Markup other than tags: entities, commands of LaTeX that were cut, Markdown."""

from __future__ import annotations

import html
import re
from html.entities import html5

_ENTITY = re.compile(r"&(?:(?:amp|#0*38|#[xX]0*26);)*(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,30});")
_SPLIT_ENTITY = re.compile(r"((?<=[^\W\d_]) )?& ([A-Za-z]{2,8});(?=( )?)")
_GREEK = range(0x391, 0x3CA)
_SIGNS = frozenset(
    "lt gt amp nbsp le ge ndash mdash times plusmn deg middot hellip lsquo rsquo ldquo rdquo prime".split()
)


def decode_entities(text: str) -> str:
    """Decode ``&eacute;``, ``&#233;``, ``&amp;lt;`` and the ``caf & eacute;`` of Web of Science; a bare ``&`` stays."""
    if "&" not in text or ";" not in text:
        return text
    return _SPLIT_ENTITY.sub(_decode_split_entity, decode_whole_entities(text))


def decode_whole_entities(text: str) -> str:
    """Decode those that have no blank in them, where ``& Mu;`` is a name."""
    return _ENTITY.sub(_decode_entity, text) if "&" in text else text


def _decode_entity(match: re.Match[str]) -> str:
    name = match[1]
    return html.unescape(f"&{name};") if name[0] == "#" or name + ";" in html5 else f"&{name};"


def _decode_split_entity(match: re.Match[str]) -> str:
    """Decode an entity with a blank in it; the one before it was no blank either where a word goes on."""
    blank, name, blank_after = match.groups()
    decoded = html5.get(name + ";", "")
    if len(decoded) != 1 or not (name in _SIGNS or ord(decoded) in _GREEK or "À" <= decoded <= "ſ"):
        return match[0]
    is_word = name == "agrave" and blank_after
    within_word = decoded == "’" or ("ß" <= decoded <= "ſ" and decoded.islower() and not is_word)
    return decoded if within_word else (blank or "") + decoded


# Of LaTeX's commands that begin with an n, only some arrows and relations have a capital letter behind it.
_ESCAPED_END = re.compile(
    r"(?:\\r)?\\n(?=\\[nrt]|\s|\Z|[A-Z0-9(\[\"“*•-])(?!(?:Left|Right|Left[rR]ight)arrow|V[dD]ash)"
)


def restore_line_ends(text: str) -> str:
    r"""Restore line ends that are written out, as in JSON within JSON: a backslash and an n.

    >>> restore_line_ends(r"graphs.\n\nOur method"), restore_line_ends(r"$\nu \nRightarrow x$")
    ('graphs.\n\nOur method', '$\\nu \\nRightarrow x$')
    """
    return _ESCAPED_END.sub("\n", text) if "\\n" in text else text


# Parts of what is sought, each of which a search finds fast, since it begins with fixed letters.
_CUT_PARTS = tuple(
    re.compile(rf"{part}(?<![\\A-Za-z]{part}){end}")
    for part, end in (
        ("ext", r"(?:it|bf|tt|sc|sf|rm|color)\{"),
        ("imes", r"\b"),
        ("heta", r"\b"),
        ("oldsymbol", r"\{"),
        ("ightarrow", r"\b"),
        ("o", r"\$"),
    )
)
_CUT_COMMAND = re.compile(
    r"(?:(?<=[($])\s)?(?<![\\A-Za-z])(?:(?P<t>ext(?:it|bf|tt|sc|sf|rm|color)(?=\{)|imes\b|heta\b|(?<=\$\s)o(?=\$))|"
    r"(?P<b>oldsymbol(?=\{))|(?P<r>ightarrow\b))"
)


def restore_commands(text: str) -> str:
    r"""Restore LaTeX commands whose ``\t``, ``\b`` or ``\r`` was taken for a control: ``extit{…}``, ``$8 imes$``."""
    if not ("$" in text or "{" in text or "\t" in text) or not any(part.search(text) for part in _CUT_PARTS):
        return text
    return _CUT_COMMAND.sub(lambda match: f"\\{match.lastgroup}{match[match.lastgroup or 0]}", text)


_BOLD = re.compile(r"(\*(?<!\\\*)\*{1,2})(?=[^\s*])([^*]*+)(?<!\s)\1")
_ITALIC = re.compile(r"\*(?<![\w*\\]\*)(?=[\w\"'“‘(\[$\\])([^*\n]{1,300})(?<=[\w.,;:!?%)\]$\"'”’}-])\*(?![\w*(\[{^])")
_UNDERSCORES = re.compile(
    r"(_(?<![^\s(\[\"'“‘—–-]_)_?)(?=[^\W_])([^_\n]{1,300})(?<=[\w.,;:!?%)\]\"'”’])(?<!_)\1(?![^\s.,;:!?)\]\"'”’—–=-])"
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
