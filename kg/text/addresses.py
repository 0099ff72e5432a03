"""E-mail addresses in prose, which are private: none gets into a title or an abstract."""

from __future__ import annotations

import re

MASK = "…"

# Of two labels at least, since "recall@10" and "P@k" are metrics; of one letter is none, as in "hits@k.The".
_ADDRESS = r"(?<![\w+-])(?:mailto:)?(?:[\w+-][\w.+-]{0,99}|\{[^{}@]{1,200}\})@(?:[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]+\.)+[a-z]{2,24}(?![\w@-])"
_EMAIL = re.compile(_ADDRESS)
_MASK = re.escape(MASK)
_CONTACT = re.compile(
    rf"(?:(?<=[.!?)\]])|\A|(?<=\n))[ \t]*+[(\[]?(?:Contacts?|Correspondence|Corresponding authors?|E-?mails?)\b"
    rf"[^.!?@\[\n]{{0,80}}{_MASK}(?:(?:\s*[,;/]\s*|\s+(?:and|or)\s+){_MASK})*+[)\]]?[.;]?"
)


def has_address(text: str) -> bool:
    """Tell whether there is an e-mail address in a text."""
    return "@" in text and _EMAIL.search(text) is not None


def without_addresses(text: str) -> str:
    """Mask e-mail addresses; where they are all that a sentence is for, it goes.

    >>> without_addresses("We sort. Contact: ada@example.org. See recall@10.")
    'We sort. See recall@10.'
    >>> without_addresses("It is sent by {ada,alan}@cs.example.org to all.")
    'It is sent by … to all.'
    """
    if not has_address(text):
        return text
    return _CONTACT.sub("", _EMAIL.sub(MASK, text)).strip()
