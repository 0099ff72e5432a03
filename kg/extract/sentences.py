"""Component ``kg_sentences``: where sentences begin, with the abbreviations of scholarly prose kept whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from spacy.attrs import IDX, LENGTH, SENT_START
from spacy.language import Language

if TYPE_CHECKING:
    from spacy.tokens import Doc

_STOP = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|[A-Z][a-z]|$)|\n\s*\n")
# These never end a sentence: something always follows them. (A sentence may end in "etc.", "et al." or "i.i.d.".)
_OPEN = re.compile(
    r"(?:^|[\s(\[\"“‘–—-])(?:e\.g|i\.e|cf|vs|viz|resp|approx|a\.k\.a|w\.r\.t|w\.l\.o\.g|s\.t|ca|Figs?|Eqs?|Secs?|Sect|"
    r"Refs?|Tabs?|Thm|Lem|Cor|Prop|Def|App|Alg|Ch|No|Nos|Vol|pp|Dr|Prof|Mr|Mrs|Ms|St|[A-Z])\.$"
)
_MAY_END = re.compile(r"(?:et al|etc|i\.i\.d|Inc|Ltd|Co|Jr|Sr|U\.S|U\.K|a\.m|p\.m|Ph\.D)\.$")
_SENTENCE_OPENER = re.compile(
    r"(?:The|This|These|Those|That|We|Our|In|It|Its|To|For|On|At|By|From|With|However|Here|Yet|Thus|Hence|Moreover|"
    r"Furthermore|Finally|Additionally|While|When|Although|Despite|Unlike|Such|They|A|An|As|Both|Each|Code|Experiments?|"
    r"Empirical\w*|Extensive|Results?)\b"
)


def sentence_starts(text: str) -> list[int]:
    """Give the offset of each sentence's first character, in order.

    A full stop ends a sentence unless an abbreviation that wants a continuation stands before it (*e.g., vs., Fig.*), or
    what follows begins in lower case. After abbreviations that can end a sentence (*et al., etc.*) the next word decides.
    A blank line always ends one.

    >>> sentence_starts("Nets, e.g. ResNets (He et al. 2016), work. We ask why.")
    [0, 43]
    """
    starts = []
    begin = len(text) - len(text.lstrip())
    for stop in _STOP.finditer(text):
        rest = stop.end()
        while rest < len(text) and text[rest].isspace():
            rest += 1
        if rest < len(text) and rest > begin and _ends_sentence(text, stop, rest):
            starts.append(begin)
            begin = rest
    return [*starts, begin] if begin < len(text) else starts


def _ends_sentence(text: str, stop: re.Match[str], rest: int) -> bool:
    if stop.group().isspace():
        return True
    if text[rest].islower() or text[rest] in ",;:":
        return False
    if stop.group().rstrip("\"'”’)]") != ".":
        return True
    before = text[max(0, stop.start() - 12) : stop.start() + 1]
    if _OPEN.search(before):
        return False
    return not _MAY_END.search(before) or _SENTENCE_OPENER.match(text, rest) is not None


_TEXT = "kg_text"


def text_of(doc: Doc) -> str:
    """Give a document's text; ``Doc.text`` puts it together anew each time."""
    text = doc.user_data.get(_TEXT)
    if text is None:
        text = doc.user_data[_TEXT] = doc.text
    return str(text)


def sentence_spans(doc: Doc) -> list[tuple[int, int]]:
    """Give the offsets of each sentence's first character and of one past its last; faster than ``Doc.sents``."""
    if not len(doc):
        return []
    starts, offsets, lengths = doc.to_array([SENT_START, IDX, LENGTH]).T
    first = np.flatnonzero(starts == 1)
    first = first[first > 0]
    ends = offsets + lengths
    begins = [int(offsets[0]), *offsets[first].tolist()]
    return list(zip(begins, [*ends[first - 1].tolist(), int(ends[-1])], strict=True))


class Sentences:
    """Marks the first token of each sentence."""

    def __call__(self, doc: Doc) -> Doc:
        """Set ``is_sent_start`` of every token."""
        offsets = doc.to_array([IDX])
        first = np.searchsorted(offsets, np.array(sentence_starts(text_of(doc)), dtype=offsets.dtype)).tolist()
        marks = np.full((len(doc), 1), -1, dtype="int64")
        marks[[0, *first] if len(doc) else [], 0] = 1
        # All at once: setting Token.is_sent_start looks at the whole document each time.
        doc.from_array([SENT_START], marks.view("uint64"))  # type: ignore[arg-type]  # its stub wants lists of ints
        return doc


@Language.factory("kg_sentences", assigns=["token.is_sent_start"])
def make_sentences(nlp: Language, name: str) -> Sentences:
    """Make the component; it has no settings."""
    return Sentences()
