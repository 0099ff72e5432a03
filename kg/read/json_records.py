"""Which of the values of a JSON text are records: wrappers are looked through, however they are named and nested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.read import json_columns
from kg.read.contract import MAX_RECORD
from kg.read.fields import field_of, texts_among
from kg.read.json_stream import CUT, JsonError, JsonStream
from kg.read.lines import TOO_LONG
from kg.read.shapes import csl, shape_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kg.read.json_stream import Text

_COLLECTIONS = frozenset(
    {
        *("papers", "results", "items", "records", "articles", "publications", "works", "entries", "entry"),
        *("documents", "submissions"),
    }
)
"""Arrays that hold records, also where the object around them has a title itself."""

_WRAPPERS = _COLLECTIONS | {"data", "docs", "notes", "rows", "hits", "recommendedpapers"}
_NOT_RECORDS = frozenset(
    {
        *("authors", "author", "authorships", "editors", "reviewers", "reviews", "replies", "comments", "revisions"),
        *("references", "reference", "citations", "citation", "bibliography", "bib_entries", "related", "affiliations"),
        *("titles", "title", "abstracts", "abstract"),
        *("journal", "venue", "source", "conference", "publisher", "container"),
    }
)
"""What may have titles, but is part of a record or about one; also where its name ends in *_list*."""

_PAPERS = frozenset({"paper", "article", "submission", "publication", "work", "bib", "citedpaper", "citingpaper"})
"""Names of the one object that is the record, whatever is said about it beside it."""

_DEPTH = 5
"""Wrappers around wrappers."""
_LONGEST_NUMBER = 5
"""Digits of what counts the rows of a table, and is no id."""
_LOOK_AT = 50
"""Members and items in which a record is looked for: where there is none among these, there is none."""


def stream_records(text: Text, *, limit: int = MAX_RECORD) -> Iterator[object]:
    """Yield the records of a JSON text: the items of an array, also of one that is wrapped in objects, or the object itself.

    Several values after one another are read as if they were one array. An item that is too long, too deep or malformed,
    but ends, comes as the error that it is.

    Raises:
        JsonError: The text is malformed or cut short; the records before that place have been yielded.

    >>> import io
    >>> list(stream_records(io.StringIO('{"count": 1, "results": [{"title": "A"}]}')))
    [{'title': 'A'}]
    """
    stream = JsonStream(text, limit=limit)
    while stream.peek():
        if stream.accept("["):
            yield from _stream_items(stream)
        elif stream.accept("{"):
            yield from _stream_object(stream)
        elif not stream.accept(","):
            yield stream.value()


def expand(value: object, depth: int = 0) -> Iterable[object]:
    """Find the records in a decoded value: itself, unless it is a wrapper.

    >>> expand({"title": "A", "abstract": "We."})
    ({'title': 'A', 'abstract': 'We.'},)
    >>> list(expand({"message": {"total": "1", "items": [{"title": "A"}]}}))
    [{'title': 'A'}]
    >>> list(expand({"W1": {"title": "A"}, "W2": {"title": "B"}}))
    [{'id': 'W1', 'title': 'A'}, {'id': 'W2', 'title': 'B'}]
    """
    if isinstance(value, dict):
        if rows := json_columns.rows_of(value):
            return rows
        whole = ("abstract" in value and "title" in value) or depth > _DEPTH or is_record(value)
        return (value,) if whole else _expand_object(value, depth)
    if isinstance(value, list) and depth <= _DEPTH and _holds_records(value):
        return (record for item in value for record in expand(item, depth + 1))
    return (value,)


def is_record(members: Mapping[str, object]) -> bool:
    """Tell a record by its shape, or by having a title or an abstract, be they empty."""
    texts = _texts(members)
    if len(texts) == 2 or shape_of(members):
        return True
    return bool(texts) and not any(
        name.casefold() in _COLLECTIONS and _holds_records(value) for name, value in members.items()
    )


def _is_whole(members: Mapping[str, object]) -> bool:
    return len(_texts(members)) == 2 or shape_of(members) is not None


def _texts(members: Mapping[str, object]) -> frozenset[str]:
    return texts_among(tuple(members))


def _expand_object(members: dict[str, object], depth: int) -> Iterator[object]:
    inner = [(name, value) for name, value in _inside(members) if _holds_records(value)]
    if not inner:
        yield from _bibliography(members) or (members,)
    elif papers := [each for name, each in inner if name.casefold() in _PAPERS and isinstance(each, dict)]:
        for paper in papers:
            yield from expand(paper, depth + 1)
    elif _are_records(list(members.values())):
        for name, value in members.items():
            yield from _expand_keyed(name, value, depth + 1)
    else:
        listed = any(name.casefold() in _COLLECTIONS and isinstance(value, list) for name, value in inner)
        for _, value in inner:
            if not (listed and isinstance(value, dict) and is_record(value)):  # it is about the list
                yield from expand(value, depth + 1)


def _bibliography(members: Mapping[str, object]) -> Sequence[object]:
    """Give the items that Pandoc's metadata list under *references*, which elsewhere are what a paper cites."""
    items = members.get("references")
    is_one = isinstance(items, list) and any(isinstance(item, dict) and csl.fits(item) for item in items[:_LOOK_AT])
    return items if is_one and isinstance(items, list) else ()


def _are_records(values: list[object]) -> bool:
    """Tell several objects, half of which are records: the others are records that lack something, no header."""
    return (
        len(values) > 1
        and all(isinstance(value, dict) for value in values)
        and 2 * sum(isinstance(value, dict) and is_record(value) for value in values) >= len(values)
    )


def _expand_keyed(name: str, value: object, depth: int) -> Iterable[object]:
    """Expand a member of an object that holds records by their ids."""
    if not isinstance(value, dict) or shape_of(value) or not is_record(value):
        return expand(value, depth)
    numbered = name.isdecimal() and len(name) <= _LONGEST_NUMBER
    named = numbered or any((found := field_of(key)) and found[0] == "id" for key in value)
    return (value if named else {"id": name, **value},)


def _inside(members: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield the members that are objects, or arrays of such."""
    for name, value in members.items():
        if not _is_part(name) and (
            isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value))
        ):
            yield name, value


def _is_part(name: str) -> bool:
    return name.casefold().removesuffix("_list") in _NOT_RECORDS


def _holds_records(value: object, depth: int = 0) -> bool:
    if isinstance(value, list):
        return any(_holds_records(item, depth) for item in value[:_LOOK_AT])
    if not isinstance(value, dict):
        return False
    return is_record(value) or (
        depth < _DEPTH and any(_holds_records(inner, depth + 1) for _, inner in list(_inside(value))[:_LOOK_AT])
    )


def _stream_items(stream: JsonStream, depth: int = 0) -> Iterator[object]:
    """Yield the records of an array that is open."""
    more = stream.peek() != "]"
    while more:
        try:
            value = stream.value()
        except JsonError as error:
            yield from _stream_beyond(stream, error, depth)
        else:
            yield from expand(value)
        more = stream.accept_comma() or stream.peek() == "{"
    _close(stream, "]", lost=False)


def _stream_beyond(stream: JsonStream, error: JsonError, depth: int) -> Iterator[object]:
    """Look into a value that is too long for one record; step over one that cannot be read."""
    wrapper = error.reason == TOO_LONG and depth < _DEPTH
    if wrapper and stream.accept("["):
        yield from _stream_items(stream, depth + 1)
    elif wrapper and stream.accept("{"):
        yield from _stream_object(stream, depth + 1)
    elif error.reason != CUT and stream.skip():
        yield error
    else:
        error.lost = bool(stream.peek()) or error.reason != CUT
        raise error


def _stream_object(stream: JsonStream, depth: int = 0) -> Iterator[object]:
    """Yield the records of an object that is open, as soon as it is clear that it is a wrapper."""
    members: dict[str, object] = {}
    opened: list[str] = []
    start = stream.offset()
    while not stream.accept("}"):
        try:
            array = _read_member(stream, members, start)
        except JsonError as error:
            if error.reason != TOO_LONG or stream.peek() not in {"{", "["} or is_record(members):
                yield from _give_up(stream, error)
                return
            opened.append("")
            yield from _stream_beyond(stream, error, depth)
        else:
            if array:
                opened.append(array.casefold())
                yield from _stream_items(stream, depth + 1)
            elif _is_keyed(members) and not opened:
                yield from _stream_keyed(stream, members, depth)
                return
        start = stream.offset() if opened else start
        if not stream.accept(","):
            _close(stream, "}", lost=not opened)
            break
    if not opened or _is_whole(members) or (is_record(members) and _COLLECTIONS.isdisjoint(opened)):
        yield from expand(members)


def _read_member(stream: JsonStream, members: dict[str, object], start: int) -> str:
    """Read a member, unless it is an array of records: that is only opened, and its name returned."""
    name = stream.key()
    if _is_wrapper(stream, name, members):
        stream.expect("[")
        return name
    members[name] = stream.value()
    if stream.offset() - start > stream.limit:
        raise stream.too_long()
    return ""


def _stream_keyed(stream: JsonStream, members: Mapping[str, object], depth: int) -> Iterator[object]:
    """Yield the records of an object that holds them by their ids, of which the first are read."""
    for name, value in members.items():
        yield from _expand_keyed(name, value, 0)
    while stream.accept(",") and stream.peek() != "}":
        name = stream.key()
        try:
            value = stream.value()
        except JsonError as error:
            yield from _stream_beyond(stream, error, depth)
        else:
            yield from _expand_keyed(name, value, 0)
    _close(stream, "}", lost=False)


def _is_wrapper(stream: JsonStream, name: str, before: Mapping[str, object]) -> bool:
    """Tell whether an array of records comes next, by its name, its beginning and what the object holds before it."""
    folded = name.casefold()
    if folded not in _WRAPPERS or stream.peek() != "[" or stream.peek_inside() not in {"{", "[", "n"}:
        return False
    if json_columns.NAMES in before and stream.peek_inside() == "[":
        return False
    return not is_record(before) or (folded in _COLLECTIONS and not _is_whole(before))


def _is_keyed(members: Mapping[str, object]) -> bool:
    """Tell from the first two members whether an object holds records by their ids."""
    return len(members) == 2 and all(
        isinstance(value, dict) and is_record(value) and not _is_part(name) and name.casefold() not in _PAPERS
        for name, value in members.items()
    )


def _give_up(stream: JsonStream, error: JsonError) -> Iterator[object]:
    """Step over the rest of an object that is open and cannot be read."""
    if error.reason == CUT or not stream.skip(depth=1):
        raise error
    yield error


def _close(stream: JsonStream, bracket: str, *, lost: bool) -> None:
    try:
        stream.expect(bracket)
    except JsonError as error:
        error.lost = lost or bool(stream.peek())
        raise
