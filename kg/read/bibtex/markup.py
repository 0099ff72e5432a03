r"""Values of BibTeX → prose with LaTeX in it, and names.

Braces that only keep the case of letters go; those that belong to LaTeX stay for :mod:`kg.text`, which reads it.
bibtexparser's and pylatexenc's decoders are not used: they end a text at its first ``%``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(r"\\[A-Za-z]+\*?[ \t]?|\\.|[{}]|[^\\{}]+|\\", re.DOTALL)
_DOUBLED = re.compile(r"\\\\(?=['`^\"~=.]\{?\\?[A-Za-z]|[ijlLoO]\})")  # by a program that escaped them
_BACKSLASH = r"(?:\$\\backslash\$|\{\\textbackslash\}|\{\\\$\}\\backslash\{\\\$\})"
_LINE_END = re.compile(rf"{_BACKSLASH}(?:r{_BACKSLASH})?n(?!(?:abla|e[gq]?|ewline|i|leq|onumber|ot(?:in)?|u)\b)")
"""A line end as Mendeley wrote it, with the backslash of *\\n* in LaTeX; what begins a command, as *\\nabla*, is none."""
_ESCAPED_BRACES = re.compile(r"(\\\$|\$[^$]*+\$)|\\\{((?=[A-Z0-9-]{2})[0-9]{0,3}[A-Z][A-Z0-9-]{0,20})\\\}")
"""Maths, or an acronym whose braces ScienceDirect escaped."""
_ACCENTS = frozenset("'`^\"~=.")
_SCRIPTS = ("^", "_")
_AND = re.compile(r"\\.|[{}]|(?<=\s)and(?=\s)", re.IGNORECASE | re.DOTALL)
_COMMA = re.compile(r"\\.|[{},]", re.DOTALL)
_PART = re.compile(
    r"\s*(given|family|prefix|suffix|given-i|family-i|prefix-i|suffix-i|id|useprefix)\s*=(.*)", re.DOTALL
)
_JUNIOR = re.compile(r"(?:jr|sr|junior|senior|i{1,3}|iv|vi{0,3})\.?", re.IGNORECASE)
_SEPARATORS = re.compile(r"[;；]|\s\\?&\s")
_URL = re.compile(r"\\(?:url|href|path)\b\s*")
_ESCAPE = re.compile(r"\\textunderscore|\\textasciitilde|\\([_%&#$~{}-])")
_WRITTEN_OUT = {r"\textunderscore": "_", r"\textasciitilde": "~"}


def prose(value: str) -> str:
    r"""Take away braces that hold no LaTeX and belong to none.

    >>> prose(r"{The {BERT}} and \emph{{T5}}: $x_{i}$, {\'E}ric")
    "The BERT and \\emph{T5}: $x_{i}$, {\\'E}ric"
    """
    if "backslash" in value:
        value = _LINE_END.sub("\n", value)
    if "\\\\" in value:
        value = _DOUBLED.sub(r"\\", value)
    if "\\}" in value:
        value = _ESCAPED_BRACES.sub(lambda found: found[1] or found[2], value)
    if "{" not in value:
        return value
    out: list[str] = []
    opened: list[tuple[int, bool, int]] = []
    latex, before = 0, ""
    for token in _TOKEN.findall(value):
        if token == "{":
            opened.append((len(out), _is_argument(before), latex))
            before = token
        elif token == "}" and opened:
            start, is_argument, latex_before = opened.pop()
            before = token if is_argument else ""
            if not is_argument and latex == latex_before:
                out[start] = ""
                continue
        else:
            latex += token[0] == "\\"
            before = token
        out.append(token)
    return "".join(out)


def _is_argument(before: str) -> bool:
    """Tell whether braces belong to what stands before them: a command, an accent, a script, another argument."""
    if before[:1] == "\\":
        return before[1:2].isalpha() or before[1:2] in _ACCENTS
    return before == "}" or before.endswith(_SCRIPTS)


def address(value: str) -> str:
    r"""Read a DOI or a web address, in which LaTeX escapes signs.

    >>> address(r"\url{https://example.org/a\_b\%20c}")
    'https://example.org/a_b%20c'
    """
    value = _ESCAPE.sub(lambda found: found[1] or _WRITTEN_OUT[found[0]], _URL.sub("", value))
    return value.replace("{", "").replace("}", "").strip()


def people(value: str) -> list[object] | str:
    r"""Read a list of names: those in braces as they are, others in parts where they have them.

    Returns:
        Names, and names in parts; the text itself where it is no list as BibTeX has it, but one with commas or ``;``.

    >>> people("{Graph and Tree Group} and {van der Waals}, Johannes and others")
    ['Graph and Tree Group', {'given': 'Johannes', 'family': 'van der Waals'}]
    """
    value = _whole(value)
    names = [name for part in _split(value, _AND) if (name := part.strip(" \t\r\n,"))]
    if len(names) == 1:
        commas = _split(names[0], _COMMA)
        bare = _PART.match(names[0]) is None and _inner(names[0]) is None
        separated = len(commas) > 3 or (len(commas) == 3 and not _JUNIOR.fullmatch(commas[1].strip()))
        if bare and (separated or _SEPARATORS.search(names[0])):
            return prose(names[0]).replace("\\&", "&")
    return [_name(name) for name in names if name.lower() != "others"]


def _whole(value: str) -> str:
    """Take away the second braces around a list, as Web of Science writes them; those around one name keep it whole."""
    inner = _inner(value.strip())
    if inner is None:
        return value
    several = [part for part in _split(inner, _AND) if "," in part]
    return inner if len(several) > 1 else value


def _name(name: str) -> object:
    if (literal := _inner(name)) is not None:
        return prose(literal)
    parts = _split(name, _COMMA)
    if "=" in name and (extended := _extended(parts)):
        return extended
    if len(parts) == 1:
        return prose(name)
    family, *middle, given = (prose(part.strip()) for part in parts)
    if len(middle) == 1 and _JUNIOR.fullmatch(given):
        middle, given = [given], middle[0]
    return {"given": given, "family": " ".join(filter(None, [family, *middle]))}


def _extended(parts: list[str]) -> dict[str, str]:
    """Read biblatex's extended form: ``given=Johannes, prefix=van der, family=Waals``."""
    found = {match[1]: prose(match[2].strip().strip('"')) for part in parts if (match := _PART.fullmatch(part))}
    if "family" not in found and "given" not in found:
        return {}
    family = " ".join(filter(None, (found.get(name, "") for name in ("prefix", "family", "suffix"))))
    return {"given": found.get("given", ""), "family": family}


def _inner(value: str) -> str | None:
    """Give what one pair of braces around all of a text holds; None where there is none."""
    if not (value.startswith("{") and value.endswith("}")):
        return None
    depth = 0
    for token in re.finditer(r"\\.|[{}]", value, re.DOTALL):
        depth += (token[0] == "{") - (token[0] == "}")
        if not depth and token[0] == "}":
            inner = value[1:-1]
            return inner if token.end() == len(value) and not inner.lstrip().startswith("\\") else None
    return None


def _split(value: str, separator: re.Pattern[str]) -> list[str]:
    return list(_pieces(value, separator))


def _pieces(value: str, separator: re.Pattern[str]) -> Iterator[str]:
    """Split at what stands outside braces."""
    depth = start = 0
    for token in separator.finditer(value):
        sign = token[0]
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
        elif sign[0] != "\\" and depth <= 0:
            yield value[start : token.start()]
            start = token.end()
    yield value[start:]
