"""Tags of HTML, JATS and MathML."""

from __future__ import annotations

import re

from kg.latex_symbols import grouped, subscript, superscript

_BLOCKS = "p|div|br|hr|ul|ol|li|sec|h[1-6]|list|list-item|blockquote"
_TAG = re.compile(
    rf"<(?P<close>/?)(?P<name>(?:jats|mml):[A-Za-z][\w-]*|{_BLOCKS}|i|b|u|em|strong|sub|sup|tt|small|big|span|a|font|code|scp?|"
    r"italic|bold|underline|monospace|title|math|m(?:i|n|o|row|sub|sup|subsup|frac|sqrt|text|style|over|under)|semantics|"
    r"inline-formula|alternatives|xref)"
    r"(?:\s++[\w:-]++\s*+=\s*+(?:\"[^\"<>]*+\"|'[^'<>]*+'|[^\s\"'<>=]++))*+\s*+/?>",
    re.IGNORECASE,
)
_SCRIPT = re.compile(r"(?<=(\S))<(?:jats:)?(su[bp])>([^<>]{1,80})</(?:jats:)?\2>", re.IGNORECASE)
_ATTRIBUTES = r"(?:\s[^<>]{0,200})?"
_HEADING = re.compile(
    rf"<((?:jats:)?title|h[1-6]){_ATTRIBUTES}>([^<>]{{0,200}})</\1>\s*+(?:<(?:jats:)?p{_ATTRIBUTES}>\s*+)?"
)
_NO_HEADINGS = frozenset({"", "abstract", "summary", "synopsis"})
_BLOCK = re.compile(rf"(?:jats:)?(?:{_BLOCKS}|title)")

_ALTERNATIVES = re.compile(r"<((?:jats:)?)alternatives>((?:[^<]|<(?!/?(?:jats:)?alternatives>))*+)</\1alternatives>")
_TEX = re.compile(rf"<((?:jats:)?)tex-math{_ATTRIBUTES}>((?:[^<]|<(?!/|(?:jats:)?tex-math))*+)</\1tex-math>")
_DOCUMENT = re.compile(
    r"\\documentclass(?:[^\\]|\\(?!documentclass|begin\{document\}))*+\\begin\{document\}"
    r"((?:[^\\]|\\(?!documentclass|end\{document\}))*+)\\end\{document\}"
)
_ANNOTATION = re.compile(r"<((?:mml:)?)annotation\s[^<>]{0,200}>[^<>]*+</\1annotation>")
_LEAF = r"<(?:mml:)?m[ino](?:\s[^<>]{0,200})?>[^<>]{0,80}</(?:mml:)?m[ino]>"
_OPERAND = rf"{_LEAF}|<(?:mml:)?mrow>(?:\s*+{_LEAF}){{0,20}}+\s*+</(?:mml:)?mrow>"
_PAIR = re.compile(rf"<((?:mml:)?)m(sub|sup|frac)>\s*+({_OPERAND})\s*+({_OPERAND})\s*+</\1m\2>")
_ANY_TAG = re.compile(r"<[^<>]*>")


def strip_tags(text: str) -> str:
    """Drop the tags of HTML, JATS and MathML; blocks become paragraphs, headings are kept as in ``Background: …``.

    Only known names are tags, and inside a line only those that are also closed: ``<mask>``, ``</s>`` and ``a <b`` stay.
    A formula that is given in several forms is read in one.
    """
    if r"\documentclass" in text:
        text = _DOCUMENT.sub(r"\1", text)
    if "<" not in text:
        return text
    text = _PAIR.sub(_mathml, _ANNOTATION.sub("", _TEX.sub(_tex, _ALTERNATIVES.sub(_readable, text))))
    text = _HEADING.sub(_heading, text)
    text = _SCRIPT.sub(lambda m: (subscript if m[2].lower() == "sub" else superscript)(m[1], m[3]), text)
    tags = {(bool(match["close"]), match["name"].lower()) for match in _TAG.finditer(text)}

    def replace(match: re.Match[str]) -> str:
        name = match["name"].lower()
        paired = (not match["close"], name) in tags
        if _BLOCK.fullmatch(name) and (paired or name in ("br", "hr") or match["name"].islower()):
            return "\n" if name == "br" else "\n\n"
        return "" if paired or ":" in name else match[0]

    return _TAG.sub(replace, text) if tags else text


def _heading(match: re.Match[str]) -> str:
    heading = match[2].strip().rstrip(":.")
    if heading.lower() in _NO_HEADINGS:
        return "\n\n"
    return f"\n\n{heading} " if heading[-1] in "?!" else f"\n\n{heading}: "


def _readable(alternatives: re.Match[str]) -> str:
    found = _TEX.search(alternatives[2])
    return found[0] if found else alternatives[2]


def _tex(maths: re.Match[str]) -> str:
    source = maths[2].strip().strip("$").strip()
    return f"${source}$" if source else ""


def _mathml(pair: re.Match[str]) -> str:
    first, second = ("".join(_ANY_TAG.sub("", operand).split()) for operand in pair.group(3, 4))
    if pair[2] == "frac":
        return f"{grouped(first)}/{grouped(second)}"
    return f"{first}<{pair[2]}>{second}</{pair[2]}>"
