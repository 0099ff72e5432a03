"""What can go wrong with a query.

* QueryError (a KgError)
  * QuerySyntaxError: it is no SPARQL
  * RefusedQueryError: it asks for what this library does not do: change data, call other servers, read files
  * QueryTimeoutError: its time was over
  * ResultTooLargeError: its result was larger than allowed
  * EngineError: the engine failed on it, most often for want of memory
  * UnknownQueryError: no query goes by a name
"""

from __future__ import annotations

from kg.errors import KgError, printable


class QueryError(KgError):
    """A query that was not answered; the message says what was found and what to do, on one line."""

    def __init__(self, found: str, remedy: str = "") -> None:
        self.found = found
        self.remedy = remedy
        super().__init__(printable(f"{found}." + (f" {remedy}." if remedy else "")))

    def __reduce__(self) -> tuple[type[QueryError], tuple[str, str]]:
        """Let copies and other processes make it from the same parts."""
        return type(self), (self.found, self.remedy)


class QuerySyntaxError(QueryError):
    """A query is no SPARQL, or a parameter does not fit it."""


class RefusedQueryError(QueryError):
    """A query would change data, call another server or read a file."""


class QueryTimeoutError(QueryError):
    """A query was stopped because its time was over."""


class ResultTooLargeError(QueryError):
    """A result was larger than allowed."""


class EngineError(QueryError):
    """The engine failed on a query or ended."""


class UnknownQueryError(QueryError):
    """No named query goes by a name."""
