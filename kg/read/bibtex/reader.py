"""Reads BibTeX: blocks → entries → papers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.errors import InputError
from kg.model import Effect, Paper, Problem
from kg.read.bibtex.entries import WANTED, Entry, pairs, why_no_paper
from kg.read.bibtex.fields import ExpansionError, Strings, UnclosedError, parse_fields, parse_string
from kg.read.bibtex.parents import Family
from kg.read.bibtex.scan import UNBALANCED, Block, scan
from kg.read.contract import Match, Reader, require_records
from kg.read.lines import TOO_LONG
from kg.read.record import excerpt, make_paper
from kg.read.values import identifier

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.read.contract import Document

MENDED = "malformed BibTeX, mended"
NO_PARENT = "crossref not found"
BAD_STRING = "string not understood"
COMMENTED = "comment"

_ENTRY = re.compile(
    r"^[ \t\ufeff]*@\s*(?:(?:string|preamble)\s*[{(]|comment\s*\{"
    r"|[a-z]+\s*\{\s*[^\s,={}\"#%]*\s*,(?:\s|%[^\n\r]*+)*+[a-z][\w-]*+\s*=\s*[\"{\w]"
    r"|(?:article|book|inproceedings|misc)\s*\(\s*[^\s,={}\"#%]+\s*,(?:\s|%[^\n\r]*+)*+[a-z][\w-]*+\s*=\s*[\"{\w])",
    re.IGNORECASE | re.MULTILINE,
)
_PERHAPS = re.compile(r"@\s*[a-z]+\s*[{(]", re.IGNORECASE)
_NOT_BEFORE = re.compile(
    r"^[ \t\r\ufeff]*(?:#{1,6} |`{3}|~{3}|[<{\[|]|TY  -|%0 |PMID-|FN [^\n]*\nVR )|^[ \t]*(?:import|from) \w|\\documentclass",
    re.MULTILINE,
)


def sniff(head: str) -> Match:
    """Tell BibTeX by an entry with a key and a field; within what is another format, only the suffix makes it BibTeX."""
    if found := _ENTRY.search(head):
        return Match.POSSIBLE if _NOT_BEFORE.search(head, 0, found.start()) else Match.CERTAIN
    return Match.POSSIBLE if _PERHAPS.search(head) else Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers and problems of the entries."""
    error = InputError(document.path, "BibTeX without entries", "An entry begins with its type and key: @article{key,")
    return require_records(_read(document), error=error, stray=lambda problem: problem.effect is Effect.NOTED)


def _read(document: Document) -> Iterator[Paper | Problem]:
    family = Family()
    strings = Strings()
    number = 0
    for block in scan(document.text):
        source = document.source(line=block.line)
        if block.word in ("string", "preamble", "comment"):
            reason, detail = _define(block, strings) if block.word == "string" else _pass_over(block)
            if reason:
                family.add(Problem(source, reason, detail, effect=Effect.NOTED))
        else:
            number += 1
            family.add(_entry(block, strings, document, number))
        for item in family.ready():
            yield _made(item, document)
    for item in family.ready(last=True):
        yield _made(item, document)


def _pass_over(block: Block) -> tuple[str, str]:
    if block.problem:
        return block.problem
    return (COMMENTED, "; ".join(block.notes)) if block.word == "comment" and block.notes else ("", "")


def _define(block: Block, strings: Strings) -> tuple[str, str]:
    """Take a definition; say why it cannot be used."""
    if block.problem:
        return block.problem
    try:
        found = parse_string(block.body, strings, escaped=block.escaped)
    except (UnclosedError, ExpansionError) as error:
        return BAD_STRING, str(error)
    if not found:
        return BAD_STRING, "it has no name"
    if why := strings.define(*found):
        return BAD_STRING, why
    return (MENDED, "; ".join(block.notes)) if block.notes else ("", "")


def _entry(block: Block, strings: Strings, document: Document, number: int) -> Entry | Problem:
    source = document.source(line=block.line)
    raw = excerpt(f"@{block.word}{{{block.body.partition(',')[0].partition('=')[0][:100]}")
    if block.problem:
        return Problem(source, *block.problem, raw)
    try:
        fields = parse_fields(block.body, strings, wanted=WANTED, escaped=block.escaped)
    except UnclosedError as error:
        return Problem(source, UNBALANCED, str(error), raw)
    except ExpansionError as error:
        return Problem(source, TOO_LONG, str(error), raw)
    key = identifier(fields.key)
    return Entry(
        source,
        block.word,
        fields.key,
        fields.values,
        names=tuple(fields.names),
        notes=(*block.notes, *fields.notes),
        default_id=document.id(number, key),
    )


def _made(item: Entry | Problem, document: Document) -> Paper | Problem:
    if isinstance(item, Problem):
        return item
    if verdict := why_no_paper(item, include_rejected=document.include_rejected):
        reason, detail = verdict
        return Problem(item.source, reason, detail, excerpt(item.title))
    found = [(name, value) for name, value in pairs(item) if value]
    if not any(name in ("title", "abstract") for name, _ in found):
        found = [(name, "") for name in item.names]
    notes = [(MENDED, "; ".join(item.notes))] if item.notes else []
    if item.lost and not any(name == "venue" for name, _ in found):
        notes.append((NO_PARENT, f"{excerpt(item.lost)} is not in the file, or far from here; left out"))
    return make_paper(
        found,
        source=item.source,
        default_id=item.default_id,
        include_rejected=document.include_rejected,
        notes=notes,
    )


READER = Reader("BibTeX", (".bib", ".bibtex", ".biblatex"), sniff, read)
