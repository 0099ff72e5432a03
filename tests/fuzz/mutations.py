"""Damage: bytes and tokens deleted, doubled, swapped, spliced, nested, cut off and replaced."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.fuzz.entries import ODD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

_TOKEN = re.compile(rb"\w+|\s+|<[^<>]{0,200}>|\"[^\"]{0,200}\"|[^\w\s]", re.DOTALL)
_NUMBER = re.compile(rb"\d+")
_LARGEST = 1 << 18

_PIECES = (
    *(piece.encode() for piece in ODD),
    *(
        b"\x00",
        b"\xff",
        b"\xff\xfe",
        b"\xfe\xff",
        b"\xef\xbb\xbf",
        b"\xe9",
        b"\x81",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xc0\x80",
    ),
    *(
        b'"\\ud800"',
        b'"\\u0000"',
        b"1e400",
        b"-1e-400",
        b"NaN",
        b"null",
        b"true",
        b"[]",
        b"{}",
        b"[[",
        b"{{",
        b'{"',
        b'":',
        b"],",
        b"/*",
    ),
    *(
        b"<",
        b">",
        b"</",
        b"/>",
        b"<!--",
        b"-->",
        b"<![CDATA[",
        b"]]>",
        b"<!DOCTYPE x [<!ENTITY a 'b'>]>",
        b"&a;",
        b"<?xml?>",
        b"xmlns=''",
    ),
    *(b"\r", b"\n", b"\r\n", b"\n\n", b"\t", b"\x1a", b"\x0b", b"\x85", b"\xe2\x80\xa8", b" " * 70, b"\n" * 40),
)
_REPEATED = (
    b"[",
    b"{",
    b'{"a":',
    b"<a>",
    b"<p>",
    b"(",
    b"\\",
    b'"',
    b"{\\bf ",
    b"$",
    b"&amp;",
    b"a ",
    b"\xcc\x81",
    b"- ",
    b"#",
    b"*",
    b"_",
    b"`",
    b"|",
)


def _span(rng: Random, data: bytes, longest: int = 400) -> tuple[int, int]:
    start = rng.randint(0, len(data))
    return start, min(len(data), start + rng.randint(1, longest))


def _tokens(rng: Random, data: bytes) -> list[tuple[int, int]]:
    """Find tokens in a window: all of a large document would take longer than reading it."""
    start, _ = _span(rng, data)
    return [token.span() for token in _TOKEN.finditer(data, start, start + 2000)]


def _delete(rng: Random, data: bytes) -> bytes:
    start, end = _span(rng, data, rng.choice((1, 4, 40, 400)))
    return data[:start] + data[end:]


def _double(rng: Random, data: bytes) -> bytes:
    start, end = _span(rng, data)
    times = rng.choice((1, 1, 2, 50))
    at = rng.choice((start, rng.randint(0, len(data))))
    return data[:at] + data[start:end] * times + data[at:]


def _insert(rng: Random, data: bytes) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(_PIECES) + data[at:]


def _replace(rng: Random, data: bytes) -> bytes:
    start, end = _span(rng, data, 8)
    return data[:start] + rng.choice(_PIECES) + data[end:]


def _flip(rng: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _set(rng: Random, data: bytes) -> bytes:
    if not data:
        return data
    at = rng.randrange(len(data))
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def _truncate(rng: Random, data: bytes) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] if rng.random() < 0.8 else data[at:]


def _delete_token(rng: Random, data: bytes) -> bytes:
    if not (tokens := _tokens(rng, data)):
        return data
    start, end = rng.choice(tokens)
    return data[:start] + data[end:]


def _swap_tokens(rng: Random, data: bytes) -> bytes:
    tokens = _tokens(rng, data)
    if len(tokens) < 2:
        return data
    (a, b), (c, d) = sorted(rng.sample(tokens, 2))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def _copy_token(rng: Random, data: bytes) -> bytes:
    sources, targets = _tokens(rng, data), _tokens(rng, data)
    if not sources or not targets:
        return data
    (a, b), (c, d) = rng.choice(sources), rng.choice(targets)
    return data[:c] + data[a:b] + data[d:]


def _change_number(rng: Random, data: bytes) -> bytes:
    numbers = list(_NUMBER.finditer(data, rng.randint(0, len(data))))[:100]
    if not numbers:
        return data
    start, end = rng.choice(numbers).span()
    new = rng.choice((b"1e400", b"-1", b"0", b"9" * 30, b"9" * 5000, b"1.5", b"", b"NaN", b"2021", "٣".encode()))
    return data[:start] + new + data[end:]


def _repeat(rng: Random, data: bytes) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(_REPEATED) * rng.choice((10, 10, 300, 300, 5000)) + data[at:]


def _line(rng: Random, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    if len(lines) < 2:
        return data
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    how = rng.random()
    if how < 0.3:
        del lines[first]
    elif how < 0.6:
        lines[first], lines[second] = lines[second], lines[first]
    else:
        lines.insert(first, lines[second])
    return b"".join(lines)


_MUTATIONS: tuple[Callable[[Random, bytes], bytes], ...] = (
    *(_delete, _double, _insert, _insert, _replace, _flip, _set, _truncate),
    *(_delete_token, _swap_tokens, _copy_token, _change_number, _repeat, _line),
)


def mutate(rng: Random, data: bytes, others: Sequence[bytes] = ()) -> bytes:
    """Damage a document in a few places.

    Args:
        rng: What chooses.
        data: The document.
        others: Documents of which a part may come in.
    """
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        if others and rng.random() < 0.1:
            other = rng.choice(others)
            start, end = _span(rng, other, 3000)
            at = rng.randint(0, len(data))
            data = data[:at] + other[start:end] + data[at + rng.choice((0, end - start)) :]
        else:
            data = rng.choice(_MUTATIONS)(rng, data)
        data = data[:_LARGEST]
    return data


def pump(rng: Random, data: bytes, size: int) -> tuple[bytes, bytes]:
    """Repeat a part of a document until it has a size, and twice that: what takes more than linear time shows."""
    start, end = _span(rng, data, rng.choice((1, 2, 4, 12, 60, 600)))
    if rng.random() < 0.3:
        middle = rng.choice((*_PIECES, *_REPEATED))
    elif rng.random() < 0.5 and (tokens := _tokens(rng, data)):
        start, end = rng.choice(tokens)
        middle = data[start:end]
    else:
        middle = data[start:end]
    times = max(1, size // max(1, len(middle)))
    keep = data[start:] if rng.random() < 0.5 else data[end:]
    return data[:start] + middle * times + keep, data[:start] + middle * (2 * times) + keep
