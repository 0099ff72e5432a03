"""What fails, made smaller: records and values are left out as long as it still fails, or bytes."""

from __future__ import annotations

import time
from dataclasses import fields, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.fuzz.entries import Entry

_KEPT = frozenset({"kind"})
_SHORTEST = {"title": 3}  # a row without anything is no record


def shrink_bytes(data: bytes, fails: Callable[[bytes], bool], *, seconds: float = 60) -> bytes:
    """Leave out parts of a document, large ones first, as long as it fails (Zeller and Hildebrandt's ddmin, 2002)."""
    end = time.monotonic() + seconds
    size = max(1, len(data) // 2)
    while time.monotonic() < end:
        at, smaller = 0, False
        while at < len(data) and time.monotonic() < end:
            shorter = data[:at] + data[at + size :]
            if shorter and fails(shorter):
                data, smaller = shorter, True
            else:
                at += size
        if size == 1 and not smaller:
            break
        size = max(1, size // 2) if not smaller or size > len(data) else size
    return data


def shrink_entries(entries: list[Entry], fails: Callable[[list[Entry]], bool], *, seconds: float = 60) -> list[Entry]:
    """Leave out records, then values, then parts of values, as long as what is written of them fails."""
    end = time.monotonic() + seconds
    again = True
    while again and time.monotonic() < end:
        again = False
        for smaller in _smaller(entries):
            if time.monotonic() > end:
                break
            if smaller and fails(smaller):
                entries, again = smaller, True
                break
    return entries


def _smaller(entries: list[Entry]) -> Iterator[list[Entry]]:
    for number, entry in enumerate(entries):
        if len(entries) > 1:
            yield entries[:number] + entries[number + 1 :]
        for field in fields(entry):
            value = getattr(entry, field.name)
            for less in _less(value) if field.name not in _KEPT else ():
                if len(less) < _SHORTEST.get(field.name, 0):
                    continue
                yield [*entries[:number], replace(entry, **{field.name: less}), *entries[number + 1 :]]


def _less(value: str | list[object]) -> Iterator[str | list[object]]:
    if not value:
        return
    yield value[:0]
    if len(value) > 1:
        half = len(value) // 2
        yield value[:half]
        yield value[half:]
        if len(value) < 40:
            for at in range(len(value)):
                yield value[:at] + value[at + 1 :]
