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
from kg.read.shapes import SHAPES
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


def known_formats() -> str:
    """List the formats, and the sources whose records are known among JSON, for messages."""
    return f"{', '.join(reader.name for reader in READERS)}; in JSON also {', '.join(shape.name for shape in SHAPES)}"


def detect(head: str, suffix: str) -> Reader | None:
    """Tell the format of a text from its beginning; the suffix only breaks ties, and makes no XML anything else."""

    def rank(reader: Reader) -> tuple[Match, bool]:
        return reader.sniff(head), suffix.lower() in reader.suffixes

    best = max((reader for reader in READERS if not reader.binary), key=rank)
    match, named = rank(best)
    if match is Match.POSSIBLE and named and not describe_root(head):
        return best
    return best if match is Match.CERTAIN else None
