"""YAML: a list of records, records within a mapping, or the front matter of a page, as sites made with Jekyll or Hugo have it.

A list is read item by item, so that one which is malformed costs itself only. What a record is like is told as in JSON
(:mod:`kg.read.shapes`); scalars are the text they were written in. PyYAML does the parsing; front matter of Hugo may also be
TOML.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

import yaml

from kg.errors import InputError
from kg.model import Paper, Problem
from kg.read.contract import MAX_RECORD, Match, Reader, require_records
from kg.read.json_document import is_stray, read_value
from kg.read.json_records import expand
from kg.read.lines import TOO_LONG, split_lines
from kg.read.record import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kg.model import Source
    from kg.read.contract import Document

MALFORMED = "malformed YAML"
MAX_TEXT = 1 << 23
"""Characters of a text that is no list: all of it is held."""
MAX_VALUES = 500_000
"""Values of a text or an item, as its signs tell: each takes the parser half a kilobyte and ten microseconds."""

_GROWTH = 20
"""How many times its own length a text may have with its aliases written out: a venue that all papers share, not a bomb."""

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_BEFORE = re.compile(r"\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n|%[^\n]*\n|---[ \t]*\r?\n)*+")
_ITEM = re.compile(r"-(?:[ \t]|\r?$)", re.MULTILINE)
_MEMBER = re.compile(r"(?:-[ \t]+)?[\"']?[A-Za-z_][\w-]*+[\"']?:(?:[ \t]|\r?$)", re.MULTILINE)
_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\r?\n")
_END = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_TOML = re.compile(r"\ufeff?\+\+\+[ \t]*\r?\n(.*?)^\+\+\+[ \t]*\r?$", re.DOTALL | re.MULTILINE)
_LONG_KEY = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]++\s*+\.\s*+){50}")  # tomllib takes time by the square of them
_TOML_TITLE = re.compile(r"^title[ \t]*=", re.MULTILINE)
_PUBLISHED = re.compile(
    r"^(?:(?:abstract|container-title|journal|paperurl|publication(?:_types)?)[\"']?[ \t]*[:=]|collection:[ \t]*publications\b)",
    re.MULTILINE,
)
"""What only the front matter of a paper's page says."""
# To YAML 1.1, which PyYAML writes, these three end a line, too.
_BEFORE_NAME = r"(?:(?:^|(?<=[\x85\u2028\u2029]))[ \t]*+(?:-[ \t]++)?|[{,][ \t]*+)[\"']?"
_TITLE = re.compile(rf"{_BEFORE_NAME}title[\"']?[ \t]*:(?:[ \t]|\r?$)", re.MULTILINE)
_ABSTRACT = re.compile(rf"{_BEFORE_NAME}abstract[\"']?[ \t]*:(?:[ \t]|\r?$)", re.MULTILINE)
_AUTHORS = re.compile(rf"{_BEFORE_NAME}authors?[\"']?[ \t]*:(?:[ \t]|\r?$)", re.MULTILINE)
_IN_RECORD = re.compile(
    r"^([ \t]*(?:-[ \t]+)?)[\"']?(?:(title)|authors?|container-title|issued)[\"']?:(?:[ \t]|\r?$)", re.MULTILINE
)
_MAKE_IT_A_LIST = "Make it a list of papers (- title: …), or convert it to JSON Lines"
_FORM = "Expected is a list of mappings with a title or an abstract (- title: …), or front matter with both between lines of ---"


def sniff(head: str) -> Match:
    """Tell front matter and what begins with a member by a title and an abstract; what is named so, records by authors too."""
    if toml := _TOML.match(head):
        return Match.CERTAIN if _TOML_TITLE.search(toml[1]) and _PUBLISHED.search(toml[1]) else Match.NO
    if opened := _FRONT_MATTER.match(head):
        closed = _END.search(head, opened.end())
        matter = head[opened.end() : closed.start() if closed else len(head)]
        if _TITLE.search(matter) and (_ABSTRACT.search(matter) or (closed and _PUBLISHED.search(matter))):
            return Match.CERTAIN
    if (
        (start := _BEFORE.match(head))
        and _MEMBER.match(head, start.end())
        and _TITLE.search(head)
        and _ABSTRACT.search(head)
    ):
        return Match.CERTAIN
    telling = _ABSTRACT.search(head) or (_is_list(head) and _AUTHORS.search(head)) or _holds_records(head)
    return Match.POSSIBLE if telling and _TITLE.search(head) else Match.NO


def _holds_records(head: str) -> bool:
    """Tell records within a mapping: titles beside authors or dates, where they are not about the file itself."""
    found = [(len(each[1]), bool(each[2])) for each in _IN_RECORD.finditer(head)]
    titles = {column for column, is_title in found if is_title and column}
    return any(column in titles for column, is_title in found if not is_title)


def _is_list(head: str) -> bool:
    start = _BEFORE.match(head)
    return start is not None and _ITEM.match(head, start.end()) is not None


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers and problems of the records, numbered from 0."""
    error = InputError(document.path, "YAML that holds no records", _FORM)
    return require_records(
        _read(document), stray=lambda problem: is_stray(problem) or problem.reason == MALFORMED, error=error
    )


def _read(document: Document) -> Iterator[Paper | Problem]:
    is_list = _is_list(document.head)
    texts = _items(document) if is_list else _whole(document)
    number = 0
    for source, text in texts:
        if isinstance(text, Problem):
            number += 1
            yield text
            continue
        try:
            values = [value for value in _load(text) if value not in ("", None)]  # an empty document is nothing
        except (yaml.YAMLError, RecursionError, ValueError) as error:
            number += 1
            yield Problem(source, MALFORMED, _describe(error), excerpt(text))
            continue
        for value in values:
            for record in expand(value[0] if is_list and isinstance(value, list) and len(value) == 1 else value):
                number += 1
                yield read_value(_known(record), document=document, source=source, number=number)


def _known(record: object) -> object:
    """Leave out of a page of Hugo's what says nothing: its owner as *admin* among the authors, links beside that to the PDF."""
    if not isinstance(record, dict) or "publication_types" not in record:
        return record
    authors, url = record.get("authors"), record.get("url") or record.get("url_pdf")
    changed = {"authors": [name for name in authors if name != "admin"]} if isinstance(authors, list) else {}
    return {**record, **changed, "url": url}


def _items(document: Document) -> Iterator[tuple[Source, str | Problem]]:
    """Cut a list into its items, each with the line that it begins in."""
    first, parts, size = 0, list[str](), 0
    for line in split_lines(document.text):
        if _ITEM.match(line.text):
            if first:
                yield _item(document, first, parts, size)
            first, parts, size = line.number, [], 0
        size += len(line.text) + MAX_RECORD * line.cut
        if first and size <= MAX_RECORD and not _END.match(line.text):
            parts.append(line.text)
    if first:
        yield _item(document, first, parts, size)


def _item(document: Document, line: int, parts: list[str], size: int) -> tuple[Source, str | Problem]:
    source = document.source(line=line)
    if size > MAX_RECORD:
        return source, Problem(source, TOO_LONG, f"an item of more than {MAX_RECORD:,} characters")
    return source, "".join(parts)


def _whole(document: Document) -> Iterator[tuple[Source, str]]:
    """Read a text that is no list: only its front matter, where a page comes after that."""
    text = document.text.read(MAX_TEXT + 1)
    if len(text) > MAX_TEXT:
        found = f"YAML of more than {MAX_TEXT:,} characters that is no list"
        raise InputError(document.path, found, _MAKE_IT_A_LIST)
    if _has_too_many_values(text):
        raise InputError(document.path, f"YAML of more than {MAX_VALUES:,} values that is no list", _MAKE_IT_A_LIST)
    if document.path.suffix.lower() not in READER.suffixes:
        text = _without_page(text)
    yield document.source(index=0), text.lstrip("\ufeff")


def _without_page(text: str) -> str:
    """Give the front matter alone where a page comes after it, and all of it where that is another record."""
    opened = _FRONT_MATTER.match(text)
    closed = opened and _END.search(text, opened.end())
    if not opened or not closed:
        return text
    rest = _BEFORE.match(text, closed.end())
    if rest and _MEMBER.match(text, rest.end()) and _TITLE.search(text, rest.end()):
        return text
    return text[opened.end() : closed.start()]


def _load(text: str) -> Iterable[object]:
    """Load the documents of a text.

    Raises:
        ValueError: It is malformed TOML, it has too many values, or its aliases make more of it than stands there.
    """
    if toml := _TOML.match(text):
        if _LONG_KEY.search(toml[1]):
            message = "a name in it has more than 50 parts"
            raise ValueError(message)
        return [_written(tomllib.loads(toml[1].replace("\r\n", "\n"), parse_float=str))]
    if _has_too_many_values(text):
        message = f"it has more than {MAX_VALUES:,} values"
        raise ValueError(message)
    documents = list(yaml.load_all(text, Loader=_LOADER))
    if "*" in text:
        _require_small(documents, nodes=len(text) + len(documents), characters=_GROWTH * len(text))
    return documents


def _written(value: object) -> object:
    """Give values of TOML as text, as those of YAML are."""
    if isinstance(value, dict):
        return {name: _written(member) for name, member in value.items()}
    return [_written(item) for item in value] if isinstance(value, list) else str(value)


def _has_too_many_values(text: str) -> bool:
    return len(text) > MAX_VALUES and sum(map(text.count, ("[", "{", ",", ":", "\n", "- ", "? "))) > MAX_VALUES


def _require_small(documents: Iterable[object], *, nodes: int, characters: int) -> None:
    """Walk through values as if each alias was a copy, and give up where that takes too long.

    Raises:
        ValueError: They are more than so many values, or hold more than so many characters.
    """
    waiting = list(documents)
    while waiting:
        value = waiting.pop()
        nodes -= 1
        if isinstance(value, dict):
            waiting += value.values()
            characters -= sum(map(len, filter(_is_text, value)))
        elif isinstance(value, list):
            waiting += value
        else:
            characters -= len(str(value))
        if nodes < len(waiting) or characters < 0:
            message = "its aliases repeat parts of it too often"
            raise ValueError(message)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _describe(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error) or "nested too deeply"
    if "undefined alias" in problem:
        return f"{problem}: text that begins with * needs quotes, and what an alias repeats must stand in the same item"
    place = (
        f", in its line {mark.line + 1}: are quotes missing around text that has a colon in it, or begins with a sign?"
        if mark
        else ""
    )
    return f"{problem}{place}"


READER = Reader("YAML", (".yaml", ".yml"), sniff, read)
