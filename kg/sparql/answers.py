"""What a query gives."""

from __future__ import annotations

import weakref
from typing import IO, TYPE_CHECKING

import pyoxigraph as ox

from kg.sparql.formats import Format, QueryForm

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

_ROWS = {Format.JSON, Format.XML, Format.TSV}


class Answer:
    """The whole result of a query, in memory or, where it is large, in a temporary file.

    Iterating gives the rows of SELECT, each by the names of its variables, or the triples of CONSTRUCT and DESCRIBE; as
    often as you like.

    Attributes:
        form: The form of the query.
        format: The format that the bytes are in.
        variables: The names of the columns; of a SELECT only.
        boolean: What ASK gives; None for others.
        truncated: Whether rows were cut off.
        size: The number of bytes.
    """

    def __init__(
        self,
        form: QueryForm,
        format: Format,  # noqa: A002 - the word of the specification
        body: IO[bytes],
        *,
        variables: tuple[str, ...] = (),
        boolean: bool | None = None,
        truncated: bool = False,
    ) -> None:
        self.form = form
        self.format = format
        self.variables = variables
        self.boolean = boolean
        self.truncated = truncated
        self._body = body
        self._free = weakref.finalize(self, body.close)
        self.size = body.seek(0, 2)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Free the memory or the file."""
        self._free()

    def read(self) -> bytes:
        """Give the result as bytes."""
        self._body.seek(0)
        return self._body.read()

    def chunks(self, size: int = 1 << 16) -> Iterator[bytes]:
        """Give the result as bytes, piece by piece."""
        at = 0
        while at < self.size:
            self._body.seek(at)
            piece = self._body.read(size)
            at += len(piece)
            yield piece

    def __iter__(self) -> Iterator[ox.QuerySolution] | Iterator[ox.Triple]:
        return self.triples() if self.form.gives_triples else self.rows()

    def rows(self) -> Iterator[ox.QuerySolution]:
        """Give the rows of a SELECT: ``row["name"]`` is a term, or None where the variable has no value.

        Raises:
            ValueError: The query is no SELECT, or the format is CSV, which does not tell terms apart.
        """
        if self.form is not QueryForm.SELECT or self.format not in _ROWS:
            message = f"{self.form} in {self.format} has no rows of terms"
            raise ValueError(message)
        return self._parsed_rows()

    def _parsed_rows(self) -> Iterator[ox.QuerySolution]:
        # A generator, so that what it reads from is kept as long as it is.
        self._body.seek(0)
        found = ox.parse_query_results(self._body, self.format.for_rows)
        assert isinstance(found, ox.QuerySolutions)
        yield from found

    def triples(self) -> Iterator[ox.Triple]:
        """Give the triples of a CONSTRUCT or DESCRIBE.

        Raises:
            ValueError: The query gives none.
        """
        if not self.form.gives_triples:
            message = f"{self.form} gives no triples"
            raise ValueError(message)
        return self._parsed_triples()

    def _parsed_triples(self) -> Iterator[ox.Triple]:
        self._body.seek(0)
        for quad in ox.parse(self._body, self.format.for_triples):
            yield quad.triple
