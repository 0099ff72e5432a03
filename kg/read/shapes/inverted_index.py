"""Abstracts kept as an inverted index, words with the places where they stand, as OpenAlex and the Academic Graph have them."""

from __future__ import annotations

import json
from operator import itemgetter

from kg.read.values import text

LONGEST = 20_000
"""Characters of an abstract; what is longer is a paper's text, or its list of references, taken for one."""
CUT = "abstract cut"

_MOST_DIGITS = 9


def restore(index: object) -> tuple[str, list[tuple[str, str]]]:
    """Put the words of an inverted index into their order.

    Places that no word claims are left out, words that claim one place both stand, and what comes after
    :data:`LONGEST` characters is cut. The cost depends on the number of places alone, not on how large they are.

    Args:
        index: Words and the lists of their places, also as JSON text.

    Returns:
        The text, and a note if it was cut.

    >>> restore({"is": ["0", "3"], "it": ["1"], "so": ["9"]})
    ('is it is so', [])
    """
    if isinstance(index, str):
        index = _decode(index)
    if not isinstance(index, dict):
        return "", []
    placed = [(place, word) for word, places in index.items() for place in _places(places)]
    placed.sort(key=itemgetter(0))
    whole = " ".join(word for _, word in placed)
    if len(whole) <= LONGEST:
        return whole, []
    end = whole.rfind(" ", 0, LONGEST + 1)
    detail = f"of its {len(whole):,} characters the first {LONGEST:,} are used: no abstract is so long"
    return whole[: end if end > 0 else LONGEST], [(CUT, detail)]


def _decode(index: str) -> object:
    try:
        return json.loads(index)
    except (ValueError, RecursionError):
        return None


def _places(places: object) -> list[int]:
    """Read the places of one word; what is no place is left out."""
    several = places if isinstance(places, list) else [places]
    texts = dict.fromkeys(place if isinstance(place, str) else text(place) for place in several)
    return [int(place) for place in texts if len(place) <= _MOST_DIGITS and place.isdecimal()]
