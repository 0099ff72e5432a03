"""An XML text's beginning: its root element, and the entities that its own DTD declares.

What stands before the root (declaration, comments, DOCTYPE) is read here and never reaches a parser. So no DTD is fetched
and no entity can refer to another or to a file, whatever the parser would do with them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_NAME = r"[^\W\d][\w.-]*"
_QUOTED = r"\"[^\"]*+\"|'[^']*+'"
_COMMENT = r"<!--(?:[^-]|-(?!->))*+-->"
_INSTRUCTION = r"<\?(?:[^?]|\?(?!>))*+\?>"
_SPACE = re.compile(rf"(?:[\s\ufeff]|{_COMMENT}|{_INSTRUCTION})*+")
_DOCTYPE = re.compile(
    rf"<!DOCTYPE(?:[^\[\]<>\"']|{_QUOTED})*+"
    rf"(?:\[(?P<subset>(?:[^\]<\"'%]|%|{_COMMENT}|{_INSTRUCTION}|<!(?!--)(?:[^<>\"']|{_QUOTED})*+>)*+)\]\s*+)?>",
    re.IGNORECASE,
)
_ENTITY = re.compile(rf"<!ENTITY\s+({_NAME})\s+(?:\"([^\"]*+)\"|'([^']*+)')\s*>")
_ROOT = re.compile(rf"<(?:(?P<prefix>{_NAME}):)?(?P<name>{_NAME})(?=[\s/>])(?P<attributes>(?:[^<>\"']|{_QUOTED})*+)")
_ATTRIBUTE = re.compile(r"(?<![\w.:-])([^\W\d][\w.:-]*+)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)')")
_LONGEST_VALUE = 100


@dataclass(frozen=True, slots=True)
class Root:
    """The root element of an XML text.

    Attributes:
        name: Its name without a prefix.
        namespace: The URI of its namespace, if any.
        start: Where its tag begins.
        end: Where its tag ends, as far as the beginning holds it.
        attributes: Its attributes by their names as written.
        entities: The entities that the DTD declares to be a few plain characters. Others are not known: one that is made
            of markup or of other entities, or stands in a file, is no text.
    """

    name: str
    namespace: str
    start: int
    end: int
    attributes: dict[str, str] = field(default_factory=dict)
    entities: dict[str, str] = field(default_factory=dict)


def find_root(head: str) -> Root | None:
    """Find the root element in a text's beginning; None where the text does not begin like XML.

    >>> find_root('<?xml version="1.0"?><!-- a --><t:TEI xmlns:t="http://www.tei-c.org/ns/1.0">').namespace
    'http://www.tei-c.org/ns/1.0'
    """
    at = _skip(head, 0)
    entities: dict[str, str] = {}
    if doctype := _DOCTYPE.match(head, at):
        for name, double, single in _ENTITY.findall(doctype["subset"] or ""):
            value = double or single
            if len(value) <= _LONGEST_VALUE and not set(value) & set("&%<"):
                entities.setdefault(name, value)
        at = _skip(head, doctype.end())
    root = _ROOT.match(head, at)
    if not root:
        return None
    attributes = {name: double or single for name, double, single in _ATTRIBUTE.findall(root["attributes"])}
    declared = f"xmlns:{root['prefix']}" if root["prefix"] else "xmlns"
    return Root(root["name"], attributes.get(declared, "").strip(), at, root.end(), attributes, entities)


def _skip(head: str, at: int) -> int:
    space = _SPACE.match(head, at)
    return space.end() if space else at


def describe_root(head: str) -> str:
    """Say what XML a text is, for the message that nothing can read it; nothing where it is none.

    >>> describe_root("<?xml version='1.0'?><playlist/>")
    'XML with the root element <playlist>'
    """
    root = find_root(head)
    if not root or not (root.namespace or head.lstrip("\ufeff \t\r\n").startswith(("<?xml", "<!DOCTYPE"))):
        return ""
    namespace = f" in the namespace {root.namespace[:100]}" if root.namespace else ""
    return f"XML with the root element <{root.name[:100]}>{namespace}"
