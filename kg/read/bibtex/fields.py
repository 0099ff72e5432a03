"""The body of a block → key and fields: values in braces, in quotes or bare, joined by ``#``, with strings put in.

What real files get wrong is mended where its meaning is certain, and said: a comma that is missing, one too many, a
comment between fields, a name without a value, a quotation mark within quotes, words without braces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kg.read.record import excerpt

if TYPE_CHECKING:
    from collections.abc import Collection

MAX_EXPANSION = 20_000
"""Characters that strings may add to an entry."""
_MAX_STRINGS = 1 << 24
_MAX_NOTES = 5

_GAP = r"(?:[\s,]|%[^\n\r]*+)*+"
_NAME = r"[^\s=,{}\"#%()'\\@]{1,100}+(?:\([\w-]{1,40}+\))?+"
_BLANK = re.compile(r"(?:\s|%[^\n\r]*+)*+")
_COMMAS = re.compile(_GAP)
_FIELD = re.compile(rf"({_GAP})({_NAME})\s*+=\s*+")
_KEY = re.compile(r"([^,]*+),?")
_KEY_ALONE = re.compile(rf"\s*+([^\s,={{}}\"]++)\s++(?={_NAME}\s*+=)")
_BEFORE_FIELD = re.compile(rf"(?<![^\s,}}\"]){_NAME}\s{{0,20}}=")
_FLAT = re.compile(r"\{([^{}]*+)\}")
_BRACES = re.compile(r"[{}]")
_UNESCAPED_BRACES = re.compile(r"\\[\\{}]|[{}]")
_QUOTE_SIGNS = re.compile(r"[{}\"]")
_AFTER_QUOTE = re.compile(rf"\s*+(?:[,#%]|\Z|{_NAME}\s*+=)")
_BARE = re.compile(r"[^\s,#{}\"=%]++")
_WORDS = re.compile(r"[^,\n\r#{}\"=]*+")
_ENDS = re.compile(rf"(?:[,#%]|\Z|{_NAME}\s*+=)")
_GLUED = re.compile(
    r"(?<=[,\n\r])[ \t]{0,40}(?:(?:title|author|editor|journal|journaltitle|booktitle|year|date|month|volume|number|pages"
    r"|publisher|address|doi|url|urldate|issn|isbn|keywords|abstract|note|file|eprint|archiveprefix|series|organization"
    r"|institution|school|language)[ \t]{0,20}=[ \t]{0,20}[{\"]|year[ \t]{0,20}=[ \t]{0,20}[0-9]{4})",
    re.IGNORECASE,
)
"""Further fields within a value, whose own end is missing."""

_REPEATED = frozenset({"keywords", "keyword"})
"""Fields that stand once for each of their values in what ScienceDirect wrote."""
_MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())


class UnclosedError(ValueError):
    """A value has no end."""


class ExpansionError(ValueError):
    """Strings make an entry too long."""


class Strings:
    """The strings that a file defines, a bounded number of them; their names have no case."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}
        self._size = 0

    def define(self, name: str, value: str) -> str:
        """Define a string; say why it cannot be used if it is too long, or there are too many."""
        if len(value) > MAX_EXPANSION or len(name) > MAX_EXPANSION:
            return f"{name[:50]}: more than {MAX_EXPANSION:,} characters; left out"
        if self._size > _MAX_STRINGS:
            return f"{name[:50]}: too many strings; left out"
        self._size += len(name) + len(value) + 100
        self._values[name.lower()] = value
        return ""

    def get(self, name: str) -> str | None:
        """Look a string up."""
        return self._values.get(name.lower())


@dataclass(slots=True)
class Fields:
    """What an entry's body holds.

    Attributes:
        key: The citation key, if any.
        values: The wanted fields' values as they stand, without the outermost braces or quotes, under names in lower case.
        names: The names of all fields, each once.
        notes: What was mended.
    """

    key: str = ""
    values: dict[str, str] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def parse_fields(body: str, strings: Strings, *, wanted: Collection[str], escaped: bool = False) -> Fields:
    r"""Read the body of an entry.

    Args:
        body: What stands between its braces.
        strings: What names without braces stand for.
        wanted: Names, in lower case, of the fields to keep.
        escaped: Whether a brace after a backslash is text.

    Raises:
        UnclosedError: A value has no end.
        ExpansionError: With its strings, the entry is too long.

    >>> parse_fields('a, title = "On " # {{G}raphs}, note = x', Strings(), wanted=["title"]).values
    {'title': 'On {G}raphs'}
    """
    return _Parser(body, strings, wanted, escaped=escaped).parse()


def parse_string(body: str, strings: Strings, *, escaped: bool = False) -> tuple[str, str] | None:
    """Read the body of a ``@string``: its name and value; None where it has none.

    Raises:
        UnclosedError: Its value has no end.
        ExpansionError: It is too long.
    """
    found = _FIELD.match(body)
    if not found:
        return None
    value, _ = _Parser(body, strings, (), escaped=escaped).value(found.end(), "")
    return found[2], value


class _Parser:
    def __init__(self, body: str, strings: Strings, wanted: Collection[str], *, escaped: bool) -> None:
        self._body = body
        self._strings = strings
        self._wanted = wanted
        self._escaped = escaped
        self._expanded = 0
        self._fields = Fields()
        self._further: dict[str, list[str]] = {}

    def parse(self) -> Fields:
        fields, body = self._fields, self._body
        at = self._key()
        separated = True
        while True:
            found = _FIELD.match(body, at)
            if not found:
                at = _after(_COMMAS, body, at)
                if at >= len(body):
                    self._join()
                    return fields
                self._note("what is no field was left out", at)
                skipped = _BEFORE_FIELD.search(body, at)
                at = skipped.start() if skipped else len(body)
                separated = True
                continue
            if not separated and "," not in found[1]:
                self._note(f"no comma before {found[2]}", at)
            at = self._field(found[2].lower(), found.end())
            separated = False

    def _key(self) -> int:
        """Read the citation key; give the place of the first field."""
        if found := _KEY_ALONE.match(self._body):
            self._note("no comma after the key", found.end())
        else:
            found = _KEY.match(self._body)
        if not found or ("=" in found[1] and _FIELD.match(self._body)):
            return 0
        self._fields.key = " ".join(found[1].split())
        return found.end()

    def _field(self, name: str, at: int) -> int:
        fields = self._fields
        fields.names[name] = None
        start = at
        value, at = self.value(at, name)
        if name in self._wanted and _GLUED.search(value):
            detail = f"the {name} in its line {_count_lines(self._body, start) + 1} seems to hold the fields after it"
            raise UnclosedError(detail)
        if name in self._wanted and value.strip() and fields.values.setdefault(name, value) != value:
            if name in _REPEATED:
                self._further.setdefault(name, []).append(value)
            else:
                self._note(f"a second {name}, left out", start)
        return at

    def _join(self) -> None:
        """Put the values of a field that is repeated behind its first one."""
        for name, further in self._further.items():
            parts = [self._fields.values[name], *further]
            self._fields.values[name] = (";" if any(";" in part for part in parts) else ",").join(parts)

    def value(self, at: int, name: str) -> tuple[str, int]:
        """Read a value; give it and the place after it."""
        parts: list[str] = []
        while True:
            sign = self._body[at : at + 1]
            if sign == "{":
                end = self._closing(at)
                parts.append(self._body[at + 1 : end])
                at = end + 1
            elif sign == '"':
                end = self._closing_quote(at)
                parts.append(self._body[at + 1 : end])
                at = end + 1
            elif found := _BARE.match(self._body, at):
                part, at = self._bare(found, name)
                parts.append(part)
            at = _after(_BLANK, self._body, at)
            if self._body[at : at + 1] != "#":
                return "".join(parts), at
            at = _after(_BLANK, self._body, at + 1)

    def _bare(self, found: re.Match[str], name: str) -> tuple[str, int]:
        """Read a number, the name of a string, or words without braces."""
        word, at = found[0], found.end()
        if (value := self._strings.get(word)) is not None:
            self._expanded += len(value)
            if self._expanded > MAX_EXPANSION:
                detail = f"strings add more than {MAX_EXPANSION:,} characters to it"
                raise ExpansionError(detail)
            return value, at
        if word.lower() == "and" and name in ("author", "editor"):
            # Between names that are strings; it is one itself, kept in another file.
            return " and ", at
        after = _after(_BLANK, self._body, at)
        if not _ENDS.match(self._body, after) and (words := _WORDS.match(self._body, at)):
            word, at = word + words[0], words.end()
        if name in self._wanted and not word.isdecimal() and word.lower() not in _MONTHS:
            self._note(f"the {name} {word[:50].strip()} is no string that was defined before", found.start())
        return word, at

    def _closing(self, at: int) -> int:
        """Find the brace that closes one."""
        if not self._escaped and (found := _FLAT.match(self._body, at)):
            return found.end() - 1
        depth = 0
        for sign in (_UNESCAPED_BRACES if self._escaped else _BRACES).finditer(self._body, at):
            depth += (sign[0] == "{") - (sign[0] == "}")
            if not depth:
                return sign.start()
        return self._unclosed(at)

    def _closing_quote(self, at: int) -> int:
        """Find the quotation mark that closes one: not within braces, and not before more words."""
        depth = 0
        for sign in _QUOTE_SIGNS.finditer(self._body, at + 1):
            if sign[0] != '"':
                depth = max(depth + (1 if sign[0] == "{" else -1), 0)
            elif not depth and _AFTER_QUOTE.match(self._body, sign.end()):
                return sign.start()
        return self._unclosed(at)

    def _unclosed(self, at: int) -> int:
        line = _count_lines(self._body, at)
        detail = f"the value {self._body[at]}… in its line {line + 1} has no end"
        raise UnclosedError(detail)

    def _note(self, note: str, at: int) -> None:
        if len(self._fields.notes) < _MAX_NOTES:
            self._fields.notes.append(f"{excerpt(note)}, in its line {_count_lines(self._body, at) + 1}")


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _count_lines(text: str, at: int) -> int:
    return text.count("\n", 0, at) or text.count("\r", 0, at)
