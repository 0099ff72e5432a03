"""Identifiers: the one place where names become parts of IRIs."""

from __future__ import annotations

from urllib.parse import quote

BASE_IRI = "https://w3id.org/kg-papers/"
ONTOLOGY_IRI = "https://w3id.org/kg-papers/ontology#"

_ESCAPES = str.maketrans({" ": "_", "_": "~_", "~": "~~"})


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
