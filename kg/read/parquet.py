"""Parquet: rows are records, with columns by the names of the CSV reader or in a shape that JSON records have.

pyarrow reads it, and is asked for only when there is such a file (the extra ``parquet``): it is larger than everything
else that reading needs. Rows are converted one by one, and texts stay in the file's dictionaries until then, so that a
text which a file holds once and repeats a million times is not a million texts.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from kg.errors import InputError
from kg.model import Effect, Paper, Problem
from kg.read.compression import check_ratio
from kg.read.contract import Match, Reader, require_records
from kg.read.json_document import is_stray
from kg.read.record import excerpt
from kg.read.shapes import read_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kg.read.contract import Document

DAMAGED = "damaged Parquet"
MAX_ROWS_PER_BYTE = 10
"""Rows that a file may have for each of its bytes, beyond a million: repeated values take no room in it."""

_BATCH = 256
_BUFFER = 1 << 20
_MILLION = 1_000_000


def sniff(_head: str) -> Match:
    """Tell nothing from text: the signature tells."""
    return Match.NO


def read(document: Document) -> Iterator[Paper | Problem]:
    """Yield the papers and problems of the rows, numbered from 0.

    Raises:
        InputError: pyarrow is not installed, or the file is damaged or has no rows with a title or an abstract.
    """
    try:
        import pyarrow  # noqa: PLC0415  # an extra
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError as error:
        remedy = "Install it: pip install 'kg-papers[parquet]'"
        raise InputError(document.path, "a Parquet file, which needs pyarrow to be read", remedy) from error
    try:
        file = parquet.ParquetFile(document.binary, buffer_size=_BUFFER, pre_buffer=False)
        strings = [field.name for field in file.schema_arrow if _is_text(pyarrow, field.type)]
        columns = [field.name for field in file.schema_arrow if not _is_vector(pyarrow, field.type)]
        file = parquet.ParquetFile(document.binary, buffer_size=_BUFFER, pre_buffer=False, read_dictionary=strings)
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise InputError(
            document.path, f"a Parquet file that cannot be read ({_line(error)})", "Write it again"
        ) from None
    size = document.binary.seek(0, 2) if document.binary else 0
    _check_size(document, file.metadata, size)
    remedy = f"Its columns are: {excerpt(', '.join(columns))}; one must be called title or abstract"
    without = InputError(document.path, "a Parquet file that holds no papers", remedy)
    return require_records(_read(document, file, columns, size), error=without, stray=is_stray)


def _check_size(document: Document, metadata: Any, size: int) -> None:
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    check_ratio(document.path, packed=size, unpacked=sum(group.total_byte_size for group in groups))
    if metadata.num_rows > max(_MILLION, MAX_ROWS_PER_BYTE * size):
        found = f"a Parquet file of more than {MAX_ROWS_PER_BYTE} rows for each of its bytes"
        raise InputError(document.path, found, "Leave out the rows without a paper")


def _read(document: Document, file: Any, columns: list[str], size: int) -> Iterator[Paper | Problem]:
    import pyarrow  # noqa: PLC0415  # an extra

    number = letters = 0
    batches = file.iter_batches(batch_size=_BATCH, columns=columns, use_threads=False)
    while True:
        try:
            batch = next(batches, None)
        except (pyarrow.ArrowException, OSError, ValueError) as error:
            detail = f"{_line(error)}; of {file.metadata.num_rows:,} rows, those from {number:,} on are not read"
            yield Problem(document.source(index=number), DAMAGED, detail, effect=Effect.NOTED)
            return
        if batch is None:
            return
        readers = [(name, _column_reader(pyarrow, batch.column(at))) for at, name in enumerate(batch.schema.names)]
        for row in range(batch.num_rows):
            number += 1
            try:
                members = {name: value_at(row) for name, value_at in readers}
            except pyarrow.ArrowException as error:
                yield Problem(document.source(index=number - 1), DAMAGED, _line(error))
                continue
            letters += sum(len(value) for value in members.values() if isinstance(value, str))
            check_ratio(document.path, packed=size, unpacked=letters)
            source = document.source(index=number - 1)
            yield read_object(members, document=document, source=source, number=number)


def _column_reader(pyarrow: Any, column: Any) -> Callable[[int], object]:
    is_map = pyarrow.types.is_map(column.type)
    return lambda row: _value(column[row], is_map=is_map)


def _value(scalar: Any, *, is_map: bool) -> object:
    try:
        value = scalar.as_py()
        return plain(dict(value or ()) if is_map else value)
    except (UnicodeDecodeError, OverflowError):  # an old encoding, a time beyond the calendar's
        return None


def plain(value: object) -> object:
    """Turn a value into what the JSON reader would give for it: numbers are text, and what is no number is missing.

    >>> plain({"year": 2024.0, "score": float("nan"), "date": date(2024, 1, 31), "ids": (7, b"x")})
    {'year': '2024', 'score': None, 'date': '2024-01-31', 'ids': ['7', 'x']}
    """
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, float):
        if value != value:  # noqa: PLR0124  # NaN
            return None
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, int | Decimal):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return str(value)


def _is_text(pyarrow: Any, kind: Any) -> bool:
    return bool(pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind))


def _is_vector(pyarrow: Any, kind: Any) -> bool:
    """Tell embeddings, which are longer than all else in a row."""
    types = pyarrow.types
    is_list = types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
    return bool(is_list and types.is_floating(kind.value_type))


def _line(error: Exception) -> str:
    """Give the first line of a library's message."""
    return str(error).partition("\n")[0][:200].rstrip(". ")


READER = Reader("Parquet", (".parquet", ".pq"), sniff, read, b"PAR1")
