"""The formats that can be read. A new one is a module with a ``READER`` and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.read import (
    acl_xml,
    arxiv_atom,
    bibtex,
    dblp,
    endnote_xml,
    jats,
    json_document,
    json_lines,
    lists,
    markdown,
    mods,
    oai,
    parquet,
    pubmed_xml,
    table,
    tagged,
    tei,
    yaml_records,
    zotero_rdf,
)
from kg.read.contract import Match
from kg.read.record import excerpt
from kg.read.xml_head import describe_root

if TYPE_CHECKING:
    from kg.read.contract import Reader

READERS: tuple[Reader, ...] = (
    json_document.READER,
    json_lines.READER,
    acl_xml.READER,
    pubmed_xml.READER,
    endnote_xml.READER,
    tei.READER,
    jats.READER,
    arxiv_atom.READER,
    oai.READER,
    mods.READER,
    dblp.READER,
    zotero_rdf.READER,
    bibtex.READER,
    *tagged.READERS,
    table.READER,
    yaml_records.READER,
    markdown.READER,
    lists.READER,
    parquet.READER,
)
"""Where several formats are equally sure, and suffixes do not tell, the first one reads: special before general."""

_LOOK_AT = 2000
_LONGEST = 60


def known_formats() -> str:
    """List the formats for messages, those of XML together.

    >>> known_formats()[:18], known_formats()[-24:]
    ('JSON, JSON Lines, ', 'OAI-PMH, MODS, and DBLP)')
    """
    xml = [reader.name for reader in READERS if ".xml" in reader.suffixes]
    others = [reader.name for reader in READERS if reader.name not in xml]
    *first, last = [name.removesuffix(" XML") for name in xml]
    return f"{', '.join(others)}, XML ({', '.join(first)}, and {last})"


def describe_beginning(head: str) -> str:
    r"""Say what an unknown text is, or begins with, for messages.

    >>> describe_beginning("<?xml version='1.0'?><playlist/>"), describe_beginning("\n fn  main() {}")
    ('XML with the root element <playlist>', 'it begins with "fn main() {}"')
    """
    if root := describe_root(head):
        return root
    line = next((words for line in head[:_LOOK_AT].splitlines() if (words := " ".join(line.split()))), "")
    shown = excerpt("".join(filter(str.isprintable, line)))
    return f'it begins with "{shown[:_LONGEST]}{"…" * (len(shown) > _LONGEST)}"' if shown else "it is blank"


def detect(head: str, suffix: str) -> Reader | None:
    """Tell the format of a text from its beginning; the suffix only breaks ties, and makes no XML anything else."""

    def rank(reader: Reader) -> tuple[Match, bool]:
        return reader.sniff(head), suffix.lower() in reader.suffixes

    best = max((reader for reader in READERS if not reader.binary), key=rank)
    match, named = rank(best)
    if match is Match.POSSIBLE and named and not describe_root(head):
        return best
    return best if match is Match.CERTAIN else None
