"""Elements → raw text as :func:`kg.text.clean` takes it: paragraphs, ``$maths$``, ``<sub>`` and ``<sup>``.

Inline markup adds no space: ``<b>D</b>ynamic`` is one word.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

_BLOCKS = frozenset("p sec div list list-item item ab disp-formula disp-quote".split())
_MARKS = {
    **dict.fromkeys(("br", "break", "lb"), ("\n", "")),
    **dict.fromkeys(_BLOCKS | {"par"}, ("\n\n", "\n\n")),
    **dict.fromkeys(("title", "head"), ("<title>", "</title>")),
    **dict.fromkeys(("sub", "inf"), ("<sub>", "</sub>")),
    "sup": ("<sup>", "</sup>"),
    "s": ("", " "),
    "mfenced": ("(", ")"),
}
_SCRIPTS = {
    "msub": ("", "sub"),
    "msup": ("", "sup"),
    "msubsup": ("", "sub", "sup"),
    "munder": ("", "sub"),
    "munderover": ("", "sub", "sup"),
}
"""The children of MathML's elements that stand low or high."""
_LEFT_OUT = frozenset({"annotation", "annotation-xml", "contrib-group", "object-id"})
_NOTES = frozenset({"fn", "aff", "author-notes", "corresp", "table-fn"})
_CITATION = "bibr"
_NUMBERS = re.compile(r"[\s,;\u2010-\u2014-]*+[0-9]{1,3}(?:[\s,;\u2010-\u2014-]++[0-9]{1,3})*+[\s,;\u2010-\u2014-]*+")
_CITED = "\0"
"""Stands where a citation was left out; XML cannot hold it."""
_AROUND_CITED = re.compile(rf"(?<!\s)\s*+{_CITED}(?:[\s,]*{_CITED})*\s*+(?P<stop>(?=[.,;:!?)\]]|\Z))?")
_MATHS = frozenset("math mrow mfrac msqrt mroot mover mfenced mstyle mpadded semantics".split()) | _SCRIPTS.keys()


def text_of(element: Element | None) -> str:
    """Collect the text of an element and all within it.

    >>> from xml.etree.ElementTree import fromstring
    >>> text_of(fromstring("<t><b>D</b>ynamic ROT-<tex-math>k</tex-math>, CO<sub>2</sub></t>"))
    'Dynamic ROT-$k$, CO<sub>2</sub>'
    """
    if element is None:
        return ""
    if not len(element) and element.tag != "tex-math":
        return element.text or ""
    text = "".join(_pieces(element))
    return _AROUND_CITED.sub(_gap, text) if _CITED in text else text


def _pieces(root: Element) -> Iterator[str]:
    """Walk an element without recursion: hostile files nest as deeply as they like."""
    waiting: list[Element | str] = [root]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        if (whole := _whole(item)) is not None:
            yield whole
            continue
        if item.tag == "alternatives":
            waiting += _readable(item)
            continue
        before, after = ("", "") if item is root else _marks(item)
        in_maths = item.tag in _MATHS
        yield before + _kept(item.text, in_maths=in_maths)
        waiting.append(after)
        children = list(item)
        for number, child in zip(range(len(children) - 1, -1, -1), reversed(children), strict=True):
            waiting.append(_kept(child.tail, in_maths=in_maths))
            script = "".join(_SCRIPTS.get(item.tag, ())[number : number + 1])
            if script:
                waiting.append(f"</{script}>")
            waiting.append(child)
            if script:
                waiting.append(f"<{script}>")
            elif item.tag == "mfrac" and number == 1:
                waiting.append("/")


def _whole(element: Element) -> str | None:
    """Give the text of an element into which the walk does not go, be it none."""
    if element.tag in _LEFT_OUT or element.get("ref-type") in _NOTES:
        return ""
    if element.tag == "tex-math":
        return _tex("".join(element.itertext()))
    return _CITED if _is_citation(element) else None


def _is_citation(element: Element) -> bool:
    """Tell numbers of references that stand high, ``<sup><xref ref-type="bibr">1</xref></sup>``, or bare as GROBID has them."""
    if element.tag == "sup":
        high = any(child.get("ref-type") == _CITATION for child in element)
    elif element.get("ref-type") == _CITATION:
        high = element.find("sup") is not None
    else:
        high = element.tag == "ref" and element.get("type") == _CITATION
    return high and bool(_NUMBERS.fullmatch("".join(element.itertext())))


def _gap(found: re.Match[str]) -> str:
    """Give what stands in place of citations: a blank, if there was one and no stop follows."""
    return " " if found["stop"] is None and any(map(str.isspace, found[0])) else ""


def _marks(element: Element) -> tuple[str, str]:
    if element.tag == "style":
        face = element.get("face", "")
        return _MARKS["sub" if "subscript" in face else "sup"] if "script" in face else ("", "")
    return _MARKS.get(element.tag, ("", ""))


def _readable(alternatives: Element) -> list[Element]:
    """Choose of the forms of one formula that which reads best."""
    forms = list(alternatives)
    named = (next((form for form in forms if form.tag == name), None) for name in ("math", "tex-math", "textual-form"))
    return [form for form in named if form is not None][:1] or forms[:1]


def _kept(text: str | None, *, in_maths: bool) -> str:
    """Return text as it stands; white space within MathML only lays out the file."""
    text = text or ""
    return text.strip() if in_maths else text


def _tex(source: str) -> str:
    """Put maths between dollars; of a whole LaTeX document only what it typesets."""
    begin, end = "\\begin{document}", "\\end{document}"
    if begin in source:
        source = source.split(begin, 1)[1].split(end, 1)[0]
    source = source.strip().strip("$").strip()
    return f"${source}$" if source else ""


def child_text(element: Element, path: str) -> str:
    """Collect the text of the first element on a path that has any."""
    return next(filter(str.strip, map(text_of, element.iterfind(path))), "")


def texts(element: Element, path: str) -> list[str]:
    """Collect the texts of the elements on a path, blank ones left out."""
    return [text for found in element.iterfind(path) if (text := text_of(found).strip())]
