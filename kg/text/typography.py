"""Typography: ties, quotation marks and dashes of TeX, blanks."""

from __future__ import annotations

import re

from kg.text.characters import PRINTABLE, beyond

# Searches are fast where each branch begins with a fixed letter, so what must stand before it is looked for behind it.
_URL = r"https?://\S++"
_TIE = re.compile(_URL + r"|~(?<=[A-Za-z.,)\]}]~)(?=[\w\\$(\[])(?![A-Z]\()|~(?<=\d~)(?=[A-Za-z\\$])")


def loosen_ties(text: str) -> str:
    """Write TeX's unbreakable space as a space (``e.g.~8-bit``); ``~10%``, ``6~8`` and addresses stay."""
    return _TIE.sub(lambda match: " " if match[0] == "~" else match[0], text) if "~" in text else text


_DOUBLE_QUOTES = re.compile(r"``([^`]{0,500}?)(?:''|\")")
_SINGLE_QUOTES = re.compile(r"(?<![\w`])`(?=[^\s`'])((?:[^`'\n]|(?<=\w)'(?=\w)){1,100})(?<!\s)['’](?![\w'])")
_CLOSING_QUOTES = re.compile(r"(?<!')''(?![('])")


def convert_quotes(text: str) -> str:
    """Make TeX's quotation marks typographic; primes, apostrophes and code in backticks stay."""
    if "`" in text:
        text = _DOUBLE_QUOTES.sub("“\\1”", text).replace("``", "“")
        text = _SINGLE_QUOTES.sub("‘\\1’", text)
    return _CLOSING_QUOTES.sub('"', text) if "'" in text and "''" in text else text


_DASHES = re.compile(_URL + r"|--(?<![-<!|]--)(?:-|(?!(?<!\S..)[A-Za-z]))(?![-|>])")
_DASH = {"--": "–", "---": "—"}


def convert_dashes(text: str) -> str:
    """Make TeX's ``--`` and ``---`` typographic; ``--option``, arrows, rules and addresses stay."""
    return _DASHES.sub(lambda match: _DASH.get(match[0], match[0]), text) if "--" in text else text


_OPENERS = (
    "A|Additionally|Also|Although|An|As|Based|Besides|By|Code|Codes|Compared|Concretely|Consequently|Currently|Despite|Due|"
    "Empirically|Existing|Experimental|Experiments|Extensive|Finally|First|Firstly|For|From|Furthermore|Given|Hence|Here|"
    "However|In|Instead|It|Lastly|Many|Meanwhile|More|Moreover|Most|Motivated|Nevertheless|On|One|Our|Previous|Recent|"
    "Recently|Results|Second|Secondly|Several|Since|Specifically|Subsequently|Such|That|The|Then|There|Therefore|These|They|"
    "This|Through|Thus|To|Traditional|Traditionally|Unfortunately|Unlike|Using|We|When|Where|While|With"
)
GLUED_SENTENCES = re.compile(rf"\.(?=[A-Z])(?<=[a-z]{{3}}\.)(?=(?:{_OPENERS})(?:(?<=[a-z]{{4}}),)? [a-zA-Z\d(“\"'$\\])")
"""A full stop without a blank behind it, before a word that begins sentences: ``workers.The results`` but not ``Node.js``."""


def part_sentences(text: str) -> str:
    """Put the blank between sentences that was lost."""
    return GLUED_SENTENCES.sub(". ", text)


_BLANK_LINE = re.compile(r"\n\s*\n")


def collapse_space(text: str) -> str:
    """Make every run of blanks one space; a blank line before anything but a lower-case letter stays one."""
    if beyond(text, PRINTABLE).isprintable():
        return single_blanks(text)
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


def single_blanks(text: str) -> str:
    """Do the same for a text whose only white space are blanks."""
    while "  " in text:
        text = text.replace("  ", " ")
    return text.strip()
