"""Characters: what was decoded wrongly, ligatures, lost hyphens, controls, accents that stand alone."""

from __future__ import annotations

import re
import unicodedata

_MAX_MARKS = 30  # on one letter, as in the Stream-Safe Text Format of UAX #15; normalising more takes quadratic time

# What the bytes of ’, “, –, é … look like when UTF-8 was read as Latin-1 or Windows-1252.
_MOJIBAKE = re.compile(
    r"[\xc2-\xf4](?:(?<=[\xc2-\xdf])[\x80-\x9f]|(?<=[\xc2\xc3])[\xa0-\xbf]|"
    r"(?<=[\xe0-\xef])(?:[\x80-\x9f][\x80-\xbf]|[\xa0-\xbf][\x80-\x9f])|(?<=[\xf0-\xf4])[\x80-\x9f][\x80-\xbf]{2}|"
    r"(?<=\xe2)€[\x9d\u2122\u0153\u02dc\u201c\u201d\xa2\xa6]|"
    # As Windows-1252; not before what may close a quotation or stand for an area: “Ä”, Å².
    r"(?<=\xc3)[€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ](?=[^\W\d_])|(?<=[\xc4\xc5])[‚ƒ„†‡ˆ‰Š‹ŒŽ˜™š›œžŸ¡¢£¤¥¦§¨©ª¬®´µ¶¸º¼½¾¿])"
)
_MISREAD = re.compile("[\x80-\xbf\xc3-\xc5€\ud800-\udfff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_C1 = re.compile(r"[\x80-\x9f]")
ASCII = bytes(range(128))
PRINTABLE = bytes(range(32, 127))
"""The characters of ASCII that are printable, blanks among them."""


def beyond(text: str, known: bytes) -> str:
    r"""Give the characters of a text that are not among some of ASCII: few, so that it is fast to look for any in them.

    >>> beyond("naïve\tway", b"aeinvwy")
    'ï\t'
    """
    found = text.encode("utf-8", "surrogatepass").translate(None, known)
    return found.decode("utf-8", "surrogatepass") if found else ""


def repair_encoding(text: str) -> str:
    """Decode what was decoded wrongly: UTF-8 read as Latin-1, Windows-1252 read as Latin-1, split surrogates."""
    if text.isascii() or not _MISREAD.search(beyond(text, ASCII)):
        return text
    if _SURROGATE.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = _MOJIBAKE.sub(_decode_mojibake, text)
    return _C1.sub(lambda match: match[0].encode("latin-1").decode("cp1252", "ignore"), text)


def _decode_mojibake(match: re.Match[str]) -> str:
    found = match[0]
    try:
        return b"".join(ch.encode("latin-1" if ch <= "\xff" else "cp1252") for ch in found).decode()
    except UnicodeDecodeError:
        return found


# What is sought comes first and what must stand before it last: so a search skips to the rare signs.
_LOST_HYPHEN = re.compile(
    r"\(cid:173\)(?<=[^\W\d_]\(cid:173\))(?=\s*[^\W\d_])|\x02(?<=[^\W\d_]\x02)(?=\s*[^\W\d_])|"
    r"\xad(?<=[^\W\d_]\xad)(?=\s+[^\W\d_])"
)
_JOINER = re.compile(r"[\u200c\u200d](?:(?<![^\x00-\x7f].)|(?![^\x00-\x7f]))", re.DOTALL)
GLYPH = "(cid:"
"""What a glyph that PDF extraction found no character for begins with."""
# Control sequences and strings of terminals (ECMA-48, 5.4 and 5.6) and their switches of character set.
_TERMINAL = r"\x1b(?:\[[0-?]*+[ -/]*+[@-~]|[\]PX^_][^\x07\x1b\n]*+(?:\x07|\x1b\\)|[()][0-2AB])"
_JUNK = re.compile(rf"\(cid:\d{{1,6}}\)|{_TERMINAL}")
_LIGATURES = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st",
}  # fmt: skip
_CHARACTERS = dict.fromkeys(
    [*range(9), *range(0x0E, 0x20), 0x7F, 0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x2070),
     0xFEFF, *range(0xFFF9, 0xFFFC), 0xFFFE, 0xFFFF, *range(0xE0000, 0xE0080)], ""
) | {ord(ligature): letters for ligature, letters in _LIGATURES.items()} | {
    0x2028: "\n", 0x2029: "\n\n",
}  # fmt: skip


def replace_characters(text: str) -> str:
    """Spell out ligatures, restore hyphens that PDF extraction lost, drop controls and invisible characters.

    What follows a control is kept, except what makes up a terminal's escape sequence (``ESC [31m``). The joiners that Indic and Arabic scripts and emoji need stay.
    """
    odd = beyond(text, PRINTABLE)
    if odd.replace("\n", "").replace("\xa0", "").isprintable() and GLYPH not in text:
        for ligature in _LIGATURES.keys() & odd:
            text = text.replace(ligature, _LIGATURES[ligature])
        return text
    text = _JUNK.sub("", _LOST_HYPHEN.sub("-", text))
    if not odd.isascii():
        text = _JOINER.sub("", text)
    return text.translate(_CHARACTERS)


_MANY_MARKS = re.compile(rf"[^\w\s\x00-\x7f]{{{_MAX_MARKS + 1},}}")


def compose(text: str) -> str:
    """Compose letters and accents (NFC)."""
    if text.isascii():
        return text
    if len(text.encode("utf-8", "surrogatepass")) - len(text) <= _MAX_MARKS:  # each mark takes two bytes or more
        return unicodedata.normalize("NFC", text)
    return unicodedata.normalize("NFC", _MANY_MARKS.sub(_fewer_marks, text))


def _fewer_marks(match: re.Match[str]) -> str:
    kept: list[str] = []
    marks = 0
    for ch in match[0]:
        marks = marks + 1 if unicodedata.combining(ch) else 0
        if marks <= _MAX_MARKS:
            kept.append(ch)
    return "".join(kept)
