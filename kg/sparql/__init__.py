"""SPARQL over the exported RDF, read only: engine, named queries, results in every format.

A query runs in a process of its own, which is killed when its time is over; the program that asked lives on.

>>> from kg.sparql import connect
>>> with connect("exports") as graph:
...     graph.query("ASK { ?paper a kg:Paper }").boolean
True
"""

from __future__ import annotations

from kg.sparql.answers import Answer
from kg.sparql.connection import Connection, connect, connect_graph
from kg.sparql.errors import (
    EngineError,
    QueryError,
    QuerySyntaxError,
    QueryTimeoutError,
    RefusedQueryError,
    ResultTooLargeError,
    UnknownQueryError,
)
from kg.sparql.formats import Format, QueryForm
from kg.sparql.named import NamedQuery, named_queries, named_query
from kg.sparql.syntax import query_form

__all__ = [
    "Answer",
    "Connection",
    "EngineError",
    "Format",
    "NamedQuery",
    "QueryError",
    "QueryForm",
    "QuerySyntaxError",
    "QueryTimeoutError",
    "RefusedQueryError",
    "ResultTooLargeError",
    "UnknownQueryError",
    "connect",
    "connect_graph",
    "named_queries",
    "named_query",
    "query_form",
]
