"""Component ``kg_named_systems``: names that give themselves away by capitals, digits and hyphens.

A name next to *we propose, called, dubbed …* is the paper's own; it is one wherever the paper repeats it. Other names are
taken where their shape leaves no doubt (*SpinQuant, VTAB-1K*).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Span

from kg.extract.abbreviations import Definition, defined
from kg.extract.cues import (
    introduction_ends,
    is_introduced_after,
    is_introduced_before,
    is_spoken_of_as_own,
    naming_ends,
)
from kg.extract.typing import names_dataset, type_apposed_after, type_in_apposition, type_of_list
from kg.extract.vocabulary import VOCABULARY
from kg.model import ConceptType, Role

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from spacy.tokens import Doc

NAMED_SYSTEMS = "named_systems"
"""Span group of the names found: ``label_`` is the type, ``id_`` is ``introduces`` for the paper's own."""

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
_TITLE_NAME = re.compile(rf"{_TITLE}(?:\s(?:(?:of|for|the|and|with|to|in|via|by)\s)?{_TITLE})*")
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
_WE = re.compile(r"\b(?:[Ww]e|[Oo]ur)\b")
_POSSESSIVE = re.compile(r"(?:-|['’]s)$")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\b[\w.-]+\.(?:com|org|io|net|ai|edu)\b(?:/\S*)?|\S+@\S+\.\w+")


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a text, at ``text[start:end]``."""

    start: int
    end: int
    text: str
    type: ConceptType
    introduced: bool


def find_names(
    text: str,
    sentences: list[tuple[int, int]],
    *,
    pairs: Iterable[Definition] = (),
    known: Collection[str] = (),
) -> list[Name]:
    """Find the names in a text. A name has one type, and is the paper's own or not, in all its places.

    Args:
        text: The text.
        sentences: Its sentences as offsets.
        pairs: The short forms it defines, and their long forms.
        known: Names of known concepts: taken for the paper's own only where they are one word that it introduces.
    """
    text = _ADDRESS.sub(lambda address: " " * len(address.group()), text)
    found: list[Name] = []
    foreign: set[str] = set()
    for pair in pairs:
        own = _own_definition(text, sentences, pair, known)
        found.extend(own)
        foreign.update(() if own else (text[slice(*pair.short)], text[slice(*pair.long)]))
    for sentence in sentences:
        found.extend(name for name in _introduced(text, sentence) if name.text not in known or " " not in name.text)
        found.extend(_called(text, sentence))
        found.extend(_shaped(text, sentence, known))
    own_names = {name.text: name.type for name in reversed(found) if name.introduced and name.text not in foreign}
    kinds = _majority(found)
    names = {}
    for name in [*found, *_repeats(text, own_names)]:
        kind = own_names.get(name.text) or kinds[name.text]
        names[name.start, name.end] = Name(name.start, name.end, name.text, kind, name.text in own_names)
    return [names[span] for span in sorted(names)]


def _own_definition(
    text: str, sentences: list[tuple[int, int]], pair: Definition, known: Collection[str]
) -> list[Name]:
    """Give both forms of a definition if they name something of the paper's own; else nothing."""
    short, long = text[slice(*pair.short)], text[slice(*pair.long)]
    if long in known:
        return []
    first, last = sorted((pair.short, pair.long))
    sentence = sentences[bisect_right(sentences, (first[0], len(text))) - 1]
    cues = introduction_ends(text, sentence[0], first[0])
    behind = last[1] + 1  # the closing bracket
    if not (
        is_introduced_before(text, cues, first[0])
        or is_introduced_after(text, behind)
        or any(is_spoken_of_as_own(text, *place.span()) for place in re.finditer(_whole(short), text))
    ):
        return []
    kind = type_in_apposition(text, sentence, (first[0], behind), short, long)
    return [Name(*pair.long, long, kind, introduced=True), Name(*pair.short, short, kind, introduced=True)]


def _whole(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?![\w-])"


def _majority(found: list[Name]) -> dict[str, ConceptType]:
    """Give each name the type that most of its places speak for, Benchmark before others where they tie."""
    votes: dict[str, list[ConceptType]] = {}
    for name in found:
        votes.setdefault(name.text, []).append(name.type)
    order = (ConceptType.BENCHMARK, ConceptType.METRIC, ConceptType.TASK, ConceptType.METHOD)
    return {name: max(order, key=kinds.count) for name, kinds in votes.items()}


def _introduced(text: str, sentence: tuple[int, int]) -> Iterator[Name]:
    """Names right after the words that introduce them; here capitals at the beginnings of words are enough."""
    for begin in introduction_ends(text, *sentence):
        match = _TITLE_NAME.match(text, begin, sentence[1])
        if match is None:
            continue
        name = _POSSESSIVE.sub("", match.group())
        span = (begin, begin + len(name))
        alone = " " not in name
        if alone and (name in _NOT_TITLE or name in _COMMON or _NO_NAME.fullmatch(name) or _SUFFIX.search(name)):
            continue
        if (alone and is_name(name)) or _PHRASE_ENDS.match(text, span[1]):
            yield Name(*span, name, type_in_apposition(text, sentence, span, name), introduced=True)


def _called(text: str, sentence: tuple[int, int]) -> Iterator[Name]:
    """Phrases in small letters that the paper says something is called."""
    for begin in naming_ends(text, *sentence):
        match = _SMALL_NAME.match(text, begin, sentence[1])
        if match and re.search(r"[ -]", match.group()) and match.group().split()[0] not in _NOT_SMALL:
            span, name = match.span(), match.group()
            kind = type_in_apposition(text, sentence, span, name)
            yield Name(*span, name, kind, introduced=_WE.search(text, sentence[0], begin) is not None)


def _shaped(text: str, sentence: tuple[int, int], known: Collection[str]) -> Iterator[Name]:
    """Names that their shape gives away; the paper's own where it speaks of them as its own."""
    for word in _WORD.finditer(text, *sentence):
        name = _SUFFIX.sub("", _POSSESSIVE.sub("", word.group()))
        if is_name(name):
            span = (word.start(), word.start() + len(name))
            own = name == word.group() and name not in known and is_spoken_of_as_own(text, *span)
            yield Name(*span, name, _type_of_shaped(text, sentence, span), introduced=own)


def _type_of_shaped(text: str, sentence: tuple[int, int], span: tuple[int, int]) -> ConceptType:
    if names_dataset(text[slice(*span)]) or type_of_list(text, sentence, span) is ConceptType.BENCHMARK:
        return ConceptType.BENCHMARK
    return type_apposed_after(text, sentence, span) or ConceptType.METHOD


def _repeats(text: str, own: dict[str, ConceptType]) -> Iterator[Name]:
    for name, kind in own.items():
        for match in re.finditer(_whole(name), text):
            yield Name(match.start(), match.end(), name, kind, introduced=True)


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


class NamedSystems:
    """Puts the names of a text into the span group ``named_systems``."""

    def __call__(self, doc: Doc) -> Doc:
        """Fill the span group."""
        sentences = [(sentence.start_char, sentence.end_char) for sentence in doc.sents]
        known = {span.text for span in doc.spans[VOCABULARY]}
        spans = []
        for name in find_names(doc.text, sentences, pairs=defined(doc), known=known):
            span = doc.char_span(name.start, name.end, label=name.type, alignment_mode="expand")
            if span is not None:
                role = Role.INTRODUCES if name.introduced else ""
                spans.append(Span(doc, span.start, span.end, label=name.type, span_id=role))
        doc.spans[NAMED_SYSTEMS] = spans
        return doc


@Language.factory("kg_named_systems", requires=["token.is_sent_start"], assigns=["doc.spans"])
def make_named_systems(nlp: Language, name: str) -> NamedSystems:
    """Make the component; it has no settings."""
    return NamedSystems()
