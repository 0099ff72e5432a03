"""What the shape of a word or phrase tells: whether it is a name, and where in a text names can stand."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = re.compile(r"[^\W_][\w.+@&/*'’^-]*[\w+*]|[^\W\d_]")
_SUFFIX = re.compile(
    r"-(?:aware|augmented|based|driven|enabled|enhanced|equivariant|free|generated|guided|hard|inspired|invariant|level|"
    r"like|only|optimal|powered|regularized|specific|style|trained|tuned|type|wise)$"
)
_STRONG = re.compile(r"[a-zα-ω].*[A-Z]|[A-Z].*[A-Z]|[A-Zα-ω].*\d|[A-Za-z]{2}.*\d")
_NO_NAME = re.compile(
    r"[IVX]+|\d.*|[A-Z]-?\d*|(?:Fig|Eq|Tab|Sec)\w*|(?:NeurIPS|NIPS|ICML|ICLR|AISTATS|CVPR|ACL|EMNLP|AAAI)['’]?\d*|"
    r"(?:[A-Z]\.)+|(?i:NP-(?:hard|complete)\w*)|.*[@^].*|.*\+\d.*|[A-Z]&[A-Z]|(?:.*/){2}.*|(?i:e\.g\.?|i\.e\.?|et|al|vs)"
)
_COMMON = frozenset(
    """
    2D 3D 4D 5G 6G A/B AI API APIs AR ASIC B2B CEO CNNs CPU CPUs CUDA COVID COVID-19 DNA EEG ECG EHR EU FLOP FLOPs FPGA
    GPU GPUs GB GPS HCI HPC HTML HTTP ICLR ICML ID IDs IID IoT IP IT JSON KB LiDAR MB ML MRI NeurIPS NLP NP NP-hard
    OOD ODE ODEs OK PDE PDEs PDF PhD QA RAM RGB RGB-D RNA ROS SDE SDEs SOTA SQL STEM TB TPU TPUs TV UI UK US USA UAV UAVs
    URL URLs VR XML OpenAI DeepMind HuggingFace GitHub SoTA LaTeX ArXiv arXiv
    """.split()
)
# A name made of capitalised words only, right after the words that introduce it, and up to the end of its phrase.
_TITLE = r"(?:[A-Z][\w'’-]*|[a-z]*[A-Z][\w-]*)"
_TITLE_NAME = re.compile(rf"{_TITLE}(?:\s(?:(?:of|for|the|and|with|to|in|via|by)\s)?{_TITLE}){{0,12}}")
_PHRASE_ENDS = re.compile(
    r"\s*(?:[,.:;(—–\"”’)]|-{2,}|$|(?:that|which|to|for|as|with|and|by|in|on|via|is|a|an|the|using|where|whose|can|from)\b)"
)
_NOT_TITLE = frozenset("A An The This These Our In We It To For On By Bayesian Gaussian Markov Code".split())


_SMALL_NAME = re.compile(
    r"[a-z][\w-]+(?:\s(?!(?:which|that|to|for|and|in|on|by|with|is|are|as|where|from|because|when|using|via|can)\b)[\w-]+){0,4}"
    r"(?=\s*[,.;:(\"”’—–]|\s(?:which|that|to|for|and|in|on|by|with|is|where|via|can)\b)"
)
_NOT_SMALL = frozenset(
    "the a an this these those it its for into upon by such and our their in on data-driven end-to-end".split()
)
_POSSESSIVE = re.compile(r"(?:-|['’]s?)$")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\b[\w.-]+\.(?:com|org|io|net|ai|edu)\b(?:/\S*)?|\S+@\S+\.\w+")


def blank_addresses(text: str) -> str:
    """Put blanks in place of addresses on the web and of mail: words in them are no names. The length stays.

    >>> blank_addresses("See github.com/lab/FastNet now")
    'See                        now'
    """
    return _ADDRESS.sub(lambda address: " " * len(address.group()), text)


@lru_cache(maxsize=1 << 14)
def is_name(word: str) -> bool:
    """Say whether the shape of a word alone tells that it is a name.

    >>> [is_name(word) for word in ("SDP-CROWN", "KoNODE", "VTAB-1K", "Transformers", "GPUs", "3D")]
    [True, True, True, False, False, False]
    """
    if len(word) < 2 or word in _COMMON or _NO_NAME.fullmatch(word) or not _STRONG.search(word):
        return False
    # "State-of-the-Art" and "Multi-Agent" are words in title case, not names.
    parts = word.split("-")
    return not (len(parts) > 1 and all(part[1:].islower() or len(part) == 1 for part in parts))


def words(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, str, bool]]:
    """Give each word's offset, the word without a suffix such as *'s* or *-based*, and whether it had one."""
    for match in _WORD.finditer(text, start, len(text) if end is None else end):
        found = match.group()
        word = _without_suffix(found)
        yield match.start(), word, word != found


@lru_cache(maxsize=1 << 14)
def _without_suffix(word: str) -> str:
    return _SUFFIX.sub("", _without_possessive(word))


@lru_cache(maxsize=1 << 14)
def _without_possessive(word: str) -> str:
    return _POSSESSIVE.sub("", word)


def title_name(text: str, start: int, end: int) -> str:
    """Give the name that begins at an offset where one is expected, capitals being enough there; empty if none does."""
    match = _TITLE_NAME.match(text, start, end)
    if match is None:
        return ""
    name = _POSSESSIVE.sub("", match.group())
    alone = " " not in name
    if alone and is_name(name):
        return name if not _SUFFIX.search(name) else ""
    if alone and (name in _NOT_TITLE or name in _COMMON or _NO_NAME.fullmatch(name) or _SUFFIX.search(name)):
        return ""
    return name if _PHRASE_ENDS.match(text, start + len(name)) else ""


def small_name(text: str, start: int, end: int) -> str:
    """Give the phrase of two words or more, in small letters, that begins at an offset; empty if none does."""
    match = _SMALL_NAME.match(text, start, end)
    if match is None or not re.search(r"[ -]", match.group()) or match.group().split()[0] in _NOT_SMALL:
        return ""
    return match.group()


class WordIndex:
    """The places of names in a text, found by their first words."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: dict[str, list[int]] = {}
        for match in _WORD.finditer(text):
            self._starts.setdefault(_without_possessive(match.group()), []).append(match.start())

    def places(self, name: str) -> Iterator[tuple[int, int]]:
        """Give each place of a name, whole: not inside a longer or hyphenated word."""
        first = _WORD.match(name)
        for start in self._starts.get(first.group() if first else name, ()):
            end = start + len(name)
            if self._text.startswith(name, start) and not re.match(r"[\w-]", self._text[end : end + 1]):
                yield start, end
