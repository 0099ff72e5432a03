"""Markdown: lists of papers as tables, items or sections, and plain text with titles and labelled abstracts.

The forms that are read are those of :mod:`kg.read.markdown_entries`. Most lists have no abstracts: their papers are known by
their titles and addresses, which is noted once. Lists of abstracts without titles are :mod:`kg.read.lists`'s, pages that are a
paper's by their front matter :mod:`kg.read.yaml_records`'s.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from kg.errors import InputError
from kg.model import Effect, Paper, Problem
from kg.read import lists, yaml_records
from kg.read.contract import Match, Reader
from kg.read.markdown_blocks import parse, skip_front_matter
from kg.read.markdown_entries import find_entries
from kg.read.markdown_links import is_paper_link
from kg.read.markdown_names import column
from kg.read.record import NO_TEXT, excerpt, make_paper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.read.contract import Document

NO_ABSTRACTS = "no abstracts in this list"
MAX_TEXT = 1 << 23
"""Characters of a text: its parser holds all of it. The longest lists on GitHub have a tenth."""

_FORMS = (
    "Read are tables with a column of titles, items that link to papers (arXiv, DOI, OpenReview, proceedings), titles followed "
    'by "Abstract: …", and headings with an abstract under each'
)
_RULE = re.compile(r"[ \t>]*+\|?[ \t]*+:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*+\|?[ \t]*")
_FOLDED = re.compile(r"<summary[^>\n]{0,100}>(?:\s|<[^<>\n]{1,30}>){0,9}\W{0,9}abstract", re.IGNORECASE)
_LABELLED = re.compile(
    r"^[ \t>]*(?:[-*+] )?[*_#]{0,6} ?(?:Abstract|ABSTRACT|摘要|概要)[*_ ]*(?:[:：]|\*\*\s*\r?$)", re.MULTILINE
)
_ITEM = re.compile(r"^[ \t>]*(?:[-*+]|[0-9]{1,4}[.)])\s+[^\n]*?(https?://[^\s()<>\[\]\"]+)", re.MULTILINE)
_SIGNS = re.compile(r"^(?:#{1,6}\s+\S|[ \t]*[-*+]\s+\S|[ \t]*\|)|\]\(", re.MULTILINE)


def sniff(head: str) -> Match:
    """Tell a list by a table with a column of titles, labelled abstracts or items that link to papers."""
    if yaml_records.sniff(head) is Match.CERTAIN:
        return Match.NO
    head = skip_front_matter(head.lstrip("\ufeff"))
    if head.lstrip()[:1] in "{[<@%" and not _SIGNS.search(head[:5000]):
        return Match.NO
    if _FOLDED.search(head) or _has_table(head):
        return Match.CERTAIN
    if _LABELLED.search(head) and (_SIGNS.search(head) or lists.sniff(head) is not Match.CERTAIN):
        return Match.CERTAIN
    if any(is_paper_link(found[1]) for found in _ITEM.finditer(head)):
        return Match.CERTAIN
    return Match.POSSIBLE if head.strip() else Match.NO


def _has_table(head: str) -> bool:
    """Tell a table with a column of titles: names, and a line of dashes under them."""
    lines = head.splitlines()
    return any(
        "|" in names and "-" in rule[:20] and _RULE.fullmatch(rule) and _is_titled(names)
        for names, rule in pairwise(lines)
    )


def _is_titled(header: str) -> bool:
    return any(column(name.strip(" \t>*_`:")) == "title" for name in header.split("|"))


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers of the entries."""
    text = document.text.read(MAX_TEXT + 1)
    if len(text) > MAX_TEXT:
        found = f"Markdown of more than {MAX_TEXT:,} characters"
        raise InputError(document.path, found, "Split the file, or convert it to JSON Lines or CSV")
    entries = find_entries(parse(text.lstrip("\ufeff")))
    if not any(entry.title or entry.abstract for entry in entries):
        raise InputError(document.path, "Markdown that lists no papers", f"{_FORMS}. {lists.FORM}")
    if not any(entry.abstract for entry in entries):
        detail = "its papers are known by their titles alone; other sources may add the abstracts"
        yield Problem(document.source(), NO_ABSTRACTS, detail, effect=Effect.NOTED)
    for number, entry in enumerate(entries, 1):
        source = document.source(line=entry.line)
        made = make_paper(
            entry.pairs,
            source=source,
            default_id=document.id(number),
            include_rejected=document.include_rejected,
        )
        if isinstance(made, Problem) and made.reason == NO_TEXT:
            made = Problem(source, NO_TEXT, "an entry without a title", excerpt(entry.raw))
        yield made


READER = Reader("Markdown list", (".md", ".markdown", ".mkd"), sniff, read)
