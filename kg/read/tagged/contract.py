"""What a dialect of tagged text is to the reader: how its lines and records are told apart, and what its tags mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kg.read import values
from kg.text.markup import decode_whole_entities

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kg.read.contract import Match

_OVERHEAD = 64  # what a line takes beside its characters, so that a record of empty lines is bounded, too
_HYPHEN_AT_FOLD = re.compile(r"[^\W_]-\Z")
_SUSPENDED = re.compile(r"(?:and|or|to|und|oder|et|y|o)\b")
_LIST = re.compile(r"[;\n\v\u2028\u2029；]")
_TAGS = re.compile(r"<[^<>]{1,100}>")
_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*(?=\s|\Z)")
_FEWEST_WORDS = 30


@dataclass(frozen=True, slots=True)
class Tagged:
    """A line that begins with a tag.

    Attributes:
        tag: Without the signs around it.
        value: What follows.
        loose: Whether it is spaced otherwise than the format wants it.
    """

    tag: str
    value: str
    loose: bool = False


@dataclass(slots=True)
class Field:
    """A tag and its value's lines; an empty one stands for blank lines in between."""

    tag: str
    lines: list[str]


@dataclass(slots=True)
class Record:
    """A record's fields as they stand, in their order.

    Attributes:
        line: Number of its first line.
        stray: Whether it began without the tag that begins a record.
        loose: Whether tags in it were spaced otherwise than the format wants it.
        indented: Whether values go on in indented lines, in this record or those before; None where none went on yet.
        tag: The tag at hand.
        tags: The tags met, in their order.
        fields: Those whose tags the dialect reads.
        size: Of the fields, in characters.
    """

    line: int
    stray: bool = False
    loose: bool = False
    indented: bool | None = None
    tag: str = ""
    tags: dict[str, None] = field(default_factory=dict)
    fields: list[Field] = field(default_factory=list)
    size: int = 0
    _by_tag: dict[str, list[Field]] = field(default_factory=dict)

    def add(self, tagged: Tagged, *, keep: bool) -> None:
        """Begin a field; its value is kept only if it will be read."""
        self.tag = tagged.tag
        self.tags[tagged.tag] = None
        self.loose = self.loose or tagged.loose
        if keep:
            each = Field(tagged.tag, [])
            self.fields.append(each)
            self._by_tag.setdefault(tagged.tag, []).append(each)
            self._append(tagged.value.strip("\ufeff").lstrip())

    def go_on(self, text: str, *, after_blank: bool) -> None:
        """Let the field at hand go on in a further line."""
        if self.fields and self.fields[-1].tag == self.tag:
            if after_blank:
                self._append("")
            self._append(text.lstrip())

    def _append(self, text: str) -> None:
        self.fields[-1].lines.append(text)
        self.size += len(text) + _OVERHEAD

    def texts(self, *tags: str, whole_words: bool = False) -> list[str]:
        """Give the values of some tags, in their order, each in one piece.

        Args:
            tags: Any of them.
            whole_words: Whether lines are broken between words and after hyphens only, so that none breaks a word.
        """
        joined = (_unfold(each.lines, whole_words=whole_words) for each in self._of(tags))
        return [text for text in joined if text]

    def _of(self, tags: Sequence[str]) -> Iterable[Field]:
        """Give the fields of some tags, in their order."""
        if len(tags) == 1:
            return self._by_tag.get(tags[0], ())
        found = [self._by_tag[tag] for tag in tags if tag in self._by_tag]
        if len(found) == 1:
            return found[0]
        return (each for each in self.fields if each.tag in tags) if found else ()

    def first(self, *tags: str) -> str:
        """Give the value of the first of some tags that has one."""
        return next((text for tag in tags if tag in self._by_tag for text in self.texts(tag)), "")

    def items(self, *tags: str) -> list[str]:
        """Give the items of lists: each line holds one, or several with semicolons between them."""
        lines = [line for each in self._of(tags) for line in each.lines]
        joined = decode_whole_entities("\n".join(lines))  # the semicolons in them divide nothing
        return [item for part in _LIST.split(joined) if (item := part.strip())] if lines else []

    def year(self, *tags: str) -> str:
        """Give the first value of some tags that names a year, else the first value."""
        found = [text for tag in tags for text in self.texts(tag)]
        return next((text for text in found if values.year(text) is not None), found[0] if found else "")

    def doi(self, *tags: str) -> str:
        """Give the first value of some tags that is a DOI, or the address of one."""
        return next((text for tag in tags for text in self.texts(tag) if values.doi(text)), "")

    def url(self, *tags: str) -> str:
        """Give the first web address among the values of some tags."""
        return next((text for tag in tags for text in self.texts(tag) if values.url(text)), "")

    def prose(self, *tags: str) -> str:
        """Give the longest value of some tags that reads like an abstract, where it stands among notes of all kinds."""
        return max(filter(_is_prose, self.texts(*tags)), key=len, default="")


@dataclass(frozen=True, slots=True)
class Dialect:
    """A dialect.

    Attributes:
        name: As messages say it.
        suffixes: In lower case, with the dot.
        sniff: Tells from a text's beginning, its lines ended by line feeds, whether it is of this dialect.
        parse: Reads a line's tag, given the record at hand; None where it has none.
        begins: Tells whether a tag begins the next record, given the record at hand and whether a blank line precedes.
        pairs: Reads a record's fields under the names of :mod:`kg.read.fields`.
        kept: The tags that are read.
        titles: The tags of titles.
        keys: The tags of what a record is called in its file only.
        types: The tags of the type of publication.
        end: The tag that ends a record; "" where nothing does.
        start: The tag that begins one; "" where any does.
        headers: The tags that may stand outside records.
    """

    name: str
    suffixes: tuple[str, ...]
    sniff: Callable[[str], Match]
    parse: Callable[[str, Record | None], Tagged | None]
    begins: Callable[[Tagged, Record, bool], bool]
    pairs: Callable[[Record], Iterator[tuple[str, object]]]
    kept: frozenset[str]
    titles: frozenset[str]
    keys: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    end: str = ""
    start: str = ""
    headers: frozenset[str] = frozenset()


def _unfold(lines: list[str], *, whole_words: bool) -> str:
    if len(lines) == 1:
        return lines[0].strip()
    parts: list[str] = []
    for line in lines:
        if not line:
            parts.append("\n\n")
        else:
            before = parts[-1] if parts else "\n\n"
            after_hyphen = whole_words and _HYPHEN_AT_FOLD.search(before) and not _SUSPENDED.match(line)
            parts.append(line if before == "\n\n" or after_hyphen else " " + line)
    return "".join(parts).strip()


def _is_prose(text: str) -> bool:
    """Tell running text from what else notes hold: counts, addresses, names, ids."""
    words = _TAGS.sub(" ", text).split()
    if len(words) < _FEWEST_WORDS or "@" in text:
        return False
    in_lower_case = sum(word[0].islower() for word in words)
    sentences = len(_SENTENCE_END.findall(text))
    return in_lower_case > 0.6 * len(words) and sentences > 1 and text.count(";") + text.count(":") <= sentences
