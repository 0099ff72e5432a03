"""Identifiers: the one place where names become parts of IRIs."""

from __future__ import annotations

import re
from urllib.parse import quote

BASE_IRI = "https://w3id.org/kg-papers/"
ONTOLOGY_IRI = "https://w3id.org/kg-papers/ontology#"
VOCABULARY_IRI = "https://w3id.org/kg-papers/vocabulary/"

_ESCAPES = str.maketrans({" ": "_", "_": "~_", "~": "~~"})


_BASE = re.compile(r"https?://(?:[A-Za-z0-9._~:/@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+/")


def check_base(iri: str) -> str:
    """Return an IRI under which others can be named.

    Raises:
        ValueError: It is no http or https IRI that ends with ``/`` and has neither query nor fragment: fragments name
            the parts of a paper.

    >>> check_base("https://example.org/kg/")
    'https://example.org/kg/'
    """
    if not _BASE.fullmatch(iri):
        message = (
            f"{iri!r} is no base IRI: give one of http or https that ends with / and holds no ? or #, like {BASE_IRI}"
        )
        raise ValueError(message)
    return iri


def mint(name: str) -> str:
    """Turn any name into a segment of an IRI; different names give different segments.

    A space becomes ``_``; a real ``_`` or ``~`` is marked by a ``~`` before it, as is a leading ``.`` (a segment
    ``..`` would climb a folder); what is left outside ``A–Z a–z 0–9 - . _ ~`` is percent-encoded in UTF-8.

    Raises:
        ValueError: The name is empty.

    >>> mint("large language model"), mint("α-CROWN"), mint("C++"), mint("a_b")
    ('large_language_model', '%CE%B1-CROWN', 'C%2B%2B', 'a~_b')
    """
    if not name:
        raise ValueError("an empty name cannot become an identifier")
    escaped = name.translate(_ESCAPES)
    if escaped.startswith("."):
        escaped = "~" + escaped
    return quote(escaped, safe="", errors="surrogatepass")
