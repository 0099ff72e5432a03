"""Zotero RDF: items, journals, attachments, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from tests.fuzz.entries import SECRET
from tests.fuzz.forms.contract import Form, encoded

if TYPE_CHECKING:
    from random import Random

    from tests.fuzz.entries import Entry

_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
 xmlns:dcterms="http://purl.org/dc/terms/" xmlns:bib="http://purl.org/net/biblio#" xmlns:foaf="http://xmlns.com/foaf/0.1/"
 xmlns:link="http://purl.org/rss/1.0/modules/link/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/">
"""


def _write(entries: list[Entry], rng: Random) -> bytes:
    return encoded(_HEAD + "".join(_item(entry, number, rng) for number, entry in enumerate(entries)) + "</rdf:RDF>\n")


def _item(entry: Entry, number: int, rng: Random) -> str:
    if entry.kind == "other":
        return f'<bib:Memo rdf:about="#item_{number}"><rdf:value>&lt;p&gt;{SECRET}&lt;/p&gt;</rdf:value></bib:Memo>\n'
    if entry.kind == "rejected":
        return (
            f'<z:Attachment rdf:about="#item_{number}"><z:itemType>attachment</z:itemType>'
            f'<rdf:resource rdf:resource="files/{SECRET}.pdf"/><dc:title>Full Text</dc:title></z:Attachment>\n'
        )
    people = "".join(
        f"<rdf:li><foaf:Person><foaf:surname>{escape(f)}</foaf:surname><foaf:givenName>{escape(g)}</foaf:givenName>"
        "</foaf:Person></rdf:li>"
        for g, f in entry.authors
    )
    inner = (
        f"<dc:title>{escape(entry.venue)}</dc:title><dc:identifier>DOI {escape(entry.doi)}</dc:identifier>"
        "<dc:identifier>ISSN 1234-5678</dc:identifier>"
    )
    beside = ""
    if rng.random() < 0.5:
        journal = f"<dcterms:isPartOf><bib:Journal>{inner}</bib:Journal></dcterms:isPartOf>"
    else:
        journal = f'<dcterms:isPartOf rdf:resource="urn:issn:{number}"/>'
        beside = f'<bib:Journal rdf:about="urn:issn:{number}">{inner}</bib:Journal>\n'
    subjects = "".join(f"<dc:subject>{escape(word)}</dc:subject>" for word in entry.keywords)
    node = rng.choice(("bib:Article", "rdf:Description", "bib:Book"))
    about = quoteattr(entry.url or f"#item_{number}")
    item = (
        f"<{node} rdf:about={about}><z:itemType>journalArticle</z:itemType>{journal}<bib:authors><rdf:Seq>{people}</rdf:Seq>"
        f"</bib:authors><link:link rdf:resource='#item_9'/>{subjects}<dc:title>{escape(entry.title)}</dc:title>"
        f"<dcterms:abstract>{escape(entry.abstract)}</dcterms:abstract><dc:date>{escape(entry.year)}</dc:date>"
        f"<dc:description>PMID: {escape(entry.pmid)}\n{SECRET}</dc:description></{node}>\n"
    )
    return rng.choice((item + beside, beside + item))


FORMS = (Form("zotero-rdf", (".rdf", ".xml", ""), _write),)
