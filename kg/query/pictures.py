"""Answers as pictures: SVG that stands alone, in light and dark, with the papers' texts as text and never as markup."""

from __future__ import annotations

import re
from math import sqrt
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from kg.errors import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kg.query.maps import TaskMap
    from kg.query.trends import Trend, Trends

_STYLE = """
svg { background: #fff; font: 13px system-ui, sans-serif }
text { fill: #1b2330 } .soft { fill: #566173 } .strong { font-weight: 600 } .small { font-size: 11px }
.line { stroke: #e2e6ec; fill: none } .dot { fill: #0072b2 } .count { fill: #fff; font-size: 11px }
.curve { stroke: #0072b2; stroke-width: 2; fill: none }
@media (prefers-color-scheme: dark) {
svg { background: #12161d } text { fill: #e8ecf2 } .soft { fill: #a3aebf } .line { stroke: #2c3442 }
.dot { fill: #56b4e9 } .count { fill: #12161d } .curve { stroke: #56b4e9 } }
"""
# XML has no place for these, whatever the escape.
_NO_XML = re.compile("[\ufffe\uffff]")

_CELL = 44
_FEW = 4  # papers that fill a cell, where no pair has more
_LETTER = 7.2  # average width of a letter of the font
_LONGEST = 44  # letters of a label; the whole stands in its tooltip

_PLOT = (250, 76)
_PLOTS_A_ROW = 3
_GAP = 34


def map_svg(answer: TaskMap) -> str:
    """Draw the map of a task: a disc where a method and a benchmark meet, its area the number of papers.

    Methods that one of the papers introduces are set in bold.
    """
    names = [_short(method.label) for method in answer.methods]
    tops = [_short(benchmark.label) for benchmark in answer.benchmarks]
    left = round(max(map(len, [*names, "method"])) * _LETTER) + 24
    top = round(max(map(len, [*tops, "benchmark"])) * _LETTER * 0.71) + 70
    lean = round(max(map(len, [*tops, ""])) * _LETTER * 0.71)
    width, height = left + _CELL * len(tops) + lean + 24, top + _CELL * len(names) + 24
    svg = _svg(max(width, 420), height, f"{answer.label}: methods and benchmarks")
    _text(svg, 16, 26, answer.label, of="strong")
    _text(svg, 16, 46, f"{_many(answer.papers, 'paper')}; the discs count those with both", of="soft")
    for row, method in enumerate(answer.methods):
        y = top + _CELL * row + _CELL // 2
        _line(svg, left, y, left + _CELL * len(tops), y)
        name = _text(svg, left - 10, y + 4, names[row], of="strong" if method.introduced else "", anchor="end")
        _tip(name, f"{method.label}: {_many(len(method.papers), 'paper')}")
    for column, benchmark in enumerate(answer.benchmarks):
        x = left + _CELL * column + _CELL // 2
        _line(svg, x, top, x, top + _CELL * len(names))
        name = _text(svg, x, top - 8, tops[column])
        name.set("transform", f"rotate(-45 {x} {top - 8})")
        _tip(name, f"{benchmark.label}: {_many(len(benchmark.papers), 'paper')}")
    most = max((len(cell.papers) for cell in answer.cells), default=0)
    for cell in answer.cells:
        x, y = left + _CELL * cell.benchmark + _CELL // 2, top + _CELL * cell.method + _CELL // 2
        radius = max(9.0, (_CELL / 2 - 2) * sqrt(len(cell.papers) / max(most, _FEW)))
        disc = ElementTree.SubElement(svg, "circle", {"cx": str(x), "cy": str(y), "r": f"{radius:.1f}", "class": "dot"})
        pair = f"{answer.methods[cell.method].label} × {answer.benchmarks[cell.benchmark].label}"
        _tip(disc, f"{pair}: {_many(len(cell.papers), 'paper')}")
        _text(svg, x, y + 4, str(len(cell.papers)), of="count", anchor="middle")
    return _written(svg)


def trends_svg(answer: Trends) -> str:
    """Draw each concept's share of the papers through the years, small plots side by side, all on one scale of years."""
    width, height = _PLOT
    rows = -(-len(answer.rows) // _PLOTS_A_ROW)
    svg = _svg(_PLOTS_A_ROW * (width + _GAP) + _GAP, 60 + rows * (height + 2 * _GAP), "Concepts by year")
    years = list(answer.years)
    span = f"{years[0]}–{years[-1]}" if years else "no years"
    _text(svg, _GAP, 30, f"Share of the papers of each year, {span}", of="strong")
    for place, row in enumerate(answer.rows):
        x = _GAP + place % _PLOTS_A_ROW * (width + _GAP)
        y = 60 + place // _PLOTS_A_ROW * (height + 2 * _GAP)
        _plot(svg, x, y, row, years)
    return _written(svg)


def _plot(svg: ElementTree.Element, x: int, y: int, row: Trend, years: Sequence[int]) -> None:
    width, height = _PLOT
    _tip(_text(svg, x, y + 12, _short(row.label, 22)), f"{row.label}: {_many(row.papers, 'paper')}")
    highest = max(row.shares, default=0.0)
    bottom = y + 24 + height
    _line(svg, x, bottom, x + width, bottom)
    span = max(1, years[-1] - years[0]) if years else 1
    points = [
        (x + width * (year - years[0]) / span, bottom - (height * share / highest if highest else 0))
        for year, share in zip(years, row.shares, strict=True)
    ]
    curve = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
    ElementTree.SubElement(svg, "polyline", {"points": curve, "class": "curve"})
    for (px, py), year, count, share in zip(points, years, row.counts, row.shares, strict=True):
        dot = ElementTree.SubElement(svg, "circle", {"cx": f"{px:.1f}", "cy": f"{py:.1f}", "r": "2.5", "class": "dot"})
        _tip(dot, f"{year}: {_many(count, 'paper')}, {share:.1%}")
    _text(svg, x + width, y + 12, f"up to {highest:.1%}", of="soft", anchor="end")
    if years:
        _text(svg, x, bottom + 17, str(years[0]), of="soft small")
        _text(svg, x + width, bottom + 17, str(years[-1]), of="soft small", anchor="end")


def _svg(width: int, height: int, title: str) -> ElementTree.Element:
    size = {"width": str(width), "height": str(height), "viewBox": f"0 0 {width} {height}"}
    svg = ElementTree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"} | size)
    _tip(svg, title)
    ElementTree.SubElement(svg, "style").text = _STYLE
    return svg


def _text(
    parent: ElementTree.Element, x: int, y: int, text: str, *, of: str = "", anchor: str = ""
) -> ElementTree.Element:
    attributes = {"x": str(x), "y": str(y)} | ({"class": of} if of else {})
    element = ElementTree.SubElement(parent, "text", attributes | ({"text-anchor": anchor} if anchor else {}))
    element.text = _clean(text)
    return element


def _tip(element: ElementTree.Element, text: str) -> None:
    """What a browser shows when the pointer rests there, and a screen reader says."""
    ElementTree.SubElement(element, "title").text = _clean(text)


def _line(parent: ElementTree.Element, x1: int, y1: int, x2: int, y2: int) -> None:
    places = {"x1": str(x1), "y1": str(y1), "x2": str(x2), "y2": str(y2)}
    ElementTree.SubElement(parent, "line", places | {"class": "line"})


def _short(label: str, longest: int = _LONGEST) -> str:
    return label if len(label) <= longest else label[: longest - 1].rstrip() + "…"


def _clean(text: str) -> str:
    return _NO_XML.sub("\ufffd", printable(text))


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")


def _written(svg: ElementTree.Element) -> str:
    return ElementTree.tostring(svg, encoding="unicode") + "\n"
