"""What the tagger knows of names before it reads a text, counted: phrases of titles, and names in annotated papers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from kg.extract.tagger.heads import TYPES
from kg.extract.tagger.lexicon import CLASSES, Lexicon, Memory, phrase_key
from kg.extract.tagger.words import STOP_WORDS, name_key, surface, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kg.model import Paper
    from kg.train.examples import Example

_MIXED, _GOAL, _MEANS, _NAME = range(len(CLASSES))
_LONGEST = 6  # words in a phrase
_FEWEST = 4  # papers that share a phrase, so that no single one can give itself away
_CLEAR, _ENOUGH = 0.65, 3  # the share of a phrase's places that makes its class, of at least so many
_NAME_IN_TITLE = re.compile(r"^([^\s:]{2,30}(?: [^\s:]{1,20})?): ")
_TERM = re.compile(r"[A-Za-z][^\s,.;:()\"'’]+")
_BEFORE_GOAL = frozenset("for of in towards toward to".split())
_BEFORE_MEANS = frozenset("via with using by through".split())
_CUTS = _BEFORE_GOAL | _BEFORE_MEANS | frozenset(
    "a an the and or on from as at under over into without beyond is are be can do does how what when where which why "
    "not your you we it its against between within across among based new novel efficient".split()
)  # fmt: skip


def make_lexicon(papers: Iterable[Paper]) -> Lexicon:
    """Class the phrases that titles and keywords share by where they stand in titles, and the names that titles begin with.

    Args:
        papers: With titles, and keywords and abstracts if they have them; for a name the abstracts tell how many papers
            speak of it.
    """
    papers = list(papers)
    places: dict[str, Counter[int]] = defaultdict(Counter)
    for paper in papers:
        for before, chunk in _chunks(paper.title):
            if len(chunk) <= _LONGEST:
                place = _GOAL if before in _BEFORE_GOAL else _MEANS if before in _BEFORE_MEANS else _MIXED
                places[phrase_key(chunk)][place] += 1
        for words in map(words_of, paper.keywords):
            if 0 < len(words) <= _LONGEST and ":" not in words:
                places[phrase_key(words)][_MIXED] += 1
    classes = dict.fromkeys(_names(papers), _NAME)
    for phrase, counts in places.items():
        if counts.total() >= _FEWEST and len(phrase) > 2:
            classes[phrase] = _class(counts)
    return Lexicon.of(classes)


def _class(counts: Counter[int]) -> int:
    told = counts[_GOAL] + counts[_MEANS]
    for place in (_GOAL, _MEANS):
        if told >= _ENOUGH and counts[place] >= _CLEAR * told:
            return place
    return _MIXED


def _chunks(title: str) -> Iterator[tuple[str, list[str]]]:
    """Give the phrases between a title's function words and signs, each with the word before it."""
    before, chunk = "", list[str]()
    for word in [*words_of(title), "."]:
        if word.lower() in _CUTS or not (word[0].isalnum() or word == "-"):
            if chunk and chunk[-1] == "-":
                chunk.pop()
            if chunk:
                yield before, chunk
            before, chunk = word.lower(), []
        elif word != "-" or chunk:
            chunk.append(word)


def _names(papers: Sequence[Paper]) -> set[str]:
    """Give the keys of the names that titles introduce and enough abstracts repeat."""
    heads = (_NAME_IN_TITLE.match(paper.title) for paper in papers)
    names = {head[1] for head in heads if head and sum(char.isupper() for char in head[1]) > 1}
    single = {name for name in names if " " not in name and "-" not in name}
    seen: Counter[str] = Counter()
    for paper in papers:
        seen.update(set(_TERM.findall(paper.abstract)) & names | set(words_of(paper.abstract)) & single)
    return {phrase_key(words_of(name)) for name, count in seen.items() if count >= _FEWEST and len(name) > 2}


def make_memory(examples: Iterable[Example]) -> Memory:
    """Count in how many texts each annotated name is marked as which type, and in how many it stands unmarked."""
    marked = [(example, _marked(example)) for example in examples]
    counts: dict[str, list[int]] = defaultdict(lambda: [0] * (len(TYPES) + 1))
    for _, own in marked:
        for name, kind in own.items():
            counts[name][kind] += 1
    for example, own in marked:
        for name in _unmarked(example, counts):
            if name not in own:
                counts[name][-1] += 1
    return Memory.of({name: tuple(numbers) for name, numbers in counts.items()})


def _marked(example: Example) -> dict[str, int]:
    names = {
        name_key(surface(example.words, mention)): concept.type
        for concept in example.concepts
        for mention in concept.mentions
    }
    return {name: kind for name, kind in names.items() if len(name) > 1 and name not in STOP_WORDS}


def _unmarked(example: Example, known: Mapping[str, object]) -> set[str]:
    """Give the known names that stand outside of all annotated places."""
    inside = [False] * len(example.words)
    for concept in example.concepts:
        for start, end in concept.mentions:
            inside[start:end] = [True] * (end - start)
    found = set()
    for start in range(len(inside)):
        for end in range(start + 1, min(start + _LONGEST, len(inside)) + 1):
            if inside[end - 1]:
                break
            name = name_key(surface(example.words, (start, end)))
            if name in known:
                found.add(name)
    return found
