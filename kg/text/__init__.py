"""Raw text of titles and abstracts → clean text.

What publishers, crawlers and PDF extraction leave in a text is undone by small functions, one after the other, until
nothing changes any more. They are cautious: a sign goes only where it is clearly markup, since ``a < b``, ``<MASK>``,
``snake_case``, ``A*`` and ``$5`` are what authors wrote.

Clean text is one line, except that a blank line between paragraphs stays, since it always ends a sentence. A blank line
before a lower-case letter is a page break and goes. Letters keep their form (NFC, not NFKC: ``x²`` is not ``x2``).
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from kg.latex import to_text
from kg.text.characters import compose, repair_encoding, replace_characters
from kg.text.doubled import drop_doubled_maths
from kg.text.glance import BEYOND, is_tidy, signs_in
from kg.text.hyphens import join_broken_words
from kg.text.markup import decode_entities, restore_commands, restore_line_ends, strip_emphasis
from kg.text.tags import strip_tags
from kg.text.typography import (
    collapse_space,
    convert_dashes,
    convert_quotes,
    loosen_ties,
    part_sentences,
    single_blanks,
)

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["clean"]

_MAX_ROUNDS = 8


class Step(NamedTuple):
    """One thing that cleaning does.

    Attributes:
        change: Takes a text and gives a text.
        signs: Those of :func:`~kg.text.glance.signs_in` without all of which it changes nothing; None where it may change a
            plain text, too. Such a step makes no sign that a later one looks for.
    """

    change: Callable[[str], str]
    signs: frozenset[str] | None = None


_CONTROLS = frozenset(map(chr, (*range(32), 127)))

STEPS = (
    Step(repair_encoding, frozenset({BEYOND})),
    Step(decode_entities, frozenset("&")),
    Step(restore_line_ends, frozenset("\\")),
    Step(strip_tags, frozenset("<\\")),
    Step(restore_commands, frozenset("${\t")),
    Step(replace_characters, _CONTROLS | {BEYOND, ":"}),
    Step(drop_doubled_maths, frozenset("$")),
    Step(to_text, frozenset("\\$")),
    Step(loosen_ties, frozenset("~")),
    Step(strip_emphasis, frozenset("*_")),
    Step(convert_quotes),
    Step(convert_dashes),
    Step(part_sentences),
    Step(collapse_space),
    Step(join_broken_words),
    Step(compose, frozenset({BEYOND})),
)
"""What :func:`clean` does, in this order."""


def clean(raw: str) -> str:
    r"""Turn raw text into clean text.

    Takes any string and gives one that UTF-8 can encode. Cleaning twice changes nothing more, and time is linear in
    length: what is still changing after a few rounds is no text (markup in markup in markup …), and loses all its signs.

    >>> clean(r"**TEDUO** ($\alpha$-CROWN) gains 17\% &amp; needs less exper- tise.")
    'TEDUO (α-CROWN) gains 17% & needs less expertise.'
    """
    text = raw
    for _ in range(_MAX_ROUNDS):
        signs = signs_in(text)
        if not signs:
            single = single_blanks(text)
            if is_tidy(single) and (single == text or not signs_in(single)):
                return single
        before = text
        for change, wanted in STEPS:
            if wanted is None:
                text = change(text)
            elif signs and not wanted.isdisjoint(signs) and (changed := change(text)) != text:
                text = changed
                signs = signs_in(text)
        if text == before:
            return text
    return _without_signs(text)


_SIGN = re.compile(r"[^\w\s.,]|[_\x80-\xbf]")


def _without_signs(text: str) -> str:
    """Leave only what no step changes: words, full stops and commas."""
    text = _SIGN.sub(" ", text)
    return part_sentences(unicodedata.normalize("NFC", " ".join(text.split())))
