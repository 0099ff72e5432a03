"""Component ``kg_named_systems``: names that give themselves away by capitals, digits and hyphens.

A name next to *we propose, called, dubbed …* is the paper's own; it is one wherever the paper repeats it. Other names are
taken where their shape leaves no doubt (*SpinQuant, VTAB-1K*).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Span

from kg.extract.cues import INTRODUCES, OURS, names_dataset, type_in_apposition, type_of_list
from kg.model import ConceptType, Role

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    r"[IVX]+|\d.*|[A-Z]-?\d*|(?:Fig|Eq|Tab|Sec)\w*|.*://.*|.*\.(?:com|org|io|net|ai|edu|html?)\b.*|www\..*|"
    r"(?:[A-Z]\.)+|.*[@^].*|(?:.*/){2}.*|(?i:e\.g\.?|i\.e\.?|et|al|vs)"
)
_COMMON = frozenset(
    """
    2D 3D 4D 5G 6G A/B AI API APIs AR ASIC B2B CEO CNNs CPU CPUs CUDA COVID COVID-19 DNA EEG ECG EHR EU FLOP FLOPs FPGA
    GPU GPUs GB GPS GitHub HCI HPC HTML HTTP ICLR ICML ID IDs IID IoT IP IT JSON KB LiDAR MB ML MRI NeurIPS NLP NP NP-hard
    OOD ODE ODEs OK PDE PDEs PDF PhD QA RAM RGB RGB-D RNA ROS SDE SDEs SOTA SQL STEM TB TPU TPUs TV UI UK US USA UAV UAVs
    URL URLs VR XML
    """.split()
)
# A name made of capitalised words only, right after the words that introduce it, and up to the end of its phrase.
_TITLE = r"(?:[A-Z][\w'’-]*|[a-z]*[A-Z][\w-]*)"
_TITLE_NAME = re.compile(rf"{_TITLE}(?:\s(?:(?:of|for|the|and|with|to|in|via|by)\s)?{_TITLE})*")
_PHRASE_ENDS = re.compile(
    r"\s*(?:[,.:;(—–\"”’)]|-{2,}|$|(?:that|which|to|for|as|with|and|by|in|on|via|is|a|an|the|using|where|whose|can|from)\b)"
)
_NOT_TITLE = frozenset("A An The This These Our In We It To For On By Bayesian Gaussian Markov Code".split())


@dataclass(frozen=True, slots=True)
class _Name:
    start: int
    end: int
    text: str
    type: ConceptType
    introduced: bool


def find_names(text: str, sentences: list[tuple[int, int]]) -> list[_Name]:
    """Find the names in a text, given its sentences as offsets; longer names win where they meet."""
    found: list[_Name] = []
    for start, end in sentences:
        found.extend(_introduced(text, start, end))
        found.extend(_strong(text, start, end))
    own = {name.text: name.type for name in reversed(found) if name.introduced}
    kinds = _majority(found)
    names = {}
    for name in [*found, *_repeats(text, own)]:
        kind = own.get(name.text) or kinds[name.text]
        names[name.start, name.end] = _Name(name.start, name.end, name.text, kind, name.text in own)
    return [names[span] for span in sorted(names)]


def _majority(found: list[_Name]) -> dict[str, ConceptType]:
    """Give each name the type that most of its places speak for, Benchmark before others where they tie."""
    votes: dict[str, list[ConceptType]] = {}
    for name in found:
        votes.setdefault(name.text, []).append(name.type)
    order = (ConceptType.BENCHMARK, ConceptType.METRIC, ConceptType.TASK, ConceptType.METHOD)
    return {name: max(order, key=lambda kind: kinds.count(kind)) for name, kinds in votes.items()}


def _introduced(text: str, start: int, end: int) -> Iterator[_Name]:
    for cue in INTRODUCES.finditer(text, start, end):
        match = _TITLE_NAME.match(text, cue.end(), end)
        if match is None:
            continue
        name = re.sub(r"(?:-|['’]s)$", "", match.group())
        stop = match.start() + len(name)
        alone = " " not in name
        if alone and (name in _NOT_TITLE or name in _COMMON or _NO_NAME.fullmatch(name)):
            continue
        if (alone and is_name(name)) or _PHRASE_ENDS.match(text, stop):
            kind = type_in_apposition(text, (start, end), (match.start(), stop))
            yield _Name(match.start(), stop, name, kind, introduced=True)
    for cue in OURS.finditer(text, start, end):
        word = _WORD.match(text, cue.end(), end)
        if word and is_name(word.group()):
            yield _Name(*word.span(), word.group(), ConceptType.METHOD, introduced=True)


def _strong(text: str, start: int, end: int) -> Iterator[_Name]:
    for word in _WORD.finditer(text, start, end):
        name = _SUFFIX.sub("", word.group().removesuffix("'s").removesuffix("’s"))
        if is_name(name):
            span = (word.start(), word.start() + len(name))
            benchmark = names_dataset(name) or type_of_list(text, (start, end), span) is ConceptType.BENCHMARK
            kind = ConceptType.BENCHMARK if benchmark else ConceptType.METHOD
            yield _Name(*span, name, kind, introduced=False)


def _repeats(text: str, own: dict[str, ConceptType]) -> Iterator[_Name]:
    for name, kind in own.items():
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            yield _Name(match.start(), match.end(), name, kind, introduced=True)


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
        spans = []
        for name in find_names(doc.text, sentences):
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
