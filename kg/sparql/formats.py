"""The formats of results, and which of them suit which form of query."""

from __future__ import annotations

from enum import StrEnum

import pyoxigraph as ox


class QueryForm(StrEnum):
    """What a query asks for (SPARQL 1.1, section 16)."""

    SELECT = "SELECT"
    ASK = "ASK"
    CONSTRUCT = "CONSTRUCT"
    DESCRIBE = "DESCRIBE"

    @property
    def gives_triples(self) -> bool:
        """Whether the result is a graph."""
        return self in {QueryForm.CONSTRUCT, QueryForm.DESCRIBE}


class Format(StrEnum):
    """A format of results: the first four for rows and truth values, the others for triples."""

    JSON = "json"
    XML = "xml"
    CSV = "csv"
    TSV = "tsv"
    TURTLE = "ttl"
    N_TRIPLES = "nt"
    JSON_LD = "jsonld"
    RDF_XML = "rdfxml"

    @property
    def media_type(self) -> str:
        """The name of the format on the web.

        >>> Format.JSON.media_type
        'application/sparql-results+json'
        """
        return (_ROWS.get(self) or _TRIPLES[self]).media_type

    @property
    def for_rows(self) -> ox.QueryResultsFormat:
        """The engine's name for a format of rows."""
        return _ROWS[self]

    @property
    def for_triples(self) -> ox.RdfFormat:
        """The engine's name for a format of triples."""
        return _TRIPLES[self]

    @classmethod
    def for_form(cls, form: QueryForm) -> tuple[Format, ...]:
        """The formats that suit a form of query, the usual one first.

        >>> [str(format) for format in Format.for_form(QueryForm.ASK)]
        ['json', 'xml', 'csv', 'tsv']
        """
        return tuple(_TRIPLES if form.gives_triples else _ROWS)

    @classmethod
    def from_media_type(cls, media_type: str, form: QueryForm) -> Format | None:
        """The format of a media type among those that suit the form; None where none does.

        Parameters such as ``charset`` make no difference; ``application/json`` and the like count as the format that
        they are the syntax of.

        >>> Format.from_media_type("text/turtle; charset=utf-8", QueryForm.CONSTRUCT)
        <Format.TURTLE: 'ttl'>
        """
        bare = media_type.partition(";")[0].strip()
        if form.gives_triples:
            triples = ox.RdfFormat.from_media_type(bare)
            return next((own for own, engine in _TRIPLES.items() if engine == triples), None)
        rows = ox.QueryResultsFormat.from_media_type(bare)
        return next((own for own, engine in _ROWS.items() if engine == rows), None)


_ROWS = {
    Format.JSON: ox.QueryResultsFormat.JSON,
    Format.XML: ox.QueryResultsFormat.XML,
    Format.CSV: ox.QueryResultsFormat.CSV,
    Format.TSV: ox.QueryResultsFormat.TSV,
}
_TRIPLES = {
    Format.TURTLE: ox.RdfFormat.TURTLE,
    Format.N_TRIPLES: ox.RdfFormat.N_TRIPLES,
    Format.JSON_LD: ox.RdfFormat.JSON_LD,
    Format.RDF_XML: ox.RdfFormat.RDF_XML,
}
