"""Records of an XML file as elements, one at a time, in bounded memory: what all XML formats share.

:mod:`kg.read.xml_scan` cuts the text into records, and each is parsed on its own by the standard library's expat. A
parser of the whole file would end at the first malformed place: lxml in its lenient mode reads on, but drops text without
saying so (names with entities that only a DTD declares are cut: ``J&uuml;rgen`` becomes ``J``). defusedxml guards against
DTDs, which never reach the parser here: what stands before the root element is read by :mod:`kg.read.xml_head`, and a
DOCTYPE within a record is an error. So there are no entities to expand and nothing to fetch, in any version of expat.

HTML's entities are known in every file, whatever its DTD. Text that was never escaped (``AT&T``, ``p < 0.05``) and
characters that XML cannot hold are mended, which is noted. Elements have their names without prefixes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html.entities import html5
from typing import TYPE_CHECKING
from xml.etree.ElementTree import TreeBuilder
from xml.parsers import expat

from kg.errors import InputError
from kg.model import Effect, Problem
from kg.read.contract import MAX_RECORD, require_records
from kg.read.xml_head import find_root
from kg.read.xml_scan import MALFORMED, TOO_LONG, Scanner

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from xml.etree.ElementTree import Element

    from kg.model import Paper
    from kg.read.contract import Document
    from kg.read.xml_scan import Piece

MENDED = "malformed XML, mended"
MAX_TAGS = 500_000
"""Tags that one record may have: a paper of 3,000 authors with all their affiliations has a tenth of that."""

_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)([^\W\d][\w.-]{0,40});")
_BARE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)")
_BARE_LESS = re.compile(r"<(?![\w/:]|!--|!\[CDATA\[|\?)|<(?=\d)")
_REFERENCE = re.compile(r"&#(?:([0-9]+)|x([0-9a-fA-F]+));")
_ODD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Record:
    """A record's element and where it begins."""

    element: Element
    line: int


def read_records(
    document: Document,
    handle: Callable[[Record], Iterable[Paper | Problem]],
    *,
    name: str,
    records: Collection[str],
    containers: Collection[str] = (),
    context: Collection[str] = (),
) -> Iterator[Paper | Problem]:
    """Yield what a format makes of the records of a file.

    Args:
        document: The file.
        handle: Makes a paper or a problem of a record, with notes beside it; of a container nothing.
        name: Of the format, for errors.
        records: Names of the elements that are records.
        containers: Names of the elements around records of which the start tag is wanted, as an empty element.
        context: Names of the elements beside records that are wanted too.

    Raises:
        InputError: The file holds no records.
    """

    def items() -> Iterator[Paper | Problem]:
        for found in stream(document, records=records, containers=containers, context=context):
            if isinstance(found, Problem):
                yield found
            else:
                yield from handle(found)

    remedy = f"Expected are elements {', '.join(f'<{record}>' for record in sorted(records))}"
    error = InputError(document.path, f"{name} that holds no records", remedy)
    return require_records(items(), error=error, stray=lambda problem: problem.effect is Effect.NOTED)


def stream(
    document: Document,
    *,
    records: Collection[str],
    containers: Collection[str] = (),
    context: Collection[str] = (),
    nested: bool = False,
    limit: int = MAX_RECORD,
) -> Iterator[Record | Problem]:
    """Yield a file's records, and what is wanted beside them, as elements; those that cannot be parsed as problems.

    A record that could be mended comes after the problem that says so.
    """
    root = find_root(document.head)
    if not root:
        raise InputError(document.path, "XML without a root element", "Check that the file is complete")
    whole = {*records, *context}
    for piece in Scanner(document.text, root=root, records=whole, containers=containers, nested=nested, limit=limit):
        source = document.source(line=piece.line)
        effect = Effect.SKIPPED if piece.name in records else Effect.NOTED
        if piece.reason:
            yield Problem(source, piece.reason, piece.detail, effect=effect)
            continue
        try:
            element, mended = _parse(piece, root.entities, limit)
        except _UnparsableError as error:
            yield Problem(source, error.reason, str(error), effect=effect)
            continue
        if mended:
            yield Problem(source, MENDED, mended, effect=Effect.NOTED)
        yield Record(element, piece.line)


class _UnparsableError(ValueError):
    def __init__(self, reason: str, detail: str) -> None:
        self.reason = reason
        super().__init__(detail)


def _parse(piece: Piece, entities: Mapping[str, str], limit: int) -> tuple[Element, str]:
    """Parse a record, mended if need be; say what was."""
    if (tags := piece.text.count("<")) > MAX_TAGS:
        raise _UnparsableError(TOO_LONG, f"{tags:,} tags, of which a record has at most {MAX_TAGS:,}")
    unknown: dict[str, None] = {}

    def declare(match: re.Match[str]) -> str:
        name = match[1]
        text = entities.get(name) or html5.get(f"{name};", "")
        if not text:
            unknown[match[0]] = None
        return text or f"&amp;{name};"

    text = piece.text
    if "&" in text:
        longest = max(map(len, entities.values()), default=0)
        if longest and len(text) + longest * text.count("&") > 4 * limit:
            raise _UnparsableError(TOO_LONG, "more entities than a record has")
        text = _ENTITY.sub(declare, text)
    notes = [f"{', '.join(list(unknown)[:5])}: an entity that is not declared, kept as text"] if unknown else []
    try:
        element = _build(text)
    except expat.ExpatError as error:
        try:
            element = _build(_mend(text))
        except expat.ExpatError:
            line = piece.line + error.lineno - 1
            raise _UnparsableError(MALFORMED, f"{expat.errors.messages[error.code]}, in line {line}") from None
        line = piece.line + error.lineno - 1
        notes.append(f"{expat.errors.messages[error.code]}, in line {line}: taken for text")
    return element, "; ".join(notes)


def _build(text: str) -> Element:
    """Parse one element; names lose their prefixes.

    Raises:
        ExpatError: It is not well-formed.
    """
    builder = TreeBuilder()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.Parse(text, True)  # noqa: FBT003 (it takes no keywords)
    root = builder.close()
    for element in root.iter():
        if ":" in element.tag:
            element.tag = element.tag.rpartition(":")[2]
    return root


def _mend(text: str) -> str:
    """Escape what was never escaped, and drop characters that XML cannot hold."""
    text = _REFERENCE.sub(_odd_reference, text)
    text = _BARE_LESS.sub("&lt;", _BARE_AMPERSAND.sub("&amp;", text))
    return _ODD.sub(_replace_odd, text)


def _odd_reference(match: re.Match[str]) -> str:
    digits = (match[1] or match[2]).lstrip("0")
    code = int(digits or "0", 10 if match[1] else 16) if len(digits) <= 7 else 0
    if code > 0x10FFFF:
        return ""
    return _replace_odd(odd) if (odd := _ODD.match(chr(code))) else match[0]


def _replace_odd(match: re.Match[str]) -> str:
    """Name the hyphens that PDF extraction lost as it does elsewhere, so that cleaning restores them."""
    return "(cid:173)" if match[0] == "\x02" else ""
