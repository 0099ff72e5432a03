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

from kg.latex import to_text
from kg.text.characters import compose, repair_encoding, replace_characters
from kg.text.doubled import drop_doubled_maths
from kg.text.glance import is_plain, is_tidy
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

__all__ = ["clean"]

_MAX_ROUNDS = 8

STEPS = (
    repair_encoding,
    decode_entities,
    restore_line_ends,
    strip_tags,
    restore_commands,
    replace_characters,
    drop_doubled_maths,
    to_text,
    loosen_ties,
    strip_emphasis,
    convert_quotes,
    convert_dashes,
    part_sentences,
    collapse_space,
    join_broken_words,
    compose,
)
"""What :func:`clean` does, in this order: each step takes a text and gives a text."""


PLAIN_STEPS = (convert_quotes, convert_dashes, part_sentences, single_blanks, join_broken_words)
"""Those of them that may change a text of letters, digits and plain punctuation."""


def clean(raw: str) -> str:
    r"""Turn raw text into clean text.

    Takes any string and gives one that UTF-8 can encode. Cleaning twice changes nothing more, and time is linear in
    length: what is still changing after a few rounds is no text (markup in markup in markup …), and loses all its signs.

    >>> clean(r"**TEDUO** ($\alpha$-CROWN) gains 17\% &amp; needs less exper- tise.")
    'TEDUO (α-CROWN) gains 17% & needs less expertise.'
    """
    text = raw
    for _ in range(_MAX_ROUNDS):
        plain = is_plain(text)
        if plain and is_tidy(text):
            return text
        before = text
        for step in PLAIN_STEPS if plain else STEPS:
            text = step(text)
        if text == before:
            return text
    return _without_signs(text)


_SIGN = re.compile(r"[^\w\s.,]|[_\x80-\xbf]")


def _without_signs(text: str) -> str:
    """Leave only what no step changes: words, full stops and commas."""
    text = _SIGN.sub(" ", text)
    return part_sentences(unicodedata.normalize("NFC", " ".join(text.split())))
