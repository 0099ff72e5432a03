"""Who wrote a paper, as lines of Markdown lists name them: a line of names, in emphasis, before links and dates."""

from __future__ import annotations

import re

from kg.read.markdown_names import bare

_BETWEEN = re.compile(r"(?<!\s)\s*+(?:[,;、，]\s*(?:(?:and|&)\s+)?|(?<=\s)(?:and|&)\s+)")
_NAME = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,5}[*†‡\d]*")
_PARTICLES = frozenset(
    {"da", "de", "del", "der", "di", "dos", "du", "el", "al", "la", "le", "ten", "ter", "van", "von"}
)
_NO_NAMES = frozenset(
    (
        "award best blog code conference data dataset demo honorable institute journal lab labs learning model models oral paper "
        "pdf poster preprint project research spotlight university video website workshop "
        "academy acm amazon analysis baidu center centre college communications deepmind department detection elsevier generation "
        "google graph ieee image inc international language letters microsoft nature networks neural nvidia openai proceedings "
        "reasoning recognition review school science search segmentation springer systems technology tencent transactions vision "
        "a as at by for from in is of on the to using via with "
    ).split()
)
"""Words that people are not called, as awards, institutions, links and titles are."""
_OTHERS = re.compile(r"(?<![\s,])[\s,]*+\b(?:et\.? ?al\b|and others\b|etc\b|等).*\Z", re.DOTALL)
_LAST = re.compile(r",\s*and\s|\bet al\b")
_END = re.compile(r"(?<=[^\W_]{2})\.\Z")
_EMPHASISED = re.compile(r"[\s>]*([*_]{1,3})(?=\S)(.{3,2000}?)(?<=\S)\1(?![^\W_])")
_ASIDE = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")
_DATE = re.compile(r"(?<![\s,.;|])[\s,.;|]*+(?:19|20)[0-9]{2}(?:[./-][0-9]{1,2}){0,2}\W*\Z")
_MARKS = re.compile(r"</?(?:b|em|i|strong)>|\\[*†‡]|(?<=\w)[†‡](?=[\s,])")
_INITIAL = re.compile(r"\b[^\W\d_]\.")
_SIGNS = " *_,.;:|-–—"
_AFTER_NAMES = re.compile(
    r"(?<=[^\W\d_]{2})\.\s|(?<![\s,]),?\s+(?:19|20)[0-9]{2}\b|\s[-–—|]\s|,\s(?=[*_]|[A-Z]{3}|NeurIPS|ar[Xx]iv|[Ii]n\s)"
)
_LONGEST = 2000


def are_people(text: str) -> bool:
    """Tell a line of names: few words between commas, no sentence.

    >>> are_people("Ada Lovelace, Alan Turing and E. Noether"), are_people("We prove, in short, that graphs help.")
    (True, False)
    >>> are_people("Lovelace, Ada and Turing, Alan"), are_people("A. Lovelace et al."), are_people("Best Paper, Oral")
    (True, True, False)
    """
    named = _without_end(bare(text[:_LONGEST]))
    parts = [part for part in _BETWEEN.split(named) if part.strip()]
    inverted = (" and " in named and _are_inverted(named)) or (len(parts) == 2 and _LAST.search(text) is not None)
    if len(parts) == 1 and not all(word[0].isupper() or word in _PARTICLES for word in named.split()):
        return False
    return (inverted or any(" " in part for part in parts)) and all(map(_is_name, parts))


def _is_name(part: str) -> bool:
    begins = part[0].isupper() or part.split(maxsplit=1)[0] in _PARTICLES
    return begins and _NAME.fullmatch(part) is not None and _NO_NAMES.isdisjoint(part.casefold().split())


def _without_end(text: str) -> str:
    return _END.sub("", _OTHERS.sub("", text).strip(" *_,;"))


def _in_order(text: str) -> str:
    """Put given names first: *Lovelace, Ada, and Alan Turing*, *Lovelace, Ada and Turing, Alan*."""
    named = _without_end(bare(text))
    if " and " in named and _are_inverted(named):
        return ", ".join(" ".join(reversed(re.split(r",\s*", each.strip()))) for each in named.split(" and "))
    family, *others = [part for part in _BETWEEN.split(named) if part.strip()]
    if " " in family or not others or not all(" " in part for part in others[1:]) or not _LAST.search(text):
        return named
    return ", ".join([f"{others[0]} {family}", *others[1:]])


def _are_inverted(text: str) -> bool:
    return all(each.count(",") == 1 for each in text.split(" and "))


def people_of(text: str) -> str:
    r"""Find the line of names in a text; "" where there is none.

    >>> people_of("*Ada Lovelace, Alan Turing.* [Paper] [Code], 2022.12"), people_of("[code]\nAda Lovelace, Alan Turing")
    ('Ada Lovelace, Alan Turing', 'Ada Lovelace, Alan Turing')
    >>> people_of("(2015), A. Lovelace and A. Turing [[pdf]]"), people_of("(2015), Object Detection, Image Search [[pdf]]")
    ('A. Lovelace and A. Turing', '')
    >>> people_of("*Lovelace, Ada, and Alan Turing*"), people_of("*Lovelace, Ada and Turing, Alan.*")
    ('Ada Lovelace, Alan Turing', 'Ada Lovelace, Alan Turing')
    """
    for line in _MARKS.sub("", text[: 2 * _LONGEST]).split("\n"):
        if emphasised := _EMPHASISED.match(line):
            several = _BETWEEN.search(emphasised[2]) or not _bare_of_asides(line[emphasised.end() :])
            if several and are_people(emphasised[2]):
                return _in_order(emphasised[2])
            continue
        rest = _bare_of_asides(line)
        known = _INITIAL.search(rest) or _OTHERS.search(rest) or rest == line.strip(_SIGNS)
        if known and are_people(rest):
            return _in_order(rest)
    return ""


def people_after_title(text: str) -> str:
    """Find names right after a title, and before a full stop or a year: three, or what *and* joins.

    >>> people_after_title(". Ada Lovelace, Alan Turing and Emmy Noether. NeurIPS 2020"), people_after_title(", Big Graphs, 2020")
    ('Ada Lovelace, Alan Turing and Emmy Noether', '')
    """
    line = _MARKS.sub("", text[:_LONGEST]).strip(_SIGNS).split("\n")[0]
    named = _AFTER_NAMES.split(_bare_of_asides(line), maxsplit=1)[0]
    parts = [part for part in _BETWEEN.split(named) if part.strip()]
    several = len(parts) > 2 or (len(parts) == 2 and "," not in named)
    return named if several and all(" " in part for part in parts) and are_people(named) else ""


def _bare_of_asides(line: str) -> str:
    """Take away what is in brackets, dates at the end and signs around the rest."""
    return _DATE.sub("", _ASIDE.sub(" ", _ASIDE.sub(" ", line))).strip(_SIGNS)
