"""Parquet: rows of texts, lists, maps, numbers and dates."""

from __future__ import annotations

import datetime
import decimal
import io
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyarrow import parquet

from tests.fuzz.forms.contract import Form

if TYPE_CHECKING:
    from random import Random

    from tests.fuzz.entries import Entry


def _clean(value: Any) -> Any:
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _pack(columns: dict[str, Any], rng: Random) -> bytes:
    file = io.BytesIO()
    parquet.write_table(
        pa.table(columns),
        file,
        compression=rng.choice(("none", "snappy", "gzip", "zstd")),
        row_group_size=rng.choice((1, 2, 1000)),
        use_dictionary=rng.random() < 0.5,
        data_page_version=rng.choice(("1.0", "2.0")),
    )
    return file.getvalue()


def _plain(entries: list[Entry], rng: Random) -> bytes:
    columns: dict[str, Any] = {
        "Title": [_clean(e.title) for e in entries],
        "Abstract": [_clean(e.abstract) or None for e in entries],
        "Authors": [[_clean(f"{g} {f}") for g, f in e.authors] for e in entries],
        "Year": [
            float(e.year) if e.year.isascii() and e.year.isdigit() and len(e.year) < 6 else float("nan")
            for e in entries
        ],
        "DOI": [_clean(e.doi) for e in entries],
        "Published": [datetime.date(2020, 1, 2)] * len(entries),
        "price": [decimal.Decimal("1.5")] * len(entries),
        "blob": [b"\xff\x00"] * len(entries),
        "embedding": [[0.5, 1.5]] * len(entries),
        "nested": [{"a": [1, 2], "b": {"c": "x"}}] * len(entries),
    }
    return _pack(columns, rng)


def _shape(entries: list[Entry], rng: Random) -> bytes:
    columns = {
        "id": [f"https://openalex.org/W{n}" for n, _ in enumerate(entries)],
        "title": [_clean(e.title) for e in entries],
        "abstract_inverted_index": pa.array(
            [[(_clean(word), [n]) for n, word in enumerate(e.abstract.split(" "))] for e in entries],
            pa.map_(pa.string(), pa.list_(pa.int64())),
        ),
    }
    return _pack(columns, rng)


FORMS = (Form("parquet", (".parquet", ".pq", ""), _plain), Form("parquet-openalex", (".parquet",), _shape))
